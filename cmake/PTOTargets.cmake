# Helpers shared by our libraries and tools: include directories, warnings,
# precompiled headers, installation.

# Our own code is held to -Wall -Wextra; MLIR's headers are system headers.
function(pto_set_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unused-parameter)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # False positives of gcc 12 inside inlined LLVM containers.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized
                                             -Wno-dangling-reference
                                             -Wno-array-bounds
                                             -Wno-stringop-overflow)
  endif()
  if(PTO_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# Where our headers and MLIR's are. Targets carry it, so that nothing leaks into
# a project that has this one as a folder.
function(pto_set_includes target scope)
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>)
  # An installed package asks MLIR's own where its headers are.
  target_include_directories(${target} SYSTEM ${scope}
    "$<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS};${MLIR_INCLUDE_DIRS}>")
endfunction()

# Makes a library known as PTO::<name>, and installs it under that name.
function(pto_export_library name)
  add_library(PTO::${name} ALIAS ${name})
  pto_set_includes(${name} PUBLIC)
  target_include_directories(${name} PUBLIC
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_property(GLOBAL APPEND PROPERTY PTO_LIBRARIES ${name})
  if(PTO_INSTALL)
    install(TARGETS ${name} EXPORT PTOTargets
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  endif()
endfunction()

# A program of ours; installed.
function(add_pto_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_llvm_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  # It links libMLIR.so also where nothing of it is asked for.
  if(ARG_MLIR_LIBS)
    mlir_target_link_libraries(${name} PRIVATE ${ARG_MLIR_LIBS})
  endif()
  if(PTO_INSTALL)
    install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endfunction()

# add_pto_library(PTOIR a.cpp b.cpp DEPENDS ... LINK_LIBS ... MLIR_LIBS ...)
# LINK_LIBS are ours; MLIR_LIBS go through mlir_target_link_libraries, so that
# only libMLIR.so, never a second static copy of MLIR, is linked.
function(add_pto_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_mlir_dialect_library(${name} ${ARG_UNPARSED_ARGUMENTS}
    DEPENDS ${ARG_DEPENDS}
    LINK_LIBS PUBLIC ${ARG_LINK_LIBS}
    DISABLE_INSTALL)
  mlir_target_link_libraries(${name} PUBLIC ${ARG_MLIR_LIBS})
  pto_target_setup(${name})
  pto_export_library(${name})
endfunction()

# Includes, warnings and precompiled headers for the objects behind a library or a tool.
function(pto_target_setup name)
  set(objects ${name})
  if(TARGET obj.${name})
    set(objects obj.${name})
  endif()
  pto_set_includes(${objects} PRIVATE)
  pto_set_warnings(${objects})
  if(PTO_PRECOMPILED_HEADERS)
    target_precompile_headers(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pto-pch.h)
  endif()
endfunction()

# Helpers shared by our libraries and tools: warnings and precompiled headers.

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
endfunction()

# Warnings and precompiled headers for the objects behind a library or a tool.
function(pto_target_setup name)
  set(objects ${name})
  if(TARGET obj.${name})
    set(objects obj.${name})
  endif()
  pto_set_warnings(${objects})
  if(PTO_PRECOMPILED_HEADERS)
    target_precompile_headers(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pto-pch.h)
  endif()
endfunction()

# What `cmake --install` and `cpack` take along, besides libraries and tools,
# which say so themselves. Everything is relative to the prefix.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/pto include/pto-c ${PROJECT_BINARY_DIR}/include/pto
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.h.inc"
  PATTERN "CMakeFiles" EXCLUDE)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(PTO_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/PTO)
install(EXPORT PTOTargets NAMESPACE PTO:: DESTINATION ${PTO_CMAKE_DIR})
get_property(PTO_LIBRARIES GLOBAL PROPERTY PTO_LIBRARIES)
configure_package_config_file(cmake/PTOConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/PTOConfig.cmake
  INSTALL_DESTINATION ${PTO_CMAKE_DIR}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR)
# C++ libraries: a minor version may change interfaces while the major is 0.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/PTOConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/PTOConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/PTOConfigVersion.cmake
  DESTINATION ${PTO_CMAKE_DIR})

# cpack -G DEB: one package, for the system's own prefix. Who compiles against the
# headers needs MLIR's too. A test compares what is needed with dpkg-shlibdeps.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pto)
set(CPACK_PACKAGE_CONTACT "The PTO project <pto@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "libc6, libgcc-s1, libllvm22 (>= 1:22.1), libmlir-22 (>= 1:22.1), libstdc++6 (>= 11), python3 (>= 3.11)")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libmlir-22-dev, llvm-22-dev, mlir-22-tools")
include(CPack)

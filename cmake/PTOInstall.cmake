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

# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# install.cmake - what is installed and how others find it: pkg-config (jounce) and CMake (jounce::jounce).
include(CMakePackageConfigHelpers)

if(BUILD_SHARED_LIBS)
  set_target_properties(jounce_command PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
else()
  set(BUILD_SHARED_LIBS OFF)
endif()

install(TARGETS jounce EXPORT jounceTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS jounce_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/jounce DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(DIRECTORY models papers DESTINATION ${CMAKE_INSTALL_DATADIR}/jounce FILES_MATCHING PATTERN "*.yaml" PATTERN "*.urdf" PATTERN "*.xml" PATTERN "*.md" PATTERN "*.yml" PATTERN "*_controller.c" PATTERN "*.csv")
install(FILES docs/model.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/jounce/docs)  # where the models' first lines find it
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# ---- CMake package ------------------------------------------------------------------------------
set(JOUNCE_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/jounce)
set(JOUNCE_HAS_CVODE ${SUNDIALS_FOUND})
set(JOUNCE_HAS_LAPACK ${LAPACK_FOUND})
install(EXPORT jounceTargets NAMESPACE jounce:: DESTINATION ${JOUNCE_CMAKE_DIR})
configure_package_config_file(cmake/jounceConfig.cmake.in ${CMAKE_BINARY_DIR}/jounceConfig.cmake
  INSTALL_DESTINATION ${JOUNCE_CMAKE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/jounceConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/jounceConfig.cmake ${CMAKE_BINARY_DIR}/jounceConfigVersion.cmake
  DESTINATION ${JOUNCE_CMAKE_DIR})

# ---- pkg-config: a static library needs what it is made of in plain sight ------------------------------
set(needs "")
if(LAPACK_FOUND)
  list(APPEND needs ${LAPACK_LIBRARIES} ${BLAS_LIBRARIES})
endif()
if(SUNDIALS_FOUND)
  list(APPEND needs -lsundials_cvode -lsundials_nvecserial -lsundials_sunmatrixdense -lsundials_sunlinsoldense)
endif()
if(IDA_FOUND)
  list(APPEND needs -lsundials_ida)
endif()
if(HDF5_FOUND)
  list(APPEND needs ${HDF5_C_LIBRARIES})
endif()
if(KLU_FOUND)
  list(APPEND needs ${KLU_LIBRARIES})
endif()
if(EXPAT_FOUND)
  list(APPEND needs ${EXPAT_LIBRARIES})
endif()
if(JOUNCE_LOADING AND CMAKE_DL_LIBS)
  list(APPEND needs -l${CMAKE_DL_LIBS})
endif()
list(APPEND needs -lm)
list(REMOVE_DUPLICATES needs)
list(JOIN needs " " needs)
if(BUILD_SHARED_LIBS)
  set(JOUNCE_PC_PRIVATE ".private")
  set(JOUNCE_PC_LIBS "")
  set(JOUNCE_PC_LIBS_PRIVATE " ${needs}")
else()
  set(JOUNCE_PC_PRIVATE "")
  set(JOUNCE_PC_LIBS " ${needs}")
  set(JOUNCE_PC_LIBS_PRIVATE "")
endif()
# relative to the file, so that the prefix may be chosen when installing
file(RELATIVE_PATH JOUNCE_PC_UP ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" JOUNCE_PC_UP "${JOUNCE_PC_UP}")
configure_file(cmake/jounce.pc.in ${CMAKE_BINARY_DIR}/jounce.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/jounce.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# install.cmake - installed files, and how others find them: pkg-config (jounce) and CMake (jounce::jounce).
include(CMakePackageConfigHelpers)

if(BUILD_SHARED_LIBS)
  set_target_properties(jounce_command PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
else()
  set(BUILD_SHARED_LIBS OFF)
endif()

install(TARGETS jounce EXPORT jounceTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS jounce_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/jounce DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(DIRECTORY models papers DESTINATION ${CMAKE_INSTALL_DATADIR}/jounce FILES_MATCHING PATTERN "trial" EXCLUDE PATTERN "*.yaml" PATTERN "*.urdf" PATTERN "*.xml" PATTERN "*.md" PATTERN "*.yml" PATTERN "*_controller.c" PATTERN "*.csv")
install(FILES docs/model.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/jounce/docs)  # where the models' first lines find it
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# ---- manual pages and completion: made by the command itself, from its tables of options -------------------------
# absolute paths are made when installing, because the prefix can be chosen then
install(CODE "
  set(COMMAND \"$<TARGET_FILE:jounce_command>\")
  set(BUILD \"${CMAKE_BINARY_DIR}\")
  get_filename_component(DATADIR \"${CMAKE_INSTALL_DATADIR}\" ABSOLUTE BASE_DIR \"\${CMAKE_INSTALL_PREFIX}\")
  get_filename_component(MANDIR \"${CMAKE_INSTALL_MANDIR}\" ABSOLUTE BASE_DIR \"\${CMAKE_INSTALL_PREFIX}\")
  include(\"${CMAKE_SOURCE_DIR}/cmake/install_texts.cmake\")")

add_custom_target(uninstall VERBATIM
  COMMAND ${CMAKE_COMMAND} -D MANIFEST=${CMAKE_BINARY_DIR}/install_manifest.txt -P ${CMAKE_SOURCE_DIR}/cmake/uninstall.cmake)

# ---- CMake package: find_package(jounce) and find_package(Jounce) ------------------------------------------------------------------------------
set(JOUNCE_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/jounce)
foreach(package FYAML SUNDIALS LAPACK)
  if(${package}_FOUND)
    set(JOUNCE_HAS_${package} ON)
  else()
    set(JOUNCE_HAS_${package} OFF)
  endif()
endforeach()
set(JOUNCE_HAS_THREADS OFF)
if(JOUNCE_REAL_TIME OR JOUNCE_THREADS)
  set(JOUNCE_HAS_THREADS ON)
endif()
install(EXPORT jounceTargets NAMESPACE jounce:: DESTINATION ${JOUNCE_CMAKE_DIR})
configure_package_config_file(cmake/jounce-config.cmake.in ${CMAKE_BINARY_DIR}/jounce-config.cmake
  INSTALL_DESTINATION ${JOUNCE_CMAKE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/jounce-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/jounce-config.cmake ${CMAKE_BINARY_DIR}/jounce-config-version.cmake
  DESTINATION ${JOUNCE_CMAKE_DIR})

# ---- pkg-config: programs that link a static library also need its private libraries
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
if(SQLite3_FOUND)
  list(APPEND needs ${SQLite3_LIBRARIES})
endif()
if(JOUNCE_LOADING AND CMAKE_DL_LIBS)
  list(APPEND needs -l${CMAKE_DL_LIBS})
endif()
if(JOUNCE_HAS_THREADS)
  list(APPEND needs -pthread)
endif()
if(JOUNCE_LIBM)
  list(APPEND needs -lm)
endif()
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
set(JOUNCE_PC_REQUIRES "")
if(FYAML_FOUND)
  set(JOUNCE_PC_REQUIRES " libfyaml")
endif()
# relative to the file, so that the prefix can be chosen when installing
file(RELATIVE_PATH JOUNCE_PC_UP ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" JOUNCE_PC_UP "${JOUNCE_PC_UP}")
configure_file(cmake/jounce.pc.in ${CMAKE_BINARY_DIR}/jounce.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/jounce.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

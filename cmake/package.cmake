# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# package.cmake - packages of what `cmake --install` installs: `cpack` in the build folder writes a .deb, `cpack -G TGZ`
# an archive.
set(JOUNCE_MAINTAINER "Jounce contributors <contributors@jounce.invalid>" CACHE STRING "name and address in Debian packages")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME jounce)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "Jounce contributors")
set(CPACK_PACKAGE_CONTACT "${JOUNCE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulator of mechanisms, machines and vehicles")
set(CPACK_PACKAGE_DESCRIPTION "Jounce simulates mechanisms, machines and vehicles made of rigid
bodies, joints and forces, in the plane and in space. A text file describes
the mechanism; Jounce assembles it, checks it, and computes its motion and the
reactions in its joints.

This package contains the command, the C library with its headers, the
shipped models and the documentation.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# ---- Debian: the libraries that the command needs are found in it; programs that link the library need its headers' packages
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
if(DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
set(suggests pkg-config)
foreach(pair FYAML=libfyaml-dev LAPACK=liblapack-dev SUNDIALS=libsundials-dev HDF5=libhdf5-dev KLU=libsuitesparse-dev
             EXPAT=libexpat1-dev SQLite3=libsqlite3-dev LIBZIP=libzip-dev)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 library)
  list(GET pair 1 package)
  if(${library}_FOUND)
    list(APPEND suggests ${package})
  endif()
endforeach()
list(JOIN suggests ", " CPACK_DEBIAN_PACKAGE_SUGGESTS)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/debian_files.cmake)  # what Debian's policy asks for
set(CPACK_JOUNCE_SOURCE ${CMAKE_SOURCE_DIR})
set(CPACK_JOUNCE_ARCHITECTURE "${CMAKE_LIBRARY_ARCHITECTURE}")
set(CPACK_JOUNCE_LIBDIR ${CMAKE_INSTALL_LIBDIR})
if(JOUNCE_PAGE_FILE)
  file(READ web/package.json text)
  string(JSON n LENGTH "${text}" dependencies)
  math(EXPR last "${n} - 1")
  set(names "")
  foreach(i RANGE ${last})
    string(JSON name MEMBER "${text}" dependencies ${i})
    list(APPEND names ${name})
  endforeach()
  list(JOIN names ", " CPACK_JOUNCE_BUNDLED)
endif()
include(CPack)

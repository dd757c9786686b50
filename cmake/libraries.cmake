# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# libraries.cmake - finds the libraries besides libm: libfyaml is required, the others are optional.
find_package(PkgConfig)
if(PkgConfig_FOUND)
  pkg_check_modules(FYAML IMPORTED_TARGET libfyaml)
endif()
if(NOT FYAML_FOUND)
  message(FATAL_ERROR "libfyaml is missing (Debian: libfyaml-dev, pkg-config); -DJOUNCE_CORE=ON builds without it, see docs/architecture.md")
endif()
find_package(LAPACK QUIET)
find_package(SUNDIALS CONFIG QUIET COMPONENTS cvode OPTIONAL_COMPONENTS ida)
if(TARGET SUNDIALS::ida)
  set(IDA_FOUND TRUE)
endif()
find_package(HDF5 QUIET COMPONENTS C)
find_package(KLU QUIET)
find_package(EXPAT QUIET)
find_package(SQLite3 QUIET)

# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# FindKLU - the sparse LU of SuiteSparse. Defines KLU_FOUND, KLU_INCLUDE_DIRS and KLU_LIBRARIES.
find_path(KLU_INCLUDE klu.h PATH_SUFFIXES suitesparse)
find_library(KLU_LIBRARY klu)
find_library(AMD_LIBRARY amd)
mark_as_advanced(KLU_INCLUDE KLU_LIBRARY AMD_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(KLU REQUIRED_VARS KLU_LIBRARY AMD_LIBRARY KLU_INCLUDE)
if(KLU_FOUND)
  set(KLU_INCLUDE_DIRS ${KLU_INCLUDE})
  set(KLU_LIBRARIES ${KLU_LIBRARY} ${AMD_LIBRARY})
endif()

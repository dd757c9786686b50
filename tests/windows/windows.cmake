# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# windows.cmake - tests of the core for Windows in the release build; they are skipped without MinGW and wine.
# windows_code checks all code, windows_platform runs the files that depend on the system, windows_fmu runs binaries of
# FMUs of printed code, windows_fmu_export those of exported FMUs, and windows_command (of ./test --long) builds
# everything and compares the bits of all models. One of them at a time has the wine server.
if(JOUNCE_SANITIZE OR NOT CMAKE_BINARY_DIR STREQUAL "${CMAKE_SOURCE_DIR}/build")
  return()
endif()
foreach(name code platform fmu fmu_export command)
  add_test(NAME windows_${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/windows/${name}.sh)
  set_tests_properties(windows_${name} PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT
    "${COMMAND_ENVIRONMENT};CORE=${CMAKE_SOURCE_DIR}/build-core;WORK=${CMAKE_BINARY_DIR}/windows;PYTHON_INCLUDE=${JOUNCE_PYTHON_INCLUDE}")
endforeach()
set_tests_properties(windows_code windows_command PROPERTIES PROCESSORS 2 LABELS long)
set_tests_properties(windows_code windows_platform windows_fmu windows_fmu_export PROPERTIES COST 10)
set_tests_properties(windows_platform windows_fmu windows_fmu_export windows_command PROPERTIES RESOURCE_LOCK wine)
set_tests_properties(windows_fmu PROPERTIES LABELS long)

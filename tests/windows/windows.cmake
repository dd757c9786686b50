# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# windows.cmake - the core for Windows, by MinGW and under wine where they are installed; skipped without them, and not
# under the sanitizers. windows_code checks all code, windows_platform runs what depends on the system, windows_command (of
# ./test --long) builds everything, and compares the bits of all models.
if(JOUNCE_SANITIZE OR NOT CMAKE_BINARY_DIR STREQUAL "${CMAKE_SOURCE_DIR}/build")
  return()
endif()
foreach(name code platform command)
  add_test(NAME windows_${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/windows/${name}.sh)
  set_tests_properties(windows_${name} PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT
    "${COMMAND_ENVIRONMENT};CORE=${CMAKE_SOURCE_DIR}/build-core;WORK=${CMAKE_BINARY_DIR}/windows;PYTHON_INCLUDE=${JOUNCE_PYTHON_INCLUDE}")
endforeach()
set_tests_properties(windows_code windows_command PROPERTIES PROCESSORS 2)
set_tests_properties(windows_code windows_platform PROPERTIES COST 10)

# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# python.cmake - tests of the Python module, with the Python of Debian: every test_*.py is one test. Where NumPy is missing, numbers are memoryviews
# and the tests say so; the tests named plain are as without it in any case.
execute_process(COMMAND ${JOUNCE_PYTHON} -c "import sys; sys.exit(sys.version_info < (3, 11))" RESULT_VARIABLE too_old OUTPUT_QUIET ERROR_QUIET)
if(NOT TARGET jounce_python OR too_old)
  message(STATUS "WITHOUT Python 3.11 and its headers (Debian: python3-dev): the tests of the module are left out")
  return()
endif()

set(PYTHON_ENVIRONMENT "PYTHONPATH=${CMAKE_BINARY_DIR}/python:${CMAKE_CURRENT_SOURCE_DIR}/python" "PYTHONDONTWRITEBYTECODE=1"
  "JOUNCE=$<TARGET_FILE:jounce_command>" "ROOT=${CMAKE_SOURCE_DIR}" "LIGHT=$<BOOL:${JOUNCE_SANITIZE}>")
if(JOUNCE_SANITIZE)  # what Python itself keeps to its end is no leak of ours
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libasan.so OUTPUT_VARIABLE asan OUTPUT_STRIP_TRAILING_WHITESPACE)
  list(APPEND PYTHON_ENVIRONMENT "LD_PRELOAD=${asan}" "ASAN_OPTIONS=detect_leaks=0")
endif()
add_executable(step_time ${CMAKE_CURRENT_SOURCE_DIR}/python/step_time.c)
target_link_libraries(step_time PRIVATE jounce jounce_options m)

function(add_python_test name file)
  add_test(NAME python_${name} COMMAND ${JOUNCE_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/python/test_${file}.py)
  set_tests_properties(python_${name} PROPERTIES ENVIRONMENT "${PYTHON_ENVIRONMENT};STEP_TIME=$<TARGET_FILE:step_time>;${ARGN}")
endfunction()

file(GLOB PYTHON_TESTS CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/python/test_*.py)
foreach(path ${PYTHON_TESTS})
  get_filename_component(name ${path} NAME_WE)
  string(REPLACE test_ "" name ${name})
  add_python_test(${name} ${name} "")
endforeach()
foreach(name doctests dynamics results sessions)
  add_python_test(${name}_plain ${name} "PLAIN=1")
endforeach()
set_tests_properties(python_costs PROPERTIES RUN_SERIAL ON)
if(JOUNCE_SANITIZE)
  set_property(TEST docs_python APPEND PROPERTY ENVIRONMENT "LD_PRELOAD=${asan}" "ASAN_OPTIONS=detect_leaks=0")
endif()
set_tests_properties(docs_python python_doctests_plain python_results_plain python_sessions_plain python_examples PROPERTIES LABELS slow)

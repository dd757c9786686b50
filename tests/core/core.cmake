# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# core.cmake - tests of the core profile (JOUNCE_CORE): reference tests of the whole suite, the same programs, and the command compared with that of
# a full build.
set(JOUNCE_FULL ${CMAKE_SOURCE_DIR}/build/jounce CACHE FILEPATH "the command of a build with all libraries, for the tests of the core")

set(REFERENCE_TESTS analysis/test_equilibrium linalg/test_decompose linalg/test_kkt model/test_document simulate/test_reference
  simulate/test_benchmark_models vehicle/test_iltis)
if(WIN32)  # the programs alone: tests/windows/command.sh runs them under wine, with flat documents that the same tests have made elsewhere
  list(REMOVE_ITEM REFERENCE_TESTS model/test_document)  # its subject is the reader of YAML
  list(APPEND REFERENCE_TESTS base/test_platform)
  foreach(path ${REFERENCE_TESTS})
    get_filename_component(name ${path} NAME)
    add_executable(${name} ${path}.c core/yaml_replay.c)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/src helper)
    target_link_libraries(${name} PRIVATE jounce jounce_options)
    target_compile_definitions(${name} PRIVATE JOUNCE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" LIGHT=1)
    target_compile_options(${name} PRIVATE -Wno-unused-function)
  endforeach()
  return()
endif()

# The models of the tests are YAML. Their programs bring the reader of libfyaml along, which makes flat documents; the library under test has none.
find_package(PkgConfig)
if(PkgConfig_FOUND)
  pkg_check_modules(CORE_YAML IMPORTED_TARGET libfyaml)
endif()
if(CORE_YAML_FOUND)
  add_library(core_yaml OBJECT core/yaml_record.c)
  target_compile_definitions(core_yaml PRIVATE JNI_HAVE_FYAML)
  target_include_directories(core_yaml PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  target_link_libraries(core_yaml PRIVATE jounce_options PkgConfig::CORE_YAML)
  foreach(path ${REFERENCE_TESTS})
    get_filename_component(name ${path} NAME)
    add_executable(${name} ${path}.c $<TARGET_OBJECTS:core_yaml>)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/src helper)
    target_link_libraries(${name} PRIVATE jounce jounce_options PkgConfig::CORE_YAML m)
    target_compile_definitions(${name} PRIVATE JOUNCE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" LIGHT=1)  # the longest loops are for the release suite
    add_test(NAME core_${name} COMMAND ${name})
  endforeach()
else()
  message(STATUS "WITHOUT libfyaml: the reference tests of the core are left out")
endif()

# a shared library of the same objects, and the command on it
add_library(jounce_shared SHARED $<TARGET_OBJECTS:jounce> ${JOUNCE_TAKEN})
set_target_properties(jounce_shared PROPERTIES OUTPUT_NAME jounce)
target_link_libraries(jounce_shared PRIVATE m)
set(command_objects ${JOUNCE_TAKEN_VERBS})
foreach(part command verbs papers common)
  list(APPEND command_objects $<TARGET_OBJECTS:jounce_${part}>)
endforeach()
if(JOUNCE_TAKEN)
  list(APPEND command_objects ${JOUNCE_PAPERS_SOURCES} ${JOUNCE_COMMON_SOURCES})
endif()
add_executable(jounce_on_shared ${command_objects})
set_target_properties(jounce_on_shared PROPERTIES LINKER_LANGUAGE C)
target_link_libraries(jounce_on_shared PRIVATE jounce_shared m)

add_executable(json_get command/json_get.c)
target_link_libraries(json_get PRIVATE jounce_options)
target_include_directories(json_get PRIVATE helper)
# the wheel of the module
if(TARGET jounce_python)
  add_test(NAME core_wheel COMMAND sh ${CMAKE_SOURCE_DIR}/tests/python/wheel.sh)
  set_tests_properties(core_wheel PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT
    "JOUNCE=${JOUNCE_FULL};ROOT=${CMAKE_SOURCE_DIR};JOUNCE_BUILD=${CMAKE_BINARY_DIR};PYTHON=${JOUNCE_PYTHON};LIGHT=1")
endif()

foreach(name command hashes)
  add_test(NAME core_${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/core/${name}.sh)
  set_tests_properties(core_${name} PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT
    "JOUNCE=$<TARGET_FILE:jounce_command>;SHARED=$<TARGET_FILE:jounce_on_shared>;FULL=${JOUNCE_FULL};JSON_GET=$<TARGET_FILE:json_get>;ROOT=${CMAKE_SOURCE_DIR}")
endforeach()

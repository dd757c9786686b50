# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# static.cmake - the module of a core build needs only libc and libm, but it also reads YAML and has modes, bdf and ida:
# the few files of the library that call other libraries are compiled once more for it, with the static libraries of
# these, and replace those of the core. A static library that is missing, or cannot be part of a shared object, is
# omitted, with the features that need it.
set(STATIC_WRAP -Wl,--wrap=stdin,--wrap=stdout,--wrap=stderr)
set(STATIC_HERE ${CMAKE_CURRENT_SOURCE_DIR}/static)

# take_archives(NAME "required symbol" "sources of the library" "more sources" archive...)
function(take_archives name symbol sources more)
  set(found)
  foreach(archive ${ARGN})
    find_library(STATIC_${archive} NAMES lib${archive}.a)
    if(NOT STATIC_${archive})
      message(STATUS "The module is WITHOUT ${name}: there is no lib${archive}.a")
      return()
    endif()
    list(APPEND found ${STATIC_${archive}})
  endforeach()
  set(probe ${CMAKE_CURRENT_BINARY_DIR}/probe_${name})
  file(WRITE ${probe}.c "void ${symbol}(void);\nvoid (*probe(void))(void);\nvoid (*probe(void))(void) { return ${symbol}; }\n")
  execute_process(COMMAND ${CMAKE_C_COMPILER} -shared -fPIC -o ${probe}.so ${probe}.c ${STATIC_HERE}/streams.c ${more} ${STATIC_WRAP}
    -Wl,--exclude-libs,ALL,-z,defs -Wl,--start-group ${found} -Wl,--end-group -lm RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    message(STATUS "The module is WITHOUT ${name}: its archives cannot be part of a shared object")
    return()
  endif()
  message(STATUS "The module is with ${name}")
  add_library(jounce_python_${name} OBJECT ${sources} ${more})
  target_compile_definitions(jounce_python_${name} PRIVATE JNI_HAVE_${name})
  target_include_directories(jounce_python_${name} PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  target_link_libraries(jounce_python_${name} PRIVATE jounce_options)
  target_sources(jounce_python PRIVATE $<TARGET_OBJECTS:jounce_python_${name}>)
  target_link_libraries(jounce_python PRIVATE -Wl,--start-group ${found} -Wl,--end-group)
endfunction()

set(inside ${CMAKE_SOURCE_DIR}/src)
take_archives(FYAML fy_parser_create ${inside}/model/document/flat_yaml.c "" fyaml)
take_archives(LAPACK dgeev_ ${inside}/linalg/dense/decompose_modes.c ${STATIC_HERE}/fortran.c lapack_pic blas)
take_archives(CVODE CVodeCreate ${inside}/integrate/cvode.c "" sundials_cvode sundials_nvecserial sundials_sunmatrixdense sundials_sunlinsoldense)
take_archives(IDA IDACreate ${inside}/integrate/ida.c "" sundials_ida sundials_nvecserial)
take_archives(EXPAT XML_ParserCreate "${inside}/import/import.c;${inside}/xml/xml_tree.c" "" expat)
take_archives(THREADS pthread_create ${inside}/study/worker_threads_posix.c "")  # of libc
target_sources(jounce_python PRIVATE ${STATIC_HERE}/streams.c)
target_link_options(jounce_python PRIVATE ${STATIC_WRAP} -Wl,--gc-sections)

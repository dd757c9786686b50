# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# page.cmake - the page of `jounce view`: the engine as WebAssembly, bundled with its scripts into one file that is
# embedded in the command (app/page/page_embedded.c). Sets JOUNCE_PAGE_FILE; if a tool is missing, leaves it empty and
# prints the tool.
find_program(NODE node)
find_program(WASM_CLANG NAMES clang clang-14)
find_program(WASM_LD NAMES wasm-ld wasm-ld-14)
set(JOUNCE_PAGE_FILE "")
set(missing "")
if(NOT NODE)
  list(APPEND missing "node (Debian: nodejs)")
endif()
if(NOT EXISTS ${CMAKE_SOURCE_DIR}/web/node_modules/esbuild/package.json)
  list(APPEND missing "the packages of web/package.json (npm ci in web/)")
endif()
if(NOT WASM_CLANG)
  list(APPEND missing "clang")
endif()
if(NOT WASM_LD)
  list(APPEND missing "wasm-ld (Debian: lld)")
endif()
if(NOT EXISTS /usr/include/wasm32-wasi/stdio.h)
  list(APPEND missing "wasi-libc")
endif()
file(GLOB WASM_BUILTINS /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a)
if(NOT WASM_BUILTINS)
  list(APPEND missing "clang's library for WebAssembly (Debian 12: libclang-rt-14-dev-wasm32)")
endif()
list(JOIN missing ", " JOUNCE_PAGE_MISSING)
if(JOUNCE_SANITIZE OR JOUNCE_CHECK_ONLY OR JOUNCE_FUZZ)
  set(JOUNCE_PAGE_MISSING "a release build")
  return()
endif()
if(JOUNCE_CORE)
  set(JOUNCE_PAGE_MISSING "a build with all libraries (JOUNCE_CORE=OFF)")
  return()
endif()
if(missing)
  message(STATUS "WITHOUT the page: 'jounce view' is left out; missing: ${JOUNCE_PAGE_MISSING}")
  return()
endif()
message(STATUS "With the page: jounce view")

# a separate project with another compiler, which checks itself what has changed
set(JOUNCE_ENGINE ${CMAKE_BINARY_DIR}/engine/engine.wasm)
file(GLOB_RECURSE ENGINE_SOURCES CONFIGURE_DEPENDS src/*.[ch] include/*.h include/*.def web/engine/*.[ch])
add_custom_command(OUTPUT ${JOUNCE_ENGINE} DEPENDS ${ENGINE_SOURCES} web/engine/CMakeLists.txt web/engine/wasm.cmake VERBATIM
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_SOURCE_DIR}/web/engine -B ${CMAKE_BINARY_DIR}/engine -G ${CMAKE_GENERATOR}
    -D CMAKE_TOOLCHAIN_FILE=${CMAKE_SOURCE_DIR}/web/engine/wasm.cmake -D CMAKE_C_COMPILER=${WASM_CLANG} -D CMAKE_BUILD_TYPE=None
  COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR}/engine
  COMMENT "engine for WebAssembly")
set(JOUNCE_PAGE_FILE ${CMAKE_BINARY_DIR}/web/page.html)
file(GLOB_RECURSE PAGE_SOURCES CONFIGURE_DEPENDS web/document/*.js web/editor/* web/engine/*.js web/drive/* web/player/*.js web/report/*
  web/plot/*.js web/replay/*.js web/scene/*.js web/shell/*)
add_custom_command(OUTPUT ${JOUNCE_PAGE_FILE} DEPENDS ${PAGE_SOURCES} ${JOUNCE_ENGINE} web/build.mjs web/package-lock.json VERBATIM
  COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/web/build.mjs ${JOUNCE_ENGINE} ${JOUNCE_PAGE_FILE} COMMENT "page")

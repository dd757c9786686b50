# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# install_texts.cmake - run by `cmake --install`: the command writes its manual pages and its completion, which are then
# installed. Variables: COMMAND (the program), BUILD (the build folder), DATADIR and MANDIR (absolute).
cmake_minimum_required(VERSION 3.22)
execute_process(COMMAND ${COMMAND} help --json OUTPUT_VARIABLE answer RESULT_VARIABLE status ERROR_QUIET)
if(NOT status EQUAL 0)
  message(STATUS "Left out: manual pages and completion, because ${COMMAND} does not run on this machine")
  return()
endif()
string(RANDOM LENGTH 12 name)  # several installations may run at a time
set(TEXTS ${BUILD}/texts-${name})
file(MAKE_DIRECTORY ${TEXTS}/man1)

# write_text(NAME WORDS...) writes what the command prints to a file.
function(write_text name)
  execute_process(COMMAND ${COMMAND} ${ARGN} OUTPUT_FILE ${TEXTS}/${name} RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "jounce ${ARGN} failed: ${status}")
  endif()
endfunction()

write_text(man1/jounce.1 help --man)
string(JSON n LENGTH "${answer}" verbs)
math(EXPR last "${n} - 1")
foreach(i RANGE ${last})
  string(JSON verb GET "${answer}" verbs ${i} name)
  write_text(man1/jounce-${verb}.1 help ${verb} --man)
endforeach()
write_text(jounce completion bash)
write_text(_jounce completion zsh)

file(INSTALL ${TEXTS}/man1 DESTINATION ${MANDIR} FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
file(INSTALL ${TEXTS}/jounce DESTINATION ${DATADIR}/bash-completion/completions FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
file(INSTALL ${TEXTS}/_jounce DESTINATION ${DATADIR}/zsh/site-functions FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
file(REMOVE_RECURSE ${TEXTS})

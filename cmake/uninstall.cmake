# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# uninstall.cmake - removes the files that the last `cmake --install` installed, and its own folders where they are empty.
# Variable: MANIFEST, the list of these files.
cmake_minimum_required(VERSION 3.22)
if(NOT EXISTS ${MANIFEST})
  message(FATAL_ERROR "nothing was installed from this folder: there is no ${MANIFEST}")
endif()
file(STRINGS ${MANIFEST} files)
set(folders "")
foreach(file ${files})
  set(path "$ENV{DESTDIR}${file}")
  file(REMOVE ${path})
  if(EXISTS ${path})
    message(FATAL_ERROR "${path} cannot be removed")
  endif()
  # share/jounce and others of that name, and folders inside them; the others belong to other packages as well
  get_filename_component(folder ${path} DIRECTORY)
  while(folder MATCHES "/(share|doc|include|cmake)/jounce(/|$)" AND NOT folder IN_LIST folders)
    list(APPEND folders ${folder})
    get_filename_component(folder ${folder} DIRECTORY)
  endwhile()
endforeach()
list(SORT folders ORDER DESCENDING)  # inner folders first
foreach(folder ${folders})
  file(GLOB rest ${folder}/*)
  if(NOT rest AND IS_DIRECTORY ${folder})
    file(REMOVE_RECURSE ${folder})
  endif()
endforeach()
file(REMOVE ${MANIFEST})
list(LENGTH files n)
message(STATUS "Removed ${n} files")

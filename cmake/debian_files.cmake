# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# debian_files.cmake - run by `cpack` before it writes a .deb: adds copyright and changelog, compresses the manual pages,
# and moves the file of pkg-config to the folder of the architecture, as Debian's policy asks for.
cmake_minimum_required(VERSION 3.22)
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(share ${CPACK_TEMPORARY_DIRECTORY}/usr/share)
find_program(GZIP gzip REQUIRED)

# ---- copyright: the licence, and what the page in the command is made of
file(STRINGS ${CPACK_JOUNCE_SOURCE}/LICENSE lines)
set(licence "")
foreach(line IN LISTS lines)
  if(line MATCHES "^Copyright \\(c\\) (.*)")
    set(holder ${CMAKE_MATCH_1})
  elseif(NOT line STREQUAL "" AND NOT line MATCHES "^BSD 3-Clause")
    string(APPEND licence " ${line}\n")
  endif()
endforeach()
set(text "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: jounce\n")
if(CPACK_JOUNCE_BUNDLED)
  string(APPEND text "Comment: The pages that the command writes contain ${CPACK_JOUNCE_BUNDLED}, and show their licences.\n")
endif()
string(APPEND text "\nFiles: *\nCopyright: (c) ${holder}\nLicense: BSD-3-clause\n${licence}")
file(WRITE ${share}/doc/jounce/copyright "${text}")
file(REMOVE ${share}/doc/jounce/LICENSE)

# ---- changelog of the package, in Debian's form
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${share}/doc/jounce/changelog "jounce (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * The changes are in CHANGELOG.md.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")

# ---- pkg-config: its file names libraries of this architecture
set(libdir ${CPACK_TEMPORARY_DIRECTORY}/usr/${CPACK_JOUNCE_LIBDIR})
if(CPACK_JOUNCE_ARCHITECTURE AND NOT CPACK_JOUNCE_LIBDIR MATCHES "${CPACK_JOUNCE_ARCHITECTURE}")
  file(READ ${libdir}/pkgconfig/jounce.pc text)
  string(REPLACE "prefix=\${pcfiledir}/" "prefix=\${pcfiledir}/../" text "${text}")
  file(WRITE ${libdir}/${CPACK_JOUNCE_ARCHITECTURE}/pkgconfig/jounce.pc "${text}")
  file(REMOVE_RECURSE ${libdir}/pkgconfig)
endif()

file(GLOB pages ${share}/man/man1/*.1)
execute_process(COMMAND ${GZIP} -9nf ${pages} ${share}/doc/jounce/changelog COMMAND_ERROR_IS_FATAL ANY)

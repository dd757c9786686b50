# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# optimisation.cmake - sets JOUNCE_SELDOM_SOURCES, the sources of the library in which a run spends hardly any time:
# reading and writing of files, assembly, and compilation of models. They are compiled with -O1, in half the time of -O3.
# Results do not depend on it (docs/architecture.md, Determinism).
set(JOUNCE_SELDOM_OPTIONS -O1)
set(JOUNCE_SELDOM_SOURCES "")
get_filename_component(source_folder ${CMAKE_CURRENT_LIST_DIR}/../src ABSOLUTE)
foreach(folder model model/csv model/property model/document model/package model/read model/part model/signal model/shape
    import compile compile/keep compile/print compile/file compile/states compile/tables
    analysis analysis/assembly analysis/kinematics analysis/inverse analysis/linear
    simulate/compare simulate/compile output output/svg output/picture output/html output/hdf5 output/compare study)
  file(GLOB found CONFIGURE_DEPENDS ${source_folder}/${folder}/*.c)
  list(APPEND JOUNCE_SELDOM_SOURCES ${found})
endforeach()

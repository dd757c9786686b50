// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// file_format.c - the table of the file formats of the program, each with its file name extensions.
#include <string.h>
#include <strings.h>

#include "jounce/base.h"

static const struct {
  const char *ending;
  jn_file_format format;
} endings[] = {
    {".yaml", JN_FORMAT_MODEL}, {".yml", JN_FORMAT_MODEL}, {".json", JN_FORMAT_MODEL}, {".jnc", JN_FORMAT_COMPILED},
    {".urdf", JN_FORMAT_ROBOT}, {".xml", JN_FORMAT_ROBOT}, {".mjcf", JN_FORMAT_ROBOT}, {".sdf", JN_FORMAT_SDF},
    {".world", JN_FORMAT_SDF},  {".h5", JN_FORMAT_HDF5},   {".hdf5", JN_FORMAT_HDF5},  {".csv", JN_FORMAT_CSV},
    {".svg", JN_FORMAT_SVG},    {".html", JN_FORMAT_HTML}, {".htm", JN_FORMAT_HTML},   {".fmu", JN_FORMAT_FMU},
};

jn_file_format jn_file_format_of(const char *path) {
  size_t length = path ? strlen(path) : 0;
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    size_t n = strlen(endings[i].ending);
    if (length > n && strcasecmp(path + length - n, endings[i].ending) == 0) return endings[i].format;
  }
  return JN_FORMAT_UNKNOWN;
}

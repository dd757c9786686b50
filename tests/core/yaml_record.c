// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// yaml_record.c - the YAML reader of a full build for tests of the core. With JOUNCE_FLAT=FOLDER each flat document is
// kept there under the hash of its text, for the same tests on Windows (yaml_replay.c).
#define jn_document_flatten flatten_yaml
#include "model/document/flat_yaml.c"
#undef jn_document_flatten

#include <stdlib.h>

unsigned char *jn_document_flatten(const jn_alloc *alloc, const char *text, size_t size, size_t *nbytes) {
  const char *folder = getenv("JOUNCE_FLAT");
  unsigned char *flat = flatten_yaml(alloc, text, size, nbytes);
  char path[600];
  if (!folder || !flat) return flat;
  snprintf(path, sizeof path, "%s/%016llx", folder, (unsigned long long)jni_hash64(0, text, size));
  FILE *file = fopen(path, "wb");
  if (file) fwrite(flat, 1, *nbytes, file);
  if (file) fclose(file);
  return flat;
}

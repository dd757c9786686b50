// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// yaml_replay.c - gives tests on Windows, which has no YAML reader, the flat documents that the same tests have left
// elsewhere (yaml_record.c).
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "jounce/document.h"

bool jn_document_has_yaml(void) { return true; }

unsigned char *jn_document_flatten(const jn_alloc *alloc, const char *text, size_t size, size_t *nbytes) {
  enum { MOST = 1 << 24 };
  const char *folder = getenv("JOUNCE_FLAT");
  char path[600];
  snprintf(path, sizeof path, "%s/%016llx", folder ? folder : ".", (unsigned long long)jni_hash64(0, text, size));
  FILE *file = fopen(path, "rb");
  if (!file) {
    printf("there is no flat document %s for this text:\n%.*s\n", path, size < 200 ? (int)size : 200, text);
    exit(1);
  }
  unsigned char *flat = jni_alloc0(alloc, MOST, 1);
  if (flat) *nbytes = fread(flat, 1, MOST, file);
  fclose(file);
  return flat;
}

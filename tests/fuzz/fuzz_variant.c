// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_variant.c - libFuzzer target: any bytes are a variant of another file, laid over it or refused with a sentence.
// The text up to a line "=base" is the variant, which need not name the file; what follows is that file, or else a
// small model. Both stand in a folder of their own.
#include <unistd.h>

#include "fuzz.h"
#include "jounce/model.h"
#include "temporary.h"

static const char small[] =
    "jounce: 1\nspace: plane\nparameters: {m: 2, k: 30}\nground: {points: {O: [0, 1]}}\n"
    "bodies:\n  box: {mass: \"=m\", inertia: 1, points: {P: [1, 0], Q: [0, 1]}}\n  bob: {type: particle, mass: 1}\n"
    "joints: {rail: {type: prismatic, between: [ground, box], axis: x}}\n"
    "forces: {spring: {type: torsion-spring, joint: rail, stiffness: \"=k\", damping: 1}}\n"
    "simulate: {until: 3, tolerance: 1e-7}\noutputs: [box.x, box.vx]\n";
static const char names_it[] = "model: base.yaml\n", mark[] = "\n=base\n";

static char folder[300], base_path[400], variant_path[400];

static void clean(void) {
  unlink(base_path);
  unlink(variant_path);
  rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  if (!temporary_folder(folder, sizeof folder)) abort();
  snprintf(base_path, sizeof base_path, "%s/base.yaml", folder);
  snprintf(variant_path, sizeof variant_path, "%s/variant.yaml", folder);
  atexit(clean);
  return 0;
}

static void write_file(const char *path, const char *head, const void *text, size_t size) {
  FILE *file = fopen(path, "wb");
  if (!file || fputs(head, file) == EOF || fwrite(text, 1, size, file) != size || fclose(file) != 0) abort();
}

static const char *find_mark(const char *text, size_t size) {
  const size_t length = sizeof mark - 1;
  for (size_t i = 0; i + length <= size; i++)
    if (memcmp(text + i, mark, length) == 0) return text + i;
  return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data, *at = find_mark(text, size);
  size_t length = at ? (size_t)(at - text) + 1 : size, rest = at ? size - length - (sizeof mark - 2) : 0;
  write_file(base_path, "", at ? at + sizeof mark - 1 : small, at ? rest : sizeof small - 1);
  write_file(variant_path, names_it, text, length);

  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, variant_path, NULL, 0, report);
  if (!model && jn_report_count(report, JN_FAULT) == 0) abort();  // a refusal without a word
  jn_model_free(model);
  jn_report_free(report);
  return 0;
}

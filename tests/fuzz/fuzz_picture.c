// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_picture.c - libFuzzer target: every model that can be read is drawn where its initial values put it, assembled
// or not, and the picture holds numbers alone.
#include "fuzz.h"
#include "jounce/picture.h"

static void draw(const jn_system *system) {
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  if (!state || jn_system_initial_state(system, state) != JN_OK) abort();
  jn_picture *picture = jn_picture_new(NULL, system, state);
  char *svg = picture ? jn_picture_svg(picture, NULL) : NULL;
  FUZZ_CHECK(svg);
  FUZZ_CHECK(!strstr(svg, "\"nan") && !strstr(svg, "\"inf") && !strstr(svg, " nan") && !strstr(svg, " inf"));
  jn_text_free(NULL, svg);
  jn_picture_free(picture);
  free(state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jn_model *model = jn_model_read_text(NULL, "fuzz", (const char *)data, size, NULL, 0, NULL);
  jn_system *system = model && jn_model_nbodies(model) < 100 ? jn_system_new(model, NULL, NULL) : NULL;
  if (system) draw(system);
  jn_system_free(system);
  jn_model_free(model);
  return 0;
}

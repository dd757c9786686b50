// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// real_time_signals.c - prints the values that packets contain, with their hashes.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "real_time.h"

static const jn_model *model_of(const jn_realtime *paced) {
  return jn_system_model(jn_run_system(jn_realtime_run(paced)));
}

static int packet_size(int n) { return JN_PACKET_HEAD + 8 * n; }

static int wider(int width, const char *name) { return (int)strlen(name) > width ? (int)strlen(name) : width; }

static void print_inputs(const jn_realtime *paced) {
  const jn_model *model = model_of(paced);
  int n = jn_model_ninputs(model), width = 0;
  printf("inputs   %d, hash %016" PRIx64 ", packets of %d bytes\n", n, jn_realtime_inputs_hash(paced), packet_size(n));
  for (int i = 0; i < n; i++) width = wider(width, jn_model_input_name(model, i));
  for (int i = 0; i < n; i++) {
    double safe = jn_model_input_safe(model, i);
    printf("  %3d  %-*s  ", i, width, jn_model_input_name(model, i));
    if (isnan(safe)) puts("without packets as in the model");
    else printf("without packets %g\n", safe);
  }
}

static void print_outputs(const jn_realtime *paced) {
  const jn_run *run = jn_realtime_run(paced);
  int n = jn_run_noutputs(run), width = 0;
  printf("outputs  %d, hash %016" PRIx64 ", packets of %d bytes\n", n, jn_realtime_outputs_hash(paced), packet_size(n));
  for (int i = 0; i < n; i++) width = wider(width, jn_run_output_name(run, i));
  for (int i = 0; i < n; i++)
    printf("  %3d  %-*s  %s\n", i, width, jn_run_output_name(run, i), jn_run_output_unit(run, i));
}

void print_signals(const jn_realtime *paced) {
  print_inputs(paced);
  print_outputs(paced);
}

static void put_hash(app_json *out, uint64_t hash) {
  char text[20];
  snprintf(text, sizeof text, "%016" PRIx64, hash);
  json_text(out, "hash", text);
}

void put_signals(app_json *out, const jn_realtime *paced) {
  const jn_run *run = jn_realtime_run(paced);
  const jn_model *model = model_of(paced);
  json_open(out, "inputs", '{');
  put_hash(out, jn_realtime_inputs_hash(paced));
  json_open(out, "names", '[');
  for (int i = 0; i < jn_model_ninputs(model); i++) json_text(out, NULL, jn_model_input_name(model, i));
  json_close(out, ']');
  json_open(out, "safe", '[');
  for (int i = 0; i < jn_model_ninputs(model); i++) json_number(out, NULL, jn_model_input_safe(model, i));
  json_close(out, ']');
  json_close(out, '}');
  json_open(out, "outputs", '{');
  put_hash(out, jn_realtime_outputs_hash(paced));
  json_open(out, "names", '[');
  for (int i = 0; i < jn_run_noutputs(run); i++) json_text(out, NULL, jn_run_output_name(run, i));
  json_close(out, ']');
  json_open(out, "units", '[');
  for (int i = 0; i < jn_run_noutputs(run); i++) json_text(out, NULL, jn_run_output_unit(run, i));
  json_close(out, ']');
  json_close(out, '}');
}

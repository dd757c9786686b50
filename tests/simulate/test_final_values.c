// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_final_values.c - every shipped model run to its end with its own settings: outputs there against stored ones.
//
//   test_final_values            compares with tests/reference/final-values.txt
//   test_final_values --write    prints that file anew
//
// A difference counts relative to the largest value that an output of the same dimension has in the run; the kinetic
// energy is an output of every run, so that errors of energy are compared with it. A difference below 1e-15 in SI units
// is rounding, such as the slip of a point that sticks. A start at an equilibrium is found to a tolerance, and what is
// left grows with the motion: such a run is compared less exactly, and ends sooner where wheels run over obstacles.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#define FOLDER_WITH_CONTACTS true
#include "folder.h"
#include "recorder.h"

#define STORED JOUNCE_SOURCE_DIR "/tests/reference/final-values.txt"

static const double tolerance = 1e-10, settled_tolerance = 1e-7, rounding = 1e-15;

static const struct {
  const char *model;
  double until;  // s
} sooner[] = {{"iltis-profile-1", 1}, {"iltis-profile-2", 0.8}, {"hmmwv-bumps", 2},
              {"hmmwv-coast", 2},     {"hmmwv-kerb", 1.5},      {"hmmwv-slope-start", 1}};

enum { MOST_STORED = 1000, NAME_SIZE = 64 };

typedef struct {
  char model[NAME_SIZE], output[NAME_SIZE];
  double value;
} stored_value;

static struct {
  bool writes;
  stored_value values[MOST_STORED];
  int n, met;
} stored;

static void read_stored(void) {
  char line[256];
  FILE *file = fopen(STORED, "r");
  CHECK(file != NULL);
  while (file && fgets(line, sizeof line, file) && stored.n < MOST_STORED) {
    stored_value *v = &stored.values[stored.n];
    if (line[0] != '#' && sscanf(line, "%63s %63s %lf", v->model, v->output, &v->value) == 3) stored.n++;
  }
  if (file) fclose(file);
}

static const stored_value *find_stored(const char *model, const char *output) {
  for (int i = 0; i < stored.n; i++)
    if (strcmp(stored.values[i].model, model) == 0 && strcmp(stored.values[i].output, output) == 0)
      return &stored.values[i];
  return NULL;
}

static bool same_dimension(const jn_run *run, int i, int j) {
  jn_dimension a = jn_run_output_dimension(run, i), b = jn_run_output_dimension(run, j);
  return memcmp(&a, &b, sizeof a) == 0;
}

static double size_of(const jn_run *run, const recorder *rows, int i) {
  double size = 0;
  for (int j = 0; j < rows->ncolumns; j++)
    for (int k = 0; k < rows->nrows && same_dimension(run, i, j); k++)
      size = fmax(size, fabs(recorder_at(rows, k)[1 + j]));
  return size;
}

static void compare(const char *model, const char *output, double value, double size, double most) {
  const stored_value *want = find_stored(model, output);
  stored.met += want != NULL;
  const bool agrees = want && fabs(value - want->value) <= most * size + rounding;
  CHECK(agrees);
  if (!want) printf("%s: %s is not in " STORED "\n", model, output);
  else if (!agrees)
    printf("%s: %s is %.17g, stored %.17g, off by %.1e of %.3g\n", model, output, value, want->value,
           fabs(value - want->value) / size, size);
}

static void take_outputs(const char *model, jn_run *run, const recorder *rows) {
  const double *values = jn_run_outputs(run);
  const jn_choices *choices = &jn_run_summary(run)->choices;
  double most = strcmp(choices->start, "equilibrium") == 0 ? settled_tolerance : tolerance;
  for (int i = 0; i < jn_run_noutputs(run); i++) {
    const char *output = jn_run_output_name(run, i);
    if (stored.writes) printf("%s %s %.15g\n", model, output, values[i]);
    else compare(model, output, values[i], size_of(run, rows, i), most);
  }
}

static jn_model *read_model(const char *path, const char *name, jn_report *report) {
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  for (size_t i = 0; model && i < sizeof sooner / sizeof *sooner; i++)
    if (strcmp(sooner[i].model, name) == 0) jn_model_choices(model)->until = sooner[i].until;
  return model;
}

static void check_model(const char *path) {
  static const char *const probes[] = {"energy.kinetic"};
  char name[NAME_SIZE];
  snprintf(name, sizeof name, "%s", strrchr(path, '/') + 1);
  *strrchr(name, '.') = '\0';
  recorder rows;
  recorder_init(&rows);
  jn_sink *const sinks[] = {&rows.sink};
  jn_run_options options = jn_run_options_default();
  options.probes = probes;
  options.nprobes = 1;
  options.sinks = sinks;
  options.nsinks = 1;
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_model(path, name, report);
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  const bool ran = run && jn_run_execute(run, report) == JN_OK;
  CHECK(ran);
  if (ran) take_outputs(name, run, &rows);
  else printf("%s does not run\n", name);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  recorder_clear(&rows);
}

int main(int argc, char **argv) {
  stored.writes = argc == 2 && strcmp(argv[1], "--write") == 0;
  if (stored.writes) {
    puts("# Outputs of the shipped models at the end of their runs: model, output, value (SI units).");
    puts("# Written by: build/tests/test_final_values --write | sort > tests/reference/final-values.txt");
    return each_shipped_model(check_model) > 0 ? 0 : 1;
  }
  read_stored();
  CHECK(each_shipped_model(check_model) >= 40);
  CHECK(stored.met == stored.n);  // none is left over
  return check_report();
}

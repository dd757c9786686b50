// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_file_models.c - every example and benchmark as a compiled file: its run is that of formulation `reduced`, as far
// as one Newton step at every evaluation goes.
#include <dirent.h>

#include "check.h"
#include "jounce/jounce.h"
#include "simulate/compile/compile.h"

#define VERBOSE (getenv("VERBOSE") != NULL)
enum { STEPS = 10 };

// Motions that a millisecond does not resolve: squeezer and governor.
static const char *const fast[] = {"andrews-a03.yaml", "flyball-governor-a05.yaml"};

static double step_of(const char *name) {
  for (size_t i = 0; i < sizeof fast / sizeof *fast; i++)
    if (strcmp(name, fast[i]) == 0) return 2e-5;
  return 1e-3;
}

static jn_run *run_of(const jn_model *model, const char *formulation, double h, jn_report *report) {
  jn_run_options options = jn_run_options_default();
  jn_choices choices = jn_choices_default();
  strcpy(choices.coordinates, "joint");
  strcpy(choices.integrator, "rk4");
  strcpy(choices.formulation, formulation);
  choices.step = h;
  choices.until = choices.output_step = STEPS * h;
  choices.locate_roots = false;
  options.choices = &choices;
  jn_run *run = jn_run_new(model, &options, report);
  if (run && jn_run_execute(run, report) != JN_OK) run = jn_run_free(run);
  return run;
}

static jn_model *compiled_again(const jn_model *model, double h, jn_report *report) {
  jn_compile_options options = jn_compile_options_default();
  jn_choices choices = jn_choices_default();
  jni_bytes_out file = {.alloc = NULL};
  strcpy(choices.integrator, "rk4");
  choices.step = h;
  options.choices = &choices;
  jn_compiled *code = jn_compile(model, &options, report);
  jn_model *again = NULL;
  if (code && jni_compiled_bytes(code, NULL, 0, &file, report))
    again = jn_model_read_text(NULL, "again.jnc", (const char *)file.at, (size_t)file.n, NULL, 0, report);
  jn_compiled_free(code);
  jni_free(NULL, file.at);
  return again;
}

static double worst_of(jn_run *a, jn_run *b) {
  const double *x = jn_run_state(a), *y = jn_run_state(b);
  int n = jn_system_sizes(jn_run_system(a)).nstate;
  double worst = n == jn_system_sizes(jn_run_system(b)).nstate ? 0 : HUGE_VAL;
  for (int i = 0; i < n && worst < HUGE_VAL; i++) {
    double off = fabs(x[i] - y[i]) / fmax(1, fabs(x[i]));
    if (!(off <= worst)) worst = off;
  }
  return worst;
}

static void check_model(const char *folder, const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  double h = step_of(name);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report), *again = NULL;
  if (model) again = compiled_again(model, h, report);
  jn_run *engine = again ? run_of(model, "reduced", h, report) : NULL;
  jn_run *code = engine ? run_of(again, "compiled", h, report) : NULL;
  double worst = code ? worst_of(engine, code) : HUGE_VAL;
  for (int i = 0; !again && i < jn_report_size(report); i++)
    if (strstr(jn_report_get(report, i)->what, "compiled models cannot have rigid contacts")) worst = 0;
  if (VERBOSE || !(worst < 1e-8)) printf("%s: %g\n", name, worst);
  for (int i = 0; !code && i < jn_report_size(report); i++) printf("%s: %s\n", name, jn_report_get(report, i)->what);
  CHECK(worst < 1e-8);
  jn_run_free(engine);
  jn_run_free(code);
  jn_model_free(again);
  jn_model_free(model);
  jn_report_free(report);
}

static void check_folder(const char *folder, int every) {
  struct dirent **names;
  int n = scandir(folder, &names, NULL, alphasort), met = 0;
  CHECK(n > 0);
  for (int i = 0; i < n; i++) {
    const char *end = strrchr(names[i]->d_name, '.');
    if (end && strcmp(end, ".yaml") == 0 && met++ % every == 0) check_model(folder, names[i]->d_name);
    free(names[i]);
  }
  free(names);
}

int main(void) {
  check_folder(JOUNCE_SOURCE_DIR "/models/examples", LIGHT ? 4 : 1);
  check_folder(JOUNCE_SOURCE_DIR "/models/benchmarks", LIGHT ? 4 : 1);
  return check_report();
}

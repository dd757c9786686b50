// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled_code.c - see compiled_code.h. The inside of the library: programs, tapes and printed text.
#include "compiled_code.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench.h"
#include "compile/machine.h"
#include "compile/print/print.h"
#include "simulate/compile/compile.h"

struct code_subject {
  jn_report *report;
  jn_model *model;
  jn_run *run;
  jn_compiled *compiled;
  const jni_program *program;  // of it
  const char *controller;      // of the problem
  jni_machine *machine;
  double seconds;  // that the program took
};

// ---- program and tape ---------------------------------------------------------------------------------------------

static void say(const jn_report *report) {
  char text[512];
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    fprintf(stderr, "%s\n", text);
  }
}

jn_run *code_engine_new(code_subject *s, const char *integrator, double step, double tolerance) {
  jn_choices choices = *jn_model_choices(s->model);
  jn_run_options options = jn_run_options_default();
  choices.step = step;
  if (tolerance > 0) choices.tolerance = tolerance;
  snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
  snprintf(choices.formulation, sizeof choices.formulation, "reduced");
  snprintf(choices.integrator, sizeof choices.integrator, "%s", integrator);
  options.choices = &choices;
  jn_run *run = jn_run_new(s->model, &options, s->report);
  if (!run) say(s->report);
  return run;
}

static bool make_program(code_subject *s, const code_problem *p) {
  const double before = bench_cpu_seconds();
  jn_choices choices = *jn_model_choices(s->model);
  jn_compile_options options = jn_compile_options_default();
  snprintf(choices.integrator, sizeof choices.integrator, "%s", p->integrator);
  choices.step = p->step;
  options.choices = &choices;
  options.tables = p->tables;
  s->compiled = jn_compile(s->model, &options, s->report);
  s->seconds = bench_cpu_seconds() - before;
  if (!s->compiled) return false;
  s->program = s->compiled->program;
  const jni_machine_def machine = {.program = s->program, .method = jni_step_method_find(p->integrator), .h = p->step};
  s->machine = jni_machine_new(NULL, &machine);
  return s->machine != NULL;
}

code_subject *code_subject_new(const code_problem *p) {
  char path[512];
  snprintf(path, sizeof path, BENCH_MODELS "/%s", p->file);
  code_subject *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->controller = p->controller;
  s->report = jn_report_new(NULL);
  s->model = jn_model_read(NULL, path, p->settings, p->nsettings, s->report);
  s->run = s->model ? code_engine_new(s, p->integrator, p->step, 0) : NULL;
  if (s->run && make_program(s, p)) return s;
  say(s->report);
  code_subject_free(s);
  return NULL;
}

void code_subject_free(code_subject *s) {
  if (!s) return;
  jni_machine_free(s->machine);
  jn_compiled_free(s->compiled);
  jn_run_free(s->run);
  jn_model_free(s->model);
  jn_report_free(s->report);
  free(s);
}

int code_operations(const code_subject *s) { return s->machine->rates->n; }
int code_ncoordinates(const code_subject *s) { return s->program->sizes.nq; }
int code_coordinate(const code_subject *s, int i) { return s->program->coordinates[i]; }

double *code_tape_x(const code_subject *s) { return s->machine->x; }
void code_tape_init(const code_subject *s) { jni_machine_init(s->machine, s->program->nominal); }

bool code_tape_steps(const code_subject *s, long n) {
  bool ok = true;
  for (long i = 0; i < n; i++) ok = jni_machine_step(s->machine) != JN_NOT_FINITE && ok;
  return ok;
}

const double *code_tape_accelerations(const code_subject *s) {
  return jni_machine_rates(s->machine) + jni_rates_at(&s->program->sizes).vdot;
}

// ---- printed C ----------------------------------------------------------------------------------------------------

static const char around[] =
    "#include \"m.c\"\n"
    "size_t bench_size(void) { return sizeof(m_state); }\n"
    "double *bench_x(m_state *s) { return (double *)s->x; }\n"
    "void bench_init(m_state *s) { m_init(s); }\n"
    "void bench_restart(m_state *s) { m_restart(s); }\n"
    "int bench_steps(m_state *s, long n) {\n"
    "  int worst = 0;\n"
    "  for (long i = 0; i < n; i++) { int status = m_step(s); if (status > worst) worst = status; }\n"
    "  return worst;\n}\n"
    "void bench_accelerations(const m_state *s, double *a) { m_accelerations(s, (void *)a); }\n";

static bool write_text(const char *folder, const char *name, const char *text) {
  char path[300];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  if (!file) return false;
  bool ok = fputs(text, file) >= 0;
  return fclose(file) == 0 && ok;
}

static double children_seconds(void) {
  struct rusage use;
  getrusage(RUSAGE_CHILDREN, &use);
  return (double)use.ru_utime.tv_sec + (double)use.ru_stime.tv_sec +
         1e-6 * ((double)use.ru_utime.tv_usec + (double)use.ru_stime.tv_usec);
}

// Eight lanes fill the registers of AVX-512; for all else the processors of 2013 and later do. A controller rounds as
// in the library.
static bool compile(const char *folder, const char *controller, code_library *it) {
  char command[1024], beside[512] = "";
  int level = it->lanes == 8 ? 4 : 3;
  if (controller)
    snprintf(beside, sizeof beside,
             "${CC:-cc} -O2 -march=x86-64-v%d -ffp-contract=off -fPIC -I" BENCH_MODELS "/../include -c " BENCH_MODELS
             "/%s -o controller.o && ",
             level, controller);
  snprintf(command, sizeof command, "cd %s && %s${CC:-cc} -O2 -march=x86-64-v%d -fPIC -shared around.c %s -o m.so -lm",
           folder, beside, level, controller ? "controller.o" : "");
  const double before = children_seconds();
  bool ok = system(command) == 0;
  it->compiled = children_seconds() - before;
  return ok;
}

static void find(void *library, const char *name, void *function) {
  void *found = dlsym(library, name);
  memcpy(function, &found, sizeof found);
}

static bool open_library(const char *folder, code_library *it) {
  char path[300];
  size_t (*size)(void) = NULL;
  double *(*x)(void *state) = NULL;
  snprintf(path, sizeof path, "%s/m.so", folder);
  it->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!it->library) return false;
  find(it->library, "bench_size", (void *)&size);
  find(it->library, "bench_x", (void *)&x);
  find(it->library, "bench_init", (void *)&it->init);
  find(it->library, "bench_restart", (void *)&it->restart);
  find(it->library, "bench_steps", (void *)&it->steps);
  find(it->library, "bench_accelerations", (void *)&it->accelerations);
  if (!size || !x || !it->init || !it->restart || !it->steps || !it->accelerations) return false;
  it->state = aligned_alloc(64, (size() + 63) / 64 * 64);
  if (!it->state) return false;
  it->init(it->state);
  it->x = x(it->state);
  return true;
}

static void remove_folder(const char *folder) {
  static const char *const names[] = {"m.c", "around.c", "m.so", "controller.o"};
  char path[300];
  for (int i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    remove(path);
  }
  rmdir(folder);
}

bool code_load(const code_subject *s, int lanes, code_library *it) {
  char folder[] = "/tmp/jounce-bench-XXXXXX";
  const double before = bench_cpu_seconds();
  const jni_print_options options = {
      .name = "m", .method = s->machine->method, .h = s->machine->step.h, .lanes = lanes};
  jni_source *text = jni_print_c(NULL, s->program, &options, s->report);
  *it = (code_library){.lanes = lanes > 0 ? lanes : 1, .generated = s->seconds + bench_cpu_seconds() - before};
  if (!text) {
    say(s->report);
    return false;
  }
  for (const char *c = text->text; *c; c++) it->lines += *c == '\n';
  bool ok = mkdtemp(folder) && write_text(folder, "m.c", text->text) && write_text(folder, "around.c", around) &&
            compile(folder, s->controller, it) && open_library(folder, it);
  remove_folder(folder);
  jni_source_free(text);
  if (!ok) code_unload(it);
  return ok;
}

void code_unload(code_library *it) {
  if (it->library) dlclose(it->library);
  free(it->state);
  it->library = it->state = NULL;
}

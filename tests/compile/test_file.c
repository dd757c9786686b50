// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_file.c - compiled models as files: a run takes the steps of the code that was compiled, to the last bit, with
// every method; another linearly implicit method is refused; every allocation failed on the way.
#include "check.h"
#include "compile/machine.h"
#include "jounce/jounce.h"
#include "memory.h"
#include "simulate/compile/compile.h"

#define MODELS JOUNCE_SOURCE_DIR "/models/"

typedef struct {
  const char *model, *method;
  double h;
  int steps;
  const char *stiff;  // NULL: found
  int every;          // steps of a Jacobian
} way;

typedef struct {
  const jn_alloc *alloc;
  jn_report *report;
  jn_model *model, *again;
  jn_compiled *code;
  jni_bytes_out file;
} files;

static void clear(files *f) {
  jn_model_free(f->again);
  jn_compiled_free(f->code);
  jn_model_free(f->model);
  jni_free(f->alloc, f->file.at);
  jn_report_free(f->report);
}

static void choose(jn_choices *choices, const way *w) {
  snprintf(choices->integrator, sizeof choices->integrator, "%s", w->method);
  choices->step = w->h;
  choices->until = w->steps * w->h;
  choices->jacobian_every = w->every;
}

// Compiled, written, and read again.
static files make(const jn_alloc *alloc, const way *w) {
  files f = {.alloc = alloc, .report = jn_report_new(NULL), .file = {.alloc = alloc}};
  jn_compile_options options = jn_compile_options_default();
  f.model = jn_model_read(alloc, w->model, NULL, 0, f.report);
  if (!f.model) return f;
  jn_choices choices = *jn_model_choices(f.model);
  choose(&choices, w);
  options.choices = &choices;
  options.stiff = &w->stiff;
  options.nstiff = w->stiff != NULL;
  f.code = jn_compile(f.model, &options, f.report);
  if (f.code && jni_compiled_bytes(f.code, NULL, 0, &f.file, f.report))
    f.again = jn_model_read_text(alloc, "again.jnc", (const char *)f.file.at, (size_t)f.file.n, NULL, 0, f.report);
  return f;
}

static jn_run *run_of(const files *f, const way *w) {
  jn_run_options options = jn_run_options_default();
  jn_choices choices = *jn_model_choices(f->again);
  choose(&choices, w);
  options.choices = &choices;
  return jn_run_new(f->again, &options, f->report);
}

// ---- steps ----------------------------------------------------------------------------------------------------------

static bool is_run(jn_run *run, jni_machine *m) {
  const jni_program_sizes *n = &m->program->sizes;
  const double *state = jn_run_state(run), *closed = jni_machine_rates(m);
  size_t bytes = sizeof *state;
  return state[0] == m->x[0] && memcmp(state + 1, closed, (size_t)(n->nq + n->nv) * bytes) == 0 &&
         memcmp(state + 1 + n->nq + n->nv, m->x + 1 + n->nq + n->nv, (size_t)(n->nz + n->ns) * bytes) == 0;
}

static void check_steps(const way *w) {
  files f = make(NULL, w);
  CHECK(f.again && jn_model_is_compiled(f.again));
  jn_run *run = f.again ? run_of(&f, w) : NULL;
  CHECK(run && jn_run_execute(run, f.report) == JN_OK);
  const jni_machine_def def = {.program = f.code ? f.code->program : NULL,
                               .method = jni_step_method_find(w->method),
                               .h = w->h,
                               .jacobian_every = w->every};
  jni_machine *m = run ? jni_machine_new(NULL, &def) : NULL;
  for (int i = 0; m && i < w->steps; i++) CHECK(jni_machine_step(m) == JN_OK);
  CHECK(m && is_run(run, m));
  if (jn_report_count(f.report, JN_FAULT) > 0)
    printf("%s, %s: %s\n", w->model, w->method, jn_report_get(f.report, 0)->what);
  jni_machine_free(m);
  jn_run_free(run);
  clear(&f);
}

// ---- refusals -------------------------------------------------------------------------------------------------------

static void check_refused(const way *compiled, const char *method, const char *sentence) {
  files f = make(NULL, compiled);
  way other = *compiled;
  other.method = method;
  jn_run *run = f.again ? run_of(&f, &other) : NULL;
  CHECK(f.again && (run != NULL) == (sentence == NULL));
  const jn_error *fault = jn_report_size(f.report) > 0 ? jn_report_get(f.report, jn_report_size(f.report) - 1) : NULL;
  if (sentence) CHECK(fault && fault->status == JN_REFUSED && strstr(fault->what, sentence));
  jn_run_free(run);
  clear(&f);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

// Compiled, printed, written, read and run; true when it got to the end.
static bool whole_way(const jn_alloc *alloc, const way *w) {
  files f = make(alloc, w);
  char *text = f.again ? jn_compiled_print(f.code, "code", 0, f.report) : NULL;
  jn_run *run = text ? run_of(&f, w) : NULL;
  bool done = run && jn_run_execute(run, f.report) == JN_OK;
  CHECK(done || jn_report_count(f.report, JN_FAULT) > 0);
  jn_run_free(run);
  jn_text_free(NULL, text);
  clear(&f);
  return done;
}

static void check_memory(const way *w, bool once) {
  memory_count d = {0};
  const jn_alloc alloc = {counted_resize, &d};
  CHECK(whole_way(&alloc, w) && d.live == 0);
  long all = d.calls, step = all / (LIGHT ? 40 : 400) + 1;
  for (long k = 1; k <= all; k += step) {
    d = (memory_count){.fail_at = k, .once = once};
    bool done = whole_way(&alloc, w);
    CHECK(!done || once);
    CHECK(d.live == 0);
  }
}

int main(void) {
  const way ways[] = {{MODELS "examples/slider-crank.yaml", "euler", 1e-3, 200, NULL, 1},
                      {MODELS "examples/slider-crank.yaml", "ab2", 1e-3, 200, NULL, 1},
                      {MODELS "examples/slider-crank.yaml", "rk4", 1e-3, 200, NULL, 1},
                      {MODELS "examples/slider-crank.yaml", "rosenbrock", 1e-3, 200, NULL, 1},
                      {MODELS "examples/slider-crank.yaml", "split", 1e-3, 200, NULL, 1},
                      {MODELS "examples/slider-crank.yaml", "rosenbrock", 1e-3, 200, NULL, 7},
                      {MODELS "benchmarks/double-wishbone-corner.yaml", "split", 1e-3, 50, NULL, 1},
                      {MODELS "benchmarks/double-wishbone-corner.yaml", "rosenbrock", 1e-3, 50, NULL, 5},
                      {MODELS "vehicles/hmmwv.yaml", "euler", 1e-3, 50, NULL, 1},  // turns, a gearbox at the ends
                      {MODELS "vehicles/iltis.yaml", "split", 1e-3, 20, NULL, 1},
                      {MODELS "vehicles/iltis.yaml", "split", 1e-3, 20, "joint.fl.spin", 3}};
  const int n = sizeof ways / sizeof *ways;
  for (int i = 0; i < n; i++) check_steps(&ways[i]);
  check_refused(&ways[2], "split", "has no Jacobian, which integrator 'split' needs");
  check_refused(&ways[3], "split", "a Jacobian for integrator 'rosenbrock' and not the one");
  check_refused(&ways[4], "rosenbrock", "--integrator rosenbrock");
  check_refused(&ways[4], "euler", NULL);
  check_memory(&ways[4], false);
  check_memory(&ways[4], true);
  return check_report();
}

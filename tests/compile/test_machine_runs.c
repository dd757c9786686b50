// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_machine_runs.c - whole runs of programs by their tapes: digits of the reference tables, vehicles extrapolated
// against the engine, stiff springs, copies of the block, every allocation failed.
#include "check.h"
#include "compile/implicit/stiff_names.h"
#include "compile/machine.h"
#include "linalg/dense/dense.h"
#include "memory.h"
#include "program.h"
#include "recorder.h"
#include "reference_table.h"

#define MODELS JOUNCE_SOURCE_DIR "/models/"
#define VERBOSE (getenv("VERBOSE") != NULL)

static jni_machine *machine_of(const compiled *c, const char *method, double h) {
  const jni_machine_def def = {.program = c->program, .method = jni_step_method_find(method), .h = h};
  return jni_machine_new(NULL, &def);
}

static bool go_on(jni_machine *m, int steps) {
  int good = 0;
  while (good < steps && jni_machine_step(m) == JN_OK) good++;
  return good == steps;
}

// ---- reference tables ---------------------------------------------------------------------------------------------

typedef struct {
  const char *model, *table;
  double until, h, tolerance;  // of every value, relative above 1
} problem;

static const problem problems[] = {
    {MODELS "benchmarks/andrews-a03.yaml", "andrews-a03", LIGHT ? 0.005 : 0.02, 10e-6, 1e-8},
    {MODELS "benchmarks/flyball-governor-a05.yaml", "flyball-governor-a05", LIGHT ? 0.1 : 0.5, 40e-6, 1e-9},
    {MODELS "benchmarks/spatial-slider-crank.yaml", "spatial-slider-crank", LIGHT ? 1 : 5, 0.125e-3, 1e-9}};

static double worst_row(jni_machine *m, const table *t, int row) {
  double value[MOST_COLUMNS], worst = 0;
  jni_machine_outputs(m, value);
  for (int i = 0; i < t->ncolumns; i++)
    worst = jni_larger(worst, fabs(value[i] - t->value[row][i]) / fmax(1, fabs(t->value[row][i])));
  return worst;
}

static void check_table(const problem *p) {
  table t;
  if (!read_table(p->table, &t)) return;
  const compiled_def def = {.outputs = t.names, .noutputs = t.ncolumns};
  compiled c = compiled_new(p->model, &def);
  CHECK(c.program && c.program->noutputs == t.ncolumns);
  jni_machine *m = c.program ? machine_of(&c, "rk4", p->h) : NULL;
  int rows = 0;
  double worst = 0, now = 0;
  for (; m && rows < t.nrows && t.time[rows] <= p->until; now = t.time[rows++]) {
    CHECK(go_on(m, (int)lround((t.time[rows] - now) / p->h)));
    worst = jni_larger(worst, worst_row(m, &t, rows));
  }
  if (VERBOSE) printf("%s: %d rows, error %g\n", p->table, rows, worst);
  CHECK(rows > 0 && worst < p->tolerance);
  jni_machine_free(m);
  compiled_free(&c);
}

// ---- vehicles -----------------------------------------------------------------------------------------------------

enum { PLACES = 3 };
static const char *const places[PLACES] = {"chassis.x", "chassis.y", "chassis.z"};

static bool end_of_engine(const char *path, double until, double *end) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  jn_choices choices = jn_choices_default();
  jn_run_options options = jn_run_options_default();
  strcpy(choices.coordinates, "joint");
  strcpy(choices.formulation, "reduced");
  strcpy(choices.integrator, "dopri5");
  choices.tolerance = 1e-12;
  choices.until = choices.output_step = until;
  options.choices = &choices;
  options.probes = places;
  options.nprobes = PLACES;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  bool good = run && jn_run_execute(run, report) == JN_OK;
  for (int i = 0; good && i < jn_run_noutputs(run); i++)
    for (int k = 0; k < PLACES; k++)
      if (strcmp(jn_run_output_name(run, i), places[k]) == 0) end[k] = jn_run_outputs(run)[i];
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return good;
}

// Errors of rk4 are c4 h^4 + c5 h^5 + ...: three steps, each half of the one before, take both away.
static void extrapolate(const compiled *c, double until, int steps, double end[PLACES]) {
  double T[3][PLACES];
  for (int k = 0; k < 3; k++) {
    jni_machine *m = machine_of(c, "rk4", until / steps);
    CHECK(go_on(m, steps));
    jni_machine_outputs(m, T[k]);
    jni_machine_free(m);
    steps *= 2;
  }
  for (int i = 0; i < PLACES; i++) {
    double a = T[1][i] + (T[1][i] - T[0][i]) / 15, b = T[2][i] + (T[2][i] - T[1][i]) / 15;
    end[i] = b + (b - a) / 31;
  }
}

static void check_vehicle(const char *path, double until, int steps) {
  const compiled_def def = {.outputs = places, .noutputs = PLACES};
  compiled c = compiled_new(path, &def);
  double engine[PLACES] = {NAN, NAN, NAN}, end[PLACES];
  bool good = c.program && end_of_engine(path, until, engine);
  CHECK(good);
  if (good) extrapolate(&c, until, steps, end);
  for (int i = 0; i < PLACES && good; i++) {
    if (VERBOSE) printf("%s: %.12f, engine %+.1e\n", places[i], end[i], engine[i] - end[i]);
    CHECK_NEAR(end[i], engine[i], 1e-9);
  }
  compiled_free(&c);
}

// ---- a stiff spring -----------------------------------------------------------------------------------------------

// 1 kg on 1e7 N/m with a damper, 3162 rad/s, carries 1 kg on 40 N/m; both start 1 mm and 100 mm off where they rest.
static const char stiff[] =
    "jounce: 1\nspace: plane\ngravity: [0, -10]\n"
    "bodies: {foot: {mass: 1, inertia: 1}, load: {mass: 1, inertia: 1}}\n"
    "joints:\n"
    "  foot: {type: prismatic, between: [ground, foot], axis: y}\n"
    "  load: {type: prismatic, between: [ground, load], axis: y}\n"
    "forces:\n"
    "  tyre: {type: torsion-spring, joint: foot, stiffness: 1e7 N/m, damping: 2000 N s/m}\n"
    "  soft: {type: torsion-spring, joint: load, stiffness: 40 N/m, damping: 0}\n"
    "initial: {keep: {foot.y: 0.001, load.y: -0.15}}\nsimulate: {until: 5}\n";

static jn_status end_of_stiff(const char *method, double h, double end[2], jni_implicit_part *part) {
  static const char *const names[] = {"foot.y", "load.y"};
  const compiled_def def = {
      .implicit = {.extent = jni_step_method_find(method)->implicit, .h = h}, .outputs = names, .noutputs = 2};
  jn_report *report = jn_report_new(NULL);
  compiled c = compiled_of(model_of(NULL, stiff), &def, report);
  jn_status status = JN_OK;
  CHECK(c.program);
  jni_machine *m = c.program ? machine_of(&c, method, h) : NULL;
  for (int i = 0; m && i < (int)lround(5 / h) && status == JN_OK; i++) status = jni_machine_step(m);
  if (m) {
    jni_machine_outputs(m, end);
    *part = c.program->implicit;
  }
  jni_machine_free(m);
  compiled_free(&c);
  return status;
}

static void check_stiff(void) {
  static const char *const good[] = {"rosenbrock", "split"}, *const bad[] = {"euler", "ab2", "rk4"};
  const double rest = -10.0 / 40, swing = rest + 0.1 * cos(sqrt(40) * 5);
  double end[2];
  jni_implicit_part part;
  for (int i = 0; i < 2; i++) {
    CHECK(end_of_stiff(good[i], 0.01, end, &part) == JN_OK);
    if (VERBOSE) printf("%s: %g, %g of %g\n", good[i], end[0], end[1], swing);
    CHECK_NEAR(end[0], -10 / 1e7, 1e-12);
    CHECK_NEAR(end[1], swing, 3e-3);
    CHECK(part.nspeeds == (i == 0 ? 2 : 1));  // split: the foot alone
    CHECK(part.fastest > 3000 && part.fastest < 6000);
  }
  for (int i = 0; i < 3; i++) CHECK(end_of_stiff(bad[i], 0.01, end, &part) != JN_OK || !(fabs(end[0]) < 1));
}

// ---- what is named --------------------------------------------------------------------------------------------------

static bool name_one(const compiled *c, const char *name, jni_pool *pool, jni_implicit_def *def) {
  return jni_stiff_named(pool, jn_run_system(c->run), jn_run_reduced(c->run), &name, 1, def, c->report);
}

static int count_flags(const bool *flags, int n) {
  int set = 0;
  for (int i = 0; i < n; i++) set += flags[i];
  return set;
}

static bool last_says(const jn_report *report, const char *words) {
  int n = jn_report_size(report);
  return n > 0 && strstr(jn_report_get(report, n - 1)->what, words);
}

// A state, all states of a tyre, all speeds of a free body, and names that stand for nothing.
static void check_names(void) {
  compiled c = {.report = jn_report_new(NULL)};
  c.model = jn_model_read(NULL, MODELS "vehicles/hmmwv.yaml", NULL, 0, c.report);
  c.run = reduced_run(c.model, 0, c.report);
  jni_pool pool = {0};
  jni_implicit_def def = {.extent = JNI_IMPLICIT_STIFF, .h = 1e-3};
  int nv = jn_run_system(c.run)->sizes.nv, nz = jn_run_system(c.run)->sizes.nz;
  char state[200];
  jn_state_name(jn_run_system(c.run), nz - 1, state, sizeof state);
  CHECK(name_one(&c, state, &pool, &def) && def.named_states[nz - 1] && count_flags(def.named_states, nz) == 1);
  CHECK(name_one(&c, "force.fl.tyre", &pool, &def));
  CHECK(count_flags(def.named_states, nz) == 3 && count_flags(def.named_speeds, nv) == 0);
  CHECK(name_one(&c, "chassis", &pool, &def) && count_flags(def.named_speeds, nv) == 6);
  CHECK(!name_one(&c, "chasis", &pool, &def) && last_says(c.report, "did you mean 'chassis'?"));
  CHECK(!name_one(&c, "force.fl.tyr", &pool, &def) && last_says(c.report, "no independent variable or state"));
  CHECK(!name_one(&c, "joint.fl.uca.angle", &pool, &def) && last_says(c.report, "depends on"));
  jni_pool_free(&pool);
  compiled_free(&c);
}

// The load named in place of the foot: then nothing holds the foot.
static void check_named_run(const char *name, int steps) {
  const compiled_def none = {0};
  compiled c = compiled_of(model_of(NULL, stiff), &none, jn_report_new(NULL));
  jni_pool pool = {0};
  compiled_def def = {.implicit = {.extent = JNI_IMPLICIT_STIFF, .h = 0.01}};
  CHECK(name_one(&c, name, &pool, &def.implicit));
  compiled named = compiled_of(model_of(NULL, stiff), &def, jn_report_new(NULL));
  CHECK(named.program && named.program->implicit.nspeeds == 1);
  jni_machine *m = machine_of(&named, "split", 0.01);
  CHECK(go_on(m, steps) == (strcmp(name, "joint.foot") == 0));
  jni_machine_free(m);
  compiled_free(&named);
  jni_pool_free(&pool);
  compiled_free(&c);
}

// ---- copies of the block ------------------------------------------------------------------------------------------

static void check_copy(const char *path, const jni_step_method *method) {
  const double h = 1e-3;
  const compiled_def def = {.implicit = {.extent = method->implicit, .h = h}};
  compiled c = compiled_new(path, &def);
  CHECK(c.program);
  if (!c.program) {
    compiled_free(&c);
    return;
  }
  const jni_machine_def each = {.program = c.program, .method = method, .h = h, .jacobian_every = 7};
  jni_machine *whole = jni_machine_new(NULL, &each), *rest = jni_machine_new(NULL, &each);
  size_t size = (size_t)whole->n * sizeof *whole->x;
  CHECK(go_on(rest, 3) && go_on(whole, 24));
  memcpy(rest->x, whole->x, size);
  CHECK(go_on(whole, 30) && go_on(rest, 30));
  CHECK(memcmp(whole->x, rest->x, size) == 0);
  CHECK(go_on(rest, 1) && memcmp(whole->x, rest->x, size) != 0);
  jni_machine_free(whole);
  jni_machine_free(rest);
  compiled_free(&c);
}

// ---- memory -------------------------------------------------------------------------------------------------------

// Program and machine together: tapes are of the program's memory.
static bool make_with(const compiled *c, const jni_step_method *method, memory_count *count) {
  const jn_alloc alloc = {counted_resize, count};
  const jni_program_def def = {.system = jn_run_system(c->run),
                               .reduced = jn_run_reduced(c->run),
                               .nominal = c->variables,
                               .fused = true,
                               .implicit = {.extent = method->implicit, .h = 0.01}};
  jni_program *p = jni_program_new(&alloc, &def, c->report);
  const jni_machine_def machine = {.program = p, .method = method, .h = 0.01};
  jni_machine *m = p ? jni_machine_new(&alloc, &machine) : NULL;
  bool made = m != NULL;
  jni_machine_free(m);
  jni_program_free(p);
  return made;
}

static void check_memory(const jni_step_method *method) {
  const compiled_def def = {0};
  compiled c = compiled_of(model_of(NULL, stiff), &def, jn_report_new(NULL));
  bool whole = false;
  for (long at = 1; at < 3000 && !whole; at++) {
    memory_count count = {.fail_at = at, .once = at % 2 == 0};
    bool made = make_with(&c, method, &count);
    whole = count.calls < at;
    CHECK(whole == made);
    CHECK(count.live == 0);
  }
  CHECK(whole);
  compiled_free(&c);
}

static void check_names_memory(void) {
  const compiled_def def = {0};
  compiled c = compiled_of(model_of(NULL, stiff), &def, jn_report_new(NULL));
  bool whole = false;
  for (long at = 1; at < 100 && !whole; at++) {
    memory_count count = {.fail_at = at, .once = true};
    const jn_alloc alloc = {counted_resize, &count};
    jni_pool pool = {.alloc = &alloc};
    jni_implicit_def implicit = {.extent = JNI_IMPLICIT_STIFF, .h = 0.01};
    bool named = name_one(&c, "joint.foot", &pool, &implicit);
    whole = count.calls < at;
    CHECK(whole == named && whole == !pool.failed);
    jni_pool_free(&pool);
    CHECK(count.live == 0);
  }
  CHECK(whole);
  compiled_free(&c);
}

int main(void) {
  for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) check_table(&problems[i]);
  check_stiff();
  check_names();
  check_named_run("joint.foot", 500);
  check_named_run("joint.load", 500);
  check_names_memory();
  for (const jni_step_method *m = jni_step_methods; m->name; m++) {
    check_copy(MODELS "benchmarks/four-bar-diagonal-spring.yaml", m);
    check_memory(m);
  }
  check_vehicle(MODELS "vehicles/iltis-sine-steer.yaml", 0.1, 50);
  if (!LIGHT) check_vehicle(MODELS "vehicles/hmmwv-bumps.yaml", 0.1, 50);
  return check_report();
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_precomputed.c - what is told of precomputed code: errors of outputs are those of two machines run by hand,
// ranges reach to stops and are watched, manoeuvres have to be of one mechanism, and a file tells all of it again.
#include <math.h>
#include <unistd.h>

#include "check.h"
#include "compile/machine.h"
#include "jounce/compile.h"
#include "jounce/simulate.h"
#include "simulate/compile/compile_precomputed.h"

#define FIVE JOUNCE_SOURCE_DIR "/models/rigs/five-link.yaml"
static const char path[] = "test_precomputed.jnc";

static jn_model *read_model(const char *file, const char *name, const char *value) {
  jn_report *report = jn_report_new(NULL);
  const jn_setting settings[] = {{"simulate.until", "0.5"}, {name, value}};
  jn_model *model = jn_model_read(NULL, file, settings, name ? 2 : 1, report);
  CHECK(model);
  jn_report_free(report);
  return model;
}

static jn_compiled *compile(const jn_model *model, const jn_compile_tables *tables) {
  jn_report *report = jn_report_new(NULL);
  jn_compile_options options = jn_compile_options_default();
  options.tables = *tables;
  jn_compiled *c = jn_compile(model, &options, report);
  if (c) CHECK(jn_compiled_judge(c, report) == JN_OK);
  jn_report_free(report);
  return c;
}

// ---- errors ---------------------------------------------------------------------------------------------------------

// The first output of two programs, run side by side.
static double largest_by_hand(const jn_compiled *exact, const jn_compiled *fast, double *rms) {
  const jn_compiled *both[2] = {exact, fast};
  jni_machine *machines[2];
  double y[2][16], largest = 0, sum = 0;
  for (int k = 0; k < 2; k++) {
    const jni_machine_def def = {.program = both[k]->program, .method = jni_step_method_find("rk4"), .h = 1e-3};
    machines[k] = jni_machine_new(NULL, &def);
    CHECK(machines[k] && both[k]->program->noutputs <= 16);
  }
  for (int i = 0; i <= 500; i++) {
    for (int k = 0; k < 2; k++) jni_machine_outputs(machines[k], y[k]);
    double d = fabs(y[1][0] - y[0][0]);
    largest = fmax(largest, d);
    sum += d * d;
    for (int k = 0; k < 2; k++) CHECK(jni_machine_step(machines[k]) == JN_OK);
  }
  for (int k = 0; k < 2; k++) jni_machine_free(machines[k]);
  *rms = sqrt(sum / 501);
  return largest;
}

static void test_errors(void) {
  jn_model *model = read_model(FIVE, NULL, NULL), *deep = read_model(FIVE, "swing", "2.2 kN");
  const jn_manoeuvre manoeuvres[] = {{deep, "deep"}};
  const jn_compile_tables tables = {.extent = JN_CONSTANT_MASS, .manoeuvres = manoeuvres, .nmanoeuvres = 1};
  jn_compiled *exact = compile(model, &(jn_compile_tables){.extent = JN_EXACT}), *fast = compile(model, &tables);
  jn_compiled *other = compile(deep, &(jn_compile_tables){.extent = JN_EXACT});
  CHECK(exact && fast && other);
  CHECK(!jn_compiled_report(exact)->precomputed);
  const jn_precomputed *precomputed_report = jn_compiled_report(fast)->precomputed;
  CHECK(precomputed_report && precomputed_report->nmanoeuvres == 2);
  const jn_manoeuvre_error *own = &precomputed_report->manoeuvres[0], *driven = &precomputed_report->manoeuvres[1];
  double rms, largest = largest_by_hand(exact, fast, &rms);
  CHECK(strcmp(own->outputs[0].name, "height") == 0 && strcmp(own->ended, "") == 0);
  CHECK(own->outputs[0].largest == largest && largest > 1e-6);
  CHECK_NEAR(own->outputs[0].rms, rms, 1e-12);
  CHECK(strcmp(driven->name, "deep") == 0 && driven->outputs[0].extent > own->outputs[0].extent);
  CHECK(own->nrows > 100 && own->times[own->nrows - 1] <= 0.5 && own->nleft == 0);
  // the manoeuvre has code of its own: its exact rows are those of its own model
  double y[16];
  const jni_machine_def def = {.program = other->program, .method = jni_step_method_find("rk4"), .h = 1e-3};
  jni_machine *machine = jni_machine_new(NULL, &def);
  while (machine && machine->x[0] < driven->times[driven->nrows - 1] - 1e-9) jni_machine_step(machine);
  if (machine) jni_machine_outputs(machine, y);
  CHECK(machine && y[0] == driven->exact[(driven->nrows - 1) * driven->noutputs]);
  jni_machine_free(machine);
  jn_compiled_free(exact);
  jn_compiled_free(fast);
  jn_compiled_free(other);
  jn_model_free(model);
  jn_model_free(deep);
}

// ---- ranges ---------------------------------------------------------------------------------------------------------

// Where the stop lets the spring go no further: at lengths 0.24 m and 0.40 m, and a tenth of the way more.
static void test_stops(void) {
  jn_model *model = read_model(FIVE, "swing", "0");
  jn_compiled *c = compile(model, &(jn_compile_tables){.extent = JN_TABLES});
  const jn_table_variable *v = &jn_compiled_report(c)->precomputed->variables[0];
  CHECK(strcmp(v->low_by, "stop 'bump'") == 0 && strcmp(v->high_by, "stop 'bump'") == 0);
  CHECK(v->low <= -0.5217 && v->low > -0.5217 - 0.9170 / 8);  // rounded outwards
  CHECK(v->high >= 0.3953 && v->high < 0.3953 + 0.9170 / 8);
  jn_compiled_free(c);
  jn_model_free(model);
}

// Two mirrored four-bars that swing unequally have one range, the other way round; a heavier one has its own.
static void test_sides(void) {
  jn_model *model = read_model(JOUNCE_SOURCE_DIR "/tests/data/sides.yaml", NULL, NULL);
  jn_compiled *c = compile(model, &(jn_compile_tables){.extent = JN_TABLES});
  const jn_precomputed *precomputed_report = jn_compiled_report(c)->precomputed;
  const jn_table_variable *v = precomputed_report->variables;
  CHECK(precomputed_report->nvariables == 3);
  CHECK(v[0].low == -v[1].high && v[0].high == -v[1].low);
  CHECK(v[2].low > v[0].low && v[2].high < v[0].high);
  jn_compiled_free(c);
  jn_model_free(model);
}

// By angles that do not start as mirrored, the same four-bars have a range each.
static void test_other_starts(void) {
  jn_model *model = read_model(JOUNCE_SOURCE_DIR "/tests/data/sides.yaml", "simulate.independent",
                               "[joint.aO.angle, joint.bO.angle, joint.cO.angle]");
  jn_compiled *c = compile(model, &(jn_compile_tables){.extent = JN_TABLES});
  const jn_precomputed *precomputed_report = jn_compiled_report(c)->precomputed;
  CHECK(precomputed_report->nvariables == 3);
  for (int i = 0; i < precomputed_report->nvariables; i++)
    CHECK(precomputed_report->variables[i].high - precomputed_report->variables[i].low < 0.5);
  jn_compiled_free(c);
  jn_model_free(model);
}

// On the ground, outputs of a body with a table of its pose are where the exact ones are.
static void test_posed(void) {
  jn_model *model = read_model(FIVE, NULL, NULL);
  static const char *const bodies[] = {"carrier"};
  const jn_compile_tables tables = {.extent = JN_MASS_TABLES, .poses = true, .bodies = bodies, .nbodies = 1};
  jn_compiled *c = compile(model, &tables);
  const jn_manoeuvre_error *own = c ? &jn_compiled_report(c)->precomputed->manoeuvres[0] : NULL;
  CHECK(own && own->noutputs == 5);
  for (int i = 0; own && i < 3; i++) CHECK(own->outputs[i].largest < 1e-4);
  jn_compiled_free(c);
  jn_model_free(model);
}

// A wheel that stands turns in other runs: no table depends on its angle.
static void test_standing_wheel(void) {
  jn_model *model = read_model(JOUNCE_SOURCE_DIR "/models/benchmarks/double-wishbone-corner.yaml", "spin", "0");
  jn_compiled *c = compile(model, &(jn_compile_tables){.extent = JN_CONSTANT_MASS, .poses = true});
  const jn_precomputed *precomputed_report = jn_compiled_report(c)->precomputed;
  CHECK(precomputed_report->nvariables == 1 && strcmp(precomputed_report->variables[0].name, "joint.upper.angle") == 0);
  jn_compiled_free(c);
  jn_model_free(model);
}

static void test_left(void) {
  jn_model *model = read_model(FIVE, NULL, NULL);
  const jn_compile_range range = {"joint.lower.angle1", -0.1, 0.1};
  jn_compiled *c = compile(model, &(jn_compile_tables){.extent = JN_TABLES, .ranges = &range, .nranges = 1});
  const jn_precomputed *precomputed_report = jn_compiled_report(c)->precomputed;
  CHECK(precomputed_report->variables[0].low == -0.1 && strcmp(precomputed_report->variables[0].low_by, "given") == 0);
  CHECK(precomputed_report->manoeuvres[0].nleft == 1);
  const jn_range_left *left = precomputed_report->manoeuvres[0].left;
  CHECK(left->variable == 0 && left->steps > 0 && left->steps < 500 && left->most > 0.01 && left->most < 0.4);
  jn_compiled_free(c);
  jn_model_free(model);
}

// ---- manoeuvres -----------------------------------------------------------------------------------------------------

static void test_mechanisms(void) {
  static const char *const changes[][2] = {{"bodies.carrier.mass", "39"}, {"ground.points.pull", "[0.21, 0.48, 0.44]"}};
  jn_model *model = read_model(FIVE, NULL, NULL);
  for (int i = 0; i < 2; i++) {
    jn_model *other = read_model(FIVE, changes[i][0], changes[i][1]);
    const jn_manoeuvre manoeuvre = {other, "other"};
    const jn_compile_tables tables = {.extent = JN_TABLES, .manoeuvres = &manoeuvre, .nmanoeuvres = 1};
    CHECK(!compile(model, &tables));
    jn_model_free(other);
  }
  jn_model_free(model);
}

// ---- the file -------------------------------------------------------------------------------------------------------

static void compare(const jn_precomputed *a, const jn_precomputed *b) {
  CHECK(a->nvariables == b->nvariables && a->ntables == b->ntables && a->nloops == b->nloops);
  CHECK(strcmp(a->mass, b->mass) == 0 && a->nbodies == b->nbodies && a->nmanoeuvres == b->nmanoeuvres);
  for (int i = 0; i < a->nvariables; i++) CHECK(a->variables[i].high == b->variables[i].high);
  for (int i = 0; i < a->ntables; i++) CHECK(strcmp(a->tables[i].of, b->tables[i].of) == 0);
  for (int i = 0; i < a->ntables; i++) CHECK(a->tables[i].points[0] == b->tables[i].points[0]);
  for (int i = 0; i < a->nloops; i++) CHECK(a->loops[i].nclosed == b->loops[i].nclosed);
  for (int i = 0; i < a->manoeuvres[0].noutputs; i++) {
    const jn_output_error *x = &a->manoeuvres[0].outputs[i], *y = &b->manoeuvres[0].outputs[i];
    CHECK(strcmp(x->name, y->name) == 0 && x->largest == y->largest && x->time == y->time && x->size == y->size);
  }
}

static void test_file(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_model(FIVE, NULL, NULL);
  jn_compiled *c = compile(model, &(jn_compile_tables){.extent = JN_CONSTANT_MASS, .poses = true});
  CHECK(jn_compiled_write(c, NULL, 0, path, report) == JN_OK);
  jn_model *again = jn_model_read(NULL, path, NULL, 0, report);
  jn_code *code = again ? jn_code_new(again, report) : NULL;
  CHECK(code && jn_code_get(code)->precomputed);
  if (code) compare(jn_compiled_report(c)->precomputed, jn_code_get(code)->precomputed);
  jn_code_free(code);
  jn_model_free(again);
  unlink(path);
  // bytes that end too soon, or go on, are none
  jni_bytes_out out = {.alloc = NULL};
  jni_precomputed_write(jn_compiled_report(c)->precomputed, &out);
  jni_put_byte(&out, 0);
  for (int n = 0; n <= out.n; n++) {
    jni_pool pool = {.alloc = NULL};
    CHECK((jni_precomputed_read(&pool, out.at, (size_t)n) != NULL) == (n == out.n - 1));
    jni_pool_free(&pool);
  }
  jni_free(NULL, out.at);
  jn_compiled_free(c);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- code made like other code --------------------------------------------------------------------------------------

// Code that takes ranges and start from other code is the same as code that finds them itself.
static void test_like(void) {
  jn_model *model = read_model(FIVE, NULL, NULL), *other = read_model(FIVE, "swing", "2.2 kN");
  jn_compile_tables tables = {.extent = JN_MASS_TABLES};
  jn_compiled *own = compile(model, &tables);
  CHECK(own && own->start);
  if (!own) return;
  tables.like = own;
  jn_compiled *like = compile(model, &tables);
  CHECK(like && jn_compiled_report(like)->hash == jn_compiled_report(own)->hash);
  CHECK(like && like->start[1] == own->start[1]);
  CHECK(!compile(other, &tables));

  // The start is taken, not computed again.
  own->start[0] = 0.25;
  jn_compiled *later = compile(model, &tables);
  CHECK(later && later->start[0] == 0.25);
  jn_compiled_free(later);
  jn_compiled_free(like);
  jn_compiled_free(own);
  jn_model_free(other);
  jn_model_free(model);
}

int main(void) {
  test_errors();
  test_like();
  test_stops();
  test_sides();
  test_other_starts();
  test_posed();
  test_standing_wheel();
  test_left();
  test_mechanisms();
  test_file();
  return check_report();
}

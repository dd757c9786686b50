// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_creep.c - contacts whose friction has no states: what the code leaves out, that it moves as the engine does with
// the deflections that it tells, files of it and runs of these, and how fast what stands on a slope creeps.
#include <math.h>

#include "check.h"
#include "compile/file/program_file.h"
#include "compile/machine.h"
#include "program.h"

static const char path[] = JOUNCE_SOURCE_DIR "/tests/data/hulls.yaml";
static const char *const methods[] = {"euler", "ab2", "rk4", "rosenbrock", "split"};
enum { METHODS = (int)(sizeof methods / sizeof *methods), CONTACTS = 8, STATES = 2 * CONTACTS };

static compiled compile(const char *method, bool creeps) {
  static const char *const outputs[] = {"force.sledge_bowl.deflection_x", "force.box_sternr.deflection_y",
                                        "force.box_sternr.ft"};
  const jni_implicit_def implicit = {.extent = jni_step_method_find(method)->implicit, .h = 1e-3};
  return compiled_new(
      path, &(compiled_def){.fused = true, .implicit = implicit, .outputs = outputs, .noutputs = 3, .creeps = creeps});
}

// ---- as the engine --------------------------------------------------------------------------------------------------

typedef struct {
  const compiled *c;
  jni_tape *whole;
  jn_work *work;
  double *state, *vdot;
  int touching;
} engine;

// The engine's accelerations with the states that the code tells.
static void compare_with_engine(engine *x, jni_machine *m) {
  const jn_system *system = jn_run_system(x->c->run);
  const jni_program_sizes *n = &m->program->sizes;
  const double *rates = jni_machine_rates(m);
  double worst = 0, size = 1, outputs[3];
  x->state[0] = m->x[0];
  jni_tape_run(x->whole, m->x, x->state + 1);
  const double *z = x->state + 1 + n->all_q + n->all_v;
  CHECK(jn_solve_acceleration(system, x->work, x->state, x->vdot, NULL) == JN_OK);
  for (int i = 0; i < n->nv; i++) size = fmax(size, fabs(x->vdot[i]));
  for (int i = 0; i < n->nv; i++) worst = fmax(worst, fabs(x->vdot[i] - rates[jni_rates_at(n).vdot + i]));
  CHECK(worst <= 1e-9 * size);
  jni_machine_outputs(m, outputs);
  CHECK_NEAR(outputs[0], z[0], 1e-12);
  CHECK_NEAR(outputs[1], z[STATES - 1], 1e-12);
  for (int i = 0; i < STATES; i++) x->touching += z[i] != 0;
}

static void test_engine(const char *method) {
  compiled c = compile(method, true), exact = compile(method, false);
  CHECK(c.program && exact.program);
  if (!c.program || !exact.program) return;
  const jni_program_sizes *n = &c.program->sizes;
  const jni_machine_def def = {.program = c.program, .method = jni_step_method_find(method), .h = 1e-3};
  jni_machine *m = jni_machine_new(NULL, &def);
  engine x = {.c = &c, .work = jn_work_new(jn_run_system(c.run))};
  x.whole = jni_tape_new(c.program->g, m->step.nvariables, c.program->whole, jni_whole_at(n).n);
  x.state = calloc((size_t)jn_run_system(c.run)->sizes.nstate, sizeof *x.state);
  x.vdot = calloc((size_t)n->nv, sizeof *x.vdot);
  CHECK(n->nz == 1 && n->all_z == exact.program->sizes.nz && n->all_z == STATES + 1);
  CHECK(c.program->work == 0 && strcmp(c.program->names[1 + n->nq + n->nv], "energy.work") == 0);
  for (int i = 0; i < 1500; i++) {
    CHECK(jni_machine_step(m) == JN_OK);
    if (i % 50 == 0) compare_with_engine(&x, m);
  }
  CHECK(x.touching > 100);
  free(x.state);
  free(x.vdot);
  jn_work_free(x.work);
  jni_tape_free(x.whole);
  jni_machine_free(m);
  compiled_free(&c);
  compiled_free(&exact);
}

// ---- files ----------------------------------------------------------------------------------------------------------

static void test_file(const char *method) {
  compiled c = compile(method, true);
  jni_bytes_out out = {.alloc = NULL};
  const char *why = "";
  if (!c.program) return;
  jni_program_write(c.program, &out);
  jni_program *again = out.failed ? NULL : jni_program_read(jn_run_system(c.run), out.at, (size_t)out.n, &why);
  CHECK(again && again->whole && again->sizes.all_z == STATES + 1);
  int n = again ? jni_program_nvariables(&again->sizes) : 0, results = again ? jni_rates_at(&again->sizes).n : 0;
  jni_tape *before = again ? jni_tape_new(c.program->g, n, c.program->rates, results) : NULL;
  jni_tape *after = again ? jni_tape_new(again->g, n, again->rates, results) : NULL;
  double *a = calloc((size_t)results + 1, sizeof *a), *b = calloc((size_t)results + 1, sizeof *b);
  double *x = calloc((size_t)n + 1, sizeof *x);
  for (int trial = 0; again && trial < 10; trial++) {
    memcpy(x, c.program->nominal, (size_t)n * sizeof *x);
    x[3] -= 0.1 * trial;
    jni_tape_run(before, x, a);
    jni_tape_run(after, x, b);
    CHECK(memcmp(a, b, (size_t)results * sizeof *a) == 0);
  }
  free(a);
  free(b);
  free(x);
  jni_tape_free(before);
  jni_tape_free(after);
  jni_program_free(again);
  free(out.at);
  compiled_free(&c);
}

// ---- how far it creeps ----------------------------------------------------------------------------------------------

static const char standing[] =
    "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nroads: {hill: {type: slope, angle: 10 deg}}\n"
    "bodies: {box: {mass: 100, inertia: [8, 20, 25], points: {a: [1, 0.4, 0], b: [1, -0.4, 0], c: [-1, 0.4, 0], "
    "d: [-1, -0.4, 0]}}}\n"
    "forces: {\"f{p}\": {repeat: {p: [a, b, c, d]}, type: contact, at: \"box.{p}\", road: hill, stiffness: 50 kN/m, "
    "damping: 1 kN s/m, friction: 0.5}}\n"
    "initial: {guess: {box.orientation: {axis: y, angle: 10 deg}}}\nsimulate: {until: 8}\noutputs: [box.x]\n";

static double speed_at_end(const jn_model *model, bool creep, jn_report *report) {
  const char *file = "test_creep.jnc";
  jn_compile_options options = jn_compile_options_default();
  options.tables.creep = creep;
  jn_compiled *made = jn_compile(model, &options, report);
  CHECK(made && jn_compiled_report(made)->left_out == (creep ? 8 : 0));
  bool good = made && jn_compiled_write(made, NULL, 0, file, report) == JN_OK;
  jn_model *again = good ? jn_model_read(NULL, file, NULL, 0, report) : NULL;
  jn_run *run = again ? jn_run_new(again, NULL, report) : NULL;
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  const jn_system *system = run ? jn_run_system(run) : NULL;
  const double *v = run ? jn_run_state(run) + 1 + system->sizes.nq : NULL;
  double speed = run ? sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) : NAN;
  jn_run_free(run);
  jn_model_free(again);
  jn_compiled_free(made);
  remove(file);
  return speed;
}

// Weight along the slope over what friction takes per speed: capacity over 0.1 m/s, and the dampers.
static void test_standing(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "standing.yaml", standing, strlen(standing), NULL, 0, report);
  const double slope = 10 * JNK_PI / 180, weight = 100 * 9.81, dampers = 4 * 50e3 * 2e-3;
  for (int i = 0; !model && i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
  CHECK(model);
  if (model) {
    double expected = weight * sin(slope) / (0.5 * weight * cos(slope) / 0.1 + dampers);
    CHECK_NEAR(speed_at_end(model, true, report), expected, 1e-3 * expected);
    double still = speed_at_end(model, false, report);
    CHECK(still < 1e-4);
    printf("creeps at %.1f mm/s\n", 1e3 * expected);
  }
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  for (int i = 0; i < METHODS; i++) {
    test_engine(methods[i]);
    test_file(methods[i]);
  }
  test_standing();
  return check_report();
}

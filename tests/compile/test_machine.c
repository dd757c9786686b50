// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_machine.c - methods of fixed step on programs: orders of convergence, loops that stay closed by one Newton step,
// copies of the block, what a step tells.
#include "check.h"
#include "compile/machine.h"
#include "folder.h"
#include "program.h"

#define VERBOSE (getenv("VERBOSE") != NULL)

static const char *const models[] = {
    JOUNCE_SOURCE_DIR "/models/examples/pendulum.yaml", JOUNCE_SOURCE_DIR "/models/examples/four-bar.yaml",
    JOUNCE_SOURCE_DIR "/models/benchmarks/n-link-chain-space.yaml",
    JOUNCE_SOURCE_DIR "/models/benchmarks/heavy-top.yaml", JOUNCE_SOURCE_DIR "/models/examples/slider-crank.yaml"};
enum { NMODELS = sizeof models / sizeof *models };

static jni_machine *machine_of(const compiled *c, const char *method, double h) {
  const jni_machine_def def = {.program = c->program, .method = jni_step_method_find(method), .h = h};
  return jni_machine_new(NULL, &def);
}

// q and v with the loops closed, after `steps`; NULL: a step failed.
static double *end_of(const compiled *c, const char *method, double h, int steps) {
  jni_machine *m = machine_of(c, method, h);
  int n = m->program->sizes.nq + m->program->sizes.nv;
  double *end = calloc((size_t)n, sizeof *end);
  int good = 0;
  for (int i = 0; i < steps; i++) good += jni_machine_step(m) == JN_OK;
  CHECK(good == steps);
  CHECK_NEAR(m->x[0], c->variables[0] + steps * h, 1e-15 * steps);
  memcpy(end, jni_machine_rates(m), (size_t)n * sizeof *end);
  jni_machine_free(m);
  return end;
}

static double distance(int n, const double *a, const double *b) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

// Three steps, each half of the one before: errors against the exact end fall by 2^order.
static void check_order(const char *path, const jni_step_method *method, int newton, const double *exact) {
  const double until = 0.2;
  double error[3];
  for (int k = 0; k < 3; k++) {
    int steps = (method->order > 2 ? 20 : 50) << k;
    const compiled_def def = {.newton = newton, .implicit = {.extent = method->implicit, .h = until / steps}};
    compiled c = compiled_new(path, &def);
    double *end = end_of(&c, method->name, until / steps, steps);
    error[k] = distance(c.program->sizes.nq + c.program->sizes.nv, end, exact);
    free(end);
    compiled_free(&c);
  }
  double order = log2(error[1] / error[2]);
  if (VERBOSE)
    printf("%s %s, newton %d: %g %g %g, order %.2f\n", path, method->name, newton, error[0], error[1], error[2], order);
  CHECK(order > method->order - 0.25 || error[2] < 1e-11);
}

static void check_model(const char *path) {
  const compiled_def def = {.newton = 1};
  compiled c = compiled_new(path, &def);
  CHECK(c.program);
  double *exact = c.program ? end_of(&c, "rk4", 0.2 / 800, 800) : NULL;
  for (const jni_step_method *m = jni_step_methods; m->name && exact; m++)
    for (int newton = 0; newton < 2; newton++) check_order(path, m, newton, exact);
  free(exact);
  compiled_free(&c);
}

// ---- against the engine -------------------------------------------------------------------------------------------

static int compared;

// The same steps of rk4 by both: they differ by how the dependent variables are solved.
static void compare_steps(const compiled *c, const char *path, double h) {
  const int steps = 25, n = c->program->sizes.nq + c->program->sizes.nv;
  double *end = end_of(c, "rk4", h, steps), size = 1;
  for (int i = 0; i < steps; i++) CHECK(jn_run_step(c->run, (i + 1) * h) == JN_OK);
  double apart = distance(n, end, jn_run_state(c->run) + 1);
  for (int i = 0; i < n; i++) size = fmax(size, fabs(end[i]));
  if (!(apart < 1e-10 * size)) printf("%s: %g of %g\n", path, apart, size);
  CHECK(apart < 1e-10 * size);
  free(end);
  compared++;
}

static void check_engine(const char *path) {
  const double h = 1e-4;
  const compiled_def def = {.newton = 1, .step = h};  // the engine closes the loops at every stage, too
  compiled c = compiled_new(path, &def);
  if (c.program) compare_steps(&c, path, h);
  compiled_free(&c);
}

// ---- a vehicle ----------------------------------------------------------------------------------------------------

typedef struct {
  int steps;         // that went well
  double violation;  // largest of the rows of positions, metres or radians
} drive;

static double violation_of(const compiled *c, jni_machine *m, jn_work *work, double *state) {
  const jn_system *system = jn_run_system(c->run);
  double worst = 0;
  memcpy(state, m->x, (size_t)system->sizes.nstate * sizeof *state);
  memcpy(state + 1, jni_machine_rates(m), (size_t)(system->sizes.nq + system->sizes.nv) * sizeof *state);
  jn_solve_acceleration(system, work, state, NULL, NULL);
  for (int i = 0; i < system->sizes.nh; i++) worst = fmax(worst, fabs(work->phi[i]));
  return worst;
}

static drive drive_on(const char *path, const char *name, double h, int steps) {
  const jni_step_method *method = jni_step_method_find(name);
  const compiled_def def = {.implicit = {.extent = method->implicit, .h = h}};
  compiled c = compiled_new(path, &def);
  drive d = {0};
  CHECK(c.program);
  jni_machine *m = c.program ? machine_of(&c, name, h) : NULL;
  jn_work *work = m ? jn_work_new(jn_run_system(c.run)) : NULL;
  double *state = m ? calloc((size_t)jn_run_system(c.run)->sizes.nstate + 1, sizeof *state) : NULL;
  while (m && d.steps < steps && jni_machine_step(m) == JN_OK)
    if (d.steps++ % 20 == 0) d.violation = fmax(d.violation, violation_of(&c, m, work, state));
  free(state);
  jn_work_free(work);
  jni_machine_free(m);
  compiled_free(&c);
  return d;
}

// One Newton step keeps 17 loops closed on bumps; against a kerb 10 ms are too long for euler, not for rosenbrock.
static void check_vehicle(void) {
  static const char bumps[] = JOUNCE_SOURCE_DIR "/models/vehicles/hmmwv-bumps.yaml",
                    kerb[] = JOUNCE_SOURCE_DIR "/models/vehicles/hmmwv-kerb.yaml";
  drive fine = drive_on(bumps, "euler", 1e-3, 2000), coarse = drive_on(bumps, "euler", 5e-3, 800);
  CHECK(fine.steps == 2000 && fine.violation < 1e-9);
  CHECK(coarse.steps == 800 && coarse.violation < 1e-6);
  CHECK(drive_on(kerb, "euler", 1e-2, 800).steps < 800);
  CHECK(drive_on(kerb, "rosenbrock", 1e-2, 800).steps == 800);
}

// ---- a state from outside ------------------------------------------------------------------------------------------

// The independent coordinates stay where they were put, the others follow.
static void check_restart(const char *path) {
  const compiled_def def = {0};
  compiled c = compiled_new(path, &def);
  jni_machine *m = c.program ? machine_of(&c, "rk4", 1e-3) : NULL;
  CHECK(m);
  if (!m) return;
  int nq = m->step.nq, nv = m->step.nv, at = m->step.independent[0];
  CHECK(nq == nv);  // hinges alone
  const double angle = m->x[1 + at] += 0.05, speed = m->x[1 + nq + at] += 0.5;
  const double open = distance(nq + nv, m->x + 1, jni_machine_rates(m));
  jni_machine_restart(m);
  const double closed = distance(nq + nv, m->x + 1, jni_machine_rates(m));
  CHECK(open > 1e-3 && closed < 1e-12);
  CHECK_NEAR(m->x[1 + at], angle, 1e-15);
  CHECK_NEAR(m->x[1 + nq + at], speed, 1e-15);
  jni_machine_free(m);
  compiled_free(&c);
}

// ---- the Jacobian --------------------------------------------------------------------------------------------------

// The solution of the linear equations of a step at the start, for a right side of ones.
static double *solution_of(const compiled *c) {
  jni_machine *m = machine_of(c, "rosenbrock", 1e-2);
  int kept = m->step.nkept, n = 2 * m->step.nindependent + m->step.nz;
  double *k = calloc((size_t)(m->step.nv + m->step.nz), sizeof *k), *memory = m->x + m->step.nvariables;
  m->step.jacobian(m->step.context, m->x, memory + JNK_STEP_MEMORY + 1);
  for (int i = 0; i < n; i++) memory[JNK_STEP_MEMORY + 1 + kept + i] = 1;
  m->step.solve(m->step.context, m->x, k);
  jni_machine_free(m);
  return k;
}

// It has forces over dependent coordinates too, whether these are closed before an evaluation or behind it.
static void check_jacobian(const char *path) {
  double *k[2] = {NULL, NULL};
  int nv = 0;
  for (int i = 0; i < 2; i++) {
    const compiled_def def = {.newton = i, .implicit = {.extent = JNI_IMPLICIT_ALL, .h = 1e-2}};
    compiled c = compiled_new(path, &def);
    CHECK(c.program);
    if (!c.program) exit(1);
    nv = c.program->sizes.nv;
    k[i] = solution_of(&c);
    compiled_free(&c);
  }
  CHECK(distance(nv, k[0], k[1]) < 1e-9 * (1 + fabs(k[0][0])));
  free(k[0]);
  free(k[1]);
}

int main(void) {
  for (int i = 0; i < NMODELS; i++) check_model(models[i]);
  check_jacobian(JOUNCE_SOURCE_DIR "/models/benchmarks/double-wishbone-corner.yaml");
  check_restart(JOUNCE_SOURCE_DIR "/models/benchmarks/n-four-bar-a02.yaml");
  int found = each_shipped_model(check_engine);
  CHECK(compared == found && found > 60);
  if (!LIGHT) check_vehicle();
  return check_report();
}

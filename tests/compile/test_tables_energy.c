// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_tables_energy.c - a conservative mechanism with tables keeps its energy over a million steps, since speeds are
// derivatives of the positions that the tables give; with B in a table of its own it does not.
#include "compile/machine.h"
#include "kernel/spline.h"
#include "recorder.h"
#include "tabled.h"

// Two cranks carry two rods that meet, on springs that are loaded where they stand. With two independent variables the
// work of an error of B depends on the way; with one it would be a potential.
static const char five_bar[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"
    "ground: {points: {O: [-0.1, 0], Q: [0.1, 0]}}\n"
    "bodies:\n"
    "  a: {mass: 0.8, inertia: 0.03, points: {O: [-0.125, 0], A: [0.125, 0]}}\n"
    "  b: {mass: 0.8, inertia: 0.03, points: {Q: [-0.125, 0], B: [0.125, 0]}}\n"
    "  c: {mass: 0.4, inertia: 0.04, points: {A: [-0.175, 0], P: [0.175, 0]}}\n"
    "  d: {mass: 0.4, inertia: 0.04, points: {B: [-0.175, 0], P: [0.175, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, a.O]}\n"
    "  Q: {type: revolute, between: [ground.Q, b.Q]}\n"
    "  A: {type: revolute, between: [a.A, c.A]}\n"
    "  B: {type: revolute, between: [b.B, d.B]}\n"
    "  P: {type: revolute, between: [c.P, d.P]}\n"
    "forces:\n"
    "  left: {type: torsion-spring, joint: O, stiffness: 20, damping: 0, rest: 2.2}\n"
    "  right: {type: torsion-spring, joint: Q, stiffness: 16, damping: 0, rest: 1}\n"
    "  elbow: {type: torsion-spring, joint: A, stiffness: 6, damping: 0, rest: -0.6}\n"
    "  other: {type: torsion-spring, joint: B, stiffness: 6, damping: 0, rest: 0.6}\n"
    "initial:\n"
    "  keep: {a.angle: 2.2, b.angle: 1, a.rate: 0.1, b.rate: -0.08}\n"
    "  guess: {a.x: -0.17, a.y: 0.1, b.x: 0.17, b.y: 0.1, c.x: -0.12, c.y: 0.35, c.angle: 0.9, d.x: 0.12, d.y: 0.35,\n"
    "    d.angle: 2.3}\n"
    "simulate: {until: 1, start: equilibrium, independent: [joint.O, joint.Q]}\n";

enum { STEPS = LIGHT ? 20000 : 1000000, LOOKS = 1000, FUNCTIONS = 2, VARIABLES = 2 };
static const double range = 0.4, step = 1e-3, drift = 1e-5;  // rad, s, of the energy
// Of the positions, m and rad: a coarse table, since that makes no difference.
static const double tolerance = 1e-4;

// ---- B by itself ---------------------------------------------------------------------------------------------------

static const double *partial;  // its block

enum { WIDTH = JNK_PACK, WIDTH_B = JNK_PACK };  // of results: FUNCTIONS, and FUNCTIONS times VARIABLES, filled up

// As the table, but for the derivatives.
static void values_by_themselves(const double *block, const double *y, double *out) {
  double B[WIDTH_B * (VARIABLES + 1)];
  jnk_call_spline(block, y, out);
  jnk_call_spline(partial, y, B);
  for (int f = 0; f < FUNCTIONS; f++)
    for (int k = 0; k < VARIABLES; k++) out[(1 + k) * WIDTH + f] = B[f * VARIABLES + k];
}

// Derivatives of B: f_xx, f_xy, f_yy, the middle one the mean of both.
static void seconds_by_themselves(const double *block, const double *y, double *out) {
  double B[WIDTH_B * (VARIABLES + 1)];
  (void)block;
  jnk_call_spline(partial, y, B);
  const double *by_x = B + WIDTH_B, *by_y = B + 2 * WIDTH_B;
  for (int f = 0; f < FUNCTIONS; f++) {
    int x = f * VARIABLES, z = x + 1;
    out[f] = by_x[x];
    out[WIDTH + f] = (by_y[x] + by_x[z]) / 2;
    out[2 * WIDTH + f] = by_y[z];
  }
}

// B as the exact equations have it, from speeds of one.
typedef struct {
  const subject *s;
  const equations *exact;
  const jni_loop_table *table;
  double *x, *out;
} partial_source;

static bool calc_partial(void *context, const double *y, double *values) {
  const partial_source *p = context;
  const jn_sizes *n = &p->s->system->sizes;
  for (int k = 0; k < VARIABLES; k++) {
    memcpy(p->x, p->s->c.variables, (size_t)jni_writer_nvariables(p->s->system) * sizeof *p->x);
    for (int i = 0; i < VARIABLES; i++) {
      p->x[1 + p->table->q[i]] = y[i];
      p->x[1 + n->nq + p->table->speed[i]] = i == k;
    }
    for (int newton = 0; newton < 12; newton++) {
      jni_tape_run(p->exact->tape, p->x, p->out);
      memcpy(p->x + 1, p->out, (size_t)n->nq * sizeof *p->x);
    }
    for (int f = 0; f < FUNCTIONS; f++) values[f * VARIABLES + k] = p->out[n->nq + p->table->columns[f]];
  }
  return true;
}

// With the same points as the table of positions.
static void separate(const subject *s, const equations *exact, jni_loop_tables *tables) {
  const jn_sizes *n = &s->system->sizes;
  jni_loop_table *table = &tables->list[0];
  double aims[FUNCTIONS * VARIABLES];
  partial_source source = {s, exact, table, calloc((size_t)jni_writer_nvariables(s->system), sizeof(double)),
                           calloc((size_t)(n->nq + 2 * n->nv), sizeof(double))};
  jni_spline_grid fit = table->spline.fit;
  fit.nfunctions = FUNCTIONS * VARIABLES;
  for (int i = 0; i < FUNCTIONS * VARIABLES; i++) aims[i] = 1e-30;
  jni_fit_result result = jni_fit_refine(&tables->pool, &fit, calc_partial, &source,
                                         &(jni_fit_target){.tolerance = aims, .max_coefficients = 1});
  CHECK(result.block && fit.cells[0] == table->spline.fit.cells[0]);
  partial = result.block;
  double error = 0;
  for (int i = 0; i < FUNCTIONS * VARIABLES; i++) error = fmax(error, result.error[i]);
  printf("B by itself: %.2g off\n", error);
  static jni_spline_kernels kernels;
  kernels = *table->spline.kernels;
  kernels.values.calc = kernels.fused.calc = values_by_themselves;
  kernels.seconds.calc = seconds_by_themselves;
  table->spline.kernels = &kernels;
  free(source.x);
  free(source.out);
}

// ---- the run -------------------------------------------------------------------------------------------------------

enum { KINETIC, ENERGY, CRANKS, OUTPUTS = CRANKS + VARIABLES };
static const char *const names[OUTPUTS] = {"energy.kinetic", "energy", "joint.O.angle", "joint.Q.angle"};

// Largest change of T + V, over the largest T.
static double change_of(jni_machine *m) {
  double out[OUTPUTS], start[OUTPUTS], most = 0, kinetic = 0;
  bool good = true;
  jni_machine_outputs(m, start);
  for (int i = 1; i <= STEPS && good; i++) {
    good = jni_machine_step(m) == JN_OK;
    if (i % (STEPS / LOOKS) != 0) continue;
    jni_machine_outputs(m, out);
    most = fmax(most, fabs(out[ENERGY] - start[ENERGY]));
    kinetic = fmax(kinetic, out[KINETIC]);
    for (int k = CRANKS; k < OUTPUTS; k++) good = good && fabs(out[k] - start[k]) < range;
  }
  CHECK(good);
  return most / kinetic;
}

static double drift_of(const subject *s, const jni_loop_tables *tables) {
  jn_probe *probe = jn_probe_new(s->system, names, OUTPUTS, false, s->c.report);
  const jni_program_def def = {.system = s->system,
                               .reduced = s->reduced,
                               .nominal = s->c.variables,
                               .newton = 1,
                               .fused = true,
                               .probe = probe,
                               .tabulated = {.tables = tables}};
  jni_program *program = jni_program_new(NULL, &def, s->c.report);
  const jni_machine_def machine = {.program = program, .method = jni_step_method_find("rk4"), .h = step};
  jni_machine *m = program ? jni_machine_new(NULL, &machine) : NULL;
  CHECK(m);
  double change = m ? change_of(m) : NAN;
  jni_machine_free(m);
  jni_program_free(program);
  jn_probe_free(probe);
  return change;
}

int main(void) {
  subject s = subject_of_model(model_of(NULL, five_bar), jn_report_new(NULL), range, "none");
  const jni_program_tables nothing = {0};
  equations exact = equations_of(&s, &nothing);
  jni_loop_tables *tables =
      jni_loop_tables_new(exact.e, &(jni_coordinate_table_def){s.low, s.high, tolerance, 4, 20000});
  CHECK(tables && tables->n == 1 && tables->list[0].spline.block);
  CHECK(tables && tables->list[0].nfunctions == FUNCTIONS && tables->list[0].nvariables == VARIABLES);
  double whole = drift_of(&s, tables);
  separate(&s, &exact, tables);
  double apart = drift_of(&s, tables);
  printf("energy: %.2g of it lost with one table, %.2g with B by itself\n", whole, apart);
  CHECK(whole < drift);
  CHECK(LIGHT || apart > drift);
  jni_loop_tables_free(tables);
  equations_free(&exact);
  subject_free(&s);
  return check_report();
}

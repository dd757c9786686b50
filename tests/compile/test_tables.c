// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_tables.c - what is computed beforehand against the exact equations, at states by chance: loops by tables, the
// mass matrix and the coefficients of quadratic terms by tables and constant, poses; what has no table, and why.
#include <string.h>

#include "compile/tables/mass_tables.h"
#include "compile/tables/pose_tables.h"
#include "tabled.h"

static double chance(void) {
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) / 4503599627370496.0 - 1;
}

// Independent variables within `share` of their ranges; the exact equations close the loops.
static void place_by_chance(const subject *s, const equations *exact, double share, double *x, double *out) {
  const jn_sizes *n = &s->system->sizes;
  memcpy(x, s->c.variables, (size_t)jni_writer_nvariables(s->system) * sizeof *x);
  for (int i = 0; i < s->reduced->nindependent; i++) {
    int speed = s->reduced->independent[i], q = s->system->speed_q[speed];
    if (q >= 0) x[1 + q] += share * fmin(1, s->high[q] - x[1 + q]) * chance();
    x[1 + n->nq + speed] += 0.3 * chance();
  }
  for (int newton = 0; newton < 20; newton++) {
    jni_tape_run(exact->tape, x, out);
    memcpy(x + 1, out, (size_t)n->nq * sizeof *x);
  }
}

typedef struct {
  double place, speed, acceleration;  // the last relative to the largest
} errors;

static errors compare(const subject *s, const equations *exact, const equations *ours, double share) {
  const jn_sizes *n = &s->system->sizes;
  int many = n->nq + 2 * n->nv, states = LIGHT ? 5 : 30;
  double *x = calloc((size_t)jni_writer_nvariables(s->system), sizeof *x), *a = calloc((size_t)many, sizeof *a),
         *b = calloc((size_t)many, sizeof *b);
  errors worst = {0, 0, 0};
  for (int k = 0; k < states; k++) {
    place_by_chance(s, exact, share, x, a);
    jni_tape_run(ours->tape, x, b);
    double size = 1;
    for (int i = n->nq + n->nv; i < many; i++) size = fmax(size, fabs(a[i]));
    for (int i = 0; i < many; i++) {
      double error = fabs(a[i] - b[i]), *most = i < n->nq ? &worst.place : i < n->nq + n->nv ? &worst.speed : NULL;
      if (most) *most = fmax(*most, error);
      else worst.acceleration = fmax(worst.acceleration, error / size);
    }
  }
  free(x);
  free(a);
  free(b);
  return worst;
}

// ---- vehicles -----------------------------------------------------------------------------------------------------

static bool *wheels_of(const jn_model *model) {
  bool *kept = calloc((size_t)model->nbodies, sizeof *kept);
  for (int b = 1; b < model->nbodies; b++) kept[b] = strstr(model->bodies[b].name, "wheel") != NULL;
  return kept;
}

static int count_tables(const jni_loop_tables *tables, bool partial) {
  int n = 0;
  for (int i = 0; i < tables->n; i++) n += tables->list[i].spline.block && tables->list[i].partial == partial;
  return n;
}

static void check_step(const subject *s, const equations *exact, const jni_program_tables *given, const char *what,
                       double share, double tolerance, int operations) {
  equations ours = equations_of(s, given);
  errors worst = compare(s, exact, &ours, share);
  printf("%s: %d operations; errors %.2g %.2g %.2g\n", what, ours.alone->n, worst.place, worst.speed,
         worst.acceleration);
  CHECK(worst.place <= 2e-6);
  CHECK(worst.speed <= 1e-4);
  CHECK(worst.acceleration <= tolerance);
  CHECK(ours.alone->n <= operations);
  equations_free(&ours);
}

// Elements that rounding has made: so small that they say nothing.
static int count_noise(const jni_mass_tables *mass) {
  int n = 0;
  for (int k = 0; k < mass->n; k++)
    for (int l = 0; l < k; l++) {
      const double *M = mass->constant, it = fabs(M[jni_mass_function(k, l)]);
      n += it > 0 && it < 1e-13 * sqrt(M[jni_mass_function(k, k)] * M[jni_mass_function(l, l)]);
    }
  return n;
}

// Each step with what the one before it has. The ranges are those of the suspension over rough ground.
static void test_vehicle(void) {
  subject s = subject_of("vehicles/hmmwv.yaml", LIGHT ? 0.05 : 0.3, "spin");
  for (int i = 0; i < s.reduced->nindependent; i++) {  // the engine turns, too
    int speed = s.reduced->independent[i], q = s.system->speed_q[speed];
    if (q >= 0 && strstr(s.reduced->arcs[speed], "engine")) {
      s.low[q] -= 10;
      s.high[q] += 10;
    }
  }
  jni_program_tables given = {0};
  equations exact = equations_of(&s, &given);
  jni_loop_tables *tables = jni_loop_tables_new(exact.e, &(jni_coordinate_table_def){s.low, s.high, 1e-6, 4, 20000});
  CHECK(tables);
  CHECK(tables && count_tables(tables, false) == 7);  // steering, four corners, two shocks by themselves
  CHECK(tables && count_tables(tables, true) == 4);   // half-shafts
  given.tables = tables;
  check_step(&s, &exact, &given, "tables", 0.9, 1e-4, 22500);
  equations tabled = equations_of(&s, &given);
  bool *kept = wheels_of(s.c.model);
  jni_pose_tables *poses =
      jni_pose_tables_new(tabled.e, kept, &(jni_coordinate_table_def){s.low, s.high, 1e-6, 4, 20000});
  CHECK(poses && poses->nlinks == 4 && poses->nlines >= 12);
  for (int constant = 0; constant < 2; constant++) {
    jni_mass_tables *mass = jni_mass_new(tabled.e, &(jni_mass_def){{s.low, s.high, 1e-4, 4, 20000}, constant, false});
    CHECK(mass && mass->turning_error < 1e-4);
    CHECK(mass && count_noise(mass) == 0);
    given.mass = mass;
    given.poses = NULL;
    // the constant one is that of the start
    check_step(&s, &exact, &given, constant ? "constant mass" : "mass by tables", constant ? 0.01 : 0.9,
               constant ? 0.05 : 2e-3, 8700);
    given.poses = poses;
    check_step(&s, &exact, &given, "and poses", constant ? 0.01 : 0.9, constant ? 0.05 : 2e-3, constant ? 5200 : 7700);
    jni_mass_free(mass);
  }
  free(kept);
  jni_pose_tables_free(poses);
  equations_free(&tabled);
  jni_loop_tables_free(tables);
  equations_free(&exact);
  subject_free(&s);
}

// ---- coefficients of quadratic terms --------------------------------------------------------------------------------

static double coefficient(const jni_mass_tables *mass, int i, int j, int row) {
  for (int p = 0; p < mass->npairs; p++)
    if (mass->pairs[p][0] == i && mass->pairs[p][1] == j)
      return mass->constant[jni_mass_coefficients(mass) + p * mass->n + row];
  return 0;
}

// Two bars with relative angles: with h = m2 l1 c2 sin(q2), h (2 u1 u2 + u2^2) stands along q1 and -h u1^2 along q2.
static void test_double_pendulum(void) {
  subject s = subject_of("../papers/park/park-double-pendulum.yaml", 0.5, "none");
  jni_program_tables given = {0};
  equations exact = equations_of(&s, &given);
  jni_mass_def def = {{s.low, s.high, 1e-4, 4, 20000}, true, true};
  jni_mass_tables *mass = jni_mass_new(exact.e, &def);
  CHECK(mass && mass->n == 2 && mass->ntables <= 2);
  double h = 7 * 2 * 1 * sin(s.c.variables[1 + s.system->speed_q[1]]);
  CHECK(fabs(h) > 1);
  CHECK_NEAR(coefficient(mass, 0, 1, 0), 2 * h, 1e-3);
  CHECK_NEAR(coefficient(mass, 1, 1, 0), h, 1e-3);
  CHECK_NEAR(coefficient(mass, 0, 0, 1), -h, 1e-3);
  CHECK_NEAR(coefficient(mass, 0, 1, 1), 0, 1e-3);
  CHECK_NEAR(coefficient(mass, 0, 0, 0), 0, 1e-3);
  jni_mass_free(mass);
  def.constant = false;
  given.mass = mass = jni_mass_new(exact.e, &def);
  check_step(&s, &exact, &given, "double pendulum, Q_ij by tables", 0.9, 1e-3, 200);
  jni_mass_free(mass);
  equations_free(&exact);
  subject_free(&s);
}

// A vehicle without loops: accelerations by tables of M and of the coefficients.
static void test_coefficients(void) {
  subject s = subject_of("vehicles/m2.yaml", LIGHT ? 0.05 : 0.2, "spin");
  jni_program_tables given = {0};
  equations exact = equations_of(&s, &given);
  for (int constant = 0; constant < 2; constant++) {
    const jni_mass_def def = {{s.low, s.high, 1e-4, 4, 20000}, constant, true};
    jni_mass_tables *mass = jni_mass_new(exact.e, &def);
    CHECK(mass && mass->quadratic && mass->npairs > 21 && mass->npairs < mass->n * (mass->n + 1) / 4);
    given.mass = mass;
    check_step(&s, &exact, &given, constant ? "constant Q_ij" : "Q_ij by tables", constant ? 0.01 : 0.9,
               constant ? 0.05 : 2e-3, 8700);
    jni_mass_free(mass);
  }
  equations_free(&exact);
  subject_free(&s);
}

// ---- what has no table --------------------------------------------------------------------------------------------

static void test_reasons(void) {
  subject driven = subject_of("examples/four-bar.yaml", 0.3, "none");
  const jni_program_tables nothing = {0};
  equations exact = equations_of(&driven, &nothing);
  jni_loop_tables *tables =
      jni_loop_tables_new(exact.e, &(jni_coordinate_table_def){driven.low, driven.high, 1e-6, 4, 20000});
  CHECK(tables && count_tables(tables, false) == 0);
  for (int i = 0; tables && i < tables->ngroups; i++) CHECK(tables->groups[i].reason == JNI_TABLE_TIME);
  jni_loop_tables_free(tables);
  equations_free(&exact);
  subject_free(&driven);
  subject turning = subject_of("examples/slider-crank.yaml", 0.3, "joint");
  exact = equations_of(&turning, &nothing);
  tables = jni_loop_tables_new(exact.e, &(jni_coordinate_table_def){turning.low, turning.high, 1e-6, 4, 20000});
  CHECK(tables && count_tables(tables, false) == 0);
  for (int i = 0; tables && i < tables->ngroups; i++) CHECK(tables->groups[i].reason == JNI_TABLE_UNBOUNDED);
  jni_loop_tables_free(tables);
  for (int i = 0; i < turning.system->sizes.nq; i++) {
    turning.low[i] -= 3;
    turning.high[i] = turning.low[i] + 6;
  }
  tables = jni_loop_tables_new(exact.e, &(jni_coordinate_table_def){turning.low, turning.high, 1e-9, 4, 20});
  for (int i = 0; tables && i < tables->ngroups; i++) CHECK(tables->groups[i].reason == JNI_TABLE_COARSE);
  jni_loop_tables_free(tables);
  equations_free(&exact);
  subject_free(&turning);
}

// A tree has no loops, and so no tables.
static void test_tree(void) {
  subject top = subject_of("benchmarks/heavy-top.yaml", 0.3, "none");
  const jni_program_tables nothing = {0};
  equations exact = equations_of(&top, &nothing);
  jni_loop_tables *tables =
      jni_loop_tables_new(exact.e, &(jni_coordinate_table_def){top.low, top.high, 1e-6, 4, 20000});
  CHECK(tables && tables->n == 0 && tables->ngroups == 0);
  jni_loop_tables_free(tables);
  equations_free(&exact);
  subject_free(&top);
}

int main(void) {
  test_tree();
  test_double_pendulum();
  test_coefficients();
  test_vehicle();
  test_reasons();
  return check_report();
}

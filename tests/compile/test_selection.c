// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_selection.c - programs whose variables are the independent coordinates and speeds alone: what they leave out,
// how it is found again, all bodies of the HMMWV against the exact equations, springs by tables.
#include <string.h>

#include "compile/file/program_file.h"
#include "compile/tables/force_tables.h"
#include "compile/tables/mass_tables.h"
#include "symbolic/node_order.h"
#include "tabled.h"

static double chance(void) {
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) / 4503599627370496.0 - 1;
}

// ---- programs -----------------------------------------------------------------------------------------------------

typedef struct {
  subject s;
  equations exact, tabled;
  jni_loop_tables *tables;
  jni_mass_tables *mass;
  jni_pose_tables *poses;
  jni_force_tables *forces;
  double *slowest, *fastest;
} vehicle;

static bool turns(const char *name) { return strstr(name, "spin") || strstr(name, "engine"); }

static vehicle vehicle_new(void) {
  vehicle v = {.s = subject_of("vehicles/hmmwv.yaml", LIGHT ? 0.05 : 0.15, "spin")};
  const jn_system *system = v.s.system;
  const jni_program_tables nothing = {0};
  bool *kept = calloc((size_t)system->nbodies, sizeof *kept);
  for (int b = 1; b < system->nbodies; b++) kept[b] = strstr(v.s.c.model->bodies[b].name, "wheel") != NULL;
  for (int i = 0; i < v.s.reduced->nindependent; i++) {
    int speed = v.s.reduced->independent[i], q = system->speed_q[speed];
    if (q >= 0 && strstr(v.s.reduced->arcs[speed], "engine")) {
      v.s.low[q] -= 10;
      v.s.high[q] += 10;
    }
  }
  const jni_coordinate_table_def few = {v.s.low, v.s.high, 1e-6, 4, 20000};
  const jni_mass_def mass = {.table_def = {v.s.low, v.s.high, 1e-4, 4, 20000}};
  v.slowest = calloc((size_t)system->sizes.nv, sizeof *v.slowest);
  v.fastest = calloc((size_t)system->sizes.nv, sizeof *v.fastest);
  for (int i = 0; i < system->sizes.nv; i++) {
    v.slowest[i] = -2;
    v.fastest[i] = 2;
  }
  v.exact = equations_of(&v.s, &nothing);
  v.tables = jni_loop_tables_new(v.exact.e, &few);
  v.tabled = equations_of(&v.s, &(jni_program_tables){.tables = v.tables});
  v.mass = jni_mass_new(v.tabled.e, &mass);
  v.poses = jni_pose_tables_new(v.tabled.e, kept, &few);
  v.forces = jni_force_tables_new(&(jni_force_tables_def){system, v.poses, &few, v.slowest, v.fastest, 5e-3, NULL});
  CHECK(v.tables && v.mass && v.poses && v.forces);
  free(kept);
  return v;
}

static void vehicle_free(vehicle *v) {
  jni_force_tables_free(v->forces);
  jni_pose_tables_free(v->poses);
  jni_mass_free(v->mass);
  jni_loop_tables_free(v->tables);
  equations_free(&v->tabled);
  equations_free(&v->exact);
  free(v->slowest);
  free(v->fastest);
  subject_free(&v->s);
}

static jni_program *program_with(const vehicle *v, jni_program_tables given, const jn_probe *probe) {
  const jni_program_def def = {.system = v->s.system,
                               .reduced = v->s.reduced,
                               .nominal = v->s.c.variables,
                               .probe = probe,
                               .newton = 1,
                               .fused = true,
                               .poses = true,
                               .tabulated = given};
  jni_program *p = jni_program_new(NULL, &def, v->s.c.report);
  CHECK(p);
  if (!p) exit(1);
  return p;
}

static jni_program *program_of(const vehicle *v, jni_program_tables given) { return program_with(v, given, NULL); }

// ---- states ---------------------------------------------------------------------------------------------------------

// The same independent variables for both, by chance within the ranges, the loops of the exact one closed on the way.
static void place(const vehicle *v, const jni_program *exact, const jni_program *less, double *x, double *y) {
  enum { STAGES = 20 };
  const jn_sizes *n = &v->s.system->sizes;
  jni_rates_layout at = jni_rates_at(&exact->sizes);
  jni_tape *rates = jni_tape_new(exact->g, jni_program_nvariables(&exact->sizes), exact->rates, at.n);
  double *out = calloc((size_t)at.n, sizeof *out), *way = calloc((size_t)n->nq, sizeof *way);
  memcpy(x, exact->nominal, (size_t)jni_program_nvariables(&exact->sizes) * sizeof *x);
  memcpy(y, less->nominal, (size_t)jni_program_nvariables(&less->sizes) * sizeof *y);
  for (int i = 0; i < v->s.reduced->nindependent; i++) {
    int speed = v->s.reduced->independent[i], q = v->s.system->speed_q[speed];
    if (q >= 0) way[q] = 0.9 * fmin(3, v->s.high[q] - x[1 + q]) * chance();
    x[1 + n->nq + speed] += turns(v->s.reduced->arcs[speed]) ? chance() : 0.3 * chance();
  }
  for (int k = 0; k < STAGES + 5; k++) {
    for (int i = 0; i < n->nq && k < STAGES; i++) x[1 + i] += way[i] / STAGES;
    jni_tape_run(rates, x, out);
    memcpy(x + 1, out, (size_t)(n->nq + n->nv) * sizeof *x);
  }
  for (int i = 0; i < less->sizes.nq; i++) y[1 + i] = x[1 + less->coordinates[i]];
  for (int i = 0; i < less->sizes.nv; i++) y[1 + less->sizes.nq + i] = x[1 + n->nq + less->speeds[i]];
  free(way);
  free(out);
  jni_tape_free(rates);
}

static double *results(const jni_program *p, const jni_node *nodes, int n, const double *x) {
  jni_tape *tape = jni_tape_new(p->g, jni_program_nvariables(&p->sizes), nodes, n);
  double *out = calloc((size_t)n, sizeof *out);
  if (tape) jni_tape_run(tape, x, out);
  jni_tape_free(tape);
  return out;
}

// ---- tests ----------------------------------------------------------------------------------------------------------

// The chassis and four wheels move; all else follows.
static void test_sizes(const vehicle *v, const jni_program *exact, const jni_program *less) {
  CHECK(v->poses->nlinks == 4);
  for (int i = 0; i < v->poses->nlinks; i++) CHECK(v->poses->links[i].table.spline.block);
  CHECK(exact->sizes.nq == 81 && exact->sizes.nv == 76 && !exact->whole);
  CHECK(less->sizes.nq == 17 && less->sizes.nv == 16 && less->whole);
  CHECK(less->sizes.nindependent == 16 && less->nturns == 1);
  for (int i = 0; i < less->sizes.nindependent; i++) CHECK(less->independent[i] == i);
  CHECK(less->nbodies == 46 && less->nposes == 7 * 46);
}

// All 46 bodies at the same independent coordinates: micrometres and microradians.
static void test_recovered(const vehicle *v, const jni_program *exact, const jni_program *less) {
  double *x = calloc((size_t)jni_program_nvariables(&exact->sizes), sizeof *x),
         *y = calloc((size_t)jni_program_nvariables(&less->sizes), sizeof *y), place_off = 0, turn_off = 0;
  for (int k = 0; k < (LIGHT ? 3 : 40); k++) {
    place(v, exact, less, x, y);
    double *a = results(exact, exact->poses, exact->nposes, x), *b = results(less, less->poses, less->nposes, y);
    for (int body = 0; body < less->nbodies; body++) {
      const double *p = a + 7 * body, *q = b + 7 * body;
      double far = 0, same = 0, apart = 0;
      for (int i = 0; i < 3; i++) far += (p[i] - q[i]) * (p[i] - q[i]);
      for (int i = 3; i < 7; i++) same += p[i] * q[i];
      for (int i = 3; i < 7; i++) apart += pow(p[i] - (same < 0 ? -q[i] : q[i]), 2);
      place_off = fmax(place_off, sqrt(far));
      turn_off = fmax(turn_off, 2 * sqrt(apart));
    }
    free(a);
    free(b);
  }
  printf("bodies: %.2g m, %.2g rad off\n", place_off, turn_off);
  CHECK(place_off <= 10e-6 && turn_off <= 50e-6);
  free(x);
  free(y);
}

static bool is_of_loops(const vehicle *v, const jni_graph *g, int call) {
  for (int i = 0; i < v->tables->n; i++) {
    const jni_spline_table *table = &v->tables->list[i].spline;
    size_t n = table->block ? jni_fit_size(&table->fit) : 0;
    if (n > 0 && (int)n == g->calls[call].nconstants &&
        memcmp(table->block, g->constants + g->calls[call].constant_at, n * sizeof *table->block) == 0)
      return true;
  }
  return false;
}

// How wheels stand and move: as their poses by tables say, so that nothing asks for their loops.
static void test_outputs(const vehicle *v, const jni_program *exact, const jni_program *less) {
  static const char *const names[] = {"fl.wheel.z", "rr.wheel.vz", "fr.wheel.wx", "rl.knuckle.y", "fl.uca.z"};
  enum { KEPT = 4, ALL = 5 };
  jn_probe *probe = jn_probe_new(v->s.system, names, ALL, false, v->s.c.report);
  jni_program *a = program_with(v, (jni_program_tables){0}, probe),
              *b =
                  program_with(v, (jni_program_tables){.tables = v->tables, .mass = v->mass, .poses = v->poses}, probe);
  double *x = calloc((size_t)jni_program_nvariables(&exact->sizes), sizeof *x),
         *y = calloc((size_t)jni_program_nvariables(&less->sizes), sizeof *y);
  place(v, exact, less, x, y);
  double *p = results(a, a->outputs, ALL, x), *q = results(b, b->outputs, ALL, y);
  for (int i = 0; i < ALL; i++) CHECK_NEAR(p[i], q[i], 2e-4);  // speeds are derivatives of tables
  for (int first = 0; first < ALL; first += KEPT) {
    bool asked = false;
    jni_order *order = jni_order_new(b->g, b->outputs + first, first == 0 ? KEPT : ALL - KEPT);
    for (int i = 0; i < order->n; i++) {
      const jni_graph_node *node = &b->g->nodes[order->list[i]];
      asked |= node->operation == JNI_DO_result && is_of_loops(v, b->g, node->a);
    }
    CHECK(asked == (first == KEPT));
    jni_order_free(order);
  }
  free(p);
  free(q);
  free(x);
  free(y);
  jni_program_free(a);
  jni_program_free(b);
  jn_probe_free(probe);
}

// q and v of the system from the variables, after the file too.
static void test_file(const vehicle *v, const jni_program *exact, const jni_program *less) {
  const char *why;
  jni_bytes_out bytes = {0};
  jni_program_write(less, &bytes);
  jni_program *again = jni_program_read(v->s.system, bytes.at, (size_t)bytes.n, &why);
  CHECK(again);
  if (!again) return;
  int n = jni_whole_at(&less->sizes).n, rates = jni_rates_at(&less->sizes).n;
  double *x = calloc((size_t)jni_program_nvariables(&exact->sizes), sizeof *x),
         *y = calloc((size_t)jni_program_nvariables(&less->sizes), sizeof *y);
  place(v, exact, less, x, y);
  double *a = results(less, less->whole, n, y), *b = results(again, again->whole, n, y);
  double *c = results(less, less->rates, rates, y), *d = results(again, again->rates, rates, y);
  CHECK(memcmp(a, b, (size_t)n * sizeof *a) == 0 && memcmp(c, d, (size_t)rates * sizeof *c) == 0);
  double off = 0;
  for (int i = 0; i < n; i++) off = fmax(off, fabs(a[i] - x[1 + i]));
  CHECK(off <= 2e-4);  // speeds are derivatives of tables
  free(a);
  free(b);
  free(c);
  free(d);
  free(x);
  free(y);
  jni_program_free(again);
  jni_free(NULL, bytes.at);
}

// What springs, dampers and stops do together, in and near the middle of their range.
static void test_forces(const vehicle *v, const jni_program *exact, const jni_program *less) {
  jni_program *tabled =
      program_of(v, (jni_program_tables){.tables = v->tables, .mass = v->mass, .poses = v->poses, .forces = v->forces});
  jni_rates_layout at = jni_rates_at(&less->sizes);
  double *x = calloc((size_t)jni_program_nvariables(&exact->sizes), sizeof *x),
         *y = calloc((size_t)jni_program_nvariables(&less->sizes), sizeof *y), worst = 0, size = 0;
  printf("%d tables of forces, off by %.2g\n", v->forces->n, v->forces->error);
  CHECK(v->forces->n == 5 && v->forces->error <= 5e-3);  // of four corners, and of the steering
  for (int k = 0; k < (LIGHT ? 3 : 20); k++) {
    place(v, exact, less, x, y);
    double *a = results(less, less->rates, at.n, y), *b = results(tabled, tabled->rates, at.n, y);
    for (int i = 0; i < less->sizes.nv; i++) {
      worst = fmax(worst, fabs(a[at.vdot + i] - b[at.vdot + i]));
      size = fmax(size, fabs(a[at.vdot + i]));
    }
    free(a);
    free(b);
  }
  printf("forces by tables: accelerations off by %.2g of %.3g\n", worst, size);
  CHECK(worst > 0 && worst <= 0.02 * size);
  free(x);
  free(y);
  jni_program_free(tabled);
}

int main(void) {
  vehicle v = vehicle_new();
  jni_program *exact = program_of(&v, (jni_program_tables){0}),
              *less = program_of(&v, (jni_program_tables){.tables = v.tables, .mass = v.mass, .poses = v.poses});
  test_sizes(&v, exact, less);
  test_recovered(&v, exact, less);
  test_outputs(&v, exact, less);
  test_file(&v, exact, less);
  test_forces(&v, exact, less);
  jni_program_free(exact);
  jni_program_free(less);
  vehicle_free(&v);
  return check_report();
}

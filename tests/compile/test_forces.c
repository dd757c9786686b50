// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_forces.c - force elements of every kind in a graph against the engine's: generalised forces, rates of states and
// how both vary, between bodies that hang on the ground, on one free body and on two, along joint coordinates and forms
// of them.
#include "check.h"
#include "compile/write.h"
#include "memory.h"
#include "rig.h"
#include "symbolic/tape.h"

// Kinds that cannot be part of a graph yet: a new kind belongs here or has a code.
static const char *const without_code[] = {NULL};  // ended by NULL

static bool is_listed(const jni_force_kind *kind) {
  for (const char *const *name = without_code; *name; name++)
    if (strcmp(*name, kind->name) == 0) return true;
  return false;
}

static void test_list(void) {
  for (int k = 0; jni_force_kinds[k]; k++) {
    if (is_listed(jni_force_kinds[k]) == !jni_force_kinds[k]->code) continue;
    printf("%s: either it has a code, or it is listed as without\n", jni_force_kinds[k]->name);
    CHECK(false);
  }
}

// ---- rigs ---------------------------------------------------------------------------------------------------------

typedef enum { ON_GROUND, ON_CHAIN, ON_BRANCHES, ON_TWO, CARRIERS } carrier;

static jn_body add_body(jn_model *model, const char *name) {
  jn_body_def def = jn_body_def_default();
  def.name = name;
  def.mass = 1.1;
  def.inertia[0] = 0.4;
  def.inertia[1] = 0.5;
  def.inertia[2] = 0.6;
  def.com[0] = 0.1;
  def.com[1] = -0.2;
  return jn_model_add_body(model, &def);
}

static jn_joint hinge(rig *r, const char *name, jn_body on, jn_body body) {
  char first[40], second[40];
  snprintf(first, sizeof first, "%s_on", name);
  snprintf(second, sizeof second, "%s_at", name);
  return add_base_joint(r, name, "revolute", random_frame(r->model, on, first), random_frame(r->model, body, second));
}

// Bodies a and b with two hinges: on one free body, one behind the other or side by side; or free both.
static rig new_free_rig(jn_space space, carrier on) {
  rig r = {.model = jn_model_new(NULL, "rig", space)};
  const double gravity[3] = {0.3, -9.81, space == JN_PLANE ? 0 : 0.7};
  jn_model_set_gravity(r.model, gravity);
  jn_body first = add_body(r.model, "first");
  r.a = add_body(r.model, "a");
  r.b = add_body(r.model, "b");
  r.turn = hinge(&r, "turn", first, r.a);
  r.swing = on == ON_CHAIN ? hinge(&r, "swing", r.a, r.b)
                           : hinge(&r, "swing", on == ON_BRANCHES ? first : add_body(r.model, "second"), r.b);
  r.frame_a = random_frame(r.model, r.a, "P");
  r.frame_b = random_frame(r.model, r.b, "Q");
  return r;
}

// ---- values -------------------------------------------------------------------------------------------------------

static void take_variables(const bench *x, double *all) {
  memcpy(all, x->state, (size_t)(1 + x->n.nq + x->n.nv + x->n.nz + x->n.ns) * sizeof *all);
}

static void randomize_states(bench *x) {
  randomize(x);
  for (int i = 0; i < x->n.nz; i++) x->z[i] = 0.3 * random_number();
  stages(x, x->state[0], x->q, x->v);
}

static void check_numbers(const jni_force_kind *kind, const char *what, const double *engine, const double *ours,
                          int n) {
  double worst = 0, size = 1;
  for (int i = 0; i < n; i++) size = fmax(size, fabs(engine[i]));
  for (int i = 0; i < n; i++) worst = jni_larger(worst, fabs(engine[i] - ours[i]) / size);
  CHECK(worst <= 1e-12);
  if (!(worst <= 1e-12)) printf("%s: %s is off by %g\n", kind->name, what, worst);
}

static void compare(bench *x, const jni_force_kind *kind, jni_writer *w, const jni_node *f) {
  int nvariables = jni_writer_nvariables(x->system), nv = x->n.nv, nz = x->n.nz;
  double *variables = numbers(nvariables), *engine = numbers(nv + nz), *ours = numbers(nv + nz);
  jni_tape *forces = jni_tape_new(w->g, nvariables, f, nv), *rates = jni_tape_new(w->g, nvariables, w->zdot, nz);
  for (int trial = 0; trial < 10; trial++) {
    randomize_states(x);
    take_variables(x, variables);
    jn_get_f(x->system, x->work, engine);
    jn_get_zdot(x->system, x->work, engine + nv);
    jni_tape_run(forces, variables, ours);
    jni_tape_run(rates, variables, ours + nv);
    check_numbers(kind, "f", engine, ours, nv);
    check_numbers(kind, "zdot", engine + nv, ours + nv, nz);
  }
  jni_tape_free(forces);
  jni_tape_free(rates);
  free(variables);
  free(engine);
  free(ours);
}

// Rates of all variables: bodies go on along random speeds, on which quaternions stay of unit length.
static void choose_direction(const bench *x, double *direction) {
  double *along = numbers(x->n.nv);
  for (int i = 0; i < x->n.nv; i++) along[i] = random_number();
  for (int i = 0; i < jni_writer_nvariables(x->system); i++) direction[i] = 0;
  direction[0] = 1;
  jn_calc_qdot(x->system, x->q, along, direction + 1);
  for (int i = 0; i < x->n.nv + x->n.nz; i++) direction[1 + x->n.nq + i] = random_number();
  free(along);
}

// Derivatives of the graph, by the rates of the kernels, against differences of what it gives.
static void check_derivative(bench *x, const jni_force_kind *kind, jni_writer *w, const jni_node *f) {
  const double way = 1e-6, error = 1e-7;
  int n = jni_writer_nvariables(x->system), nv = x->n.nv, nz = x->n.nz, count = nv + nz;
  double *at = numbers(n), *direction = numbers(n), *out[3] = {numbers(count), numbers(count), numbers(count)};
  jni_node *rates = calloc((size_t)n + 1, sizeof *rates), *list = calloc((size_t)(2 * count) + 1, sizeof *list);
  randomize_states(x);
  choose_direction(x, direction);
  for (int i = 0; i < n; i++) rates[i] = jni_number(w->g, direction[i]);
  memcpy(list, f, (size_t)nv * sizeof *list);
  memcpy(list + nv, w->zdot, (size_t)nz * sizeof *list);
  jni_derive(w->g, rates, n, list, count, list + count);
  jni_tape *values = jni_tape_new(w->g, n, list, count), *slopes = jni_tape_new(w->g, n, list + count, count);
  for (int side = -1; side <= 1; side++) {
    take_variables(x, at);
    for (int i = 0; i < n; i++) at[i] += side * way * direction[i];
    jni_tape_run(side == 0 ? slopes : values, at, out[side + 1]);
  }
  double size = 1;
  for (int i = 0; i < count; i++) size = fmax(size, fabs(out[1][i]));
  for (int i = 0; i < count; i++) {
    double off = fabs((out[2][i] - out[0][i]) / (2 * way) - out[1][i]) / size;
    CHECK(off <= error);
    if (!(off <= error)) printf("%s: derivative of %s is off by %g\n", kind->name, i < nv ? "f" : "zdot", off);
  }
  jni_tape_free(values);
  jni_tape_free(slopes);
  free(at);
  free(direction);
  free(out[0]);
  free(out[1]);
  free(out[2]);
  free(rates);
  free(list);
}

static void check_force(const jni_force_kind *kind, const jn_model *model) {
  bench x = new_bench(model, "joint");
  jni_graph *g = jni_graph_new(NULL);
  jni_writer *w = jni_writer_new(g, x.system);
  jn_report *report = jn_report_new(NULL);
  jni_write_positions(w);
  jni_write_velocities(w);
  bool written = jni_write_loads(w, report);
  CHECK(written == (kind->code != NULL) && (written || jn_report_size(report) == 1));
  jni_node *M = calloc((size_t)(x.n.nv * x.n.nv) + 1, sizeof *M), *f = calloc((size_t)x.n.nv + 1, sizeof *f);
  jni_write_inertia(w, &(jni_reduction){.n = x.n.nv, .M = M, .f = f});
  if (written) {
    compare(&x, kind, w, f);
    check_derivative(&x, kind, w, f);
  }
  CHECK(!jni_graph_failed(g));
  free(M);
  free(f);
  jn_report_free(report);
  jni_writer_free(w);
  jni_graph_free(g);
  free_bench(&x);
}

static void visit(const char *coordinates, const jni_force_kind *kind, jn_space space, force_place place, bool damped) {
  (void)coordinates;
  for (int on = 0; on < CARRIERS; on++) {
    seed_by(kind->name);
    rig r = on == ON_GROUND ? new_rig(space) : new_free_rig(space, (carrier)on);
    add_force_of_kind(&r, kind, place, damped);
    CHECK(jn_model_finish(r.model) == JN_OK);
    check_force(kind, r.model);
    jn_model_free(r.model);
  }
}

// ---- laws ---------------------------------------------------------------------------------------------------------

static const double knots[] = {-2, -0.7, 0, 0.6, 1.9}, values[] = {-9, -2, 0, 1, 6}, cubic[] = {0.1, 2, 0.5, 3};
static const double pieces[] = {-1, 2, 0, 0, 4, 1, 0.5, 1, 2}, breaks[] = {-0.4371, 0.6113};
enum { KNOTS = 5 };

static const jn_law laws[] = {
    {.x = knots, .y = values, .n = KNOTS},
    {.x = knots, .y = values, .n = KNOTS, .smooth = true},
    {.polynomial = cubic, .ncoefficients = 4},
    {.polynomial = pieces, .ncoefficients = 3, .breaks = breaks, .nbreaks = 2},
};
enum { NLAWS = sizeof laws / sizeof *laws };

// A damper's force over elongation and rate, none at rest.
static jn_lookup add_map(jn_model *model) {
  static const double map[] = {-5, 0, 4, -7, 0, 6, -6, 0, 9};
  static const double x[] = {-1, 0.2, 1}, y[] = {-1, 0, 1};
  jn_table_def def = jn_table_def_default();
  def.name = "map";
  def.x = x;
  def.nx = 3;
  def.y = y;
  def.ny = 3;
  def.values = map;
  def.smooth = true;
  return (jn_lookup){jn_model_add_table(model, &def)};
}

// Every form of law of an elastic force with every form of damping.
static void test_laws(const char *type, jn_space space, force_place place) {
  const jni_force_kind *kind = jni_force_kind_find(type);
  for (int i = 0; i < NLAWS * (NLAWS + 1); i++) {
    int damping = i / NLAWS;
    seed_by(type);
    rig r = new_free_rig(space, (carrier)(ON_CHAIN + i % 3));
    jn_force_def def = jn_force_def_default();
    def.name = "under_test";
    def.type = type;
    def.rest = 0.3;
    def.preload = 0.4;
    def.law = laws[i % NLAWS];
    if (place == ON_JOINT) {
      def.joint = r.turn;
    } else {
      def.between[0] = r.frame_a;
      def.between[1] = r.frame_b;
    }
    if (damping < NLAWS) def.damping_law = laws[damping];
    else def.damping_map = add_map(r.model);
    jn_model_add_force(r.model, &def);
    CHECK(jn_model_finish(r.model) == JN_OK);
    for (int k = 0; k < jn_report_size(jn_model_report(r.model)); k++)
      printf("%s: %s\n", type, jn_report_get(jn_model_report(r.model), k)->what);
    check_force(kind, r.model);
    jn_model_free(r.model);
  }
}

// ---- coincident ends ----------------------------------------------------------------------------------------------

// A slide along x whose point Q meets the origin of the ground at q = 0, with an element between the two.
static jn_model *new_slide(const jn_force_def *element) {
  static const double origin[3] = {0, 0, 0}, none[4] = {1, 0, 0, 0};
  rig r = {.model = jn_model_new(NULL, "slide", JN_PLANE)};
  jn_body_def body = jn_body_def_default();
  jn_force_def def = *element;
  body.name = "slider";
  body.mass = 1;
  body.inertia[0] = 1;
  r.a = jn_model_add_body(r.model, &body);
  r.frame_a = jn_model_add_frame(r.model, jn_model_ground(r.model), "P", origin, none);
  r.frame_b = jn_model_add_frame(r.model, r.a, "Q", origin, none);
  add_base_joint(&r, "slide", "prismatic", r.frame_a, r.frame_b);
  def.name = "under_test";
  def.between[0] = r.frame_a;
  def.between[1] = r.frame_b;
  jn_model_add_force(r.model, &def);
  CHECK(jn_model_finish(r.model) == JN_OK);
  return r.model;
}

// Derivatives of f and value over q and v by the graph, at q = 0.
static void run_slide(const jn_system *system, double v, double *f, double *value, double *f_q, double *f_v) {
  enum { T, Q, V, MOST_VARIABLES = 8 };
  const int nvariables = jni_writer_nvariables(system);
  const double at[MOST_VARIABLES] = {[V] = v};
  jni_graph *g = jni_graph_new(NULL);
  jni_writer *w = jni_writer_new(g, system);
  jni_node M, out[4];
  double results[4];
  CHECK(system->sizes.nq == 1 && nvariables > V && nvariables <= MOST_VARIABLES);
  jni_write_positions(w);
  jni_write_velocities(w);
  jni_write_loads(w, NULL);
  jni_write_inertia(w, &(jni_reduction){.n = 1, .M = &M, .f = &out[0]});
  out[1] = jni_write_force(w, 0)->out.scalar;
  for (int i = Q; i <= V; i++) {
    jni_node rates[MOST_VARIABLES] = {[Q] = i == Q ? JNI_ONE : JNI_ZERO, [V] = i == V ? JNI_ONE : JNI_ZERO};
    jni_derive(g, rates, nvariables, out, 1, &out[1 + i]);
  }
  jni_tape *tape = jni_tape_new(g, nvariables, out, 4);
  jni_tape_run(tape, at, results);
  *f = results[0];
  *value = results[1];
  *f_q = results[2];
  *f_v = results[3];
  jni_tape_free(tape);
  jni_writer_free(w);
  jni_graph_free(g);
}

// Where the ends coincide the engine and compiled code agree: no force and no value, and a tangent only for a law that
// gives no force at x = 0.
static void test_coincident_ends(void) {
  static const jn_law pull = {.x = knots, .y = values, .n = KNOTS};
  const struct {
    const char *type;
    double stiffness, rest, preload, damping, lower, slope;
    jn_law law;
  } cases[] = {
      {"spring-damper", .stiffness = 3, .slope = 3},
      {"spring-damper", .stiffness = 3, .damping = 2, .slope = 3},
      {"spring-damper", .stiffness = 3, .rest = 0.5, .preload = 1.5, .slope = 3},
      {"spring-damper", .stiffness = 3, .rest = 0.5},
      {"spring-damper", .preload = 2, .damping = 1},
      {"spring-damper", .law = pull, .slope = 1 / 0.6},
      {"spring-damper", .law = pull, .rest = 0.2},
      {"stop", .stiffness = 3, .lower = 0.4},
      {"stop", .stiffness = 3, .lower = -0.4},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jn_force_def def = jn_force_def_default();
    double f, value, f_q, f_v;
    def.type = cases[i].type;
    def.stiffness = cases[i].stiffness;
    def.rest = cases[i].rest;
    def.preload = cases[i].preload;
    def.damping = cases[i].damping;
    def.law = cases[i].law;
    if (strcmp(def.type, "stop") == 0) def.lower = cases[i].lower;
    jn_model *model = new_slide(&def);
    bench x = new_bench(model, "joint");
    const jni_force_element *element = x.system->forces[0].element;
    jni_force_input in = {.end[1].v = {0.7}};
    jni_force_output out = {.scalar = 0};
    jni_force_tangent tangent;
    memset(&tangent, 0, sizeof tangent);
    for (int k = 0; k < 9; k++) in.end[0].R[k] = in.end[1].R[k] = k % 4 == 0;
    element->kind->calc(element, &in, &out);
    element->kind->tangent(element, &in, &tangent);
    run_slide(x.system, 0.7, &f, &value, &f_q, &f_v);
    CHECK(out.scalar == 0 && out.force[1][0] == 0 && f == 0);
    CHECK_NEAR(value, out.scalar, 1e-15);
    CHECK_NEAR(-tangent.stand[6][6], cases[i].slope, 1e-12);
    CHECK_NEAR(-f_q, cases[i].slope, 1e-12);
    CHECK(tangent.move[6][6] == 0 && f_v == 0);
    free_bench(&x);
    jn_model_free(model);
  }
}

// Every allocation fails in its turn; nothing is lost, and writer or graph say so.
static void test_memory(void) {
  rig r = new_free_rig(JN_SPACE, ON_CHAIN);
  jn_force_def def = jn_force_def_default();
  def.name = "under_test";
  def.type = "spring-damper";
  def.law = laws[1];
  def.damping_law = laws[3];
  def.between[0] = r.frame_a;
  def.between[1] = r.frame_b;
  jn_model_add_force(r.model, &def);
  CHECK(jn_model_finish(r.model) == JN_OK);
  bench x = new_bench(r.model, "joint");
  bool whole = false;
  for (long at = 1; !whole && at < 1000; at++) {
    memory_count count = {.fail_at = at};
    const jn_alloc alloc = {counted_resize, &count};
    jni_graph *g = jni_graph_new(&alloc);
    jni_writer *w = g ? jni_writer_new(g, x.system) : NULL;
    if (w) {
      jni_write_positions(w);
      jni_write_velocities(w);
      jni_write_loads(w, NULL);
    }
    whole = w && !w->pool.failed && !jni_graph_failed(g);
    jni_writer_free(w);
    jni_graph_free(g);
    CHECK(count.live == 0 && whole == (count.calls < at));
  }
  CHECK(whole);
  free_bench(&x);
  jn_model_free(r.model);
}

int main(void) {
  test_laws("spring-damper", JN_PLANE, AT_ENDS);
  test_laws("spring-damper", JN_SPACE, AT_ENDS);
  test_laws("axial-spring", JN_SPACE, AT_ENDS);
  test_laws("torsion-spring", JN_SPACE, ON_JOINT);
  test_coincident_ends();
  test_memory();
  test_list();
  each_force("joint", visit);
  return check_report();
}

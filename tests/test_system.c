// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_system.c - identities of the equations, looped over every joint and force kind in plane and space: Jacobian, nu, gamma, Gdot,
// tangents and discrete gradients against differences; energy and power; the manifold operations.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "system/system.h"

static const double h = 1e-5;         // of central differences
static const double near = 1e-7;      // their error at that step, for quantities of order one to ten
enum { TRIALS = 5 };

static unsigned long long seed = 12345;
static double random_number(void) {  // in (-1, 1)
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

static double *numbers(int n) {
  double *x = malloc(((size_t)n + 1) * sizeof *x);
  for (int i = 0; i <= n; i++) x[i] = NAN;  // poison: a stale value would show
  return x;
}

// ---- one model per kind ------------------------------------------------------------------------------------------

static jn_frame random_frame(jn_model *m, jn_body b, const char *name) {
  double p[3], q[4];
  bool plane = jn_model_space(m) == JN_PLANE;
  for (int i = 0; i < 3; i++) p[i] = plane && i == 2 ? 0 : random_number();
  for (int i = 0; i < 4; i++) q[i] = plane && (i == 1 || i == 2) ? 0 : random_number();
  return jn_model_add_frame(m, b, name, p, q);
}

typedef struct {
  jn_model *model;
  jn_body a, b;
  jn_frame frame_a, frame_b;
  jn_joint turn, slide, swing;  // joints on which couplings, drivers and forces may act
} rig;

static jn_joint add_base_joint(rig *r, const char *name, const char *type, jn_frame first, jn_frame second) {
  jn_joint_def def = jn_joint_def_default();
  def.name = name, def.type = type;
  def.between[0] = first, def.between[1] = second;
  if (strcmp(type, "prismatic") == 0)
    for (int end = 0; end < 2; end++) def.axis[end][0] = 1, def.axis[end][1] = def.axis[end][2] = 0;
  return jn_model_add_joint(r->model, &def);
}

static rig new_rig(jn_space space) {
  rig r = {.model = jn_model_new(NULL, "rig", space)};
  const double gravity[3] = {0.3, -9.81, space == JN_PLANE ? 0 : 0.7};
  jn_model_set_gravity(r.model, gravity);
  jn_body_def def = jn_body_def_default();
  def.name = "a", def.mass = 1.3, def.inertia[0] = 0.4, def.inertia[1] = 0.5, def.inertia[2] = 0.6;
  if (space == JN_SPACE) def.inertia[3] = 0.05, def.inertia[4] = -0.03, def.inertia[5] = 0.02;
  def.com[0] = 0.1, def.com[1] = -0.2;
  r.a = jn_model_add_body(r.model, &def);
  def.name = "b", def.mass = 0.7;
  r.b = jn_model_add_body(r.model, &def);
  r.frame_a = random_frame(r.model, r.a, "P");
  r.frame_b = random_frame(r.model, r.b, "Q");
  jn_frame ground = random_frame(r.model, jn_model_ground(r.model), "G");
  r.turn = add_base_joint(&r, "turn", "revolute", ground, r.frame_a);
  r.slide = add_base_joint(&r, "slide", "prismatic", r.frame_a, r.frame_b);
  r.swing = add_base_joint(&r, "swing", "revolute", r.frame_a, r.frame_b);
  return r;
}

static void random_axes(jn_joint_def *def, bool plane) {
  for (int end = 0; end < 2; end++)
    for (int i = 0; i < 3; i++) def->axis[end][i] = plane && i == 2 ? 0 : random_number();
}

static void add_joint_of_kind(rig *r, const jni_joint_kind *kind, jn_term *terms) {
  bool plane = jn_model_space(r->model) == JN_PLANE;
  jn_joint_def def = jn_joint_def_default();
  def.name = "under_test", def.type = kind->name, def.scale = 1.7;
  if (kind->two_ended) def.between[0] = r->frame_a, def.between[1] = r->frame_b;
  if (!plane || strcmp(kind->name, "revolute") != 0) random_axes(&def, plane);
  def.length = 0.9, def.radius = 0.4, def.crown = strcmp(kind->name, "rolling-wheel") == 0 ? 0.1 : 0, def.pitch = 0.2, def.ratio = -1.5, def.offset = 0.3;
  def.plunge[0] = 0.3, def.plunge[1] = 1, def.plunge[2] = -0.4;
  def.joint = r->turn, def.other[0] = strcmp(kind->name, "rack") == 0 ? r->slide : r->swing, def.other[1] = r->turn;
  def.motion = "sin(2*t) + 0.3*t^3", def.coordinate = NULL;
  bool points = strcmp(kind->name, "linear-relation") == 0;
  terms[0] = (jn_term){.frame = r->frame_a, .joint = r->turn, .factor = 1.2};
  terms[1] = (jn_term){.frame = r->frame_b, .joint = r->slide, .factor = -0.7};
  terms[2] = (jn_term){.frame = jn_model_body_frame(r->model, r->a), .joint = r->swing, .factor = 0.4};
  if (points || strstr(kind->name, "coupling")) def.terms = terms, def.nterms = 3;
  jn_model_add_joint(r->model, &def);
}

// ---- a system at a random state ----------------------------------------------------------------------------------------

typedef struct {
  jn_system *system;
  jn_work *work;
  jn_sizes n;
  double *state, *q, *v, *z, *s;
} bench;

static bench new_bench(const jn_model *model) {
  jn_report *report = jn_report_new(NULL);
  bench x = {.system = jn_system_new(model, "cartesian", report)};
  for (int i = 0; i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  jn_report_free(report);
  CHECK(x.system != NULL);
  x.n = jn_system_sizes(x.system);
  x.work = jn_work_new(x.system);
  x.state = numbers(x.n.nstate);
  jn_system_initial_state(x.system, x.state);
  x.q = jn_state_q(x.system, x.state), x.v = jn_state_v(x.system, x.state);
  x.z = jn_state_z(x.system, x.state), x.s = jn_state_s(x.system, x.state);
  return x;
}

static void free_bench(bench *x) {
  free(x->state);
  jn_work_free(x->work);
  jn_system_free(x->system);
}

static void randomize(bench *x) {
  x->state[0] = 0.3 + 0.2 * random_number();
  for (int i = 0; i < x->n.nq; i++) x->q[i] = random_number();
  for (int i = 0; i < x->n.nv; i++) x->v[i] = random_number();
  jn_manifold_normalize(x->system, x->q);
}

static void stages(bench *x, double t, const double *q, const double *v) {
  jn_calc_position(x->system, x->work, t, q, x->s);
  jn_calc_velocity(x->system, x->work, v);
  jn_calc_force(x->system, x->work, x->z);
}

// What is differentiated: n values at the state moved by e along direction w (configuration), along dv (speeds) or in time.
typedef void (*quantity)(bench *x, double t, const double *q, const double *v, double *out);

static void get_phi(bench *x, double t, const double *q, const double *v, double *out) {
  stages(x, t, q, v);
  jn_get_phi(x->system, x->work, out);
}
static void get_G(bench *x, double t, const double *q, const double *v, double *out) {
  stages(x, t, q, v);
  jn_get_G(x->system, x->work, out);
}
static void get_f(bench *x, double t, const double *q, const double *v, double *out) {
  stages(x, t, q, v);
  jn_get_f(x->system, x->work, out);
}
static void get_gamma(bench *x, double t, const double *q, const double *v, double *out) {
  stages(x, t, q, v);
  jn_get_gamma(x->system, x->work, out);
}
static void get_V(bench *x, double t, const double *q, const double *v, double *out) {
  stages(x, t, q, v);
  *out = jn_get_potential(x->system, x->work);
}
static void get_rows_rate(bench *x, double t, const double *q, const double *v, double *out) {  // G v - nu
  double *G = numbers(x->n.nc * x->n.nv), *nu = numbers(x->n.nc);
  stages(x, t, q, v);
  jn_get_G(x->system, x->work, G);
  jn_get_nu(x->system, x->work, nu);
  for (int i = 0; i < x->n.nc; i++) {
    out[i] = -nu[i];
    for (int j = 0; j < x->n.nv; j++) out[i] += G[i * x->n.nv + j] * v[j];
  }
  free(G), free(nu);
}

static const double *lambda_under_test;
static void get_Gt_lambda(bench *x, double t, const double *q, const double *v, double *out) {
  double *G = numbers(x->n.nc * x->n.nv);
  get_G(x, t, q, v, G);
  for (int j = 0; j < x->n.nv; j++) {
    out[j] = 0;
    for (int i = 0; i < x->n.nc; i++) out[j] += G[i * x->n.nv + j] * lambda_under_test[i];
  }
  free(G);
}

// Central difference of n values along dt, the tangent direction w and the speeds dv (any may be zero or NULL).
static void difference(bench *x, quantity what, int n, double dt, const double *w, const double *dv, double *out) {
  double *low = numbers(n), *high = numbers(n), *d = numbers(x->n.nv), *q = numbers(x->n.nq), *v = numbers(x->n.nv);
  for (int sign = -1; sign <= 1; sign += 2) {
    for (int i = 0; i < x->n.nv; i++) d[i] = w ? sign * h * w[i] : 0, v[i] = x->v[i] + (dv ? sign * h * dv[i] : 0);
    jn_manifold_step(x->system, x->q, d, q);
    what(x, x->state[0] + sign * h * dt, q, v, sign < 0 ? low : high);
  }
  for (int i = 0; i < n; i++) out[i] = (high[i] - low[i]) / (2 * h);
  free(low), free(high), free(d), free(q), free(v);
}

static void check_all_near(const char *kind, const char *what, const double *a, const double *b, int n, double tolerance) {
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double e = fabs(a[i] - b[i]) / (1 + fabs(b[i]));
    if (!(e <= worst)) worst = e;
  }
  if (!(worst <= tolerance)) printf("%s: %s is off by %g\n", kind, what, worst);
  CHECK(worst <= tolerance);
}

// A matrix whose column j is the derivative along speed j.
static void difference_columns(bench *x, quantity what, int rows, bool of_configuration, double *out) {
  double *unit = numbers(x->n.nv), *column = numbers(rows);
  for (int j = 0; j < x->n.nv; j++) {
    for (int i = 0; i < x->n.nv; i++) unit[i] = i == j;
    difference(x, what, rows, 0, of_configuration ? unit : NULL, of_configuration ? NULL : unit, column);
    for (int i = 0; i < rows; i++) out[i * x->n.nv + j] = column[i];
  }
  free(unit), free(column);
}

// ---- rows ------------------------------------------------------------------------------------------------------------------

static void check_rows(const char *kind, bench *x) {
  int nh = x->n.nh, nc = x->n.nc, nv = x->n.nv;
  double *G = numbers(nc * nv), *D = numbers(nc * nv), *a = numbers(nc), *b = numbers(nc);
  get_G(x, x->state[0], x->q, x->v, G);
  difference_columns(x, get_phi, nh, true, D);
  check_all_near(kind, "G", G, D, nh * nv, near);

  stages(x, x->state[0], x->q, x->v);
  jn_get_nu(x->system, x->work, a);
  difference(x, get_phi, nh, 1, NULL, NULL, b);
  for (int i = 0; i < nh; i++) b[i] = -b[i];
  check_all_near(kind, "nu", a, b, nh, near);

  get_gamma(x, x->state[0], x->q, x->v, a);
  difference(x, get_rows_rate, nc, 1, x->v, NULL, b);  // d/dt (G v - nu) = -gamma at constant v
  for (int i = 0; i < nc; i++) b[i] = -b[i];
  check_all_near(kind, "gamma", a, b, nc, near);

  stages(x, x->state[0], x->q, x->v);
  jn_calc_Gdot(x->system, x->work, G);
  difference(x, get_G, nc * nv, 0, x->v, NULL, D);
  check_all_near(kind, "Gdot", G, D, nc * nv, near);
  free(G), free(D), free(a), free(b);
}

static void check_row_tangents(const char *kind, bench *x) {
  int nc = x->n.nc, nv = x->n.nv;
  double *lambda = numbers(nc), *D = numbers(nv * (nc + nv));
  jn_tangents out = {.dgamma_dq = numbers(nc * nv), .dgamma_dv = numbers(nc * nv), .dGtlambda_dq = numbers(nv * nv)};
  for (int i = 0; i < nc; i++) lambda[i] = random_number();
  lambda_under_test = lambda;
  jn_calc_tangents(x->system, x->work, x->state, lambda, &out);
  difference_columns(x, get_gamma, nc, true, D);
  check_all_near(kind, "dgamma/dq", out.dgamma_dq, D, nc * nv, 10 * near);
  difference_columns(x, get_gamma, nc, false, D);
  check_all_near(kind, "dgamma/dv", out.dgamma_dv, D, nc * nv, near);
  difference_columns(x, get_Gt_lambda, nv, true, D);
  check_all_near(kind, "d(G'lambda)/dq", out.dGtlambda_dq, D, nv * nv, near);
  CHECK(!out.exact && strlen(out.which) > 0);
  free(lambda), free(D), free(out.dgamma_dq), free(out.dgamma_dv), free(out.dGtlambda_dq);
}

static void check_discrete_rows(const char *kind, bench *x) {
  int nh = x->n.nh, nc = x->n.nc, nv = x->n.nv;
  double *q1 = numbers(x->n.nq), *d = numbers(nv), *Gd = numbers(nc * nv), *phi0 = numbers(nh), *phi1 = numbers(nh);
  for (int i = 0; i < nv; i++) d[i] = 0.2 * random_number();
  jn_manifold_step(x->system, x->q, d, q1);
  jn_report *report = jn_report_new(NULL);
  CHECK(jn_calc_discrete_gradients(x->system, x->work, x->state[0], x->q, q1, x->s, NULL, Gd, report) == JN_OK);
  get_phi(x, x->state[0], x->q, x->v, phi0);
  get_phi(x, x->state[0], q1, x->v, phi1);
  for (int i = 0; i < nh; i++) {
    double sum = 0;
    for (int j = 0; j < nv; j++) sum += Gd[i * nv + j] * d[j];
    CHECK_NEAR(sum, phi1[i] - phi0[i], 1e-13);
  }
  // and it is the gradient when the two configurations meet
  double *G = numbers(nc * nv);
  CHECK(jn_calc_discrete_gradients(x->system, x->work, x->state[0], x->q, x->q, x->s, NULL, Gd, report) == JN_OK);
  get_G(x, x->state[0], x->q, x->v, G);
  check_all_near(kind, "discrete gradient at one point", Gd, G, nc * nv, 1e-14);
  jn_report_free(report);
  free(q1), free(d), free(Gd), free(phi0), free(phi1), free(G);
}

// ---- joint coordinates -----------------------------------------------------------------------------------------------

static int coordinate_under_test;
static void get_coordinate(bench *x, double t, const double *q, const double *v, double *out) {  // value and rate
  jni_coordinate_state state;
  stages(x, t, q, v);
  jni_coordinate_calc(x->system, x->work, coordinate_under_test, &state);
  out[0] = state.value, out[1] = state.rate;
}

// rate = J v, and value, rate, bias are each other's derivatives along v.
static void check_coordinate(const char *kind, bench *x, int i) {
  double now[2], along[2], sum = 0;
  jni_coordinate_state state;
  coordinate_under_test = i;
  get_coordinate(x, x->state[0], x->q, x->v, now);
  jni_coordinate_calc(x->system, x->work, i, &state);
  for (int end = 0; end < 2; end++) {
    int b = x->system->coordinates[i].side[end].body;
    for (int k = 0; k < x->system->width[b]; k++) sum += state.J[end][k] * x->v[x->system->v_at[b] + k];
  }
  difference(x, get_coordinate, 2, 0, x->v, NULL, along);
  check_all_near(kind, "J v", &sum, &now[1], 1, 1e-13);
  check_all_near(kind, "rate of a coordinate", &now[1], &along[0], 1, near);
  check_all_near(kind, "bias of a coordinate", &state.bias, &along[1], 1, near);
}

static void check_coordinates(const char *kind, bench *x) {
  int last = jn_model_njoints(jn_system_model(x->system)) - 1;  // the joint under test
  for (int i = 0; i < x->system->ncoordinates; i++)
    if (x->system->coordinates[i].joint == last) check_coordinate(kind, x, i);
}

static void test_every_joint_kind(void) {
  for (int k = 0; jni_joint_kinds[k]; k++)
    for (int space = JN_PLANE; space <= JN_SPACE; space++) {
      const jni_joint_kind *kind = jni_joint_kinds[k];
      if (!(space == JN_PLANE ? kind->in_plane : kind->in_space)) continue;
      jn_term terms[3];
      rig r = new_rig((jn_space)space);
      add_joint_of_kind(&r, kind, terms);
      CHECK(jn_model_finish(r.model) == JN_OK);
      for (int i = 0; i < jn_report_size(jn_model_report(r.model)); i++)
        printf("%s: %s\n", kind->name, jn_report_get(jn_model_report(r.model), i)->what);
      bench x = new_bench(r.model);
      for (int trial = 0; trial < TRIALS; trial++) {
        randomize(&x);
        check_rows(kind->name, &x);
        check_row_tangents(kind->name, &x);
        check_discrete_rows(kind->name, &x);
        check_coordinates(kind->name, &x);
      }
      free_bench(&x);
      jn_model_free(r.model);
    }
}

// ---- forces -----------------------------------------------------------------------------------------------------------------

static void add_force_of_kind(rig *r, const jni_force_kind *kind, bool on_joint, bool damped) {
  jn_force_def def = jn_force_def_default();
  bool plane = jn_model_space(r->model) == JN_PLANE;
  def.name = "under_test", def.type = kind->name;
  if (on_joint) def.joint = r->turn;
  else def.between[0] = kind->ends == 0 ? jn_model_body_frame(r->model, jn_model_ground(r->model)) : r->frame_a;
  if (!on_joint && kind->ends == 2) def.between[1] = r->frame_b;
  def.stiffness = 3, def.rest = 0.4, def.damping = damped ? 0.6 : 0, def.strength = 2;
  bool stop = strcmp(kind->name, "stop") == 0;
  if (stop) def.lower = 0.3, def.upper = 0.5;
  for (int i = 0; i < 3; i++) {
    def.translation_stiffness[i] = 1 + i, def.rotation_stiffness[i] = 2 - 0.5 * i;
    if (damped) def.translation_damping[i] = 0.3 * (i + 1), def.rotation_damping[i] = 0.2;
  }
  if (strcmp(kind->name, "point-force") == 0 || strcmp(kind->name, "torque") == 0) {
    def.value[0] = "2*sin(t) + b.x*a.vy";
    if (!(strcmp(kind->name, "torque") == 0 && (plane || on_joint))) def.value[1] = "1.5", def.value[2] = plane ? NULL : "t";
    def.follower = damped;
  }
  jn_model_add_force(r->model, &def);
}

static void check_force_tangents(const char *kind, bench *x) {
  int nv = x->n.nv;
  double *D = numbers(nv * nv);
  jn_tangents out = {.df_dq = numbers(nv * nv), .df_dv = numbers(nv * nv)};
  jn_calc_tangents(x->system, x->work, x->state, NULL, &out);
  difference_columns(x, get_f, nv, true, D);
  check_all_near(kind, "df/dq", out.df_dq, D, nv * nv, 20 * near);
  difference_columns(x, get_f, nv, false, D);
  check_all_near(kind, "df/dv", out.df_dv, D, nv * nv, near);
  free(D), free(out.df_dq), free(out.df_dv);
}

// f . v = -dV/dt + power: gyroscopic terms do no work.
static void check_power(const char *kind, bench *x) {
  double *f = numbers(x->n.nv), *dV = numbers(x->n.nv), rate, work = 0, along = 0;
  get_f(x, x->state[0], x->q, x->v, f);
  double power = jn_get_power(x->system, x->work);
  jn_get_potential_gradient(x->system, x->work, dV);
  difference(x, get_V, 1, 0, x->v, NULL, &rate);
  for (int i = 0; i < x->n.nv; i++) work += f[i] * x->v[i], along += dV[i] * x->v[i];
  check_all_near(kind, "dV . v", &along, &rate, 1, near);
  rate = -along + power;
  check_all_near(kind, "power balance", &work, &rate, 1, 1e-12);
  free(f), free(dV);
}

static void check_discrete_potential(const char *kind, bench *x) {
  double *q1 = numbers(x->n.nq), *d = numbers(x->n.nv), *dV = numbers(x->n.nv), V0, V1, sum = 0;
  jn_report *report = jn_report_new(NULL);
  for (int i = 0; i < x->n.nv; i++) d[i] = 0.1 * random_number();
  jn_manifold_step(x->system, x->q, d, q1);
  jn_status status = jn_calc_discrete_gradients(x->system, x->work, x->state[0], x->q, q1, x->s, dV, NULL, report);
  bool works = x->system->work_state >= 0;
  CHECK(status == (works ? JN_REFUSED : JN_OK));
  if (status == JN_REFUSED) CHECK(jn_report_count(report, JN_FAULT) == 1 && strcmp(jn_report_get(report, 0)->element, "under_test") == 0);
  if (status == JN_OK) {
    get_V(x, x->state[0], x->q, x->v, &V0);
    get_V(x, x->state[0], q1, x->v, &V1);
    for (int i = 0; i < x->n.nv; i++) sum += dV[i] * d[i];
    check_all_near(kind, "discrete gradient of V", &sum, &(double){V1 - V0}, 1, 1e-13);
  }
  jn_report_free(report);
  free(q1), free(d), free(dV);
}

static void check_force_kind(const jni_force_kind *kind, jn_space space, bool on_joint, bool damped) {
  rig r = new_rig(space);
  add_force_of_kind(&r, kind, on_joint, damped);
  if (jn_model_finish(r.model) == JN_OK) {
    bench x = new_bench(r.model);
    for (int trial = 0; trial < TRIALS; trial++) {
      randomize(&x);
      check_force_tangents(kind->name, &x);
      check_power(kind->name, &x);
      check_discrete_potential(kind->name, &x);
    }
    free_bench(&x);
  } else if (on_joint == false && damped == false) {
    printf("%s: %s\n", kind->name, jn_report_get(jn_model_report(r.model), 0)->what);
  }
  jn_model_free(r.model);
}

static void test_every_force_kind(void) {
  for (int k = 0; jni_force_kinds[k]; k++)
    for (int space = JN_PLANE; space <= JN_SPACE; space++)
      for (int variant = 0; variant < 4; variant++) {
        const jni_force_kind *kind = jni_force_kinds[k];
        bool on_joint = variant & 1, has_joint = false;
        for (int i = 0; i < kind->nfields; i++) has_joint = has_joint || kind->fields[i].type == JNI_FIELD_JOINT;
        bool only_joint = kind->angular && space == JN_SPACE;
        if ((on_joint && !has_joint) || (!on_joint && only_joint)) continue;
        int before = check_count;
        check_force_kind(kind, (jn_space)space, on_joint, variant & 2);
        CHECK(check_count > before);  // a rig that was refused checks nothing
      }
}

// ---- manifold ----------------------------------------------------------------------------------------------------------------

static void test_manifold(void) {
  rig r = new_rig(JN_SPACE);
  CHECK(jn_model_finish(r.model) == JN_OK);
  bench x = new_bench(r.model);
  int nv = x.n.nv, nq = x.n.nq;
  double *d = numbers(nv), *e = numbers(nv), *q1 = numbers(nq), *q2 = numbers(nq), *q3 = numbers(nq), *T = numbers(nv * nv), *low = numbers(nv);
  for (int trial = 0; trial < TRIALS; trial++) {
    randomize(&x);
    for (int i = 0; i < nv; i++) d[i] = 0.8 * random_number();
    jn_manifold_step(x.system, x.q, d, q1);
    jn_manifold_difference(x.system, x.q, q1, e);
    check_all_near("manifold", "difference of a step", e, d, nv, 1e-13);
    // q (+) (d + h e_j) = (q (+) d) (+) T h e_j
    jn_manifold_tangent(x.system, d, T);
    for (int j = 0; j < nv; j++) {
      for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < nv; i++) e[i] = d[i] + (i == j ? sign * h : 0);
        jn_manifold_step(x.system, x.q, e, sign < 0 ? q2 : q3);
      }
      jn_manifold_difference(x.system, q1, q2, low);
      jn_manifold_difference(x.system, q1, q3, e);
      for (int i = 0; i < nv; i++) CHECK_NEAR((e[i] - low[i]) / (2 * h), T[i * nv + j], 1e-9);
    }
    // qdot is the derivative of a step along v
    for (int i = 0; i < nv; i++) d[i] = h * x.v[i], e[i] = -h * x.v[i];
    jn_manifold_step(x.system, x.q, d, q1);
    jn_manifold_step(x.system, x.q, e, q2);
    jn_calc_qdot(x.system, x.q, x.v, q3);
    for (int i = 0; i < nq; i++) CHECK_NEAR((q1[i] - q2[i]) / (2 * h), q3[i], 1e-9);
  }
  free(d), free(e), free(q1), free(q2), free(q3), free(T), free(low);
  free_bench(&x);
  jn_model_free(r.model);
}

int main(void) {
  test_every_joint_kind();
  test_every_force_kind();
  test_manifold();
  return check_report();
}

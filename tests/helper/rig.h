// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rig.h - a model with one joint or force of any kind, a system of it at a random state in any coordinates, and finite
// differences, for tests that loop over the kinds.
#ifndef JOUNCE_RIG_H
#define JOUNCE_RIG_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "force_samples.h"
#include "jounce/jounce.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "model/mirror.h"
#include "system/system.h"

static const double h = 1e-5;     // step of central differences
static const double near = 1e-7;  // their error at that step, for quantities of order one to ten
enum { TRIALS = 5 };

static unsigned long long seed = 12345;
static inline double random_number(void) {  // in (-1, 1)
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

static inline double *numbers(int n) {
  double *x = malloc(((size_t)n + 1) * sizeof *x);
  for (int i = 0; i <= n; i++) x[i] = NAN;  // values that are not computed stay NaN
  return x;
}

// ---- one model per kind ------------------------------------------------------------------------------------------

static inline jn_frame random_frame(jn_model *m, jn_body b, const char *name) {
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

static inline jn_joint add_base_joint(rig *r, const char *name, const char *type, jn_frame first, jn_frame second) {
  jn_joint_def def = jn_joint_def_default();
  def.name = name;
  def.type = type;
  def.between[0] = first;
  def.between[1] = second;
  if (strcmp(type, "prismatic") == 0)
    for (int end = 0; end < 2; end++) {
      def.axis[end][0] = 1;
      def.axis[end][1] = def.axis[end][2] = 0;
    }
  return jn_model_add_joint(r->model, &def);
}

static unsigned rig_mirror;  // models and gravity are images in this mirror

static inline rig new_rig(jn_space space) {
  rig r = {.model = jn_model_new(NULL, "rig", space)};
  double gravity[3] = {0.3, -9.81, space == JN_PLANE ? 0 : 0.7};
  jni_mirror_point(rig_mirror, gravity, gravity);
  jn_model_set_gravity(r.model, gravity);
  jn_model_set_mirror(r.model, rig_mirror);
  jn_body_def def = jn_body_def_default();
  def.name = "a";
  def.mass = 1.3;
  def.inertia[0] = 0.4;
  def.inertia[1] = 0.5;
  def.inertia[2] = 0.6;
  if (space == JN_SPACE) {
    def.inertia[3] = 0.05;
    def.inertia[4] = -0.03;
    def.inertia[5] = 0.02;
  }
  def.com[0] = 0.1;
  def.com[1] = -0.2;
  r.a = jn_model_add_body(r.model, &def);
  def.name = "b";
  def.mass = 0.7;
  r.b = jn_model_add_body(r.model, &def);
  r.frame_a = random_frame(r.model, r.a, "P");
  r.frame_b = random_frame(r.model, r.b, "Q");
  jn_frame ground = random_frame(r.model, jn_model_ground(r.model), "G");
  r.turn = add_base_joint(&r, "turn", "revolute", ground, r.frame_a);
  r.slide = add_base_joint(&r, "slide", "prismatic", r.frame_a, r.frame_b);
  r.swing = add_base_joint(&r, "swing", "revolute", r.frame_a, r.frame_b);
  return r;
}

static inline void random_axes(jn_joint_def *def, bool plane) {
  for (int end = 0; end < 2; end++)
    for (int i = 0; i < 3; i++) def->axis[end][i] = plane && i == 2 ? 0 : random_number();
}

static inline void add_joint_of_kind(rig *r, const jni_joint_kind *kind, jn_term *terms) {
  bool plane = jn_model_space(r->model) == JN_PLANE;
  jn_joint_def def = jn_joint_def_default();
  def.name = "under_test";
  def.type = kind->name;
  def.scale = 1.7;
  if (kind->two_ended) {
    def.between[0] = r->frame_a;
    def.between[1] = r->frame_b;
  }
  if (!plane || strcmp(kind->name, "revolute") != 0) random_axes(&def, plane);
  def.length = 0.9;
  def.radius = 0.4;
  def.crown = strcmp(kind->name, "rolling-wheel") == 0 ? 0.1 : 0;
  def.pitch = 0.2;
  def.ratio = -1.5;
  def.offset = 0.3;
  def.plunge[0] = 0.3;
  def.plunge[1] = 1;
  def.plunge[2] = -0.4;
  def.joint = r->turn;
  def.other[0] = strcmp(kind->name, "rack") == 0 ? r->slide : r->swing;
  def.other[1] = r->turn;
  def.motion = "sin(2*t) + 0.3*t^3";
  def.coordinate = NULL;
  def.function.formula = kind->function ? "0.3 - 0.8*x + 0.4*sin(1.3*x)" : NULL;
  bool points = strcmp(kind->name, "linear-relation") == 0;
  terms[0] = (jn_term){.frame = r->frame_a, .joint = r->turn, .factor = 1.2};
  terms[1] = (jn_term){.frame = r->frame_b, .joint = r->slide, .factor = -0.7};
  terms[2] = (jn_term){.frame = jn_model_body_frame(r->model, r->a), .joint = r->swing, .factor = 0.4};
  if (points || strstr(kind->name, "coupling")) {
    def.terms = terms;
    def.nterms = 3;
  }
  jn_model_add_joint(r->model, &def);
}

// ---- a system at a random state -------------------------------------------------------------------------------------

typedef struct {
  jn_system *system;
  jn_work *work;
  jn_sizes n;
  double *state, *q, *v, *z, *s;
} bench;

static inline bench new_bench(const jn_model *model, const char *coordinates) {
  jn_report *report = jn_report_new(NULL);
  bench x = {.system = jn_system_new(model, coordinates, report)};
  for (int i = 0; i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  jn_report_free(report);
  CHECK(x.system != NULL);
  x.n = jn_system_sizes(x.system);
  x.work = jn_work_new(x.system);
  x.state = numbers(x.n.nstate);
  jn_system_initial_state(x.system, x.state);
  x.q = jn_state_q(x.system, x.state);
  x.v = jn_state_v(x.system, x.state);
  x.z = jn_state_z(x.system, x.state);
  x.s = jn_state_s(x.system, x.state);
  return x;
}

static inline void free_bench(bench *x) {
  free(x->state);
  jn_work_free(x->work);
  jn_system_free(x->system);
}

// Reflects a cartesian state: positions of the centres of mass, orientations, velocities and angular velocities.
static inline void reflect_state(const jn_system *system, unsigned mirror, double *state) {
  double *q = jn_state_q(system, state), *v = jn_state_v(system, state), hand = jni_mirror_hand(mirror);
  bool plane = jn_system_model(system)->space == JN_PLANE;
  for (int b = 1; b < system->nbodies; b++) {
    double *place = q + system->q_at[b], *speed = v + system->v_at[b];
    for (int i = 0; i < (plane ? 2 : 3); i++) {
      place[i] *= jni_mirror_sign(mirror, i);
      speed[i] *= jni_mirror_sign(mirror, i);
      if (!plane) {
        place[4 + i] *= hand * jni_mirror_sign(mirror, i);
        speed[3 + i] *= hand * jni_mirror_sign(mirror, i);
      }
    }
    if (plane) {
      place[2] *= hand;
      speed[2] *= hand;
    }
  }
}

static inline void randomize_cartesian(const jn_system *system, double *state) {
  jn_sizes n = jn_system_sizes(system);
  double *q = jn_state_q(system, state), *v = jn_state_v(system, state);
  state[0] = 0.3 + 0.2 * random_number();
  for (int i = 0; i < n.nq; i++) q[i] = random_number();
  for (int i = 0; i < n.nv; i++) v[i] = random_number();
  jn_manifold_normalize(system, q);
  reflect_state(system, rig_mirror, state);
}

// Makes a random state, the same in all coordinates.
static inline void randomize(bench *x) {
  bench other = new_bench(jn_system_model(x->system), "cartesian");
  randomize_cartesian(other.system, other.state);
  jn_state_convert(other.system, other.state, x->system, x->state);
  free_bench(&other);
}

static inline void stages(bench *x, double t, const double *q, const double *v) {
  jn_calc_position(x->system, x->work, t, q, x->z, x->s);
  jn_calc_velocity(x->system, x->work, v);
  jn_calc_force(x->system, x->work, x->z);
}

// A quantity to differentiate: n values at a time, coordinates and speeds.
typedef void (*quantity)(bench *x, double t, const double *q, const double *v, double *out);

static inline void get_phi(bench *x, double t, const double *q, const double *v, double *out) {
  stages(x, t, q, v);
  jn_get_phi(x->system, x->work, out);
}
static inline void get_G(bench *x, double t, const double *q, const double *v, double *out) {
  stages(x, t, q, v);
  jn_get_G(x->system, x->work, out);
}
static inline void get_f(bench *x, double t, const double *q, const double *v, double *out) {
  stages(x, t, q, v);
  jn_get_f(x->system, x->work, out);
}
static inline void get_gamma(bench *x, double t, const double *q, const double *v, double *out) {
  stages(x, t, q, v);
  jn_get_gamma(x->system, x->work, out);
}
static inline void get_V(bench *x, double t, const double *q, const double *v, double *out) {
  stages(x, t, q, v);
  *out = jn_get_potential(x->system, x->work);
}
static inline void get_rows_rate(bench *x, double t, const double *q, const double *v, double *out) {  // G v - nu
  double *G = numbers(x->n.nc * x->n.nv), *nu = numbers(x->n.nc);
  stages(x, t, q, v);
  jn_get_G(x->system, x->work, G);
  jn_get_nu(x->system, x->work, nu);
  for (int i = 0; i < x->n.nc; i++) {
    out[i] = -nu[i];
    for (int j = 0; j < x->n.nv; j++) out[i] += G[i * x->n.nv + j] * v[j];
  }
  free(G);
  free(nu);
}

static const double *lambda_under_test;
static inline void get_Gt_lambda(bench *x, double t, const double *q, const double *v, double *out) {
  double *G = numbers(x->n.nc * x->n.nv);
  get_G(x, t, q, v, G);
  for (int j = 0; j < x->n.nv; j++) {
    out[j] = 0;
    for (int i = 0; i < x->n.nc; i++) out[j] += G[i * x->n.nv + j] * lambda_under_test[i];
  }
  free(G);
}

// Computes the central difference of n values along dt, the tangent direction w and dv (each may be zero or NULL).
static inline void difference(bench *x, quantity what, int n, double dt, const double *w, const double *dv,
                              double *out) {
  double *low = numbers(n), *high = numbers(n), *d = numbers(x->n.nv), *q = numbers(x->n.nq), *v = numbers(x->n.nv);
  for (int sign = -1; sign <= 1; sign += 2) {
    for (int i = 0; i < x->n.nv; i++) {
      d[i] = w ? sign * h * w[i] : 0;
      v[i] = x->v[i] + (dv ? sign * h * dv[i] : 0);
    }
    jn_manifold_step(x->system, x->q, d, q);
    what(x, x->state[0] + sign * h * dt, q, v, sign < 0 ? low : high);
  }
  for (int i = 0; i < n; i++) out[i] = (high[i] - low[i]) / (2 * h);
  free(low);
  free(high);
  free(d);
  free(q);
  free(v);
}

static inline void check_all_near(const char *kind, const char *what, const double *a, const double *b, int n,
                                  double tolerance) {
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double e = fabs(a[i] - b[i]) / (1 + fabs(b[i]));
    worst = jni_larger(worst, e);
  }
  if (!(worst <= tolerance)) printf("%s: %s is off by %g\n", kind, what, worst);
  CHECK(worst <= tolerance);
}

// Computes the matrix whose column j is the derivative along speed j.
static inline void difference_columns(bench *x, quantity what, int rows, bool of_configuration, double *out) {
  double *unit = numbers(x->n.nv), *column = numbers(rows);
  for (int j = 0; j < x->n.nv; j++) {
    for (int i = 0; i < x->n.nv; i++) unit[i] = i == j;
    difference(x, what, rows, 0, of_configuration ? unit : NULL, of_configuration ? NULL : unit, column);
    for (int i = 0; i < rows; i++) out[i * x->n.nv + j] = column[i];
  }
  free(unit);
  free(column);
}

// Computes direction k in which all bodies stay rigid: in cartesian coordinates unit vector k, in natural ones a unit
// translation or rotation. Returns false past the last.
static inline bool rigid_direction(const bench *x, int k, double *w) {
  const jn_system *system = x->system;
  int translations = jn_system_model(system)->space == JN_PLANE ? 2 : 3;
  for (int i = 0; i < x->n.nv; i++) w[i] = 0;
  if (!system->kind->natural) {
    if (k < x->n.nv) w[k] = 1;
    return k < x->n.nv;
  }
  for (int b = 1; b < system->nbodies; b++) {
    int n = system->width[b] == translations ? translations : translations == 2 ? 3 : 6, turn = k - translations;
    const double *q = x->q + system->q_at[b];
    double *to = w + system->v_at[b];
    if (k >= n) {
      k -= n;
      continue;
    }
    if (turn < 0) {
      to[k] = 1;
    } else if (translations == 2) {
      to[2] = -q[3];
      to[3] = q[2];
    }
    for (int c = 0; turn >= 0 && translations == 3 && c < 3; c++) {
      int i = (turn + 1) % 3, j = (turn + 2) % 3;
      to[3 + 3 * c + i] = -q[3 + 3 * c + j];
      to[3 + 3 * c + j] = q[3 + 3 * c + i];
    }
    return true;
  }
  return false;
}

// ---- forces ---------------------------------------------------------------------------------------------------------

// Adds the sample of the kind (force_samples.h) between the frames of the rig.
static inline void add_force_of_kind(rig *r, const jni_force_kind *kind, force_place place, bool damped) {
  const jn_term terms[2] = {{.joint = r->turn, .factor = 1.2}, {.joint = r->swing, .factor = -0.7}};
  jn_model *sample = read_force_sample(kind, jn_model_space(r->model), place, damped);
  if (!sample) return;
  jn_force_def def = sample->forces[0].def;
  def.name = "under_test";
  def.type = kind->name;
  if (place == ON_JOINT) {
    def.joint = r->turn;
  } else if (place == ON_FORM) {
    def.terms = terms;
  } else {
    def.between[0] = kind->ends == 0 ? jn_model_body_frame(r->model, jn_model_ground(r->model)) : r->frame_a;
    if (kind->ends == 2) def.between[1] = r->frame_b;
  }
  jn_model_add_force(r->model, &def);
  jn_model_free(sample);
}

// Seeds the random numbers by the name of a kind, so that a new kind does not change the tests of the others.
static inline void seed_by(const char *name) {
  for (seed = 12345; *name; name++) seed = seed * 31 + (unsigned char)*name;
}

// Calls `check` for a model with each joint kind in plane and space.
static inline void each_joint_kind(void (*check)(const char *kind, const jn_model *model, const char *coordinates),
                                   const char *coordinates) {
  for (int k = 0; jni_joint_kinds[k]; k++)
    for (int space = JN_PLANE; space <= JN_SPACE; space++) {
      const jni_joint_kind *kind = jni_joint_kinds[k];
      if (!(space == JN_PLANE ? kind->in_plane : kind->in_space)) continue;
      jn_term terms[3];
      seed_by(kind->name);
      rig r = new_rig((jn_space)space);
      add_joint_of_kind(&r, kind, terms);
      CHECK(jn_model_finish(r.model) == JN_OK);
      for (int i = 0; i < jn_report_size(jn_model_report(r.model)); i++)
        printf("%s: %s\n", kind->name, jn_report_get(jn_model_report(r.model), i)->what);
      check(kind->name, r.model, coordinates);
      jn_model_free(r.model);
    }
}

#endif

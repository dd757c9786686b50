// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_layer.c - see contact_layer.h.
#include "formulation/control/contact_layer.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "linalg/kkt/kkt.h"
#include "system/contact_points.h"
#include "system/coordinates/body_level.h"
#include "system/stage.h"

enum { MOST_CORRECTIONS = 20 };
enum { MOST_IN_SEQUENCE = 10000 };  // impacts at one time, one after the other

struct jni_contact_layer {
  jni_pool pool;
  const jn_system *system;
  jn_work *work;
  jni_kkt *kkt;
  jni_contact_solver *solver;
  int np;
  // rows of the last points, normal only: n x nv, n x nv, n x nc, n x n
  int *list, n;
  long rows_stamp;  // of the position stage that they belong to
  double *W, *A, *L, *D;
  double *b, *F, *zero;   // np
  int *mode, *closed;     // np
  double *direction;      // unused without friction
  double *dv, *row;       // nv
  double *phi;            // nc
  double *body, *body_f;  // nbody_v: scratch; forces of the bodies without contacts
  long added_stamp;       // of the force stage whose body_f contains contact forces
  double *q;              // nq
};

jni_contact_layer *jni_contact_layer_new(const jn_system *system, jn_work *work, const bool *active,
                                         jn_report *report) {
  jni_contact_layer *layer = jni_object_new(system->alloc, sizeof *layer);
  if (!layer || !jni_keep_mass(work)) {
    jni_report_no_memory(report);
    return jni_object_free(layer);
  }
  layer->system = system;
  layer->work = work;
  layer->np = system->ncontact_points;
  layer->rows_stamp = layer->added_stamp = -1;
  size_t n = (size_t)layer->np, nv = (size_t)system->sizes.nv, nc = (size_t)system->sizes.nc;
  layer->kkt =
      jni_keep(&layer->pool, jni_kkt_new(system->alloc, &system->pattern, jni_sample_mass(system, work), JNI_KKT_AUTO),
               jni_object_free);
  layer->solver = jni_keep(&layer->pool, jni_contact_solver_new(system->alloc, layer->np, 0), jni_object_free);
  const jni_vector vectors[] = {{&layer->W, n * nv},
                                {&layer->A, n * nv},
                                {&layer->L, n * nc},
                                {&layer->D, n * n},
                                {&layer->b, n},
                                {&layer->F, n},
                                {&layer->zero, n},
                                {&layer->direction, n},
                                {&layer->dv, nv},
                                {&layer->row, nv},
                                {&layer->phi, nc},
                                {&layer->body, (size_t)system->nbody_v},
                                {&layer->body_f, (size_t)system->nbody_v},
                                {&layer->q, (size_t)system->sizes.nq}};
  jni_vectors(&layer->pool, vectors, sizeof vectors / sizeof *vectors);
  layer->list = jni_ints(&layer->pool, n);
  layer->closed = jni_ints(&layer->pool, n);
  layer->mode = jni_ints(&layer->pool, n);
  if (layer->pool.failed) {
    jni_report_no_memory(report);
    return jni_object_free(layer);
  }
  jni_kkt_set_active(layer->kkt, active);
  jni_kkt_set_sizes(layer->kkt, system->v_size);
  return layer;
}

// ---- rows ------------------------------------------------------------------------------------------------------------

static int list_closed(jni_contact_layer *layer) {
  int n = 0;
  for (int i = 0; i < layer->np; i++)
    if (jni_contact_mode_of(layer->system, layer->work->s, i) != JNI_CONTACT_OPEN) layer->closed[n++] = i;
  return n;
}

// Computes W, A W', the multipliers and D of the listed points, after the position stage.
static jn_status calc_rows(jni_contact_layer *layer, const int *list, int n) {
  const jn_system *system = layer->system;
  jn_work *work = layer->work;
  size_t nv = (size_t)system->sizes.nv, nc = (size_t)system->sizes.nc;
  if (layer->rows_stamp == work->position_stamp && layer->n == n &&
      memcmp(layer->list, list, (size_t)n * sizeof *list) == 0)
    return JN_OK;
  layer->rows_stamp = -1;
  jni_contact_places_update(system, work);
  const double *M = jni_mass(system, work);
  jni_kkt_forget(layer->kkt);  // a continued run has no factors of earlier configurations
  if (!jni_kkt_factor(layer->kkt, M, work->G)) return JN_SINGULAR;
  for (int i = 0; i < n; i++) {
    double *W = layer->W + (size_t)i * nv;
    memset(W, 0, nv * sizeof *W);
    memset(layer->body, 0, (size_t)system->nbody_v * sizeof *layer->body);
    jni_contact_add_force(system, work, list[i], work->contact_points[list[i]].place.n, layer->body);
    jni_add_body_forces(system, work, layer->body, W);
    jni_kkt_solve(layer->kkt, M, work->G, W, NULL, 1, layer->A + (size_t)i * nv,
                  nc > 0 ? layer->L + (size_t)i * nc : NULL);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double d = jni_dot((int)nv, layer->W + (size_t)i * nv, layer->A + (size_t)j * nv);
      layer->D[i * n + j] = layer->D[j * n + i] = d;
    }
  layer->n = n;
  memcpy(layer->list, list, (size_t)n * sizeof *list);
  layer->rows_stamp = work->position_stamp;
  return JN_OK;
}

static jni_contact_problem problem_of(const jni_contact_layer *layer) {
  return (jni_contact_problem){.n = layer->n,
                               .nt = 0,
                               .D = layer->D,
                               .b = layer->b,
                               .mu = layer->zero,
                               .mu_stick = layer->zero,
                               .slide = layer->zero};
}

// Adds sum F_i x_i of rows of the length n.
static void add_rows(const jni_contact_layer *layer, const double *rows, int n, double *x) {
  for (int i = 0; i < layer->n; i++)
    for (int k = 0; k < n; k++) x[k] += layer->F[i] * rows[(size_t)i * (size_t)n + k];
}

// ---- accelerations ---------------------------------------------------------------------------------------------------

void jni_contact_layer_begin(jni_contact_layer *layer) {
  jn_work *work = layer->work;
  if (layer->added_stamp != work->force_stamp) return;
  bool collected = work->collected_stamp == work->force_stamp;
  memcpy(work->body_f, layer->body_f, (size_t)layer->system->nbody_v * sizeof *work->body_f);
  if (layer->system->tree && collected) jni_calc_tree_forces(layer->system, work);
  layer->added_stamp = -1;
}

// Computes b = W vdot + z for the listed points.
static void calc_free(jni_contact_layer *layer, const double *vdot) {
  const jn_system *system = layer->system;
  jni_contact_rates_update(system, layer->work);
  for (int i = 0; i < layer->n; i++)
    layer->b[i] = jni_dot(system->sizes.nv, layer->W + (size_t)i * (size_t)system->sizes.nv, vdot) +
                  layer->work->contact_points[layer->list[i]].rates.second;
}

// Stores the forces and adds them to those of the bodies, so that reactions of joints contain them.
static void store_forces(jni_contact_layer *layer) {
  jn_work *work = layer->work;
  memcpy(layer->body_f, work->body_f, (size_t)layer->system->nbody_v * sizeof *work->body_f);
  layer->added_stamp = work->force_stamp;
  for (int i = 0; i < layer->n; i++) {
    jni_contact_result *point = &work->contact_points[layer->list[i]];
    double force[3];
    point->normal = layer->F[i];
    jnk_scale(layer->F[i], point->place.n, force);
    jni_contact_add_force(layer->system, work, layer->list[i], force, work->body_f);
  }
  if (layer->system->tree && work->collected_stamp == work->force_stamp) jni_calc_tree_forces(layer->system, work);
}

jn_status jni_contact_layer_act(jni_contact_layer *layer, double *vdot, double *lambda) {
  const jn_system *system = layer->system;
  for (int i = 0; i < layer->np; i++) {
    layer->work->contact_points[i].normal = 0;
    jnk_zero(layer->work->contact_points[i].friction);
  }
  int n = list_closed(layer);
  if (n == 0) return JN_OK;
  jn_status status = calc_rows(layer, layer->closed, n);
  if (status != JN_OK) return status;
  calc_free(layer, vdot);
  for (int i = 0; i < n; i++) layer->mode[i] = JNI_CONTACT_SLIPS;
  const jni_contact_problem problem = problem_of(layer);
  jni_contact_solve_modes(layer->solver, &problem, layer->mode, layer->direction, layer->F, NULL);
  add_rows(layer, layer->A, system->sizes.nv, vdot);
  if (lambda) add_rows(layer, layer->L, system->sizes.nc, lambda);
  store_forces(layer);
  return JN_OK;
}

// ---- corrections -----------------------------------------------------------------------------------------------------

// Solves D F = -b by least norm, where forces of any sign are allowed.
static void solve_correction(jni_contact_layer *layer) {
  const jni_contact_problem problem = problem_of(layer);
  for (int i = 0; i < layer->n; i++) layer->mode[i] = JNI_CONTACT_SLIPS;
  jni_contact_solve_equations(layer->solver, &problem, layer->mode, layer->direction, layer->F);
}

jn_status jni_contact_layer_correct_positions(jni_contact_layer *layer) {
  const jn_system *system = layer->system;
  jn_work *work = layer->work;
  int n = list_closed(layer), nv = system->sizes.nv;
  double before = HUGE_VAL;
  for (int k = 0; k < MOST_CORRECTIONS && n > 0; k++) {
    double largest = 0, tolerance = 4 * DBL_EPSILON * system->extent;
    jni_contact_places_update(system, work);
    for (int i = 0; i < n; i++) largest = fmax(largest, fabs(work->contact_points[layer->closed[i]].place.gap));
    if (!(largest > tolerance) || !(largest < 0.5 * before)) return JN_OK;
    before = largest;
    jn_status status = calc_rows(layer, layer->closed, n);
    if (status != JN_OK) return status;
    for (int i = 0; i < system->sizes.nc; i++) layer->phi[i] = i < system->sizes.nh ? -work->phi[i] : 0;
    memset(layer->dv, 0, (size_t)nv * sizeof *layer->dv);
    if (system->sizes.nc > 0)
      jni_kkt_solve(layer->kkt, jni_mass(system, work), work->G, NULL, layer->phi, 1, layer->dv, NULL);
    for (int i = 0; i < n; i++)
      layer->b[i] =
          work->contact_points[layer->closed[i]].place.gap + jni_dot(nv, layer->W + (size_t)i * (size_t)nv, layer->dv);
    solve_correction(layer);
    add_rows(layer, layer->A, nv, layer->dv);
    system->kind->step(system, work->q, layer->dv, layer->q);
    memcpy(work->q, layer->q, (size_t)system->sizes.nq * sizeof *work->q);
    jni_stage_position(system, work);
  }
  return JN_OK;
}

jn_status jni_contact_layer_correct_velocities(jni_contact_layer *layer) {
  const jn_system *system = layer->system;
  int n = list_closed(layer), nv = system->sizes.nv;
  bool any = false;
  if (n == 0) return JN_OK;
  jn_status status = calc_rows(layer, layer->closed, n);
  if (status != JN_OK) return status;
  for (int i = 0; i < n; i++) {
    layer->b[i] = jni_dot(nv, layer->W + (size_t)i * (size_t)nv, layer->work->v);
    any = any || layer->b[i] != 0;
  }
  if (!any) return JN_OK;
  solve_correction(layer);
  add_rows(layer, layer->A, nv, layer->work->v);
  return JN_OK;
}

// ---- events ----------------------------------------------------------------------------------------------------------

static double restitution_of(const jni_contact_layer *layer, int i) {
  return layer->system->contact_points[layer->list[i]].pair->restitution;
}

// Solves w = D F + b, w >= 0, F >= 0, complementary, and puts F into layer->F.
static bool solve_complementary(jni_contact_layer *layer) {
  const jni_contact_problem problem = problem_of(layer);
  for (int i = 0; i < layer->n; i++) layer->mode[i] = layer->b[i] < 0 ? JNI_CONTACT_SLIPS : JNI_CONTACT_OPEN;
  return jni_contact_solve(layer->solver, &problem, layer->mode, layer->direction, layer->F);
}

static double rate_of(const jni_contact_layer *layer, int i) {
  return layer->work->contact_points[layer->list[i]].rates.rate;
}

static bool impact_newton(jni_contact_layer *layer, double *P) {
  for (int i = 0; i < layer->n; i++) layer->b[i] = (1 + restitution_of(layer, i)) * rate_of(layer, i);
  if (!solve_complementary(layer)) return false;
  memcpy(P, layer->F, (size_t)layer->n * sizeof *P);
  return true;
}

static bool impact_poisson(jni_contact_layer *layer, double *P) {
  int n = layer->n;
  for (int i = 0; i < n; i++) layer->b[i] = rate_of(layer, i);
  if (!solve_complementary(layer)) return false;
  for (int i = 0; i < n; i++) P[i] = (1 + restitution_of(layer, i)) * layer->F[i];
  for (int i = 0; i < n; i++) {
    layer->b[i] = rate_of(layer, i);
    for (int j = 0; j < n; j++) layer->b[i] += layer->D[i * n + j] * P[j];
  }
  if (!solve_complementary(layer)) return false;
  for (int i = 0; i < n; i++) P[i] += layer->F[i];
  return true;
}

// Lets the point whose gap closes first have its impact, until none approaches. All gaps are 1 at first; points of equal
// times follow their numbers.
static bool impact_sequential(jni_contact_layer *layer, double *P) {
  int n = layer->n;
  double *gap = layer->F, *rate = layer->b, largest = 0;
  for (int i = 0; i < n; i++) {
    gap[i] = 1;
    rate[i] = rate_of(layer, i);
    P[i] = 0;
    largest = fmax(largest, fabs(rate[i]));
  }
  for (int k = 0; k < MOST_IN_SEQUENCE; k++) {
    int first = -1;
    double soonest = HUGE_VAL;
    for (int i = 0; i < n; i++) {
      double time = rate[i] < -1e-14 * largest ? gap[i] / -rate[i] : HUGE_VAL;
      if (!(time < soonest * (1 - 1e-12))) continue;
      soonest = time;
      first = i;
    }
    if (first < 0) return true;
    for (int i = 0; i < n; i++) gap[i] = fmax(gap[i] + rate[i] * soonest, 0);
    gap[first] = 0;
    double impulse = -(1 + restitution_of(layer, first)) * rate[first] / layer->D[first * n + first];
    P[first] += impulse;
    for (int i = 0; i < n; i++) rate[i] += layer->D[i * n + first] * impulse;
  }
  return false;
}

jn_status jni_contact_layer_impact(jni_contact_layer *layer, const int *list, int n, jni_impact_law law, double *v,
                                   double *P) {
  static bool (*const laws[])(jni_contact_layer * layer, double *P) = {
      [JNI_IMPACT_NEWTON] = impact_newton,
      [JNI_IMPACT_POISSON] = impact_poisson,
      [JNI_IMPACT_SEQUENTIAL] = impact_sequential,
  };
  jn_status status = calc_rows(layer, list, n);
  if (status != JN_OK) return status;
  jni_contact_rates_update(layer->system, layer->work);
  if (!laws[law](layer, P)) return JN_NO_CONVERGENCE;
  memcpy(layer->F, P, (size_t)n * sizeof *P);
  add_rows(layer, layer->A, layer->system->sizes.nv, v);
  return JN_OK;
}

jn_status jni_contact_layer_stop(jni_contact_layer *layer, const int *list, int n, double *v) {
  jn_status status = calc_rows(layer, list, n);
  if (status != JN_OK) return status;
  jni_contact_rates_update(layer->system, layer->work);
  for (int i = 0; i < n; i++) layer->b[i] = layer->work->contact_points[list[i]].rates.rate;
  solve_correction(layer);
  add_rows(layer, layer->A, layer->system->sizes.nv, v);
  return JN_OK;
}

jn_status jni_contact_layer_choose_modes(jni_contact_layer *layer, const int *list, int n, int *mode, double *vdot) {
  jn_status status = calc_rows(layer, list, n);
  if (status != JN_OK) return status;
  calc_free(layer, vdot);
  const jni_contact_problem problem = problem_of(layer);
  if (!jni_contact_solve(layer->solver, &problem, mode, layer->direction, layer->F)) return JN_NO_CONVERGENCE;
  add_rows(layer, layer->A, layer->system->sizes.nv, vdot);
  return JN_OK;
}

double jni_contact_layer_second_rate(jni_contact_layer *layer, int point, const double *vdot) {
  const jn_system *system = layer->system;
  jni_contact_rates_update(system, layer->work);
  memset(layer->row, 0, (size_t)system->sizes.nv * sizeof *layer->row);
  memset(layer->body, 0, (size_t)system->nbody_v * sizeof *layer->body);
  jni_contact_add_force(system, layer->work, point, layer->work->contact_points[point].place.n, layer->body);
  jni_add_body_forces(system, layer->work, layer->body, layer->row);
  return jni_dot(system->sizes.nv, layer->row, vdot) + layer->work->contact_points[point].rates.second;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_measure.c - what the library says of a mechanism at its start: values of joint coordinates, velocities that
// fit the rows, the rank of G and how far it is from losing it.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/dense/decompose.h"
#include "mechanism.h"

static const double none = 1e-9;  // singular values below are zero
// least singular value of G with rows of unit length, of the largest, that is far from singular
static const double least_rows = 0.05;
static const double least_mass = 1e-3;  // least eigenvalue of the mass matrix along the rows, of its largest entry
static const double least_mass_extreme = 1e-6;

typedef struct {
  jn_model *model;
  jn_system *system;
  jn_work *work;
  jn_sizes n;
  double *state;
} stand;

static void stand_free(stand *s) {
  free(s->state);
  jn_work_free(s->work);
  jn_system_free(s->system);
  jn_model_free(s->model);
}

static bool stand_new(const mechanism *m, stand *s, char *why, size_t size) {
  jn_report *report = jn_report_new(NULL);
  *s = (stand){.model = mech_read(m, why, size)};
  if (s->model) s->system = jn_system_new(s->model, "cartesian", report);
  if (s->system) {
    s->work = jn_work_new(s->system);
    s->n = jn_system_sizes(s->system);
    s->state = calloc((size_t)s->n.nstate + 1, sizeof *s->state);
  }
  if (s->model && !s->system) snprintf(why, size, "no system: %s", jn_report_get(report, 0)->what);
  if (s->system) jn_system_initial_state(s->system, s->state);
  jn_report_free(report);
  return s->system != NULL;
}

static double probe(stand *s, const char *name) {
  double value = NAN;
  jn_probe *probe = jn_probe_new(s->system, &name, 1, false, NULL);
  if (probe) jn_probe_calc(probe, s->work, s->state, NULL, NULL, &value);
  jn_probe_free(probe);
  return value;
}

static void stages(stand *s) {
  jn_calc_position(s->system, s->work, s->state[0], jn_state_q(s->system, s->state), jn_state_z(s->system, s->state),
                   jn_state_s(s->system, s->state));
  jn_calc_velocity(s->system, s->work, jn_state_v(s->system, s->state));
  jn_calc_force(s->system, s->work, jn_state_z(s->system, s->state));
}

bool mech_measure_coordinates(mechanism *m, char *why, size_t size) {
  stand s;
  bool ok = stand_new(m, &s, why, size);
  if (ok) stages(&s);
  for (int j = 0; ok && j < m->njoints; j++)
    for (int k = 0; mech_coordinate_name(&m->joint[j], k); k++) {
      char name[64];
      snprintf(name, sizeof name, "joint.%s.%s", m->joint[j].name, mech_coordinate_name(&m->joint[j], k));
      m->joint[j].value[k] = probe(&s, name);
    }
  stand_free(&s);
  return ok;
}

// ---- rank -----------------------------------------------------------------------------------------------------------

typedef struct {
  int nc, nv, rank;
  double least;           // of the singular values that are not zero
  bool clear;             // none lies between zero and far from it
  double *G, *U, *V, *s;  // rows of unit length; vectors of U and V one after the other
  double *length;         // of the rows
} decomposition;

static void unit_rows(decomposition *d) {
  for (int i = 0; i < d->nc; i++) {
    double square = 0, *row = d->G + i * d->nv;
    for (int j = 0; j < d->nv; j++) square += row[j] * row[j];
    d->length[i] = sqrt(square);
    for (int j = 0; j < d->nv && square > 0; j++) row[j] /= d->length[i];
  }
}

// Rows that are not in force count as none.
static void clear_rows(decomposition *d, const bool *active) {
  for (int i = 0; active && i < d->nc; i++)
    if (!active[i]) memset(d->G + i * d->nv, 0, (size_t)d->nv * sizeof *d->G);
}

static decomposition decompose(const jn_system *system, const jn_work *work, const bool *active) {
  jn_sizes n = jn_system_sizes(system);
  int most = n.nc > n.nv ? n.nc : n.nv, least = n.nc < n.nv ? n.nc : n.nv;
  size_t room = (size_t)(most + 1) * (size_t)(most + 1);
  decomposition d = {.nc = n.nc, .nv = n.nv, .clear = true, .least = 1};
  d.G = calloc(room, 8);
  d.U = calloc(room, 8);
  d.V = calloc(room, 8);
  d.s = calloc((size_t)most + 1, 8);
  d.length = calloc((size_t)most + 1, 8);
  double *scratch = calloc((size_t)jni_decompose_scratch(most + 1, most + 1), 8), *A = calloc(room, 8);
  jn_get_G(system, work, d.G);
  clear_rows(&d, active);
  unit_rows(&d);
  memcpy(A, d.G, (size_t)n.nc * (size_t)n.nv * 8);
  if (least > 0) d.clear = jni_decompose_singular(n.nc, n.nv, A, d.s, d.U, d.V, scratch);
  for (int i = 0; i < least; i++)
    if (d.s[i] > none * d.s[0]) {
      d.rank++;
      d.least = d.s[i] / d.s[0];
    }
  free(scratch);
  free(A);
  return d;
}

static void decomposition_free(decomposition *d) {
  free(d->G);
  free(d->U);
  free(d->V);
  free(d->s);
  free(d->length);
}

// Orthonormal basis of what G leaves free, nv x k: what is left of the unit vectors, one after the other.
static int free_directions(const decomposition *d, double *Z) {
  int k = 0, nv = d->nv;
  for (int e = 0; e < nv && k < nv - d->rank; e++) {
    double x[6 * MOST_BODIES] = {0}, square = 0;
    x[e] = 1;
    for (int pass = 0; pass < 2; pass++) {
      for (int r = 0; r < d->rank + k; r++) {
        double dot = 0;
        for (int i = 0; i < nv; i++) dot += x[i] * (r < d->rank ? d->V[r * nv + i] : Z[i * nv + r - d->rank]);
        for (int i = 0; i < nv; i++) x[i] -= dot * (r < d->rank ? d->V[r * nv + i] : Z[i * nv + r - d->rank]);
      }
    }
    for (int i = 0; i < nv; i++) square += x[i] * x[i];
    if (!(square > 1e-3)) continue;
    for (int i = 0; i < nv; i++) Z[i * nv + k] = x[i] / sqrt(square);
    k++;
  }
  return k;
}

// Least eigenvalue of Z' M Z over the largest entry of M.
static double mass_along(const jn_system *system, const jn_work *work, const decomposition *d) {
  enum { MOST_V = 6 * MOST_BODIES };
  static double M[MOST_V * MOST_V], Z[MOST_V * MOST_V], A[MOST_V * MOST_V], w[MOST_V];
  int nv = d->nv, k = free_directions(d, Z);
  double *scratch = calloc((size_t)jni_decompose_scratch(nv + 1, nv + 1), 8);
  jn_get_M(system, work, M);
  for (int a = 0; a < k; a++)
    for (int b = 0; b < k; b++) {
      double sum = 0;
      for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) sum += Z[i * nv + a] * M[i * nv + j] * Z[j * nv + b];
      A[a * k + b] = sum;
    }
  bool ok = k > 0 && jni_decompose_symmetric(k, A, w, scratch);
  double most = 0;
  for (int i = 0; i < nv; i++) most = fmax(most, M[i * nv + i]);
  free(scratch);
  return ok && most > 0 ? w[0] / most : 0;
}

static double mass_wanted(const mechanism *m) { return m->profile == EXTREME ? least_mass_extreme : least_mass; }

double mech_distance(const mechanism *m, const jn_system *cartesian, const jn_work *work, const bool *active) {
  decomposition d = decompose(cartesian, work, active);
  double rows = d.least / least_rows, mass = mass_along(cartesian, work, &d) / mass_wanted(m);
  decomposition_free(&d);
  return fmin(rows, mass);
}

// ---- the start ------------------------------------------------------------------------------------------------------

static void take_velocities(mechanism *m, stand *s) {
  static const char *const v[3] = {"vx", "vy", "vz"}, *const w[3] = {"wx", "wy", "wz"};
  for (int b = 1; b < m->nbodies; b++)
    for (int i = 0; i < 3; i++) {
      char name[32];
      mech_body *body = &m->body[b];
      snprintf(name, sizeof name, "%s.%s", body->name, v[i]);
      if (m->space == JN_SPACE || i < 2) body->v[i] = probe(s, name);
      snprintf(name, sizeof name, "%s.%s", body->name, m->space == JN_PLANE ? "rate" : w[i]);
      if (!body->particle && (m->space == JN_SPACE || i == 2)) body->w[i] = probe(s, name);
    }
}

// The least velocities that rows in motion ask for, and a motion along what the rows leave free.
static void choose_velocities(mechanism *m, stand *s, const decomposition *d) {
  enum { MOST_V = 6 * MOST_BODIES };
  static double Z[MOST_V * MOST_V], nu[6 * MOST_JOINTS + 6];
  double *v = jn_state_v(s->system, s->state);
  chance c = {.key = m->seed + 77};
  int k = free_directions(d, Z);
  jn_get_nu(s->system, s->work, nu);
  for (int i = 0; i < d->nv; i++) v[i] = 0;
  for (int r = 0; r < d->rank; r++) {
    double along = 0;
    for (int i = 0; i < d->nc; i++) along += d->U[r * d->nc + i] * (d->length[i] > 0 ? nu[i] / d->length[i] : 0);
    for (int i = 0; i < d->nv; i++) v[i] += d->V[r * d->nv + i] * along / d->s[r];
  }
  for (int a = 0; a < k; a++) {
    double share = chance_between(&c, -1.5, 1.5);
    for (int i = 0; i < d->nv; i++) v[i] += share * Z[i * d->nv + a];
  }
}

static bool moves_and_is_regular(mechanism *m, stand *s) {
  decomposition d = decompose(s->system, s->work, NULL);
  bool redundant = m->profile == REDUNDANT;
  m->freedoms = d.nv - d.rank;
  m->redundant = d.nc - d.rank;
  bool ok = d.clear && d.least > least_rows && m->freedoms > 0 && redundant == (m->redundant > 0);
  ok = ok && mass_along(s->system, s->work, &d) > mass_wanted(m);
  if (ok) choose_velocities(m, s, &d);
  decomposition_free(&d);
  return ok;
}

bool mech_measure_start(mechanism *m, char *why, size_t size) {
  stand s;
  bool ok = stand_new(m, &s, why, size);
  if (ok) {
    stages(&s);
    ok = moves_and_is_regular(m, &s);
  }
  if (ok) {
    stages(&s);
    take_velocities(m, &s);
  }
  stand_free(&s);
  return ok;
}

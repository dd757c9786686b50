// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dynamics.c - the object, its states, and the matrices of the equations of motion. Position and velocity stages are
// evaluated at once, everything else when it is asked for.
#include "analysis/dynamics/dynamics.h"

#include <math.h>
#include <string.h>

#include "jounce/equilibrium.h"
#include "linalg/dense/dense.h"
#include "model/fault.h"
#include "system/coordinates/body_level.h"
#include "system/stage.h"

enum { COOKIE = 0x6479, MOST_SPEEDS = 2000 };  // MOST_SPEEDS: larger systems are refused, since the matrices are dense
// Relative pivot of the dependent columns at or below which they count as singular.
static const double LEAST_PIVOT = 1e-10;

jn_dynamics_options jn_dynamics_options_default(void) { return (jn_dynamics_options){.cookie = COOKIE}; }

// ---- making it -----------------------------------------------------------------------------------------------------

static bool refuse(const jn_system *system, const jn_dynamics_options *options, jn_report *report) {
  if (jni_refuse_armature(system, report)) return true;
  if (!options->release_contacts &&
      jni_refuse_contacts(
          system->model,
          "dynamics at a state does not know the forces of rigid contacts; with released contacts it has the "
          "equations without them, to which you add forces at points",
          report))
    return true;
  if (system->sizes.nv <= MOST_SPEEDS) return false;
  jn_report_fault(report, JN_REFUSED, "", "the model has %d speeds; dense matrices are made up to %d", system->sizes.nv,
                  MOST_SPEEDS);
  return true;
}

// Sets *state, which belongs to `scratch`, to a copy of `given`, or to the assembled start of the model if `given` is
// NULL. Returns false without memory, or after a fault if the start fails or `given` is not finite.
static bool find_state(const jn_system *system, const double *given, jni_pool *scratch, double **state,
                       jn_report *report) {
  *state = jni_doubles(scratch, (size_t)system->sizes.nstate);
  if (!*state) return false;
  if (!given) return jn_start(system, NULL, *state, NULL, NULL, report) == JN_OK;
  memcpy(*state, given, (size_t)system->sizes.nstate * sizeof *given);
  if (jni_all_finite(given, system->sizes.nstate)) return true;
  jn_report_fault(report, JN_NOT_FINITE, "", "the state contains numbers that are not finite");
  return false;
}

static bool allocate(jn_dynamics *d) {
  const jn_sizes *s = &d->system->sizes;
  size_t nstate = (size_t)s->nstate, nq = (size_t)s->nq, nv = (size_t)s->nv, nc = (size_t)s->nc, n = (size_t)d->n,
         k = (size_t)d->k, nbody = (size_t)d->system->nbody_v, noutputs = (size_t)jn_probe_count(d->probe);
#define X(type, name, count, meaning) \
  if (!d->name) d->name = jni_take(&d->pool, (count) + 1, sizeof(type));
  JNI_DYNAMICS_FIELDS(X)
#undef X
  return !d->pool.failed;
}

static bool build(jn_dynamics *d, const jn_dynamics_options *options, jn_report *report) {
  jni_pool scratch = {.alloc = d->system->alloc};
  double *state;
  d->work = jni_keep(&d->pool, jn_work_new(d->system), jni_object_free);
  bool ok = d->work && jni_keep_mass(d->work) && find_state(d->system, options->state, &scratch, &state, report) &&
            jni_dynamics_names(d) && jni_dynamics_choose(d, options, state, report) && allocate(d) &&
            jni_dynamics_set_independent(d, options, report);
  if (ok) jn_dynamics_at(d, state);
  jni_pool_free(&scratch);
  return ok;
}

jn_dynamics *jn_dynamics_new(const jn_system *system, const jn_dynamics_options *options, jn_report *report) {
  JNI_ASSERT(system);
  jn_dynamics_options usual = jn_dynamics_options_default();
  if (!options) options = &usual;
  JNI_ASSERT(options->cookie == COOKIE);
  if (refuse(system, options, report)) return NULL;
  int before = jn_report_count(report, JN_FAULT);
  jn_dynamics *d = jni_object_new(system->alloc, sizeof *d);
  if (d) d->system = system;
  if (d && build(d, options, report)) return d;
  if (jn_report_count(report, JN_FAULT) == before) jni_report_no_memory(report);
  return jn_dynamics_free(d);
}

void *jn_dynamics_free(jn_dynamics *d) { return jni_object_free(d); }

const jn_system *jn_dynamics_system(const jn_dynamics *d) {
  JNI_ASSERT(d);
  return d->system;
}

// ---- the state -----------------------------------------------------------------------------------------------------

static void evaluate(jn_dynamics *d) {
  const jn_sizes *n = &d->system->sizes;
  const double *q = d->state + 1, *v = q + n->nq, *z = v + n->nv, *s = z + n->nz;
  jn_calc_position(d->system, d->work, d->state[0], q, z, s);
  jn_calc_velocity(d->system, d->work, v);
  d->done = 0;
  d->singular = d->no_inverse = false;
}

jn_status jn_dynamics_at(jn_dynamics *d, const double *state) {
  JNI_ASSERT(d);
  if (!state) return JN_BAD_ARGUMENT;
  if (!jni_all_finite(state, d->system->sizes.nstate)) return JN_NOT_FINITE;
  memmove(d->state, state, (size_t)d->system->sizes.nstate * sizeof *state);
  evaluate(d);
  return JN_OK;
}

const double *jn_dynamics_state(const jn_dynamics *d) {
  JNI_ASSERT(d);
  return d->state;
}

void jn_dynamics_set_inputs(jn_dynamics *d, const double *u) {
  JNI_ASSERT(d);
  for (int i = 0; i < d->system->sizes.nu; i++) jn_work_hold_input(d->work, i, u ? u[i] : NAN);
  evaluate(d);
}

void jni_dynamics_force(jn_dynamics *d) {
  if (!jni_dynamics_begins(d, JNI_DYNAMICS_FORCE)) return;
  jn_calc_force(d->system, d->work, d->state + 1 + d->system->sizes.nq + d->system->sizes.nv);
  jn_get_f(d->system, d->work, d->bias);
  for (int i = 0; i < d->system->sizes.nv; i++) d->bias[i] = -d->bias[i];
}

// ---- matrices ------------------------------------------------------------------------------------------------------

int jn_dynamics_nconstraints(const jn_dynamics *d) {
  JNI_ASSERT(d);
  return d->n;
}

int jn_dynamics_constraint_row(const jn_dynamics *d, int i) {
  JNI_ASSERT(d && i >= 0 && i < d->n);
  return d->kept[i];
}

bool jn_dynamics_constraint_redundant(const jn_dynamics *d, int i) {
  JNI_ASSERT(d && i >= 0 && i < d->n);
  return d->redundant[i];
}

const double *jn_dynamics_M(jn_dynamics *d) {
  JNI_ASSERT(d);
  if (jni_dynamics_begins(d, JNI_DYNAMICS_M)) jn_get_M(d->system, d->work, d->M);
  return d->M;
}

const double *jn_dynamics_bias(jn_dynamics *d) {
  JNI_ASSERT(d);
  jni_dynamics_force(d);
  return d->bias;
}

static void keep_rows(const jn_dynamics *d, double *out) {
  size_t nv = (size_t)d->system->sizes.nv;
  for (int i = 0; i < d->n; i++) memcpy(out + (size_t)i * nv, d->all + (size_t)d->kept[i] * nv, nv * sizeof *out);
}

const double *jn_dynamics_G(jn_dynamics *d) {
  JNI_ASSERT(d);
  if (jni_dynamics_begins(d, JNI_DYNAMICS_G)) {
    jn_get_G(d->system, d->work, d->all);
    keep_rows(d, d->G);
  }
  return d->G;
}

const double *jn_dynamics_Gdot(jn_dynamics *d) {
  JNI_ASSERT(d);
  if (jni_dynamics_begins(d, JNI_DYNAMICS_GDOT)) {
    jn_calc_Gdot(d->system, d->work, d->all);
    keep_rows(d, d->Gdot);
  }
  return d->Gdot;
}

static void find_right_sides(jn_dynamics *d) {
  if (!jni_dynamics_begins(d, JNI_DYNAMICS_RIGHT)) return;
  for (int i = 0; i < d->n; i++) {
    int row = d->kept[i];
    d->phi[i] = row < d->system->sizes.nh ? d->work->phi[row] : 0;
    d->nu[i] = d->work->nu[row];
    d->gamma[i] = d->work->gamma[row];
  }
}

const double *jn_dynamics_phi(jn_dynamics *d) {
  JNI_ASSERT(d);
  find_right_sides(d);
  return d->phi;
}

const double *jn_dynamics_nu(jn_dynamics *d) {
  JNI_ASSERT(d);
  find_right_sides(d);
  return d->nu;
}

const double *jn_dynamics_gamma(jn_dynamics *d) {
  JNI_ASSERT(d);
  find_right_sides(d);
  return d->gamma;
}

// ---- independent speeds --------------------------------------------------------------------------------------------

int jn_dynamics_nindependent(const jn_dynamics *d) {
  JNI_ASSERT(d);
  return d->k;
}

const int *jn_dynamics_independent(const jn_dynamics *d) {
  JNI_ASSERT(d);
  return d->independent;
}

bool jni_dynamics_factor(jn_dynamics *d) {
  if (jni_dynamics_begins(d, JNI_DYNAMICS_FACTOR)) {
    const jni_split_info *info = jni_split_get_info(d->split);
    bool regular = info->repivots == d->repivots || jni_split_set(d->split, d->columns, d->rows) == JN_OK;
    d->repivots = info->repivots;
    regular = regular && jni_split_factor(d->split, d->work->G) == JN_OK;
    d->singular = !(regular && info->skipped == 0 && info->least_pivot > LEAST_PIVOT);
  }
  return !d->singular;
}

const double *jn_dynamics_B(jn_dynamics *d) {
  JNI_ASSERT(d);
  if (!jni_dynamics_factor(d)) return NULL;
  if (jni_dynamics_begins(d, JNI_DYNAMICS_B)) jni_split_null(d->split, d->work->G, d->k, d->B);
  return d->B;
}

const double *jn_dynamics_c(jn_dynamics *d) {
  JNI_ASSERT(d);
  if (!jni_dynamics_factor(d)) return NULL;
  if (jni_dynamics_begins(d, JNI_DYNAMICS_C)) jni_split_solve(d->split, d->work->nu, d->c);
  return d->c;
}

const double *jn_dynamics_e(jn_dynamics *d) {
  JNI_ASSERT(d);
  if (!jni_dynamics_factor(d)) return NULL;
  if (jni_dynamics_begins(d, JNI_DYNAMICS_E)) jni_split_solve(d->split, d->work->gamma, d->e);
  return d->e;
}

// Computes y = M x + add, nv each; add NULL: zero.
static void mass_times(jn_dynamics *d, const double *x, const double *add, double *y) {
  jni_pattern_mass_times(&d->system->pattern, jni_mass(d->system, d->work), x, y);
  for (int i = 0; add && i < d->system->sizes.nv; i++) y[i] += add[i];
}

// Returns whether all speeds are independent: B is the identity, and e is zero.
static bool all_independent(const jn_dynamics *d) { return d->k == d->system->sizes.nv; }

// Computes B' x (k).
static void collect(const jn_dynamics *d, const double *x, double *out) {
  if (all_independent(d)) {
    memcpy(out, x, (size_t)d->k * sizeof *out);
    return;
  }
  memset(out, 0, (size_t)d->k * sizeof *out);
  for (int i = 0; i < d->system->sizes.nv; i++) jni_add(d->k, x[i], d->B + (size_t)i * (size_t)d->k, out);
}

const double *jn_dynamics_Mi(jn_dynamics *d) {
  JNI_ASSERT(d);
  if (!jn_dynamics_B(d)) return NULL;
  if (!jni_dynamics_begins(d, JNI_DYNAMICS_REDUCED)) return d->Mi;
  size_t nv = (size_t)d->system->sizes.nv, k = (size_t)d->k;
  if (all_independent(d)) memcpy(d->Mi, jn_dynamics_M(d), nv * nv * sizeof *d->Mi);
  for (size_t j = 0; j < k && !all_independent(d); j++) {
    for (size_t i = 0; i < nv; i++) d->vector[i] = d->B[i * k + j];
    mass_times(d, d->vector, NULL, d->MB + j * nv);
    collect(d, d->MB + j * nv, d->Mi + j * k);
  }
  return d->Mi;
}

const double *jn_dynamics_biasi(jn_dynamics *d) {
  JNI_ASSERT(d);
  if (!jn_dynamics_B(d)) return NULL;
  if (!jni_dynamics_begins(d, JNI_DYNAMICS_BIASI)) return d->biasi;
  mass_times(d, jn_dynamics_e(d), jn_dynamics_bias(d), d->vector);
  collect(d, d->vector, d->biasi);
  return d->biasi;
}

// ---- forward and inverse dynamics ----------------------------------------------------------------------------------

// Factors Mi at the present state, if that has not been done. Returns false if there is no B or Mi is not positive
// definite.
static bool factor_mass(jn_dynamics *d) {
  if (!jn_dynamics_Mi(d)) return false;
  if (jni_dynamics_begins(d, JNI_DYNAMICS_CHOLESKY)) {
    memcpy(d->cholesky, d->Mi, (size_t)d->k * (size_t)d->k * sizeof *d->Mi);
    d->no_inverse = !jni_dense_cholesky(d->k, d->cholesky);
  }
  return !d->no_inverse;
}

void jni_dynamics_multipliers(jn_dynamics *d, const double *tau, const double *vdot, double *lambda) {
  mass_times(d, vdot, d->bias, d->vector);
  for (int i = 0; i < d->system->sizes.nv; i++) d->right[i] = (tau ? tau[i] : 0) - d->vector[i];
  jni_split_solve_transposed(d->split, d->right, lambda);
}

jn_status jn_dynamics_accelerations(jn_dynamics *d, const double *tau, double *vdot, double *lambda) {
  JNI_ASSERT(d);
  if (!vdot) return JN_BAD_ARGUMENT;
  if (!factor_mass(d)) return JN_SINGULAR;
  int nv = d->system->sizes.nv, k = d->k;
  const double *biasi = jn_dynamics_biasi(d), *e = jn_dynamics_e(d);
  double *right = d->right, *a = d->reduced;
  for (int i = 0; i < nv; i++) right[i] = tau ? tau[i] : 0;
  collect(d, right, a);
  for (int i = 0; i < k; i++) a[i] -= biasi[i];
  jni_dense_cholesky_solve(k, d->cholesky, a);
  if (all_independent(d)) memcpy(vdot, a, (size_t)nv * sizeof *vdot);
  for (int i = 0; i < nv && !all_independent(d); i++) vdot[i] = e[i] + jni_dot(k, d->B + (size_t)i * (size_t)k, a);
  if (!lambda) return JN_OK;
  jni_dynamics_multipliers(d, tau, vdot, d->row);
  for (int i = 0; i < d->n; i++) lambda[i] = d->row[d->kept[i]];
  return JN_OK;
}

void jn_dynamics_inverse(jn_dynamics *d, const double *vdot, double *tau) {
  JNI_ASSERT(d && vdot && tau);
  jni_dynamics_force(d);
  mass_times(d, vdot, d->bias, d->vector);
  memcpy(tau, d->vector, (size_t)d->system->sizes.nv * sizeof *tau);
}

jn_status jn_dynamics_inverse_independent(jn_dynamics *d, const double *vidot, double *taui) {
  JNI_ASSERT(d && vidot && taui);
  if (!jn_dynamics_Mi(d)) return JN_SINGULAR;
  size_t k = (size_t)d->k;
  const double *biasi = jn_dynamics_biasi(d);
  for (size_t i = 0; i < k; i++) d->reduced[i] = biasi[i] + jni_dot(d->k, d->Mi + i * k, vidot);
  memcpy(taui, d->reduced, k * sizeof *taui);
  return JN_OK;
}

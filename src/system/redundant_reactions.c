// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// redundant_reactions.c - redundant joints share their load: of all multipliers that satisfy the equations of motion,
// those of least strain energy (joint_compliance.c).
//
// For each redundant row k, G_k = x' G with an x that is nonzero in the kept rows only, so n_k = e_k - x has G' n_k = 0
// and lambda + sum y_k n_k has the same effect on all bodies. x comes from
//   [W  G'] [ ]   [G_k']
//   [G  0 ] [x] = [ 0  ]        kept rows only; W diagonal, by typical sizes of the speeds
// The wrenches of all joints, each times the square root of its compliance, form a vector e, affine in lambda, and 1/2
// |e|^2 is the strain energy. Its least value over y is found by orthogonalising the changes of e along the n_k, each
// n_k taking the same operations (modified Gram-Schmidt, twice).
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/reaction.h"
#include "system/work.h"

enum { MOST_ROWS = 300, WRENCH = 6 };
// A change of e counts as linearly dependent on others if orthogonalisation reduces its length below this factor.
static const double RANK = 1e-9;

struct jni_share {
  jni_pool pool;
  const jn_system *system;
  jni_strain strain;
  int n;           // number of redundant rows
  int *row;        // n: the redundant rows
  int njoints;     // number of joints with a wrench in e
  int *joint;      // njoints: indices of these joints
  int ne;          // length of e: 6 njoints + nc
  jni_kkt *kkt;    // NULL: there are too many redundant rows to share
  double *metric;  // pattern.nmass: W
  double *unit;    // nc: workspace
  double *right;   // nv: workspace
  double *N;       // n x nc: null vectors n_k
  double *change;  // n x ne: change of e along each n_k
  double *e;       // ne: wrenches times the square roots of compliances
};

// ---- strain -------------------------------------------------------------------------------------------------------

// Writes to e the scaled wrenches of all joints for multipliers lambda. vdot: accelerations; NULL: only the part of e
// that is linear in lambda.
static void calc_strain(const jni_share *share, jn_work *work, const double *vdot, const double *lambda, double *e) {
  const jn_system *system = share->system;
  for (int i = 0; i < share->njoints; i++) {
    int joint = share->joint[i];
    double force[3], torque[3], ct = sqrt(share->strain.translation[joint]), cr = sqrt(share->strain.rotation[joint]);
    jni_joint_own_reaction(system, work, joint, vdot, lambda, force, torque);
    for (int k = 0; k < 3; k++) {
      e[k] = ct * force[k];
      e[3 + k] = cr * torque[k];
    }
    e += WRENCH;
  }
  for (int i = 0; i < system->sizes.nc; i++) e[i] = sqrt(share->strain.row[i]) * lambda[i];
}

// ---- null vectors -------------------------------------------------------------------------------------------------

static bool calc_null_vectors(jni_share *share, const jn_work *work) {
  const jn_system *system = share->system;
  size_t nv = (size_t)system->sizes.nv, nc = (size_t)system->sizes.nc;
  if (!jni_kkt_factor(share->kkt, share->metric, work->G)) return false;
  for (int k = 0; k < share->n; k++) {
    double *n = share->N + (size_t)k * nc;
    memset(share->unit, 0, nc * sizeof *share->unit);
    memset(share->right, 0, nv * sizeof *share->right);
    share->unit[share->row[k]] = 1;
    jni_pattern_add_transposed(&system->pattern, work->G, 1, share->unit, share->right);
    jni_kkt_solve(share->kkt, share->metric, work->G, share->right, NULL, 2, NULL, n);
    for (size_t i = 0; i < nc; i++) n[i] = share->unit[i] - n[i];
  }
  return jni_all_finite(share->N, (int)nc * share->n);
}

// ---- least strain energy ------------------------------------------------------------------------------------------

// Orthogonalises the change of e along n_k, in share->change, against the changes before it and scales it to length 1;
// applies the same operations to n_k in share->N. Sets both to zero if the change is linearly dependent.
static void orthogonalise(jni_share *share, int k) {
  int ne = share->ne, nc = share->system->sizes.nc;
  double *change = share->change + (size_t)k * (size_t)ne, *n = share->N + (size_t)k * (size_t)nc;
  double before = sqrt(jni_dot(ne, change, change));
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < k; i++) {
      const double *other = share->change + (size_t)i * (size_t)ne;
      double along = jni_dot(ne, other, change);
      jni_add(ne, -along, other, change);
      jni_add(nc, -along, share->N + (size_t)i * (size_t)nc, n);
    }
  double after = sqrt(jni_dot(ne, change, change)), factor = after > RANK * before ? 1 / after : 0;
  for (int i = 0; i < ne; i++) change[i] *= factor;
  for (int i = 0; i < nc; i++) n[i] *= factor;
}

void jni_share_apply(jni_share *share, jn_work *work, const double *vdot, double *lambda) {
  if (!share || !share->kkt) return;
  const jn_system *system = share->system;
  int ne = share->ne, nc = system->sizes.nc;
  if (!jni_all_finite(lambda, nc) || !calc_null_vectors(share, work)) return;
  calc_strain(share, work, vdot, lambda, share->e);
  for (int k = 0; k < share->n; k++)
    calc_strain(share, work, NULL, share->N + (size_t)k * (size_t)nc, share->change + (size_t)k * (size_t)ne);
  for (int k = 0; k < share->n; k++) {
    const double *change = share->change + (size_t)k * (size_t)ne;
    orthogonalise(share, k);
    double along = jni_dot(ne, change, share->e);
    jni_add(ne, -along, change, share->e);
    jni_add(nc, -along, share->N + (size_t)k * (size_t)nc, lambda);
  }
}

int jni_share_refused(const jni_share *share) { return share && !share->kkt ? share->n : 0; }

// ---- construction -------------------------------------------------------------------------------------------------

static bool is_redundant(const bool *active, const bool *fixed, int row) {
  return !active[row] && !(fixed && fixed[row]);
}

static bool make(jni_share *share, const bool *active, const bool *fixed) {
  const jn_system *system = share->system;
  size_t nv = (size_t)system->sizes.nv, nc = (size_t)system->sizes.nc, n = (size_t)share->n;
  jni_pool *pool = &share->pool;
  share->row = jni_ints(pool, n);
  bool *in_force = jni_flags(pool, nc);
  share->joint = jni_ints(pool, (size_t)system->model->njoints);
  if (pool->failed || !jni_strain_new(pool, system, &share->strain)) return false;
  for (int i = 0, k = 0; i < system->sizes.nc; i++) {
    in_force[i] = active[i] && !(fixed && fixed[i]);
    if (is_redundant(active, fixed, i)) share->row[k++] = i;
  }
  if (share->n > MOST_ROWS) return true;
  for (int j = 0; j < system->model->njoints; j++)
    if (system->model->joints[j].kind->two_ended && (jni_in_tree(system, j) || jni_joint_row_count(system, j) > 0))
      share->joint[share->njoints++] = j;
  share->ne = WRENCH * share->njoints + system->sizes.nc;
  size_t ne = (size_t)share->ne;
  share->metric = jni_doubles(pool, (size_t)system->pattern.nmass);
  share->unit = jni_doubles(pool, nc);
  share->right = jni_doubles(pool, nv);
  share->N = jni_doubles(pool, n * nc);
  share->change = jni_doubles(pool, n * ne);
  share->e = jni_doubles(pool, ne);
  if (pool->failed) return false;
  const jni_pattern *p = &system->pattern;
  for (int b = 0; b < p->nblocks; b++)
    for (int i = p->block_at[b], width = p->block_at[b + 1] - i, k = 0; k < width; k++) {
      double size = system->v_size[i + k];
      share->metric[p->mass_at[b] + k * width + k] = 1 / (size * size);
    }
  share->kkt =
      jni_keep(pool, jni_kkt_new(system->alloc, &system->pattern, share->metric, JNI_KKT_AUTO), jni_object_free);
  if (!share->kkt) return false;
  jni_kkt_set_constant_mass(share->kkt, true);
  jni_kkt_set_active(share->kkt, in_force);
  return true;
}

bool jni_share_new(const jn_system *system, const bool *active, const bool *fixed, jni_share **made) {
  int n = 0;
  *made = NULL;
  for (int i = 0; i < system->sizes.nc; i++) n += is_redundant(active, fixed, i);
  if (n == 0) return true;
  jni_share *share = jni_object_new(system->alloc, sizeof *share);
  if (!share) return false;
  share->system = system;
  share->n = n;
  if (!make(share, active, fixed)) {
    jni_object_free(share);
    return false;
  }
  *made = share;
  return true;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_share.c - redundant joints share their load by least strain energy, as nodes; what system/redundant_reactions.c
// does with numbers. With e the wrenches of all joints, e = e_0 + sum y_k e_k along the null vectors n_k of G',
//   H y = -b,      H_kl = e_k . C e_l,   b_k = e_k . C e_0,       lambda + sum y_k n_k
// C being the compliances of strain.c. H is factored without pivoting; a null vector that depends on those before it at
// the nominal state is left out.
#include "compile/write.h"
#include "system/reaction.h"
#include "system/system.h"

enum { MOST_ROWS = 60 };
static const double RANK = 1e-12;  // part of H_kk that remains after elimination; below it the remainder is rounding

typedef struct {
  jni_writer *w;
  int n, njoints, nlinks;
  jni_strain strain;
  jni_wrench *rows;    // n x nlinks: wrenches of the null vectors on each link and its descendants
  jni_wrench *change;  // n: change of the wrench of one joint by each null vector
  jni_node *H, *b, *y;
} sharing;

// Returns the wrench by which a joint is strained: the force, and the torque about the midpoint between the joint's two
// points; no torque if the joint has no rotational compliance. at_origin: the joint's wrench about the origin of the
// base.
static jni_wrench strain_of(const sharing *s, int joint, int end, jni_wrench at_origin) {
  jni_writer *w = s->w;
  jni_graph *g = w->g;
  const jn_frame *between = w->system->model->joints[joint].def.between;
  int link = w->system->tree->link_of[w->system->model->frames[between[end].i].body];
  if (s->strain.rotation[joint] == 0) return (jni_wrench){at_origin.f, jni_vec_zero};
  jni_vec here = jni_write_frame(w, between[end].i).r, other = jni_write_frame(w, between[1 - end].i).r;
  jni_vec half_distance = jni_vec_scale(g, jni_number_unwatched(g, 0.5), jni_vec_subtract(g, other, here));
  int base = w->links[link].base;
  if (base > 0) half_distance = jni_mat_transposed_times(g, &w->bases[base].R, half_distance);
  jni_vec middle = jni_vec_add(g, jni_write_end(w, between[end].i), half_distance);
  return (jni_wrench){at_origin.f, jni_vec_subtract(g, at_origin.n, jni_vec_cross(g, middle, at_origin.f))};
}

static bool is_zero(const jni_wrench *x) {
  for (int i = 0; i < 3; i++)
    if (x->f.x[i] != JNI_ZERO || x->n.x[i] != JNI_ZERO) return false;
  return true;
}

static jni_node product(const sharing *s, int joint, const jni_wrench *a, const jni_wrench *b) {
  jni_graph *g = s->w->g;
  jni_node force =
      jni_times(g, jni_number(g, s->strain.translation[joint] / JNI_COMPLIANCE), jni_vec_dot(g, a->f, b->f));
  if (s->strain.rotation[joint] == 0) return force;
  return jni_plus(g, force,
                  jni_times(g, jni_number(g, s->strain.rotation[joint] / JNI_COMPLIANCE), jni_vec_dot(g, a->n, b->n)));
}

static void add_to(jni_graph *g, jni_node *sum, jni_node x) { *sum = jni_plus(g, *sum, x); }

static void add_joint(sharing *s, int joint) {
  jni_writer *w = s->w;
  const jn_frame *between = w->system->model->joints[joint].def.between;
  int end = w->system->model->frames[between[1].i].body > 0 ? 1 : 0;
  bool any = false;
  if (w->system->model->frames[between[end].i].body == 0) return;
  for (int k = 0; k < s->n; k++) {
    s->change[k] = jni_write_own_reaction(w, joint, end, s->rows + k * s->nlinks, w->share.N + k * w->system->sizes.nc);
    any = any || !is_zero(&s->change[k]);
  }
  if (!any) return;
  jni_wrench own = strain_of(s, joint, end, jni_write_own_reaction(w, joint, end, w->joint_wrenches, w->lambda));
  for (int k = 0; k < s->n; k++) {
    if (is_zero(&s->change[k])) continue;
    s->change[k] = strain_of(s, joint, end, s->change[k]);
    for (int l = 0; l <= k; l++)
      if (!is_zero(&s->change[l])) add_to(w->g, &s->H[k * s->n + l], product(s, joint, &s->change[k], &s->change[l]));
    add_to(w->g, &s->b[k], product(s, joint, &s->change[k], &own));
  }
}

static void add_row(sharing *s, int row) {
  jni_writer *w = s->w;
  jni_graph *g = w->g;
  int nc = w->system->sizes.nc;
  if (s->strain.row[row] == 0) return;
  jni_node c = jni_number(g, s->strain.row[row] / JNI_COMPLIANCE);
  for (int k = 0; k < s->n; k++) {
    jni_node own = jni_times(g, c, w->share.N[k * nc + row]);
    for (int l = 0; l <= k; l++) add_to(g, &s->H[k * s->n + l], jni_times(g, own, w->share.N[l * nc + row]));
    add_to(g, &s->b[k], jni_times(g, own, w->lambda[row]));
  }
}

// Replaces s->H by its factors L D L', with L below the diagonal and 1/D on it. 1/D is 0 for a null vector that depends
// on those before it.
static void factor(sharing *s) {
  jni_graph *g = s->w->g;
  int n = s->n;
  for (int k = 0; k < n; k++) {
    jni_node *row = s->H + k * n, whole = row[k];
    for (int l = 0; l < k; l++) {
      for (int i = 0; i < l; i++) row[l] = jni_minus(g, row[l], jni_times(g, row[i], s->H[l * n + i]));
    }
    for (int l = 0; l < k; l++) {
      jni_node L = jni_times(g, row[l], s->H[l * n + l]);
      row[k] = jni_minus(g, row[k], jni_times(g, L, row[l]));
      row[l] = L;
    }
    double left = jni_value_of(s->w->share.values, row[k]), all = jni_value_of(s->w->share.values, whole);
    row[k] = left > RANK * all ? jni_over(g, JNI_ONE, row[k]) : JNI_ZERO;
  }
}

static void solve(sharing *s) {
  jni_graph *g = s->w->g;
  int n = s->n;
  for (int k = 0; k < n; k++) {
    s->y[k] = jni_opposite(g, s->b[k]);
    for (int l = 0; l < k; l++) s->y[k] = jni_minus(g, s->y[k], jni_times(g, s->H[k * n + l], s->y[l]));
  }
  for (int k = n - 1; k >= 0; k--) {
    s->y[k] = jni_times(g, s->y[k], s->H[k * n + k]);
    for (int l = k + 1; l < n; l++) s->y[k] = jni_minus(g, s->y[k], jni_times(g, s->H[l * n + k], s->y[l]));
  }
}

// Adds the sum of y_k times null vector k to w->lambda, and the corresponding wrenches to w->joint_wrenches of the
// joints of the tree. Returns false without memory.
static bool add_shares(sharing *s) {
  jni_writer *w = s->w;
  jni_graph *g = w->g;
  int nc = w->system->sizes.nc;
  jni_node *lambda = jni_ints(&w->pool, (size_t)nc + 1);
  for (int i = 0; lambda && i < nc; i++) {
    lambda[i] = w->lambda[i];
    for (int k = 0; k < s->n; k++) add_to(g, &lambda[i], jni_times(g, s->y[k], w->share.N[k * nc + i]));
  }
  for (int i = 1; lambda && i < s->nlinks; i++)
    for (int k = 0; k < s->n; k++) {
      const jni_wrench *rows = &s->rows[k * s->nlinks + i];
      w->joint_wrenches[i].f = jni_vec_add_scaled(g, w->joint_wrenches[i].f, s->y[k], rows->f);
      w->joint_wrenches[i].n = jni_vec_add_scaled(g, w->joint_wrenches[i].n, s->y[k], rows->n);
    }
  w->lambda = lambda;
  return lambda;
}

bool jni_write_share(jni_writer *w) {
  const jn_system *system = w->system;
  int n = w->share.n;
  if (n == 0 || w->share.done) return true;
  if (n > MOST_ROWS)
    return jni_refuse(w,
                      "reactions of joints have no compiled form: %d constraint equations are redundant, more than %d",
                      n, MOST_ROWS);
  sharing s = {.w = w, .n = n, .nlinks = system->tree->nlinks};
  size_t size = (size_t)n;
  s.rows = jni_take(&w->pool, size * (size_t)s.nlinks, sizeof *s.rows);
  s.change = jni_take(&w->pool, size, sizeof *s.change);
  s.H = jni_ints(&w->pool, size * size);
  s.b = jni_ints(&w->pool, size);
  s.y = jni_ints(&w->pool, size);
  if (w->pool.failed || !jni_strain_new(&w->pool, system, &s.strain)) return false;
  for (int k = 0; k < n; k++) jni_write_row_wrenches(w, w->share.N + k * system->sizes.nc, s.rows + k * s.nlinks);
  for (int j = 0; j < system->model->njoints; j++)
    if (system->model->joints[j].kind->two_ended) add_joint(&s, j);
  for (int i = 0; i < system->sizes.nc; i++) add_row(&s, i);
  factor(&s);
  solve(&s);
  w->share.done = true;
  return add_shares(&s);
}

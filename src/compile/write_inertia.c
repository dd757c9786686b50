// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_inertia.c - writes the mass matrix and the forces of n columns of speeds, by virtual power.
//
//   J_ik = J_pk + sum over the speeds of link i of S_j B_jk     spatial velocity of link i per unit of column k
//   M_kl = sum over i of J_il . I_i J_ik + sum over speeds s of armature_s B_sk B_sl
//   f_k  = sum over i of J_ik . F_i
//
// Links with equal J are one rigid body for these columns: their inertias and forces are summed first. If the columns
// are the speeds of a tree, these sums are the composite-body inertias of its branches; with loops they are mostly
// single bodies.
#include <string.h>

#include "compile/composite_mass.h"
#include "compile/write.h"
#include "system/system.h"

// Spatial inertia about the origin of the base: mass, first moment, second moment (xx, yy, zz, xy, xz, yz).
typedef struct {
  jni_node m;
  jni_vec h;
  jni_node J[6];
} inertia;

typedef struct {
  jni_writer *w;
  jni_graph *g;
  const jni_reduction *r;
  jni_pool scratch;
  int nlinks;
  const jni_composite_mass *composites;
  jni_motion_vec *J;     // nlinks x n: spatial velocity of each link per unit of each column
  jni_motion_vec *wdot;  // nlinks: spatial acceleration of each link by the accelerations reduction.wdot
  inertia *own, *sum, *single;
  const jni_wrench *acting;  // nlinks: force at the centre of mass and moment about it, that act on each link
  const jni_node *along;     // nv: generalised forces
  jni_wrench *load, *loads;
} inertia_writer;

static jni_node plus(const inertia_writer *x, jni_node a, jni_node b) { return jni_plus(x->g, a, b); }

static jni_node times(const inertia_writer *x, jni_node a, jni_node b) { return jni_times(x->g, a, b); }

static const jni_link *link_of(const inertia_writer *x, int i) { return &x->w->system->tree->links[i]; }

static bool same(jni_motion_vec a, jni_motion_vec b) { return memcmp(&a, &b, sizeof a) == 0; }

static bool is_zero(jni_motion_vec a) { return same(a, (jni_motion_vec){.v = jni_vec_zero}); }

static jni_node column_dot(jni_graph *g, jni_motion_vec a, jni_wrench F) {
  return jni_plus(g, jni_vec_dot(g, a.v, F.f), jni_vec_dot(g, a.w, F.n));
}

// ---- columns ------------------------------------------------------------------------------------------------------

static jni_node entry(const jni_reduction *r, int speed, int k) {
  return r->B ? r->B[speed * r->n + k] : speed == k ? JNI_ONE : JNI_ZERO;
}

static jni_motion_vec add_speed(const inertia_writer *x, int link, int j, jni_node rate, jni_motion_vec to) {
  if (rate == JNI_ZERO) return to;
  return jni_motion_add(x->g, to, jni_motion_scale(x->g, rate, x->w->links[link].S[j]));
}

// Fills J of a link whose motion comes from a table: J of its base, plus the table's column of each tabulated speed in
// the columns of B where this speed is not zero (there it is 1, because tabulated links depend on independent speeds).
static void write_tabulated_columns(inertia_writer *x, int link, const jni_tabulated_link *table) {
  int n = x->r->n, base = x->w->links[link].base;
  memcpy(x->J + link * n, x->J + base * n, (size_t)n * sizeof *x->J);
  for (int i = 0; i < table->nspeeds; i++)
    for (int k = 0; k < n; k++)
      if (entry(x->r, table->speed[i], k) != JNI_ZERO)
        x->J[link * n + k] = jni_motion_add(x->g, x->J[link * n + k], table->column[i]);
}

static void write_columns(inertia_writer *x) {
  int n = x->r->n;
  for (int i = 1; i < x->nlinks; i++) {
    const jni_link *l = link_of(x, i);
    if (x->w->tabulated_links && x->w->tabulated_links[i].nspeeds > 0) {
      write_tabulated_columns(x, i, &x->w->tabulated_links[i]);
      continue;
    }
    memcpy(x->J + i * n, x->J + l->parent * n, (size_t)n * sizeof *x->J);
    x->wdot[i] = x->wdot[l->parent];
    for (int j = 0; j < l->nv; j++) {
      for (int k = 0; k < n; k++) x->J[i * n + k] = add_speed(x, i, j, entry(x->r, l->v_at + j, k), x->J[i * n + k]);
      if (x->r->wdot) x->wdot[i] = add_speed(x, i, j, x->r->wdot[l->v_at + j], x->wdot[i]);
    }
  }
}

// ---- inertia of links ---------------------------------------------------------------------------------------------

static const int first[6] = {0, 1, 2, 0, 0, 1}, second[6] = {0, 1, 2, 1, 2, 2};

static jni_vec composite_centre(const inertia_writer *x, int link) {
  return jni_vec_add(x->g, x->w->links[link].o, jni_write_body_vector(x->w, link, x->composites[link].c));
}

// Writes the moment of inertia about the centre of mass, in axes of the base: sum of J_kl e_k e_l' over the body axes
// e.
static void full_moment(const inertia_writer *x, int link, jni_node J[6]) {
  static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  jni_graph *g = x->g;
  jni_vec e[3];
  for (int k = 0; k < 3; k++) e[k] = jni_write_body_vector(x->w, link, one + 3 * k);
  for (int i = 0; i < 6; i++) J[i] = JNI_ZERO;
  for (int k = 0; k < 3; k++) {
    jni_vec row = jni_vec_zero;
    for (int l = 0; l < 3; l++) row = jni_vec_add_scaled(g, row, jni_number(g, x->composites[link].J[3 * k + l]), e[l]);
    for (int i = 0; i < 6; i++) J[i] = plus(x, J[i], times(x, e[k].x[first[i]], row.x[second[i]]));
  }
}

// Writes the moment of inertia of a composite about the centre of mass, in axes of the base: round 1 + sum of weight
// axis axis', or from the full matrix if it is not stored in this form (whole).
static void composite_moment(const inertia_writer *x, int link, jni_node J[6]) {
  jni_graph *g = x->g;
  const jni_composite_mass *composite = &x->composites[link];
  if (composite->whole) {
    full_moment(x, link, J);
    return;
  }
  for (int i = 0; i < 6; i++) J[i] = i < 3 ? jni_number(g, composite->round) : JNI_ZERO;
  for (int k = 0; k < composite->naxes; k++) {
    jni_vec e = jni_write_body_vector(x->w, link, composite->axis[k]),
            scaled = jni_vec_scale(g, jni_number(g, composite->weight[k]), e);
    for (int i = 0; i < 6; i++) J[i] = plus(x, J[i], times(x, scaled.x[first[i]], e.x[second[i]]));
  }
}

static inertia composite_inertia(const inertia_writer *x, int link) {
  jni_graph *g = x->g;
  jni_vec at = composite_centre(x, link);
  inertia I = {.m = jni_number(g, x->composites[link].mass)};
  I.h = jni_vec_scale(g, I.m, at);
  composite_moment(x, link, I.J);
  jni_node square[3];
  for (int i = 0; i < 3; i++) square[i] = times(x, I.h.x[i], at.x[i]);
  for (int i = 0; i < 3; i++) I.J[i] = plus(x, I.J[i], plus(x, square[(i + 1) % 3], square[(i + 2) % 3]));
  for (int i = 3; i < 6; i++) I.J[i] = jni_minus(g, I.J[i], times(x, I.h.x[first[i]], at.x[second[i]]));
  return I;
}

static inertia add_inertia(const inertia_writer *x, inertia a, inertia b) {
  a.m = plus(x, a.m, b.m);
  a.h = jni_vec_add(x->g, a.h, b.h);
  for (int i = 0; i < 6; i++) a.J[i] = plus(x, a.J[i], b.J[i]);
  return a;
}

static jni_vec moment_times(jni_graph *g, const jni_node J[6], jni_vec a) {
  const jni_mat whole = {{J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]}};
  return jni_mat_times(g, &whole, a);
}

static jni_wrench momentum(const inertia_writer *x, const inertia *I, jni_motion_vec a) {
  jni_graph *g = x->g;
  return (jni_wrench){jni_vec_add(g, jni_vec_scale(g, I->m, a.v), jni_vec_cross(g, a.w, I->h)),
                      jni_vec_add(g, moment_times(g, I->J, a.w), jni_vec_cross(g, I->h, a.v))};
}

// ---- mass matrix --------------------------------------------------------------------------------------------------

static bool has_equal_motion(const inertia_writer *x, int i, int other, int k) {
  return same(x->J[i * x->r->n + k], x->J[other * x->r->n + k]);
}

// Sums up the inertias of links that move with their parents in columns k and l: sum[i] contains the inertia of link i
// and of all descendants that are joined to it by links with the same J as i in column k, and in column l. J that are
// zero in one of the columns are left out.
static void sum_equal_motion(const inertia_writer *x, int k, int l, inertia *sum) {
  int n = x->r->n;
  for (int i = 1; i < x->nlinks; i++) sum[i] = x->own[i];
  for (int i = x->nlinks - 1; i > 0; i--) {
    int parent = link_of(x, i)->parent;
    if (parent == 0 || is_zero(x->J[i * n + k]) || is_zero(x->J[i * n + l])) continue;
    if (has_equal_motion(x, i, parent, k) && has_equal_motion(x, i, parent, l))
      sum[parent] = add_inertia(x, sum[parent], sum[i]);
  }
}

static bool is_first_of_motion(const inertia_writer *x, int i, int k, int l) {
  int n = x->r->n, parent = link_of(x, i)->parent;
  if (is_zero(x->J[i * n + k]) || is_zero(x->J[i * n + l])) return false;
  return parent == 0 || !has_equal_motion(x, i, parent, k) || !has_equal_motion(x, i, parent, l);
}

// Returns the node of J_l . I J_k for link i. If I is also the inertia with which the diagonal element of column k or l
// was written, reuses the momentum computed there.
static jni_node product(const inertia_writer *x, int i, int k, int l, const inertia *I) {
  int n = x->r->n;
  jni_motion_vec a = x->J[i * n + k], b = x->J[i * n + l];
  bool of_k = memcmp(I, &x->single[k * x->nlinks + i], sizeof *I) == 0;
  return of_k ? column_dot(x->g, b, momentum(x, I, a)) : column_dot(x->g, a, momentum(x, I, b));
}

// Returns the node of what a rotor adds to M_kl, spin (a_k a_l - b_k b_l): a is its angular velocity along its axis per
// unit of the column, b that of its parent.
static jni_node rotor_part(const inertia_writer *x, int i, int k, int l) {
  jni_graph *g = x->g;
  int n = x->r->n, parent = link_of(x, i)->parent, speed = link_of(x, i)->v_at;
  jni_vec axis = x->w->links[i].S[0].w;
  jni_node own_k = entry(x->r, speed, k), own_l = entry(x->r, speed, l);
  jni_node of_k = jni_vec_dot(g, axis, x->J[parent * n + k].w), of_l = jni_vec_dot(g, axis, x->J[parent * n + l].w);
  jni_node both = plus(x, times(x, own_k, plus(x, own_l, of_l)), times(x, of_k, own_l));
  return times(x, jni_number(g, x->composites[i].spin), both);
}

static void write_matrix(inertia_writer *x) {
  int n = x->r->n;
  for (int k = 0; k < n; k++) sum_equal_motion(x, k, k, x->single + k * x->nlinks);
  for (int k = 0; k < n; k++)
    for (int l = 0; l <= k; l++) {
      jni_node M = JNI_ZERO;
      sum_equal_motion(x, k, l, x->sum);
      for (int i = 1; i < x->nlinks; i++) {
        if (is_first_of_motion(x, i, k, l)) M = plus(x, M, product(x, i, k, l, &x->sum[i]));
        if (x->composites[i].rotor) M = plus(x, M, rotor_part(x, i, k, l));
      }
      for (int s = 0; s < x->w->system->sizes.nv; s++) {
        jni_node both = times(x, entry(x->r, s, k), entry(x->r, s, l));
        M = plus(x, M, times(x, jni_number(x->g, x->w->system->tree->armature[s]), both));
      }
      x->r->M[k * n + l] = M;
    }
}

// ---- forces -------------------------------------------------------------------------------------------------------

// Returns the spatial motion of a link in axes that are parallel to those of the base and move with its centre of mass:
// velocity V including the angular velocity of the base; acceleration A including reduction.wdot, the bias of the base,
// and minus gravity.
static jni_spatial_motion inertial_motion(const inertia_writer *x, int link) {
  jni_graph *g = x->g;
  const jni_writer *w = x->w;
  const jni_link_nodes *own = &w->links[link];
  jni_spatial_motion f = own->spatial;
  jni_vec down = jni_mat_transposed_times(g, &w->bases[own->base].R, jni_vec_of(g, w->system->model->gravity));
  f.A = jni_motion_add(g, f.A, x->wdot[link]);
  f.A.v = jni_vec_subtract(g, f.A.v, down);
  if (own->base == 0) return f;
  const jni_com_motion *base = &w->links[own->base].motion;
  f.A.v = jni_vec_add(g, f.A.v, jni_vec_add(g, base->bv, jni_vec_cross(g, base->w, f.V.v)));
  f.A.w = jni_vec_add(g, f.A.w, jni_vec_cross(g, base->w, f.V.w));
  f.V.w = jni_vec_add(g, f.V.w, base->w);
  return f;
}

// Returns the moment J alpha + w x J w that a link needs about its centre of mass to move with w = f->V.w and alpha =
// f->A.w.
static jni_vec turning_moment(const inertia_writer *x, int link, const jni_spatial_motion *f) {
  jni_graph *g = x->g;
  const jni_composite_mass *composite = &x->composites[link];
  if (composite->whole || composite->naxes == 2) {
    jni_node J[6];
    composite_moment(x, link, J);
    return jni_vec_add(g, moment_times(g, J, f->A.w), jni_vec_cross(g, f->V.w, moment_times(g, J, f->V.w)));
  }
  jni_vec n = jni_vec_scale(g, jni_number(g, composite->round), f->A.w);
  if (composite->naxes == 0) return n;
  jni_vec e = jni_write_body_vector(x->w, link, composite->axis[0]);
  jni_node weight = jni_number(g, composite->weight[0]), along = times(x, weight, jni_vec_dot(g, e, f->A.w));
  jni_node spin = times(x, weight, jni_vec_dot(g, e, f->V.w));
  n = jni_vec_add_scaled(g, n, along, e);
  return jni_vec_add_scaled(g, n, spin, jni_vec_cross(g, f->V.w, e));
}

static void subtract_inertia(inertia_writer *x, int link) {
  jni_graph *g = x->g;
  jni_spatial_motion f = inertial_motion(x, link);
  jni_vec at = composite_centre(x, link);
  jni_vec a = jni_point_acceleration(g, &f, at, jni_point_velocity(g, &f, at));
  jni_vec force = jni_vec_scale(g, jni_number(g, x->composites[link].mass), a);
  jni_vec moment = jni_vec_add(g, turning_moment(x, link, &f), jni_vec_cross(g, at, force));
  x->load[link].f = jni_vec_subtract(g, x->load[link].f, force);
  x->load[link].n = jni_vec_subtract(g, x->load[link].n, moment);
}

// Subtracts the inertia moment of a rotor, spin (wdot axis + v w x axis), from the load of its parent. Returns the
// rotor's generalised inertia force along its own speed, spin (wdot + axis . alpha). spin: moment of inertia about the
// axis.
static jni_node subtract_rotor(inertia_writer *x, int link) {
  jni_graph *g = x->g;
  int parent = link_of(x, link)->parent, speed = link_of(x, link)->v_at;
  jni_vec axis = x->w->links[link].S[0].w;
  jni_spatial_motion f = inertial_motion(x, parent);
  jni_node spin = jni_number(g, x->composites[link].spin), wdot = x->r->wdot ? x->r->wdot[speed] : JNI_ZERO;
  jni_vec moment = jni_vec_scale(g, times(x, spin, wdot), axis);
  moment = jni_vec_add_scaled(g, moment, times(x, spin, x->w->v[speed]), jni_vec_cross(g, f.V.w, axis));
  x->load[parent].n = jni_vec_subtract(g, x->load[parent].n, moment);
  return times(x, spin, plus(x, wdot, jni_vec_dot(g, axis, f.A.w)));
}

static void write_loads(inertia_writer *x) {
  jni_graph *g = x->g;
  for (int i = 1; i < x->nlinks; i++) {
    const jni_wrench *own = &x->acting[i];
    x->load[i] = (jni_wrench){own->f, jni_vec_add(g, own->n, jni_vec_cross(g, x->w->links[i].o, own->f))};
    const jni_composite_mass *composite = x->composites ? &x->composites[i] : NULL;
    if (composite && (composite->mass > 0 || composite->round != 0 || composite->naxes > 0 || composite->whole))
      subtract_inertia(x, i);
  }
}

static jni_node along_speeds(const inertia_writer *x, int k) {
  jni_node sum = JNI_ZERO;
  for (int i = 0; i < x->w->system->sizes.nv; i++) sum = plus(x, sum, times(x, entry(x->r, i, k), x->along[i]));
  return sum;
}

static void write_vector(inertia_writer *x) {
  jni_graph *g = x->g;
  int n = x->r->n;
  for (int k = 0; k < n; k++) {
    x->r->f[k] = along_speeds(x, k);
    memcpy(x->loads, x->load, (size_t)x->nlinks * sizeof *x->loads);
    for (int i = x->nlinks - 1; i > 0; i--) {
      int parent = link_of(x, i)->parent;
      if (is_zero(x->J[i * n + k])) continue;
      if (parent == 0 || !has_equal_motion(x, i, parent, k)) {
        x->r->f[k] = plus(x, x->r->f[k], column_dot(g, x->J[i * n + k], x->loads[i]));
        continue;
      }
      x->loads[parent].f = jni_vec_add(g, x->loads[parent].f, x->loads[i].f);
      x->loads[parent].n = jni_vec_add(g, x->loads[parent].n, x->loads[i].n);
    }
  }
}

static void add_rotors(inertia_writer *x, const jni_node *row) {
  for (int k = 0; k < x->r->n; k++)
    for (int i = 1; i < x->nlinks; i++)
      if (x->composites[i].rotor)
        x->r->f[k] = jni_minus(x->g, x->r->f[k], times(x, entry(x->r, link_of(x, i)->v_at, k), row[i]));
}

// Subtracts armature times wdot, for each speed, from the generalised forces in f, projected on the columns; wdot are
// the accelerations of all speeds while the independent accelerations are zero.
static void add_armatures(inertia_writer *x) {
  const double *armature = x->w->system->tree->armature;
  for (int k = 0; k < x->r->n && x->r->wdot; k++)
    for (int s = 0; s < x->w->system->sizes.nv; s++) {
      if (!(armature[s] > 0)) continue;
      jni_node taken = times(x, jni_number(x->g, armature[s]), x->r->wdot[s]);
      x->r->f[k] = jni_minus(x->g, x->r->f[k], times(x, entry(x->r, s, k), taken));
    }
}

static inertia_writer begin(jni_writer *w, const jni_reduction *reduction) {
  inertia_writer x = {
      .w = w, .g = w->g, .r = reduction, .scratch = {.alloc = w->pool.alloc}, .nlinks = w->system->tree->nlinks};
  size_t links = (size_t)x.nlinks, n = (size_t)reduction->n;
  x.J = jni_take(&x.scratch, links * n + 1, sizeof *x.J);
  x.wdot = jni_take(&x.scratch, links, sizeof *x.wdot);
  x.load = jni_take(&x.scratch, links, sizeof *x.load);
  x.loads = jni_take(&x.scratch, links, sizeof *x.loads);
  x.acting = w->loads;
  x.along = w->along;
  return x;
}

void jni_write_generalised_forces(jni_writer *w, const jni_reduction *reduction, const jni_wrench *loads,
                                  const jni_node *along) {
  inertia_writer x = begin(w, reduction);
  x.acting = loads;
  x.along = along;
  if (x.scratch.failed) {
    w->pool.failed = true;
  } else {
    write_columns(&x);
    write_loads(&x);
    write_vector(&x);
  }
  jni_pool_free(&x.scratch);
}

void jni_write_inertia(jni_writer *w, const jni_reduction *reduction) {
  inertia_writer x = begin(w, reduction);
  size_t links = (size_t)x.nlinks, n = (size_t)reduction->n;
  jni_composite_mass *composites = jni_take(&x.scratch, links, sizeof *composites);
  jni_node *row = jni_ints(&x.scratch, links);
  x.own = jni_take(&x.scratch, links, sizeof *x.own);
  x.sum = jni_take(&x.scratch, links, sizeof *x.sum);
  x.single = jni_take(&x.scratch, links * n + 1, sizeof *x.single);
  x.composites = composites;
  if (x.scratch.failed) w->pool.failed = true;
  else {
    jni_composite_masses_find(w->system, composites);
    write_columns(&x);
    for (int i = 1; i < x.nlinks; i++) x.own[i] = composite_inertia(&x, i);
    write_matrix(&x);
    write_loads(&x);
    for (int i = 1; i < x.nlinks; i++)
      if (x.composites[i].rotor) row[i] = subtract_rotor(&x, i);
    write_vector(&x);
    add_rotors(&x, row);
    add_armatures(&x);
  }
  jni_pool_free(&x.scratch);
}

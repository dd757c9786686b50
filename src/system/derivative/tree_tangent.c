// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_tangent.c - derivatives of f - M vdot, gamma and G' lambda in joint coordinates: one column for each speed, from
// the links that the speed moves.
//
//   inertia, loads      by recursion (joint_plane_tangent.c, joint_space_tangent.c): variation of the bodies and their
//                       velocities, and of f with constant forces of elements
//   elements            from the tangents of their kinds (force_tangent.c), for elements with a body that the speed
//                       moves or that their expressions read; by central differences if a gradient is missing
//   d(G' lambda)/dq, dgamma/dv    as in tangent.c, from the rates of the groups with a body that the speed moves
//   dgamma/dq           by central differences of gamma
#include <stdio.h>
#include <string.h>

#include "kernel/vec3.h"
#include "system/coordinates/body_level.h"
#include "system/derivative/force_tangent.h"
#include "system/derivative/rate.h"
#include "system/forces.h"
#include "system/stage.h"

// Step of central differences relative to the typical size: about the cube root of the rounding error, which is best
// because their truncation error is of second order.
static const double relative = 6e-6;

// ---- branches ------------------------------------------------------------------------------------------------------

jni_branch jni_tree_branch(const jni_tree *tree, int speed, double place, double change) {
  jni_branch branch = {.speed = speed, .link = tree->speed_link[speed], .place = place, .change = change};
  for (branch.end = branch.link + 1; branch.end < tree->nlinks && tree->links[branch.end].parent >= branch.link;)
    branch.end++;
  return branch;
}

// Returns whether a body belongs to the branch of the tree that begins at a link. Links have larger numbers than their
// parents.
static bool moves(const jn_system *system, int link, int body) {
  int i = body > 0 ? system->tree->link_of[body] : 0;
  while (i > link) i = system->tree->links[i].parent;
  return i == link;
}

// Sets work->direction of a body to its motion when speed `speed` is 1 and all others zero; speed = -1: to no motion.
static void set_direction(const jn_system *system, jn_work *work, int speed, int body) {
  jni_body_variation x;
  memset(&x, 0, sizeof x);
  if (speed >= 0 && moves(system, system->tree->speed_link[speed], body))
    system->kind->tree->vary_body(system, work, speed, true, body, &x);
  jnk_copy(x.r, work->direction[body].v);
  jnk_copy(x.turn, work->direction[body].wg);
}

// ---- elements ------------------------------------------------------------------------------------------------------

static void vary_body(const jni_vary *vary, const jn_work *work, int body, jni_body_variation *out) {
  const jn_system *system = vary->system;
  int j = vary->speed;
  if (moves(system, system->tree->speed_link[j], body))
    system->kind->tree->vary_body(system, work, j, vary->of_configuration, body, out);
  else memset(out, 0, sizeof *out);
}

static void add_load(jni_vary *vary, int body, const double *df) {
  vary->system->kind->tree->vary_load(vary->system, vary->work, body, df, &vary->column);
}

// Adds to column j of out->df_dq and out->df_dv the derivatives of the forces of one element by speed j. bodies: the n
// bodies on which its forces depend.
static void element_columns(const jn_system *system, jn_work *work, jni_force_slope *slope, const int *bodies, int n,
                            int j, jn_tangents *out) {
  jni_vary vary = {.system = system, .body = vary_body, .add = add_load, .work = work, .speed = j};
  for (int i = 0; i < n; i++) set_direction(system, work, j, bodies[i]);
  for (int part = 0; part < 2; part++) {
    double *to = part == 0 ? out->df_dq : out->df_dv;
    if (!to) continue;
    vary.of_configuration = part == 0;
    vary.column = (jni_column){to + j, system->sizes.nv, 0};
    jni_force_vary(system, work, slope, &vary);
  }
}

// Returns whether a speed of the tree moves at least one of these n bodies.
static bool moves_one(const jn_system *system, int speed, const int *bodies, int n) {
  for (int i = 0; i < n; i++)
    if (moves(system, system->tree->speed_link[speed], bodies[i])) return true;
  return false;
}

// Adds the columns of one element for all speeds that move one of its bodies, that is, on the paths from them to the
// root; each speed once.
static void add_element(const jn_system *system, jn_work *work, const jni_force_plan *plan, int body,
                        jn_tangents *out) {
  int own[2], n;
  const int *bodies = jni_force_dependencies(system, plan, body, own, &n);
  jni_force_slope slope;
  jni_force_slope_take(system, work, plan, body, &slope);
  for (int i = 0; i < n; i++)
    for (int j = jni_tree_last_speed(system->tree, system->tree->link_of[bodies[i]]); j >= 0;
         j = system->tree->parent_speed[j])
      if (!moves_one(system, j, bodies, i)) element_columns(system, work, &slope, bodies, n, j, out);
  for (int i = 0; i < n; i++) set_direction(system, work, -1, bodies[i]);
}

static void add_elements(const jn_system *system, jn_work *work, jn_tangents *out) {
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    bool every = jni_acts_everywhere(plan);
    if (!plan->exact) continue;
    for (int b = every ? 1 : 0; b < (every ? system->nbodies : 1); b++) add_element(system, work, plan, b, out);
  }
}

// ---- rows ----------------------------------------------------------------------------------------------------------

static bool group_varies(const jn_system *system, const jni_branch *branch, int g) {
  for (int e = system->rows.entry_at[g]; e < system->rows.entry_at[g + 1]; e++)
    if (moves(system, branch->link, system->rows.entry_block[e] + 1)) return true;
  return false;
}

static void group_rate(const jn_system *system, jn_work *work, int g) {
  int last = -1;
  for (int row = system->rows.group_at[g]; row < system->rows.group_at[g + 1]; row++) {
    int p = system->row_primitive[row];
    if (p != last)
      jni_primitive_rate(&system->primitives[p], 1, system->terms, system->coordinates, work->coordinates,
                         system->model->space, work->direction, work->body_Gdot);
    last = p;
  }
  system->kind->tree->rows_rate(system, work, g, g + 1, work->body_G, work->body_Gdot, work->Gdot);
}

static void group_column(const jn_system *system, const jn_work *work, int g, const double *lambda, int j,
                         jn_tangents *out) {
  const jni_pattern *p = &system->pattern;
  size_t n = (size_t)system->sizes.nv;
  for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
    int at = p->block_at[p->entry_block[e]], width = p->block_at[p->entry_block[e] + 1] - at;
    for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++) {
      const double *Gdot = work->Gdot + p->entry_value[e] + (row - p->group_at[g]) * width;
      for (int c = 0; c < width && out->dGtlambda_dq; c++)
        out->dGtlambda_dq[(size_t)(at + c) * n + (size_t)j] += lambda[row] * Gdot[c];
      for (int c = 0; c < width && out->dgamma_dv; c++)
        out->dgamma_dv[(size_t)row * n + (size_t)j] -= work->v[at + c] * Gdot[c];
    }
  }
}

static void row_columns(const jn_system *system, jn_work *work, const jni_branch *branch, const double *lambda,
                        jn_tangents *out) {
  for (int i = branch->link; i < branch->end; i++)
    set_direction(system, work, branch->speed, system->tree->links[i].body);
  for (int g = 0; g < system->rows.ngroups; g++) {
    if (!group_varies(system, branch, g)) continue;
    group_rate(system, work, g);
    group_column(system, work, g, lambda, branch->speed, out);
  }
  for (int i = branch->link; i < branch->end; i++) set_direction(system, work, -1, system->tree->links[i].body);
}

// ---- differences ---------------------------------------------------------------------------------------------------

// Evaluates the position and velocity stages at `state` with its pose moved by h along speed j (of_configuration), or
// with speed j increased by h.
static void stage_moved(const jn_system *system, jn_work *work, const double *state, bool of_configuration, int j,
                        double h) {
  const double *q = state + 1, *v = q + system->sizes.nq, *z = v + system->sizes.nv, *s = z + system->sizes.nz;
  work->t = state[0];
  memcpy(work->q, q, (size_t)system->sizes.nq * sizeof *q);
  memcpy(work->v, v, (size_t)system->sizes.nv * sizeof *v);
  if (h != 0 && of_configuration) {
    memset(work->scratch, 0, (size_t)system->sizes.nv * sizeof *work->scratch);
    work->scratch[j] = h;
    system->kind->step(system, q, work->scratch, work->q);
  } else if (h != 0) {
    work->v[j] += h;
  }
  if (system->sizes.nz > 0) memcpy(work->z, z, (size_t)system->sizes.nz * sizeof *z);
  if (system->sizes.ns > 0) memcpy(work->s, s, (size_t)system->sizes.ns * sizeof *s);
  jni_stage_position(system, work);
  jni_stage_velocity(system, work);
}

// Adds factor * x (n numbers) to column j of the n x nv matrix `out`; out NULL: does nothing.
static void add_column(const jn_system *system, int n, int j, double factor, const double *x, double *out) {
  for (int i = 0; out && i < n; i++) out[(size_t)i * (size_t)system->sizes.nv + (size_t)j] += factor * x[i];
}

static void add_inexact(const jn_system *system, jn_work *work, double *body_f) {
  memset(body_f, 0, (size_t)system->nbody_v * sizeof *body_f);
  for (int i = 0; i < system->nforces; i++)
    if (!system->forces[i].exact) jni_force_add(system, work, &system->forces[i], body_f, &work->outputs[i]);
}

// Adds to column j of `out` the generalised forces of elements without exact tangents at the current stages, times
// `factor`.
static void difference_forces(const jn_system *system, jn_work *work, int j, double factor, double *out) {
  int nv = system->sizes.nv;
  add_inexact(system, work, work->body_f);
  memset(work->scratch, 0, (size_t)nv * sizeof *work->scratch);
  jni_add_body_forces(system, work, work->body_f, work->scratch);
  add_column(system, nv, j, factor, work->scratch, out);
}

static void add_differences(const jn_system *system, jn_work *work, const double *state, bool of_configuration, int j,
                            double *df, double *dgamma) {
  double h = relative * (system->v_is_length[j] ? system->length_scale : 1);
  for (int sign = -1; sign <= 1; sign += 2) {
    stage_moved(system, work, state, of_configuration, j, sign * h);
    if (df) difference_forces(system, work, j, sign / (2 * h), df);
    add_column(system, system->sizes.nc, j, sign / (2 * h), work->gamma, dgamma);
  }
}

// ---- all columns ---------------------------------------------------------------------------------------------------

// Adds to `out` all derivatives that are exact, at the current stages; differences of the other elements are added
// separately.
static void exact_columns(const jn_system *system, jn_work *work, const double *lambda, jn_tangents *out) {
  const jni_tree_ops *ops = system->kind->tree;
  int nv = system->sizes.nv;
  if (out->dgamma_dv) {  // starts from -Gdot(q; v), the term that does not depend on the direction w
    jn_calc_Gdot(system, work, out->dgamma_dv);
    for (size_t i = 0; i < (size_t)system->sizes.nc * (size_t)nv; i++) out->dgamma_dv[i] = -out->dgamma_dv[i];
  }
  memset(work->scratch, 0, (size_t)nv * sizeof *work->scratch);
  jni_set_direction(system, work, work->scratch);
  ops->tangent_begin(system, work, out->vdot);
  for (int j = 0; j < nv; j++) {
    jni_branch branch = jni_tree_branch(system->tree, j, 0, 1);
    if (out->df_dv) {
      ops->vary(system, work, &branch, out->vdot);
      ops->vary_collect(system, work, &branch, &(jni_column){out->df_dv + j, nv, 0});
    }
    branch.place = 1;
    branch.change = 0;
    if (out->df_dq) {
      ops->vary(system, work, &branch, out->vdot);
      ops->vary_collect(system, work, &branch, &(jni_column){out->df_dq + j, nv, 0});
    }
    if (out->dGtlambda_dq || out->dgamma_dv) row_columns(system, work, &branch, lambda, out);
  }
  if (out->df_dq || out->df_dv) add_elements(system, work, out);
}

static bool mark_inexact(const jn_system *system, jn_tangents *out) {
  bool forces = false;
  out->exact = !(out->dgamma_dq && system->sizes.nc > 0);
  snprintf(out->which, sizeof out->which, "%s", out->exact ? "" : "dgamma/dq of all joints");
  for (int i = 0; i < system->nforces; i++)
    if ((out->df_dq || out->df_dv) && !system->forces[i].exact) {
      forces = true;
      out->exact = false;
      snprintf(out->which, sizeof out->which, "force '%.80s'", system->forces[i].element->name);
    }
  return forces;
}

void jni_tree_tangents(const jn_system *system, jn_work *work, const double *state, const double *lambda,
                       jn_tangents *out) {
  size_t nv = (size_t)system->sizes.nv, nc = (size_t)system->sizes.nc;
  double *const parts[] = {out->df_dq, out->df_dv, out->dGtlambda_dq, out->dgamma_dq, out->dgamma_dv};
  for (int i = 0; i < 5; i++)
    if (parts[i]) memset(parts[i], 0, (i < 3 ? nv : nc) * nv * sizeof(double));
  bool inexact_force = mark_inexact(system, out);
  stage_moved(system, work, state, true, 0, 0);
  jni_stage_force(system, work);
  if (inexact_force) {
    // Subtracts the forces of elements without exact tangents from the forces of the bodies; these are differentiated
    // separately, by differences.
    add_inexact(system, work, work->body_scratch);
    for (int i = 0; i < system->nbody_v; i++) work->body_f[i] -= work->body_scratch[i];
  }
  exact_columns(system, work, lambda, out);
  if (!inexact_force && !(out->dgamma_dq && nc > 0)) return;
  for (int j = 0; j < system->sizes.nv; j++) {
    double *dq = inexact_force ? out->df_dq : NULL, *dv = inexact_force ? out->df_dv : NULL;
    if (dq || out->dgamma_dq) add_differences(system, work, state, true, j, dq, out->dgamma_dq);
    if (dv) add_differences(system, work, state, false, j, dv, NULL);
  }
  stage_moved(system, work, state, true, 0, 0);
  jni_stage_force(system, work);
}

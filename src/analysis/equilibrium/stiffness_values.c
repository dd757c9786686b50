// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiffness_values.c - the stiffness of all bodies at rest by blocks, exact: d(G' lambda)/dq group by group from
// the rates of its rows, df/dq element by element from the kinds' tangents.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/stiffness_factor_inside.h"
#include "kernel/vec3.h"
#include "system/derivative/force_tangent.h"
#include "system/derivative/rate.h"
#include "system/forces.h"

// Adds half of `value` to element (speed r of node a, speed k of node b) of K and half to the transposed element, so
// that K becomes the symmetric part of the matrix whose elements are added. Of the two blocks of a pair only that with
// the smaller node first is stored. Ignores pairs that are not connected.
static void add(jni_body_stiffness *s, int a, int r, int b, int k, double value) {
  const jni_pattern *p = &s->bodies->pattern;
  int wa = p->block_at[a + 1] - p->block_at[a], wb = p->block_at[b + 1] - p->block_at[b];
  if (a == b) {
    s->K[s->own_at[a] + r * wa + k] += 0.5 * value;
    s->K[s->own_at[a] + k * wa + r] += 0.5 * value;
    return;
  }
  int pair = jni_body_stiffness_pair(s, a, b);
  if (pair < 0) return;
  s->K[s->pair_at[pair] + (a < b ? r * wb + k : k * wa + r)] += 0.5 * value;
}

// ---- rows ----------------------------------------------------------------------------------------------------------

static void rate_of_group(const jn_system *system, jn_work *work, int g) {
  int last = -1;
  for (int row = system->pattern.group_at[g]; row < system->pattern.group_at[g + 1]; row++) {
    int p = system->row_primitive[row];
    if (p != last)
      jni_primitive_rate(&system->primitives[p], 1, system->terms, system->coordinates, work->coordinates,
                         system->model->space, work->direction, work->body_Gdot);
    last = p;
  }
}

// Adds to column k of node b in K the changes of the constraint forces G' lambda of group g per unit of that speed;
// needs work->body_Gdot for a unit of that speed.
static void add_group(jni_body_stiffness *s, const jn_work *work, const double *lambda, int g, int b, int k) {
  const jni_pattern *p = &s->bodies->pattern;
  for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
    int a = p->entry_block[e], width = p->block_at[a + 1] - p->block_at[a];
    for (int r = 0; r < width; r++) {
      double sum = 0;
      for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++)
        sum += lambda[row] * work->body_Gdot[p->entry_value[e] + (row - p->group_at[g]) * width + r];
      add(s, a, r, b, k, sum);
    }
  }
}

static void add_rows(jni_body_stiffness *s, jn_work *work, const double *lambda, double *w) {
  const jni_pattern *p = &s->bodies->pattern;
  for (int g = 0; g < p->ngroups; g++)
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
      int b = p->entry_block[e], at = p->block_at[b];
      for (int k = 0; k < p->block_at[b + 1] - at; k++) {
        w[at + k] = 1;
        jni_set_body_direction(s->bodies, work, b + 1, w);
        rate_of_group(s->bodies, work, g);
        add_group(s, work, lambda, g, b, k);
        w[at + k] = 0;
      }
      jni_set_body_direction(s->bodies, work, b + 1, w);
    }
}

// ---- elements ------------------------------------------------------------------------------------------------------

typedef struct {
  jni_vary vary;  // first member, so that its functions can convert its address to this struct
  jni_body_stiffness *sparse;
  int body, component;
} varied;

// Sets x to the variation of body b along work->direction: displacement and rotation. The variations of velocities are
// zero, since angular velocities stay zero at rest.
static void vary_body(const jni_vary *vary, const jn_work *work, int b, jni_body_variation *x) {
  (void)vary;
  memset(x, 0, sizeof *x);
  jnk_copy(work->direction[b].v, x->r);
  jnk_copy(work->direction[b].wg, x->turn);
}

static void add_to_body(jni_vary *vary, int b, const double *df) {
  const varied *v = (const varied *)vary;
  for (int i = 0; i < vary->system->width[b]; i++) add(v->sparse, b - 1, i, v->body - 1, v->component, -df[i]);
}

static void add_element(jni_body_stiffness *s, jn_work *work, const jni_force_plan *plan, int body, double *w) {
  const jn_system *system = s->bodies;
  int own[2], n;
  const int *bodies = jni_force_dependencies(system, plan, body, own, &n);
  jni_force_slope slope;
  jni_force_slope_take(system, work, plan, body, &slope);
  for (int k = 0; k < n; k++) {
    for (int i = 0, at = system->v_at[bodies[k]]; i < system->width[bodies[k]]; i++) {
      varied v = {.vary = {.system = system, .of_configuration = true, .body = vary_body, .add = add_to_body, .w = w},
                  .sparse = s};
      v.body = bodies[k];
      v.component = i;
      w[at + i] = 1;
      jni_set_body_direction(system, work, bodies[k], w);
      jni_force_vary(system, work, &slope, &v.vary);
      w[at + i] = 0;
    }
    jni_set_body_direction(system, work, bodies[k], w);
  }
}

static void add_elements(jni_body_stiffness *s, jn_work *work, double *w) {
  const jn_system *system = s->bodies;
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    bool every = jni_acts_everywhere(plan);
    for (int b = every ? 1 : 0; b < (every ? system->nbodies : 1); b++) add_element(s, work, plan, b, w);
  }
}

double jni_body_stiffness_take_stiffness(jni_body_stiffness *s, jn_work *work, const double *lambda) {
  const jni_pattern *p = &s->bodies->pattern;
  double *w = work->scratch, most = 0;
  memset(s->K, 0, (size_t)s->nK * sizeof *s->K);
  memset(w, 0, (size_t)s->nb * sizeof *w);
  jni_set_direction(s->bodies, work, w);
  add_rows(s, work, lambda, w);
  add_elements(s, work, w);
  if (!jni_all_finite(s->K, s->nK)) {
    s->stiffest = HUGE_VAL;
    return HUGE_VAL;
  }
  for (int b = 0; b < s->nnodes; b++)
    for (int i = 0, at = p->block_at[b], width = p->block_at[b + 1] - at; i < width; i++)
      most = fmax(most, fabs(s->K[s->own_at[b] + i * width + i]) * s->scale[at + i] * s->scale[at + i]);
  s->stiffest = most;
  return most;
}

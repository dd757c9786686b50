// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_coincidences.c - joint coordinates: points that close a loop, compared along the loop.
//
//   d = c + (sum of the links' own parts on B's way) + P_B - (sum on A's way) - P_A
// from the link where the two ways meet. c holds what stands still in the ground: the points where the ways begin, and
// points of the ground itself. No absolute position enters, so that the rounding of phi is that of a loop's own size
// however far from the origin it is. Near a singular configuration that rounding comes out of G_d^-1 thousands of times
// larger.
#include <math.h>

#include "system/system_build.h"
#include "system/tree/joint_links.h"

// Ground points nearer than this, in sizes of the bodies, have as little rounding as the links themselves.
static const double far = 2;

// What one side has in the ground.
static void ground_part(const jn_system *system, const jni_side *side, int meet, double c[3]) {
  const jni_link *links = system->tree->links;
  int link = side->body > 0 ? system->tree->link_of[side->body] : 0;
  jnk_zero(c);
  if (side->body == 0) jnk_copy(side->p, c);
  while (link != meet && links[link].parent != meet) link = links[link].parent;
  if (link != meet && jni_link_is_anchored(&links[link])) jnk_copy(links[link].pP, c);
}

static bool plan_near(jn_system *system, const jni_primitive *p, int meet, jni_coincidence *out) {
  double ground[2][3];
  for (int k = 0; k < 2; k++) {
    ground_part(system, &p->side[k], meet, ground[k]);
    out->link[k] = p->side[k].body > 0 ? system->tree->link_of[p->side[k].body] : 0;
  }
  out->primitive = p, out->meet = meet;
  jnk_sub(ground[1], ground[0], out->c);
  double reach = fmax(jnk_norm(ground[0]), jnk_norm(ground[1]));
  return meet > 0 || !(reach <= far * system->length_scale);
}

bool jni_tree_plan_coincidences(jn_system *system) {
  int first = system->primitive_at[JNI_COINCIDE], last = system->primitive_at[JNI_COINCIDE + 1];
  system->coincidences = jni_take(&system->pool, (size_t)(last - first), sizeof *system->coincidences);
  if (system->pool.failed) return false;
  for (int g = 0; g < system->rows.ngroups; g++) {
    if (system->rows.entry_at[g] == system->rows.entry_at[g + 1]) continue;
    int meet = system->row_paths[system->rows.entry_at[g]].meet;
    for (int row = system->rows.group_at[g]; row < system->rows.group_at[g + 1]; row++) {
      const jni_primitive *p = &system->primitives[system->row_primitive[row]];
      if (p->kind == JNI_COINCIDE && p->row == row)
        system->ncoincidences += plan_near(system, p, meet, &system->coincidences[system->ncoincidences]);
    }
  }
  return true;
}

// ---- plane ----------------------------------------------------------------------------------------------------------

static void add_plane(const jn_system *system, const jn_work *work, const jni_coincidence *near, int k, double sign,
                      double d[2]) {
  const jni_plane_link *links = jni_plane_links(system);
  const jni_plane_state *state = jni_plane_states(work);
  const jni_side *side = &near->primitive->side[k];
  const jni_body2 *body = &work->body2[side->body];
  if (side->body == 0) return;
  double x = body->c * side->p[0] - body->s * side->p[1], y = body->s * side->p[0] + body->c * side->p[1];
  for (int i = near->link[k]; i != near->meet; i = links[i].parent) {
    const double *own = links[i].anchored ? state[i].a : state[i].d;
    x += own[0], y += own[1];
  }
  d[0] += sign * x, d[1] += sign * y;
}

static void near_plane(const jn_system *system, jn_work *work) {
  for (const jni_coincidence *near = system->coincidences; near < system->coincidences + system->ncoincidences;
       near++) {
    const jni_primitive *p = near->primitive;
    double d[2] = {near->c[0], near->c[1]};
    add_plane(system, work, near, 1, 1, d), add_plane(system, work, near, 0, -1, d);
    work->phi[p->row] = p->scale * d[0], work->phi[p->row + 1] = p->scale * d[1];
  }
}

// ---- space ----------------------------------------------------------------------------------------------------------

static void add_space(const jn_system *system, const jn_work *work, const jni_coincidence *near, int k, double sign,
                      double d[3]) {
  const jni_space_link *links = jni_space_links(system);
  const jni_space_state *state = jni_space_states(work);
  const jni_side *side = &near->primitive->side[k];
  if (side->body == 0) return;
  double x[3];
  jnk_mat_vec(work->body3[side->body].R, side->p, x);
  for (int i = near->link[k]; i != near->meet; i = links[i].parent)
    jnk_add(x, links[i].anchored ? state[i].a : state[i].d, x);
  jnk_add_scaled(d, sign, x, d);
}

static void near_space(const jn_system *system, jn_work *work) {
  for (const jni_coincidence *near = system->coincidences; near < system->coincidences + system->ncoincidences;
       near++) {
    const jni_primitive *p = near->primitive;
    double d[3];
    jnk_copy(near->c, d);
    add_space(system, work, near, 1, 1, d), add_space(system, work, near, 0, -1, d);
    jnk_scale(p->scale, d, work->phi + p->row);
  }
}

void jni_tree_calc_coincidences(const jn_system *system, jn_work *work) {
  if (system->model->space == JN_PLANE) near_plane(system, work);
  else near_space(system, work);
}

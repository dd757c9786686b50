// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_coincidences.c - joint coordinates: residual of coinciding points A and B of a loop, summed along the loop.
//
//   d = c + (sum of d over the links of the path to B) + P_B - (sum of d over the links of the path to A) - P_A
// Both paths begin at the common ancestor. c is the constant part on the ground: the joint points at which the paths
// begin, and points of the ground itself. The sums do not contain absolute positions, so the rounding error of phi
// depends on the size of the loop and not on its distance from the origin. Near a singular configuration G_d^-1
// amplifies this rounding error thousands of times.
#include <math.h>

#include "system/system_build.h"
#include "system/tree/joint_links.h"

// Distance of a loop from the origin, over the length scale, above which the loop on the ground is summed along its
// links. For a nearer loop absolute positions have no larger rounding error.
static const double far_distance = 2;

// Writes to c the constant part of one path: its joint point on the ground if the first link of the path is anchored
// there, or the point itself if it is on the ground; otherwise zero. Ground axes, m.
static void ground_part(const jn_system *system, const jni_side *side, int ancestor, double c[3]) {
  const jni_link *links = system->tree->links;
  int link = side->body > 0 ? system->tree->link_of[side->body] : 0;
  jnk_zero(c);
  if (side->body == 0) jnk_copy(side->p, c);
  while (link != ancestor && links[link].parent != ancestor) link = links[link].parent;
  if (link != ancestor && jni_link_is_anchored(&links[link])) jnk_copy(links[link].pP, c);
}

// Sets *out to the plan by which the difference of a pair of points that must coincide is summed along its loop.
// Returns false if the difference of absolute positions is accurate enough for this pair.
static bool plan_coincidence(jn_system *system, const jni_primitive *p, int ancestor, jni_coincidence *out) {
  double ground[2][3];
  for (int k = 0; k < 2; k++) {
    ground_part(system, &p->side[k], ancestor, ground[k]);
    out->link[k] = p->side[k].body > 0 ? system->tree->link_of[p->side[k].body] : 0;
  }
  out->primitive = p;
  out->ancestor = ancestor;
  jnk_sub(ground[1], ground[0], out->c);
  double reach = fmax(jnk_norm(ground[0]), jnk_norm(ground[1]));
  return ancestor > 0 || !(reach <= far_distance * system->length_scale);
}

bool jni_tree_plan_coincidences(jn_system *system) {
  int first = system->primitive_at[JNI_COINCIDE], last = system->primitive_at[JNI_COINCIDE + 1];
  system->coincidences = jni_take(&system->pool, (size_t)(last - first), sizeof *system->coincidences);
  if (system->pool.failed) return false;
  for (int g = 0; g < system->rows.ngroups; g++) {
    if (system->rows.entry_at[g] == system->rows.entry_at[g + 1]) continue;
    int ancestor = system->row_paths[system->rows.entry_at[g]].ancestor;
    for (int row = system->rows.group_at[g]; row < system->rows.group_at[g + 1]; row++) {
      const jni_primitive *p = &system->primitives[system->row_primitive[row]];
      if (p->kind == JNI_COINCIDE && p->row == row)
        system->ncoincidences += plan_coincidence(system, p, ancestor, &system->coincidences[system->ncoincidences]);
    }
  }
  return true;
}

// ---- plane ----------------------------------------------------------------------------------------------------------

// Adds to d sign times the vector from the beginning of path k of a pair to its point P_k: the sum of d over the links
// of the path, of a for anchored links, plus P_k. Adds nothing if the point is on the ground.
static void add_plane(const jn_system *system, const jn_work *work, const jni_coincidence *pair, int k, double sign,
                      double d[2]) {
  const jni_plane_link *links = jni_plane_links(system);
  const jni_plane_state *state = jni_plane_states(work);
  const jni_side *side = &pair->primitive->side[k];
  const jni_body2 *body = &work->body2[side->body];
  if (side->body == 0) return;
  double x = body->c * side->p[0] - body->s * side->p[1], y = body->s * side->p[0] + body->c * side->p[1];
  for (int i = pair->link[k]; i != pair->ancestor; i = links[i].parent) {
    const double *own = links[i].anchored ? state[i].a : state[i].d;
    x += own[0];
    y += own[1];
  }
  d[0] += sign * x;
  d[1] += sign * y;
}

static void calc_plane(const jn_system *system, jn_work *work) {
  for (const jni_coincidence *pair = system->coincidences; pair < system->coincidences + system->ncoincidences;
       pair++) {
    const jni_primitive *p = pair->primitive;
    double d[2] = {pair->c[0], pair->c[1]};
    add_plane(system, work, pair, 1, 1, d);
    add_plane(system, work, pair, 0, -1, d);
    work->phi[p->row] = p->scale * d[0];
    work->phi[p->row + 1] = p->scale * d[1];
  }
}

// ---- space ----------------------------------------------------------------------------------------------------------

// Adds to d sign times the vector from the beginning of path k of a pair to its point P_k: the sum of d over the links
// of the path, of a for anchored links, plus P_k. Adds nothing if the point is on the ground.
static void add_space(const jn_system *system, const jn_work *work, const jni_coincidence *pair, int k, double sign,
                      double d[3]) {
  const jni_space_link *links = jni_space_links(system);
  const jni_space_state *state = jni_space_states(work);
  const jni_side *side = &pair->primitive->side[k];
  if (side->body == 0) return;
  double x[3];
  jnk_mat_vec(work->body3[side->body].R, side->p, x);
  for (int i = pair->link[k]; i != pair->ancestor; i = links[i].parent)
    jnk_add(x, links[i].anchored ? state[i].a : state[i].d, x);
  jnk_add_scaled(d, sign, x, d);
}

static void calc_space(const jn_system *system, jn_work *work) {
  for (const jni_coincidence *pair = system->coincidences; pair < system->coincidences + system->ncoincidences;
       pair++) {
    const jni_primitive *p = pair->primitive;
    double d[3];
    jnk_copy(pair->c, d);
    add_space(system, work, pair, 1, 1, d);
    add_space(system, work, pair, 0, -1, d);
    jnk_scale(p->scale, d, work->phi + p->row);
  }
}

void jni_tree_calc_coincidences(const jn_system *system, jn_work *work) {
  if (system->model->space == JN_PLANE) calc_plane(system, work);
  else calc_space(system, work);
}

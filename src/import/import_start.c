// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_start.c - where the bodies of an imported robot begin: all coordinates zero, but those that follow others with
// an offset at the value that this gives them (mimic of URDF, polycoef of MJCF).
//
// With X0 the pose of a body where all coordinates are zero, and the axes S of the coordinates there, it is
//   X = E X0,   E(body) = E(the body it hangs on) exp(S1 q1) exp(S2 q2) ...   over the coordinates between the two.
#include <math.h>

#include "import/import.h"
#include "kernel/vec3.h"

// from a follower to what it follows, and on; beyond, or where they go round, zero is as good as any
enum { MOST_STEPS = 100 };

static double start_value(const jni_import *im, int i) {
  double factor = 1, sum = 0;
  for (int steps = 0; i >= 0; steps++) {
    const jni_dof *dof = &im->dofs[i];
    if (steps > MOST_STEPS) return 0;
    sum += factor * dof->offset;
    factor *= dof->factor;
    i = dof->leader;
  }
  return sum;
}

// exp(S q): a turn about the axis through the anchor, or a way along it.
static jni_pose moved(const jni_dof *dof, double value) {
  jni_pose made = jni_pose_identity();
  double turned[3];
  if (dof->slide) {
    jnk_scale(value, dof->axis, made.p);
    return made;
  }
  made.q[0] = jnk_cos(0.5 * value);
  jnk_scale(jnk_sin(0.5 * value), dof->axis, made.q + 1);
  jni_pose_turn(&made, dof->anchor, turned);
  jnk_sub(dof->anchor, turned, made.p);
  return made;
}

static void turn_rotor(jni_import *im, const jni_dof *dof, double value) {
  double *q = im->bodies[dof->rotor].world.q;
  if (dof->rotor > 0) q[0] = jnk_cos(0.5 * value), q[3] = jnk_sin(0.5 * value);
}

// first: of each body, the first coordinate before it, -1: none; those of one body stand together.
static void find_first(const jni_import *im, int *first) {
  for (int b = 0; b < im->nbodies; b++) first[b] = -1;
  for (int i = im->ndofs - 1; i >= 0; i--) first[im->dofs[i].body] = first[im->dofs[i].via] = i;
}

static void move_all(jni_import *im, const int *first, const double *values, jni_pose *E) {
  E[0] = jni_pose_identity();
  for (int b = 1; b < im->nbodies; b++) {
    E[b] = E[im->bodies[b].parent];
    for (int i = first[b]; i >= 0 && i < im->ndofs; i++) {
      if (i > first[b] && im->dofs[i].body != b) break;
      jni_pose step = moved(&im->dofs[i], values[i]);
      if (values[i] != 0) E[b] = jni_pose_after(&E[b], &step);
    }
    im->bodies[b].world = jni_pose_after(&E[b], &im->bodies[b].world);
  }
}

void jni_import_start(jni_import *im) {
  double *values = jni_take(&im->pool, im->ndofs + 1, sizeof *values);
  jni_pose *E = jni_take(&im->pool, im->nbodies, sizeof *E);
  int *first = jni_take(&im->pool, im->nbodies, sizeof *first);
  bool any = false;
  if (!values || !E || !first) return;
  for (int i = 0; i < im->ndofs; i++) {
    values[i] = start_value(im, i);
    if (!(fabs(values[i]) < 1e6)) values[i] = 0;
    any = any || values[i] != 0;
  }
  if (!any) return;
  find_first(im, first);
  move_all(im, first, values, E);
  for (int i = 0; i < im->ndofs; i++) turn_rotor(im, &im->dofs[i], values[i]);
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drawing_view.c - chooses the direction of view: in the plane from the front, in space a little from above, with
// gravity downwards, and the heading for which the bodies cover most of the paper.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/model.h"
#include "output/picture/drawing.h"

static const double RISE = 0.38;  // elevation of the viewer, rad
static const double FIRST = 0.6;  // first heading, rad
enum { HEADINGS = 8 };

static void set_axes(const double up[3], const double ahead[3], double heading, jni_view *view) {
  double side[3], along[3];
  jnk_cross(up, ahead, side);
  for (int i = 0; i < 3; i++) along[i] = jnk_sin(heading) * ahead[i] + jnk_cos(heading) * side[i];
  for (int i = 0; i < 3; i++) {
    view->across[i] = jnk_cos(heading) * ahead[i] - jnk_sin(heading) * side[i];
    view->up[i] = jnk_cos(RISE) * up[i] + jnk_sin(RISE) * along[i];
    view->towards[i] = jnk_sin(RISE) * up[i] - jnk_cos(RISE) * along[i];
  }
}

// Returns a measure of how much of the paper the bodies with the poses `seen` cover: the product of the sums of squared
// deviations of their points across and up, m^4.
static double breadth(const jn_picture *picture, const double *seen, const jni_view *view) {
  const jn_model *model = picture->model;
  double sum[2] = {0, 0}, squares[2] = {0, 0};
  int n = 0;
  for (int f = 0; f < model->nframes; f++) {
    bool centre = model->frames[f].body > 0 && f == model->bodies[model->frames[f].body].com_frame;
    if (!picture->used[f] && !centre) continue;
    double p[3], R[9];
    const double *pose = seen + JN_POSE * model->frames[f].body;
    jnk_quat_to_matrix(pose + 3, R);
    jnk_mat_vec(R, model->frames[f].p, p);
    jnk_add(pose, p, p);
    const double at[2] = {jnk_dot(p, view->across), jnk_dot(p, view->up)};
    for (int k = 0; k < 2; k++) {
      sum[k] += at[k];
      squares[k] += at[k] * at[k];
    }
    n++;
  }
  if (n == 0) return 0;
  double scale = picture->length * picture->length;
  return (squares[0] - sum[0] * sum[0] / n + 1e-3 * scale) * (squares[1] - sum[1] * sum[1] / n + 1e-3 * scale);
}

bool jn_picture_view(const jn_picture *picture, const char *name, double view[3]) {
  JNI_ASSERT(picture && name && view);
  double up[3], front[3] = {0, -1, 0};
  jnk_scale(-1, picture->down, up);
  if (fabs(up[1]) > 0.7) jnk_set(0, 0, up[1] > 0 ? 1 : -1, front);
  jnk_add_scaled(front, -jnk_dot(front, up), up, front);
  if (strcmp(name, "top") == 0) jnk_copy(up, view);
  else if (strcmp(name, "front") == 0) jnk_copy(front, view);
  else if (strcmp(name, "side") == 0) jnk_cross(up, front, view);
  else return false;
  return true;
}

void jni_view_choose(const jn_picture *picture, const double *seen, const double from[3], jni_view *view) {
  *view = (jni_view){.across = {1, 0, 0}, .up = {0, 1, 0}, .towards = {0, 0, 1}, .scale = 1};
  if (picture->model->space == JN_PLANE) return;
  double up[3], ahead[3] = {1, 0, 0}, best = 0;
  jnk_scale(-1, picture->down, up);
  if (fabs(up[0]) > 0.9) jnk_set(0, 1, 0, ahead);
  jnk_add_scaled(ahead, -jnk_dot(ahead, up), up, ahead);
  jnk_normalize(ahead);
  if (jnk_norm(from) > 0) {
    // Sets the view in the direction opposite to `from`, with `up` upwards on paper. If the view is from above or
    // below, `ahead` is to the right.
    double side[3];
    jnk_copy(from, view->towards);
    jnk_normalize(view->towards);
    jnk_cross(up, view->towards, side);
    if (jnk_norm(side) < 1e-6) jnk_copy(ahead, side);
    jnk_normalize(side);
    jnk_copy(side, view->across);
    jnk_cross(view->towards, view->across, view->up);
    return;
  }
  for (int k = 0; k < HEADINGS; k++) {
    jni_view other = *view;
    set_axes(up, ahead, FIRST + 2 * JNK_PI * k / HEADINGS, &other);
    double shown = breadth(picture, seen, &other);
    if (k == 0 || shown > 1.1 * best) {
      best = shown;
      *view = other;
    }  // the usual heading is kept unless another one shows more of the bodies
  }
}

void jni_view_point(const jni_view *view, const double p[3], double out[2], double *depth) {
  out[0] = jnk_dot(p, view->across);
  out[1] = jnk_dot(p, view->up);
  if (depth) *depth = jnk_dot(p, view->towards);
}

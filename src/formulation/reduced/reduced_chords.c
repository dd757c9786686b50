// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_chords.c - variables of cut joints (chords), their rates and partial velocities, see reduced.h.
//
// A cut joint has the variables that it would have in the tree, from its first end to its second, computed from the
// poses and velocities of its two bodies. A point on a line has its displacement, although it is never a link of a
// tree. No variables have joints of a particle, joints with one body at both ends, and joints that leave no relative
// motion or none of their own (fixed, distance, couplings, drivers, rolling).
#include <string.h>

#include "formulation/reduced/reduced.h"
#include "kernel/vec3.h"
#include "system/coordinates/body_level.h"
#include "system/coordinates/pose.h"
#include "system/work.h"

enum { MOST_Q = 4, MOST_V = 3 };  // coordinates and speeds of a joint's link

// Returns the kind of link that a cut joint would be in the tree; JNI_LINK_NONE if the joint is not cut or has no
// variables.
static jni_link_kind kind_of(const jn_system *system, int joint) {
  const jni_joint_kind *kind = system->model->joints[joint].kind;
  jni_cut cut = system->tree->cut[joint];
  if (cut == JNI_CUT_NO || cut == JNI_CUT_ONE_BODY || !kind->two_ended) return JNI_LINK_NONE;
  if (kind->link != JNI_LINK_NONE) return cut == JNI_CUT_PARTICLE ? JNI_LINK_NONE : kind->link;
  return kind->ncoordinates == 1 && kind->coordinates[0].kind == JNI_DISPLACEMENT ? JNI_LINK_PRISMATIC : JNI_LINK_NONE;
}

static void plan_chord(const jn_system *system, int joint, jni_link_kind kind, jni_chord *chord) {
  const jn_model *model = system->model;
  for (int end = 0; end < 2; end++) chord->body[end] = model->frames[model->joints[joint].def.between[end].i].body;
  chord->link = (jni_link){.kind = kind, .joint = joint, .body = chord->body[1]};
  jni_link_frames(model, &chord->link);
}

bool jni_reduced_plan_chords(jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  r->chords = jni_take(&r->frame.base.pool, system->model->njoints, sizeof *r->chords);
  for (int j = 0; r->chords && j < system->model->njoints; j++) {
    jni_link_kind kind = kind_of(system, j);
    int n = jni_link_v(kind, system->model->space);
    if (n == 0) continue;
    jni_chord *chord = &r->chords[r->nchords++];
    plan_chord(system, j, kind, chord);
    chord->at = r->nchord_variables;
    chord->n = n;
    r->nchord_variables += n;
  }
  return r->chords != NULL;
}

// Returns the pose of body b at the position stage of the work, with its velocities taken from `speeds` (speeds of all
// bodies).
static jni_pose pose_of(const jn_system *system, const jn_work *work, int b, const double *speeds) {
  jni_pose x = {.p = {1, 0, 0, 0}};
  const double *own = speeds + system->v_at[b];
  if (system->model->space == JN_PLANE) {
    const jni_body2 *body = &work->body2[b];
    x.theta = body->theta;
    x.r[0] = body->x;
    x.r[1] = body->y;
    jnk_mat_from_angle(body->theta, x.R);
    if (system->width[b] >= 2) {
      x.v[0] = own[0];
      x.v[1] = own[1];
    }
    if (system->width[b] == 3) x.w[2] = own[2];
    return x;
  }
  const jni_body3 *body = &work->body3[b];
  jnk_copy(body->r, x.r);
  memcpy(x.R, body->R, sizeof x.R);
  jnk_matrix_to_quat(x.R, x.p);
  if (system->width[b] >= 3) jnk_copy(own, x.v);
  if (system->width[b] == 6) jnk_copy(own + 3, x.w);
  return x;
}

// Computes values and rates of the variables of one cut joint for the body velocities `speeds`. For a ball joint they
// are the rotation vector and the angular velocity.
static void calc_chord(const jni_reduced *r, const jni_chord *chord, const double *speeds, double values[MOST_V],
                       double rates[MOST_V]) {
  const jn_system *system = r->frame.base.system;
  const jn_work *work = r->frame.base.work;
  jni_pose first = pose_of(system, work, chord->body[0], speeds),
           second = pose_of(system, work, chord->body[1], speeds);
  double q[MOST_Q] = {0};
  jni_link_coordinates(system, &chord->link, &first, &second, NULL, work->t, q, rates);
  if (chord->link.kind == JNI_LINK_SPHERICAL) jnk_quat_to_rotation_vector(q, values);
  else memcpy(values, q, MOST_V * sizeof *q);
}

void jni_reduced_chord_values(jni_reduced *r, double *values, double *rates) {
  jn_work *work = r->frame.base.work;
  const double *speeds = jni_body_speeds(r->frame.base.system, work, work->v, work->body_scratch);
  for (const jni_chord *chord = r->chords; chord < r->chords + r->nchords; chord++) {
    double value[MOST_V], rate[MOST_V];
    calc_chord(r, chord, speeds, value, rate);
    for (int i = 0; values && i < chord->n; i++) values[chord->at + i] = value[i];
    for (int i = 0; rates && i < chord->n; i++) rates[chord->at + i] = rate[i];
  }
}

// Computes B_c column by column: column k contains the rates of the variables for the speeds in column k of B_a.
void jni_reduced_chord_basis(jni_reduced *r, double *B) {
  const jn_system *system = r->frame.base.system;
  jn_work *work = r->frame.base.work;
  const double *arcs = jni_reduced_basis(r);
  int width = r->speed_level->nfree;
  for (int c = 0; c < width; c++) {
    for (int i = 0; i < system->sizes.nv; i++) r->r[i] = arcs[(size_t)i * (size_t)width + c];
    const double *speeds = jni_body_speeds(system, work, r->r, work->body_scratch);
    for (const jni_chord *chord = r->chords; chord < r->chords + r->nchords; chord++) {
      double value[MOST_V], rate[MOST_V];
      calc_chord(r, chord, speeds, value, rate);
      for (int i = 0; i < chord->n; i++) B[(size_t)(chord->at + i) * (size_t)width + c] = rate[i];
    }
  }
}

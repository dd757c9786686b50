// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// point_gravity.c - attraction of every body by a centre fixed to the ground:  F = -m mu d / |d|^3 at the centre of
// mass, V = -m mu / |d|. The body counts as a point (no gravity gradient torque). A body at the centre itself gets no
// force.
#include <stdio.h>

#include "force/force_code.h"
#include "force/force_fields.h"
#include "kernel/vec3.h"
#include "model/model.h"

static const jni_field fields[] = {
    JNI_FIELD_AS("at", between, AT, NONE, NONE, ANY, true, "the centre, a point of the ground"),
    JNI_FIELD_AS("strength", strength, NUMBER, GRAVITY_STRENGTH, GRAVITY_STRENGTH, ANY, true,
                 "gravitational constant times the mass of the centre; negative repels"),
};

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  if (model->frames[def->between[0].i].body == 0) return true;
  snprintf(what, size, "the centre must be a point of the ground");
  return false;
}

static bool conservative(const jni_force_element *force) {
  (void)force;
  return true;
}

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  double u[3], v[3];
  jnk_sub(in->end[0].r, in->end[1].r, u);
  jnk_sub(in->end[0].v, in->end[1].v, v);
  double r = jnk_normalize(u);
  out->length = r;
  if (!(r > 0)) return;
  out->length_rate = jnk_dot(u, v);
  out->potential = -in->mass * force->def.strength / r;
  out->scalar = -out->potential / r;
  jnk_scale(-out->scalar, u, out->force[0]);
}

// Computes the tangent, dF = -(m mu / r^3) (I - 3 u u') dd.
static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  double u[3], A[9];
  jnk_sub(in->end[0].r, in->end[1].r, u);
  double r = jnk_normalize(u);
  if (!(r > 0)) return;
  for (int i = 0; i < 9; i++) A[i] = (i % 4 == 0) - 3 * u[i / 3] * u[i % 3];
  double k = in->mass * force->def.strength / r / r / r;
  jni_block_add(out->stand, 0, 0, -k, A);
  jni_block_add(out->stand, 0, 6, k, A);
}

// Computes the force between two configurations whose work is V0 - V1. V1 - V0 = m mu (r1 - r0) / (r0 r1), and
// (d0 + d1) / (r0 + r1) is the direction whose product with d1 - d0 is r1 - r0.
static void discrete(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  double d0[3], d1[3], sum[3];
  jnk_sub(in[0].end[0].r, in[0].end[1].r, d0);
  jnk_sub(in[1].end[0].r, in[1].end[1].r, d1);
  double r0 = jnk_norm(d0), r1 = jnk_norm(d1);
  if (!(r0 > 0 && r1 > 0)) return;
  jnk_add(d0, d1, sum);
  jnk_scale(-in->mass * force->def.strength / r0 / r1 / (r0 + r1), sum, out->force[0]);
}

static void write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  jni_vec d = jni_vec_subtract(g, in->end[0].r, in->end[1].r);
  jni_node inverse;
  jni_code_length(g, d, &inverse);
  out->potential = jni_times(g, jni_times(g, in->mass, jni_number(g, -force->def.strength)), inverse);
  out->force[0] = jni_vec_scale(g, jni_times(g, out->potential, jni_times(g, inverse, inverse)), d);
}

static const jni_force_code code = {.axes = JNI_CODE_OWN, .write = write};

const jni_force_kind jni_force_point_gravity = {
    .name = "point-gravity",
    .help = "attraction of every body by a fixed centre",
    JNI_PLANE_AND_SPACE,
    .ends = 0,
    JNI_POTENTIAL_KIND,
    .conservative = conservative,
    .code = &code,
};

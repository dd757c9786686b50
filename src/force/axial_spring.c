// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// axial_spring.c - a spring and damper along one direction of the first end: the z axis of its frame. A leaf spring or
// an air spring that pushes along an axis of the chassis wherever its foot stands.
//
//   u = R_0 e_z      x = u . d,  d = r_1 - r_0      xdot = u . s,  s = v_1 - v_0 - w_0 x d
//   (u = -R_0 e_z of an image in a mirror along z)
//   F = preload + k (x - rest) + c xdot,  or laws:      force on end 0  +F u  along the line through end 1,
//       on end 1  -F u
//   torque on end 0 about r_0:  d x F u
//
// What the foot does across the axis costs nothing, so this is exactly -grad V for V(x).
#include "force/field.h"
#include "force/scalar.h"
#include "kernel/vec3.h"
#include "model/mirror.h"

static const jni_field fields[] = {
    JNI_FIELD_ENDS(true, "the frame along whose z axis it acts, and the point"),
    JNI_SPRING_FIELDS(STIFFNESS, DAMPING, FORCE, LENGTH, ANY, "force", "displacement along the axis",
                      "z of the second end, in the frame of the first, without force, default 0",
                      "force there; positive pulls"),
};

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  return jni_spring_check(model, def, false, what, size);
}

typedef struct {
  double d[3], s[3], u[3];
  double x, rate;
} axial;

static axial look(const jni_force_element *force, const jni_force_input *in) {
  const jni_motion *first = &in->end[0], *second = &in->end[1];
  axial a;
  double turn[3];
  double sign = jni_mirror_sign(force->mirror, 2);
  jnk_set(sign * first->R[2], sign * first->R[5], sign * first->R[8], a.u);
  jnk_sub(second->r, first->r, a.d);
  jnk_sub(second->v, first->v, a.s);
  jnk_cross(first->w, a.d, turn);
  jnk_sub(a.s, turn, a.s);
  a.x = jnk_dot(a.u, a.d);
  a.rate = jnk_dot(a.u, a.s);
  return a;
}

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  axial a = look(force, in);
  jni_scalar scalar = jni_spring_calc(force, a.x, a.rate, in->sides);
  jnk_scale(scalar.force, a.u, out->force[0]);
  jnk_scale(-scalar.force, a.u, out->force[1]);
  jnk_cross(a.d, out->force[0], out->torque[0]);
  out->length = a.x;
  out->length_rate = a.rate;
  out->scalar = scalar.force;
  out->potential = scalar.potential;
  out->power = scalar.power;
}

// Rows of the force on end 0 from its change along u and, across, from the turn of u; then F_1 = -F_0 and T_0 = d x
// F_0.
static void spread(const axial *a, const double along[12], double across, double (*matrix)[12]) {
  double U[9];
  jnk_skew(a->u, U);
  for (int j = 0; j < 12; j++) {
    double dF[3], moment[3];
    for (int i = 0; i < 3; i++) dF[i] = a->u[i] * along[j] - (j >= 3 && j < 6 ? across * U[3 * i + j - 3] : 0);
    jnk_cross(a->d, dF, moment);
    for (int i = 0; i < 3; i++) matrix[i][j] = dF[i], matrix[6 + i][j] = -dF[i], matrix[3 + i][j] = moment[i];
  }
}

// dx = u . dd + (u x d) . phi_0      dxdot = u . dv - (u x w_0) . dd + (u x s) . phi_0 + (u x d) . dw_0      du = phi_0
// x u
static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  axial a = look(force, in);
  jni_scalar scalar = jni_spring_calc(force, a.x, a.rate, in->sides);
  double k = scalar.stiffness, c = scalar.damping, stand[12] = {0}, move[12] = {0}, ud[3], us[3], uw[3], F[3], S[9];
  jnk_cross(a.u, a.d, ud);
  jnk_cross(a.u, a.s, us);
  jnk_cross(a.u, in->end[0].w, uw);
  for (int i = 0; i < 3; i++) {
    stand[6 + i] = k * a.u[i] - c * uw[i], stand[i] = -stand[6 + i];
    stand[3 + i] = k * ud[i] + c * us[i];
    move[6 + i] = c * a.u[i], move[i] = -move[6 + i];
    move[3 + i] = c * ud[i];
  }
  spread(&a, stand, scalar.force, out->stand);
  spread(&a, move, 0, out->move);
  jnk_scale(scalar.force, a.u, F);  // dT_0 = dd x F_0 + d x dF_0
  jnk_skew(F, S);
  jni_block_add(out->stand, 3, 0, 1, S);
  jni_block_add(out->stand, 3, 6, -1, S);
}

// x is bilinear in u and d: the mean force along the mean of u does the work of the potential along straight ways of
// both.
static void discrete(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  axial a = look(force, &in[0]), b = look(force, &in[1]);
  double u[3], d[3];
  jnk_add(a.u, b.u, u);
  jnk_add(a.d, b.d, d);
  jnk_scale(0.5 * jni_spring_mean(&force->def, a.x, b.x), u, out->force[0]);
  jnk_scale(-1, out->force[0], out->force[1]);
  jnk_cross(d, out->force[0], out->torque[0]);
  jnk_scale(0.5, out->torque[0], out->torque[0]);
}

static void switches(const jni_force_element *force, const jni_force_input *in, double *e, int *side) {
  axial a = look(force, in);
  jni_spring_switches(force, a.x, a.rate, in->sides, e, side);
}

const jni_force_kind jni_force_axial_spring = {
    .name = "axial-spring",
    .look = JNI_LOOK_SPRING,
    .help = "spring and damper along the z axis of the first end's frame",
    .in_space = true,
    .ends = 2,
    JNI_SPRING_KIND,
    .code = &jni_axial_spring_code,
};

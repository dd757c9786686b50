// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bushing.c - springs and dampers between two frames, along and about the axes of the first (body 0; R_0 its axes).
//
//   x = R_0' (r_1 - r_0)         V = (x' K x + theta' K_r theta) / 2       exp([theta]) = R_0' R_1
//   force on end 0 at r_0:       F_0 = R_0 (K x + C xdot),   F_1 = -F_0
//   torque on end 1:             T_1 = -R_0 J^-T (K_r theta + C_r thetadot),   thetadot = J^-1 R_0' (w_1 - w_0)
//   torque on end 0:             T_0 = -T_1 + d x F_0,   d = r_1 - r_0
//
// with J the left tangent operator of theta: this is exactly -grad V, so energy balances at any angle, and every damper
// takes power. theta is the shortest rotation: beyond half a turn of one frame against the other it jumps to the other
// side.
#include <stdio.h>

#include "force/field.h"
#include "force/scalar.h"
#include "kernel/vec3.h"

#define EACH_AXIS(member, type, dimension, help) \
  JNI_FIELD_IN_MIRROR(KEPT, #member, member, type, dimension, dimension, NOT_NEGATIVE, false, help)

static const jni_field fields[] = {
    JNI_FIELD_ENDS(true, "the two frames; stiffness and damping are along the axes of the first"),
    EACH_AXIS(translation_stiffness, VECTOR, STIFFNESS, "force per displacement"),
    EACH_AXIS(translation_damping, VECTOR, DAMPING, "force per velocity"),
    EACH_AXIS(rotation_stiffness, TURN, ANGULAR_STIFFNESS,
              "moment per component of the rotation vector; in the plane one number, about z"),
    EACH_AXIS(rotation_damping, TURN, ANGULAR_DAMPING,
              "moment per rate of the rotation vector; in the plane one number, about z"),
};

static bool is_zero(const double a[3]) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  if (is_zero(def->rotation_stiffness) && is_zero(def->rotation_damping)) return true;
  for (int k = 0; k < 2; k++) {
    const jni_body *body = &model->bodies[model->frames[def->between[k].i].body];
    if (body->particle) return snprintf(what, size, "'%s' is a particle and takes no moment", body->name), false;
  }
  return true;
}

static bool conservative(const jni_force_element *force) {
  return is_zero(force->def.translation_damping) && is_zero(force->def.rotation_damping);
}

// How the second frame stands and moves relative to the first, and what the springs and dampers answer.
typedef struct {
  double d[3], u[3];     // r_1 - r_0 and its velocity seen from end 0, ground axes
  double x[3], xdot[3];  // the same in the axes of end 0
  double F[3];           // F_0, ground axes
  double w[3];           // w_1 - w_0, axes of end 0
  double theta[3], thetadot[3];
  double Ji[9];  // J^-1
  double y[3];   // K_r theta + C_r thetadot
  double T[3];   // T_1, ground axes
} bushing;

static void answer(const double k[3], const double c[3], const double x[3], const double xdot[3], double out[3]) {
  jnk_set(k[0] * x[0] + c[0] * xdot[0], k[1] * x[1] + c[1] * xdot[1], k[2] * x[2] + c[2] * xdot[2], out);
}

static void calc_translation(const jn_force_def *def, const jni_motion end[2], bushing *b) {
  double turn[3], f[3];
  jnk_sub(end[1].r, end[0].r, b->d);
  jnk_cross(end[0].w, b->d, turn);
  jnk_sub(end[1].v, end[0].v, b->u);
  jnk_sub(b->u, turn, b->u);
  jnk_mat_t_vec(end[0].R, b->d, b->x);
  jnk_mat_t_vec(end[0].R, b->u, b->xdot);
  answer(def->translation_stiffness, def->translation_damping, b->x, b->xdot, f);
  jnk_mat_vec(end[0].R, f, b->F);
}

static void calc_rotation(const jn_force_def *def, const jni_motion end[2], bushing *b) {
  double R[9], w[3], tau[3];
  jnk_mat_t_mul(end[0].R, end[1].R, R);
  jnk_matrix_to_rotation_vector(R, b->theta);
  jnk_so3_left_jacobian_inverse(b->theta, b->Ji);
  jnk_sub(end[1].w, end[0].w, w);
  jnk_mat_t_vec(end[0].R, w, b->w);
  jnk_mat_vec(b->Ji, b->w, b->thetadot);
  answer(def->rotation_stiffness, def->rotation_damping, b->theta, b->thetadot, b->y);
  jnk_mat_t_vec(b->Ji, b->y, tau);
  jnk_mat_vec(end[0].R, tau, b->T);
  jnk_scale(-1, b->T, b->T);
}

// a' diag(k) a
static double weighted(const double k[3], const double a[3]) {
  return k[0] * a[0] * a[0] + k[1] * a[1] * a[1] + k[2] * a[2] * a[2];
}

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  const jn_force_def *def = &force->def;
  bushing b;
  calc_translation(def, in->end, &b);
  calc_rotation(def, in->end, &b);
  jnk_copy(b.F, out->force[0]);
  jnk_scale(-1, b.F, out->force[1]);
  jnk_copy(b.T, out->torque[1]);
  jnk_cross(b.d, b.F, out->torque[0]);
  jnk_sub(out->torque[0], b.T, out->torque[0]);
  out->length = jnk_norm(b.d);
  out->length_rate = out->length > 0 ? jnk_dot(b.d, b.u) / out->length : 0;
  out->scalar = jnk_norm(b.F);
  out->potential = 0.5 * weighted(def->translation_stiffness, b.x) + 0.5 * weighted(def->rotation_stiffness, b.theta);
  out->power = -weighted(def->translation_damping, b.xdot) - weighted(def->rotation_damping, b.thetadot);
}

// ---- between two configurations --------------------------------------------------------------------

static void mean(const double *a, const double *b, int n, double *out) {
  for (int i = 0; i < n; i++) out[i] = 0.5 * (a[i] + b[i]);
}

// x is bilinear in R_0 and d, so that K xmean at the mean of both does the work of its springs along straight ways of
// both. The moment at the mean of theta does that of the others but for what the step mends.
static void discrete(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  const jn_force_def *def = &force->def;
  const double none[3] = {0};
  bushing b[2], m;
  double R[9], f[3], tau[3];
  for (int k = 0; k < 2; k++) calc_translation(def, in[k].end, &b[k]), calc_rotation(def, in[k].end, &b[k]);
  mean(in[0].end[0].R, in[1].end[0].R, 9, R);
  mean(b[0].d, b[1].d, 3, m.d);
  mean(b[0].x, b[1].x, 3, m.x);
  mean(b[0].theta, b[1].theta, 3, m.theta);
  answer(def->translation_stiffness, none, m.x, none, f);
  jnk_mat_vec(R, f, out->force[0]);
  jnk_scale(-1, out->force[0], out->force[1]);
  answer(def->rotation_stiffness, none, m.theta, none, m.y);
  jnk_so3_left_jacobian_inverse(m.theta, m.Ji);
  jnk_mat_t_vec(m.Ji, m.y, tau);
  jnk_mat_vec(R, tau, m.T);
  jnk_cross(m.d, out->force[0], out->torque[0]);
  jnk_add(out->torque[0], m.T, out->torque[0]);
  jnk_scale(-1, m.T, out->torque[1]);
}

// ---- tangent ---------------------------------------------------------------------------------------

// out = R diag(k) R'
static void turned(const double R[9], const double k[3], double out[9]) {
  double A[9];
  for (int i = 0; i < 9; i++) A[i] = R[i] * k[i % 3];
  jnk_mat_mul_t(A, R, out);
}

static void add_product(double (*matrix)[12], int row, int column, double s, const double A[9], const double B[9]) {
  double P[9];
  jnk_mat_mul(A, B, P);
  jni_block_add(matrix, row, column, s, P);
}

// dF_0 = (Kg - Cg [w_0]) dd + (-[F_0] + Kg [d] + Cg [u]) phi_0 + Cg (dv + [d] dw_0),  Kg = R_0 K R_0', Cg = R_0 C R_0'
static void force_tangent(const jn_force_def *def, const jni_motion *first, const bushing *b, jni_force_tangent *out) {
  double Kg[9], Cg[9], W[9], D[9], U[9], F[9], A[9];
  turned(first->R, def->translation_stiffness, Kg);
  turned(first->R, def->translation_damping, Cg);
  jnk_skew(first->w, W);
  jnk_skew(b->d, D);
  jnk_skew(b->u, U);
  jnk_skew(b->F, F);
  jnk_mat_mul(Cg, W, A);
  for (int i = 0; i < 9; i++) A[i] = Kg[i] - A[i];
  jni_block_add(out->stand, 0, 0, -1, A);
  jni_block_add(out->stand, 0, 6, 1, A);
  jni_block_add(out->stand, 0, 3, -1, F);
  add_product(out->stand, 0, 3, 1, Kg, D);
  add_product(out->stand, 0, 3, 1, Cg, U);
  jni_block_add(out->move, 0, 0, -1, Cg);
  jni_block_add(out->move, 0, 6, 1, Cg);
  add_product(out->move, 0, 3, 1, Cg, D);
}

// The derivative of J^-1(side theta) z over theta, z held; side +1: J^-1, -1: J^-T.
//   J^-1 z = z - side/2 theta x z + c theta x (theta x z)
static void inverse_derivative(const double theta[3], double side, const double z[3], double out[9]) {
  double slope, c = jnk_so3_inverse_second(jnk_norm(theta), &slope), t[3];
  jnk_cross(theta, z, t);
  jnk_cross(theta, t, t);
  jnk_skew(z, out);
  double along = jnk_dot(theta, z);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out[3 * i + j] = 0.5 * side * out[3 * i + j] + c * (along * (i == j) + theta[i] * z[j] - 2 * z[i] * theta[j]) +
                       slope * t[i] * theta[j];
}

// d tau = -A dtheta - J^-T C_r J^-1 dw,  A = d(J^-T y) + J^-T (K_r + C_r d(J^-1 w)),  in the axes of end 0
static void torque_slopes(const jn_force_def *def, const bushing *b, double A[9], double B[9]) {
  const double *k = def->rotation_stiffness, *c = def->rotation_damping;
  double N[9], P[9], Q[9], Jt[9];
  jnk_mat_transpose(b->Ji, Jt);
  inverse_derivative(b->theta, 1, b->w, N);
  for (int i = 0; i < 9; i++) {
    N[i] = c[i / 3] * N[i] + (i % 4 == 0 ? k[i / 3] : 0);
    P[i] = c[i / 3] * b->Ji[i];
  }
  jnk_mat_mul(Jt, P, B);
  jnk_mat_mul(Jt, N, A);
  inverse_derivative(b->theta, -1, b->y, Q);
  for (int i = 0; i < 9; i++) A[i] += Q[i];
}

// out = R A R'
static void to_ground(const double R[9], const double A[9], double out[9]) {
  double P[9];
  jnk_mat_mul(R, A, P);
  jnk_mat_mul_t(P, R, out);
}

// dT_1 = -[T_1] phi_0 - Ag (phi_1 - phi_0) - Bg (dw_1 - dw_0 + [w_1 - w_0] phi_0)
static void torque_tangent(const jn_force_def *def, const jni_motion end[2], const bushing *b, jni_force_tangent *out) {
  double A[9], B[9], Ag[9], Bg[9], P[9], T[9], W[9], w[3];
  torque_slopes(def, b, A, B);
  jnk_mat_mul(A, b->Ji, P);
  to_ground(end[0].R, P, Ag);
  to_ground(end[0].R, B, Bg);
  jnk_sub(end[1].w, end[0].w, w);
  jnk_skew(w, W);
  jnk_skew(b->T, T);
  jni_block_add(out->stand, 9, 3, -1, T);
  jni_block_add(out->stand, 9, 3, 1, Ag);
  jni_block_add(out->stand, 9, 9, -1, Ag);
  add_product(out->stand, 9, 3, -1, Bg, W);
  jni_block_add(out->move, 9, 3, 1, Bg);
  jni_block_add(out->move, 9, 9, -1, Bg);
}

// The rows of end 1's force and end 0's torque follow: F_1 = -F_0, T_0 = -T_1 + d x F_0.
static void reactions(const double d[3], double (*matrix)[12]) {
  for (int j = 0; j < 12; j++) {
    double dF[3], moment[3];
    jnk_set(matrix[0][j], matrix[1][j], matrix[2][j], dF);
    jnk_cross(d, dF, moment);
    for (int i = 0; i < 3; i++) {
      matrix[6 + i][j] = -dF[i];
      matrix[3 + i][j] = moment[i] - matrix[9 + i][j];
    }
  }
}

static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  bushing b;
  double F[9];
  calc_translation(&force->def, in->end, &b);
  calc_rotation(&force->def, in->end, &b);
  force_tangent(&force->def, &in->end[0], &b, out);
  torque_tangent(&force->def, in->end, &b, out);
  reactions(b.d, out->stand);
  reactions(b.d, out->move);
  jnk_skew(b.F, F);
  jni_block_add(out->stand, 3, 0, 1, F);
  jni_block_add(out->stand, 3, 6, -1, F);
}

const jni_force_kind jni_force_bushing = {
    .name = "bushing",
    .help = "springs and dampers between two frames, along and about the axes of the first",
    JNI_PLANE_AND_SPACE,
    .ends = 2,
    JNI_POTENTIAL_KIND,
    .conservative = conservative,
};

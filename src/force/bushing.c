// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bushing.c - springs and dampers between two frames, along and about the axes R_0 of the first.
//
//   x = R_0' (r_1 - r_0)         V = (x' K x + theta' K_r theta) / 2       exp([theta]) = R_0' R_1
//   force on end 0 at r_0:       F_0 = R_0 (K x + C xdot),   F_1 = -F_0
//   torque on end 1:             T_1 = -R_0 J^-T (K_r theta + C_r thetadot),   thetadot = J^-1 R_0' (w_1 - w_0)
//   torque on end 0:             T_0 = -T_1 + d x F_0,   d = r_1 - r_0
//
// with J the left Jacobian of SO(3) at theta. The elastic part is exactly -grad V, so energy balances at any angle, and
// every damper dissipates. theta is the shortest rotation: it jumps when the relative rotation passes half a turn.
#include <stdio.h>

#include "force/force_code.h"
#include "force/force_fields.h"
#include "kernel/force/bushing.h"
#include "model/model.h"

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
    if (body->particle) {
      snprintf(what, size, "'%s' is a particle and takes no moment", body->name);
      return false;
    }
  }
  return true;
}

static bool conservative(const jni_force_element *force) {
  return is_zero(force->def.translation_damping) && is_zero(force->def.rotation_damping);
}

// Relative motion of the two frames, and force and torque of the bushing.
typedef struct {
  double d[3], u[3];     // r_1 - r_0 and its velocity as seen from end 0, ground axes
  double x[3], xdot[3];  // position and velocity of end 1 relative to end 0, axes of end 0
  double F[3];           // F_0, ground axes
  double w[3];           // w_1 - w_0, axes of end 0
  jnk_bushing_turn turn;
  double T[3];  // T_1, ground axes
} bushing;

static void calc_translation(const jn_force_def *def, const jni_motion end[2], bushing *b) {
  double turn[3], f[3];
  jnk_sub(end[1].r, end[0].r, b->d);
  jnk_cross(end[0].w, b->d, turn);
  jnk_sub(end[1].v, end[0].v, b->u);
  jnk_sub(b->u, turn, b->u);
  jnk_mat_t_vec(end[0].R, b->d, b->x);
  jnk_mat_t_vec(end[0].R, b->u, b->xdot);
  jnk_bushing_answer(def->translation_stiffness, def->translation_damping, b->x, b->xdot, f);
  jnk_mat_vec(end[0].R, f, b->F);
}

static void calc_rotation(const jn_force_def *def, const jni_motion end[2], bushing *b) {
  double R[9], w[3];
  jnk_mat_t_mul(end[0].R, end[1].R, R);
  jnk_sub(end[1].w, end[0].w, w);
  jnk_mat_t_vec(end[0].R, w, b->w);
  jnk_bushing_turn_calc(def->rotation_stiffness, def->rotation_damping, R, b->w, &b->turn);
  jnk_mat_vec(end[0].R, b->turn.tau, b->T);
  jnk_scale(-1, b->T, b->T);
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
  out->potential = 0.5 * jnk_bushing_weighted(def->translation_stiffness, b.x) +
                   0.5 * jnk_bushing_weighted(def->rotation_stiffness, b.turn.theta);
  out->power = -jnk_bushing_weighted(def->translation_damping, b.xdot) -
               jnk_bushing_weighted(def->rotation_damping, b.turn.thetadot);
}

// ---- mean forces between two configurations --------------------------------------------------------

static void mean(const double *a, const double *b, int n, double *out) {
  for (int i = 0; i < n; i++) out[i] = 0.5 * (a[i] + b[i]);
}

// Computes the forces and torques of the step from configuration in[0] to in[1] for energy-conserving integration. The
// force is K times the mean x, turned by the mean R_0: as x is bilinear in R_0 and d, it does exactly the work of the
// translational springs when both change linearly. The moment at the mean theta does the work of the rotational springs
// up to an error that discrete.c corrects. The dampers are omitted.
static void discrete(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  const jn_force_def *def = &force->def;
  const double none[3] = {0};
  bushing b[2], m;
  double R[9], f[3], tau[3];
  for (int k = 0; k < 2; k++) {
    calc_translation(def, in[k].end, &b[k]);
    calc_rotation(def, in[k].end, &b[k]);
  }
  mean(in[0].end[0].R, in[1].end[0].R, 9, R);
  mean(b[0].d, b[1].d, 3, m.d);
  mean(b[0].x, b[1].x, 3, m.x);
  mean(b[0].turn.theta, b[1].turn.theta, 3, m.turn.theta);
  jnk_bushing_answer(def->translation_stiffness, none, m.x, none, f);
  jnk_mat_vec(R, f, out->force[0]);
  jnk_scale(-1, out->force[0], out->force[1]);
  jnk_bushing_answer(def->rotation_stiffness, none, m.turn.theta, none, m.turn.y);
  jnk_so3_left_jacobian_inverse(m.turn.theta, m.turn.Ji);
  jnk_mat_t_vec(m.turn.Ji, m.turn.y, tau);
  jnk_mat_vec(R, tau, m.T);
  jnk_cross(m.d, out->force[0], out->torque[0]);
  jnk_add(out->torque[0], m.T, out->torque[0]);
  jnk_scale(-1, m.T, out->torque[1]);
}

// ---- tangent ---------------------------------------------------------------------------------------

// Computes out = R diag(k) R', a diagonal matrix k of end 0 in ground axes if R = R_0.
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

// Adds to the tangent the derivatives of the force F_0 on end 0, where dd and dv are the differences of the variations
// of r and v at end 1 and end 0, and phi_0 and dw_0 are the variations of rotation and angular velocity of end 0:
//   dF_0 = (Kg - Cg [w_0]) dd + (-[F_0] + Kg [d] + Cg [u]) phi_0 + Cg (dv + [d] dw_0)
// with Kg = R_0 K R_0' and Cg = R_0 C R_0'.
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

// Computes out = R A R'.
static void to_ground(const double R[9], const double A[9], double out[9]) {
  double P[9];
  jnk_mat_mul(R, A, P);
  jnk_mat_mul_t(P, R, out);
}

// Writes the rows of dT_1 = -[T_1] phi_0 - Ag (phi_1 - phi_0) - Bg (dw_1 - dw_0 + [w_1 - w_0] phi_0), with Ag and Bg
// the derivatives of the moment with respect to relative rotation and rate, ground axes.
static void torque_tangent(const jn_force_def *def, const jni_motion end[2], const bushing *b, jni_force_tangent *out) {
  double A[9], B[9], Ag[9], Bg[9], P[9], T[9], W[9], w[3];
  jnk_bushing_turn_slopes(def->rotation_stiffness, def->rotation_damping, &b->turn, b->w, A, B);
  jnk_mat_mul(A, b->turn.Ji, P);
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

// Writes the rows of the derivatives of F_1 = -F_0 and T_0 = -T_1 + d x F_0 for constant d.
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

// ---- graph -------------------------------------------------------------------------------------------

static const jni_kernel turn_rate = {"jnk_call_bushing_turn_rate", 24, 4, jnk_call_bushing_turn_rate, NULL};
static const jni_kernel turn = {"jnk_call_bushing_turn", 12, 4, jnk_call_bushing_turn, &turn_rate};
static const jni_kernel turn_potential = {"jnk_call_bushing_turn_potential", 9, 1, jnk_call_bushing_turn_potential,
                                          NULL};

// Returns diag(k) a.
static jni_vec scaled(jni_graph *g, const double k[3], jni_vec a) {
  for (int i = 0; i < 3; i++) a.x[i] = jni_times(g, jni_number(g, k[i]), a.x[i]);
  return a;
}

// Writes graph nodes of the translational springs and dampers: their length, its rate, potential and power into `out`.
// Returns the force F_0 on end 0 in the axes of end 0, N.
static jni_vec write_translation(const jn_force_def *def, const jni_code_input *in, jni_vec d, jni_code_output *out) {
  jni_graph *g = in->g;
  const jni_code_end *first = &in->end[0], *second = &in->end[1];
  jni_vec u = jni_vec_subtract(g, jni_vec_subtract(g, second->v, first->v), jni_vec_cross(g, first->w, d));
  jni_vec x = jni_mat_transposed_times(g, &first->R, d), xdot = jni_mat_transposed_times(g, &first->R, u);
  jni_vec elastic = scaled(g, def->translation_stiffness, x), damping = scaled(g, def->translation_damping, xdot);
  jni_node inverse;
  out->length = jni_code_length(g, d, &inverse);
  out->length_rate = jni_times(g, jni_vec_dot(g, d, u), inverse);
  out->potential = jni_times(g, jni_number(g, 0.5), jni_vec_dot(g, elastic, x));
  out->power = jni_opposite(g, jni_vec_dot(g, damping, xdot));
  return jni_vec_add(g, elastic, damping);
}

// Writes graph nodes of the rotational springs and dampers and adds their potential and power to those in `out`.
// Returns -T_1, the opposite of the torque on end 1, in the axes of end 0, N m.
static jni_vec write_rotation(const jn_force_def *def, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  const jni_code_end *first = &in->end[0], *second = &in->end[1];
  jni_vec w = jni_mat_transposed_times(g, &first->R, jni_vec_subtract(g, second->w, first->w));
  jni_node at[12];
  double block[6];
  for (int k = 0; k < 3; k++) {
    jni_vec column = jni_mat_transposed_times(g, &first->R, jni_mat_column(&second->R, k));
    for (int i = 0; i < 3; i++) at[3 * i + k] = column.x[i];
    at[9 + k] = w.x[k];
    block[k] = def->rotation_stiffness[k];
    block[3 + k] = def->rotation_damping[k];
  }
  int call = jni_call(g, &turn, block, 6, at), energy = jni_call(g, &turn_potential, block, 6, at);
  out->potential = jni_plus(g, out->potential, jni_result(g, energy, 0));
  out->power = jni_plus(g, out->power, jni_result(g, call, 3));
  return jni_code_vector(g, call, 0);
}

static void write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  const jn_force_def *def = &force->def;
  const jni_mat *R = &in->end[0].R;
  bool turns = !is_zero(def->rotation_stiffness) || !is_zero(def->rotation_damping);
  jni_vec d = jni_vec_subtract(g, in->end[1].r, in->end[0].r);
  jni_vec f = write_translation(def, in, d, out), F = jni_mat_times(g, R, f), T = jni_vec_zero;
  jni_node inverse;
  if (turns) T = jni_mat_times(g, R, write_rotation(def, in, out));
  out->scalar = jni_code_length(g, f, &inverse);
  out->force[0] = F;
  out->force[1] = jni_vec_negate(g, F);
  out->torque[0] = jni_vec_add(g, jni_vec_cross(g, d, F), T);
  out->torque[1] = jni_vec_negate(g, T);
}

static const jni_force_code code = {.axes = JNI_CODE_RELATIVE, .write = write};

const jni_force_kind jni_force_bushing = {
    .name = "bushing",
    .help = "springs and dampers between two frames, along and about the axes of the first",
    JNI_PLANE_AND_SPACE,
    .ends = 2,
    JNI_POTENTIAL_KIND,
    .code = &code,
    .conservative = conservative,
};

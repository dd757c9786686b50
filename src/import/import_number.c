// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_number.c - reads numbers of attributes, writes numbers as text, and computes poses and inertias.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "import/import.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"

// ---- attributes ------------------------------------------------------------------------------------------------

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool jni_import_numbers(jni_import *im, const jni_xml_attribute *a, int least, int most, double *values, int *n) {
  if (!a) return false;
  const char *text = a->value;
  int count = 0;
  for (;; count++) {
    while (is_blank(*text)) text++;
    if (!*text || count >= most) break;
    const char *end = jni_number_parse(text, &values[count]);
    if (!end || (*end && !is_blank(*end)))
      return jni_import_fault(im, a->owner, "%s: \"%.60s\" is not a finite number%s", a->name, text,
                              strstr(text, "${") ? "; macros are not expanded here: run xacro on the file first" : "");
    text = end;
  }
  const char *range = least == most ? "" : "at least ";
  if (count < least)
    return jni_import_fault(im, a->owner, "%s needs %s%d number%s, but got \"%.80s\"", a->name, range, least,
                            least == 1 ? "" : "s", a->value);
  if (*text)
    return jni_import_fault(im, a->owner, "%s takes %d number%s, but got \"%.80s\"", a->name, most,
                            most == 1 ? "" : "s", a->value);
  if (n) *n = count;
  return true;
}

bool jni_import_number(jni_import *im, const jni_xml_attribute *a, double *value) {
  return jni_import_numbers(im, a, 1, 1, value, NULL);
}

bool jni_import_not_negative(jni_import *im, const jni_xml_attribute *a, double *value) {
  if (!jni_import_number(im, a, value)) return false;
  return *value >= 0 || jni_import_fault(im, a->owner, "%s must be zero or positive, but is %g", a->name, *value);
}

bool jni_import_flag(jni_import *im, const jni_xml_attribute *a, bool *value) {
  if (!a) return false;
  *value = strcmp(a->value, "true") == 0;
  return *value || strcmp(a->value, "false") == 0 ||
         jni_import_fault(im, a->owner, "%s is true or false, but got \"%.60s\"", a->name, a->value);
}

// ---- numbers as text -------------------------------------------------------------------------------------------

const char *jni_number_text(jni_import *im, double value) {
  char text[40];
  for (int digits = 6; digits <= 17; digits += digits == 6 ? 9 : 1) {
    double back = NAN;
    jni_print(text, sizeof text, "%.*g", digits, value);
    if (jni_number_parse(text, &back) && !(back < value) && !(back > value)) break;
  }
  return jni_import_format(im, "%s", strcmp(text, "-0") == 0 ? "0" : text);
}

const char *jni_vector_text(jni_import *im, const double *v, int n) {
  const char *text = "[";
  for (int i = 0; i < n; i++) text = jni_import_format(im, "%s%s%s", text, i ? ", " : "", jni_number_text(im, v[i]));
  return jni_import_format(im, "%s]", text);
}

const char *jni_axis_text(jni_import *im, const double axis[3]) {
  static const char *const names[] = {"x", "y", "z"};
  for (int i = 0; i < 3; i++) {
    bool alone = axis[(i + 1) % 3] == 0 && axis[(i + 2) % 3] == 0;
    if (alone && axis[i] != 0) return jni_import_format(im, "%s%s", axis[i] < 0 ? "-" : "", names[i]);
  }
  return jni_vector_text(im, axis, 3);
}

// ---- poses -----------------------------------------------------------------------------------------------------

jni_pose jni_pose_identity(void) { return (jni_pose){{0, 0, 0}, {1, 0, 0, 0}}; }

jni_pose jni_pose_at(const double p[3]) { return (jni_pose){{p[0], p[1], p[2]}, {1, 0, 0, 0}}; }

void jni_pose_turn(const jni_pose *pose, const double v[3], double out[3]) {
  double R[9];
  jnk_quat_to_matrix(pose->q, R);
  double in[3] = {v[0], v[1], v[2]};
  jnk_mat_vec(R, in, out);
}

void jni_pose_point(const jni_pose *pose, const double p[3], double out[3]) {
  double turned[3];
  jni_pose_turn(pose, p, turned);
  jnk_add(pose->p, turned, out);
}

jni_pose jni_pose_after(const jni_pose *outer, const jni_pose *inner) {
  jni_pose made;
  jni_pose_point(outer, inner->p, made.p);
  jnk_quat_mul(outer->q, inner->q, made.q);
  jnk_quat_normalize(made.q);
  return made;
}

jni_pose jni_pose_inverse(const jni_pose *pose) {
  jni_pose made = jni_pose_identity();
  jnk_quat_conjugate(pose->q, made.q);
  jni_pose_turn(&made, pose->p, made.p);
  jnk_scale(-1, made.p, made.p);
  return made;
}

bool jni_pose_is_turned(const jni_pose *pose) { return pose->q[1] != 0 || pose->q[2] != 0 || pose->q[3] != 0; }

// ---- inertia: J = R J' R' ----------------------------------------------------------------------------------------

static void to_matrix(const double J[6], double M[9]) {
  const double full[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
  memcpy(M, full, sizeof full);
}

void jni_inertia_turn(const double q[4], const double inner[6], double outer[6]) {
  double R[9], J[9], RJ[9], M[9];
  jnk_quat_to_matrix(q, R);
  to_matrix(inner, J);
  jnk_mat_mul(R, J, RJ);
  jnk_mat_mul_t(RJ, R, M);
  const double made[6] = {M[0], M[4], M[8], 0.5 * (M[1] + M[3]), 0.5 * (M[2] + M[6]), 0.5 * (M[5] + M[7])};
  memcpy(outer, made, sizeof made);
}

// Computes the principal moments w and axes of an inertia by Jacobi rotations: A = V diag(w) V', columns of V are the
// axes.
static void principal_axes(const double J[6], double w[3], double V[9]) {
  enum { SWEEPS = 12 };  // quadratic convergence: a few sweeps suffice
  static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  double A[9];
  to_matrix(J, A);
  memcpy(V, identity, sizeof identity);
  for (int turn = 0; turn < 3 * SWEEPS; turn++) {
    int p = turn % 3 == 2 ? 1 : 0, q = turn % 3 == 0 ? 1 : 2;
    double off = A[3 * p + q];
    if (off == 0) continue;
    double theta = (A[4 * q] - A[4 * p]) / (2 * off);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + jnk_sqrt(theta * theta + 1)), c = 1 / jnk_sqrt(t * t + 1),
           s = t * c;
    for (int k = 0; k < 3; k++) {
      double a_p = A[3 * k + p], a_q = A[3 * k + q], v_p = V[3 * k + p], v_q = V[3 * k + q];
      A[3 * k + p] = c * a_p - s * a_q;
      A[3 * k + q] = s * a_p + c * a_q;
      V[3 * k + p] = c * v_p - s * v_q;
      V[3 * k + q] = s * v_p + c * v_q;
    }
    for (int k = 0; k < 3; k++) {
      double a_p = A[3 * p + k], a_q = A[3 * q + k];
      A[3 * p + k] = c * a_p - s * a_q;
      A[3 * q + k] = s * a_p + c * a_q;
    }
  }
  for (int i = 0; i < 3; i++) w[i] = A[4 * i];
}

// Replaces an inertia by the nearest one that a body can have, with a remark. The second moments of a mass distribution
// along its principal axes are s_i = (w_0 + w_1 + w_2)/2 - w_i >= 0; each w_i is the sum of the other two s. Sets
// negative s_i to zero.
static void balance_inertia(jni_import *im, const jni_xml *node, double inertia[6]) {
  double w[3], V[9], s[3];
  principal_axes(inertia, w, V);
  double half = 0.5 * (w[0] + w[1] + w[2]);
  for (int i = 0; i < 3; i++) s[i] = fmax(half - w[i], 0);
  const double possible[3] = {s[1] + s[2], s[2] + s[0], s[0] + s[1]};
  for (int i = 0; i < 6; i++) inertia[i] = 0;
  for (int k = 0; k < 3; k++) {
    const double a[3] = {V[k], V[3 + k], V[6 + k]};
    for (int i = 0; i < 3; i++) inertia[i] += possible[k] * a[i] * a[i];
    inertia[3] += possible[k] * a[0] * a[1];
    inertia[4] += possible[k] * a[0] * a[2];
    inertia[5] += possible[k] * a[1] * a[2];
  }
  jni_import_say(im, JN_WARNING, node,
                 "its principal moments of inertia %.4g, %.4g, %.4g kg m^2, which no body has, are changed to %.4g, "
                 "%.4g, %.4g (--balance-inertia)",
                 w[0], w[1], w[2], possible[0], possible[1], possible[2]);
}

void jni_import_check_inertia(jni_import *im, const jni_xml *node, jni_mass *mass) {
  const double slack = 1e-6;  // relative tolerance: sources give inertias with few digits
  // kg m^2; a radius of gyration below 1e-10 m is unphysical: such moments are zero with rounding errors
  const double rounding = 1e-20 * fmax(mass->mass, 1e-6);
  double M[9], w[3];
  to_matrix(mass->inertia, M);
  jni_symmetric3_eigenvalues(M, w);
  if (w[0] >= -rounding && w[2] <= rounding) {
    if (w[0] < 0) memset(mass->inertia, 0, sizeof mass->inertia);
    return;
  }
  bool negative = !(w[0] >= -slack * w[2]), possible = w[0] + w[1] >= (1 - slack) * w[2];
  if (im->options.balance_inertia && (negative || !possible)) balance_inertia(im, node, mass->inertia);
  else if (negative)
    jni_import_fault(im, node,
                     "no body has this inertia: one of its principal moments %.4g, %.4g, %.4g kg m^2 is negative; "
                     "--balance-inertia takes the nearest inertia that a body can have",
                     w[0], w[1], w[2]);
}

// Adds the Steiner term m (d.d I - d d') to J, the inertia of a point mass at d.
static void add_steiner(double mass, const double d[3], double J[6]) {
  for (int i = 0; i < 3; i++) J[i] += mass * (jnk_dot(d, d) - d[i] * d[i]);
  J[3] -= mass * d[0] * d[1];
  J[4] -= mass * d[0] * d[2];
  J[5] -= mass * d[1] * d[2];
}

void jni_mass_add(jni_mass *sum, const jni_mass *other) {
  double mass = sum->mass + other->mass, com[3] = {0, 0, 0}, d[3];
  for (int i = 0; i < 3 && mass > 0; i++) com[i] = (sum->mass * sum->com[i] + other->mass * other->com[i]) / mass;
  jnk_sub(sum->com, com, d);
  add_steiner(sum->mass, d, sum->inertia);
  for (int i = 0; i < 6; i++) sum->inertia[i] += other->inertia[i];
  jnk_sub(other->com, com, d);
  add_steiner(other->mass, d, sum->inertia);
  sum->mass = mass;
  jnk_copy(com, sum->com);
}

jni_mass jni_mass_in(const jni_pose *pose, const jni_mass *mass) {
  jni_mass made = {.mass = mass->mass};
  jni_pose_point(pose, mass->com, made.com);
  jni_inertia_turn(pose->q, mass->inertia, made.inertia);
  return made;
}

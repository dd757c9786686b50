// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_mjcf_value.c - reads attributes of MJCF with the defaults of their class, and orientations in five forms.
#include <math.h>
#include <string.h>

#include "import/import_mjcf.h"
#include "kernel/vec3.h"

// ---- classes ---------------------------------------------------------------------------------------------------

mjcf_element jni_mjcf_element(jni_mjcf *mj, jni_xml *node, const char *childclass, const char *const *tags) {
  const char *own = jni_xml_text(node, "class");
  if (own && jni_names_get(mj->im->sources, JNI_NAME_EVENT, 0, own) < 0)
    jni_import_fault(mj->im, node, "there is no class '%.60s'", own);
  return (mjcf_element){mj, node, own ? own : childclass, tags};
}

static bool is_one_of(const char *name, const char *const *tags) {
  for (; *tags; tags++)
    if (strcmp(name, *tags) == 0) return true;
  return false;
}

enum { MOST_VISITS = 300000000 };  // largest number of visited elements of defaults, which take some seconds

// Returns an attribute from the children of one <default> that have one of the tags, the last one if several have it;
// NULL: none.
static jni_xml_attribute *find_in_default(jni_mjcf *mj, jni_xml *node, const char *const *tags, const char *name) {
  jni_xml_attribute *found = NULL;
  for (jni_xml *child = node->first; child && mj->visits <= MOST_VISITS; child = child->next) {
    if (++mj->visits > MOST_VISITS) jni_import_fault(mj->im, node, "the defaults are too many for so many elements");
    if (!is_one_of(child->name, tags)) continue;
    child->used = true;
    jni_xml_attribute *a = jni_xml_find(child, name);
    if (a) found = a;
  }
  return found;
}

static jni_xml *class_node(const jni_mjcf *mj, const char *class) {
  int number = class ? jni_names_get(mj->im->sources, JNI_NAME_EVENT, 0, class) : JNI_NAME_NONE;
  return number < 0 ? NULL : mj->classes[number];
}

jni_xml_attribute *jni_mjcf_find(const mjcf_element *e, const char *name) {
  jni_xml_attribute *found = jni_xml_find(e->node, name);
  if (found) return found;
  for (jni_xml *node = class_node(e->mj, e->class); node && node->parent != e->mj->root; node = node->parent) {
    found = find_in_default(e->mj, node, e->tags, name);
    if (found) return found;
  }
  // all top-level <default> elements form the main class
  for (jni_xml *node = jni_xml_child(e->mj->root, "default"); node; node = jni_xml_next(node, "default")) {
    jni_xml_attribute *a = find_in_default(e->mj, node, e->tags, name);
    if (a) found = a;
  }
  return found;
}

// ---- numbers ---------------------------------------------------------------------------------------------------

double jni_mjcf_number(const mjcf_element *e, const char *name, double otherwise) {
  double value = otherwise;
  return jni_import_number(e->mj->im, jni_mjcf_find(e, name), &value) ? value : otherwise;
}

double jni_mjcf_not_negative(const mjcf_element *e, const char *name, double otherwise) {
  double value = otherwise;
  return jni_import_not_negative(e->mj->im, jni_mjcf_find(e, name), &value) ? value : otherwise;
}

bool jni_mjcf_vector(const mjcf_element *e, const char *name, int n, double *v) {
  double read[8];
  if (!jni_import_numbers(e->mj->im, jni_mjcf_find(e, name), n, n, read, NULL)) return false;
  memcpy(v, read, (size_t)n * sizeof *v);
  return true;
}

bool jni_mjcf_range(const mjcf_element *e, const char *limited, const char *range, double value[2]) {
  const jni_xml_attribute *flag = jni_mjcf_find(e, limited);
  bool given = jni_mjcf_vector(e, range, 2, value), on = given;
  if (flag && strcmp(flag->value, "auto") != 0) jni_import_flag(e->mj->im, flag, &on);
  if (on && given && !(value[0] < value[1]))
    jni_import_fault(e->mj->im, e->node, "%s goes from the lower to the upper limit, but is %g to %g", range, value[0],
                     value[1]);
  return on && given;
}

// ---- orientation -----------------------------------------------------------------------------------------------

// Computes the quaternion of a rotation about an axis of any length.
static void axis_angle_to_quat(const double axis[3], double angle, double q[4]) {
  double unit[3];
  jnk_copy(axis, unit);
  jnk_normalize(unit);
  q[0] = jnk_cos(0.5 * angle);
  jnk_scale(jnk_sin(0.5 * angle), unit, q + 1);
}

void jni_mjcf_z_to(const double axis[3], double q[4]) {
  double to[3], turn[3];
  const double z[3] = {0, 0, 1};
  jnk_copy(axis, to);
  jnk_normalize(to);
  jnk_cross(z, to, turn);
  double s = jnk_norm(turn), angle = jnk_atan2(s, to[2]);
  if (s < 1e-10) jnk_set(1, 0, 0, turn);
  axis_angle_to_quat(turn, angle, q);
}

// Computes a quaternion from Euler angles. Lower-case letters of eulerseq are rotations about the moving
// axes, upper-case letters about the fixed axes.
static void euler_to_quat(const jni_mjcf *mj, const double angles[3], double q[4]) {
  q[0] = 1;
  q[1] = q[2] = q[3] = 0;
  for (int i = 0; i < 3; i++) {
    char c = mj->eulerseq[i];
    bool moving = c >= 'a';
    int k = (moving ? c - 'x' : c - 'X');
    double axis[3] = {0, 0, 0}, turn[4];
    axis[k] = 1;
    axis_angle_to_quat(axis, angles[i] * mj->angle, turn);
    if (angles[i] != 0) jnk_quat_mul(moving ? q : turn, moving ? turn : q, q);
  }
}

// Computes the quaternion of the frame with x axis v[0..2] and y axis v[3..5], made orthogonal to x.
static void axes_to_quat(const double v[6], double q[4]) {
  double R[9], x[3], y[3], z[3];
  jnk_copy(v, x);
  jnk_normalize(x);
  jnk_add_scaled(v + 3, -jnk_dot(x, v + 3), x, y);
  jnk_normalize(y);
  jnk_cross(x, y, z);
  for (int i = 0; i < 3; i++) {
    R[3 * i] = x[i];
    R[3 * i + 1] = y[i];
    R[3 * i + 2] = z[i];
  }
  jnk_matrix_to_quat(R, q);
}

jni_pose jni_mjcf_pose(const mjcf_element *e) {
  jni_pose pose = jni_pose_identity();
  double v[6];
  jni_mjcf_vector(e, "pos", 3, pose.p);
  if (jni_mjcf_vector(e, "quat", 4, pose.q)) {
    double n = jnk_quat_norm(pose.q);
    if (!(n > 1e-12 && n < HUGE_VAL)) {
      jni_import_fault(e->mj->im, e->node, "quat must not be zero");
      pose = jni_pose_at(pose.p);
    } else if (!(fabs(n - 1) < 1e-15)) {
      jnk_quat_normalize(pose.q);
    }
  } else if (jni_mjcf_vector(e, "axisangle", 4, v)) {
    if (!(jnk_norm(v) > 1e-12)) jni_import_fault(e->mj->im, e->node, "the axis of axisangle must not be zero");
    axis_angle_to_quat(v, v[3] * e->mj->angle, pose.q);
  } else if (jni_mjcf_vector(e, "euler", 3, v)) {
    euler_to_quat(e->mj, v, pose.q);
  } else if (jni_mjcf_vector(e, "xyaxes", 6, v)) {
    double cross[3];
    jnk_cross(v, v + 3, cross);
    if (!(jnk_norm(cross) > 1e-12))
      jni_import_fault(e->mj->im, e->node, "xyaxes needs two directions that are not parallel");
    axes_to_quat(v, pose.q);
  } else if (jni_mjcf_vector(e, "zaxis", 3, v)) {
    if (!(jnk_norm(v) > 1e-12)) jni_import_fault(e->mj->im, e->node, "zaxis must not be zero");
    jni_mjcf_z_to(v, pose.q);
  }
  return pose;
}

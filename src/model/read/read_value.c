// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_value.c - texts, numbers with units, vectors, axes and orientations.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/elementary.h"
#include "model/build.h"
#include "model/read/parameter.h"
#include "model/read/read_expression.h"
#include "model/read/read_fault.h"
#include "model/read/read_value.h"

bool jni_count_work(jni_reader *r, const jni_node *node, size_t amount) {
  if (r->stop) return false;
  r->work += 1 + (long)(amount / 16);
  if (r->work <= JNI_MAX_READER_WORK) return true;
  jni_read_fault(r, node, "the file generates too many values: more than %d", (int)JNI_MAX_READER_WORK);
  r->stop = true;
  return false;
}

const char *jni_read_text(jni_reader *r, const jni_node *node) {
  if (node->kind != JNI_SCALAR) {
    jni_read_fault(r, node, "expected a text, got %s", jni_node_kind_text(node));
    return NULL;
  }
  return jni_read_expand(r, node, node->text);
}

// ---- numbers ----------------------------------------------------------------------------------

static bool unexpected(jni_reader *r, const jni_node *node, jn_dimension dimension, jn_dimension alternative,
                       const char *why) {
  char wanted[96], other[96], got[64];
  jni_dimension_example(dimension, wanted, sizeof wanted);
  jni_dimension_example(alternative, other, sizeof other);
  bool both = !jni_unit_same(dimension, alternative);
  if (node->kind == JNI_SCALAR && !jni_node_is_empty(node)) snprintf(got, sizeof got, "\"%.50s\"", node->text);
  else snprintf(got, sizeof got, "%s", jni_node_kind_text(node));
  return jni_read_fault(r, node, "expected %s%s%s, got %s%s%s", wanted, both ? " or " : "", both ? other : "", got,
                        why[0] ? ": " : "", why);
}

static bool read_expression(jni_reader *r, const jni_node *node, const char *text, jn_dimension dimension,
                            jn_dimension alternative, double *value) {
  jni_quantity quantity;
  if (!jni_read_evaluate(r, node, text + 1, value)) return false;
  if (jni_read_named_quantity(r, text, &quantity)) jni_read_warn_unit(r, node, &quantity, dimension, alternative);
  return true;
}

bool jni_read_number(jni_reader *r, const jni_node *node, jn_dimension dimension, jn_dimension alternative,
                     double *value) {
  if (!jni_count_work(r, node, 0)) return false;
  if (node->kind != JNI_SCALAR || jni_node_is_empty(node)) return unexpected(r, node, dimension, alternative, "");
  const char *text = jni_read_text(r, node);
  if (!text) return false;
  text += strspn(text, " \t\n");
  if (*text == '=') return read_expression(r, node, text, dimension, alternative, value);

  jn_dimension found = JN_NUMBER;
  bool has_unit = false;
  char why[160] = "";
  if (!jn_unit_parse(text, value, &found, &has_unit, why, sizeof why)) {
    if (jni_name_is_legal(text) && jni_read_has_parameter(r, text))
      snprintf(why, sizeof why, "for the parameter write \"=%s\"", text);
    else if (strncmp(why, "expected a finite number", 24) == 0)
      snprintf(why, sizeof why, "%s", *text >= '0' && *text <= '9' ? "it is too large or not a number" : "");
    return unexpected(r, node, dimension, alternative, why);
  }
  if (!has_unit) return true;
  bool fits = jni_unit_fits(found, dimension) || jni_unit_fits(found, alternative),
       expression = jni_read_is_expression(r, text, false);
  if (fits && expression) return jni_read_report_ambiguous(r, node, text, false);
  if (expression) snprintf(why, sizeof why, "for the expression write \"=%.100s\"", text);
  if (!fits) return unexpected(r, node, dimension, alternative, why);
  jni_read_warn_unit(r, node, &(jni_quantity){*value, found, text}, dimension, alternative);
  return true;
}

bool jni_read_plain(jni_reader *r, const jni_node *node, double *value) {
  return jni_read_number(r, node, JN_NUMBER, JN_NUMBER, value);
}

bool jni_read_flag(jni_reader *r, const jni_node *node, bool *value) {
  bool yes = node->kind == JNI_SCALAR && strcmp(node->text, "true") == 0;
  bool no = node->kind == JNI_SCALAR && strcmp(node->text, "false") == 0;
  if (!yes && !no)
    return jni_read_fault(r, node, "expected true or false, got %s%.40s%s", node->text ? "\"" : "",
                          node->text ? node->text : jni_node_kind_text(node), node->text ? "\"" : "");
  *value = yes;
  return true;
}

// ---- lists of numbers -------------------------------------------------------------------------

static bool read_items(jni_reader *r, const jni_node *node, jn_dimension dimension, double *values) {
  bool sound = true;
  int i = 0;
  for (const jni_node *item = node->first; item && !r->stop; item = item->next)
    sound = jni_read_number(r, item, dimension, dimension, &values[i++]) && sound;
  return sound && !r->stop;
}

bool jni_read_numbers(jni_reader *r, const jni_node *node, jn_dimension dimension, int n, double *values) {
  if (node->kind != JNI_SEQUENCE)
    return jni_read_fault(r, node, "expected a list of %d numbers, got %s", n, jni_node_kind_text(node));
  if (node->size != n) return jni_read_fault(r, node, "expected a list of %d numbers, got %d", n, node->size);
  return read_items(r, node, dimension, values);
}

bool jni_read_vector(jni_reader *r, const jni_node *node, jn_dimension dimension, double value[3]) {
  bool plane = r->model->space == JN_PLANE;
  value[0] = value[1] = value[2] = 0;
  bool right = node->kind == JNI_SEQUENCE && (node->size == 3 || (plane && node->size == 2));
  if (right) return read_items(r, node, dimension, value);
  if (node->kind != JNI_SEQUENCE)
    return jni_read_fault(r, node, "expected a list of %s numbers, got %s", plane ? "two" : "three",
                          jni_node_kind_text(node));
  return jni_read_fault(r, node, "expected a list of %s numbers, got %d", plane ? "two" : "three", node->size);
}

bool jni_read_axis(jni_reader *r, const jni_node *node, double axis[3]) {
  if (node->kind == JNI_SEQUENCE) return jni_read_vector(r, node, JN_NUMBER, axis);
  const char *text = jni_read_text(r, node);
  if (!text) return false;
  const char *letter = text + (*text == '-' || *text == '+');
  if (strlen(letter) != 1 || !strchr("xyz", *letter))
    return jni_read_fault(r, node, "expected an axis such as z, -x or [0, 0, 1], got \"%.40s\"", text);
  for (int i = 0; i < 3; i++) axis[i] = *letter == "xyz"[i] ? (*text == '-' ? -1 : 1) : 0;
  return true;
}

static bool unit_quaternion(jni_reader *r, const jni_node *node, double q[4]) {
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(length > 0 && isfinite(length)))
    return jni_read_fault(r, node, "the quaternion must not be zero and must be finite");
  for (int i = 0; i < 4; i++) q[i] /= length;
  return true;
}

static bool axis_and_angle(jni_reader *r, const jni_node *node, double q[4]) {
  static const char *const keys[] = {"axis", "angle", NULL};
  static const jn_dimension rad = {0, 0, 0, 1};
  const jni_node *at = jni_node_get(node, "axis"), *by = jni_node_get(node, "angle");
  jni_read_check_keys(r, node, keys);
  double axis[3] = {0, 0, 1}, angle = 0;
  if (!by) return jni_read_fault(r, node, "an orientation needs 'angle', and 'axis' where it is not z");
  bool sound = !at || jni_read_axis(r, at, axis);
  if (!jni_read_number(r, by, rad, rad, &angle) || !sound) return false;
  double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (!(length > 0 && isfinite(length))) return jni_read_fault(r, at, "the axis must not be zero");
  jni_trace *trace = r->model->trace;
  double half = jni_trace_apply(trace, JNI_DO_divide, angle, 2), sine = jni_trace_apply(trace, JNI_DO_sin, half, 0);
  q[0] = jni_trace_apply(trace, JNI_DO_cos, half, 0);
  for (int i = 0; i < 3; i++)
    q[i + 1] = jni_trace_apply(trace, JNI_DO_divide, jni_trace_apply(trace, JNI_DO_multiply, sine, axis[i]), length);
  return true;
}

bool jni_read_orientation(jni_reader *r, const jni_node *node, double quaternion[4]) {
  if (node->kind == JNI_MAPPING) return axis_and_angle(r, node, quaternion);
  if (node->kind == JNI_SEQUENCE)
    return jni_read_numbers(r, node, JN_NUMBER, 4, quaternion) && unit_quaternion(r, node, quaternion);
  return jni_read_fault(r, node,
                        "expected an orientation such as {axis: z, angle: 90 deg} or a quaternion [w, x, y, z], got %s",
                        jni_node_kind_text(node));
}

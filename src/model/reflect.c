// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reflect.c - definitions, signals and expressions in a mirror; see mirror.h.
#include <stdio.h>
#include <string.h>

#include "model/expression/expression_code.h"
#include "model/mirror.h"

void jn_model_set_mirror(jn_model *model, unsigned mirror) {
  JNI_ASSERT(model && mirror <= (JN_MIRROR_X | JN_MIRROR_Y | JN_MIRROR_Z));
  if (model->space == JN_PLANE && mirror & JN_MIRROR_Z) jni_model_fault(model, "", "in the plane a mirror is x or y");
  else model->mirror = mirror;
}

// ---- numbers ----------------------------------------------------------------------------------------------------

void jni_reflect_inertia(unsigned mirror, double inertia[6]) {
  static const int axes[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  for (int i = 0; i < 3; i++)
    inertia[3 + i] *= jni_mirror_sign(mirror, axes[i][0]) * jni_mirror_sign(mirror, axes[i][1]);
}

void jni_reflect_rotation(unsigned mirror, double R[9]) {
  for (int i = 0; mirror && i < 9; i++)
    R[i] = jni_mirror_sign(mirror, i / 3) * jni_mirror_sign(mirror, i % 3) * R[i] + 0.0;  // no negative zeros
}

static void reflect_vectors(unsigned mirror, jni_mirroring mirroring, double *a, int n) {
  for (int i = 0; i < n; i++, a += 3)
    if (mirroring == JNI_MIRROR_AXIAL) jni_mirror_turn(mirror, a, a);
    else if (mirroring != JNI_MIRROR_KEPT) jni_mirror_point(mirror, a, a);
}

void jni_reflect_fields(unsigned mirror, const jni_field *fields, int nfields, void *def) {
  for (int i = 0; i < nfields; i++) {
    double *at = (double *)(void *)((char *)def + fields[i].offset);
    switch (fields[i].type) {
      case JNI_FIELD_AXIS:
        if (fields[i].mirroring != JNI_MIRROR_BY_TYPE) reflect_vectors(mirror, fields[i].mirroring, at, 2);
        break;
      case JNI_FIELD_ORIENTATION: jni_mirror_quaternion(mirror, at); break;
      case JNI_FIELD_PLACE:
      case JNI_FIELD_FACTORS:
      case JNI_FIELD_DIRECTION:
      case JNI_FIELD_VECTOR:
      case JNI_FIELD_TURN: reflect_vectors(mirror, fields[i].mirroring, at, 1); break;
      default: break;
    }
  }
}

// ---- signals ----------------------------------------------------------------------------------------------------

static double turn_sign(unsigned mirror, int component) {
  return jni_mirror_hand(mirror) * jni_mirror_sign(mirror, component);
}

// What the expressions of a force are in a mirror; along a joint coordinate they have no side.
static jni_mirroring value_mirroring(const jni_force_element *force) {
  const jni_force_kind *kind = force->kind;
  for (int i = 0; kind && force->def.joint.i < 0 && i < kind->nfields; i++)
    if (kind->fields[i].type == JNI_FIELD_EXPRESSIONS) return kind->fields[i].mirroring;
  return JNI_MIRROR_KEPT;
}

// In the plane a moment is one number, about z.
double jni_value_sign(const jn_model *model, const jni_force_element *force, int i) {
  switch (value_mirroring(force)) {
    case JNI_MIRROR_POLAR: return jni_mirror_sign(force->mirror, i);
    case JNI_MIRROR_AXIAL: return turn_sign(force->mirror, model->space == JN_PLANE ? 2 : i);
    case JNI_MIRROR_BY_TYPE:
    case JNI_MIRROR_KEPT: break;
  }
  return 1;
}

// force.NAME.value is along a coordinate or the length of a vector, but for the moment on a body in the plane.
static double scalar_sign(const jn_model *model, const jni_force_element *force, unsigned mirror) {
  bool about_z = model->space == JN_PLANE && value_mirroring(force) == JNI_MIRROR_AXIAL;
  return about_z ? jni_mirror_hand(mirror) : 1;
}

// Angles about axes of the body seen from. Where the first and the last axis are the same, the second angle is never
// negative, and the others go half a turn on instead.
static double angle_sign(const jni_signal *signal, unsigned mirror, char *what, size_t size) {
  static const int of_wheel[4] = {2, 0, 2, 0};  // steer, lean, toe, camber; the latter count towards the middle
  int axes[3];
  if (signal->b == JNI_TURN_PLANE) return jni_mirror_hand(mirror);
  if (signal->b == JNI_TURN_WHEEL)
    return turn_sign(mirror, of_wheel[signal->component]) * (signal->component >= 2 ? jni_mirror_sign(mirror, 1) : 1);
  jni_turn_axes(signal->b, axes);
  if (axes[0] != axes[2] || turn_sign(mirror, axes[1]) > 0) return turn_sign(mirror, axes[signal->component]);
  snprintf(what, size, "'%.60s' counts from another side in the mirror; take an order of three different axes",
           signal->name);
  return 0;
}

static double word_sign(const jni_force_word *words, int i, unsigned mirror) {
  return words && words[i].sideways ? jni_mirror_hand(mirror) : 1;
}

double jni_signal_sign(const jn_model *model, const jni_signal *signal, unsigned mirror, char *what, size_t size) {
  int c = model->space == JN_PLANE && signal->kind != JNI_SIGNAL_QUATERNION ? 2 : signal->component;
  switch (signal->kind) {
    case JNI_SIGNAL_POSITION:
    case JNI_SIGNAL_VELOCITY:
    case JNI_SIGNAL_ACCELERATION:
    case JNI_SIGNAL_REACTION_FORCE:
    case JNI_SIGNAL_PITCH_POINT:
    case JNI_SIGNAL_RELATIVE_POSITION:
    case JNI_SIGNAL_RELATIVE_VELOCITY:
    case JNI_SIGNAL_MOMENTUM: return jni_mirror_sign(mirror, signal->component);
    case JNI_SIGNAL_ANGLE:
    case JNI_SIGNAL_RATE:
    case JNI_SIGNAL_ANGULAR_ACCELERATION:
    case JNI_SIGNAL_OMEGA:
    case JNI_SIGNAL_REACTION_TORQUE:
    case JNI_SIGNAL_ANGULAR_MOMENTUM: return turn_sign(mirror, c);
    case JNI_SIGNAL_QUATERNION: return c == 0 ? 1 : turn_sign(mirror, c - 1);
    case JNI_SIGNAL_TURN:
    case JNI_SIGNAL_TURN_RATE: return angle_sign(signal, mirror, what, size);
    case JNI_SIGNAL_FORCE_VALUE: return scalar_sign(model, &model->forces[signal->a], mirror);
    case JNI_SIGNAL_FORCE_OUTPUT: return word_sign(model->forces[signal->a].kind->outputs, signal->b, mirror);
    case JNI_SIGNAL_FORCE_STATE: return word_sign(model->forces[signal->a].kind->states, signal->b, mirror);
    case JNI_SIGNAL_LAMBDA:
    case JNI_SIGNAL_COUPLING:
    case JNI_SIGNAL_RATE_COUPLING:
      snprintf(what, size, "'%.60s' belongs to a constraint equation and has no mirror image", signal->name);
      return 0;
    case JNI_SIGNAL_TIME:
    case JNI_SIGNAL_COORDINATE:
    case JNI_SIGNAL_COORDINATE_RATE:
    case JNI_SIGNAL_PUSH:
    case JNI_SIGNAL_FORCE_LENGTH:
    case JNI_SIGNAL_FORCE_RATE:
    case JNI_SIGNAL_FORCE_ENERGY:
    case JNI_SIGNAL_FORCE_POWER:
    case JNI_SIGNAL_INPUT:
    case JNI_SIGNAL_AUXILIARY:
    case JNI_SIGNAL_DISCRETE:
    case JNI_SIGNAL_COMPUTED:
    case JNI_SIGNAL_ENERGY:
    case JNI_SIGNAL_KINETIC:
    case JNI_SIGNAL_POTENTIAL:
    case JNI_SIGNAL_WORK:
    case JNI_SIGNAL_ENERGY_ERROR:
    case JNI_SIGNAL_VIOLATION_POSITION:
    case JNI_SIGNAL_VIOLATION_VELOCITY:
    case JNI_SIGNAL_VIOLATION_ACCELERATION:
    case JNI_SIGNAL_COUNT: break;
  }
  return 1;
}

// ---- expressions --------------------------------------------------------------------------------------------------

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
static const char name_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789.";

// Length of the number or name that stands here, else 1.
static size_t word_length(const char *p, bool *is_name) {
  double ignored;
  *is_name = *p && strchr(letters, *p);
  if (*is_name) return strspn(p, name_letters);
  const char *end = (*p >= '0' && *p <= '9') || *p == '.' ? jni_number_parse(p, &ignored) : NULL;
  return end ? (size_t)(end - p) : 1;
}

// The sign of the name of so many letters; 1 of words that are no signals. 0 and a sentence where it has none.
static double name_sign(const jn_model *model, unsigned mirror, const char *name, size_t length, char *what,
                        size_t size) {
  char text[256], ignored[256];
  jni_signal signals[JNI_MAX_COMPONENTS];
  if (length >= sizeof text || name[length + strspn(name + length, " \t\n\r")] == '(') return 1;
  memcpy(text, name, length);
  text[length] = '\0';
  if (jni_expression_is_constant(text)) return 1;
  int n = jni_signal_resolve(model, text, signals, JNI_MAX_COMPONENTS, ignored, sizeof ignored);
  return n == 1 ? jni_signal_sign(model, &signals[0], mirror, what, size) : 1;
}

// Writes the reflected text, or (to NULL) only counts. -1: a name has no mirror image.
static int write_reflected(const jn_model *model, unsigned mirror, const char *text, char *to, char *what,
                           size_t size) {
  int n = 0;
  bool is_name;
  for (size_t length; *text; text += length) {
    length = word_length(text, &is_name);
    double sign = is_name ? name_sign(model, mirror, text, length, what, size) : 1;
    if (sign == 0) return -1;
    int room = (int)length + (sign < 0 ? 3 : 0);
    if (to) to += snprintf(to, (size_t)room + 1, sign < 0 ? "(-%.*s)" : "%.*s", (int)length, text);
    n += room;
  }
  return n;
}

const char *jni_reflect_expression(jn_model *model, unsigned mirror, double sign, const char *text, char *what,
                                   size_t size) {
  int n = write_reflected(model, mirror, text, NULL, what, size);
  if (n < 0) return NULL;
  if ((size_t)n == strlen(text) && sign > 0) return text;
  if (n + 3 > JNI_EXPRESSION_LENGTH)
    return snprintf(what, size, "the expression is too long for its mirror image"), NULL;
  char *made = jni_take(&model->pool, (size_t)n + 4, 1);
  if (!made) return model->no_memory = true, NULL;
  if (sign < 0) memcpy(made, "-(", 2);
  write_reflected(model, mirror, text, made + (sign < 0 ? 2 : 0), what, size);
  if (sign < 0) memcpy(made + 2 + n, ")", 2);
  return made;
}

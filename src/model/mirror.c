// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mirror.c - definitions, signals and expressions in a mirror; see mirror.h.
#include <stdio.h>
#include <string.h>

#include "model/expression/expression_code.h"
#include "model/fault.h"
#include "model/mirror.h"
#include "model/signal/signal_type.h"

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
  for (int i = 0; i < n; i++) {
    if (mirroring == JNI_MIRROR_AXIAL) jni_mirror_turn(mirror, a, a);
    else if (mirroring != JNI_MIRROR_KEPT) jni_mirror_point(mirror, a, a);
    a += 3;
  }
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

// Returns how the values of the expressions of a force are reflected by a mirror; those of forces along joint
// coordinates are kept.
static jni_mirroring value_mirroring(const jni_force_element *force) {
  const jni_force_kind *kind = force->kind;
  for (int i = 0; kind && !jni_acts_along(&force->def) && i < kind->nfields; i++)
    if (kind->fields[i].type == JNI_FIELD_EXPRESSIONS) return kind->fields[i].mirroring;
  return JNI_MIRROR_KEPT;
}

// Returns the factor, 1 or -1, of the value of expression i of a force in the mirror of its element. In the plane a
// torque has one expression, its component about z.
double jni_value_sign(const jn_model *model, const jni_force_element *force, int i) {
  switch (value_mirroring(force)) {
    case JNI_MIRROR_POLAR: return jni_mirror_sign(force->mirror, i);
    case JNI_MIRROR_AXIAL: return turn_sign(force->mirror, model->space == JN_PLANE ? 2 : i);
    case JNI_MIRROR_BY_TYPE:
    case JNI_MIRROR_KEPT: break;
  }
  return 1;
}

// Returns the factor, 1 or -1, of force.NAME.value under a mirror. Values along a coordinate and lengths of vectors
// keep their sign; only the torque on a body in the plane is multiplied by |S|.
static double scalar_sign(const jn_model *model, const jni_force_element *force, unsigned mirror) {
  bool about_z = model->space == JN_PLANE && value_mirroring(force) == JNI_MIRROR_AXIAL;
  return about_z ? jni_mirror_hand(mirror) : 1;
}

// Returns the factor, 1 or -1, under a mirror of an angle between two bodies. If the first and last axis of the
// rotation sequence are the same, the second angle is never negative; a mirror that would reverse it changes the other
// two by half a turn instead. Then returns 0 with a sentence in `what`.
static double angle_sign(const jni_signal *signal, unsigned mirror, char *what, size_t size) {
  // Axis of rotation, 0 for x to 2 for z, of steer, lean, toe and camber. Toe and camber are positive towards the
  // middle of the vehicle, so their sign also depends on the side.
  static const int of_wheel[4] = {2, 0, 2, 0};
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

static double own_sign(const jn_model *model, const jni_signal *signal, unsigned mirror, char *what, size_t size) {
  const jni_force_kind *kind = NULL;
  const jni_force_word *words = NULL;
  switch (signal->kind) {
    case JNI_SIGNAL_QUATERNION: return signal->component == 0 ? 1 : turn_sign(mirror, signal->component - 1);
    case JNI_SIGNAL_TURN:
    case JNI_SIGNAL_TURN_RATE: return angle_sign(signal, mirror, what, size);
    case JNI_SIGNAL_FORCE_VALUE: return scalar_sign(model, &model->forces[signal->a], mirror);
    case JNI_SIGNAL_FORCE_OUTPUT:
    case JNI_SIGNAL_FORCE_STATE:
      kind = model->forces[signal->a].kind;
      words = signal->kind == JNI_SIGNAL_FORCE_OUTPUT ? kind->outputs : kind->states;
      return words && words[signal->b].odd_in_mirror ? jni_mirror_hand(mirror) : 1;
    default: break;
  }
  snprintf(what, size, "'%.60s' belongs to a constraint equation and has no mirror image", signal->name);
  return 0;
}

double jni_signal_sign(const jn_model *model, const jni_signal *signal, unsigned mirror, char *what, size_t size) {
  switch (jni_signal_type_of(signal->kind)->mirroring) {
    case JNI_MIRROR_KEPT: break;
    case JNI_MIRROR_POLAR: return jni_mirror_sign(mirror, signal->component);
    case JNI_MIRROR_AXIAL: return turn_sign(mirror, model->space == JN_PLANE ? 2 : signal->component);
    case JNI_MIRROR_BY_TYPE: return own_sign(model, signal, mirror, what, size);
  }
  return 1;
}

// ---- expressions --------------------------------------------------------------------------------------------------

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
static const char name_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789.";

// Returns the length of the name or number at the start of the text; 1 if the text starts with neither. Sets *is_name
// to whether it is a name.
static size_t word_length(const char *p, bool *is_name) {
  double ignored;
  *is_name = *p && strchr(letters, *p);
  if (*is_name) return strspn(p, name_letters);
  const char *end = (*p >= '0' && *p <= '9') || *p == '.' ? jni_number_parse(p, &ignored) : NULL;
  return end ? (size_t)(end - p) : 1;
}

// Returns the factor, 1 or -1, under a mirror of the signal whose name is the first `length` characters of `name`; 1 if
// the word is not the name of a signal; 0 with a sentence in `what` if the signal has no mirror image.
static double name_sign(const jn_model *model, unsigned mirror, const char *name, size_t length, char *what,
                        size_t size) {
  char text[JNI_SIGNAL_NAME_SIZE], ignored[256];
  jni_signal signals[JNI_MAX_COMPONENTS];
  if (length >= sizeof text || name[length + strspn(name + length, " \t\n\r")] == '(') return 1;
  memcpy(text, name, length);
  text[length] = '\0';
  if (jni_expression_is_constant(text)) return 1;
  int n = jni_signal_resolve(model, text, signals, JNI_MAX_COMPONENTS, ignored, sizeof ignored);
  return n == 1 ? jni_signal_sign(model, &signals[0], mirror, what, size) : 1;
}

enum { MOST_NESTED = 32 };  // formulas of ports inside each other, at most as many as nested parts

typedef struct {
  const jn_model *model;
  unsigned mirrors[MOST_NESTED];
  int depth;
  char *to;  // output; NULL: the length n is only counted
  int n;
  bool changed;
} writing;

static void put(writing *w, const char *text, size_t length) {
  if (w->to) memcpy(w->to + w->n, text, length);
  w->n += (int)length;
}

static void put_name(writing *w, const char *name, size_t length, double sign) {
  if (sign < 0) put(w, "(-", 2);
  put(w, name, length);
  if (sign < 0) put(w, ")", 1);
  w->changed = w->changed || sign < 0;
}

// If the text begins with {N, N the number of a mirror, or with }, appends the corresponding parenthesis to the output
// and enters or leaves that mirror. Returns the number of characters read; 0: the text begins with something else.
static size_t put_brace(writing *w, const char *text) {
  bool opens = *text == '{' && text[1] >= '0' && text[1] <= '7' && w->depth + 1 < MOST_NESTED;
  if (!opens && (*text != '}' || w->depth == 0)) return 0;
  w->depth += opens ? 1 : -1;
  if (opens) w->mirrors[w->depth] = (unsigned)(text[1] - '0');
  put(w, opens ? "(" : ")", 1);
  w->changed = true;
  return opens ? 2 : 1;
}

// Writes the expression `text` to w with all its signals reflected. Returns false with a sentence in `what` if a signal
// has no mirror image.
static bool write_reflected(writing *w, const char *text, char *what, size_t size) {
  w->n = w->depth = 0;
  for (size_t length; *text; text += length) {
    bool is_name;
    length = put_brace(w, text);
    if (length > 0) continue;
    length = word_length(text, &is_name);
    double sign = is_name ? name_sign(w->model, w->mirrors[w->depth], text, length, what, size) : 1;
    if (sign == 0) return false;
    put_name(w, text, length, sign);
  }
  return true;
}

const char *jni_reflect_expression(jn_model *model, unsigned mirror, double sign, const char *text, char *what,
                                   size_t size) {
  writing w = {.model = model, .mirrors = {mirror}};
  if (!write_reflected(&w, text, what, size)) return NULL;
  if (!w.changed && sign > 0) return text;
  if (w.n + 3 > JNI_EXPRESSION_LENGTH) {
    snprintf(what, size, "the expression is too long for its mirror image");
    return NULL;
  }
  char *made = jni_take(&model->pool, (size_t)w.n + 4, 1);
  if (!made) {
    model->no_memory = true;
    return NULL;
  }
  if (sign < 0) {
    *made = '-';
    made[1] = '(';
  }
  w.to = made + (sign < 0 ? 2 : 0);
  write_reflected(&w, text, what, size);
  memcpy(w.to + w.n, sign < 0 ? ")" : "", sign < 0 ? 2 : 1);
  return made;
}

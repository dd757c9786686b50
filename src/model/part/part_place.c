// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// part_place.c - where a use places its part: x in the part is t + R S x outside; S is the reflection of `mirror`.
//
// Composition: t1 + R1 S1 (t2 + R2 S2 x) = (t1 + R1 S1 t2) + R1 (S1 R2 S1) (S1 S2) x.
#include <string.h>

#include "model/mirror.h"
#include "model/part/port.h"
#include "model/read/read_fault.h"
#include "model/read/read_value.h"

static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

jni_part_place jni_part_place_none(void) {
  jni_part_place none = {.mirror = 0};
  memcpy(none.R, identity, sizeof none.R);
  return none;
}

void jni_part_place_direction(const jni_part_place *place, const double a[3], double out[3]) {
  double s[3];
  jni_mirror_point(place->mirror, a, s);
  if (place->turned) jni_trace_mat_vec(place->trace, place->R, s, out);
  else memcpy(out, s, sizeof s);
}

void jni_part_place_point(const jni_part_place *place, const double p[3], double out[3]) {
  jni_part_place_direction(place, p, out);
  if (place->moved) jni_trace_add(place->trace, place->t, out, out);
}

void jni_part_place_compose(const jni_part_place *outer, const jni_part_place *inner, jni_part_place *both) {
  jni_part_place made = jni_part_place_none();
  made.trace = outer->trace ? outer->trace : inner->trace;
  jni_part_place_point(outer, inner->t, made.t);
  made.moved = outer->moved || inner->moved;
  double seen[9];
  memcpy(seen, inner->R, sizeof seen);
  jni_reflect_rotation(outer->mirror, seen);
  jni_trace_mat_mul(made.trace, outer->R, seen, made.R);
  made.turned = outer->turned || inner->turned;
  if (!made.turned) memcpy(made.R, identity, sizeof made.R);
  made.mirror = outer->mirror ^ inner->mirror;
  *both = made;
}

bool jni_part_place_turn(const jni_part_place *place, const double *quaternion, double out[4]) {
  static const double unit[4] = {1, 0, 0, 0};
  double seen[4], whole[4];
  memcpy(seen, quaternion ? quaternion : unit, sizeof seen);
  jni_mirror_quaternion(place->mirror, seen);
  memcpy(out, seen, sizeof seen);
  if (!place->turned) return quaternion != NULL;
  jnk_matrix_to_quat(place->R, whole);
  jnk_quat_mul(whole, seen, out);
  return true;
}

static bool stands_on_body(const jni_scope *scope) {
  jni_part_place on;
  for (; scope && scope->outer; scope = scope->outer)
    if (jni_read_port_body(scope, scope->part->base, &on) > 0) return true;
  return false;
}

bool jni_part_place_relation(jni_reader *r, const jni_node *node, jn_joint_def *def) {
  const jni_part_place *place = &r->scope->placed;
  const double *c = def->constant;
  double sum = 0, placed[3];
  jni_trace *trace = place->trace;
  for (int i = 0; i < def->nterms; i++) sum = jni_trace_apply(trace, JNI_DO_add, sum, def->terms[i].factor);
  bool same = sum == 0 && c[0] == 0 && c[1] == 0 && c[2] == 0;
  if (!r->scope->outer || same) return true;
  if (stands_on_body(r->scope))
    return jni_read_fault(
        r, node,
        "in a part that stands on a body, "
        "the factors must add up to zero and 'constant' must be zero; add points of the base to 'terms'");
  if (!place->moved && !place->turned) return true;
  jni_part_place_direction(place, c, placed);
  for (int i = 0; i < 3; i++)
    placed[i] = jni_trace_apply(trace, JNI_DO_add, placed[i], jni_trace_times(trace, sum, place->t[i]));
  jni_mirror_point(place->mirror, placed, def->constant);  // jn_model_add_joint applies the mirror again
  return true;
}

static bool read_mirror(jni_reader *r, const jni_node *node, unsigned *mirror) {
  const char *text = jni_read_text(r, node);
  if (!text) return false;
  const char *axes = r->model->space == JN_PLANE ? "xy" : "xyz",
             *found = *text && !text[1] ? strchr(axes, *text) : NULL;
  if (!found)
    return jni_read_fault(r, node, "expected the axis to be reflected, x%s, got \"%.40s\"",
                          axes[2] ? ", y or z" : " or y", text);
  *mirror = 1u << (found - axes);
  return true;
}

// Reads the placement of a use into *place. The mirror acts first, along the axes of the part; then the part is rotated
// and translated. Returns false after a fault.
bool jni_read_part_place(jni_reader *r, const jni_node *use, jni_part_place *place) {
  static const jn_dimension metre = {1, 0, 0, 0};
  const jni_node *at = jni_node_get(use, "at"), *orientation = jni_node_get(use, "orientation"),
                 *mirror = jni_node_get(use, "mirror");
  double q[4];
  *place = jni_part_place_none();
  place->trace = r->model->trace;
  bool sound = !at || jni_read_vector(r, at, metre, place->t);
  if (!sound) memset(place->t, 0, sizeof place->t);
  if (mirror) sound = read_mirror(r, mirror, &place->mirror) && sound;
  place->moved = place->t[0] != 0 || place->t[1] != 0 || place->t[2] != 0;
  if (!orientation) return sound;
  if (!jni_read_orientation(r, orientation, q)) return false;
  if (r->model->space == JN_PLANE && (q[1] != 0 || q[2] != 0))
    return jni_read_fault(r, orientation, "in the plane a part can turn about z only");
  place->turned = q[1] != 0 || q[2] != 0 || q[3] != 0;
  if (place->turned) {
    jnk_quat_to_matrix(q, place->R);
    jni_trace_rotation(place->trace, q, place->R);
  }
  return sound;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// primitive_build.c - builds the constraint equations of joints as primitives: converts frames and axes of the model to
// points and vectors of bodies.
#include <math.h>
#include <string.h>

#include "joint/equations/contact_equations.h"
#include "joint/equations/primitive.h"
#include "kernel/vec3.h"
#include "model/mirror.h"

static bool in_plane(const jni_row_builder *b) { return b->model->space == JN_PLANE; }

static int body_width(const jni_row_builder *b, int body) {
  const jn_model *model = b->model;
  if (body == 0) return 0;
  if (b->width) return b->width[body];
  bool particle = model->bodies[body].particle;
  return model->space == JN_PLANE ? (particle ? 2 : 3) : (particle ? 3 : 6);
}

// Returns the side of an equation at a frame: the body, the frame's origin relative to the centre of mass, and `vector`
// (in frame axes), both in body axes.
static jni_side side_of(const jni_row_builder *b, jn_frame frame, const double vector[3]) {
  const jni_frame *f = &b->model->frames[frame.i];
  jni_side side = {.body = f->body, .width = body_width(b, f->body)};
  jni_trace_sub(b->model->trace, f->p, b->model->bodies[f->body].com, side.p);
  if (vector) jni_trace_mat_vec(b->model->trace, f->R, vector, side.a);
  return side;
}

static jni_primitive *add(jni_row_builder *b, jni_primitive_kind kind, const double a[3], const double c[3]) {
  const jni_joint_element *j = &b->model->joints[b->joint];
  if (!jni_pool_grow(b->pool, &b->primitives, &b->capacity_primitives, b->nprimitives + 1, sizeof *b->primitives))
    return &b->lost;
  jni_primitive *p = &b->primitives[b->nprimitives++];
  int *rows = jni_primitive_is_velocity(kind) ? &b->rates : &b->rows;
  *p = (jni_primitive){.kind = kind, .joint = b->joint, .row = *rows, .scale = j->def.scale, .motion = -1};
  if (j->kind->two_ended) {
    p->side[0] = side_of(b, j->def.between[0], a);
    p->side[1] = side_of(b, j->def.between[1], c);
  }
  *rows += jni_primitive_rows(kind, b->model->space);
  return p;
}

void jni_rows_coincide(jni_row_builder *b) { add(b, JNI_COINCIDE, NULL, NULL); }

// Returns the mirror (model/mirror.h) of the joint whose equations are being added. A left-handed joint, which has an
// odd mirror, has mirrored axes and equations.
static unsigned mirror_of(const jni_row_builder *b) { return b->model->joints[b->joint].mirror; }

// Returns the angle of the direction `first` minus that of `second` in the plane, rad, both reflected back by the
// mirror. Records the formula in the trace.
static double angle_between(const jni_row_builder *b, unsigned mirror, const double first[3], const double second[3]) {
  jni_trace *trace = b->model->trace;
  return jni_trace_apply(trace, JNI_DO_subtract, jni_mirror_angle(trace, mirror, first),
                         jni_mirror_angle(trace, mirror, second));
}

static void add_agreement(jni_row_builder *b, const double a[3], const double c[3], bool strict) {
  const jn_joint_def *def = jni_rows_def(b);
  if (!jni_pool_grow(b->pool, &b->agreements, &b->capacity_agreements, b->nagreements + 1, sizeof *b->agreements))
    return;
  jni_agreement agreement = {.joint = b->joint, .strict = strict};
  agreement.side[0] = side_of(b, def->between[0], a);
  agreement.side[1] = side_of(b, def->between[1], c);
  b->agreements[b->nagreements++] = agreement;
}

void jni_rows_parallel_axes(jni_row_builder *b) {
  if (in_plane(b)) return;  // in the plane all axes are the plane's normal
  const jn_joint_def *def = jni_rows_def(b);
  double first[3], second[3];
  jni_mirror_perpendiculars(mirror_of(b), def->axis[0], first, second);
  add(b, JNI_PERPENDICULAR, first, def->axis[1]);
  add(b, JNI_PERPENDICULAR, second, def->axis[1]);
  add_agreement(b, def->axis[0], def->axis[1], false);
}

void jni_rows_perpendicular_axes(jni_row_builder *b) {
  const jn_joint_def *def = jni_rows_def(b);
  add(b, JNI_PERPENDICULAR, def->axis[0], def->axis[1]);
}

void jni_rows_no_twist(jni_row_builder *b) {
  const jn_joint_def *def = jni_rows_def(b);
  double x[2][3], y[2][3];
  jni_mirror_perpendiculars(mirror_of(b), def->axis[0], x[0], y[0]);
  jni_mirror_carried(mirror_of(b), def->axis[0], def->axis[1], x[1], y[1]);
  jni_primitive *p = add(b, JNI_TWIST, x[0], x[1]);
  add_agreement(b, x[0], x[1], true);
  jni_agreement *agreement = b->pool->failed ? NULL : &b->agreements[b->nagreements - 1];
  for (int end = 0; end < 2; end++) {
    jni_trace_mat_vec(b->model->trace, b->model->frames[def->between[end].i].R, y[end], p->y[end]);
    if (agreement) jnk_copy(p->y[end], agreement->y[end]);
  }
  if (agreement) agreement->pair = true;
}

void jni_rows_same_orientation(jni_row_builder *b) {
  const jn_joint_def *def = jni_rows_def(b);
  if (in_plane(b)) {
    static const double x[3] = {1, 0, 0};
    double along[3], hand = jni_mirror_hand(mirror_of(b));
    jni_mirror_point(mirror_of(b), x, along);
    jni_primitive *p = add(b, JNI_RELATIVE_ANGLE, along, along);
    p->constant[0] = hand * angle_between(b, mirror_of(b), p->side[0].a, p->side[1].a);
    p->scale *= hand;
    return;
  }
  // Vectors a of A and c of B, perpendicular to the axis of the joint, in the frames of the two ends. The orientations
  // of the frames agree if both axes agree and a and c coincide.
  double a[2][3], c[2][3];
  jni_mirror_perpendiculars(mirror_of(b), def->axis[0], a[0], a[1]);
  jni_mirror_perpendiculars(mirror_of(b), def->axis[1], c[0], c[1]);
  add(b, JNI_PERPENDICULAR, a[0], def->axis[1]);
  add(b, JNI_PERPENDICULAR, a[1], def->axis[1]);
  add(b, JNI_PERPENDICULAR, a[0], c[1]);
  add_agreement(b, def->axis[0], def->axis[1], true);
  add_agreement(b, a[0], c[0], true);
}

void jni_rows_on_plane(jni_row_builder *b) { add(b, JNI_IN_PLANE, jni_rows_def(b)->axis[0], NULL); }

void jni_rows_on_line(jni_row_builder *b, const double axis[3]) {
  if (in_plane(b)) {
    double hand = jni_mirror_hand(mirror_of(b)), normal[3] = {-hand * axis[1], hand * axis[0], 0};
    add(b, JNI_IN_PLANE, normal, NULL);
    return;
  }
  double first[3], second[3];
  jni_mirror_perpendiculars(mirror_of(b), axis, first, second);
  add(b, JNI_IN_PLANE, first, NULL);
  add(b, JNI_IN_PLANE, second, NULL);
}

void jni_rows_on_plunge(jni_row_builder *b) {
  double direction[3];
  jnk_copy(jni_rows_def(b)->plunge, direction);
  jnk_normalize(direction);
  jni_rows_on_line(b, direction);
}

void jni_rows_on_axis(jni_row_builder *b) { jni_rows_on_line(b, jni_rows_def(b)->axis[0]); }

void jni_rows_distance(jni_row_builder *b) { add(b, JNI_DISTANCE, NULL, NULL)->constant[0] = jni_rows_def(b)->length; }

// ---- rolling and the knife edge ----------------------------------------------------------------------------

// Adds a rolling or touching primitive. In the plane a wheel rotates about the normal of the plane; the sign of the
// axis is such that it heads along x on a line whose normal is y.
static void add_contact(jni_row_builder *b, jni_primitive_kind kind) {
  static const double into_plane[3] = {0, 0, -1};
  const jn_joint_def *def = jni_rows_def(b);
  double tangent[3], second[3];
  jni_primitive *p = add(b, kind, def->axis[0], in_plane(b) ? into_plane : def->axis[1]);
  jni_mirror_perpendiculars(mirror_of(b), def->axis[0], tangent, second);
  jni_trace_mat_vec(b->model->trace, b->model->frames[def->between[0].i].R, tangent, p->tangent);
  p->constant[0] = def->radius;
  p->constant[1] = def->crown;
}

void jni_rows_rolling(jni_row_builder *b) {
  add_contact(b, JNI_TOUCHING);
  add_contact(b, JNI_ROLLING);
}

void jni_rows_lateral(jni_row_builder *b) { add(b, JNI_LATERAL, NULL, jni_rows_def(b)->axis[1]); }

// ---- sums ----------------------------------------------------------------------------------------------------

static bool add_term(jni_row_builder *b, jni_primitive_term term) {
  if (!jni_pool_grow(b->pool, &b->terms, &b->capacity_terms, b->nterms + 1, sizeof *b->terms)) return false;
  b->terms[b->nterms++] = term;
  return true;
}

void jni_rows_sum(jni_row_builder *b) {
  const jn_joint_def *def = jni_rows_def(b);
  jni_primitive *p = add(b, JNI_SUM, NULL, NULL);
  jnk_copy(def->constant, p->constant);
  p->term_at = b->nterms;
  for (int i = 0; i < def->nterms; i++) {
    jni_primitive_term term = {.factor = def->terms[i].factor, .side = side_of(b, def->terms[i].frame, NULL)};
    if (add_term(b, term)) p->nterms++;
  }
}

int jni_joint_coordinate_index(const jni_joint_kind *kind, const char *name) {
  if (!name || strcmp(name, "coordinate") == 0) return kind->ncoordinates > 0 ? 0 : -1;
  for (int i = 0; i < kind->ncoordinates; i++)
    if (strcmp(kind->coordinates[i].name, name) == 0) return i;
  return -1;
}

static jni_coordinate joint_coordinate(const jni_row_builder *b, int joint, int index) {
  const jn_model *model = b->model;
  const jni_joint_element *j = &model->joints[joint];
  const jni_coordinate_info *info = &j->kind->coordinates[index];
  jni_coordinate c = {.kind = info->kind, .joint = joint, .index = index, .winding = -1};
  double n[3], axis[3];
  for (int end = 0; end < 2; end++) {
    // Computes, in the frame of one end, the unit direction of the coordinate, and the first perpendicular n of the
    // joint's axis, from which angles are measured. For an angle of a left-handed joint the direction is reversed.
    double first[3], second[3];
    jnk_copy(info->along == JNI_ALONG_PLUNGE ? j->def.plunge : j->def.axis[end], axis);
    jnk_normalize(axis);
    jni_mirror_perpendiculars(j->mirror, axis, first, second);
    if (info->along == JNI_ALONG_FIRST) jnk_copy(first, axis);
    if (info->along == JNI_ALONG_SECOND) jnk_copy(second, axis);
    if (info->kind == JNI_ANGLE) jnk_scale(jni_mirror_hand(j->mirror), axis, axis);
    jnk_copy(first, n);

    c.side[end] = side_of(b, j->def.between[end], axis);
    jni_trace_mat_vec(model->trace, model->frames[j->def.between[end].i].R, n, c.n[end]);
  }
  return c;
}

static int put_coordinate(jni_row_builder *b, unsigned mirror, jni_coordinate c) {
  if (!jni_pool_grow(b->pool, &b->coordinates, &b->capacity_coordinates, b->ncoordinates + 1, sizeof *b->coordinates))
    return -1;
  c.hand = jni_mirror_hand(mirror);
  if (in_plane(b)) c.zero = angle_between(b, mirror, c.n[0], c.n[1]);
  b->coordinates[b->ncoordinates] = c;
  return b->ncoordinates++;
}

int jni_coordinate_add(jni_row_builder *b, int joint, int index) {
  int nsearched = b->each_once ? b->nshared : b->ncoordinates;
  for (int i = 0; i < nsearched; i++)
    if (b->coordinates[i].joint == joint && b->coordinates[i].index == index) return i;
  return put_coordinate(b, b->model->joints[joint].mirror, joint_coordinate(b, joint, index));
}

int jni_coordinate_add_angle(jni_row_builder *b, unsigned mirror, const jn_frame ends[2]) {
  static const double x[3] = {1, 0, 0};
  jni_coordinate c = {.kind = JNI_ANGLE, .joint = -1, .winding = -1};
  double along[3];
  jni_mirror_point(mirror, x, along);
  for (int end = 0; end < 2; end++) {
    c.side[end] = side_of(b, ends[end], along);
    jnk_copy(c.side[end].a, c.n[end]);
  }
  return put_coordinate(b, mirror, c);
}

static void add_coordinate_term(jni_row_builder *b, jni_primitive *p, jn_joint joint, const char *name, double factor) {
  int index = jni_joint_coordinate_index(b->model->joints[joint.i].kind, name);
  int c = jni_coordinate_add(b, joint.i, index);
  if (c >= 0 && add_term(b, (jni_primitive_term){.factor = factor, .coordinate = c})) p->nterms++;
}

void jni_rows_coordinates(jni_row_builder *b, const jn_joint *joints, const char *const *names, const double *factors,
                          int n, double offset, bool with_motion) {
  jni_primitive *p = add(b, JNI_COORDINATES, NULL, NULL);
  p->constant[0] = offset;
  if (with_motion) p->motion = b->nmotions++;
  p->term_at = b->nterms;
  for (int i = 0; i < n; i++) add_coordinate_term(b, p, joints[i], names[i], factors[i]);
}

static jni_primitive *add_coupled(jni_row_builder *b, jni_primitive_kind kind) {
  const jn_joint_def *def = jni_rows_def(b);
  jni_primitive *p = add(b, kind, NULL, NULL);
  p->term_at = b->nterms;
  for (int i = 0; i < def->nterms; i++)
    add_coordinate_term(b, p, def->terms[i].joint, def->terms[i].coordinate, def->terms[i].factor);
  return p;
}

void jni_rows_coupling(jni_row_builder *b) { add_coupled(b, JNI_COORDINATES)->constant[0] = jni_rows_def(b)->offset; }

void jni_rows_coordinate_rates(jni_row_builder *b) {
  jni_primitive *p = add_coupled(b, JNI_COORDINATE_RATES);
  if (jni_is_driven(jni_rows_def(b))) p->motion = b->nmotions++;
}

void jni_rows_ratio(jni_row_builder *b, jn_joint from, const char *from_name, jn_joint to, const char *to_name,
                    double ratio, double offset) {
  const jn_joint joints[2] = {to, from};
  const char *const names[2] = {to_name, from_name};
  const double factors[2] = {1, -ratio};
  jni_rows_coordinates(b, joints, names, factors, 2, offset, false);
}

void jni_rows_function(jni_row_builder *b) {
  const jn_joint_def *def = jni_rows_def(b);
  const jni_function_law *function = b->model->joints[b->joint].function;
  jni_primitive *p = add(b, JNI_COORDINATES, NULL, NULL);
  p->term_at = b->nterms;
  add_coordinate_term(b, p, def->other[0], def->other_coordinate, 1);
  int index = jni_joint_coordinate_index(b->model->joints[def->joint.i].kind, def->coordinate);
  int base = jni_coordinate_add(b, def->joint.i, index);
  if (b->pool->failed) return;
  jni_coordinate value = b->coordinates[base];
  value.kind = b->coordinates[b->terms[p->term_at].coordinate].kind;
  value.joint = -1;
  value.function = function;
  value.of = base;
  int c = put_coordinate(b, 0, value);
  if (c >= 0 && add_term(b, (jni_primitive_term){.factor = -1, .coordinate = c})) p->nterms++;
}

// ---- rigid bodies in natural coordinates -----------------------------------------------------------------------

void jni_rows_rigid(jni_row_builder *b, int body) {
  if (!jni_pool_grow(b->pool, &b->primitives, &b->capacity_primitives, b->nprimitives + 1, sizeof *b->primitives))
    return;
  jni_primitive *p = &b->primitives[b->nprimitives++];
  *p = (jni_primitive){.kind = JNI_RIGID, .joint = -1, .row = b->rows, .scale = 1, .motion = -1};
  p->side[0] = (jni_side){.body = body, .width = body_width(b, body)};
  b->rows += jni_primitive_rows(JNI_RIGID, b->model->space);
}

// ---- properties of primitives -------------------------------------------------------------------------------------

int jni_primitive_rows(jni_primitive_kind kind, jn_space space) {
  if (kind == JNI_RIGID) return space == JN_PLANE ? 1 : 6;
  if (kind == JNI_COINCIDE || kind == JNI_SUM) return space == JN_PLANE ? 2 : 3;
  return kind == JNI_ROLLING && space == JN_SPACE ? 2 : 1;
}

bool jni_primitive_is_velocity(jni_primitive_kind kind) { return kind >= JNI_COORDINATE_RATES; }

bool jni_primitive_has_sides(jni_primitive_kind kind) {
  return kind != JNI_SUM && kind != JNI_COORDINATES && kind != JNI_COORDINATE_RATES;
}

const char *jni_primitive_name(jni_primitive_kind kind) {
  static const char *const names[] = {"coincidence",     "perpendicularity", "twist",           "alignment",
                                      "angle",           "distance",         "linear relation", "touching",
                                      "unit vector",     "joint coordinate", "joint rate",      "rolling",
                                      "lateral velocity"};
  return names[kind];
}

const char *jni_primitive_component(const jni_primitive *p, jn_space space, int row) {
  static const char *const axes[] = {" x", " y", " z"}, *const ways[] = {" forward", " sideways"};
  static const char *const tangents[] = {" along the first tangent", " along the second tangent"};
  static const char *const rigid[] = {" x", " y", " z", "s x and y", "s y and z", "s z and x"};
  if (p->kind == JNI_RIGID) return rigid[row];
  if (jni_primitive_rows(p->kind, space) == 1) return "";
  if (p->kind != JNI_ROLLING) return axes[row];
  return jni_contact_is_ball(p) ? tangents[row] : ways[row];
}

bool jni_primitive_is_angle(const jni_primitive *p, const jni_coordinate *coordinates,
                            const jni_primitive_term *terms) {
  bool of_coordinates = p->kind == JNI_COORDINATES || p->kind == JNI_COORDINATE_RATES;
  if (of_coordinates) return p->nterms > 0 && coordinates[terms[p->term_at].coordinate].kind == JNI_ANGLE;
  return p->kind == JNI_PERPENDICULAR || p->kind == JNI_TWIST || p->kind == JNI_RELATIVE_ANGLE || p->kind == JNI_RIGID;
}

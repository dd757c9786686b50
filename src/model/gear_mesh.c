// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gear_mesh.c - the chain of joints that carries a tooth force, and the pitch point; see gear_mesh.h.
#include "model/gear_mesh.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/gear_joint_chain.h"
#include "model/mirror.h"
#include "model/model.h"

static const double SAME = 1e-6;     // relative tolerance of directions and factors that must agree
static const double COAXIAL = 1e-9;  // tolerance of coincident axes, relative to their position
static const double ROUNDED = 1e-3;  // relative tolerance of radii and pitch lines, which models give with few digits

static const char *const ONE_AXIS = "the two gears turn about one axis: they have no pitch point";

// A line fixed in a body: point and direction in the body's frame.
typedef struct {
  double p[3], u[3];
} line;

// State while the chain of joints is followed from body a to body b (gear_mesh.h).
typedef struct {
  const jn_model *model;
  jni_gear_mesh *mesh;
  line last;  // axis of the last joint that turns, on the body reached
  // Positions in the chain, counted from 1, of the last revolving joint met so far, and of the first joint after the
  // carrier; 0: none so far.
  int turned, parted;
  bool slides;            // the last joint is the slide of a rack
  double sense;           // last.u is +u or -u
  double phi[2];          // phi_a and phi_b of gear_mesh.h; 0: not determined yet
  double distance;        // between the axes, m
  double axial_distance;  // distance along u between the points of the joints on the carrier, m
  char *what;
  size_t size;
} walk;

static bool refuse(walk *w, const char *format, ...) JN_PRINTF(2, 3);
static bool refuse(walk *w, const char *format, ...) {
  va_list arguments;
  int used = snprintf(w->what, w->size, "geometry: ");
  va_start(arguments, format);
  if (used > 0 && (size_t)used < w->size) jni_vprint(w->what + used, w->size - (size_t)used, format, arguments);
  va_end(arguments);
  return false;
}

static const jni_joint_element *joint_at(const walk *w, int i) { return &w->model->joints[w->mesh->joints[i].joint]; }
static const char *name_at(const walk *w, int i) { return joint_at(w, i)->name; }
static const jni_frame *frame_at(const walk *w, int i, int end) {
  return &w->model->frames[joint_at(w, i)->def.between[end].i];
}

// ---- axes ------------------------------------------------------------------------------------------

// Returns the point and axis of one end of joint i of the chain, in the frame of the body at that end. turns: the joint
// is a revolving one. The axis of such a joint is the normal of the plane in plane models, and is reversed, in plane
// and space, if the joint is left-handed (model/mirror.h).
static line line_of(const walk *w, int i, int end, bool turns) {
  static const double normal[3] = {0, 0, 1};
  const jni_frame *frame = frame_at(w, i, end);
  line l;
  jnk_copy(frame->p, l.p);
  jnk_mat_vec(frame->R, turns && w->model->space == JN_PLANE ? normal : joint_at(w, i)->def.axis[end], l.u);
  if (turns) jnk_scale(jni_mirror_hand(joint_at(w, i)->mirror), l.u, l.u);
  return l;
}

// Computes T, the axes of the joint frame (in the plane those of the end's frame) at one end of joint i of the chain,
// in the frame of the body. If the joint is fixed or prismatic, the joint frames at its two ends are always parallel.
static void triad(const walk *w, int i, int end, double T[9]) {
  const jni_frame *frame = frame_at(w, i, end);
  const double *axis = joint_at(w, i)->def.axis[end];
  double first[3], second[3];
  if (w->model->space == JN_PLANE) {
    memcpy(T, frame->R, sizeof frame->R);
    return;
  }
  jni_mirror_perpendiculars(joint_at(w, i)->mirror, axis, first, second);
  const double local[9] = {first[0], second[0], axis[0], first[1], second[1], axis[1], first[2], second[2], axis[2]};
  jnk_mat_mul(frame->R, local, T);
}

// Transforms a line from the frame of the body at the end `from` of joint i to the frame of the body at its other end.
// The joint is fixed or prismatic; its displacement is taken as zero.
static line across(const walk *w, int i, int from, const line *l) {
  double A[9], B[9], R[9], arm[3];
  line moved;
  triad(w, i, from, A);
  triad(w, i, 1 - from, B);
  jnk_mat_mul_t(B, A, R);
  jnk_sub(l->p, frame_at(w, i, from)->p, arm);
  jnk_mat_vec(R, arm, moved.p);
  jnk_mat_vec(R, l->u, moved.u);
  jnk_add(moved.p, frame_at(w, i, 1 - from)->p, moved.p);
  return moved;
}

// Computes the unit vector e of the perpendicular from the axis `last` to the parallel axis `next`, and returns its
// length, m. Sets *along to the distance between the points of the two lines along the axis, m.
static double between_axes(const line *last, const line *next, double e[3], double *along) {
  double d[3];
  jnk_sub(next->p, last->p, d);
  *along = jnk_dot(d, last->u);
  jnk_add_scaled(d, -*along, last->u, e);
  return jnk_normalize(e);
}

// ---- joints of the chain ------------------------------------------------------------------------------

// Returns whether the chain may contain a joint of this kind with coordinate c: it must revolve about one axis, or be
// prismatic, for the slide of a rack.
static bool can_carry(const jni_joint_kind *kind, const jni_coordinate_info *c) {
  if (c->kind == JNI_DISPLACEMENT) return kind->link == JNI_LINK_PRISMATIC;
  return kind->link == JNI_LINK_REVOLUTE || kind->link == JNI_LINK_CYLINDRICAL || kind->link == JNI_LINK_SCREW;
}

static bool take_phi(walk *w, int i, int side, double phi) {
  double *radius = &w->phi[side];
  if (!(fabs(phi) > 0)) return refuse(w, "the factor of joint '%.40s' is zero", name_at(w, i));
  if (*radius == 0) *radius = phi;
  if (fabs(phi - *radius) <= SAME * fabs(*radius)) return true;
  if (!w->parted && i == w->mesh->njoints - 1) return refuse(w, "%s", ONE_AXIS);
  return refuse(w,
                "teeth need a factor of joint '%.40s' that is %.6g times as large, to match the other joint about "
                "the same axis",
                name_at(w, i), *radius / phi);
}

static void set_carrier(walk *w, int i, const double u[3], const double e[3]) {
  w->mesh->carrier = frame_at(w, i, w->mesh->joints[i].end_a)->body;
  jnk_copy(w->last.p, w->mesh->origin);
  jnk_copy(u, w->mesh->u);
  jnk_copy(e, w->mesh->e);
  w->parted = i + 1;
}

static bool join_axis(walk *w, int i, const line *next) {
  double e[3], cross[3], u[3], along, distance = between_axes(&w->last, next, e, &along);
  const char *before = name_at(w, w->turned - 1), *name = name_at(w, i);
  jnk_cross(w->last.u, next->u, cross);
  if (!(jnk_norm(cross) <= SAME))
    return refuse(w, "the axes of joints '%.40s' and '%.40s' are not parallel", before, name);
  double size = fmax(fmax(jnk_norm(w->last.p), jnk_norm(next->p)), w->distance);
  bool coaxial = distance <= COAXIAL * size;
  if (!coaxial && w->parted)
    return refuse(w,
                  "the axes of joints '%.40s' and '%.40s' are %.4g m apart: beyond the carrier all joints must "
                  "turn about the axis of the second gear",
                  before, name, distance);
  jnk_scale(w->sense, w->last.u, u);
  if (!coaxial) {
    set_carrier(w, i, u, e);
    w->distance = distance;
    w->axial_distance = along;
  }
  if (jnk_dot(w->last.u, next->u) < 0) w->sense = -w->sense;
  return true;
}

static bool join_slide(walk *w, int i, const line *slide) {
  double u[3], e[3];
  if (w->parted)
    return refuse(w, "joint '%.40s' slides beyond a carrier; a rack must slide on the body that carries its pinion",
                  name_at(w, i));
  if (!(fabs(jnk_dot(w->last.u, slide->u)) <= SAME))
    return refuse(w, "the slide '%.40s' is not perpendicular to the axis of '%.40s'", name_at(w, i),
                  name_at(w, w->turned - 1));
  jnk_scale(w->sense, w->last.u, u);
  jnk_cross(slide->u, u, e);
  set_carrier(w, i, u, e);
  w->slides = true;
  return true;
}

static bool take_joint(walk *w, int i, const jni_coordinate_info *c, double factor) {
  int end_a = w->mesh->joints[i].end_a;
  bool turns = c->kind == JNI_ANGLE;
  const jni_joint_element *joint = joint_at(w, i);
  if (!can_carry(joint->kind, c))
    return refuse(w,
                  "joint '%.40s' (%s) cannot carry the tooth force: gears turn on revolute, cylindrical or screw "
                  "joints, racks slide on prismatic ones",
                  joint->name, joint->kind->name);
  if (w->slides || (!turns && !w->turned)) return refuse(w, "a rack comes last: between: [PINION, RACK]");
  line next = line_of(w, i, end_a, turns);
  if (!turns && !join_slide(w, i, &next)) return false;
  if (turns && w->turned && !join_axis(w, i, &next)) return false;
  if (turns) {
    w->last = line_of(w, i, 1 - end_a, true);
    w->turned = i + 1;
  }
  return take_phi(w, i, w->parted ? 1 : 0, (end_a == 0 ? factor : -factor) * (turns ? w->sense : 1));
}

// ---- the pitch point -----------------------------------------------------------------------------------

static double sign_of(double x) { return x < 0 ? -1 : 1; }

static bool place_gears(walk *w, const jn_geometry *g) {
  jni_gear_mesh *m = w->mesh;
  double difference = w->phi[0] - w->phi[1];
  if (!(fabs(difference) > SAME * fabs(w->phi[0])))
    return refuse(w, "both turn alike (ratio 1) and have no pitch point: this is a belt or a chain, not a gear pair");
  m->reach = w->distance * w->phi[0] / difference;
  m->share = difference / w->distance;
  double other = m->reach - w->distance;
  m->outward = fabs(m->reach) <= fabs(other) ? sign_of(m->reach) : -sign_of(other);
  const double radii[2] = {fabs(m->reach), fabs(other)};
  for (int i = 0; i < 2; i++)
    if (g->radii[i] != 0 && !(fabs(g->radii[i] - radii[i]) <= ROUNDED * radii[i]))
      return refuse(w,
                    "the centre distance %.6g m and the ratio give pitch radii of %.6g and %.6g m, not %.6g and %.6g",
                    w->distance, radii[0], radii[1], g->radii[0], g->radii[1]);
  return true;
}

static bool place_rack(walk *w, const jn_geometry *g) {
  jni_gear_mesh *m = w->mesh;
  if (g->radii[0] != 0 || g->radii[1] != 0)
    return refuse(w, "the pitch radius of a pinion is 'radius'; 'radii' is for gears");
  m->reach = w->phi[0] / w->phi[1];
  m->share = w->phi[1];
  m->outward = sign_of(m->reach);
  return true;
}

// Returns the index in the model of body i of the chain; i is from 0, gear a, to njoints, gear b.
static int body_at(const walk *w, int i) {
  return i == 0 ? w->mesh->body[0] : frame_at(w, i - 1, 1 - w->mesh->joints[i - 1].end_a)->body;
}

// Computes p, the position of a frame of the rack, of the carrier or of a body between both, in the frame of the
// carrier, with the displacement of the slide taken as zero. Returns false with a sentence in w->what if the frame is
// on another body.
static bool on_rack(walk *w, int frame, double p[3]) {
  line l = {.u = {0, 0, 1}};
  jnk_copy(w->model->frames[frame].p, l.p);
  for (int i = w->mesh->njoints; i >= w->parted - 1; i--) {
    if (body_at(w, i) != w->model->frames[frame].body) continue;
    for (int k = i; k >= w->parted; k--) l = across(w, k - 1, 1 - w->mesh->joints[k - 1].end_a, &l);
    jnk_copy(l.p, p);
    return true;
  }
  return refuse(w, "'at' must be a point on the pitch line, of the rack or of the body that carries it");
}

static bool check_line(walk *w) {
  jni_gear_mesh *m = w->mesh;
  double p[3] = {0}, arm[3];
  if (!on_rack(w, m->at, p)) return false;
  jnk_sub(p, m->origin, arm);
  double off = jnk_dot(arm, m->e), along = jnk_dot(arm, m->u);
  if (!(fabs(off - m->reach) <= ROUNDED * fabs(m->reach)))
    return refuse(w,
                  "the pitch line is %.6g m from the pinion's axis, the point of the rack %.6g m%s: name one on the "
                  "pitch line, 'at: BODY.POINT'",
                  fabs(m->reach), fabs(off),
                  off * m->reach < 0 ? ", on its other side (turn the sign of the radius?)" : "");
  if (w->model->space == JN_SPACE) w->axial_distance = along;
  return true;
}

static bool on_chain(const walk *w, int body) {
  for (int i = 0; i <= w->mesh->njoints; i++)
    if (body_at(w, i) == body) return true;
  return false;
}

// Sets mesh->at, the frame whose plane perpendicular to the axis contains the pitch point: the frame `at` of the
// geometry, otherwise the point of a joint of the chain. Returns false with a sentence in w->what if `at` is on a body
// that does not belong to the mesh, if that of a rack is not on its pitch line, or if `at` is needed, because the
// points of the joints are not in one plane.
static bool place_along(walk *w, const jn_geometry *g) {
  jni_gear_mesh *m = w->mesh;
  int i = w->slides ? w->parted - 1 : w->turned - 1;
  m->at = g->at.i >= 0 ? g->at.i : joint_at(w, i)->def.between[w->mesh->joints[i].end_a].i;
  if (!on_chain(w, w->model->frames[m->at].body))
    return refuse(w, "'at' must be a point of the gears or of what carries them");
  if (w->slides && !check_line(w)) return false;
  if (g->at.i >= 0 || w->model->space == JN_PLANE || fabs(w->axial_distance) <= SAME * (w->distance + fabs(m->reach)))
    return true;
  return refuse(w,
                "the points of the joints are %.4g m apart along the axis: give a point in the plane of the teeth, "
                "'at: BODY.POINT'",
                fabs(w->axial_distance));
}

// ---- complete computation ---------------------------------------------------------------------------------

static const jn_term *term_of(const jn_term *terms, int n, int joint) {
  for (int i = 0; i < n; i++)
    if (terms[i].joint.i == joint) return &terms[i];
  return NULL;
}

static bool walk_chain(walk *w, const jn_term *terms, int n) {
  for (int i = 0; i < w->mesh->njoints; i++) {
    int end_a = w->mesh->joints[i].end_a;
    const jn_term *term = term_of(terms, n, w->mesh->joints[i].joint);
    const jni_joint_kind *kind = joint_at(w, i)->kind;
    if (!term && w->turned) w->last = across(w, i, end_a, &w->last);
    if (term && !take_joint(w, i, &kind->coordinates[jni_kind_coordinate(kind, term->coordinate)], term->factor))
      return false;
  }
  return w->parted || refuse(w, "%s", ONE_AXIS);
}

int jni_gear_mesh_terms(const jni_joint_kind *kind, const jn_joint_def *def, jn_term own[2], const jn_term **terms) {
  own[0] = (jn_term){.joint = def->joint, .coordinate = kind->related[0], .factor = -def->ratio};
  own[1] = (jn_term){.joint = def->other[0], .coordinate = kind->related[1], .factor = 1};
  *terms = kind->related[0] ? own : def->terms;
  return kind->related[0] ? 2 : def->nterms;
}

bool jni_gear_mesh_find(const jn_model *model, const jni_joint_kind *kind, const jn_joint_def *def, jni_gear_mesh *mesh,
                        char *what, size_t size) {
  jn_term own[2];
  const jn_term *terms;
  int n = jni_gear_mesh_terms(kind, def, own, &terms);
  *mesh = (jni_gear_mesh){.slope = jnk_tan(def->geometry.pressure_angle)};
  walk w = {.model = model, .mesh = mesh, .sense = 1, .what = what, .size = size};
  char why[200];
  if (!jni_gear_joint_chain(model, def, terms, n, mesh, why, sizeof why)) return refuse(&w, "%s", why);
  if (!walk_chain(&w, terms, n)) return false;
  return (w.slides ? place_rack(&w, &def->geometry) : place_gears(&w, &def->geometry)) &&
         place_along(&w, &def->geometry);
}

bool jni_gear_mesh_check(const jn_model *model, const jni_joint_kind *kind, const jn_joint_def *def, char *what,
                         size_t size) {
  jn_term own[2];
  const jn_term *terms;
  jni_gear_mesh mesh;
  if (!def->geometry.given) return true;
  int n = jni_gear_mesh_terms(kind, def, own, &terms);
  for (int i = 0; i < n; i++)
    if (model->joints[terms[i].joint.i].faulty) return true;
  return jni_gear_mesh_find(model, kind, def, &mesh, what, size);
}

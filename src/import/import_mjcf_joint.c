// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_mjcf_joint.c - adds the joints of an MJCF body, which act in series between its parent and the body.
//
// Some combinations become one joint: a slide and a hinge whose axes have the same direction `cylindrical`, two slides
// and a hinge perpendicular to them `planar`. If nothing uses their angles, two perpendicular hinges through one point
// become `universal`, and three hinges through one point `spherical`. In all other combinations a massless body is
// inserted between each two joints.
#include <math.h>
#include <string.h>

#include "import/import_mjcf.h"
#include "kernel/vec3.h"

enum { MOST_JOINTS = 6 };

typedef enum { HINGE, SLIDE, BALL, FREE } joint_type;

typedef struct {
  mjcf_element e;
  const char *source;  // name in the source; NULL: none
  const char *label;   // name in the source, or a generated name
  joint_type type;
  double axis[3];             // unit vector, body axes
  double pos[3];              // point on the axis from the body's origin, body axes, m
  double stiffness, damping;  // N m/rad, N m s/rad; slide: N/m, N s/m
  double friction;            // dry friction, N m; slide: N
  double armature;            // kg m^2; slide: kg
  double ref, springref;      // coordinate of the source in the pose that the file gives; without spring load; rad or m
  double lower, upper;        // limits of the source coordinate, rad or m
  int qpos, qvel;             // index of its first element in MuJoCo's qpos and in qvel
} joint;

// All joints of one body, from its parent to the body.
typedef struct {
  const mjcf_body *body;
  joint joints[MOST_JOINTS];
  int n;
  int new_body;  // index of the body
} chain;

static const char *const joint_tags[] = {"joint", NULL};
static const char *const no_tags[] = {NULL};

static bool is_joint(const jni_xml *node) {
  return strcmp(node->name, "joint") == 0 || strcmp(node->name, "freejoint") == 0;
}

bool jni_mjcf_has_joints(const jni_xml *body) {
  for (const jni_xml *n = body->first; n; n = n->next)
    if (is_joint(n)) return true;
  return false;
}

// ---- reading ---------------------------------------------------------------------------------------------------

static joint_type read_type(const mjcf_element *e) {
  static const char *const types[] = {"hinge", "slide", "ball", "free"};
  if (strcmp(e->node->name, "freejoint") == 0) return FREE;
  const jni_xml_attribute *a = jni_mjcf_find(e, "type");
  for (int i = 0; a && i < 4; i++)
    if (strcmp(types[i], a->value) == 0) return (joint_type)i;
  if (a) jni_import_fault(e->mj->im, a->owner, "type is hinge, slide, ball or free, but is \"%.60s\"", a->value);
  return HINGE;
}

static void read_numbers(joint *j) {
  jni_import *im = j->e.mj->im;
  jnk_set(0, 0, 1, j->axis);
  jni_mjcf_vector(&j->e, "axis", 3, j->axis);
  jni_mjcf_vector(&j->e, "pos", 3, j->pos);
  double unit = j->type == HINGE ? j->e.mj->angle : 1, range[2], length = jnk_norm(j->axis);
  if (!(length > 1e-12 && length < HUGE_VAL)) {
    jni_import_fault(im, j->e.node, "the axis must not be zero");
    jnk_set(0, 0, 1, j->axis);
  } else if (fabs(length - 1) > 1e-14) {
    jnk_normalize(j->axis);
  }
  j->stiffness = jni_mjcf_not_negative(&j->e, "stiffness", 0);
  j->damping = jni_mjcf_not_negative(&j->e, "damping", 0);
  j->armature = jni_mjcf_not_negative(&j->e, "armature", 0);
  if (j->type == HINGE || j->type == SLIDE) {
    j->friction = jni_mjcf_not_negative(&j->e, "frictionloss", 0);
    j->ref = unit * jni_mjcf_number(&j->e, "ref", 0);
    j->springref = unit * jni_mjcf_number(&j->e, "springref", 0);
    if (!im->options.list_limits && jni_mjcf_range(&j->e, "limited", "range", range)) {
      j->lower = unit * range[0];
      j->upper = unit * range[1];
    }
  }
}

static bool read_joint(chain *c, jni_xml *node, int index) {
  const mjcf_body *b = c->body;
  node->used = true;
  if (c->n == MOST_JOINTS) return jni_import_fault(b->mj->im, node, "a body has at most %d joints", MOST_JOINTS);
  joint *j = &c->joints[c->n++];
  bool free = strcmp(node->name, "freejoint") == 0;
  *j = (joint){.e = jni_mjcf_element(b->mj, node, b->childclass, free ? no_tags : joint_tags),
               .lower = -HUGE_VAL,
               .upper = HUGE_VAL};
  if (free) {
    j->e.tags = no_tags;
    j->e.class = NULL;
  }
  j->source = jni_xml_text(node, "name");
  if (j->source && jni_names_get(b->mj->im->sources, JNI_NAME_POINT, 0, j->source) >= 0)
    jni_import_fault(b->mj->im, node, "there is another joint of this name");
  if (j->source && !jni_names_put(b->mj->im->sources, JNI_NAME_POINT, 0, j->source, 1)) b->mj->im->pool.failed = true;
  j->label = j->source && j->source[0] ? j->source
             : index                   ? jni_import_format(b->mj->im, "%s_joint_%d", b->name, index + 1)
                                       : jni_import_format(b->mj->im, "%s_joint", b->name);
  static const int ncoordinates[] = {[HINGE] = 1, [SLIDE] = 1, [BALL] = 4, [FREE] = 7};
  static const int nspeeds[] = {[HINGE] = 1, [SLIDE] = 1, [BALL] = 3, [FREE] = 6};
  j->type = read_type(&j->e);
  j->qpos = b->mj->nq;
  j->qvel = b->mj->nv;
  b->mj->nq += ncoordinates[j->type];
  b->mj->nv += nspeeds[j->type];
  read_numbers(j);
  return true;
}

// ---- coordinates ----------------------------------------------------------------------------------

// Appends the motion that a joint gives to its body to im->moves, from which initial poses are computed. dof: index of
// its coordinate; -1: none. via: index of the body that the joint moves directly.
static void add_move(const chain *c, const joint *j, int dof, int via) {
  static const jni_move_kind kinds[] = {
      [HINGE] = JNI_MOVE_AXIS, [SLIDE] = JNI_MOVE_AXIS, [BALL] = JNI_MOVE_BALL, [FREE] = JNI_MOVE_FREE};
  jni_import *im = c->body->mj->im;
  const jni_pose *world = &im->bodies[c->new_body].world;
  jni_import_move move = {.kind = kinds[j->type],
                          .body = c->new_body,
                          .via = via,
                          .dof = dof,
                          .slide = j->type == SLIDE,
                          .ref = j->ref,
                          .qpos = j->qpos,
                          .qvel = j->qvel};
  jni_pose_turn(world, j->axis, move.axis);
  jni_pose_point(world, j->pos, move.anchor);
  jni_import_add_move(im, &move);
}

// Adds a coordinate of a joint with its spring, friction and rotor. via: index of the body that the joint moves
// directly. alone: it is the joint's only coordinate, so that the joint itself has the armature and no rotor body is
// needed.
static void add_dof(const chain *c, const joint *j, const char *name, const char *coordinate, int via, bool alone) {
  jni_import *im = c->body->mj->im;
  const jni_pose *world = &im->bodies[c->new_body].world;
  jni_dof dof = {.source = j->label,
                 .joint = name,
                 .coordinate = coordinate,
                 .slide = j->type == SLIDE,
                 .ref = j->ref,
                 .body = c->new_body,
                 .via = via,
                 .lower = j->lower - j->ref,
                 .upper = j->upper - j->ref};
  jni_pose_turn(world, j->axis, dof.axis);
  jni_pose_point(world, j->pos, dof.anchor);
  add_move(c, j, im->ndofs, via);
  jni_dof *added = jni_import_add_dof(im, &dof);
  jni_import_spring(im, &dof, j->stiffness, j->springref - j->ref, j->damping);
  jni_import_friction(im, &dof, j->friction);
  if (added && !alone) jni_import_rotor(im, added, j->e.node, j->armature);
  if (added) added->armature = j->armature;
}

static const char *joint_name(const chain *c, const joint *j) {
  return jni_import_name(c->body->mj->im, JNI_NAME_JOINT, 0, j->label, j->source ? j->e.node : NULL);
}

// Returns the placement whose frame is at p in the frame of `base`, without rotation.
static jni_placement placement_at(const jni_placement *base, const double p[3]) {
  jni_pose point = jni_pose_at(p);
  return (jni_placement){base->body, jni_pose_after(&base->pose, &point)};
}

// ---- ball joints and free bodies ---------------------------------------------------------------------------------

// Returns component i of a body's angular velocity in ground axes as a formula of signals: row i of R(q) times w in
// body axes.
static const char *omega_text(jni_import *im, const char *body, int i) {
  static const char x[] = "xyz";
  int j = (i + 1) % 3, k = (i + 2) % 3;
  const char *b = body;
  return jni_import_format(im,
                           "(1 - 2*(%s.q%c^2 + %s.q%c^2))*%s.w%c + 2*(%s.q%c*%s.q%c - %s.qw*%s.q%c)*%s.w%c + "
                           "2*(%s.q%c*%s.q%c + %s.qw*%s.q%c)*%s.w%c",
                           b, x[j], b, x[k], b, x[i], b, x[i], b, x[j], b, b, x[k], b, x[j], b, x[i], b, x[k], b, b,
                           x[j], b, x[k]);
}

// Adds the damper of a ball joint: the torque -d (w - w_on) on the body and the opposite torque on its parent `on`, as
// formulas, because no force kind acts so between two moving bodies.
static void add_ball_damper(const chain *c, const joint *j, int on, int body) {
  jni_import *im = c->body->mj->im;
  const char *moving = im->bodies[body].name, *d = jni_number_text(im, j->damping), *other = im->bodies[on].name;
  const char *name = jni_import_name(im, JNI_NAME_FORCE, 0, jni_import_format(im, "%s_damper", j->label), NULL);
  if (on == 0) {
    jni_import_add_line(im, &im->forces, name, "damping of a ball joint",
                        "type: torque, at: %s, follower: true, value: [\"-%s*%s.wx\", \"-%s*%s.wy\", \"-%s*%s.wz\"]",
                        moving, d, moving, d, moving, d, moving);
    return;
  }
  const char *relative[3];
  for (int i = 0; i < 3; i++)
    relative[i] = jni_import_format(im, "(%s - (%s))", omega_text(im, moving, i), omega_text(im, other, i));
  jni_import_add_line(im, &im->forces, name, "damping of a ball joint: the relative angular velocity, ground axes",
                      "type: torque, at: %s, value: [\n    \"-%s*%s\",\n    \"-%s*%s\",\n    \"-%s*%s\"]", moving, d,
                      relative[0], d, relative[1], d, relative[2]);
  name = jni_import_name(im, JNI_NAME_FORCE, 0, jni_import_format(im, "%s_damper_back", j->label), NULL);
  jni_import_add_line(im, &im->forces, name, "and its opposite",
                      "type: torque, at: %s, value: [\n    \"%s*%s\",\n    \"%s*%s\",\n    \"%s*%s\"]", other, d,
                      relative[0], d, relative[1], d, relative[2]);
}

static void add_ball(const chain *c, const joint *j, const jni_placement *on, const jni_placement *to,
                     const char *name) {
  jni_import *im = c->body->mj->im;
  const char *first = jni_import_end(im, on, j->label), *second = jni_import_end(im, to, j->label);
  jni_import_add_line(im, &im->joints, name, NULL, "type: spherical, between: [%s, %s]", first, second);
  if (j->stiffness > 0) {
    const char *k = jni_number_text(im, j->stiffness);
    jni_import_add_line(
        im, &im->forces, jni_import_name(im, JNI_NAME_FORCE, 0, jni_import_format(im, "%s_spring", j->label), NULL),
        NULL, "type: bushing, between: [%s, %s], rotation_stiffness: [%s, %s, %s]", first, second, k, k, k);
  }
  if (j->damping > 0) add_ball_damper(c, j, on->body, to->body);
  if (j->armature > 0)
    jni_import_say(im, JN_WARNING, j->e.node, "its armature %g is not imported: not supported for ball joints",
                   j->armature);
}

static void add_free(const chain *c, const joint *j) {
  jni_import *im = c->body->mj->im;
  const char *body = im->bodies[c->new_body].name, *d = jni_number_text(im, j->damping);
  im->bodies[c->new_body].floats = true;
  add_move(c, j, -1, c->new_body);
  jni_import_add_line(im, &im->joints, joint_name(c, j), NULL, "type: free, between: [ground, %s]", body);
  jni_import_add_line(im, &im->outputs, jni_import_format(im, "%s.position", body), NULL, "%s", "");
  if (j->damping > 0) {
    jni_import_add_line(
        im, &im->forces, jni_import_name(im, JNI_NAME_FORCE, 0, jni_import_format(im, "%s_damper", j->label), NULL),
        "damping of a free joint", "type: point-force, at: %s, value: [\"-%s*%s.vx\", \"-%s*%s.vy\", \"-%s*%s.vz\"]",
        body, d, body, d, body, d, body);
    jni_import_add_line(im, &im->forces,
                        jni_import_name(im, JNI_NAME_FORCE, 0, jni_import_format(im, "%s_turn_damper", j->label), NULL),
                        NULL,
                        "type: torque, at: %s, follower: true, value: [\"-%s*%s.wx\", \"-%s*%s.wy\", \"-%s*%s.wz\"]",
                        body, d, body, d, body, d, body);
  }
  if (j->stiffness > 0)
    jni_import_say(im, JN_WARNING, j->e.node, "its stiffness %g is not imported: not supported for free joints",
                   j->stiffness);
  if (j->armature > 0)
    jni_import_say(im, JN_WARNING, j->e.node, "its armature %g is not imported: not supported for free joints",
                   j->armature);
}

// ---- several joints in one ---------------------------------------------------------------------------------------

static bool parallel(const double a[3], const double b[3]) {
  double c[3];
  jnk_cross(a, b, c);
  return jnk_norm(c) < 1e-12;
}

static bool perpendicular(const double a[3], const double b[3]) { return fabs(jnk_dot(a, b)) < 1e-12; }

static bool equal_points(const double a[3], const double b[3]) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; }

// Returns whether a joint has no spring, damper, friction, armature or limits, and no equality or actuator names it.
static bool is_plain(const chain *c, const joint *j) {
  bool passive = j->stiffness > 0 || j->damping > 0 || j->friction > 0 || j->armature > 0 || j->lower > -HUGE_VAL ||
                 j->upper < HUGE_VAL;
  return !passive && !(j->source && jni_mjcf_is_used(c->body->mj, j->source));
}

// Adds the joints of a body as one cylindrical joint if they are a hinge and a slide whose axes have the same
// direction. Otherwise returns false and adds nothing.
static bool add_cylindrical(const chain *c) {
  const joint *a = &c->joints[0], *b = &c->joints[1];
  const joint *hinge = a->type == HINGE ? a : b, *slide = a->type == SLIDE ? a : b;
  if (c->n != 2 || hinge->type != HINGE || slide->type != SLIDE || !parallel(a->axis, b->axis) ||
      !(jnk_dot(a->axis, b->axis) > 0))
    return false;
  jni_import *im = c->body->mj->im;
  jni_placement own = {c->new_body, jni_pose_identity()}, on = placement_at(&c->body->on, hinge->pos),
                to = placement_at(&own, hinge->pos);
  const char *name =
      jni_import_name(im, JNI_NAME_JOINT, 0, jni_import_format(im, "%s_and_%s", a->label, b->label), NULL);
  const char *first = jni_import_end(im, &on, hinge->label), *second = jni_import_end(im, &to, hinge->label);
  jni_import_add_line(im, &im->joints, name, "a hinge and a slide", "type: cylindrical, between: [%s, %s], axis: %s",
                      first, second, jni_axis_text(im, hinge->axis));
  add_dof(c, hinge, name, "angle", c->new_body, false);
  add_dof(c, slide, name, "displacement", c->new_body, false);
  return true;
}

// Computes the quaternion q of the axes of a planar joint: z along the hinge, x along the first slide, y along the
// second.
static void planar_axes(const double z[3], const double x[3], double q[4]) {
  double y[3], R[9];
  jnk_cross(z, x, y);
  for (int i = 0; i < 3; i++) {
    R[3 * i] = x[i];
    R[3 * i + 1] = y[i];
    R[3 * i + 2] = z[i];
  }
  jnk_matrix_to_quat(R, q);
}

// Adds the joints of a body as one planar joint if they are two slides and a hinge perpendicular to them. Otherwise
// returns false and adds nothing.
static bool add_planar(const chain *c) {
  const joint *a = &c->joints[0], *b = &c->joints[1], *hinge = &c->joints[2];
  if (c->n != 3 || a->type != SLIDE || b->type != SLIDE || hinge->type != HINGE) return false;
  if (!perpendicular(a->axis, b->axis) || !perpendicular(a->axis, hinge->axis) || !perpendicular(b->axis, hinge->axis))
    return false;
  double z_x_a[3];
  jnk_cross(hinge->axis, a->axis, z_x_a);
  bool straight = jnk_dot(z_x_a, b->axis) > 0;
  const joint *x = straight ? a : b, *y = straight ? b : a;
  jni_import *im = c->body->mj->im;
  jni_pose frame = jni_pose_at(hinge->pos);
  planar_axes(hinge->axis, x->axis, frame.q);
  jni_placement on = {c->body->on.body, jni_pose_after(&c->body->on.pose, &frame)}, to = {c->new_body, frame};
  const char *name = jni_import_name(im, JNI_NAME_JOINT, 0, jni_import_format(im, "%s_plane", hinge->label), NULL);
  const char *first = jni_import_end(im, &on, hinge->label), *second = jni_import_end(im, &to, hinge->label);
  const char *comment = jni_import_format(im, "slides %s and %s, hinge %s", x->label, y->label, hinge->label);
  jni_import_add_line(im, &im->joints, name, comment, "type: planar, between: [%s, %s], axis: z", first, second);
  add_dof(c, x, name, "displacement1", c->new_body, false);
  add_dof(c, y, name, "displacement2", c->new_body, false);
  add_dof(c, hinge, name, "angle", c->new_body, false);
  return true;
}

// Adds the joints of a body as a universal or spherical joint if they are two perpendicular hinges, or three whose axes
// are not nearly in a plane, through one point, and nothing uses their angles. Otherwise returns false and adds
// nothing.
static bool add_hinges_as_one(const chain *c) {
  jni_import *im = c->body->mj->im;
  const joint *a = &c->joints[0], *b = &c->joints[1];
  if (c->n < 2 || c->n > 3) return false;
  for (int i = 0; i < c->n; i++)
    if (c->joints[i].type != HINGE || !is_plain(c, &c->joints[i]) || !equal_points(c->joints[i].pos, a->pos))
      return false;
  double out[3];
  jnk_cross(a->axis, b->axis, out);
  if (c->n == 2 && !perpendicular(a->axis, b->axis)) return false;
  if (c->n == 3 && !(fabs(jnk_dot(out, c->joints[2].axis)) > 0.1)) return false;
  jni_placement own = {c->new_body, jni_pose_identity()}, on = placement_at(&c->body->on, a->pos),
                to = placement_at(&own, a->pos);
  const char *name =
      jni_import_name(im, JNI_NAME_JOINT, 0, jni_import_format(im, "%s_and_%s", a->label, b->label), NULL);
  const char *first = jni_import_end(im, &on, a->label), *second = jni_import_end(im, &to, a->label);
  if (c->n == 2)
    jni_import_add_line(im, &im->joints, name, "two hinges", "type: universal, between: [%s, %s], axes: [%s, %s]",
                        first, second, jni_axis_text(im, a->axis), jni_axis_text(im, b->axis));
  else
    jni_import_add_line(im, &im->joints, name, "three hinges about one point", "type: spherical, between: [%s, %s]",
                        first, second);
  for (int i = 0; i < c->n; i++) add_move(c, &c->joints[i], -1, c->new_body);
  return true;
}

// ---- joints in series -----------------------------------------------------------------------------------------

// Returns the index of the body after joint i of a chain: the body itself after the last joint, otherwise a massless
// body, which is added. on: index of the body before the joint.
static int next_body(const chain *c, int i, int on) {
  if (i == c->n - 1) return c->new_body;
  jni_import *im = c->body->mj->im;
  jni_mass none = {.mass = 0};
  jni_pose world = im->bodies[c->new_body].world;
  const char *wanted = jni_import_format(im, "%s_after_%s", im->bodies[c->new_body].name, c->joints[i].label);
  int made = jni_import_add_body(im, wanted, NULL, on, &none, &world);
  im->bodies[made].comment =
      jni_import_format(im, "without mass, between two joints of %s", im->bodies[c->new_body].name);
  return made;
}

static void add_one(const chain *c, int i, const jni_placement *base, int body) {
  jni_import *im = c->body->mj->im;
  const joint *j = &c->joints[i];
  jni_placement own = {body, jni_pose_identity()}, on = placement_at(base, j->pos), to = placement_at(&own, j->pos);
  const char *name = joint_name(c, j);
  if (j->type == BALL) {
    add_ball(c, j, &on, &to, name);
    add_move(c, j, -1, body);
    return;
  }
  const char *first = jni_import_end(im, &on, j->label), *second = jni_import_end(im, &to, j->label);
  const char *armature =
      j->armature > 0 ? jni_import_format(im, ", armature: %s", jni_number_text(im, j->armature)) : "";
  jni_import_add_line(im, &im->joints, name, NULL, "type: %s, between: [%s, %s], axis: %s%s",
                      j->type == SLIDE ? "prismatic" : "revolute", first, second, jni_axis_text(im, j->axis), armature);
  add_dof(c, j, name, j->type == SLIDE ? "displacement" : "angle", body, true);
}

static void add_series(const chain *c) {
  jni_placement base = c->body->on;
  for (int i = 0; i < c->n && !c->body->mj->im->pool.failed; i++) {
    c->body->mj->im->place = jni_xml_place(c->joints[i].e.node);
    int body = next_body(c, i, base.body);
    add_one(c, i, &base, body);
    base = (jni_placement){body, jni_pose_identity()};
  }
}

// Reports a fault for a free joint that is not the only joint of its body, or whose parent is not the world.
static void check_free(const chain *c) {
  for (int i = 0; i < c->n; i++) {
    if (c->joints[i].type != FREE) continue;
    if (c->n > 1) jni_import_fault(c->body->mj->im, c->joints[i].e.node, "a free joint is the only joint of its body");
    if (c->body->on.body != 0)
      jni_import_fault(c->body->mj->im, c->joints[i].e.node,
                       "a free joint belongs to a body of the world, not of another body");
  }
}

int jni_mjcf_joints(const mjcf_body *body) {
  jni_import *im = body->mj->im;
  chain c = {.body = body};
  int index = 0;
  for (jni_xml *n = body->node->first; n; n = n->next)
    if (is_joint(n) && !read_joint(&c, n, index++)) break;
  check_free(&c);
  jni_pose world = jni_placement_world(im, &body->on);
  const char *source = jni_xml_text(body->node, "name");
  c.new_body = jni_import_add_body(im, body->name, source ? body->node : NULL, body->on.body, &body->mass, &world);
  if (im->pool.failed) return 0;
  im->place = jni_xml_place(c.joints[0].e.node);
  if (c.joints[0].type == FREE) add_free(&c, &c.joints[0]);
  else if (!add_cylindrical(&c) && !add_planar(&c) && !add_hinges_as_one(&c)) add_series(&c);
  return c.new_body;
}

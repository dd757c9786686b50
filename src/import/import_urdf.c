// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_urdf.c - reads URDF: a tree of links and joints.
//
// The frame of a link is the frame of its parent joint: the joint's origin is the pose of this frame in the parent
// link, and the joint's axis is given in this frame. A link that is fixed to the ground, or has no mass and is fixed to
// another link, becomes a frame of the body to which it is fixed.
#include <math.h>
#include <string.h>

#include "import/import.h"
#include "kernel/vec3.h"

typedef struct {
  jni_xml *node;
  const char *name;
  jni_mass mass;
  int parent_joint;  // index of the joint by which it hangs on its parent; -1: it is the root
  int first;         // index of the first joint to a child, -1: none; urdf_joint.next links the others
  jni_placement at;  // where the link is in the robot; valid if placed
  bool placed;
} link;

typedef struct {
  jni_xml *node;
  const char *name, *type;
  int parent, child;  // indices of links
  int next;           // index of the next joint with the same parent link; -1: none
  int last;           // in the first joint of a parent link: index of its last joint
  jni_pose origin;
  double axis[3];
} urdf_joint;

typedef struct {
  jni_import *im;
  link *links;
  int nlinks, capacity_links;
  urdf_joint *joints;
  int njoints, capacity_joints;
  bool incomplete;  // a link or a joint could not be read; the tree is then not checked
} urdf;

// ---- values ----------------------------------------------------------------------------------------------------

// Computes the quaternion of roll, pitch and yaw about fixed axes: R = Rz(yaw) Ry(pitch) Rx(roll).
static void rpy_to_quat(const double rpy[3], double q[4]) {
  q[0] = 1;
  q[1] = q[2] = q[3] = 0;
  for (int i = 0; i < 3; i++) {
    double turn[4] = {jnk_cos(0.5 * rpy[i]), 0, 0, 0};
    turn[1 + i] = jnk_sin(0.5 * rpy[i]);
    if (rpy[i] != 0) jnk_quat_mul(turn, q, q);
  }
}

jni_pose jni_urdf_origin(jni_import *im, jni_xml *node) {
  jni_pose pose = jni_pose_identity();
  jni_xml *origin = jni_xml_child(node, "origin");
  double rpy[3] = {0, 0, 0};
  jni_import_numbers(im, jni_xml_find(origin, "xyz"), 3, 3, pose.p, NULL);
  jni_import_numbers(im, jni_xml_find(origin, "rpy"), 3, 3, rpy, NULL);
  rpy_to_quat(rpy, pose.q);
  return pose;
}

static jni_mass read_inertial(urdf *u, jni_xml *node) {
  static const char *const entries[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  jni_mass own = {.mass = 0};
  jni_xml *inertial = jni_xml_child(node, "inertial");
  if (!inertial) return own;
  jni_xml *mass = jni_xml_child(inertial, "mass"), *inertia = jni_xml_child(inertial, "inertia");
  if (!mass || !jni_xml_find(mass, "value")) jni_import_fault(u->im, inertial, "<mass value=\"...\"/> is missing");
  else jni_import_not_negative(u->im, jni_xml_find(mass, "value"), &own.mass);
  for (int i = 0; i < 6 && inertia; i++) {
    const jni_xml_attribute *entry = jni_xml_find(inertia, entries[i]);
    if (!entry && i < 3) jni_import_fault(u->im, inertia, "%s is missing", entries[i]);
    jni_import_number(u->im, entry, &own.inertia[i]);
  }
  if (inertia) jni_import_check_inertia(u->im, inertia, &own);
  jni_pose origin = jni_urdf_origin(u->im, inertial);
  return jni_mass_in(&origin, &own);
}

static const char *read_name(urdf *u, jni_xml *node) {
  const char *name = jni_xml_text(node, "name");
  if (name && name[0]) return name;
  jni_import_fault(u->im, node, "the name is missing");
  return NULL;
}

// ---- the lists of links and joints -------------------------------------------------------------------------------

static void read_link(urdf *u, jni_xml *node) {
  const char *name = read_name(u, node);
  bool another = name && jni_names_get(u->im->sources, JNI_NAME_FRAME, 0, name) >= 0;
  if (another) jni_import_fault(u->im, node, "there is another link of this name");
  if (!name || another) {
    u->incomplete = true;
    return;
  }
  bool room = jni_pool_grow(&u->im->pool, &u->links, &u->capacity_links, u->nlinks + 1, sizeof *u->links);
  if (!room || !jni_names_put(u->im->sources, JNI_NAME_FRAME, 0, name, u->nlinks)) {
    u->im->pool.failed = true;
    return;
  }
  u->links[u->nlinks++] =
      (link){.node = node, .name = name, .mass = read_inertial(u, node), .parent_joint = -1, .first = -1};
}

static int read_end(urdf *u, jni_xml *node, const char *end) {
  jni_xml *child = jni_xml_child(node, end);
  const char *name = jni_xml_text(child, "link");
  if (!name) {
    jni_import_fault(u->im, node, "<%s link=\"...\"/> is missing", end);
    return -1;
  }
  int found = jni_names_get(u->im->sources, JNI_NAME_FRAME, 0, name);
  if (found < 0) jni_import_fault(u->im, child, "there is no link '%.60s'", name);
  return found;
}

static bool known_type(const char *type) {
  static const char *const types[] = {"revolute", "continuous", "prismatic", "fixed", "floating", "planar"};
  for (int i = 0; i < 6; i++)
    if (strcmp(types[i], type) == 0) return true;
  return false;
}

static void read_axis(urdf *u, urdf_joint *j) {
  jnk_set(1, 0, 0, j->axis);
  jni_xml *node = jni_xml_child(j->node, "axis");
  jni_import_numbers(u->im, jni_xml_find(node, "xyz"), 3, 3, j->axis, NULL);
  double length = jnk_norm(j->axis);
  bool needed = strcmp(j->type, "fixed") != 0 && strcmp(j->type, "floating") != 0;
  if (!(length > 0 && length < HUGE_VAL)) {
    if (needed) jni_import_fault(u->im, node, "the axis must be a vector that is not zero");
  } else if (fabs(length - 1) > 1e-14) {
    jnk_normalize(j->axis);
  }
}

static bool read_joint_fields(urdf *u, jni_xml *node, urdf_joint *j) {
  *j = (urdf_joint){.node = node, .name = read_name(u, node), .type = jni_xml_text(node, "type"), .next = -1};
  if (!j->name) return false;
  if (!j->type || !known_type(j->type))
    return jni_import_fault(u->im, node,
                            "type is revolute, continuous, prismatic, fixed, floating or planar, but is \"%.60s\"",
                            j->type ? j->type : "");
  if (jni_names_get(u->im->sources, JNI_NAME_POINT, 0, j->name) >= 0)
    return jni_import_fault(u->im, node, "there is another joint of this name");
  j->parent = read_end(u, node, "parent");
  j->child = read_end(u, node, "child");
  j->origin = jni_urdf_origin(u->im, node);
  read_axis(u, j);
  if (j->parent < 0 || j->child < 0) return false;
  int other = u->links[j->child].parent_joint;
  if (other >= 0)
    return jni_import_fault(u->im, node,
                            "link '%.60s' is already the child of joint '%.60s' (line %d); a link has one parent",
                            u->links[j->child].name, u->joints[other].name, u->joints[other].node->line);
  return true;
}

static void read_joint(urdf *u, jni_xml *node) {
  urdf_joint j;
  const char *name = jni_xml_text(node, "name");
  // faulty joints are recorded, too, so that a mimic of such a joint is not a second fault
  if (name && !jni_names_put(u->im->sources, JNI_NAME_INPUT, 0, name, 1)) u->im->pool.failed = true;
  if (!read_joint_fields(u, node, &j)) {
    u->incomplete = true;
    return;
  }
  bool room = jni_pool_grow(&u->im->pool, &u->joints, &u->capacity_joints, u->njoints + 1, sizeof *u->joints);
  if (!room || !jni_names_put(u->im->sources, JNI_NAME_POINT, 0, j.name, u->njoints)) {
    u->im->pool.failed = true;
    return;
  }
  int made = u->njoints++;
  u->joints[made] = j;
  u->links[j.child].parent_joint = made;
  link *parent = &u->links[j.parent];
  if (parent->first < 0) parent->first = made;
  else u->joints[u->joints[parent->first].last].next = made;
  u->joints[parent->first].last = made;
}

// ---- the tree --------------------------------------------------------------------------------------------------

// Returns the index of the link that no joint has as child; -1 after a fault.
static int find_root(urdf *u, jni_xml *robot) {
  int root = -1;
  bool several = false;
  for (int i = 0; i < u->nlinks; i++) {
    if (u->links[i].parent_joint >= 0) continue;
    if (root >= 0) {
      jni_import_fault(u->im, u->links[i].node,
                       "link '%.60s' is a second root: every link but one must be the child of a joint",
                       u->links[root].name);
      several = true;
      continue;
    }
    root = i;
  }
  if (several) return -1;
  if (root < 0)
    jni_import_fault(u->im, robot,
                     u->nlinks ? "there is no root: the joints form a cycle" : "there is no <link> in it");
  return root;
}

static bool has_mass(const link *l) {
  return l->mass.mass > 0 || l->mass.inertia[0] > 0 || l->mass.inertia[1] > 0 || l->mass.inertia[2] > 0;
}

static bool is_fixed(const urdf_joint *j) { return strcmp(j->type, "fixed") == 0; }

static void place(urdf *u, link *l, jni_placement at) {
  l->at = at;
  l->placed = true;
  jni_import_place(u->im, l->name, &l->at);
}

// Makes a link a frame of another body, at the placement `at`, with a note.
static void place_as_frame(urdf *u, link *l, const jni_placement *at) {
  place(u, l, *at);
  jni_import_add_frame(u->im, at, l->name, NULL);
  if (has_mass(l))
    jni_import_say(u->im, JN_NOTE, l->node, "is fixed to the ground and so a frame of it; its mass has no effect");
  else jni_import_say(u->im, JN_NOTE, l->node, "has no mass and is a frame of %s", u->im->bodies[at->body].name);
}

static void warn_inertia(urdf *u, const link *l) {
  const double *J = l->mass.inertia;
  if (l->mass.mass > 0 && J[0] == 0 && J[1] == 0 && J[2] == 0)
    jni_import_say(u->im, JN_WARNING, l->node, "has a mass but no <inertia>: its rotation may not be determined");
}

static const char *joint_name(urdf *u, const urdf_joint *j) {
  return jni_import_name(u->im, JNI_NAME_JOINT, 0, j->name, j->node);
}

// Adds the coordinate of a joint that has one, from its <dynamics> and <limit>. Those of planar and floating joints are
// not marked as used and so are reported as ignored.
static void read_dof(urdf *u, const urdf_joint *j, const char *name, int body, bool slide) {
  jni_import *im = u->im;
  jni_pose *world = &im->bodies[body].world;
  jni_dof dof = {.source = j->name,
                 .joint = name,
                 .coordinate = slide ? "displacement" : "angle",
                 .slide = slide,
                 .body = body,
                 .via = body,
                 .lower = -HUGE_VAL,
                 .upper = HUGE_VAL};
  jni_pose_turn(world, j->axis, dof.axis);
  jnk_copy(world->p, dof.anchor);
  jni_xml *limit = strcmp(j->type, "continuous") == 0 ? NULL : jni_xml_child(j->node, "limit");
  if (limit && !im->options.list_limits) {
    double lower = 0, upper = 0;
    jni_import_number(im, jni_xml_find(limit, "lower"), &lower);
    jni_import_number(im, jni_xml_find(limit, "upper"), &upper);
    if (!(lower <= upper))
      jni_import_fault(im, limit, "the limits of joint '%.60s' are reversed: lower is %g, upper %g", j->name, lower,
                       upper);
    if (lower < upper) {
      dof.lower = lower;
      dof.upper = upper;
    } else if (lower != 0) {
      jni_import_say(
          im, JN_WARNING, limit,
          "of joint '%.60s' is not imported: both limits are %g; for a joint that cannot move use type fixed", j->name,
          lower);
    }
  }
  jni_import_move move = {.body = body, .via = body, .dof = im->ndofs, .slide = slide, .qpos = -1, .qvel = -1};
  jnk_copy(dof.axis, move.axis);
  jnk_copy(dof.anchor, move.anchor);
  jni_import_add_dof(im, &dof);
  jni_import_add_move(im, &move);
  jni_xml *dynamics = jni_xml_child(j->node, "dynamics");
  double damping = 0, friction = 0;
  jni_import_not_negative(im, jni_xml_find(dynamics, "damping"), &damping);
  jni_import_spring(im, &dof, 0, 0, damping);
  jni_import_not_negative(im, jni_xml_find(dynamics, "friction"), &friction);
  jni_import_friction(im, &dof, friction);
}

static void add_joint(urdf *u, const urdf_joint *j, const jni_placement *on, int body) {
  jni_import *im = u->im;
  im->place = jni_xml_place(j->node);
  const char *name = joint_name(u, j), *first = jni_import_end(im, on, j->name), *second = im->bodies[body].name;
  const char *axis = jni_axis_text(im, j->axis);
  bool slide = strcmp(j->type, "prismatic") == 0;
  if (is_fixed(j)) jni_import_add_line(im, &im->joints, name, NULL, "type: fixed, between: [%s, %s]", first, second);
  else if (strcmp(j->type, "floating") == 0) {
    im->bodies[body].floats = true;
    jni_import_add_line(im, &im->joints, name, NULL, "type: free, between: [%s, %s]", first, second);
  } else {
    const char *type = slide ? "prismatic" : strcmp(j->type, "planar") == 0 ? "planar" : "revolute";
    jni_import_add_line(im, &im->joints, name, NULL, "type: %s, between: [%s, %s], axis: %s", type, first, second,
                        axis);
    if (strcmp(type, "planar") != 0) read_dof(u, j, name, body, slide);
  }
}

// Adds the child link of a joint to the robot, as a body with a joint or as a frame.
static void place_child(urdf *u, const urdf_joint *j) {
  link *l = &u->links[j->child];
  if (l->placed) return;
  const jni_placement *parent = &u->links[j->parent].at;
  jni_placement at = {parent->body, jni_pose_after(&parent->pose, &j->origin)};
  if (is_fixed(j) && ((at.body == 0 && !u->im->on_body) || !has_mass(l))) {
    place_as_frame(u, l, &at);
    return;
  }
  jni_pose world = jni_placement_world(u->im, &at);
  u->im->place = jni_xml_place(l->node);
  int body = jni_import_add_body(u->im, l->name, l->node, at.body, &l->mass, &world);
  warn_inertia(u, l);
  if (!has_mass(l)) {
    u->im->bodies[body].comment = "has no mass";
    if (l->first < 0)
      jni_import_say(u->im, JN_WARNING, l->node,
                     "moves but has no mass, so its motion is not determined: give it a mass, or fix its joint");
  }
  place(u, l, (jni_placement){body, jni_pose_identity()});
  add_joint(u, j, &at, body);
}

// ---- the root --------------------------------------------------------------------------------------------------

// Returns the index of the first link with mass that is connected to link `l` by fixed joints only; -1: none.
static int find_massive(const urdf *u, int l) {
  int at = l;
  for (int j = u->links[at].first; j >= 0;) {
    int child = u->joints[j].child;
    if (is_fixed(&u->joints[j]) && has_mass(&u->links[child])) return child;
    if (is_fixed(&u->joints[j]) && u->links[child].first >= 0) {
      at = child;
      j = u->links[child].first;
      continue;
    }
    while (j >= 0 && u->joints[j].next < 0) {
      j = at == l ? -1 : u->links[at].parent_joint;
      at = j < 0 ? at : u->joints[j].parent;
    }
    if (j >= 0) j = u->joints[j].next;
  }
  return -1;
}

// Adds the root link as a body that moves freely. If it has no mass, the first link with mass that is fixed to it
// becomes the body, and the links between become its frames.
static void place_free_root(urdf *u, int root) {
  jni_import *im = u->im;
  int massive = has_mass(&u->links[root]) ? root : find_massive(u, root);
  if (massive < 0) {
    massive = root;
    jni_import_say(im, JN_WARNING, u->links[root].node,
                   "is the free base but has no mass, so its motion may not be determined");
  }
  // the link with mass becomes the body; the links between it and the root become frames of this body
  jni_pose world = jni_pose_identity();
  for (int l = massive; l != root; l = u->joints[u->links[l].parent_joint].parent)
    world = jni_pose_after(&u->joints[u->links[l].parent_joint].origin, &world);
  link *base = &u->links[massive];
  im->place = jni_xml_place(base->node);
  warn_inertia(u, base);
  int body = jni_import_add_body(im, base->name, base->node, 0, &base->mass, &world);
  place(u, base, (jni_placement){body, jni_pose_identity()});
  im->bodies[body].floats = true;
  for (int l = massive; l != root;) {
    const urdf_joint *j = &u->joints[u->links[l].parent_joint];
    jni_pose back = jni_pose_inverse(&j->origin);
    jni_placement at = {body, jni_pose_after(&u->links[l].at.pose, &back)};
    l = j->parent;
    place_as_frame(u, &u->links[l], &at);
  }
  const char *name = jni_import_name(im, JNI_NAME_JOINT, 0, "base", NULL);
  jni_import_add_line(im, &im->joints, name, "the root link moves freely (--base free)",
                      "type: free, between: [ground, %s]", im->bodies[body].name);
  jni_import_add_line(im, &im->outputs, jni_import_format(im, "%s.position", im->bodies[body].name), NULL, "%s", "");
}

// Adds the root link of a part whose base is a body of the model: as a body of its own, fixed to that, so that its mass
// has effect.
static void place_root_on_body(urdf *u, link *l) {
  jni_import *im = u->im;
  jni_pose here = jni_pose_identity();
  im->place = jni_xml_place(l->node);
  int body = jni_import_add_body(im, l->name, l->node, 0, &l->mass, &here);
  const char *name = jni_import_name(im, JNI_NAME_JOINT, 0, jni_import_format(im, "%s_on_base", l->name), NULL);
  place(u, l, (jni_placement){body, here});
  jni_import_add_line(im, &im->joints, name, NULL, "type: fixed, between: [ground, %s]", im->bodies[body].name);
}

static void place_root(urdf *u, int root) {
  jni_import *im = u->im;
  link *l = &u->links[root];
  if (im->options.free_base) {
    place_free_root(u, root);
    return;
  }
  if (im->on_body && has_mass(l)) {
    place_root_on_body(u, l);
    return;
  }
  place(u, l, (jni_placement){0, jni_pose_identity()});
  if (!im->is_part)
    jni_import_say(im, JN_NOTE, l->node, "is the root and taken as the ground%s; --base free lets it move",
                   has_mass(l) ? ", its mass has no effect" : "");
  else if (has_mass(l))
    jni_import_say(im, JN_NOTE, l->node, "is the root and fixed to the ground: its mass has no effect");
}

// Adds all links to the robot depth first, children in the order of the file. Returns how many joints were visited.
static int place_all(urdf *u, int root) {
  int placed = 0, at = root;
  place_root(u, root);
  for (int j = u->links[root].first; j >= 0 && !u->im->pool.failed;) {
    place_child(u, &u->joints[j]);
    placed++;
    int child = u->joints[j].child;
    if (u->links[child].first >= 0) {
      at = child;
      j = u->links[child].first;
      continue;
    }
    while (j >= 0 && u->joints[j].next < 0) {
      j = at == root ? -1 : u->links[at].parent_joint;
      if (j >= 0) at = u->joints[j].parent;
    }
    if (j >= 0) j = u->joints[j].next;
  }
  return placed;
}

// ---- mimic -----------------------------------------------------------------------------------------------------

static void read_mimic(urdf *u, const urdf_joint *j) {
  jni_import *im = u->im;
  jni_xml *mimic = jni_xml_child(j->node, "mimic");
  if (!mimic) return;
  const char *other = jni_xml_text(mimic, "joint");
  double factor = 1, offset = 0;
  jni_import_number(im, jni_xml_find(mimic, "multiplier"), &factor);
  jni_import_number(im, jni_xml_find(mimic, "offset"), &offset);
  if (!other || jni_names_get(im->sources, JNI_NAME_INPUT, 0, other) < 0)
    jni_import_fault(im, mimic, "names the joint that it follows: there is no joint '%.60s'", other ? other : "");
  if (im->failed) return;
  im->place = jni_xml_place(mimic);
  jni_dof *self = jni_import_dof(im, j->name);
  const jni_dof *leader = jni_import_dof(im, other);
  if (!self || !leader || self == leader) {
    jni_import_say(im, JN_WARNING, mimic,
                   "of joint '%.60s' is not imported: only two different revolute or prismatic joints can be coupled",
                   j->name);
    return;
  }
  jni_import_coupling(im, jni_import_format(im, "%s_mimic", j->name), NULL, self, leader, factor, offset);
}

// ---- the whole file --------------------------------------------------------------------------------------------

static void read_tree(urdf *u, jni_xml *robot) {
  jni_import *im = u->im;
  int root = find_root(u, robot);
  if (root < 0 || im->pool.failed) return;
  int placed = place_all(u, root);
  for (int i = 0; i < u->nlinks && placed < u->njoints && !im->pool.failed; i++)
    if (!u->links[i].placed) {
      jni_import_fault(im, u->links[i].node, "is not connected to the root '%.60s': the joints form a cycle",
                       u->links[root].name);
      return;
    }
}

void jni_import_urdf(jni_import *im, jni_xml *robot) {
  urdf u = {.im = im};
  im->format = "URDF";
  if (im->options.keyframe)
    jni_import_fault(im, robot, "there is no keyframe '%.60s': URDF has no keyframes", im->options.keyframe);
  im->name = jni_xml_text(robot, "name");
  jnk_set(0, 0, -9.81, im->gravity);
  for (jni_xml *n = jni_xml_child(robot, "link"); n && !im->pool.failed; n = jni_xml_next(n, "link")) read_link(&u, n);
  for (jni_xml *n = jni_xml_child(robot, "joint"); n && !im->pool.failed; n = jni_xml_next(n, "joint"))
    read_joint(&u, n);
  if (!u.incomplete && !im->pool.failed) read_tree(&u, robot);
  for (int i = 0; i < u.njoints && !im->pool.failed; i++) read_mimic(&u, &u.joints[i]);
  for (int i = 0; i < u.nlinks && !im->failed && !im->pool.failed; i++)
    if (u.links[i].placed) jni_urdf_shapes(im, robot, u.links[i].node, &u.links[i].at);
  if (!im->failed && !im->pool.failed) jni_urdf_contacts(im, robot);
}

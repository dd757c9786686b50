// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_joint.c - springs, dry friction, rotors, couplings and stops of one joint coordinate of an imported robot.
//
// A rotor of inertia a (MuJoCo's armature) adds a qdot^2/2 to the kinetic energy, independent of the motion of the
// joint's bodies. A flywheel on the ground that is coupled to the coordinate has exactly this energy. Its axis passes
// through its centre of mass, so that gravity does not act on it.
//
// A stop needs a stiffness, which the sources do not specify. Let I be the inertia about the joint axis of all bodies
// that the coordinate moves, while all coordinates are zero (for a slide: their mass). With k = I w^2 and c = 0.2 I w
// an impact lasts about pi/w, independent of the size of the robot; w is the parameter `stop_rate`.
#include <math.h>
#include <stdio.h>

#include "import/import.h"
#include "kernel/vec3.h"

jni_dof *jni_import_add_dof(jni_import *im, const jni_dof *dof) {
  if (!jni_pool_grow(&im->pool, &im->dofs, &im->capacity_dofs, im->ndofs + 1, sizeof *im->dofs)) return NULL;
  if (dof->source && !jni_names_put(im->sources, JNI_NAME_JOINT, 0, dof->source, im->ndofs)) im->pool.failed = true;
  im->dofs[im->ndofs] = *dof;
  im->dofs[im->ndofs].leader = -1;
  im->dofs[im->ndofs].follows = false;
  im->dofs[im->ndofs].place = im->place;
  const char *name = jni_import_format(im, "joint.%s", jni_dof_path(im, dof));
  jni_import_add_line(im, &im->outputs, name, NULL, "%s", "");
  return &im->dofs[im->ndofs++];
}

jni_dof *jni_import_dof(const jni_import *im, const char *source) {
  int i = source ? jni_names_get(im->sources, JNI_NAME_JOINT, 0, source) : JNI_NAME_NONE;
  return i < 0 ? NULL : &im->dofs[i];
}

const char *jni_dof_path(jni_import *im, const jni_dof *dof) {
  return jni_import_format(im, "%s.%s", dof->joint, dof->coordinate);
}

// Returns an unused name for a force at a coordinate: the name of its joint in the file, or that of the joint of the
// model if it has none, with the suffix `what`.
static const char *force_name(jni_import *im, const jni_dof *dof, const char *what) {
  return jni_import_name(im, JNI_NAME_FORCE, 0,
                         jni_import_format(im, "%s_%s", dof->source && dof->source[0] ? dof->source : dof->joint, what),
                         NULL);
}

void jni_import_spring(jni_import *im, const jni_dof *dof, double stiffness, double rest, double damping) {
  if (!(stiffness > 0) && !(damping > 0)) return;
  const char *spring = "", *damper = "";
  if (stiffness > 0) {
    const char *at = rest != 0 ? jni_import_format(im, ", rest: %s", jni_number_text(im, rest)) : "";
    spring = jni_import_format(im, ", stiffness: %s%s", jni_number_text(im, stiffness), at);
  }
  if (damping > 0) damper = jni_import_format(im, ", damping: %s", jni_number_text(im, damping));
  jni_import_add_line(im, &im->forces, force_name(im, dof, stiffness > 0 ? "spring" : "damper"), NULL,
                      "type: torsion-spring, joint: %s, coordinate: %s%s%s", dof->joint, dof->coordinate, spring,
                      damper);
}

// A friction force needs a stiffness, which the sources do not specify: it is chosen so that a sticking joint deflects
// by at most the parameter `friction_give`.
void jni_import_friction(jni_import *im, const jni_dof *dof, double friction) {
  if (!(friction > 0)) return;
  const char *most = jni_number_text(im, friction);
  jni_import_add_line(im, &im->forces, force_name(im, dof, "friction"), NULL,
                      "type: friction, joint: %s, coordinate: %s, kinetic: %s, stiffness: \"=%s/friction_give\"",
                      dof->joint, dof->coordinate, most, most);
  im->has_friction = true;
}

void jni_import_coupling(jni_import *im, const char *wanted, const jni_xml *node, jni_dof *self, const jni_dof *other,
                         double factor, double offset) {
  const char *name = jni_import_name(im, JNI_NAME_JOINT, 0, wanted, node);
  const char *second = "", *constant = "";
  if (other && factor != 0)
    second = jni_import_format(im, ", %s: %s", jni_dof_path(im, other), jni_number_text(im, -factor));
  if (offset != 0) constant = jni_import_format(im, ", offset: %s", jni_number_text(im, offset));
  jni_import_add_line(im, &im->joints, name, NULL, "type: coupling, terms: {%s: 1%s}%s", jni_dof_path(im, self), second,
                      constant);
  self->follows = true;
  self->leader = other ? (int)(other - im->dofs) : -1;
  self->factor = factor;
  self->offset = offset;
}

void jni_import_rotor(jni_import *im, jni_dof *dof, const jni_xml *node, double inertia) {
  if (!(inertia > 0)) return;
  const char *wanted = jni_import_format(im, "%s_rotor", dof->source && dof->source[0] ? dof->source : dof->joint);
  jni_mass mass = {.mass = 1, .inertia = {inertia, inertia, inertia}};
  jni_pose place = jni_pose_identity();
  int body = jni_import_add_body(im, wanted, NULL, 0, &mass, &place);
  dof->rotor = body;
  dof->armature = inertia;
  im->bodies[body].not_drawn = true;
  im->bodies[body].comment =
      jni_import_format(im, "armature of joint %s: a flywheel; its mass has no effect", dof->joint);
  const char *name = jni_import_name(im, JNI_NAME_JOINT, 0, wanted, NULL);
  jni_import_add_line(im, &im->joints, name, NULL, "type: revolute, between: [ground, %s], axis: z",
                      im->bodies[body].name);
  jni_import_add_line(im, &im->joints,
                      jni_import_name(im, JNI_NAME_JOINT, 0, jni_import_format(im, "%s_coupling", wanted), NULL), NULL,
                      "type: coupling, terms: {%s: 1, %s: -1}", jni_dof_path(im, dof), name);
  jni_import_say(im, JN_NOTE, node, "its armature is the flywheel %s on the ground, coupled to joint %s",
                 im->bodies[body].name, dof->joint);
}

// ---- stops -----------------------------------------------------------------------------------------------------

// Returns im->subtrees, which the first call computes; NULL: no memory.
static const jni_mass *subtree_masses(jni_import *im) {
  if (im->subtrees) return im->subtrees;
  jni_mass *all = jni_take(&im->pool, im->nbodies, sizeof *all);
  if (!all) return NULL;
  for (int i = 0; i < im->nbodies; i++) all[i] = jni_mass_in(&im->bodies[i].world, &im->bodies[i].mass);
  // parents are stored before their children
  for (int i = im->nbodies - 1; i > 0; i--) jni_mass_add(&all[im->bodies[i].parent], &all[i]);
  im->subtrees = all;
  return all;
}

// Returns the inertia that a coordinate moves while all coordinates are zero, without armature: u . J u + m |u x r|^2,
// kg m^2; for a slide the mass, kg. all: masses of subtrees.
static double moved_inertia(const jni_dof *dof, const jni_mass *all) {
  const jni_mass *m = &all[dof->body];
  if (dof->slide) return m->mass;
  const double *J = m->inertia, *u = dof->axis;
  double r[3], arm[3];
  jnk_sub(m->com, dof->anchor, r);
  jnk_cross(u, r, arm);
  double about = J[0] * u[0] * u[0] + J[1] * u[1] * u[1] + J[2] * u[2] * u[2];
  about += 2 * (J[3] * u[0] * u[1] + J[4] * u[0] * u[2] + J[5] * u[1] * u[2]);
  return about + m->mass * jnk_dot(arm, arm);
}

double jni_import_joint_inertia(jni_import *im, const jni_dof *dof) {
  const jni_mass *all = subtree_masses(im);
  return all ? moved_inertia(dof, all) + dof->armature : 0;
}

static void add_stop(jni_import *im, const jni_dof *dof, double inertia) {
  const char *lower = "", *upper = "";
  im->place = dof->place;
  if (dof->lower > -HUGE_VAL) lower = jni_import_format(im, ", lower: %s", jni_number_text(im, dof->lower));
  if (dof->upper < HUGE_VAL) upper = jni_import_format(im, ", upper: %s", jni_number_text(im, dof->upper));
  char moved[32];
  jni_print(moved, sizeof moved, "%.4g", inertia > 1e-12 ? inertia : 1e-12);
  jni_import_add_line(
      im, &im->forces, force_name(im, dof, "stop"), NULL,
      "type: stop, joint: %s, coordinate: %s%s%s, stiffness: \"=%s*stop_rate^2\", damping: \"=0.2*%s*stop_rate\"",
      dof->joint, dof->coordinate, lower, upper, moved, moved);
  im->has_stops = true;
}

void jni_import_stops(jni_import *im) {
  const jni_mass *all = subtree_masses(im);
  for (int i = 0; all && i < im->ndofs; i++) {
    const jni_dof *dof = &im->dofs[i];
    if (dof->lower > -HUGE_VAL || dof->upper < HUGE_VAL) add_stop(im, dof, moved_inertia(dof, all));
  }
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_compliance.c - the compliance of joints, by which redundant joints share their load (redundant_reactions.c).
//
// The strain energy of all joints is 1/2 sum of
//   c_t |F|^2 + c_r |T|^2           joints between two bodies: F, T the reaction of the joint's own equations about
//                                   the middle of its two points
//   c_t (F_t^2 + F_r^2)             gears with teeth: the force of the teeth
//   sum_k c_k (scale f_k lambda)^2  other relations of coordinates or points: what acts along each of them; c_k is c_r
//                                   of the coordinate's joint for an angle, c_t for a length; of a function joint the
//                                   driven coordinate alone
// Without `compliance`, c_t is the same for all joints. c_r = c_t / L^2, L^2 the mean of s^2 over the bodies of the
// joint, s^2 of a body being its radius of gyration squared plus the mean squared distance of its joints from its
// centre of mass. Joints without equations of orientation have no T.
#include <math.h>

#include "kernel/vec3.h"
#include "system/reaction.h"
#include "system/system.h"

static double joint_size(const jn_system *system, int joint, const double *size) {
  const jni_joint_element *element = &system->model->joints[joint];
  double sum = 0;
  int n = 0;
  for (int end = 0; element->kind->two_ended && end < 2; end++) {
    int body = system->model->frames[element->def.between[end].i].body;
    sum += size[body];
    n += size[body] > 0;
  }
  return n > 0 ? sum / n : system->length_scale * system->length_scale;
}

// Returns whether a joint transmits a torque: it is in the spanning tree or has an equation of orientation.
static bool has_couples(const jn_system *system, int joint) {
  if (jni_in_tree(system, joint)) return true;
  for (int i = 0; i < jni_joint_row_count(system, joint); i++) {
    const jni_primitive *p = &system->primitives[system->row_primitive[jni_joint_row(system, joint, i)]];
    if (p->kind == JNI_PERPENDICULAR || p->kind == JNI_TWIST || p->kind == JNI_RELATIVE_ANGLE) return true;
  }
  return false;
}

// Returns the compliance c of an equation over coordinates or points: its strain energy is 1/2 c lambda^2. rotation:
// 1 / L^2 of each joint.
static double row_compliance(const jn_system *system, const jni_strain *strain, const jni_primitive *p,
                             const double *rotation) {
  const jni_joint_element *element = &system->model->joints[p->joint];
  double sum = 0;
  if (jni_has_teeth(element)) {
    const jni_gear_mesh *mesh = &system->meshes[system->mesh_of[p->joint]];
    double force = element->def.scale * mesh->share;
    return strain->translation[p->joint] * force * force * (1 + mesh->slope * mesh->slope);
  }
  for (int k = 0; k < p->nterms; k++) {
    const jni_primitive_term *term = &system->terms[p->term_at + k];
    double along = p->scale * term->factor, c = strain->translation[p->joint];
    if (p->kind != JNI_SUM && system->coordinates[term->coordinate].function) continue;
    bool angle = p->kind != JNI_SUM && system->coordinates[term->coordinate].kind == JNI_ANGLE;
    if (angle && element->def.rotation_compliance > 0) c = element->def.rotation_compliance;
    else if (angle) c *= rotation[system->coordinates[term->coordinate].joint];
    sum += c * along * along;
  }
  return sum;
}

bool jni_strain_new(jni_pool *pool, const jn_system *system, jni_strain *strain) {
  const jn_model *model = system->model;
  size_t njoints = (size_t)model->njoints, nbodies = (size_t)model->nbodies;
  strain->translation = jni_doubles(pool, njoints);
  strain->rotation = jni_doubles(pool, njoints);
  strain->row = jni_doubles(pool, (size_t)system->sizes.nc);
  double *size = jni_doubles(pool, nbodies), *per_length = jni_doubles(pool, njoints);
  int *count = jni_ints(pool, nbodies);
  if (pool->failed) return false;

  // Sets size (nbodies) to s^2 of each body, m^2; 0 for the ground and for a particle.
  for (int j = 0; j < model->njoints; j++)
    for (int end = 0; model->joints[j].kind->two_ended && end < 2; end++) {
      const jni_frame *frame = &model->frames[model->joints[j].def.between[end].i];
      double d[3];
      jnk_sub(frame->p, model->bodies[frame->body].com, d);
      size[frame->body] += jnk_dot(d, d);
      count[frame->body]++;
    }
  for (int b = 0; b < model->nbodies; b++) {
    const jni_body *body = &model->bodies[b];
    double trace = body->inertia[0] + body->inertia[1] + body->inertia[2];
    if (count[b] > 0) size[b] /= count[b];
    if (body->mass > 0) size[b] += (model->space == JN_PLANE ? body->inertia[2] : trace / 2) / body->mass;
  }
  size[0] = 0;

  for (int j = 0; j < model->njoints; j++) {
    const jn_joint_def *def = &model->joints[j].def;
    per_length[j] = 1 / joint_size(system, j, size);
    strain->translation[j] = def->compliance > 0 ? def->compliance : JNI_COMPLIANCE;
    double rotation = def->rotation_compliance > 0 ? def->rotation_compliance : strain->translation[j] * per_length[j];
    strain->rotation[j] = has_couples(system, j) ? rotation : 0;
  }
  for (int i = 0; i < system->sizes.nc; i++) {
    const jni_primitive *p = &system->primitives[system->row_primitive[i]];
    bool single = p->joint >= 0 && !model->joints[p->joint].kind->two_ended;
    strain->row[i] = single ? row_compliance(system, strain, p, per_length) : 0;
  }
  return true;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// teeth.c - finds the meshes of gears with teeth (model/gear_mesh.h), and computes their pitch points and, from the
// multiplier of the gear's equation, the tooth force.
#include <math.h>

#include "kernel/vec3.h"
#include "system/motion.h"
#include "system/reaction.h"
#include "system/system.h"
#include "system/system_build.h"

bool jni_system_find_meshes(jn_system *system, jn_report *report) {
  const jn_model *model = system->model;
  char what[256];
  int n = 0;
  for (int j = 0; j < model->njoints; j++) n += jni_has_teeth(&model->joints[j]);
  if (n == 0) return true;
  system->meshes = jni_take(&system->pool, n, sizeof *system->meshes);
  system->mesh_of = jni_ints(&system->pool, model->njoints);
  if (system->pool.failed) {
    jni_report_no_memory(report);
    return false;
  }
  for (int j = 0; j < model->njoints; j++) {
    const jni_joint_element *joint = &model->joints[j];
    if (!jni_has_teeth(joint)) continue;
    system->mesh_of[j] = system->nmeshes;
    jni_gear_mesh *mesh = &system->meshes[system->nmeshes++];
    if (!jni_gear_mesh_find(model, joint->kind, &joint->def, mesh, what, sizeof what)) {
      jn_report_fault(report, JN_BAD_MODEL, joint->name, "%s", what);
      return false;
    }
  }
  return true;
}

// Transforms the direction `local` from the axes of the carrier to ground axes; writes it to `out`.
static void turn(const jni_motion *carrier, const double local[3], double out[3]) {
  jnk_mat_vec(carrier->R, local, out);
}

void jni_pitch_point(const jn_system *system, const jn_work *work, int joint, double point[3]) {
  const jni_gear_mesh *m = &system->meshes[system->mesh_of[joint]];
  double arm[3], from_com[3], u[3], e[3], to_plane[3];
  jni_motion carrier, at;
  jni_body_motion(system, work, m->carrier, &carrier);
  jni_frame_motion(system, work, m->at, &at);
  jnk_sub(m->origin, system->model->bodies[m->carrier].com, from_com);
  turn(&carrier, from_com, arm);
  turn(&carrier, m->u, u);
  turn(&carrier, m->e, e);
  jnk_add(carrier.r, arm, point);
  jnk_sub(at.r, point, to_plane);
  jnk_add_scaled(point, jnk_dot(to_plane, u), u, point);
  jnk_add_scaled(point, m->reach, e, point);
}

void jni_tooth_force(const jn_system *system, const jn_work *work, int joint, const double *lambda, double force[3]) {
  const jni_gear_mesh *m = &system->meshes[system->mesh_of[joint]];
  double u[3], e[3], t[3], F = -system->model->joints[joint].def.scale * m->share * lambda[system->joint_row[joint]];
  jni_motion carrier;
  jni_body_motion(system, work, m->carrier, &carrier);
  turn(&carrier, m->u, u);
  turn(&carrier, m->e, e);
  jnk_cross(u, e, t);
  for (int i = 0; i < 3; i++) force[i] = F * t[i] + fabs(F) * m->slope * m->outward * e[i];
}

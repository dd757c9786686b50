// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_load.c - load of a joint at the last accepted step, joint.NAME.load: the magnitude of its reaction force
// perpendicular to its displacements. It is a discrete state in s, which friction laws may read; the current reaction
// would depend on the force that reads it.
#include "kernel/vec3.h"
#include "system/motion.h"
#include "system/reaction.h"
#include "system/signal_value.h"
#include "system/work.h"

static double load_of(const jn_system *system, jn_work *work, int joint, const double *vdot, const double *lambda) {
  const jn_frame *between = system->model->joints[joint].def.between;
  int end = system->width[system->model->frames[between[1].i].body] > 0 ? 1 : 0;
  double force[3], torque[3];
  jni_joint_reaction(system, work, joint, end, vdot, lambda, force, torque);

  // Removes from `force` its components along the displacements of the joint.
  const jni_joint_kind *kind = system->model->joints[joint].kind;
  bool plane = system->model->space == JN_PLANE;
  for (int i = 0; i < kind->ncoordinates; i++) {
    int number = kind->coordinates[i].kind == JNI_DISPLACEMENT ? jni_coordinate_find(system, joint, i) : -1;
    jni_coordinate_state state;
    double along[3];
    if (number < 0) continue;
    jni_coordinate_calc(system, work, number, &state);
    jnk_set(state.J[end][0], state.J[end][1], plane ? 0 : state.J[end][2], along);
    if (jnk_normalize(along) > 0) jnk_add_scaled(force, -jnk_dot(force, along), along, force);
  }
  return jnk_norm(force);
}

bool jni_has_loads(const jn_system *system) {
  for (int i = 0; i < system->nfollowed; i++)
    if (system->followed[i].kind == JNI_SIGNAL_LOAD) return true;
  return false;
}

void jni_loads_sample(const jn_system *system, jn_work *work, const double *vdot, const double *lambda, double *s) {
  for (int i = 0; i < system->nfollowed; i++)
    if (system->followed[i].kind == JNI_SIGNAL_LOAD)
      s[system->followed_at + JNI_WINDING * i] = load_of(system, work, system->followed[i].a, vdot, lambda);
  work->stamp++;  // invalidates cached results, which were computed with the old loads
}

double jni_load_sampled(const jn_system *system, const jn_work *work, const jni_signal *signal) {
  for (int i = 0; i < system->nfollowed; i++)
    if (jni_turn_same(&system->followed[i], signal)) return work->s[system->followed_at + JNI_WINDING * i];
  return 0;
}

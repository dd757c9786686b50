// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_steady.c - computes points of the steady curves of a tyre by its slip law, for programs that call the library.
#include <string.h>

#include "force/tyre/ground_tyre.h"
#include "jounce/tyre.h"
#include "model/model.h"

// Evaluates the law of a tyre on soft ground at the depth h (m) of the wheel below the road for a slip, for the soil on
// the left side of the road. Stores load and forces in *out.
static void calc_ground(const jni_force_element *force, double h, const jnk_patch_slip *slip, jn_tyre_point *out) {
  const jnk_ground_law *law = &force->kind->tyre->ground->law;
  const double *numbers = jnk_soft_numbers(jnk_soft_of_block(force->numbers), 1);
  jnk_patch patch = {.h = h};
  jnk_patch_force f;
  law->stand(numbers, &patch);
  law->calc(numbers, &patch, slip, &f);
  *out = (jn_tyre_point){.load = patch.load + f.lift,
                         .traction = f.traction,
                         .torque = (force->def.tyre.radius - patch.deflection) * f.tread,
                         .resistance = f.resistance,
                         .side = f.side,
                         .sinkage = patch.sinkage};
}

static void calc_hard(const jni_force_element *force, double h, double slip, double tangent, jn_tyre_point *out) {
  const jn_tyre_def *def = &force->def.tyre;
  double load = jni_tyre_static_load(force, h), height = h < def->radius ? def->radius - h : 0;
  jnk_slip_force f = {0};
  if (load > 0)
    force->kind->tyre->calc(jni_tyre_law_numbers(force), &(jnk_slip){.x = slip, .y = tangent, .Fz = load, .grip = 1},
                            &f);
  *out =
      (jn_tyre_point){.load = load, .traction = f.Fx, .torque = height * (f.Fx + def->rolling[0] * load), .side = f.Fy};
}

double jn_tyre_radius(const jn_model *model, jn_force tyre) {
  JNI_ASSERT(model && tyre.i >= 0 && tyre.i < model->nforces);
  const jni_force_element *force = &model->forces[tyre.i];
  return force->kind->tyre ? force->def.tyre.radius : 0;
}

bool jn_tyre_steady(const jn_model *model, jn_force tyre, double deflection, double slip, double slip_angle,
                    jn_tyre_point *out) {
  JNI_ASSERT(model && tyre.i >= 0 && tyre.i < model->nforces && out);
  const jni_force_element *force = &model->forces[tyre.i];
  memset(out, 0, sizeof *out);
  if (!force->kind->tyre || !force->numbers) return false;
  if (!(deflection > 0)) return true;
  double tangent = jnk_sin(slip_angle) / jnk_cos(slip_angle);
  if (force->kind->tyre->ground) calc_ground(force, deflection, &(jnk_patch_slip){slip, tangent, 1}, out);
  else calc_hard(force, deflection, slip, tangent, out);
  return true;
}

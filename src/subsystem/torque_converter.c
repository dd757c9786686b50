// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// torque_converter.c - subsystem kind: a hydrodynamic torque converter with a lock-up clutch, for both directions of
// power flow. Its data are capacity factor and torque ratio over the speed ratio. The law is in
// kernel/subsystem/converter.h.
#include <stdio.h>
#include <string.h>

#include "force/force_law.h"
#include "kernel/subsystem/converter.h"
#include "subsystem/code.h"
#include "subsystem/field.h"

static const jni_field fields[] = {
    JNI_INPUT("impeller_speed", torque_converter.impeller_speed, SPEED, JNI_FIRST, true, "speed of the engine's shaft"),
    JNI_INPUT("turbine_speed", torque_converter.turbine_speed, SPEED, JNI_FIRST, true,
              "speed of the gearbox' input shaft"),
    JNI_INPUT("lockup", torque_converter.lockup, NONE, JNI_FIRST, false,
              "share of the lock-up clutch that is closed, 0 to 1"),
    JNI_CURVE("capacity", torque_converter.capacity, NONE, NONE, true,
              "capacity factor K over speed ratio: impeller torque = (speed/K)^2, in rad/s and N m"),
    JNI_CURVE("torque_ratio", torque_converter.torque_ratio, NONE, NONE, true,
              "turbine torque over impeller torque, over speed ratio"),
    JNI_PARAMETER("slip_band", torque_converter.slip_band, NUMBER, NONE, POSITIVE, false,
                  "speed ratios below 1 within which the torque goes to zero, default 0.02"),
    JNI_PARAMETER("lockup_capacity", torque_converter.lockup_capacity, NUMBER, MOMENT, NOT_NEGATIVE, false,
                  "torque that the closed lock-up clutch can carry"),
    JNI_PARAMETER("lockup_damping", torque_converter.lockup_damping, NUMBER, ANGULAR_DAMPING, NOT_NEGATIVE, false,
                  "torque of the lock-up clutch per slip below its capacity, default 20 N m s/rad"),
};
enum { IMPELLER_SPEED, TURBINE_SPEED, LOCKUP };

static const jni_subsystem_word outputs[] = {{"impeller_torque", JNI_DIM_MOMENT, JNI_FIRST},
                                             {"turbine_torque", JNI_DIM_MOMENT, JNI_FIRST},
                                             {"speed_ratio", JNI_DIM_NONE, JNI_FIRST},
                                             {"efficiency", JNI_DIM_NONE, JNI_FIRST}};

// ---- checks -------------------------------------------------------------------------------------------------------

static bool check_at(const jn_torque_converter_def *def, double r, char *what, size_t size) {
  double slope, K = jni_law_value(&def->capacity, r, &slope), ratio = jni_law_value(&def->torque_ratio, r, &slope);
  if (!(K > 0)) {
    jni_print(what, size, "'capacity' must be positive, but is %g at speed ratio %g", K, r);
    return false;
  }
  if (!(ratio > 0)) {
    jni_print(what, size, "'torque_ratio' must be positive, but is %g at speed ratio %g", ratio, r);
    return false;
  }
  if (!(ratio * r <= 1 + 1e-9)) {
    jni_print(what, size,
              "at speed ratio %g the torque ratio %g gives out more power than is put in: it must be at "
              "most 1/%g",
              r, ratio, r);
    return false;
  }
  return true;
}

// Number of speed ratios between 0 and 1 at which the check evaluates the curves, in addition to the points of the
// curves.
enum { NCHECKED = 101 };

static bool check_curves(const jn_torque_converter_def *def, char *what, size_t size) {
  const jn_law *const laws[] = {&def->capacity, &def->torque_ratio};
  for (int i = 0; i < NCHECKED; i++)
    if (!check_at(def, i / (double)(NCHECKED - 1), what, size)) return false;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < laws[k]->n; i++) {
      double r = laws[k]->x[i];
      if (r > 0 && r < 1 && !check_at(def, r, what, size)) return false;
    }
  return true;
}

static bool check(const jn_model *model, const jn_subsystem_def *def, char *what, size_t size) {
  const jn_torque_converter_def *c = &def->torque_converter;
  (void)model;
  if (!jni_law_given(&c->capacity) || !jni_law_given(&c->torque_ratio)) {
    snprintf(what, size, "needs 'capacity' and 'torque_ratio'");
    return false;
  }
  if (!(c->slip_band < 1)) {
    jni_print(what, size, "slip_band must be below 1, got %g", c->slip_band);
    return false;
  }
  if (c->lockup && !(c->lockup_capacity > 0)) {
    snprintf(what, size, "'lockup' needs 'lockup_capacity'");
    return false;
  }
  return check_curves(c, what, size);
}

// ---- values -------------------------------------------------------------------------------------------------------

static void calc(const jni_subsystem_element *e, const jni_subsystem_input *in, jni_stage stage, double *output) {
  if (stage != JNI_FIRST) return;
  jnk_converter_result r =
      jnk_converter_calc(e->constants, in->value[IMPELLER_SPEED], in->value[TURBINE_SPEED], in->value[LOCKUP]);
  output[0] = r.impeller;
  output[1] = r.turbine;
  output[2] = r.speed_ratio;
  output[3] = r.efficiency;
}

static void constants(const jni_subsystem_element *e, jni_constants *list) {
  const jn_torque_converter_def *def = &e->def.torque_converter;
  jnk_converter c = {
      .band = def->slip_band, .lock_damping = def->lockup_damping, .lock_capacity = def->lockup_capacity};
  jni_constants_list(list, &c.capacity, (int)(sizeof c / sizeof(double)));
  c.capacity = jni_law_put(&def->capacity, list);
  c.ratio = jni_law_put(&def->torque_ratio, list);
  if (!list->pool.failed) memcpy(list->list, &c, sizeof c);
}

static const jni_subsystem_code code = {.stage = {JNI_CODE_CALL(jnk_call_converter)}, .constants = constants};

static void shape(jn_model *model, jni_subsystem_element *e) { jni_subsystem_keep(model, e, &code); }

const jni_subsystem_kind jni_subsystem_torque_converter = {
    .name = "torque-converter",
    .help = "torque converter by capacity factor and torque ratio over speed ratio, both ways, with lock-up",
    JNI_FIELDS(fields),
    .outputs = JNI_WORDS(outputs),
    .check = check,
    .shape = shape,
    .calc = calc,
    .code = &code,
};

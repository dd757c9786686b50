// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// friction.c - friction of a joint coordinate: Coulomb, Stribeck and viscous (hold.h).
#include <math.h>
#include <stdio.h>

#include "force/hold.h"

static const jni_field fields[] = {
    JNI_FIELD_ON_JOINT("the joint whose coordinate it holds"),
    JNI_FIELD_AS("kinetic", value[0], EXPRESSION, MOMENT, FORCE, ANY, true,
                 "Coulomb friction while it slips, an expression"),
    JNI_FIELD_AS("static", value[1], EXPRESSION, MOMENT, FORCE, ANY, false,
                 "the most that it holds at standstill, an expression; default kinetic"),
    JNI_FIELD(stribeck_rate, NUMBER, SPEED, ANGULAR_SPEED, POSITIVE,
              "rate over which static falls to kinetic, by exp(-(rate / stribeck_rate)^2)"),
    JNI_FIELD(viscous, NUMBER, DAMPING, ANGULAR_DAMPING, NOT_NEGATIVE, "force per rate beside it; default 0"),
    JNI_HOLD_FIELDS,
};

// Returns the value of an expression that is a plain number; `otherwise` for other expressions, which have no value
// before the run.
static double number_of(const char *text, double otherwise) {
  double value;
  const char *end = text ? jni_number_parse(text, &value) : NULL;
  return end && !*end ? value : otherwise;
}

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  double kinetic = number_of(def->value[0], 0), most = number_of(def->value[1], HUGE_VAL);
  if (!jni_hold_check(model, def, what, size)) return false;
  if (def->value[1] && !(def->stribeck_rate > 0)) {
    snprintf(what, size, "'static' needs 'stribeck_rate', the rate over which it falls to 'kinetic'");
    return false;
  }
  if (!(kinetic >= 0)) {
    jni_print(what, size, "'kinetic' must be zero or positive, got %g", kinetic);
    return false;
  }
  if (!(most >= 0)) {
    jni_print(what, size, "'static' must be zero or positive, got %g", most);
    return false;
  }
  if (most >= kinetic) return true;
  jni_print(what, size, "'static', %g, is below 'kinetic', %g: at standstill it holds no less than while it slips",
            most, kinetic);
  return false;
}

const jni_force_kind jni_force_friction = {
    .name = "friction",
    .help = "dry friction of a joint coordinate (Coulomb, Stribeck, viscous), which holds at standstill",
    JNI_FIELDS(fields),
    JNI_HOLD_KIND,
    .check = check,
};

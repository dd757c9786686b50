// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// automatic_gearbox.c - subsystem kind: an automatic gearbox without inertia. The gear is a discrete state that changes
// at located events, by shift speeds or on demand. Laws and shift logic are in kernel/subsystem/gearbox.h and
// driveline.h.
#include <math.h>
#include <stdio.h>

#include "kernel/subsystem/driveline_call.h"
#include "model/model.h"
#include "subsystem/code.h"
#include "subsystem/field.h"

static const jni_field fields[] = {
    JNI_INPUT("output_speed", automatic_gearbox.output_speed, SPEED, JNI_FIRST, true, "speed of the output shaft"),
    JNI_INPUT("free_speed", automatic_gearbox.free_speed, SPEED, JNI_FIRST, false,
              "speed of the input shaft in neutral, that of the engine as a rule; default 0"),
    JNI_INPUT("input_torque", automatic_gearbox.input_torque, MOMENT, JNI_SECOND, true, "torque of the input shaft"),
    JNI_INPUT("throttle", automatic_gearbox.throttle, NONE, JNI_LAST, false,
              "0 to 1, between the shift speeds of throttle 0 and 1; default 0"),
    JNI_INPUT("demand", automatic_gearbox.demand, NONE, JNI_LAST, false,
              "-1 reverse, 0 neutral, 1, 2, .. highest gear allowed; default the highest"),
    JNI_PARAMETER("ratios", automatic_gearbox.ratios, QUANTITIES, NONE, POSITIVE, true,
                  "input speed over output speed of gears 1, 2, .., descending"),
    JNI_PARAMETER("reverse", automatic_gearbox.reverse, NUMBER, NONE, NOT_NEGATIVE, false,
                  "input speed over output speed of the reverse gear, without its sign; 0: no reverse gear"),
    JNI_PARAMETER("upshift", automatic_gearbox.upshift, QUANTITIES, SPEED, POSITIVE, false,
                  "input speeds at which gears 1, 2, .. shift up at throttle 0; one for all"),
    JNI_PARAMETER("upshift_full", automatic_gearbox.upshift_full, QUANTITIES, SPEED, POSITIVE, false,
                  "the same at throttle 1, default those of upshift"),
    JNI_PARAMETER("downshift", automatic_gearbox.downshift, QUANTITIES, SPEED, POSITIVE, false,
                  "input speeds at which gears 2, 3, .. shift down at throttle 0; one for all"),
    JNI_PARAMETER("downshift_full", automatic_gearbox.downshift_full, QUANTITIES, SPEED, POSITIVE, false,
                  "the same at throttle 1, default those of downshift"),
    JNI_PARAMETER("latency", automatic_gearbox.latency, NUMBER, TIME, NOT_NEGATIVE, false,
                  "duration of a shift, default 0.5 s"),
    JNI_PARAMETER("carried", automatic_gearbox.carried, NUMBER, NONE, NOT_NEGATIVE, false,
                  "share of the torque in the middle of a shift: 1 (default) to 0, interrupted"),
    JNI_PARAMETER("standstill", automatic_gearbox.standstill, NUMBER, SPEED, POSITIVE, false,
                  "output speed below which it changes its direction, default 1 rad/s"),
    JNI_PARAMETER("efficiency", automatic_gearbox.efficiency, NUMBER, NONE, POSITIVE, false,
                  "efficiency of every gear, default 1"),
    JNI_PARAMETER("manual", automatic_gearbox.manual, FLAG, NONE, ANY, false,
                  "the input `demand` is the gear; there are no shift speeds"),
    JNI_PARAMETER("gear", automatic_gearbox.gear, NUMBER, NONE, ANY, false, "gear at the start, default 1"),
};
enum { OUTPUT_SPEED, FREE_SPEED, INPUT_TORQUE, THROTTLE, DEMAND };

static const jni_subsystem_word outputs[] = {{"ratio", JNI_DIM_NONE, JNI_FIRST},
                                             {"engaged", JNI_DIM_NONE, JNI_FIRST},
                                             {"input_speed", JNI_DIM_SPEED, JNI_FIRST},
                                             {"output_torque", JNI_DIM_MOMENT, JNI_SECOND}};
enum { RATIO, ENGAGED, INPUT_SPEED, OUTPUT_TORQUE };
static const jni_subsystem_word discretes[] = {{"gear", JNI_DIM_NONE, JNI_FIRST},
                                               {"from_gear", JNI_DIM_NONE, JNI_FIRST},
                                               {"shift_start", JNI_DIM_TIME, JNI_FIRST},
                                               {"shifting", JNI_DIM_NONE, JNI_FIRST}};
enum { GEAR, FROM_GEAR, SHIFT_START, SHIFTING };

// ---- checks -------------------------------------------------------------------------------------------------------

static double of_list(const jn_numbers *list, int i) { return list->value[list->n == 1 ? 0 : i]; }

// Returns the list of shift speeds for throttle 0 (`none`) or throttle 1 (`full`); an empty list `full` means the same
// speeds as at throttle 0.
static const jn_numbers *at_throttle(const jn_numbers *none, const jn_numbers *full, int throttle) {
  return throttle && full->n > 0 ? full : none;
}

static bool check_list(const char *key, const jn_numbers *list, int shifts, char *what, size_t size) {
  if (list->n <= 1 || list->n == shifts) return true;
  snprintf(what, size, "'%s' needs one speed, or %d of them for %d gears, but has %d", key, shifts, shifts + 1,
           list->n);
  return false;
}

static bool check_lists(const jn_automatic_gearbox_def *def, char *what, size_t size) {
  int n = def->ratios.n - 1;
  if (n > 0 && !def->manual && (def->upshift.n == 0 || def->downshift.n == 0)) {
    snprintf(what, size, "needs 'upshift' and 'downshift', the speeds at which it shifts");
    return false;
  }
  if ((def->upshift_full.n > 0 && def->upshift.n == 0) || (def->downshift_full.n > 0 && def->downshift.n == 0)) {
    snprintf(what, size, "speeds at full throttle need those at throttle 0, 'upshift' and 'downshift'");
    return false;
  }
  return check_list("upshift", &def->upshift, n, what, size) &&
         check_list("upshift_full", &def->upshift_full, n, what, size) &&
         check_list("downshift", &def->downshift, n, what, size) &&
         check_list("downshift_full", &def->downshift_full, n, what, size);
}

// Checks, at throttle 0 and 1, that after each upshift the input speed is above the speed at which the new gear shifts
// down; otherwise the gearbox would shift back at once. Returns false with a sentence in `what`.
static bool check_hunting(const jn_automatic_gearbox_def *def, char *what, size_t size) {
  for (int throttle = 0; throttle < 2 && def->upshift.n > 0 && def->downshift.n > 0; throttle++)
    for (int i = 0; i + 1 < def->ratios.n; i++) {
      double up = of_list(at_throttle(&def->upshift, &def->upshift_full, throttle), i),
             down = of_list(at_throttle(&def->downshift, &def->downshift_full, throttle), i),
             after = up * def->ratios.value[i + 1] / def->ratios.value[i];
      if (after > down) continue;
      jni_print(what, size,
                "gear %d would shift down at once after the shift up from gear %d at throttle %d: it begins with an "
                "input speed of %.4g rad/s, and shifts down at %.4g",
                i + 2, i + 1, throttle, after, down);
      return false;
    }
  return true;
}

static bool check(const jn_model *model, const jn_subsystem_def *subsystem, char *what, size_t size) {
  const jn_automatic_gearbox_def *def = &subsystem->automatic_gearbox;
  (void)model;
  if (def->ratios.n < 1) {
    snprintf(what, size, "needs 'ratios'");
    return false;
  }
  for (int i = 1; i < def->ratios.n; i++)
    if (!(def->ratios.value[i] < def->ratios.value[i - 1])) {
      jni_print(what, size, "'ratios' are input speed over output speed and must descend, but %g follows %g",
                def->ratios.value[i], def->ratios.value[i - 1]);
      return false;
    }
  if (!(def->gear == floor(def->gear) && def->gear >= (def->reverse > 0 ? -1 : 0) && def->gear <= def->ratios.n)) {
    jni_print(what, size, "'gear' must be %s0 or 1 to %d, got %g", def->reverse > 0 ? "-1, " : "", def->ratios.n,
              def->gear);
    return false;
  }
  if (!(def->carried <= 1 && def->efficiency <= 1)) {
    snprintf(what, size, "'carried' and 'efficiency' are at most 1");
    return false;
  }
  return check_lists(def, what, size) && check_hunting(def, what, size);
}

// ---- constants ----------------------------------------------------------------------------------------------------

// Returns n shift speeds, rad/s, in memory of the model, from a list that has one for each gear or one for all. An
// empty list gives 1e300, a speed that is never reached. NULL: no memory.
static const double *speeds_of(jn_model *model, const jn_numbers *list, int n) {
  double *made = jni_doubles(&model->pool, (size_t)n + 1);
  for (int i = 0; i < n && made; i++) made[i] = list->n > 0 ? of_list(list, i) : 1e300;
  return made;
}

static void shape(jn_model *model, jni_subsystem_element *e) {
  const jn_automatic_gearbox_def *def = &e->def.automatic_gearbox;
  jnk_gearbox *g = jni_take(&model->pool, 1, sizeof *g);
  int n = def->ratios.n;
  if (g) {
    *g = (jnk_gearbox){.n = n,
                       .ratio = def->ratios.value,
                       .reverse = -def->reverse,
                       .latency = def->latency,
                       .carried = def->carried,
                       .standstill = def->standstill,
                       .efficiency = def->efficiency,
                       .manual = def->manual};
    for (int k = 0; k < 2; k++) {
      g->up[k] = speeds_of(model, at_throttle(&def->upshift, &def->upshift_full, k), n - 1);
      g->down[k] = speeds_of(model, at_throttle(&def->downshift, &def->downshift_full, k), n - 1);
    }
  }
  e->constants = g;
  if (model->pool.failed) model->no_memory = true;
}

// ---- values -------------------------------------------------------------------------------------------------------

static void start(const jni_subsystem_element *e, double *state, double *discrete) {
  (void)state;
  discrete[GEAR] = discrete[FROM_GEAR] = e->def.automatic_gearbox.gear;
}

static void calc(const jni_subsystem_element *e, const jni_subsystem_input *in, jni_stage stage, double *output) {
  const jnk_gearbox *g = e->constants;
  const jnk_gearbox_state s = jnk_gearbox_state_of(g, in->discrete);
  if (stage == JNI_SECOND) {
    output[OUTPUT_TORQUE] = jnk_gearbox_torque(g, &s, in->t, in->output[RATIO], in->value[INPUT_TORQUE]);
    return;
  }
  output[RATIO] = jnk_gearbox_ratio(g, &s, in->t);
  output[ENGAGED] = jnk_gearbox_engaged(g, &s, in->t);
  output[INPUT_SPEED] =
      jnk_gearbox_input_speed(output[RATIO], output[ENGAGED], in->value[OUTPUT_SPEED], in->value[FREE_SPEED]);
}

// ---- shifts -------------------------------------------------------------------------------------------------------

static jnk_gearbox_input shift_input(const jni_subsystem_element *e, const jni_subsystem_input *in) {
  bool asked = e->def.automatic_gearbox.demand != NULL;
  return (jnk_gearbox_input){in->t, in->value[OUTPUT_SPEED], in->value[THROTTLE],
                             jnk_gearbox_wish(e->constants, asked, in->value[DEMAND])};
}

static void roots(const jni_subsystem_element *e, const jni_subsystem_input *in, double *root) {
  const jnk_gearbox_state s = jnk_gearbox_state_of(e->constants, in->discrete);
  const jnk_gearbox_input at = shift_input(e, in);
  jnk_gearbox_due(e->constants, &s, &at, root);
}

static void jump(const jni_subsystem_element *e, const jni_subsystem_input *in, int root, double *state,
                 double *discrete) {
  jnk_gearbox_state s = jnk_gearbox_state_of(e->constants, in->discrete);
  const jnk_gearbox_input at = shift_input(e, in);
  (void)state;
  jnk_gearbox_shift(e->constants, &at, root, &s);
  discrete[GEAR] = s.gear;
  discrete[FROM_GEAR] = s.from;
  discrete[SHIFT_START] = s.begun;
  discrete[SHIFTING] = s.shifting;
}

// ---- compiled code ------------------------------------------------------------------------------------------------

static void constants(const jni_subsystem_element *e, jni_constants *c) {
  const jnk_gearbox *g = e->constants;
  bool asked = e->def.automatic_gearbox.demand != NULL;
  const double head[] = {g->n, g->reverse, g->latency, g->carried, g->standstill, g->efficiency, g->manual, asked};
  jni_constants_list(c, head, sizeof head / sizeof *head);
  jni_constants_list(c, g->ratio, g->n);
  for (int k = 0; k < 2; k++) jni_constants_list(c, g->up[k], g->n - 1);
  for (int k = 0; k < 2; k++) jni_constants_list(c, g->down[k], g->n - 1);
}

static const jni_subsystem_code code = {
    .stage = {JNI_CODE_CALL(jnk_call_gearbox_ratio), JNI_CODE_CALL(jnk_call_gearbox_torque)},
    .jump = JNI_CODE_CALL(jnk_call_gearbox_jump),
    .jump_skips = 1u << 2 | 1u << 3 | 0xfu << 6,  // input speed and torque, outputs
    .constants = constants,
    .at_ends = "shifts",
};

const jni_subsystem_kind jni_subsystem_automatic_gearbox = {
    .name = "automatic-gearbox",
    .help = "gears as factors of torque and speed, shifted by speed and throttle or as demanded",
    JNI_FIELDS(fields),
    .outputs = JNI_WORDS(outputs),
    .discretes = JNI_WORDS(discretes),
    .nroots = JNK_SHIFTS,
    .check = check,
    .shape = shape,
    .start = start,
    .calc = calc,
    .roots = roots,
    .jump = jump,
    .code = &code,
};

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_subsystems.c - what holds for every kind of subsystem: words are signals, fields are part of the hash, a run
// goes on from a checkpoint to the last bit, a part and its mirror image give the same numbers; and an engine that is
// written out by states and formulas moves as the subsystem does, with every formulation.
#include <string.h>

#include "check.h"
#include "formulation/formulation.h"
#include "model/hash.h"
#include "simulate/run.h"
#include "trial.h"

// ---- a sample of every kind -----------------------------------------------------------------------------------------

typedef struct {
  const char *type, *keys, *torque;  // torque: of the first shaft, by what it gives
} sample;

static const sample samples[] = {
    {"engine",
     "speed: joint.a.rate, throttle: u, full_load: [[0, 3], [9, 2]], motoring: [[0, 0], [9, -1]], losses: [[-9, 1], "
     "[9, -1]], idle_speed: 5, idle_gain: 0.1, idle_time: 0.3, rev_limit: 7, rev_band: 2, stall_speed: 0.1, idle_load: "
     "0.2",
     "subsystem.S.torque"},
    {"torque-converter",
     "impeller_speed: joint.a.rate + 3, turbine_speed: joint.b.rate, lockup: u, lockup_capacity: 2, lockup_damping: "
     "0.4, capacity: [[0, 4], [1, 6]], torque_ratio: [[0, 2], [1, 1]], slip_band: 0.1",
     "subsystem.S.turbine_torque"},
    {"automatic-gearbox",
     "output_speed: joint.a.rate, free_speed: joint.b.rate, input_torque: 1 + u, throttle: u, demand: 2, ratios: [3, "
     "1.5], reverse: 2, upshift: 1.2, upshift_full: 1.4, downshift: 0.5, downshift_full: 0.6, latency: 0.2, carried: "
     "0.4, standstill: 0.3, efficiency: 0.9, manual: false, gear: 1",
     "subsystem.S.output_torque"},
    {"transfer-case",
     "output_speed: joint.a.rate, input_torque: 1 + u, range: t > 0.45, high: 1.2, low: 2.6, standstill: 9, "
     "starts_low: false",
     "subsystem.S.output_torque"},
    {"path-follower",
     "x: 3*t, y: 0.2*joint.a.angle, heading: 0.1*joint.b.angle, speed: 3 + joint.b.rate, path: {points: [[-1, 0], [2, "
     "0.5], [4, 0]]}, wheelbase: 2, understeer: 0.01, preview_time: 0.4, preview_distance: 0.5, gain: 1.5, limit: 0.8",
     "subsystem.S.steer"},
    {"speed-follower",
     "demand: 'if(t < 0.5, 2, 0)', speed: joint.a.rate, feedforward: 0.1*u, gain: 0.8, integral: 0.3, brake_gain: 0.5, "
     "hold: 0.7, standstill: 0.3",
     "3*subsystem.S.throttle - 2*subsystem.S.brake*joint.a.rate"},
    {"sequence",
     "start: 0.05, rounds: 2, steps: [{set: {push: 1, pull: u}, ramp: 0.1, for: 0.2}, {set: {pull: 0.5}, until: "
     "joint.a.rate > 0.3}]",
     "subsystem.S.push - subsystem.S.pull"},
    {"controller",
     "code: m2, period: 0.02, inputs: {throttle: u, brake: 0.1*u, steer: 0.3, gear: 2, engine_speed: 150 + "
     "joint.a.rate, output_speed: 30 + joint.b.rate, speed: 2 + joint.a.rate}, parameters: {blend: 0.4}",
     "subsystem.S.throttle - subsystem.S.brake_left"},
};
enum { NSAMPLES = sizeof samples / sizeof *samples };

static const sample *sample_of(const jni_subsystem_kind *kind) {
  for (int i = 0; i < NSAMPLES; i++)
    if (strcmp(samples[i].type, kind->name) == 0) return &samples[i];
  return NULL;
}

// Two shafts, one of them driven by what the subsystem gives.
#define SHAFTS                                                                                              \
  "bodies: {a: {mass: 1, inertia: 0.7}, b: {mass: 1, inertia: 0.4}}\n"                                      \
  "joints: {a: {type: revolute, between: [ground, a]}, b: {type: revolute, between: [ground, b]}}\n"        \
  "inputs: {u: '0.4 + 0.3*sin(5*t)'}\n"                                                                     \
  "subsystems: {S: {type: %s, %s}}\n"                                                                       \
  "forces: {push: {type: torque, joint: a, value: %s}, drag: {type: torque, joint: b, value: '1 - joint.b." \
  "rate'}}\n"

static void write_model(const sample *s, char text[4096]) {
  snprintf(text, 4096, "jounce: 1\nspace: plane\n" SHAFTS "simulate: {until: 1, step: 5 ms, checkpoint: 0.2}\n",
           s->type, s->keys, s->torque);
}

// ---- words ----------------------------------------------------------------------------------------------------------

// What only the kind itself reads has no name.
static void check_words(const jn_model *model, const jni_subsystem_word *words, int n, jni_signal_kind kind) {
  for (int i = 0; i < n && words[i].name; i++) {
    jni_signal found[JNI_MAX_COMPONENTS];
    char name[80];
    snprintf(name, sizeof name, "subsystem.S.%s", words[i].name);
    CHECK(jni_signal_resolve(model, name, found, JNI_MAX_COMPONENTS, NULL, 0) == 1 && found[0].kind == kind &&
          found[0].b == i && memcmp(&found[0].dimension, &words[i].dimension, sizeof found[0].dimension) == 0);
    if (kind != JNI_SIGNAL_SUBSYSTEM_STATE) continue;
    snprintf(name, sizeof name, "subsystem.S.%s_rate", words[i].name);
    CHECK(jni_signal_resolve(model, name, found, JNI_MAX_COMPONENTS, NULL, 0) == 1 &&
          found[0].kind == JNI_SIGNAL_SUBSYSTEM_RATE && found[0].dimension.s == words[i].dimension.s - 1);
  }
}

static void test_words(const jn_model *model) {
  const jni_subsystem_element *e = &model->subsystems[0];
  check_words(model, e->outputs, e->noutputs, JNI_SIGNAL_SUBSYSTEM_OUTPUT);
  check_words(model, e->states, e->nstates, JNI_SIGNAL_SUBSYSTEM_STATE);
  check_words(model, e->discretes, e->ndiscretes, JNI_SIGNAL_SUBSYSTEM_DISCRETE);
  CHECK(e->noutputs + e->ndiscretes > 0 && jn_model_nsubsystems(model) == 1);
  CHECK(strcmp(jn_model_subsystem_name(model, (jn_subsystem){0}), "S") == 0);
}

// ---- the hash of the equations -------------------------------------------------------------------------------------

// Another value in a field that is a list of named things; false: it has none.
static bool change_named(const jni_field *field, char *at) {
  switch (field->type) {
    case JNI_FIELD_PATH: ((double *)(uintptr_t)((const jn_path *)(const void *)at)->y)[0] += 1; return true;
    case JNI_FIELD_STEPS: {
      jn_sequence_step *steps = *(jn_sequence_step **)(void *)at;
      steps[0].duration += 1;
      return true;
    }
    case JNI_FIELD_NAMED_EXPRESSIONS: {
      const jn_named_expressions *named = (const jn_named_expressions *)(const void *)at;
      ((jn_named_expression *)(uintptr_t)named->list)[0].text = "2.5";
      return true;
    }
    case JNI_FIELD_NAMED_QUANTITIES: {
      const jn_named_quantities *named = (const jn_named_quantities *)(const void *)at;
      ((jn_named_quantity *)(uintptr_t)named->list)[0].value += 1;
      return true;
    }
    default: return false;
  }
}

// Another value in the field; false: it has none.
static bool change(jn_model *model, const jni_field *field) {
  char *at = (char *)&model->subsystems[0].def + field->offset;
  switch (field->type) {
    case JNI_FIELD_NUMBER: *(double *)(void *)at += 1; return true;
    case JNI_FIELD_FLAG: *(bool *)(void *)at = !*(bool *)(void *)at; return true;
    case JNI_FIELD_EXPRESSION: *(const char **)(void *)at = "2.5"; return true;
    case JNI_FIELD_CURVE: {
      const jn_law *law = (const jn_law *)(void *)at;
      if (law->n > 0) ((double *)(uintptr_t)law->y)[0] += 1;
      return law->n > 0;
    }
    case JNI_FIELD_QUANTITIES: {
      const jn_numbers *list = (const jn_numbers *)(void *)at;
      if (list->n > 0) ((double *)(uintptr_t)list->value)[0] += 1;
      return list->n > 0;
    }
    default: return change_named(field, at);
  }
}

static void test_hash(jn_model *model, const char *type) {
  const jni_subsystem_kind *kind = model->subsystems[0].kind;
  uint64_t before = jni_equations_hash(model);
  for (int i = 0; i < kind->nfields; i++) {
    bool changed = change(model, &kind->fields[i]);
    uint64_t now = jni_equations_hash(model);
    if (changed && now == before) printf("%s: '%s' is no part of the hash\n", type, kind->fields[i].name);
    CHECK(!changed || now != before);
    before = now;
  }
}

// ---- runs -----------------------------------------------------------------------------------------------------------

// From every checkpoint on, and with all words finite.
static void test_continued(const jn_model *model, jn_report *report) {
  const jni_subsystem_element *e = &model->subsystems[0];
  recorder whole;
  uint64_t hash = 0;
  const char *probes[16];
  char names[16][80];
  int n = 0;
  for (int i = 0; i < e->noutputs && n < 16; i++) {
    snprintf(names[n], sizeof *names, "subsystem.S.%s", e->outputs[i].name);
    probes[n] = names[n];
    n++;
  }
  recorder_init(&whole);
  for (int i = 0; i <= whole.nblocks; i++) {
    recorder rest;
    recorder_init(&rest);
    jn_sink *sink = i == 0 ? &whole.sink : &rest.sink;
    jn_run_options options = jn_run_options_default();
    options.sinks = &sink;
    options.nsinks = 1;
    options.probes = probes;
    options.nprobes = n;
    if (i > 0) {
      options.resume = whole.blocks[i - 1];
      options.nresume = whole.nblock;
    }
    jn_run *run = jn_run_new(model, &options, report);
    CHECK(run && jn_run_execute(run, report) == JN_OK);
    if (i == 0 && run) hash = jn_run_summary(run)->state_hash;
    CHECK(run && jn_run_summary(run)->state_hash == hash);
    jn_run_free(run);
    recorder_clear(&rest);
  }
  CHECK(whole.nblocks >= 3 && whole.nrows > 5);
  for (int i = 0; i < whole.nrows * (whole.ncolumns + 1); i++) CHECK(isfinite(whole.rows[i]));
  recorder_clear(&whole);
}

// The same in a part, and in its mirror image: the joint coordinates keep their values, and so does all the subsystem
// knows.
static double end_of(const char *text, const char *name) {
  trial t = trial_read(text);
  const char *probes[] = {name};
  jn_run_options options = jn_run_options_default();
  options.probes = probes;
  options.nprobes = 1;
  jn_run *run = jn_run_new(t.model, &options, t.report);
  double value = run && jn_run_execute(run, t.report) == JN_OK ? jn_run_outputs(run)[0] : NAN;
  jn_run_free(run);
  trial_free(&t);
  return value;
}

static void test_part(const sample *s) {
  char text[4096], inner[4096], name[2][80];
  const jni_subsystem_element *e;
  write_model(s, text);
  trial t = trial_read(text);
  e = &t.model->subsystems[0];
  for (int mirrored = 0; mirrored < 2; mirrored++)
    for (int i = 0; i < e->noutputs + e->ndiscretes; i++) {
      const char *word = i < e->noutputs ? e->outputs[i].name : e->discretes[i - e->noutputs].name;
      if (!word) continue;
      snprintf(inner, sizeof inner,
               "jounce: 1\nspace: plane\nparts:\n  p:\n    bodies: {a: {mass: 1, inertia: 0.7}, b: {mass: 1, inertia: "
               "0.4}}\n    joints: {a: {type: revolute, between: [ground, a]}, b: {type: revolute, between: [ground, "
               "b]}}\n    inputs: {u: '0.4 + 0.3*sin(5*t)'}\n    subsystems: {S: {type: %s, %s}}\n    forces: {push: "
               "{type: torque, joint: a, value: %s}, drag: {type: torque, joint: b, value: '1 - joint.b.rate'}}\n"
               "use: {in: {part: p%s}}\nsimulate: {until: 1, step: 5 ms}\n",
               s->type, s->keys, s->torque, mirrored ? ", mirror: y" : "");
      snprintf(name[0], sizeof name[0], "subsystem.S.%s", word);
      snprintf(name[1], sizeof name[1], "subsystem.in.S.%s", word);
      double plain = end_of(text, name[0]), part = end_of(inner, name[1]);
      CHECK_NEAR(part, plain, 1e-9 * (1 + fabs(plain)));
    }
  trial_free(&t);
}

// ---- what is no number ----------------------------------------------------------------------------------------------

// An input that is no number from 0.5 s on ends the run there, and the message names the subsystem.
static void test_not_a_number(const sample *s) {
  char keys[1024], text[4096];
  const char *at = strstr(s->keys, "x: 3*t");
  snprintf(keys, sizeof keys, at ? "x: 3*u%s" : "%s", at ? s->keys + strlen("x: 3*t") : s->keys);
  write_model(&(sample){s->type, keys, s->torque}, text);
  memcpy(strstr(text, "0.4 + 0.3*sin(5*t)"), "sqrt(1/2 - t)     ", 18);
  trial t = trial_read(text);
  trial_run(&t, NULL);
  CHECK(t.status == JN_NOT_FINITE);
  CHECK(t.run && fabs(jn_run_state(t.run)[0] - 0.5) < 0.03);
  const char *what = jn_report_size(t.report) > 0 ? jn_report_get(t.report, 0)->what : "";
  bool named = strstr(what, "subsystem 'S'") && strstr(what, "not a ");
  if (!named) printf("%s: %s\n", s->type, what);
  CHECK(named);
  trial_free(&t);
}

static void test_kinds(void) {
  for (int i = 0; jni_subsystem_kinds[i]; i++) {
    const sample *s = sample_of(jni_subsystem_kinds[i]);
    char text[4096];
    if (jni_subsystem_kinds[i]->release) continue;  // fmu, which needs a file: tests/fmi/test_fmu_subsystem.c
    if (!s) printf("no sample of '%s'\n", jni_subsystem_kinds[i]->name);
    CHECK(s && jn_subsystem_kind_help(i) && strcmp(jn_subsystem_kind_name(i), s->type) == 0);
    if (!s) continue;
    write_model(s, text);
    trial t = trial_read(text);
    test_words(t.model);
    test_continued(t.model, t.report);
    test_part(s);
    test_not_a_number(s);
    test_hash(t.model, s->type);
    trial_free(&t);
  }
  CHECK(!jn_subsystem_kind_name(100) && !jn_subsystem_kind_help(-1));
}

// ---- written out ----------------------------------------------------------------------------------------------------

// An engine on one arm of a four-bar, a transfer case on another that shifts when it passes slowly: as subsystems, and
// by a state, an event and formulas.
#define FOUR_BAR(more, torque, drag)                                                                      \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], C: [1.5, 0]}}\n"            \
  "bodies:\n"                                                                                             \
  "  a: {mass: 1, inertia: 0.05, points: {O: [-0.2, 0], A: [0.2, 0]}}\n"                                  \
  "  b: {mass: 2, inertia: 0.3, points: {A: [-0.6, 0], B: [0.6, 0]}}\n"                                   \
  "  c: {mass: 1, inertia: 0.1, points: {B: [-0.5, 0], C: [0.5, 0]}}\n"                                   \
  "joints:\n"                                                                                             \
  "  O: {type: revolute, between: [ground.O, a.O]}\n  A: {type: revolute, between: [a.A, b.A]}\n"         \
  "  B: {type: revolute, between: [b.B, c.B]}\n  C: {type: revolute, between: [ground.C, c.C]}\n"         \
  "inputs: {u: '0.2 + 0.1*sin(3*t)'}\n" more "forces:\n  drive: {type: torque, joint: O, value: '" torque \
  "'}\n  drag: {type: torque, joint: C, value: '" drag                                                    \
  "'}\n"                                                                                                  \
  "initial: {keep: {a.angle: 1}, guess: {b.angle: 0.5, c.angle: -1.2}}\n"                                 \
  "simulate: {until: 0.8, output: 0.05}\noutputs: [a.angle, c.rate, joint.A.force, energy.work]\n"

#define IDLE "min(max(0.05*(8 - joint.O.rate) + z, 0), 1)"
#define LOAD "(u + (1 - u)*" IDLE ")"
static const char engine_text[] = FOUR_BAR(
    "subsystems:\n"
    "  engine: {type: engine, speed: joint.O.rate, throttle: u, full_load: {polynomial: [2, -0.05]}, motoring: "
    "{polynomial: [-0.1, -0.02]}, losses: {polynomial: [0, -0.01]}, idle_speed: 8, idle_gain: 0.05, idle_time: "
    "0.4}\n"
    "  box: {type: transfer-case, output_speed: 9 - joint.C.rate, input_torque: -0.3*joint.C.rate, high: 1, "
    "low: 2.5, range: 1, standstill: 8.5}\n",
    "subsystem.engine.torque", "subsystem.box.output_torque");
static const char written_text[] =
    FOUR_BAR("auxiliary: {z: {initial: 0, rate: '(" IDLE
             " - z)/0.4'}}\ndiscrete: {low: 0}\n"
             "events: {shift: {when: 'if(low > 0, -1, joint.C.rate - 0.5)', direction: rising, set: {low: 1}}}\n",
             "(1 - " LOAD ")*(-0.1 - 0.02*joint.O.rate) + " LOAD "*(2 - 0.05*joint.O.rate) - 0.01*joint.O.rate",
             "-0.3*joint.C.rate*(if(low > 0, 2.5, 1))");

static double largest_difference(const recorder *a, const recorder *b) {
  double most = a->nrows > 10 && a->nrows == b->nrows && a->ncolumns == b->ncolumns ? 0 : NAN;
  for (int i = 0; i < a->nrows * (a->ncolumns + 1) && most >= 0; i++)
    most = fmax(most, fabs(a->rows[i] - b->rows[i]) / (1 + fabs(b->rows[i])));
  return most;
}

// Implicit steps end where their iteration does.
static void compare(trial pair[2], const char *formulation, const char *coordinates, const char *integrator) {
  recorder rows[2];
  for (int i = 0; i < 2; i++) {
    jn_choices *c = &pair[i].choices;
    *c = *jn_model_choices(pair[i].model);
    snprintf(c->formulation, sizeof c->formulation, "%s", formulation);
    snprintf(c->coordinates, sizeof c->coordinates, "%s", coordinates);
    snprintf(c->integrator, sizeof c->integrator, "%s", integrator);
    if (jn_integrator_is_fixed(integrator)) c->step = 2e-3;
    else c->tolerance = 1e-10;
    recorder_init(&rows[i]);
    trial_run(&pair[i], &rows[i].sink);
  }
  double apart = largest_difference(&rows[0], &rows[1]);
  bool both = pair[0].status == pair[1].status, ran = pair[0].status == JN_OK;
  if (!both || (ran && !(apart < 1e-6)))
    printf("  %s, %s, %s: %d %d, %g apart\n", formulation, coordinates, integrator, (int)pair[0].status,
           (int)pair[1].status, apart);
  CHECK(both && (!ran || apart < 1e-6));
  CHECK(!ran || (pair[0].s.jumps == 1 && pair[1].s.events == 1));
  for (int i = 0; i < 2; i++) recorder_clear(&rows[i]);
}

static void test_written_out(void) {
  trial pair[2] = {trial_read(engine_text), trial_read(written_text)};
  for (int i = 0; jni_formulation_kinds[i]; i++)
    for (int k = 0; jni_formulation_kinds[i]->coordinates[k]; k++) {
      const jni_formulation_kind *kind = jni_formulation_kinds[i];
      compare(pair, kind->name, kind->coordinates[k], kind->integrators[0]);
    }
  compare(pair, "auto", "auto", "dopri5");
  trial_free(&pair[0]);
  trial_free(&pair[1]);
}

// ---- analyses -------------------------------------------------------------------------------------------------------

// The idle control of a standing engine comes to rest where it asks for all, as its state written out does.
static void test_analyses(void) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  static double state[2][TRIAL_MOST], A[2][TRIAL_MOST * TRIAL_MOST];
  trial pair[2] = {trial_read(engine_text), trial_read(written_text)};
  for (int k = 0; k < 3; k++) {
    int n = trial_analyse(&pair[0], coordinates[k], state[0], A[0]),
        m = trial_analyse(&pair[1], coordinates[k], state[1], A[1]);
    CHECK(n % 100 == 3 && m % 100 == 3);
    for (int i = 0; i < 9; i++) CHECK_NEAR(A[0][i], A[1][i], 1e-5 * (1 + fabs(A[1][i])));
    for (int i = 0; i < 10; i++) CHECK_NEAR(state[0][i], state[1][i], 1e-8);
  }
  trial_free(&pair[0]);
  trial_free(&pair[1]);
}

int main(void) {
  test_kinds();
  test_written_out();
  test_analyses();
  return check_report();
}

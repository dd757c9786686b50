// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_effects.c - what a run says of its settings: numbers that nothing looks at, gains that are too large by the name
// of the one that is, energy controls without a freedom, singular configurations where the branch is open and where it
// is not.
#include "check.h"
#include "formulation/formulation.h"
#include "recorder.h"

typedef struct {
  jn_model *model;
  jn_report *report;
  jn_run *run;
  jn_choices choices;
} session;

static bool session_open(session *s, jn_model *model) {
  *s = (session){.model = model, .report = jn_report_new(NULL)};
  if (model) s->choices = *jn_model_choices(model);
  CHECK(model != NULL);
  return model != NULL;
}

static bool session_file(session *s, const char *name, const jn_setting *settings, int n) {
  char path[512];
  snprintf(path, sizeof path, "%s/models/%s.yaml", JOUNCE_SOURCE_DIR, name);
  return session_open(s, jn_model_read(NULL, path, settings, n, NULL));
}

static bool session_make(session *s) {
  jn_run_options options = jn_run_options_default();
  options.choices = &s->choices;
  jn_report_free(s->report);
  s->report = jn_report_new(NULL);
  s->run = jn_run_free(s->run);
  s->run = jn_run_new(s->model, &options, s->report);
  return s->run != NULL;
}

// Controls that do too much may leave a motion that is none: the run comes to its end all the same.
static bool session_execute(session *s) {
  jn_status status = session_make(s) ? jn_run_execute(s->run, s->report) : JN_REFUSED;
  bool ok = status == JN_OK || status == JN_DIVERGED;
  CHECK(ok);
  for (int i = 0; !ok && i < jn_report_size(s->report); i++) printf("  %s\n", jn_report_get(s->report, i)->what);
  return ok;
}

static void session_close(session *s) {
  jn_run_free(s->run);
  jn_model_free(s->model);
  jn_report_free(s->report);
}

static bool says(const session *s, const char *part) { return report_says(s->report, part); }
static void set(char *name, const char *value) { snprintf(name, 24, "%s", value); }

static void set_all(session *s, const char *formulation, const char *integrator, const char *position,
                    const char *velocity, const char *energy) {
  set(s->choices.formulation, formulation);
  set(s->choices.integrator, integrator);
  set(s->choices.position, position);
  set(s->choices.velocity, velocity);
  set(s->choices.energy, energy);
}

static int count(const session *s, const char *part) {
  int n = 0;
  for (int i = 0; i < jn_report_size(s->report); i++) n += strstr(jn_report_get(s->report, i)->what, part) != NULL;
  return n;
}

// ---- numbers that nothing looks at ------------------------------------------------------------------------------

typedef struct {
  const char *name;
  size_t offset;
  const char *formulation, *position, *velocity, *energy;  // where it acts
} number;

#define AT(field) offsetof(jn_choices, field)

static const number numbers[] = {
    {"baumgarte.rate", AT(rate), "baumgarte", "none", "none", "none"},
    {"baumgarte.rate", AT(rate), "multipliers", "gradient", "none", "none"},
    {"baumgarte.alpha", AT(alpha), "baumgarte", "none", "none", "none"},
    {"baumgarte.beta", AT(beta), "baumgarte", "none", "none", "none"},
    {"baumgarte.eta", AT(eta), "baumgarte", "none", "none", "none"},
    {"gains.energy_rate", AT(energy_rate), "multipliers", "none", "none", "multiplier"},
    {"gains.energy_rate", AT(energy_rate), "multipliers", "none", "none", "gradient"},
    {"gains.energy_velocity", AT(energy_velocity), "multipliers", "none", "none", "velocity-gradient"},
    {"gains.energy_velocity", AT(energy_velocity), "multipliers", "none", "none", "gradient"},
    {"gains.energy_position", AT(energy_position), "multipliers", "none", "none", "gradient"},
    {"gains.position", AT(position_gain), "orthonormal", "gradient", "none", "none"},
    {"gains.velocity", AT(velocity_gain), "multipliers", "gradient", "none", "none"},
    {"gains.proportional", AT(proportional), "multipliers", "pi", "none", "none"},
    {"gains.integral", AT(integral), "multipliers", "pi", "none", "none"},
    {"tolerance.constraint", AT(tolerance_constraint), "multipliers", "newton", "none", "none"},
    {"tolerance.constraint", AT(tolerance_constraint), "partition", "auto", "auto", "none"},
};

static void put(jn_choices *c, size_t offset, double value) { memcpy((char *)c + offset, &value, sizeof value); }

// Where it acts, and with plain multipliers, where none of them does.
static void check_number(session *s, const number *one) {
  const jn_choices kept = s->choices;
  put(&s->choices, one->offset, 1e-3);
  set_all(s, one->formulation, "auto", one->position, one->velocity, one->energy);
  CHECK(session_make(s) && !says(s, "has no effect"));
  if (says(s, "has no effect")) printf("  %s\n", one->name);
  set_all(s, "multipliers", "auto", "none", "none", "none");
  CHECK(session_make(s) && count(s, "has no effect") == 1 && says(s, one->name));
  s->choices = kept;
}

static void test_numbers(void) {
  session s;
  if (!session_file(&s, "../papers/yoon/yoon-pendulum", NULL, 0)) return;
  s.choices = jn_choices_default();
  s.choices.step = 0.01;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) check_number(&s, &numbers[i]);
  set_all(&s, "auto", "auto", "auto", "auto", "auto");
  CHECK(session_make(&s) && jn_report_count(s.report, JN_WARNING) == 0);
  // held by the method, projected, or not
  s.choices.velocity_gain = 5;
  set_all(&s, "multipliers", "rk4", "gradient", "auto", "none");
  CHECK(session_make(&s) && !says(&s, "has no effect"));
  CHECK(strcmp(jn_run_summary(s.run)->choices.velocity, "none") == 0);  // so that the feedback acts as in the paper
  set(s.choices.velocity, "projection");
  CHECK(session_make(&s) && says(&s, "'gains.velocity' has no effect"));
  set_all(&s, "orthonormal", "rk4", "gradient", "auto", "none");
  CHECK(session_make(&s) && says(&s, "'gains.velocity' has no effect"));
  s.choices.velocity_gain = NAN;
  s.choices.step = 0;
  s.choices.tolerance_constraint = 1e-6;
  if (jni_integrator_kind_find("ida")->step) {
    set_all(&s, "ggl", "ida", "auto", "auto", "none");
    CHECK(session_make(&s) && says(&s, "'tolerance.constraint' has no effect"));
  }
  session_close(&s);
}

static void test_bad_tolerance(void) {
  const double bad[] = {-1, 1, 1e300, NAN, INFINITY};
  session s;
  if (!session_file(&s, "../papers/yoon/yoon-pendulum", NULL, 0)) return;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    s.choices.tolerance_constraint = bad[i];
    CHECK(!session_make(&s) && says(&s, "'tolerance.constraint' must be between 0 and 1"));
  }
  session_close(&s);
}

// k_v where v is held by the method: the run is the same to the last bit, and nothing is said of stability.
static void test_held_velocity(void) {
  session s;
  if (!session_file(&s, "../papers/yoon/yoon-pendulum", NULL, 0)) return;
  set_all(&s, "orthonormal", "ab3", "gradient", "none", "none");
  s.choices.until = 2;
  s.choices.step = 0.01;
  uint64_t hash = session_execute(&s) ? jn_run_summary(s.run)->state_hash : 0;
  s.choices.velocity_gain = 1e4;
  CHECK(session_execute(&s) && jn_run_summary(s.run)->state_hash == hash && !says(&s, "can follow"));
  session_close(&s);
}

// ---- the gain that is too large ---------------------------------------------------------------------------------

// The number that the advice names, behind 'NAME' of.
static double advised(const session *s, const char *name) {
  char words[64];
  snprintf(words, sizeof words, "'%s' of ", name);
  for (int i = 0; i < jn_report_size(s->report); i++) {
    const char *at = strstr(jn_report_get(s->report, i)->what, words);
    if (at) return strtod(at + strlen(words), NULL);
  }
  return NAN;
}

static void test_energy_advice(void) {
  session s;
  if (!session_file(&s, "../papers/yoon/yoon-pendulum", NULL, 0)) return;
  set_all(&s, "baumgarte", "ab3", "none", "none", "gradient");
  s.choices.until = 0.5;
  s.choices.step = 0.01;
  s.choices.energy_velocity = 0.1;
  s.choices.energy_position = 30;
  CHECK(session_execute(&s) && says(&s, "can follow") && isnan(advised(&s, "energy_velocity")));
  s.choices.energy_position = 0.99 * advised(&s, "energy_position");
  CHECK(s.choices.energy_position < 30 && session_execute(&s) && !says(&s, "can follow"));
  s.choices.energy_position = 0.1;
  s.choices.energy_velocity = 20;
  CHECK(session_execute(&s) && isnan(advised(&s, "energy_position")));
  s.choices.energy_velocity = 0.99 * advised(&s, "energy_velocity");
  CHECK(session_execute(&s) && !says(&s, "can follow"));
  session_close(&s);
}

static void test_pi_advice(void) {
  session s;
  if (!session_file(&s, "../papers/yoon/yoon-pendulum", NULL, 0)) return;
  set_all(&s, "multipliers", "ab3", "pi", "projection", "none");
  s.choices.until = 0.5;
  s.choices.step = 0.01;  // ab3 follows 54.5 1/s
  s.choices.proportional = 20;
  s.choices.integral = 1e4;
  CHECK(session_execute(&s) && isnan(advised(&s, "proportional")));
  s.choices.integral = 0.99 * advised(&s, "integral");
  CHECK(session_execute(&s) && !says(&s, "can follow"));
  s.choices.proportional = 100;
  s.choices.integral = 100;
  CHECK(session_execute(&s) && isnan(advised(&s, "integral")));
  s.choices.proportional = 0.99 * advised(&s, "proportional");
  CHECK(session_execute(&s) && !says(&s, "can follow"));
  s.choices.proportional = 200;
  s.choices.integral = 9000;  // both
  CHECK(session_execute(&s));
  s.choices.proportional = 0.99 * advised(&s, "proportional");
  s.choices.integral = 0.98 * advised(&s, "integral");
  CHECK(session_execute(&s) && !says(&s, "can follow"));
  session_close(&s);
}

// ---- energy without a freedom -----------------------------------------------------------------------------------

static void test_no_freedom(void) {
  static const char *const text =
      "jounce: 1\nname: driven\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
      "bodies: {arm: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0]}}}\n"
      "joints: {O: {type: revolute, between: [ground.O, arm.O]}}\ndrivers: {motor: {joint: O, motion: '2*t'}}\n"
      "simulate: {until: 0.2, step: 1 ms}\noutputs: [arm.angle]\n";
  session s;
  if (!session_open(&s, model_of(NULL, text))) return;
  for (const char *const *energy = jni_formulation_kinds[0]->energy + 1; *energy; energy++) {
    set_all(&s, "multipliers", "rk4", "newton", "projection", *energy);
    CHECK(session_execute(&s) && count(&s, "no degree of freedom") == 1 && !says(&s, "near rest"));
    set_all(&s, "orthonormal", "rk4", "newton", "none", *energy);
    CHECK(session_execute(&s) && count(&s, "no degree of freedom") == 1 && !says(&s, "near rest"));
  }
  session_close(&s);
}

// ---- singular configurations ------------------------------------------------------------------------------------

// Park's rhombus passes its change point at 0.83 s. The branch is open only where neither a control nor the method
// holds the rows.
static void test_branch(void) {
  const jn_setting rhombus[] = {{"l0", "2"}, {"theta1", "1.074"}};
  static const struct {
    const char *formulation, *integrator, *position, *velocity;
    bool open;
  } cases[] = {{"multipliers", "rk4", "none", "none", true},          {"multipliers", "rk4", "newton", "none", true},
               {"multipliers", "rk4", "newton", "projection", false}, {"orthonormal", "rk4", "newton", "none", false},
               {"orthonormal", "rk4", "none", "none", true},          {"ggl", "ida", "none", "none", false}};
  session s;
  if (!session_file(&s, "../papers/park/park-four-bar", rhombus, 2)) return;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const jni_integrator_kind *integrator = jni_integrator_kind_find(cases[i].integrator);
    if (!integrator->step) continue;
    set_all(&s, cases[i].formulation, cases[i].integrator, cases[i].position, cases[i].velocity, "none");
    s.choices.until = 1;
    s.choices.step = integrator->fixed_step ? 1e-3 : 0;
    s.choices.tolerance = 1e-8;
    CHECK(session_make(&s));
    jn_run_execute(s.run, s.report);
    CHECK(jn_run_summary(s.run)->singular_passes > 0);
    CHECK(says(&s, "branch") == cases[i].open && !says(&s, "()"));
  }
  session_close(&s);
}

int main(void) {
  test_numbers();
  test_bad_tolerance();
  test_held_velocity();
  test_energy_advice();
  test_pi_advice();
  test_no_freedom();
  test_branch();
  return check_report();
}

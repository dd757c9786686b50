// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_quantity.c - texts that look like a quantity and like an expression: which of the two they are, field by field,
// and where both are possible the refusal that says how to write either. Units of parameters: what they convert, and
// where they are doubted.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "model/model.h"

// At t = 2 with m = 4 and s = 10; none of g, min, kg and Hz is a name of the model.
static const char text[] =
    "jounce: 1\nspace: plane\n"
    "parameters: {m: 4, p: 0, q: \"=p\"}\n"
    "bodies: {a: {mass: 1, inertia: 1, points: {O: [0, 0]}}, b: {mass: 1, inertia: 1}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground, a.O]}\n"
    "  S: {type: prismatic, between: [ground, b], axis: x}\n"
    "  V: {type: velocity-coupling, terms: {O: 1}, rate: 0}\n"
    "drivers: {D: {joint: S, motion: 0}}\n"
    "inputs: {u: 0, s: 10}\n"
    "auxiliary: {z: {initial: 1, rate: 0}}\n"
    "discrete: {d: {initial: 0}}\n"
    "events: {E: {at: 1, set: {d: 0}}}\n"
    "forces: {F: {type: torque, joint: O, value: 0}}\n"
    "simulate: {until: 1}\n"
    "outputs: {o: 0, input: u, push: force.F.value, parameter: p, other: q, violation.position: violation.position}\n";

static const struct {
  const char *path, *value;
  const char *output;    // that shows it, NULL: it is refused
  double at_two;         // its value at t = 2
  const char *sentence;  // of the refusal
} cases[] = {
    {"outputs.o", "8/t", "o", 4, NULL},  // not per tonne
    {"outputs.o", "8/m", "o", 2, NULL},  // not per metre
    {"outputs.o", "8/t^2", "o", 2, NULL},
    {"outputs.o", "8/(m*t)", "o", 1, NULL},
    {"outputs.o", "-8 / s", "o", -0.8, NULL},  // s is an input
    {"outputs.o", "8/m/s", "o", 0.2, NULL},
    {"outputs.o", "8/min", "o", 8.0 / 60, NULL},  // no such name: a quantity
    {"outputs.o", "8/m/min", "o", 8.0 / 60, NULL},
    {"outputs.o", "8 1/m", "o", 8, NULL},  // no expression
    {"outputs.o", "8 m", "o", 8, NULL},
    {"outputs.o", "8/1", "o", 8, NULL},
    {"outputs.o", "=8/m", "o", 2, NULL},
    {"outputs.o", "pi", "o", 3.14159265358979323846, NULL},  // a constant alone
    {"outputs.o", "e", "o", 2.71828182845904523536, NULL},
    {"inputs.u", "8/t", "input", 4, NULL},
    {"inputs.u", "{expression: 8/m}", "input", 2, NULL},
    {"forces.F.value", "8/m", "push", 2, NULL},
    {"forces.F.value", "8 N m", "push", 8, NULL},
    {"drivers.D.motion", "8/m", "violation.position", 2, NULL},
    {"auxiliary.z.rate", "8/m", "o", 0, NULL},
    {"events.E.set.d", "8/m", "o", 0, NULL},
    {"p", "8/min", "parameter", 8.0 / 60, NULL},
    {"p", "=8/m", "parameter", 2, NULL},
    {"p", "8 1/m", "parameter", 8, NULL},
    {"p", "8/m", NULL, 0,
     "\"8/m\" can be read in two ways: for the quantity write \"8 1/m\", for the expression \"=8/m\""},
    {"q", "1e1/m^2", NULL, 0, "for the quantity write \"1e1 1/m^2\", for the expression \"=1e1/m^2\""},
    // rad/s, and s is an input
    {"joints.V.rate", "8/s", NULL, 0, "for the quantity write \"8 1/s\", for the expression \"(8)/s\""},
    {"joints.V.rate", "8 1/s", "o", 0, NULL},
    {"joints.V.rate", "8/m", "o", 0, NULL},  // no quantity that the field takes
    {"joints.V.rate", "8/g", NULL, 0, "expected"},
    {"bodies.a.mass", "8/m", NULL, 0, "got \"8/m\": for the expression write \"=8/m\""},
    {"initial.keep.a.rate", "8/s", "o", 0, NULL},  // inputs do not count where an expression has its sign
    {"initial.keep.a.angle", "8/m", NULL, 0, "for the expression write \"=8/m\""},
    {"simulate.until", "8/m", NULL, 0, "for the expression write \"=8/m\""},
};

static double look(const jn_model *model, const char *output, jn_report *report) {
  jn_system *system = jn_system_new(model, "cartesian", report);
  jn_work *work = jn_work_new(system);
  jn_probe *probe = jn_probe_new(system, NULL, 0, true, report);
  double *state = calloc((size_t)jn_system_sizes(system).nstate + 1, sizeof *state), values[16], found = NAN;
  CHECK(system && work && probe && state && jn_probe_count(probe) <= 16 &&
        jn_system_initial_state(system, state) == JN_OK);
  state[0] = 2;
  jn_calc_position(system, work, state[0], jn_state_q(system, state), jn_state_z(system, state),
                   jn_state_s(system, state));
  jn_calc_velocity(system, work, jn_state_v(system, state));
  jn_calc_force(system, work, jn_state_z(system, state));
  jn_probe_calc(probe, work, state, NULL, NULL, values);
  for (int i = 0; i < jn_probe_count(probe); i++)
    if (strcmp(jn_probe_name(probe, i), output) == 0) found = values[i];
  free(state);
  jn_probe_free(probe);
  jn_work_free(work);
  jn_system_free(system);
  return found;
}

static void test_cases(void) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jn_setting setting = {cases[i].path, cases[i].value};
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_model_read_text(NULL, "text", text, sizeof text - 1, &setting, 1, report);
    const jn_error *error = jn_report_get(report, 0);
    int before = check_failures;
    CHECK(!model == !cases[i].output);
    if (model && cases[i].output) CHECK_NEAR(look(model, cases[i].output, report), cases[i].at_two, 1e-15);
    if (cases[i].sentence) CHECK(error && strstr(error->what, cases[i].sentence));
    if (check_failures > before) printf("  %s=%s: %s\n", cases[i].path, cases[i].value, error ? error->what : "");
    jn_model_free(model);
    jn_report_free(report);
  }
}

// ---- units of parameters ------------------------------------------------------------------------

// The part is used twice and repeated once; w is another name of f.
static const char with_part[] =
    "jounce: 1\nspace: plane\n"
    "parameters: {f: 12 Hz, w: \"=f\", mass: 2 kg, length: 3 m, number: 4, turn: 5 N m, moment: \"=2*turn\"}\n"
    "bodies: {a: {mass: 1, inertia: 1, points: {O: [0, 0]}}}\n"
    "joints: {O: {type: revolute, between: [ground, a.O]}}\n"
    "drivers: {D: {joint: O, motion: {follow: 0, bandwidth: \"=w\"}}}\n"
    "forces: {F: {type: torsion-spring, joint: O, stiffness: 1}, G: {type: torque, joint: O, value: 0}}\n"
    "auxiliary: {z: {initial: 1, rate: 0}}\n"
    "parts:\n"
    "  arm:\n"
    "    parameters: {g: 1 Hz, l: 1 m}\n"
    "    bodies: {b: {mass: 1, inertia: 1, points: {P: [\"=l\", 0]}}}\n"
    "    joints: {H: {type: revolute, between: [ground, b]}}\n"
    "    drivers: {D: {joint: H, motion: {follow: 0, bandwidth: \"=g\"}}}\n"
    "use:\n"
    "  u: {part: arm, set: {g: \"=w\", l: \"=length\"}}\n"
    "  v: {part: arm, set: {g: \"=w\", l: \"=length\"}}\n"
    "  \"{c}\": {part: arm, repeat: {c: {n: {g: 8 Hz}}}, set: {g: \"=c.g\"}}\n"
    "simulate: {until: 1}\n";

static jn_model *read_set(const char *path, const char *value, jn_report *report) {
  jn_setting setting = {path, value};
  return jn_model_read_text(NULL, "text", with_part, sizeof with_part - 1, &setting, path ? 1 : 0, report);
}

static double bandwidth(const jn_model *model, const char *driver) {
  for (int i = 0; model && i < model->njoints; i++)
    if (strcmp(model->joints[i].name, driver) == 0) return model->joints[i].def.follow.bandwidth;
  return NAN;
}

// Written with the unit of an angular speed, a bandwidth has 2 pi of it, whatever way it comes.
static void test_bandwidth(void) {
  static const struct {
    const char *path, *value, *driver;
    double hertz;
  } ways[] = {
      {NULL, NULL, "D", 12},
      {"f", "62.831853071795862 rad/s", "D", 10},
      {"w", "62.831853071795862 rad/s", "D", 10},
      {"f", "62.831853071795862", "D", 62.831853071795862},
      {"drivers.D.motion.bandwidth", "600 rpm", "D", 10},
      {"drivers.D.motion.bandwidth", "=2*w", "D", 24},
      {"f", "600 rpm", "u.D", 10},
      {"u.g", "600 rpm", "u.D", 10},
      {"u.g", "600 rpm", "v.D", 12},
      {"n.g", "600 rpm", "n.D", 10},
      {NULL, NULL, "n.D", 8},
      {"use.{c}.repeat.c.n.g", "10 rev/s", "n.D", 10},
  };
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_model *model = read_set(ways[i].path, ways[i].value, report);
    int before = check_failures;
    CHECK(model && jn_report_size(report) == 0);
    CHECK_NEAR(bandwidth(model, ways[i].driver), ways[i].hertz, 1e-12);
    if (check_failures > before) printf("  way %d: %s\n", (int)i, jn_report_get(report, 0)->what);
    jn_model_free(model);
    jn_report_free(report);
  }
}

// Everything here is read; what is doubted is told once.
static void test_doubts(void) {
  static const struct {
    const char *path, *value;
    const char *sentence;  // NULL: nothing is told
  } doubts[] = {
      {"bodies.a.mass", "=mass", NULL},
      {"bodies.a.mass", "=length", "the parameter 'length' is 3 m, but a mass is expected here"},
      {"bodies.a.mass", "=length*1", NULL},
      {"bodies.a.mass", "=number", NULL},
      {"bodies.a.points.O.0", "=mass", "the parameter 'mass' is 2 kg, but a length is expected here"},
      {"forces.F.stiffness", "=turn", NULL},  // N m for N m/rad
      {"forces.F.stiffness", "=moment", NULL},
      {"forces.F.damping", "\"= length \"", "'length' is 3 m, but an angular damping is expected here"},
      {"forces.G.value", "=turn", NULL},
      {"forces.G.value", "=mass", "'mass' is 2 kg, but a moment is expected here"},
      {"drivers.D.motion.follow", "=mass", "'mass' is 2 kg, but an angle is expected here"},
      {"drivers.D.motion.follow", "=length", "'length' is 3 m, but an angle is expected here"},
      {"auxiliary.z.initial", "=mass", NULL},  // a state has any unit
      {"initial.keep.a.rate", "5 Hz", "5 Hz is taken as 5 rad/s; for turns in a second write 5 rev/s, or rpm"},
      {"initial.keep.a.rate", "=w", "12 Hz is taken as 12 rad/s; for turns in a second write 12 rev/s, or rpm"},
      {"initial.keep.a.rate", "5 1/s", NULL},
      {"initial.keep.a.rate", "5 rev/s", NULL},
  };
  for (size_t i = 0; i < sizeof doubts / sizeof *doubts; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_model *model = read_set(doubts[i].path, doubts[i].value, report);
    const jn_error *precomputed_report = jn_report_get(report, 0);
    int before = check_failures;
    CHECK(model && jn_report_size(report) == (doubts[i].sentence ? 1 : 0));
    if (doubts[i].sentence)
      CHECK(precomputed_report && precomputed_report->severity == JN_WARNING &&
            strstr(precomputed_report->what, doubts[i].sentence));
    if (check_failures > before)
      printf("  %s=%s: %s\n", doubts[i].path, doubts[i].value, precomputed_report ? precomputed_report->what : "");
    jn_model_free(model);
    jn_report_free(report);
  }
}

int main(void) {
  test_cases();
  test_bandwidth();
  test_doubts();
  return check_report();
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_armature.c - armature of joints: against closed forms with I + n^2 J, against a flywheel that is coupled to the
// joint, in all formulations of joint coordinates, and in linear equations, inverse dynamics, energy and reactions.
#include <math.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"

static jn_model *read(const char *text, jn_report *report) {
  return jn_model_read_text(NULL, "armature", text, strlen(text), NULL, 0, report);
}

// Values of outputs at the end of a run.
static bool run(const char *text, const char *formulation, double until, int n, const char *const *names,
                double *values) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read(text, report);
  jn_run_options options = jn_run_options_default();
  options.probes = names;
  options.nprobes = n;
  jn_choices choices = *jn_model_choices(model);
  choices.until = until;
  snprintf(choices.formulation, sizeof choices.formulation, "%s", formulation);
  options.choices = &choices;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  bool ok = run && jn_run_execute(run, report) == JN_OK;
  for (int k = 0; k < n; k++) {
    values[k] = NAN;
    for (int i = 0; ok && i < jn_run_noutputs(run); i++)
      if (strcmp(jn_run_output_name(run, i), names[k]) == 0) values[k] = jn_run_outputs(run)[i];
  }
  for (int i = 0; !ok && i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return ok;
}

// ---- one coordinate: I = 0.02 + 2 * 0.3^2 = 0.2, armature 0.5; a slide of 2 kg with 3 kg --------------------------

#define PENDULUM(space, gravity, com, inertia, axis)                                                         \
  "jounce: 1\nspace: " space "\ngravity: " gravity "\nbodies: {a: {mass: 2, com: " com ", inertia: " inertia \
  "}}\njoints: {A: {type: revolute, between: [ground, a]" axis                                               \
  ", armature: 0.5 kg m^2}}\nforces: {T: {type: "                                                            \
  "torque, joint: A, value: \"1.4\"}}\n"
#define SLIDE                                                                                                    \
  "jounce: 1\nspace: space\nbodies: {a: {mass: 2, inertia: [1, 1, 1]}}\njoints: {A: {type: prismatic, between: " \
  "[ground, a], axis: x, armature: 3 kg}}\nforces: {T: {type: torque, joint: A, value: \"10\"}}\n"

static const struct {
  const char *text, *angle, *rate;
  double inertia, torque, weight;  // weight: m g l
} single[] = {
    {PENDULUM("plane", "[0, -10]", "[0, -0.3]", "0.02", ""), "joint.A.angle", "joint.A.rate", 0.7, 1.4, 6},
    {PENDULUM("space", "[0, 0, -10]", "[0, 0, -0.3]", "[1, 0.02, 2]", ", axis: y"), "joint.A.angle", "joint.A.rate",
     0.7, 1.4, 6},
    {SLIDE, "joint.A.displacement", "joint.A.rate", 5, 10, 0},
};
enum { NSINGLE = sizeof single / sizeof *single };

static void test_closed_form(void) {
  for (int i = 0; i < NSINGLE; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_model *model = read(single[i].text, report);
    jn_system *system = model ? jn_system_new(model, "joint", report) : NULL;
    jn_work *work = system ? jn_work_new(system) : NULL;
    double state[16] = {0}, M = 0;
    CHECK(work && jn_start(system, NULL, state, NULL, NULL, report) == JN_OK);
    if (work) {
      jn_calc_position(system, work, 0, state + 1, NULL, jn_state_s(system, state));
      jn_get_M(system, work, &M);
      CHECK_NEAR(M, single[i].inertia, 1e-14);
      state[2] = 2;  // the speed
      jn_calc_velocity(system, work, state + 2);
      CHECK_NEAR(jn_get_kinetic(system, work), 0.5 * single[i].inertia * 4, 1e-13);
      state[2] = 0;
      const char *const motor[] = {single[i].angle};
      jn_inverse *inverse = jn_inverse_new(system, motor, 1, report);
      double wanted = 3, torque = 0;
      CHECK(inverse && jn_inverse_calc(inverse, state, &wanted, &torque, NULL, NULL) == JN_OK);
      CHECK_NEAR(torque, 3 * single[i].inertia - single[i].torque, 1e-12);
      jn_inverse_free(inverse);
      jn_linear *linear = jn_linearise(system, state, NULL, report);
      CHECK(linear != NULL);
      if (linear) CHECK_NEAR(jn_linear_A(linear)[2], -single[i].weight / single[i].inertia, 1e-6);
      jn_linear_free(linear);
    }
    jn_work_free(work);
    jn_system_free(system);
    jn_model_free(model);
    jn_report_free(report);
  }
}

// ---- two links, and the same with flywheels -------------------------------------------------------------------------

#define ARM(rotors, a, b)                                                                                         \
  "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nbodies:\n  a: {mass: 2, com: [0.3, 0, 0], inertia: [0.01, "   \
  "0.02, 0.03], points: {e: [0.6, 0, 0]}}\n  b: {mass: 1, com: [0.2, 0, 0], inertia: [0.01, 0.02, 0.03]}\n"       \
  "  c: {mass: 1, com: [0.1, 0, 0], inertia: [0.01, 0.02, 0.03]}\n" rotors                                        \
  "  A: {type: revolute, between: [ground, a], axis: y" a "}\n  B: {type: revolute, between: [a.e, b], axis: z" b \
  "}\n  C: {type: prismatic, between: [b, c], axis: x}\nforces: {spring: {type: torsion-spring, joint: C, "       \
  "stiffness: 50}}\ninitial: {keep: {joint.A.rate: 1, joint.B.rate: 3}}\nsimulate: {tolerance: 1e-10}\n"

static const char *const with_armature = ARM("joints:\n", ", armature: 0.5", ", armature: 0.2");
static const char *const with_flywheels =
    ARM("  ra: {mass: 1, inertia: [0.5, 0.5, 0.5]}\n  rb: {mass: 1, inertia: [0.2, 0.2, 0.2]}\njoints:\n"
        "  RA: {type: revolute, between: [ground, ra], axis: z}\n  RB: {type: revolute, between: [ground, rb], axis: "
        "z}\n  CA: {type: coupling, terms: {A: 1, RA: -1}}\n  CB: {type: coupling, terms: {B: 1, RB: -1}}\n",
        "", "");

static void test_formulations(void) {
  static const char *const names[] = {"joint.A.angle",   "joint.B.angle",   "joint.A.rate",    "joint.B.rate",
                                      "energy.kinetic",  "energy.error",    "joint.A.force.x", "joint.A.torque.x",
                                      "joint.B.force.z", "joint.A.torque.y"};
  enum { N = sizeof names / sizeof *names };
  static const char *const formulations[] = {"multipliers", "reduced",   "compiled",         "partition",
                                             "orthonormal", "baumgarte", "partial-velocity", "auto"};
  double expected[N], found[N];
  CHECK(run(with_flywheels, "multipliers", 1, N, names, expected));
  for (size_t i = 0; i < sizeof formulations / sizeof *formulations; i++) {
    CHECK(run(with_armature, formulations[i], 1, N, names, found));
    for (int k = 0; k < N - 1; k++) CHECK_NEAR(found[k], expected[k], 2e-6);
    CHECK_NEAR(found[N - 1], 0, 1e-9);  // nothing but the rotor acts about the axis
  }
}

static void test_other_coordinates(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read(with_armature, report);
  jn_run_options options = jn_run_options_default();
  CHECK(model && jn_model_has_armature(model));
  jn_choices choices = *jn_model_choices(model);
  snprintf(choices.coordinates, sizeof choices.coordinates, "cartesian");
  options.choices = &choices;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run == NULL && jn_report_count(report, JN_FAULT) == 1);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  test_closed_form();
  test_formulations();
  test_other_coordinates();
  return check_report();
}

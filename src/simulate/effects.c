// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// effects.c - numbers that were given but that nothing in the run looks at: one warning each.
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "simulate/run.h"

static bool is(const char *name, const char *wanted) { return strcmp(name, wanted) == 0; }

typedef bool rule(const jni_formulation_kind *kind, const jn_choices *c);

static bool by_baumgarte(const jni_formulation_kind *kind, const jn_choices *c) { return (void)c, kind->stabilises; }
static bool by_energy(const jni_formulation_kind *kind, const jn_choices *c) {
  return (void)kind, !is(c->energy, "none");
}
static bool by_rho_q(const jni_formulation_kind *kind, const jn_choices *c) {
  return (void)kind, is(c->energy, "gradient");
}
static bool by_pi(const jni_formulation_kind *kind, const jn_choices *c) { return (void)kind, is(c->position, "pi"); }
static bool by_k_q(const jni_formulation_kind *kind, const jn_choices *c) {
  return (void)kind, is(c->position, "gradient");
}

static bool by_rho_v(const jni_formulation_kind *kind, const jn_choices *c) {
  return by_rho_q(kind, c) || is(c->energy, "velocity-gradient");
}

static bool by_k_v(const jni_formulation_kind *kind, const jn_choices *c) {
  return by_k_q(kind, c) && !kind->holds_velocity && !is(c->velocity, "projection");
}

static bool by_rate(const jni_formulation_kind *kind, const jn_choices *c) {
  bool stabilised = by_baumgarte(kind, c) && (isnan(c->alpha) || isnan(c->beta) || isnan(c->eta));
  return stabilised || (by_k_q(kind, c) && isnan(c->position_gain)) || (by_k_v(kind, c) && isnan(c->velocity_gain));
}

static bool by_correction(const jni_formulation_kind *kind, const jn_choices *c) {
  return kind->owns_step || is(c->position, "newton") || is(c->velocity, "projection");
}

static bool by_step(const jni_formulation_kind *kind, const jn_choices *c) { return (void)c, kind->owns_step; }
static bool by_damping(const jni_formulation_kind *kind, const jn_choices *c) {
  return kind->owns_step && !is(c->integrator, "trapezoidal");
}

static const struct {
  const char *name;
  size_t offset;  // in jn_choices
  rule *acts;
  const char *goes_with;
} numbers[] = {
    {"baumgarte.rate", offsetof(jn_choices, rate), by_rate,
     "formulation 'baumgarte' and position control 'gradient' where their gains are not given"},
    {"baumgarte.alpha", offsetof(jn_choices, alpha), by_baumgarte, "formulation 'baumgarte'"},
    {"baumgarte.beta", offsetof(jn_choices, beta), by_baumgarte, "formulation 'baumgarte'"},
    {"baumgarte.eta", offsetof(jn_choices, eta), by_baumgarte, "formulation 'baumgarte'"},
    {"gains.energy_rate", offsetof(jn_choices, energy_rate), by_energy, "an energy control"},
    {"gains.energy_velocity", offsetof(jn_choices, energy_velocity), by_rho_v,
     "energy control 'gradient' or 'velocity-gradient'"},
    {"gains.energy_position", offsetof(jn_choices, energy_position), by_rho_q, "energy control 'gradient'"},
    {"gains.position", offsetof(jn_choices, position_gain), by_k_q, "position control 'gradient'"},
    {"gains.velocity", offsetof(jn_choices, velocity_gain), by_k_v,
     "position control 'gradient' where velocities are neither projected nor satisfied by the formulation"},
    {"gains.proportional", offsetof(jn_choices, proportional), by_pi, "position control 'pi'"},
    {"gains.integral", offsetof(jn_choices, integral), by_pi, "position control 'pi'"},
    {"penalty", offsetof(jn_choices, penalty), by_step, "the index3 family and 'penalty'"},
    {"rho", offsetof(jn_choices, rho), by_damping, "integrators 'newmark', 'hht' and 'generalized-alpha'"},
    {"tolerance.constraint", offsetof(jn_choices, tolerance_constraint), by_correction,
     "position control 'newton', velocity control 'projection', the index3 family and 'penalty'"},
};

static double at(const jn_choices *c, size_t offset) {
  double value;
  memcpy(&value, (const char *)c + offset, sizeof value);
  return value;
}

void jni_effects_tell(const jn_choices *choices, jn_report *report) {
  const jni_formulation_kind *kind = jni_formulation_kind_find(choices->formulation);
  const jn_choices usual = jn_choices_default();
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    double given = at(choices, numbers[i].offset), otherwise = at(&usual, numbers[i].offset);
    if (given == otherwise || isnan(given) || numbers[i].acts(kind, choices)) continue;
    jn_report_warn(report, "", "'%s' has no effect: it is used only by %s", numbers[i].name, numbers[i].goes_with);
  }
  if (choices->independent[0] && strcmp(choices->formulation, "reduced") != 0)
    jn_report_warn(report, "",
                   "'independent' has no effect: it is used only by formulation 'reduced', but this "
                   "is '%s'",
                   choices->formulation);
  if (choices->halvings != usual.halvings && !kind->owns_step)
    jn_report_warn(report, "", "'halvings' has no effect: it is used only by the index3 family and 'penalty'");
}

void jn_choices_tell(const jn_choices *settled, jn_report *report) {
  JNI_ASSERT(settled);
  if (jni_formulation_kind_find(settled->formulation)) jni_effects_tell(settled, report);
}

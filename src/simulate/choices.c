// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// choices.c - settling the choices of a run: what was left open is filled in (automatic.c), and a sentence refuses what
// does not go together. All names come from the tables of formulations and integrators.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formulation/control/metric.h"
#include "formulation/formulation.h"
#include "jounce/simulate.h"
#include "model/model.h"
#include "simulate/automatic.h"
#include "system/system.h"

static int count_formulations(void) {
  int n = 0;
  while (jni_formulation_kinds[n]) n++;
  return n;
}

static int count_integrators(void) {
  int n = 0;
  while (jni_integrator_kinds[n]) n++;
  return n;
}

const char *jn_formulation_name(int i) {
  return i >= 0 && i < count_formulations() ? jni_formulation_kinds[i]->name : NULL;
}
const char *jn_formulation_help(int i) {
  return i >= 0 && i < count_formulations() ? jni_formulation_kinds[i]->help : NULL;
}
const char *jn_integrator_name(int i) {
  return i >= 0 && i < count_integrators() ? jni_integrator_kinds[i]->name : NULL;
}
const char *jn_integrator_help(int i) {
  return i >= 0 && i < count_integrators() ? jni_integrator_kinds[i]->help : NULL;
}

bool jn_integrator_is_fixed(const char *name) {
  const jni_integrator_kind *kind = jni_integrator_kind_find(name);
  return kind && kind->fixed_step;
}

const char *jn_coordinates_name(int i) { return jni_choice_name(JNI_CHOICE_COORDINATES, i); }

const char *jn_choice_name(const char *what, const char *formulation, int i) {
  const jni_formulation_kind *kind = jni_formulation_kind_find(formulation);
  if (!kind || i < 0) return NULL;
  const struct {
    const char *what;
    const char *const *list;
  } lists[] = {{"coordinates", kind->coordinates}, {"variant", kind->variants},  {"integrator", kind->integrators},
               {"position", kind->position},       {"velocity", kind->velocity}, {"energy", kind->energy}};
  for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
    if (strcmp(lists[k].what, what) != 0 || !lists[k].list) continue;
    for (int j = 0; lists[k].list[j]; j++)
      if (j == i) return lists[k].list[j];
  }
  return NULL;
}

// ---- lists of names ---------------------------------------------------------------------------------------------

static void join(const char *const *list, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; list[i] && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", list[i]);
}

static const char *list_name(const void *context, int i) { return ((const char *const *)context)[i]; }
static const char *formulation_candidate(const void *context, int i) { return (void)context, jn_formulation_name(i); }

// ---- refusals ---------------------------------------------------------------------------------------------------

static const jni_formulation_kind *find_formulation(const char *name, jn_report *report) {
  const jni_formulation_kind *kind = jni_formulation_kind_find(name);
  if (kind) return kind;
  char near[96], known[256] = "";
  size_t used = 0;
  for (int i = 0; jn_formulation_name(i) && used < sizeof known; i++)
    used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", jn_formulation_name(i));
  jni_suggest(name, formulation_candidate, NULL, near, sizeof near);
  jn_report_fault(report, JN_REFUSED, "", "there is no formulation '%.40s'; there are %s%s", name, known, near);
  return NULL;
}

// Names that no formulation takes.
static const char *choice_candidate(const void *context, int i) {
  return jni_choice_name(*(const jni_choice *)context, i);
}

static bool is_known(jni_choice choice, const char *name) {
  for (int i = 0; jni_choice_name(choice, i); i++)
    if (strcmp(jni_choice_name(choice, i), name) == 0) return true;
  return false;
}

static jn_status refuse_unknown(jni_choice choice, const char *what, const char *name, jn_report *report) {
  char known[256] = "", near[96];
  size_t used = 0;
  for (int i = 0; jni_choice_name(choice, i) && used < sizeof known; i++)
    used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", jni_choice_name(choice, i));
  jni_suggest(name, choice_candidate, &choice, near, sizeof near);
  return jn_report_fault(report, JN_REFUSED, "", "there %s %s '%.40s'; there are %s%s",
                         choice == JNI_CHOICE_COORDINATES ? "are no" : "is no", what, name, known, near);
}

static jn_status check_name(const jni_formulation_kind *kind, const char *what, const char *name,
                            const char *const *list, jn_report *report) {
  if (jni_in_list(list, name)) return JN_OK;
  char names[200], near[96];
  join(list, names, sizeof names);
  jni_suggest(name, list_name, list, near, sizeof near);
  return jn_report_fault(report, JN_REFUSED, "", "formulation '%s' does not support %s '%.40s'; it supports %s%s",
                         kind->name, what, name, names, near);
}

static jn_status check_variant(const jni_formulation_kind *kind, const char *name, jn_report *report) {
  if (kind->variants) return check_name(kind, "variant", name, kind->variants, report);
  if (strcmp(name, "none") == 0) return JN_OK;
  return jn_report_fault(report, JN_REFUSED, "", "formulation '%s' has no variants, but '%.40s' is given", kind->name,
                         name);
}

// Bodies without mass or inertia, where the mass matrix must be definite, and such as there are none, where they would
// have a negative mass.
static jn_status check_mass(const jni_formulation_kind *kind, const jn_model *model, const jn_choices *c,
                            jn_report *report) {
  char what[60];
  snprintf(what, sizeof what, "formulation '%s'", kind->name);
  if (kind->leaves_rows) return jni_metric_check_semidefinite(model, c->coordinates, what, report);
  return kind->definite_mass ? jni_metric_check(model, c->coordinates, what, report) : JN_OK;
}

static jn_status check_names(const jni_formulation_kind *kind, const jn_choices *c, jn_report *report) {
  const struct {
    jni_choice choice;
    const char *what, *name;
    const char *const *list;
  } checks[] = {
      {JNI_CHOICE_COORDINATES, "coordinates", c->coordinates, kind->coordinates},
      {JNI_CHOICE_INTEGRATOR, "integrator", c->integrator, kind->integrators},
      {JNI_CHOICE_ENERGY, "energy control", c->energy, kind->energy},
      {JNI_CHOICE_POSITION, "position control", c->position, kind->position},
      {JNI_CHOICE_VELOCITY, "velocity control", c->velocity, kind->velocity},
  };
  jn_status worst = check_variant(kind, c->variant, report);
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
    jn_status status = is_known(checks[i].choice, checks[i].name)
                           ? check_name(kind, checks[i].what, checks[i].name, checks[i].list, report)
                           : refuse_unknown(checks[i].choice, checks[i].what, checks[i].name, report);
    if (worst == JN_OK) worst = status;
  }
  return worst;
}

static jn_status check_number(bool good, const char *name, double value, const char *wanted, jn_report *report) {
  if (good) return JN_OK;
  return jn_report_fault(report, JN_BAD_ARGUMENT, "", "'%s' is %g but must be %s", name, value, wanted);
}

static bool positive(double x) { return x > 0 && isfinite(x); }
static bool positive_or_zero(double x) { return x >= 0 && isfinite(x); }

// More steps, rows or checkpoints than these would never end or fill any disk.
static const double most_steps = 1e12, most_rows = 1e8, most_checkpoints = 1e6;

static jn_status check_numbers(const jn_choices *c, jn_report *report) {
  const struct {
    bool good;
    const char *name;
    double value;
    const char *wanted;
  } checks[] = {
      {positive(c->until), "until", c->until, "a positive time"},
      {positive_or_zero(c->step), "step", c->step, "a positive time, or 0 for a variable step"},
      {positive_or_zero(c->max_step), "max_step", c->max_step, "a positive time, or 0 for none"},
      {positive_or_zero(c->output_step), "output", c->output_step, "a positive time"},
      {positive_or_zero(c->checkpoint_step), "checkpoint", c->checkpoint_step, "a positive time"},
      {c->tolerance > 0 && c->tolerance < 1, "tolerance", c->tolerance, "between 0 and 1"},
      {positive_or_zero(c->tolerance_position), "tolerance.position", c->tolerance_position, "positive"},
      {positive_or_zero(c->tolerance_velocity), "tolerance.velocity", c->tolerance_velocity, "positive"},
      {positive_or_zero(c->tolerance_other), "tolerance.other", c->tolerance_other, "positive"},
      {c->tolerance_constraint >= 0 && c->tolerance_constraint < 1, "tolerance.constraint", c->tolerance_constraint,
       "between 0 and 1"},
      {isnan(c->penalty) || positive(c->penalty), "penalty", c->penalty, "positive"},
      {c->rho >= 0 && c->rho <= 1, "rho", c->rho, "from 0 to 1"},
      {c->halvings >= 0 && c->halvings <= 30, "halvings", c->halvings, "from 0 to 30"},
      {c->max_steps >= 1, "max_steps", c->max_steps, "at least 1"},
      {!(c->step > 0 && c->until / c->step > most_steps), "step", c->step, "at least 1e-12 of 'until'"},
      {!(c->output_step > 0 && c->until / c->output_step > most_rows), "output", c->output_step,
       "at least 1e-8 of 'until'"},
      {!(c->checkpoint_step > 0 && c->until / c->checkpoint_step > most_checkpoints), "checkpoint", c->checkpoint_step,
       "at least 1e-6 of 'until'"},
  };
  jn_status worst = JN_OK;
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
    jn_status status = check_number(checks[i].good, checks[i].name, checks[i].value, checks[i].wanted, report);
    if (worst == JN_OK) worst = status;
  }
  return worst;
}

// Known times are met one by one: a clock as fast as this would hardly let the run move.
static const double most_repetitions = 1e8;

static jn_status check_events(const jn_model *model, const jn_choices *c, jn_report *report) {
  jn_status worst = JN_OK;
  for (int i = 0; i < model->nevents; i++) {
    const jni_event *event = &model->events[i];
    if (event->when || !(event->every > 0) || c->until / event->every <= most_repetitions) continue;
    worst = jn_report_fault(report, JN_BAD_ARGUMENT, "", "event '%s' repeats more than 1e8 times", event->name);
  }
  return worst;
}

// ---- settling ---------------------------------------------------------------------------------------------------

static jn_status check_step(const jn_choices *c, jn_report *report) {
  const jni_integrator_kind *kind = jni_integrator_kind_find(c->integrator);
  if (!kind || !kind->fixed_step || c->step > 0) return JN_OK;
  return jn_report_fault(report, JN_BAD_ARGUMENT, "", "integrator '%s' uses fixed steps and needs 'step', such as 1 ms",
                         kind->name);
}

// Damping that the integrator cannot give.
static jn_status check_damping(const jn_choices *c, jn_report *report) {
  if (strcmp(c->integrator, "hht") != 0 || c->rho >= 0.5) return JN_OK;
  return jn_report_fault(report, JN_REFUSED, "",
                         "integrator 'hht' needs 'rho' from 0.5 to 1, not %g; 'generalized-alpha' accepts 0 to 1",
                         c->rho);
}

// A word that every formulation takes: auto, or one of the list.
static jn_status check_word(jni_choice what, const char *key, const char *word, jn_report *report) {
  bool known = jni_is_open(word);
  for (int i = 0; !known && jni_choice_name(what, i); i++) known = strcmp(word, jni_choice_name(what, i)) == 0;
  if (known) return JN_OK;
  return jn_report_fault(report, JN_REFUSED, "", "'%s' cannot be '%s'; it is auto, %s or %s", key, word,
                         jni_choice_name(what, 0), jni_choice_name(what, 1));
}

jn_status jn_choices_settle(const jn_model *model, jn_choices *choices, jn_report *report) {
  JNI_ASSERT(model && choices);
  jn_status status = check_numbers(choices, report);
  if (status == JN_OK) status = check_events(model, choices, report);
  if (status == JN_OK) status = check_word(JNI_CHOICE_START, "start", choices->start, report);
  if (status == JN_OK) status = check_word(JNI_CHOICE_SWITCHES, "switches", choices->switches, report);
  if (status != JN_OK) return status;
  jni_set_open(choices->start, sizeof choices->start, "assembly");
  jni_set_open(choices->switches, sizeof choices->switches, "auto");
  status = jni_settle_equations(model, choices, report);
  if (status != JN_OK) return status;
  const jni_formulation_kind *kind = find_formulation(choices->formulation, report);
  if (!kind) return JN_REFUSED;
  jni_settle_rest(kind, choices);
  status = check_names(kind, choices, report);
  if (status == JN_OK) status = check_mass(kind, model, choices, report);
  if (status == JN_OK) status = check_step(choices, report);
  if (status == JN_OK) status = check_damping(choices, report);
  if (!(choices->output_step > 0)) choices->output_step = choices->until / 500;
  return status;
}

// ---- the table as text ------------------------------------------------------------------------------------------

int jn_choices_table(char *text, size_t size) {
  int used = 0;
  for (int i = 0; jni_formulation_kinds[i]; i++) {
    const jni_formulation_kind *kind = jni_formulation_kinds[i];
    static const char *const none[] = {"none", NULL};
    const char *const *const all[6] = {kind->coordinates, kind->variants ? kind->variants : none,
                                       kind->position,    kind->velocity,
                                       kind->energy,      kind->integrators};
    char lists[6][160];
    for (int k = 0; k < 6; k++) join(all[k], lists[k], sizeof lists[k]);
    size_t left = (size_t)used < size ? size - (size_t)used : 0;
    const char *gap = strlen(kind->name) > 17 ? "\n                 " : "";  // a long name stands on a line of its own
    used += snprintf(left ? text + used : NULL, left,
                     "%-17s%s coordinates: %s; variant: %s; position: %s; velocity: %s; energy: %s; integrator: %s\n",
                     kind->name, gap, lists[0], lists[1], lists[2], lists[3], lists[4], lists[5]);
  }
  return used;
}

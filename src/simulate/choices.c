// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// choices.c - resolves and checks the choices of a run: replaces `auto` (automatic_choices.c) and refuses combinations
// that are not supported. All names come from the tables of formulations and integrators.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formulation/control/mass_metric.h"
#include "formulation/formulation.h"
#include "jounce/simulate.h"
#include "model/choice.h"
#include "model/fault.h"
#include "model/model.h"
#include "simulate/automatic_choices.h"

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
  if (!name) return false;
  const jni_integrator_kind *kind = jni_integrator_kind_find(name);
  return kind && kind->fixed_step;
}

const char *jn_coordinates_name(int i) { return jni_choice_name(JN_CHOICE_coordinates, i); }

const char *jn_choice_name(const char *what, const char *formulation, int i) {
  if (!what || !formulation) return NULL;
  const jni_formulation_kind *kind = jni_formulation_kind_find(formulation);
  if (!kind || i < 0 || (strcmp(what, "variant") == 0 && !kind->variants)) return NULL;
  for (int k = 0; k < JN_NCHOICES; k++) {
    const char *const *list = jni_choice_list(kind, (jn_choice)k);
    if (!list || strcmp(jn_choice_get((jn_choice)k)->option, what) != 0) continue;
    while (*list && i > 0) {
      list++;
      i--;
    }
    return *list;
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

// ---- refusals ---------------------------------------------------------------------------------------------------

// Reports that the formulation does not support the name of a choice, with the names that it supports. Returns
// JN_REFUSED.
static jn_status refuse_name(const jni_formulation_kind *kind, jn_choice which, const char *name, jn_report *report) {
  const char *const *list = jni_choice_list(kind, which);
  if (which == JN_CHOICE_variant && !kind->variants)
    return jn_report_fault(report, JN_REFUSED, "", "formulation '%s' has no variants, but '%.40s' is given", kind->name,
                           name);
  char names[200], hint[96], noun[40];
  join(list, names, sizeof names);
  jni_choice_noun(which, noun, sizeof noun);
  jni_suggest(name, list_name, list, hint, sizeof hint);
  return jn_report_fault(report, JN_REFUSED, "", "formulation '%s' does not support %s '%.40s'; it supports %s%s",
                         kind->name, noun, name, names, hint);
}

static jn_status check_names(const jni_formulation_kind *kind, const jn_choices *c, jn_report *report) {
  jn_status status = JN_OK;
  for (int i = 0; i < JN_NCHOICES; i++) {
    const char *const *list = jni_choice_list(kind, (jn_choice)i);
    const char *name = jn_choice_text(c, (jn_choice)i);
    if (list && !jni_in_list(list, name)) status = refuse_name(kind, (jn_choice)i, name, report);
  }
  return status;
}

// Reports a fault and returns its status if the formulation needs a definite mass matrix and a body has no mass or
// inertia, or if it accepts a semidefinite one and a mass or inertia is negative; otherwise returns JN_OK.
static jn_status check_mass(const jni_formulation_kind *kind, const jn_model *model, const jn_choices *c,
                            jn_report *report) {
  char what[60];
  snprintf(what, sizeof what, "formulation '%s'", kind->name);
  if (kind->drifts) return jni_metric_check_semidefinite(model, c->coordinates, what, report);
  return kind->definite_mass ? jni_metric_check(model, c->coordinates, what, report) : JN_OK;
}

// Checks that the value of each number among the choices is in its range; reports a fault otherwise.
static jn_status check_values(const jn_choices *c, jn_report *report) {
  jn_status worst = JN_OK;
  char what[400];
  for (int i = 0; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    if (jn_choice_check(c, (jn_choice)i, what, sizeof what)) continue;
    jn_status status = jn_report_fault(report, info->kind == JN_CHOOSE_NAME ? JN_REFUSED : JN_BAD_ARGUMENT, "",
                                       "'%s' %s", info->key, what);
    if (worst == JN_OK) worst = status;
  }
  return worst;
}

// Refuses choices with so many steps, output rows or checkpoints that a run would not end or would fill any disk.
static jn_status check_counts(const jn_choices *c, jn_report *report) {
  static const struct {
    jn_choice which;
    double most;
  } counts[] = {{JN_CHOICE_step, 1e12}, {JN_CHOICE_output_step, 1e8}, {JN_CHOICE_checkpoint_step, 1e6}};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    double step = jn_choice_number(c, counts[i].which);
    if (!(step > 0 && c->until / step > counts[i].most)) continue;
    return jn_report_fault(report, JN_BAD_ARGUMENT, "", "'%s' must be at least %g of 'until', got %g",
                           jn_choice_get(counts[i].which)->key, 1 / counts[i].most, step);
  }
  return JN_OK;
}

// Largest number of repetitions of a time event in a run; each repetition ends a step.
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

// ---- resolution ---------------------------------------------------------------------------------------------------

static jn_status check_step(const jn_choices *c, jn_report *report) {
  const jni_integrator_kind *kind = jni_integrator_kind_find(c->integrator);
  if (!kind || !kind->fixed_step || c->step > 0) return JN_OK;
  return jn_report_fault(report, JN_BAD_ARGUMENT, "", "integrator '%s' uses fixed steps and needs 'step', such as 1 ms",
                         kind->name);
}

// Refuses integrators with variable steps if the model has compiled code and the formulation runs it. Returns JN_OK or
// JN_REFUSED.
static jn_status check_code(const jn_model *model, const jn_choices *c, jn_report *report) {
  const jni_integrator_kind *kind = jni_integrator_kind_find(c->integrator);
  const jni_formulation_kind *formulation = jni_formulation_kind_find(c->formulation);
  bool runs_code = formulation && formulation->from_code;
  if (!model->code || !kind || kind->fixed_step || !runs_code) return JN_OK;
  return jn_report_fault(report, JN_REFUSED, "",
                         "integrator '%s' chooses its steps, and compiled code has fixed ones: use 'euler', 'ab2' or "
                         "'rk4', or run the model itself",
                         kind->name);
}

// Refuses a spectral radius (numerical damping) that the integrator does not support. Returns JN_OK or JN_REFUSED.
static jn_status check_damping(const jn_choices *c, jn_report *report) {
  const jni_integrator_kind *kind = jni_integrator_kind_find(c->integrator);
  if (!kind || kind->least_rho == 0 || c->rho >= kind->least_rho) return JN_OK;
  return jn_report_fault(report, JN_REFUSED, "",
                         "integrator '%s' needs 'rho' from %g to 1, not %g; 'generalized-alpha' accepts 0 to 1",
                         kind->name, kind->least_rho, c->rho);
}

// Refuses choices that rigid contacts do not support: formulation, coordinates, integrator, energy, position, location
// of roots, and laws of impact. Does nothing without rigid contacts. Otherwise clears c->stiff_bdf. Returns JN_OK, or
// JN_REFUSED with a fault.
static jn_status check_contacts(const jn_model *model, jn_choices *c, jn_report *report) {
  const jni_integrator_kind *kind = jni_integrator_kind_find(c->integrator);
  bool supported = strcmp(c->formulation, "reduced") == 0 || strcmp(c->formulation, "multipliers") == 0;
  char text[240] = "";
  if (model->ncontact_points == 0) return JN_OK;
  c->stiff_bdf = false;
  if (!supported)
    jni_print(text, sizeof text, "rigid contacts need formulation 'reduced' or 'multipliers', not '%s'",
              c->formulation);
  else if (strcmp(c->coordinates, "natural") == 0)
    jni_print(text, sizeof text, "rigid contacts need joint or cartesian coordinates, not 'natural'");
  else if (kind && !kind->projects)
    jni_print(text, sizeof text,
              "rigid contacts need integrator 'dopri5', or a fixed step with 'rk4'; '%s' does not hold "
              "their gaps at zero",
              c->integrator);
  else if (strcmp(c->energy, "none") != 0)
    jni_print(text, sizeof text, "rigid contacts need 'energy: none', not '%s': impacts change the energy", c->energy);
  else if (strcmp(c->position, "pi") == 0 || strcmp(c->position, "gradient") == 0)
    jni_print(text, sizeof text, "rigid contacts need 'position: newton' or 'none', not '%s'", c->position);
  else if (!c->locate_roots)
    jni_print(text, sizeof text, "rigid contacts need 'roots: true': their impacts are located within steps");
  bool rough = false, sequential = strcmp(c->impacts, "sequential") == 0,
       energetic = strcmp(c->impact_law, "energetic") == 0;
  for (int i = 0; i < model->ncontacts; i++)
    for (int k = 0; !model->contacts[i].compliant && k < model->contacts[i].npairs; k++)
      rough = rough || model->contacts[i].pairs[k].friction_static > 0;
  if (!text[0] && rough && sequential)
    jni_print(text, sizeof text, "'impacts: sequential' is for contacts without friction");
  if (!text[0] && energetic && (model->space == JN_SPACE || sequential))
    jni_print(text, sizeof text, "'restitution: energetic' is for %s; use 'newton' or 'poisson'",
              sequential ? "'impacts: simultaneous'" : "plane models");
  return text[0] && jni_refuse_contacts(model, text, report) ? JN_REFUSED : JN_OK;
}

jn_status jn_choices_resolve(const jn_model *model, jn_choices *choices, jn_report *report) {
  JNI_ASSERT(model && choices);
  jn_status status = check_values(choices, report);
  if (status == JN_OK) status = check_counts(choices, report);
  if (status == JN_OK) status = check_events(model, choices, report);
  if (status != JN_OK) return status;
  jni_set_open(choices->start, sizeof choices->start, "assembly");
  jni_set_open(choices->switches, sizeof choices->switches, "auto");
  status = jni_resolve_equations(model, choices, report);
  if (status != JN_OK) return status;
  const jni_formulation_kind *kind = jni_formulation_kind_find(choices->formulation);
  jni_resolve_method(kind, choices);
  status = check_names(kind, choices, report);
  if (status == JN_OK) status = check_mass(kind, model, choices, report);
  if (status == JN_OK) status = check_step(choices, report);
  if (status == JN_OK) status = check_code(model, choices, report);
  if (status == JN_OK) status = check_damping(choices, report);
  if (status == JN_OK) status = check_contacts(model, choices, report);
  if (!(choices->output_step > 0)) choices->output_step = choices->until / 500;
  return status;
}

// ---- choices without effect ----------------------------------------------------------------------------------------

static bool is_replaced(const jn_choices *resolved, jn_choice which) {
  for (int i = 0; i < JN_NCHOICES; i++)
    if (which != 0 && jn_choice_get((jn_choice)i)->values.from == which && jn_choice_acts(resolved, (jn_choice)i))
      return true;
  return false;
}

void jn_choices_tell(const jn_choices *resolved, jn_report *report) {
  JNI_ASSERT(resolved);
  for (int i = 0; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    if (jni_choice_is_default(resolved, (jn_choice)i) || jn_choice_acts(resolved, (jn_choice)i)) continue;
    if (is_replaced(resolved, (jn_choice)i))
      jn_report_warn(report, "", "'%s' has no effect: the gains that follow from it are given themselves", info->key);
    else jn_report_warn(report, "", "'%s' has no effect: it is used only by %s", info->key, info->applies);
  }
}

// ---- the table as text ------------------------------------------------------------------------------------------

int jn_choices_table(char *text, size_t size) {
  static const jn_choice columns[] = {JN_CHOICE_coordinates, JN_CHOICE_variant, JN_CHOICE_position,
                                      JN_CHOICE_velocity,    JN_CHOICE_energy,  JN_CHOICE_integrator};
  enum { NCOLUMNS = sizeof columns / sizeof *columns };
  int used = 0;
  for (int i = 0; jni_formulation_kinds[i]; i++) {
    const jni_formulation_kind *kind = jni_formulation_kinds[i];
    const char *gap = strlen(kind->name) > 17 ? "\n                 " : "";  // a long name has a line of its own
    for (int k = 0; k < NCOLUMNS; k++) {
      char names[160], head[48] = "";
      join(jni_choice_list(kind, columns[k]), names, sizeof names);
      if (k == 0) snprintf(head, sizeof head, "%-17s%s", kind->name, gap);
      size_t left = (size_t)used < size ? size - (size_t)used : 0;
      used += snprintf(left ? text + used : NULL, left, "%s %s: %s%s", head, jn_choice_get(columns[k])->option, names,
                       k + 1 < NCOLUMNS ? ";" : "\n");
    }
  }
  return used;
}

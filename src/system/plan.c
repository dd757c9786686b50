// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// plan.c - forces, inputs, auxiliary states and events of a model, with their expressions compiled and the times of
// their breaks.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/contact_features.h"
#include "model/fault.h"
#include "system/drive/drive.h"
#include "system/event.h"
#include "system/formula.h"
#include "system/reads.h"
#include "system/system.h"
#include "system/system_build.h"

static bool no_memory(jn_report *report) {
  jni_report_no_memory(report);
  return false;
}

bool jni_plan_compile(jn_system *system, const char *element, const char *name, const char *text, jni_level level,
                      jni_formula *formula, jn_report *report) {
  char what[256] = "", who[JNI_ELEMENT_SIZE];
  if (jni_formula_new(&system->pool, system, text, level, formula, what, sizeof what)) return true;
  snprintf(who, sizeof who, "%s '%.255s'", element, name);
  jn_report_fault(report, JN_BAD_MODEL, who, "'%.200s': %s", text, what);
  return false;
}

// ---- forces ------------------------------------------------------------------------------------------------

static jni_form_term form_term(jni_row_builder *builder, jn_joint joint, const char *name, double factor) {
  int index = jni_kind_coordinate(builder->model->joints[joint.i].kind, name);
  return (jni_form_term){jni_coordinate_add(builder, joint.i, index), factor};
}

// Sets the sum of joint coordinates along which an element acts: the coordinates of its joints, or for an angular kind
// in the plane the angle between its bodies. Does nothing for other elements.
static void build_form(jn_system *system, jni_force_plan *plan, jni_row_builder *builder) {
  const jni_force_element *e = plan->element;
  const jn_force_def *def = &e->def;
  int n = def->nterms > 0 ? def->nterms : jni_acts_along(def) || e->kind->angular;
  jni_form_term *terms = jni_take(&system->pool, (size_t)n, sizeof *terms);
  if (n == 0 || !terms) return;
  for (int i = 0; i < def->nterms; i++)
    terms[i] = form_term(builder, def->terms[i].joint, def->terms[i].coordinate, def->terms[i].factor);
  if (def->joint.i >= 0) terms[0] = form_term(builder, def->joint, def->coordinate, 1);
  else if (def->nterms == 0) terms[0] = (jni_form_term){jni_coordinate_add_angle(builder, e->mirror, def->between), 1};
  plan->terms = terms;
  plan->nterms = n;
}

static void list_places(jn_system *system, jni_force_plan *plan, const jni_row_builder *builder) {
  int n = plan->nterms > 0 ? 2 * plan->nterms : plan->nends;
  plan->places = jni_ints(&system->pool, (size_t)n);
  plan->bodies = jni_ints(&system->pool, (size_t)n);
  if (system->pool.failed || builder->pool->failed) return;
  for (int i = 0; i < n; i++) {
    int body = plan->nterms > 0 ? builder->coordinates[plan->terms[i / 2].coordinate].side[i % 2].body
                                : system->model->frames[plan->ends[i].i].body;
    bool listed = body == 0;
    for (int k = 0; k < plan->nbodies; k++) listed = listed || plan->bodies[k] == body;
    if (!listed) plan->bodies[plan->nbodies++] = body;
    plan->places[plan->nplaces++] = body;
  }
}

bool jni_system_build_forces(jn_system *system, jni_row_builder *builder, jn_report *report) {
  const jn_model *model = system->model;
  system->forces = jni_take(&system->pool, model->nforces, sizeof *system->forces);
  if (system->pool.failed) return no_memory(report);
  system->nforces = model->nforces;
  bool ok = jni_system_build_computed(system, report);
  int discrete_at = model->nown_discretes - JNI_CONTACT_STATES * model->ncontact_points -
                    JNI_COMPLIANT_STATES * model->ncompliant_points;
  for (int i = 0; i < model->nforces; i++) {
    jni_force_plan *plan = &system->forces[i];
    plan->element = &model->forces[i];

    // Sets the joint coordinates along which an element acts, or else its ends, and lists the body of each place: of
    // both sides of each coordinate, or of each end.
    build_form(system, plan, builder);
    if (plan->nterms == 0) plan->ends = jni_force_ends(plan->element, &plan->nends);
    list_places(system, plan, builder);

    jni_switches_number_own(system, plan);
    plan->nstates = plan->element->kind->nstates ? plan->element->kind->nstates(plan->element) : 0;
    plan->discrete_at = plan->element->kind->ndiscretes > 0 ? discrete_at : -1;
    discrete_at += plan->element->kind->ndiscretes;
    bool compiled = true;
    for (int k = 0; k < 3 && compiled; k++) {
      const char *value = plan->element->def.value[k];
      if (value)
        compiled =
            jni_plan_compile(system, "force", plan->element->name, value, JNI_LEVEL_VELOCITY, &plan->value[k], report);
    }
    ok = ok && compiled;
  }
  return ok;
}

// ---- expressions of time -------------------------------------------------------------------

bool jni_plan_of_time(jn_system *system, const char *element, const char *name, const char *text, jni_formula *formula,
                      jn_report *report) {
  if (!jni_plan_compile(system, element, name, text, JNI_LEVEL_POSITION, formula, report)) return false;
  if (formula->nsignals == 0 || (formula->nsignals == 1 && formula->signals[0].kind == JNI_SIGNAL_TIME)) return true;
  char who[JNI_ELEMENT_SIZE];
  snprintf(who, sizeof who, "%s '%.255s'", element, name);
  jn_report_fault(report, JN_BAD_MODEL, who, "'%.200s' may depend on t only", text);
  return false;
}

static bool build_inputs(jn_system *system, jn_report *report) {
  system->inputs = jni_take(&system->pool, system->sizes.nu, sizeof *system->inputs);
  if (system->pool.failed) return no_memory(report);
  bool ok = true;
  for (int i = 0; i < system->sizes.nu; i++) {
    const jni_input *input = &system->model->inputs[i];
    if (input->expression)
      ok = jni_plan_of_time(system, "input", input->name, input->expression, &system->inputs[i], report) && ok;
  }
  return ok;
}

// ---- auxiliary states and events ---------------------------------------------------------------------------------

// Compiles the formula of the rate of each continuous state of the subsystems; it reads only the signal
// subsystem.NAME.STATE_rate. Returns false after a fault in the report.
static bool build_subsystem_rates(jn_system *system, jn_report *report) {
  bool ok = true;
  for (int i = 0; i < system->nsubsystems; i++) {
    const jni_subsystem_plan *plan = &system->subsystems[i];
    for (int k = 0; k < plan->element->nstates; k++) {
      jni_formula *rate = &system->rates[plan->state_at + k];
      char text[JNI_SIGNAL_NAME_SIZE];
      snprintf(text, sizeof text, "subsystem.%.255s.%.40s_rate", plan->element->name, plan->element->states[k].name);
      ok = jni_plan_compile(system, "subsystem", plan->element->name, text, JNI_LEVEL_VELOCITY, rate, report) && ok;
    }
  }
  return ok;
}

static bool build_rates(jn_system *system, jn_report *report) {
  const jn_model *model = system->model;
  system->nrates = model->nauxiliaries + system->nsubsystem_states;
  system->rates = jni_take(&system->pool, system->nrates, sizeof *system->rates);
  if (system->pool.failed) return no_memory(report);
  bool ok = build_subsystem_rates(system, report);
  for (int i = 0; i < model->nauxiliaries; i++) {
    const jni_state *z = &model->auxiliaries[i];
    ok = jni_plan_compile(system, "auxiliary state", z->name, z->rate, JNI_LEVEL_VELOCITY, &system->rates[i], report) &&
         ok;
  }
  return ok;
}

// Returns the number of the state with this name as target of an event: its index in s if it is a discrete state of the
// model, ns plus its index in z if it is auxiliary; -1: there is no such state.
static int find_target(const jn_system *system, const char *name) {
  for (int i = 0; i < system->model->ndiscretes; i++)
    if (strcmp(system->model->discretes[i].name, name) == 0) return i;
  for (int i = 0; i < system->model->nauxiliaries; i++)
    if (strcmp(system->model->auxiliaries[i].name, name) == 0) return system->sizes.ns + i;
  return -1;
}

static bool build_event(jn_system *system, const jni_event *event, jni_event_plan *plan, jn_report *report) {
  bool ok = true;
  plan->event = event;
  plan->set = jni_take(&system->pool, event->nset, sizeof *plan->set);
  plan->target = jni_take(&system->pool, event->nset, sizeof *plan->target);
  if (system->pool.failed) return no_memory(report);
  if (event->when)
    ok = jni_plan_compile(system, "event", event->name, event->when, JNI_LEVEL_VELOCITY, &plan->when, report);
  for (int k = 0; k < event->nset; k++) {
    plan->target[k] = find_target(system, event->set[2 * k]);
    if (plan->target[k] < 0) {
      jn_report_fault(report, JN_BAD_MODEL, event->name, "'%s' is not a discrete or auxiliary state",
                      event->set[2 * k]);
      ok = false;
    }
    ok = jni_plan_compile(system, "event", event->name, event->set[2 * k + 1], JNI_LEVEL_VELOCITY, &plan->set[k],
                          report) &&
         ok;
  }
  return ok;
}

// Sets system->contact_points, the points of all rigid contacts of the model, and the size of the workspace for their
// features. Returns false after a fault in the report.
static bool build_contacts(jn_system *system, jn_report *report) {
  const jn_model *model = system->model;
  int at = model->nown_discretes - JNI_CONTACT_STATES * model->ncontact_points;
  system->contact_points = jni_take(&system->pool, (size_t)model->ncontact_points, sizeof *system->contact_points);
  if (system->pool.failed) return no_memory(report);
  for (int c = 0; c < model->ncontacts; c++)
    for (int i = 0; !model->contacts[c].compliant && i < model->contacts[c].npairs; i++) {
      const jni_contact_pair *pair = &model->contacts[c].pairs[i];
      int scratch = pair->has_features ? jni_features_scratch(&pair->geometry[0], &pair->geometry[1]) : 0;
      if (scratch > system->ncontact_scratch) system->ncontact_scratch = scratch;
      for (int k = 0; k < pair->npoints; k++) {
        int p = system->ncontact_points++;
        system->contact_points[p] = (jni_contact_point){c, pair, k, at + JNI_CONTACT_STATES * p};
      }
    }
  return true;
}

static bool build_event_plans(jn_system *system, jn_report *report) {
  const jn_model *model = system->model;
  int force_roots = system->sizes.nroots, at = force_roots, roots = force_roots;
  for (int i = 0; i < model->nevents; i++) roots += model->events[i].when != NULL;
  int first_subsystem_root = roots;
  for (int i = 0; i < system->nsubsystems; i++) {
    system->subsystems[i].root_at = roots;
    roots += model->subsystems[i].nroots;
  }
  system->events = jni_take(&system->pool, model->nevents, sizeof *system->events);
  size_t nroots = (size_t)(roots + JNI_CONTACT_ROOTS * model->ncontact_points);
  system->root_event = jni_take(&system->pool, nroots, sizeof *system->root_event);
  if (system->pool.failed) return no_memory(report);
  system->nevents = model->nevents;
  system->contact_root_at = roots;
  system->sizes.nroots = roots + JNI_CONTACT_ROOTS * system->ncontact_points;
  system->sizes.force_roots = force_roots;
  system->sizes.subsystem_roots = roots - first_subsystem_root;
  system->sizes.contact_roots = JNI_CONTACT_ROOTS * system->ncontact_points;
  bool ok = true;
  for (int i = 0; i < force_roots; i++) system->root_event[i] = -1;
  for (int i = 0; i < model->nevents; i++) {
    if (model->events[i].when) system->root_event[at++] = i;
    ok = build_event(system, &model->events[i], &system->events[i], report) && ok;
  }
  for (int i = 0; i < system->nsubsystems; i++)
    for (int k = 0; k < model->subsystems[i].nroots; k++) system->root_event[at++] = model->nevents + i;
  while (at < system->sizes.nroots) system->root_event[at++] = JNI_CONTACT_ROOT;
  return ok;
}

// ---- time events ---------------------------------------------------------------------------------------------------

static bool add_time(jn_system *system, double t) {
  if (!isfinite(t)) return true;
  if (!jni_pool_grow(&system->pool, &system->time_events, &system->capacity_time_events, system->ntime_events + 1,
                     sizeof(double)))
    return false;
  system->time_events[system->ntime_events++] = t;
  return true;
}

static bool add_breaks(jn_system *system, jni_formula *formula) {
  double times[JNI_MOST_BREAKS];
  if (!formula->expression) return true;
  for (int i = 0; i < formula->nsignals; i++) {
    if (formula->signals[i].kind != JNI_SIGNAL_TIME) continue;
    int n = jni_expression_breaks(formula->expression, i, times, JNI_MOST_BREAKS);
    if (n > 0) formula->time = i;
    for (int k = 0; k < n && k < JNI_MOST_BREAKS; k++)
      if (!add_time(system, times[k])) return false;
  }
  return true;
}

// Adds to the time events the breaks of the expression or the filter's signal of a drive, and those times at which the
// third derivative of its motion table jumps: all its points if the motion rests at each, otherwise the two ends.
// Returns false if memory is short.
static bool add_drive(jn_system *system, jni_drive *drive) {
  const jni_motion_table *course = &drive->course;
  bool each = system->model->joints[drive->joint].def.rest == JN_REST_POINTS;
  for (int k = 0; k < course->n; k += each || k == course->n - 1 ? 1 : course->n - 1)
    if (!add_time(system, course->t[k])) return false;
  return add_breaks(system, &drive->of_time) && add_breaks(system, &drive->signal);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static bool collect_time_events(jn_system *system) {
  const jn_model *model = system->model;
  for (int i = 0; i < model->ninputs; i++) {
    for (int k = 0; k < model->inputs[i].table.n; k++)
      if (!add_time(system, model->inputs[i].table.x[k])) return false;
    if (!add_breaks(system, &system->inputs[i])) return false;
  }
  for (int i = 0; i < system->nmotions; i++)
    if (!add_drive(system, &system->drives[i])) return false;
  for (int i = 0; i < system->nforces; i++)
    for (int k = 0; k < 3; k++)
      if (!add_breaks(system, &system->forces[i].value[k])) return false;
  for (int i = 0; i < system->nrates; i++)
    if (!add_breaks(system, &system->rates[i])) return false;
  for (int i = 0; i < system->nsubsystems; i++)
    for (int k = 0; k < system->subsystems[i].element->ninputs; k++)
      if (!add_breaks(system, &system->subsystems[i].inputs[k])) return false;
  for (int i = 0; i < system->ncomputed; i++)
    if (system->is_ahead[system->nforces + i] && !add_breaks(system, &system->computed[i])) return false;
  if (system->ntime_events > 0) qsort(system->time_events, (size_t)system->ntime_events, sizeof(double), ascending);
  return true;
}

bool jni_system_build_events(jn_system *system, jn_report *report) {
  bool ok = jni_drives_build(system, report);
  ok = build_inputs(system, report) && ok;
  ok = build_rates(system, report) && ok;
  ok = build_contacts(system, report) && ok;
  ok = build_event_plans(system, report) && ok;
  if (ok && !jni_system_order_computed(system)) return no_memory(report);
  if (ok && !(collect_time_events(system) && jni_system_build_reads(system))) return no_memory(report);
  if (ok) jni_switches_number(system);
  return ok;
}

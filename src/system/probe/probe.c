// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// probe.c - a compiled list of outputs: signals by name, vectors by their components, or expressions over signals.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/derivative/rate.h"
#include "system/event.h"
#include "system/formula.h"
#include "system/probe/probe.h"
#include "system/reaction.h"
#include "system/signal_value.h"
#include "system/system.h"

typedef struct {
  char name[JNI_SIGNAL_NAME_SIZE];
  jn_dimension dimension;
  char unit[64];
  double factor;        // SI value of one unit of the column
  jni_formula formula;  // expression NULL: signals[0] itself
  jni_signal signal;
} column;

struct jn_probe {
  jni_pool pool;
  const jn_system *system;
  column *columns;
  int ncolumns, capacity;
  bool accelerations;
  bool couplings;
  bool *wanted;  // ncomputed: signals of the model that columns read, directly or through others
};

static void need(jn_probe *probe, const jni_signal *s) {
  if (jni_signal_needs(probe->system->model, s) == JNI_LEVEL_ACCELERATION) probe->accelerations = true;
  if (s->kind == JNI_SIGNAL_COUPLING || s->kind == JNI_SIGNAL_RATE_COUPLING) probe->couplings = true;
  if (s->kind == JNI_SIGNAL_COMPUTED) probe->wanted[s->a] = true;
}

static void need_all(jn_probe *probe, const jni_formula *formula) {
  for (int i = 0; i < formula->nsignals; i++) need(probe, &formula->signals[i]);
}

// Marks in probe->wanted all signals of the model that marked signals read. Visits the signals in reverse order of
// evaluation, so that one pass finds all.
static void need_behind(jn_probe *probe) {
  const jn_system *system = probe->system;
  for (int k = system->nlate - 1; k >= 0; k--) {
    int i = system->late[k] - system->nforces;
    if (i < system->ncomputed && probe->wanted[i]) need_all(probe, &system->computed[i]);
  }
}

static column *add_column(jn_probe *probe, const char *name) {
  if (!jni_pool_grow(&probe->pool, &probe->columns, &probe->capacity, probe->ncolumns + 1, sizeof *probe->columns))
    return NULL;
  column *c = &probe->columns[probe->ncolumns++];
  snprintf(c->name, sizeof c->name, "%s", name);
  return c;
}

// Sets unit and factor of a column to those of the output `as`; NULL, or a unit with factor 1: the SI unit. If `as`
// names a unit and the column is a plain number, such as an expression, the column also gets the dimension of this
// unit.
static void choose_unit(column *c, const jni_output *as) {
  if (as && as->unit && jni_unit_fits(c->dimension, JN_NUMBER)) c->dimension = as->dimension;
  c->factor = as ? as->factor : 1;
  if (c->factor != 1) snprintf(c->unit, sizeof c->unit, "%s", as->unit);
  else jn_unit_format(c->dimension, c->unit, sizeof c->unit);
}

static bool has_column(const jn_probe *probe, const char *name) {
  for (int i = 0; i < probe->ncolumns; i++)
    if (strcmp(probe->columns[i].name, name) == 0) return true;
  return false;
}

// Dimension of the multiplier of an equation whose residual is an angle: a moment, N m/rad.
static const jn_dimension moment = {2, 1, -2, -1};

static bool is_moment(const jn_system *system, const jni_signal *s) {
  // Only these signals have such a dimension.
  if (s->kind != JNI_SIGNAL_LAMBDA && s->kind != JNI_SIGNAL_PUSH) return false;
  return jni_in_tree(system, s->a) ? jni_tree_row_is_angle(system, s->a, s->b)
                                   : jn_row_is_angle(system, jni_joint_row(system, s->a, s->b));
}

// Adds n columns, one for a signal or one for each component of a vector; skips those for which the probe has a column
// of that name. name: name of the columns, to which components are appended; NULL: that of the signals. Returns false
// if memory is short.
static bool add_signals(jn_probe *probe, const char *name, const jni_signal *signals, int n, const jni_output *as) {
  for (int i = 0; i < n; i++) {
    char own[JNI_SIGNAL_NAME_SIZE];
    const char *suffix = strrchr(signals[i].name, '.');
    if (n == 1) snprintf(own, sizeof own, "%s", name ? name : signals[i].name);
    else if (name) snprintf(own, sizeof own, "%.280s%.30s", name, suffix ? suffix : "");
    else snprintf(own, sizeof own, "%s", signals[i].name);
    if (has_column(probe, own)) continue;
    column *c = add_column(probe, own);
    if (!c) return false;
    c->signal = signals[i];
    c->dimension = signals[i].dimension;
    if (is_moment(probe->system, &signals[i])) c->dimension = moment;
    choose_unit(c, as);
    need(probe, &signals[i]);
  }
  return true;
}

static bool add_expression(jn_probe *probe, const char *name, const char *text, const jni_output *as,
                           jn_report *report) {
  char what[256] = "";
  jni_formula formula;
  if (has_column(probe, name)) return true;
  if (!jni_formula_new(&probe->pool, probe->system, text, JNI_LEVEL_ACCELERATION, &formula, what, sizeof what)) {
    jn_report_fault(report, JN_BAD_MODEL, "", "output '%s': %s", name, what);
    return false;
  }
  column *c = add_column(probe, name);
  if (!c) return false;
  c->formula = formula;
  if (jni_is_angle_call(text)) c->dimension = (jn_dimension){0, 0, 0, 1};
  choose_unit(c, as);
  need_all(probe, &formula);
  return true;
}

// Adds the columns for `text`: a signal, a vector, an expression, or the name of an output of the model. name: of the
// columns; NULL: that of the signal. as: output of the model that gives the unit; NULL: SI units. Returns false after a
// fault in the report.
static bool add(jn_probe *probe, const char *name, const char *text, const jni_output *as, jn_report *report) {
  jni_signal signals[JNI_MAX_COMPONENTS];
  char what[256] = "";
  int n = jni_signal_resolve(probe->system->model, text, signals, JNI_MAX_COMPONENTS, what, sizeof what);
  if (n > 0 && !jni_tree_has_signal(probe->system, &signals[0], what, sizeof what)) {
    jn_report_fault(report, JN_REFUSED, "", "output '%s': %s", text, what);
    return false;
  }
  if (n > 0) {
    if (add_signals(probe, name, signals, n, as)) return true;
    jni_report_no_memory(report);
    return false;
  }
  if (name) return add_expression(probe, name, text, as, report);
  for (int i = 0; i < probe->system->model->noutputs; i++) {  // `text` may be the name of an output of the model
    const jni_output *own = &probe->system->model->outputs[i];
    if (strcmp(own->name, text) == 0) return add(probe, text, own->expression, own, report);
  }
  jn_report_fault(report, JN_BAD_ARGUMENT, "", "there is no such output: %s", what);
  return false;
}

static bool add_outputs(jn_probe *probe, jn_report *report) {
  const jn_model *model = probe->system->model;
  bool ok = true;
  for (int i = 0; i < model->noutputs; i++) {
    const jni_output *out = &model->outputs[i];
    bool own_name = strcmp(out->name, out->expression) != 0;
    ok = add(probe, own_name ? out->name : NULL, out->expression, out, report) && ok;
  }
  return ok;
}

// ---- gears without teeth -------------------------------------------------------------------------------

static bool is_reaction(const jni_signal *s, int joint) {
  return (s->kind == JNI_SIGNAL_REACTION_FORCE || s->kind == JNI_SIGNAL_REACTION_TORQUE) && s->a == joint;
}

static bool reads_reaction(const jni_formula *formula, int joint) {
  for (int k = 0; k < formula->nsignals; k++)
    if (is_reaction(&formula->signals[k], joint)) return true;
  return false;
}

static bool asks_reaction(const jn_probe *probe, int joint) {
  for (int i = 0; i < probe->ncolumns; i++) {
    const column *c = &probe->columns[i];
    if (!c->formula.expression && is_reaction(&c->signal, joint)) return true;
    if (reads_reaction(&c->formula, joint)) return true;
  }
  for (int i = 0; i < probe->system->ncomputed; i++)
    if (probe->wanted[i] && reads_reaction(&probe->system->computed[i], joint)) return true;
  return false;
}

int jni_probe_loaded(const jn_probe *probe) {
  for (int j = 0; j < probe->system->model->njoints; j++)
    if (asks_reaction(probe, j)) return j;
  return -1;
}

// Returns the index of a joint whose reactions are outputs of the probe and on which the equation of the joint
// `element` (gear, rack, coupling) acts along a coordinate; -1: there is none.
static int asked_joint(const jn_probe *probe, int element) {
  const jn_system *system = probe->system;
  for (int j = 0; j < system->model->njoints; j++)
    for (int i = system->action_at[j]; i < system->action_at[j + 1]; i++)
      if (system->primitives[system->row_primitive[system->actions[i].row]].joint == element && asks_reaction(probe, j))
        return j;
  return -1;
}

jn_probe *jn_probe_new(const jn_system *system, const char *const *names, int n, bool with_outputs, jn_report *report) {
  JNI_ASSERT(system);
  bool named = n <= 0 || names;
  for (int i = 0; named && i < n; i++) named = names[i] != NULL;
  if (!named) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "an output to be computed has no name");
    return NULL;
  }
  jn_probe *probe = jni_object_new(system->alloc, sizeof *probe);
  int before = jn_report_count(report, JN_FAULT);
  bool ok = probe != NULL;
  if (ok) {
    probe->system = system;
    probe->wanted = jni_flags(&probe->pool, (size_t)system->ncomputed);
    ok = !probe->pool.failed && (!with_outputs || add_outputs(probe, report));
    for (int i = 0; i < n; i++) ok = add(probe, NULL, names[i], NULL, report) && ok;
  }
  if (ok) {
    need_behind(probe);

    // Adds a note for each gear, rack or coupling without geometry that acts on a joint whose reactions are outputs.
    // These reactions contain its torque or its forces along coordinates, because the place of its teeth is unknown.
    const jn_model *model = probe->system->model;
    for (int j = 0; j < model->njoints && probe->accelerations; j++) {
      const jni_joint_element *gear = &model->joints[j];
      int asked = gear->kind->teeth && !jni_has_teeth(gear) ? asked_joint(probe, j) : -1;
      if (asked < 0) continue;
      jn_error note = {.severity = JN_NOTE};
      snprintf(note.element, sizeof note.element, "joint '%.120s'", gear->name);
      snprintf(note.what, sizeof note.what,
               "without 'geometry' the reactions of '%.120s' include %s, but no tooth force; give it 'geometry' if "
               "it has teeth",
               model->joints[asked].name, gear->kind->related[0] ? "its torque" : "its forces along coordinates");
      jn_report_add(report, &note);
    }
    return probe;
  }
  if (jn_report_count(report, JN_FAULT) == before) jni_report_no_memory(report);
  return jn_probe_free(probe);
}

void *jn_probe_free(jn_probe *probe) { return jni_object_free(probe); }

int jn_probe_count(const jn_probe *probe) {
  JNI_ASSERT(probe);
  return probe->ncolumns;
}
const char *jn_probe_name(const jn_probe *probe, int i) {
  JNI_ASSERT(probe);
  return probe->columns[i].name;
}
jn_dimension jn_probe_dimension(const jn_probe *probe, int i) {
  JNI_ASSERT(probe);
  return probe->columns[i].dimension;
}
const char *jn_probe_unit(const jn_probe *probe, int i) {
  JNI_ASSERT(probe);
  return probe->columns[i].unit;
}
jni_probe_column jni_probe_column_of(const jn_probe *probe, int i) {
  const column *c = &probe->columns[i];
  return (jni_probe_column){c->formula.expression ? &c->formula : NULL, &c->signal, c->factor};
}

int jni_probe_signal(const jn_probe *probe, int i) {
  return probe->columns[i].formula.expression ? -1 : (int)probe->columns[i].signal.kind;
}
bool jn_probe_needs_acceleration(const jn_probe *probe) {
  JNI_ASSERT(probe);
  return probe->accelerations;
}

void jn_probe_calc(const jn_probe *probe, jn_work *work, const double *state, const double *vdot, const double *lambda,
                   double *values) {
  JNI_ASSERT(probe && work);
  const jn_system *system = probe->system;
  jni_stages_update(system, work, state);
  if (probe->couplings) jni_calc_coupling(system, work);
  if (probe->accelerations) jni_computed_calc_accelerations(system, work, probe->wanted, vdot, lambda);
  for (int i = 0; i < probe->ncolumns; i++) {
    const column *c = &probe->columns[i];
    if (!c->formula.expression) values[i] = jni_signal_calc(system, work, &c->signal, vdot, lambda);
    else values[i] = jni_formula_value(system, work, &c->formula, vdot, lambda);
    if (c->factor != 1) values[i] /= c->factor;
  }
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_reference.c - selects outputs and times to compare, and computes the reference: the run with the smallest
// tolerance that succeeds, or values that the user supplies.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/compare/compare.h"
#include "system/probe/probe.h"
#include "system/system.h"

enum { SAMPLES = 20 };

// Smallest scale of an output, by which its errors are divided: this part of the mechanism's size, of a radian, or of
// one unit.
static const double least_scale = 1e-3;
// Error of the reference above which the comparison warns.
static const double poor_reference = 1e-7;

// ---- outputs ----------------------------------------------------------------------------------------------

// Returns whether output i is a position, an angle, a quaternion, a joint coordinate or the length of a force element;
// false for expressions.
static bool is_position(const jn_probe *probe, int i) {
  switch (jni_probe_signal(probe, i)) {
    case JNI_SIGNAL_POSITION:
    case JNI_SIGNAL_ANGLE:
    case JNI_SIGNAL_QUATERNION:
    case JNI_SIGNAL_COORDINATE:
    case JNI_SIGNAL_FORCE_LENGTH: return true;
    default: return false;
  }
}

static bool add_probe(jni_compare *job, const char *name) {
  int n = job->nprobes + 1;
  if (!jni_pool_grow(job->pool, &job->probes, &job->probes_capacity, n, sizeof *job->probes)) return false;
  job->probes[job->nprobes] = jni_pool_text(job->pool, name, strlen(name));
  return job->probes[job->nprobes] && ++job->nprobes;
}

// Appends the positions of all bodies to job->probes, so that they are compared. Used if no output of the model is a
// position. Returns false if memory is short.
static bool add_places(jni_compare *job) {
  for (int b = 1; b < job->model->nbodies; b++) {
    char name[JNI_SIGNAL_NAME_SIZE];
    snprintf(name, sizeof name, "%.255s.position", job->model->bodies[b].name);
    if (!add_probe(job, name)) return false;
  }
  return true;
}

static bool probe_has_positions(const jn_probe *probe) {
  for (int i = 0; i < jn_probe_count(probe); i++)
    if (is_position(probe, i)) return true;
  return false;
}

static bool is_in_reference(const jni_compare *job, const char *name) {
  const jn_compare_given *supplied = &job->options->reference;
  for (int i = 0; i < supplied->ncolumns; i++)
    if (strcmp(supplied->names[i], name) == 0) return true;
  return !supplied->name;
}

// Sets the outputs to compare (job->outputs, job->columns) to those of `all` that are also in `wanted` (requested
// outputs or forces of drivers), or if wanted is NULL to the positions in `all`; outputs that the user's reference does
// not contain are omitted. Returns JN_OK, or the status of a fault if nothing remains or memory is short.
static jn_status select_columns(jni_compare *job, const jn_probe *all, const jn_probe *wanted, jn_report *report) {
  int n = jn_probe_count(all);
  job->outputs = jni_take(job->pool, (size_t)n, sizeof *job->outputs);
  job->columns = jni_ints(job->pool, (size_t)n);
  if (job->pool->failed) return jni_report_no_memory(report);
  for (int i = 0; i < n; i++) {
    const char *name = jn_probe_name(all, i);
    bool taken = !wanted && is_position(all, i);
    for (int k = 0; wanted && k < jn_probe_count(wanted) && !taken; k++)
      taken = strcmp(name, jn_probe_name(wanted, k)) == 0;
    if (!taken || !is_in_reference(job, name)) continue;
    job->columns[job->noutputs] = i;
    job->outputs[job->noutputs++] = jni_pool_text(job->pool, name, strlen(name));
  }
  if (job->pool->failed) return jni_report_no_memory(report);
  if (job->noutputs > 0) return JN_OK;
  return jn_report_fault(report, JN_BAD_ARGUMENT, "", "there is nothing to compare: %s",
                         job->options->reference.name ? "the reference has no column of the name of an output"
                                                      : "the model has no bodies");
}

// Returns whether the model has no degrees of freedom, because drivers prescribe the whole motion: then all methods
// that correct positions agree on it. Returns false if the run cannot be made.
static bool is_prescribed(const jni_compare *job, const jn_choices *choices) {
  jn_run_options how = jn_run_options_default();
  how.choices = choices;
  jn_run *run = jn_run_new(job->model, &how, NULL);
  const jn_mobility *mobility = run ? jn_run_mobility(run) : NULL;
  bool prescribed = mobility && jn_mobility_freedoms(mobility) == 0;
  jn_run_free(run);
  return prescribed;
}

static bool has_drivers(const jn_model *model) {
  for (int j = 0; j < model->njoints; j++)
    if (model->joints[j].kind->driver) return true;
  return false;
}

static bool add_driver_forces(jni_compare *job) {
  const jn_model *model = job->model;
  for (int j = 0; j < model->njoints; j++) {
    char name[JNI_SIGNAL_NAME_SIZE];
    const jn_joint_def *def = &model->joints[j].def;
    if (!model->joints[j].kind->driver) continue;
    const jni_joint_kind *kind = model->joints[def->joint.i].kind;
    int coordinate = jni_kind_coordinate(kind, def->coordinate);
    bool angle = coordinate >= 0 && kind->coordinates[coordinate].kind == JNI_ANGLE;
    snprintf(name, sizeof name, "driver.%.255s.%s", model->joints[j].name, angle ? "torque" : "force");
    if (!add_probe(job, name)) return false;
  }
  return true;
}

// Sets the outputs to compare: those requested; without a request the forces of drivers if these prescribe the motion,
// otherwise the positions among the model's outputs, or if there are none the positions of the bodies. Returns JN_OK or
// the status of a fault.
static jn_status choose_outputs(jni_compare *job, const jn_system *system, const jn_choices *choices,
                                jn_report *report) {
  const jn_names *asked = &job->options->probes;
  bool has_reference = job->options->reference.name != NULL;
  bool prescribed = asked->n == 0 && !has_reference && has_drivers(job->model) && is_prescribed(job, choices);
  jn_probe *own = jn_probe_new(system, NULL, 0, true, report);
  if (!own) return JN_BAD_MODEL;
  bool ok = true;
  for (int i = 0; i < asked->n && ok; i++) ok = add_probe(job, asked->items[i]);
  if (ok && prescribed) {
    ok = add_driver_forces(job);
    jn_report_warn(report, "",
                   "the drivers prescribe the whole motion, so the forces of the drivers are compared; 'jounce "
                   "kinematics' computes this motion and 'jounce inverse' its forces without integration");
  } else if (ok && asked->n == 0 && !probe_has_positions(own)) ok = add_places(job);
  jn_probe_free(own);
  if (!ok) return jni_report_no_memory(report);
  const char *const *probes = (const char *const *)job->probes;
  jn_probe *all = jn_probe_new(system, probes, job->nprobes, true, report);
  bool chosen = asked->n > 0 || prescribed;
  jn_probe *wanted = all && chosen ? jn_probe_new(system, probes, job->nprobes, false, report) : NULL;
  jn_status status = !all || (chosen && !wanted) ? JN_BAD_ARGUMENT : select_columns(job, all, wanted, report);
  jn_probe_free(wanted);
  jn_probe_free(all);
  return status;
}

static bool is_length(jn_dimension d) { return d.m == 1 && d.kg == 0 && d.s == 0 && d.rad == 0; }

static jn_status make_scales(jni_compare *job, const jn_system *system, jn_report *report) {
  jn_probe *all = jn_probe_new(system, (const char *const *)job->probes, job->nprobes, true, report);
  job->scales = jni_doubles(job->pool, (size_t)job->noutputs);
  for (int j = 0; all && job->scales && j < job->noutputs; j++) {
    bool length = is_length(jn_probe_dimension(all, job->columns[j])) && system->length_scale > 0;
    job->scales[j] = least_scale * (length ? system->length_scale : 1);
  }
  jn_probe_free(all);
  return all && job->scales ? JN_OK : jni_report_no_memory(report);
}

// Returns the choices that all combinations share, with formulation, integrator, variant and controls set to `auto`.
static jn_choices automatic(const jni_compare *job) {
  jn_choices choices = jni_compare_engine(job);
  char *const names[] = {choices.formulation, choices.integrator, choices.variant,
                         choices.position,    choices.velocity,   choices.energy};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) memcpy(names[i], "auto", sizeof "auto");
  return choices;
}

jn_status jni_compare_outputs(jni_compare *job, jn_report *report) {
  jn_choices choices = automatic(job);
  jn_status status = jn_choices_resolve(job->model, &choices, report);
  if (status != JN_OK) return status;
  jn_system *system = jn_system_new(job->model, choices.coordinates, report);
  if (!system) return JN_BAD_MODEL;
  job->result->nonholonomic = system->sizes.nn > 0;
  status = choose_outputs(job, system, &choices, report);
  if (status == JN_OK) status = make_scales(job, system, report);
  jn_system_free(system);
  return status;
}

// ---- times -------------------------------------------------------------------------------------------------------

// Sets job->times to times of the reference that the user has supplied, at most SAMPLES, evenly spread up to the last
// one before the end, and rows[k] to the row of time k in that reference.
static void choose_given_times(jni_compare *job, int *rows) {
  const jn_compare_given *supplied = &job->options->reference;
  int last = supplied->ntimes - 1, first = 0;
  while (last >= 0 && !(supplied->times[last] <= job->base.until * (1 + 1e-9))) last--;
  while (first <= last && !(supplied->times[first] > 0)) first++;
  int n = last - first + 1, wanted = n < SAMPLES ? n : SAMPLES;
  for (int k = 0; k < wanted; k++) {
    int row = last - (int)((long)(wanted - 1 - k) * n / wanted);
    if (job->ntimes > 0 && !(supplied->times[row] > job->times[job->ntimes - 1])) continue;
    rows[job->ntimes] = row;
    job->times[job->ntimes++] = fmin(supplied->times[row], job->base.until);
  }
}

static bool allocate(jni_compare *job) {
  size_t most = 2 * SAMPLES + 2, outputs = (size_t)job->noutputs;
  job->times = jni_doubles(job->pool, most);
  job->reference = jni_doubles(job->pool, most * outputs);
  job->values = jni_doubles(job->pool, most * outputs);
  return !job->pool->failed;
}

// ---- reference run -------------------------------------------------------------------------------------------

static void grow_scales(jni_compare *job) {
  for (int i = 0; i < job->ntimes * job->noutputs; i++) {
    double *scale = &job->scales[i % job->noutputs];
    if (fabs(job->reference[i]) > *scale) *scale = fabs(job->reference[i]);
  }
}

static const double tightest = 1e-13, loosest = 1e-8;

// Runs one method with decreasing tolerances as long as the runs succeed. The last run that succeeds becomes the
// reference in the job, and its difference from the one before is the error of the reference. Returns JN_OK if a run
// has succeeded; otherwise, or if memory is short or the comparison is interrupted, the status of the failure.
static jn_status try_method(jni_compare *job, jn_choices choices, jn_rung *rung) {
  jn_status status = JN_OK;
  bool any = false;
  choices.step = 0;
  choices.tolerance_position = choices.tolerance_velocity = choices.tolerance_other = 0;
  for (choices.tolerance = loosest; status == JN_OK && choices.tolerance > 0.5 * tightest; choices.tolerance /= 10) {
    char now[128];
    jni_print(now, sizeof now, "reference, %s %s at tolerance %g", choices.formulation, choices.integrator,
              choices.tolerance);
    job->now = now;
    status = jni_compare_rung(job, &choices, job->options->limit, 0, rung);
    job->now = "reference";
    if (status != JN_OK) break;
    if (any) job->result->reference_error = jni_compare_error(job);
    memcpy(job->reference, job->values, (size_t)job->ntimes * (size_t)job->noutputs * sizeof *job->values);
    grow_scales(job);
    jni_print(job->result->reference, sizeof job->result->reference,
              "%s in %s coordinates, %s at tolerance %g (corrections: position %s, velocity %s)", choices.formulation,
              choices.coordinates, choices.integrator, choices.tolerance, choices.position, choices.velocity);
    any = true;
  }
  bool over = status == JN_NO_MEMORY || job->interrupted;
  return any && !over ? JN_OK : status;
}

// Sets in *choices the formulation and the integrator with these indices; returns false if there are none with these
// indices.
static bool next_method(int formulation, int integrator, jn_choices *choices) {
  const char *name = jn_formulation_name(formulation),
             *method = name ? jn_choice_name("integrator", name, integrator) : NULL;
  if (!method) return false;
  snprintf(choices->formulation, sizeof choices->formulation, "%s", name);
  snprintf(choices->integrator, sizeof choices->integrator, "%s", method);
  return true;
}

// Number of methods that may reach the limit of CPU time before the search for a reference ends; explicit methods do so
// on a stiff model.
enum { MOST_SLOW = 3 };

// Returns whether the search for a reference ends after a method with this status: after success, a failure that other
// methods share, `slow` = MOST_SLOW slow methods, or an interruption.
static bool is_final(const jni_compare *job, jn_status status, int slow) {
  return status == JN_OK || status == JN_NO_MEMORY || status == JN_NO_ASSEMBLY || slow >= MOST_SLOW || job->interrupted;
}

// Reports a fault that says why the last method has failed, with the messages about it, and what may help. Returns the
// status of the fault.
static jn_status report_failure(const jni_compare *job, jn_status status, const jn_rung *rung, jn_report *report) {
  static const char help[] = "; an earlier 'until', a given 'reference' or a larger 'limit' may help";
  int said = job->said ? jn_report_size(job->said) : 0;
  for (int i = 0; i < said; i++) jn_report_add(report, jn_report_get(job->said, i));
  if (said > 0 && status == JN_NO_ASSEMBLY) return status;
  if (rung->word == jni_word_slow) status = JN_NO_CONVERGENCE;
  bool ran = rung->why[0] && said == 0;
  return jn_report_fault(
      report, status, "", "there is no reference: %s%s",
      ran        ? rung->why
      : said > 0 ? "no run could start, for the reasons above"
                 : "no method with variable steps applies to this model; a given 'reference' takes its place",
      ran ? help : "");
}

static jn_status find_reference(jni_compare *job, jn_rung *rung) {
  jn_status status = JN_REFUSED;
  int slow = 0;
  job->now = "reference";
  for (int f = 0; jn_formulation_name(f) && !is_final(job, status, slow); f++) {
    jn_choices choices = automatic(job);
    for (int i = 0; next_method(f, i, &choices) && !is_final(job, status, slow); i++) {
      jn_choices resolved = choices;
      resolved.step = 0;
      if (jn_integrator_is_fixed(choices.integrator) || jn_choices_resolve(job->model, &resolved, NULL) != JN_OK)
        continue;
      job->said = jn_report_free(job->said);
      job->said = jn_report_new(job->model->pool.alloc);
      status = job->said ? try_method(job, resolved, rung) : JN_NO_MEMORY;
      slow += rung->word == jni_word_slow;
    }
  }
  return status;
}

static jn_status run_reference(jni_compare *job, jn_report *report) {
  jn_rung rung = {.word = ""};
  jn_status status = find_reference(job, &rung);
  if (status == JN_NO_MEMORY) jni_report_no_memory(report);
  else if (status != JN_OK && !job->interrupted) status = report_failure(job, status, &rung, report);
  job->said = jn_report_free(job->said);
  return status;
}

// ---- values of the user -------------------------------------------------------------------------------------

static const double *supplied_column(const jn_compare_given *supplied, const char *name) {
  for (int i = 0; i < supplied->ncolumns; i++)
    if (strcmp(supplied->names[i], name) == 0) return supplied->columns[i];
  return NULL;
}

static jn_status use_supplied(jni_compare *job, jn_report *report) {
  const jn_compare_given *supplied = &job->options->reference;
  int rows[2 * SAMPLES + 2];
  choose_given_times(job, rows);
  snprintf(job->result->reference, sizeof job->result->reference, "%.200s", supplied->name);
  if (job->ntimes == 0)
    return jn_report_fault(report, JN_BAD_ARGUMENT, "", "the reference has no values between 0 s and %g s",
                           job->base.until);
  for (int j = 0; j < job->noutputs; j++) {
    const double *column = supplied_column(supplied, job->outputs[j]);
    for (int k = 0; k < job->ntimes; k++) {
      job->reference[k * job->noutputs + j] = column[rows[k]];
      if (!isfinite(column[rows[k]]))
        return jn_report_fault(report, JN_BAD_ARGUMENT, "", "the reference has no finite '%s' at %g s", job->outputs[j],
                               job->times[k]);
    }
  }
  grow_scales(job);
  double last = job->times[job->ntimes - 1];
  if (!(last >= job->base.until * (1 - 1e-9)))
    jn_report_warn(report, "", "the reference ends at %g s: runs are compared up to that time, not up to %g s", last,
                   job->base.until);
  return JN_OK;
}

jn_status jni_compare_reference(jni_compare *job, jn_report *report) {
  if (!allocate(job)) return jni_report_no_memory(report);
  if (job->options->reference.name) return use_supplied(job, report);

  // Sets the times of comparison: about twenty multiples of the longest fixed step on the ladder, so that no step is
  // shortened, and the end.
  double until = job->base.until, longest = ldexp(jni_compare_step(&job->base), job->options->ladder / 2);
  double interval = fmax(1, round(until / SAMPLES / longest)) * longest;
  while (until / interval > 2 * SAMPLES) interval *= 2;
  for (int k = 1; k <= 2 * SAMPLES && k * interval < until * (1 - 1e-9); k++) job->times[job->ntimes++] = k * interval;
  job->times[job->ntimes++] = until;

  jn_status status = run_reference(job, report);
  double error = job->result->reference_error;
  if (status == JN_OK && isnan(error))
    jn_report_warn(report, "",
                   "the reference is a single run, so its accuracy is not known; a larger 'limit' may help");
  else if (status == JN_OK && !(error <= poor_reference))
    jn_report_warn(report, "", "the reference is accurate only to %.2g: smaller errors have no meaning", error);
  return status;
}

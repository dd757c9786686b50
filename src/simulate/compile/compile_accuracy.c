// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_accuracy.c - accuracy of precomputed code: runs manoeuvres with it and with the exact code, by the same
// method and step size, and compares all outputs.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compile/machine.h"
#include "compile/tables/force_tables.h"
#include "simulate/compile/compile_manoeuvre.h"
#include "simulate/run.h"

enum { MOST_STEPS = 2000000, MOST_ROWS = 600 };

typedef struct {
  jn_compiled *c;
  jn_manoeuvre which;
  jn_report *report;
  jni_pool scratch;  // memory of this manoeuvre
  jn_run *run;
  jn_probe *probe;
  jni_machine *exact, *fast;
  int *picked;          // outputs that are compared; an output with two names counts once
  int noutputs, every;  // compared outputs; steps between samples
  double *a, *b;        // outputs of the exact and of the precomputed code
  double *sum, *size;   // sums of squares: of differences, of values
  double *least, *most;
  long steps;  // steps of both codes
  bool exact_failed;
  jn_output_error *errors;
  double *times, *exact_rows, *fast_rows;
  jn_manoeuvre_error *out;
} judging;

// ---- compared outputs -----------------------------------------------------------------------------------------------

// The parts of an output's name, as in "joint." + "axle" + ".angle".
typedef struct {
  const char *before, *name, *after;
} output_name;

static bool add_name(judging *j, const char **list, int *n, output_name of) {
  char text[300];
  snprintf(text, sizeof text, "%s%s%s", of.before, of.name, of.after);
  for (int i = 0; i < j->which.model->noutputs; i++)
    if (strcmp(j->which.model->outputs[i].name, text) == 0) return true;
  for (int i = 0; i < *n; i++)
    if (strcmp(list[i], text) == 0) return true;
  list[*n] = jni_pool_text(&j->scratch, text, strlen(text));
  return list[(*n)++] != NULL;
}

// Returns whether a body is the base of a vehicle: it moves freely and carries other bodies in the tree.
static bool carries(const jn_system *system, int body) {
  int link = system->tree->link_of[body];
  if (system->tree->links[link].joint >= 0 || system->tree->links[link].parent != 0) return false;
  for (int i = 1; i < system->tree->nlinks; i++)
    if (system->tree->links[i].parent == link) return true;
  return false;
}

// Appends to `list` the outputs that are compared for a vehicle: the position of its base and the loads of its wheels.
// Returns false if memory is short.
static bool add_vehicle(judging *j, const jn_system *system, const char **list, int *n) {
  static const char *const of_body[] = {".x", ".y", ".z", ".yaw"};
  const jn_model *model = j->which.model;
  bool good = true;
  for (int b = 1; b < model->nbodies && model->space == JN_SPACE; b++)
    for (int k = 0; k < 4 && good && carries(system, b); k++)
      good = add_name(j, list, n, (output_name){"", model->bodies[b].name, of_body[k]});
  for (int i = 0; i < model->nforces && good; i++)
    if (model->forces[i].kind->tyre)
      good = add_name(j, list, n, (output_name){"force.", model->forces[i].name, ".value"});
  return good;
}

static bool list_outputs(judging *j) {
  const jn_compile_options *o = &j->c->options;
  size_t most = (size_t)o->noutputs + 4 * (size_t)j->which.model->nbodies + (size_t)j->which.model->nforces;
  const char **list = jni_take(&j->scratch, most + 1, sizeof *list);
  int n = 0;
  if (!list) return false;
  for (int i = 0; i < o->noutputs; i++) list[n++] = o->outputs[i];
  if (!add_vehicle(j, jn_run_system(j->run), list, &n)) return false;
  j->probe = jni_keep(&j->scratch, jn_probe_new(jn_run_system(j->run), list, n, true, j->report), jni_object_free);
  return j->probe;
}

// ---- both codes -----------------------------------------------------------------------------------------------------

// Returns the index, in the model of the manoeuvre, of the force element with the name and kind of element `force` of
// the compiled model; -1 with a fault in the report if there is none.
static int force_in(judging *j, int force) {
  const jni_force_element *own = &j->c->model->forces[force];
  const jn_model *to = j->which.model;
  for (int k = 0; k < to->nforces; k++)
    if (strcmp(to->forces[k].name, own->name) == 0 && to->forces[k].kind == own->kind) return k;
  jn_report_fault(j->report, JN_REFUSED, own->name,
                  "the manoeuvre '%.100s' does not have this force, which is in a table", j->which.name);
  return -1;
}

// Copies the pose tables to *own with the indices of force elements replaced by those of the manoeuvre's elements of
// the same names. Returns false with a fault if one is missing, or if memory is short.
static bool remap_lines(judging *j, const jni_pose_tables *poses, jni_pose_tables *own) {
  *own = *poses;
  own->lines = jni_take(&j->scratch, (size_t)poses->nlines + 1, sizeof *own->lines);
  for (int i = 0; own->lines && i < poses->nlines; i++) {
    own->lines[i] = poses->lines[i];
    own->lines[i].element = force_in(j, poses->lines[i].element);
    if (own->lines[i].element < 0) return false;
  }
  return own->lines;
}

static bool remap_forces(judging *j, const jni_force_tables *forces, jni_force_tables *own) {
  *own = *forces;
  own->tabulated = jni_flags(&j->scratch, (size_t)j->which.model->nforces + 1);
  for (int i = 0; own->tabulated && i < j->c->model->nforces; i++) {
    int k = forces->tabulated[i] ? force_in(j, i) : -1;
    if (forces->tabulated[i] && k < 0) return false;
    if (k >= 0) own->tabulated[k] = true;
  }
  return own->tabulated;
}

static jni_machine *machine_of(judging *j, const jni_code_options *code) {
  jn_run *run = j->run;
  jni_program *p = jni_program_at(run->system, jn_run_reduced(run), jn_run_state(run), code, j->report);
  if (!p || !jni_keep(&j->scratch, p, jni_object_free)) return NULL;
  const jni_machine_def def = {.program = p,
                               .method = jni_step_method_find(j->c->choices.integrator),
                               .h = j->c->choices.step,
                               .jacobian_every = j->c->choices.jacobian_every};
  return jni_keep(&j->scratch, jni_machine_new(j->scratch.alloc, &def), jni_object_free);
}

static bool make_both(judging *j) {
  jni_code_options code;
  jni_pose_tables poses;
  jni_force_tables forces;
  if (!jni_compile_code(j->c, j->run, &code, j->report)) return false;
  code.probe = j->probe;
  j->exact = machine_of(j, &code);
  code.tabulated = j->c->tabulated;
  if (code.tabulated.poses && !remap_lines(j, code.tabulated.poses, &poses)) return false;
  if (code.tabulated.forces && !remap_forces(j, code.tabulated.forces, &forces)) return false;
  if (code.tabulated.poses) code.tabulated.poses = &poses;
  if (code.tabulated.forces) code.tabulated.forces = &forces;
  j->fast = j->exact ? machine_of(j, &code) : NULL;
  return j->fast;
}

// ---- the runs -------------------------------------------------------------------------------------------------------

static bool pick_outputs(judging *j) {
  const jni_program *p = j->exact->program;
  j->picked = jni_ints(&j->scratch, (size_t)p->noutputs + 1);
  for (int i = 0; j->picked && i < p->noutputs; i++) {
    int k = 0;
    while (p->outputs[k] != p->outputs[i]) k++;
    if (k == i) j->picked[j->noutputs++] = i;
  }
  return j->picked;
}

// Writes to `out` the values of the compared outputs. `out` must have room for all outputs of the machine.
static void calc_outputs(judging *j, jni_machine *machine, double *out) {
  jni_machine_outputs(machine, out);
  for (int i = 0; i < j->noutputs; i++) out[i] = out[j->picked[i]];
}

static bool allocate(judging *j) {
  size_t n = (size_t)j->exact->program->noutputs + 1, rows = (size_t)MOST_ROWS + 2;
  jni_pool *kept = &j->c->pool;
  j->a = jni_doubles(&j->scratch, n);
  j->b = jni_doubles(&j->scratch, n);
  j->sum = jni_doubles(&j->scratch, n);
  j->size = jni_doubles(&j->scratch, n);
  j->least = jni_doubles(&j->scratch, n);
  j->most = jni_doubles(&j->scratch, n);
  j->errors = jni_take(kept, n, sizeof *j->errors);
  j->times = jni_doubles(kept, rows);
  j->exact_rows = jni_doubles(kept, rows * n);
  j->fast_rows = jni_doubles(kept, rows * n);
  for (int i = 0; !j->scratch.failed && i < j->noutputs; i++) {
    j->least[i] = HUGE_VAL;
    j->most[i] = -HUGE_VAL;
  }
  return !j->scratch.failed && !kept->failed;
}

// Returns the difference of output i between precomputed and exact code; for yaw angles of bodies without whole turns.
static double difference(const judging *j, int i) {
  const jni_program *p = j->exact->program;
  const char *dot = strrchr(p->output_names[j->picked[i]], '.');
  double d = j->b[i] - j->a[i], turn = 2 * JNK_PI;
  return dot && strcmp(dot, ".yaw") == 0 && fabs(d) > JNK_PI ? d - turn * rint(d / turn) : d;
}

static void keep_row(judging *j) {
  int n = j->noutputs, row = j->out->nrows;
  if (j->steps % j->every != 0 || row > MOST_ROWS) return;
  j->times[row] = j->exact->x[0];
  memcpy(j->exact_rows + row * n, j->a, (size_t)n * sizeof *j->a);
  memcpy(j->fast_rows + row * n, j->b, (size_t)n * sizeof *j->b);
  j->out->nrows++;
}

static void compare_outputs(judging *j) {
  calc_outputs(j, j->exact, j->a);
  calc_outputs(j, j->fast, j->b);
  for (int i = 0; i < j->noutputs; i++) {
    double d = difference(j, i);
    j->sum[i] += d * d;
    j->size[i] += j->a[i] * j->a[i];
    j->least[i] = fmin(j->least[i], j->a[i]);
    j->most[i] = fmax(j->most[i], j->a[i]);
    if (!(fabs(d) <= j->errors[i].largest)) {
      j->errors[i].largest = fabs(d);
      j->errors[i].time = j->exact->x[0];
    }
  }
  keep_row(j);
}

static const char *drive_both(judging *j) {
  jni_manoeuvre_progress watch = jni_manoeuvre_progress_new(j->c, "judging", &j->which);
  long most = (long)fmin(rint(watch.now.until / j->c->choices.step), MOST_STEPS);
  j->every = (int)(most / MOST_ROWS) + 1;
  compare_outputs(j);
  while (j->steps < most) {
    jn_status exact = jni_machine_step(j->exact), fast = jni_machine_step(j->fast);
    j->exact_failed = jni_machine_failed(j->exact, exact);
    if (j->exact_failed) return "the exact code failed";
    if (jni_machine_failed(j->fast, fast)) return "the precomputed code failed";
    j->steps++;
    compare_outputs(j);
    jni_manoeuvre_report_progress(&watch, j->exact->x[0]);
    if (j->exact->stop != 0 && j->fast->stop != 0) return "an event ended it";
    if (j->exact->stop != 0) return "an event ended the exact run alone";
    if (j->fast->stop != 0) return "an event ended the precomputed run alone";
  }
  return "";
}

// ---- results --------------------------------------------------------------------------------------------------------

static void report_outputs(judging *j) {
  const jni_program *p = j->exact->program;
  jni_pool *pool = &j->c->pool;
  double n = (double)j->steps + 1;  // including the start
  for (int i = 0; i < j->noutputs; i++) {
    jn_output_error *e = &j->errors[i];
    const char *name = p->output_names[j->picked[i]], *unit = p->output_units[j->picked[i]];
    e->name = jni_pool_text(pool, name, strlen(name));
    e->unit = jni_pool_text(pool, unit, strlen(unit));
    e->rms = sqrt(j->sum[i] / n);
    e->size = sqrt(j->size[i] / n);
    e->extent = j->most[i] - j->least[i];
  }
  j->out->outputs = j->errors;
  j->out->noutputs = j->noutputs;
  j->out->times = j->times;
  j->out->exact = j->exact_rows;
  j->out->precomputed = j->fast_rows;
}

static int variable_named(const jn_precomputed *precomputed, const char *name) {
  for (int i = 0; i < precomputed->nvariables; i++)
    if (strcmp(precomputed->variables[i].name, name) == 0) return i;
  return -1;
}

static void report_left(judging *j) {
  const jni_program *p = j->fast->program;
  jn_range_left *list = jni_take(&j->c->pool, (size_t)p->nranges + 1, sizeof *list);
  for (int i = 0; list && i < p->nranges; i++) {
    const jni_range_violation *left = &j->fast->left[i];
    int variable = variable_named(&j->c->precomputed, p->names[p->ranges[i].at]);
    if (left->count == 0 || variable < 0) continue;
    list[j->out->nleft++] = (jn_range_left){variable, left->count, left->most, left->when};
  }
  j->out->left = list;
}

// Warns if variables have left the ranges of their tables in a manoeuvre, or if the code has stopped before its end.
static void warn(const judging *j) {
  const jn_manoeuvre_error *out = j->out;
  const char *name = j->which.name;
  if (*out->ended && !(j->exact->stop != 0 && j->fast->stop != 0))
    jn_report_warn(j->report, "",
                   "'%.100s': %s at t = %.4g s of %g s; the accuracy of the precomputed code after that is unknown. "
                   "A shorter step (--step) may help%s",
                   name, out->ended, out->until, jni_manoeuvre_until(j->c, &j->which),
                   j->exact_failed ? "" : ", or tables that reach farther (--manoeuvre, --range)");
  for (int i = 0; i < out->nleft; i++) {
    const jn_table_variable *v = &j->c->precomputed.variables[out->left[i].variable];
    jn_report_warn(j->report, v->name,
                   "left the range of its tables, %.4g to %.4g %s, in %ld of %ld steps of '%.100s', by %.3g %s at most "
                   "at t = %.4g s; tables are extrapolated linearly there. Give a wider --range",
                   v->low, v->high, v->unit, out->left[i].steps, j->steps, name, out->left[i].most, v->unit,
                   out->left[i].time);
  }
}

static bool judge(judging *j) {
  if (!list_outputs(j) || !make_both(j)) return false;
  if (!pick_outputs(j) || !allocate(j)) return false;
  j->out->ended = drive_both(j);
  j->out->until = j->exact->x[0];
  report_outputs(j);
  report_left(j);
  if (!j->c->pool.failed) warn(j);
  return !j->c->pool.failed;
}

static bool judge_one(jn_compiled *c, int i, jn_run *own, jn_manoeuvre_error *out, jn_report *report) {
  const jn_name_list none = {.n = 0};
  judging j = {
      .c = c, .which = jni_manoeuvre_get(c, i), .report = report, .scratch = {.alloc = c->pool.alloc}, .out = out};
  j.run = i == 0 ? own : jni_manoeuvre_start(c, &j.which, own, &none, report);
  out->name = jni_pool_text(&c->pool, j.which.name, strlen(j.which.name));
  bool good = j.run && judge(&j);
  jni_pool_free(&j.scratch);
  if (i > 0) jn_run_free(j.run);
  return good;
}

// Runs the model to its end in the engine and checks that the omitted equations hold. Returns JN_DIVERGED with a fault
// if they contradict the others, JN_NO_MEMORY if the run cannot be made, otherwise JN_OK.
static jn_status check_omitted(jn_compiled *c, jn_report *report) {
  char why[256];
  jn_status status = JN_OK;
  jn_run *run = jni_compile_start(c, c->model, NULL);
  if (!run) return jni_report_no_memory(report);
  jn_run_execute(run, NULL);
  if (jni_verdict_write_contradiction(run, why, sizeof why))
    status = jn_report_fault(report, JN_DIVERGED, "", "%s", why);
  jn_run_free(run);
  return status;
}

jn_status jn_compiled_judge(jn_compiled *c, jn_report *report) {
  JNI_ASSERT(c);
  jn_status omitted = c->check_omitted ? check_omitted(c, report) : JN_OK;
  if (omitted != JN_OK) return omitted;
  int n = jni_manoeuvre_count(c), faults = jn_report_count(report, JN_FAULT);
  if (!c->report.precomputed || c->precomputed.nmanoeuvres > 0) return JN_OK;
  jn_manoeuvre_error *list = jni_take(&c->pool, (size_t)n, sizeof *list);
  jn_run *own = list ? jni_compile_start(c, c->model, NULL) : NULL;
  bool good = own;
  for (int i = 0; good && i < n; i++) good = judge_one(c, i, own, &list[i], report);
  jn_run_free(own);
  c->precomputed.manoeuvres = list;
  c->precomputed.nmanoeuvres = good ? n : 0;
  if (good) return JN_OK;
  return jn_report_count(report, JN_FAULT) > faults ? JN_REFUSED : jni_report_no_memory(report);
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_outputs.c - outputs of programs of all shipped models against the engine: every kind of signal there is.
#include <string.h>

#include "check.h"
#include "compile/program.h"
#include "folder.h"
#include "jounce/jounce.h"
#include "program.h"
#include "symbolic/tape.h"

static int seen[JNI_SIGNAL_COUNT], compared;

enum { MOST_NAMES = 4000 };
typedef struct {
  char *list[MOST_NAMES];
  int n;
} names;

static void add(names *to, const char *format, ...) JN_PRINTF(2, 3);
static void add(names *to, const char *format, ...) {
  char text[600];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (to->n < MOST_NAMES) to->list[to->n++] = strdup(text);
}

static void name_bodies(const jn_model *model, names *to) {
  static const char *const words[] = {
      "position", "velocity", "acceleration", "angle", "rate", "angular_acceleration",
      "qw",       "qy",       "wx",           "wz",    "yaw",  "pitch_rate",
      "toe",      "camber",   "toe_rate",     "ax",    "az",   "angular_acceleration.y"};
  for (int b = 1; b < model->nbodies; b++)
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) add(to, "%s.%s", model->bodies[b].name, words[k]);
  for (int b = 2; b < model->nbodies; b++) {
    add(to, "%s.in.%s.x", model->bodies[b].name, model->bodies[1].name);
    add(to, "%s.in.%s.vy", model->bodies[b].name, model->bodies[1].name);
  }
}

static void name_joints(const jn_model *model, names *to) {
  static const char *const words[] = {"force",   "torque", "coordinate", "rate",    "load",
                                      "point.x", "push",   "lambda.1",   "force.y", "torque.z"};
  for (int j = 0; j < model->njoints; j++) {
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) add(to, "joint.%s.%s", model->joints[j].name, words[k]);
    add(to, "driver.%s.position", model->joints[j].name), add(to, "driver.%s.acceleration", model->joints[j].name);
    add(to, "driver.%s.force", model->joints[j].name), add(to, "driver.%s.torque", model->joints[j].name);
    add(to, "driver.%s.power", model->joints[j].name);
  }
}

static void name_elements(const jn_model *model, names *to) {
  static const char *const words[] = {"length", "rate", "value", "energy", "power", "force.x", "force.z", "torque.y"};
  for (int i = 0; i < model->nforces; i++) {
    const jni_force_kind *kind = model->forces[i].kind;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) add(to, "force.%s.%s", model->forces[i].name, words[k]);
    for (int k = 0; k < kind->noutputs; k++) add(to, "force.%s.%s", model->forces[i].name, kind->outputs[k].name);
  }
  for (int i = 0; i < model->nsubsystems; i++) {
    const jni_subsystem_element *e = &model->subsystems[i];
    for (int k = 0; k < e->noutputs; k++) add(to, "subsystem.%s.%s", e->name, e->outputs[k].name);
    for (int k = 0; k < e->nstates; k++) add(to, "subsystem.%s.%s", e->name, e->states[k].name);
    for (int k = 0; k < e->nstates; k++) add(to, "subsystem.%s.%s_rate", e->name, e->states[k].name);
    for (int k = 0; k < e->ndiscretes; k++)
      if (e->discretes[k].name) add(to, "subsystem.%s.%s", e->name, e->discretes[k].name);
  }
}

static void name_rest(const jn_model *model, names *to) {
  static const char *const words[] = {"t",
                                      "energy",
                                      "energy.kinetic",
                                      "energy.potential",
                                      "energy.work",
                                      "energy.error",
                                      "momentum.x",
                                      "angular_momentum.z",
                                      "angular_momentum.y",
                                      "violation.position",
                                      "violation.velocity",
                                      "violation.acceleration"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) add(to, "%s", words[k]);
  for (int i = 0; i < model->ncomputed; i++) add(to, "%s", model->computed[i].name);
  for (int i = 0; i < model->ninputs; i++) add(to, "%s", model->inputs[i].name);
  for (int i = 0; i < model->nauxiliaries; i++) add(to, "%s", model->auxiliaries[i].name);
}

// Multipliers of joints of the tree have no compiled form: their reactions have.
static bool is_refused(const jn_system *system, const jn_probe *probe) {
  const jni_signal *s = jni_probe_column_of(probe, 0).signal;
  return s->kind == JNI_SIGNAL_LAMBDA && jni_in_tree(system, s->a);
}

// Those that the model knows, with all its own outputs.
static jn_probe *probe_all(const jn_system *system, names *all) {
  int n = 0;
  for (int i = 0; i < all->n; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_probe *one = jn_probe_new(system, (const char *const *)&all->list[i], 1, false, report);
    if (one && !is_refused(system, one)) all->list[n++] = all->list[i];
    else free(all->list[i]);
    jn_probe_free(one), jn_report_free(report);
  }
  all->n = n;
  return jn_probe_new(system, (const char *const *)all->list, n, true, NULL);
}

static bool is_reaction(int kind) {
  return kind == JNI_SIGNAL_REACTION_FORCE || kind == JNI_SIGNAL_REACTION_TORQUE || kind == JNI_SIGNAL_LAMBDA ||
         kind == JNI_SIGNAL_PUSH || kind == JNI_SIGNAL_DRIVE_FORCE || kind == JNI_SIGNAL_DRIVE_POWER;
}

// In the sizes of what has the same dimension in the list.
static double size_of(const jn_probe *probe, int n, const double *engine, int i) {
  jn_dimension own = jn_probe_dimension(probe, i);
  double size = 1;
  for (int k = 0; k < n; k++) {
    jn_dimension other = jn_probe_dimension(probe, k);
    if (memcmp(&own, &other, sizeof own) == 0 && isfinite(engine[k])) size = fmax(size, fabs(engine[k]));
  }
  return size;
}

static void compare(const char *path, const jn_probe *probe, const double *ours, const double *engine, bool unique) {
  int n = jn_probe_count(probe);
  for (int i = 0; i < n; i++) {
    int kind = jni_probe_signal(probe, i);
    if (kind >= 0) seen[kind]++;
    if (!unique && (kind < 0 || is_reaction(kind))) continue;
    double error = fabs(ours[i] - engine[i]) / size_of(probe, n, engine, i);
    bool same = error <= 1e-9 || (isnan(ours[i]) && isnan(engine[i]));
    compared++;
    CHECK(same);
    if (!same) printf("%s: %s %.17g, engine %.17g\n", path, jn_probe_name(probe, i), ours[i], engine[i]);
  }
}

static void check_outputs(const char *path, jn_run *run, const jn_probe *probe, jn_report *report) {
  const jn_system *system = jn_run_system(run);
  const jn_sizes *n = &system->sizes;
  const double *state = jn_run_state(run);
  int many = jni_writer_nvariables(system), at = 1 + n->nq + n->nv + n->nz + n->ns, nout = jn_probe_count(probe);
  double *nominal = calloc((size_t)many, sizeof *nominal), *ours = calloc((size_t)nout + 1, sizeof *ours),
         *engine = calloc((size_t)nout + 1, sizeof *engine), *vdot = calloc((size_t)n->nv + 1, sizeof *vdot),
         *lambda = calloc((size_t)n->nc + 1, sizeof *lambda);
  memcpy(nominal, state, (size_t)at * sizeof *nominal);
  for (int i = 0; i < n->nu; i++) nominal[at + i] = NAN;
  const jni_program_def def = {
      .system = system, .reduced = jn_run_reduced(run), .nominal = nominal, .newton = 1, .probe = probe};
  jni_program *p = jni_program_new(NULL, &def, report);
  bool refused = !p && jn_report_size(report) > 0 && strstr(jn_report_get(report, 0)->what, "no compiled form");
  CHECK(p || refused);
  if (p) {
    jn_work *work = jn_work_new(system);
    jni_tape *tape = jni_tape_new(p->g, many, p->outputs, p->noutputs);
    jni_tape_run(tape, p->nominal, ours);
    CHECK(jn_solve_acceleration(system, work, state, vdot, lambda) == JN_OK);
    work->energy_initial =
        jn_get_kinetic(system, work) + work->potential - (system->work_state >= 0 ? work->z[system->work_state] : 0);
    jn_probe_calc(probe, work, state, vdot, lambda, engine);
    compare(path, probe, ours, engine, n->nc == n->nv - p->sizes.nindependent);
    jni_tape_free(tape), jn_work_free(work);
  }
  jni_program_free(p);
  free(nominal), free(ours), free(engine), free(vdot), free(lambda);
}

static void check_run(const char *path, jn_run *run, jn_report *report) {
  const jn_model *model = jn_run_system(run)->model;
  names all = {.n = 0};
  name_bodies(model, &all), name_joints(model, &all), name_elements(model, &all), name_rest(model, &all);
  jn_probe *probe = probe_all(jn_run_system(run), &all);
  CHECK(probe);
  if (probe) check_outputs(path, run, probe, report);
  jn_probe_free(probe);
  for (int i = 0; i < all.n; i++) free(all.list[i]);
}

static void check_model(const char *path) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  jn_run *run = model ? reduced_run(model, jn_choices_default().step, report) : NULL;
  jn_report *own = jn_report_new(NULL);
  if (run && jn_run_reduced(run)) check_run(path, run, own);
  if (jn_report_size(own) > 0) printf("%s: %s\n", path, jn_report_get(own, 0)->what);
  jn_report_free(own), jn_run_free(run), jn_model_free(model), jn_report_free(report);
}

int main(int argc, char **argv) {
  if (argc > 1) check_model(argv[1]);
  else each_shipped_model(check_model);
  int kinds = 0;
  for (int i = 0; i < JNI_SIGNAL_COUNT; i++) kinds += seen[i] > 0;
  CHECK(argc > 1 || (kinds >= 49 && compared > 5000));
  printf("%d outputs of %d kinds compared\n", compared, kinds);
  return check_report();
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_equations.c - accelerations of every shipped model from the graph against the engine's.
#include <string.h>

#include "check.h"
#include "compile/equations.h"
#include "folder.h"
#include "jounce/jounce.h"
#include "symbolic/tape.h"

static int checked;

// Inputs follow the courses that the model gives them.
static void variables_of(const jn_system *system, const double *state, double *all) {
  const jn_sizes *n = &system->sizes;
  int at = 1 + n->nq + n->nv + n->nz + n->ns;
  memcpy(all, state, (size_t)at * sizeof *all);
  for (int i = 0; i < n->nu; i++) all[at++] = NAN;
}

static double *numbers(int n) { return calloc((size_t)n + 1, sizeof(double)); }

static unsigned seed = 7;
static double chance(void) {  // in (-1, 1)
  seed = seed * 1664525u + 1013904223u;
  return (double)(seed >> 8) / 8388608.0 - 1;
}

typedef struct {
  const jn_system *system;
  jn_work *work;
  const jni_equations *e;
  jni_tape *tape;  // q, v, vdot, zdot
  double *variables, *ours, *vdot, *zdot, *d;
  double worst;
} trial;

static double off(int n, const double *ours, const double *engine) {
  double worst = 0, size = 1;
  for (int i = 0; i < n; i++) size = fmax(size, fabs(engine[i]));
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(ours[i] - engine[i]) / size);
  return worst;
}

// The state of the variables, whose joints are closed.
static void compare(trial *x) {
  const jn_sizes *n = &x->system->sizes;
  CHECK(jn_solve_acceleration(x->system, x->work, x->variables, x->vdot, NULL) == JN_OK);
  jn_get_zdot(x->system, x->work, x->zdot);
  jni_tape_run(x->tape, x->variables, x->ours);
  const double *vdot = x->ours + n->nq + n->nv, *zdot = vdot + n->nv;
  x->worst = fmax(x->worst, off(n->nv, vdot, x->vdot));
  for (int i = 0; i < x->system->nforces; i++) {
    const jni_force_plan *plan = &x->system->forces[i];
    x->worst = fmax(x->worst, off(plan->nstates, zdot + plan->state_at, x->zdot + plan->state_at));
  }
}

// Independent coordinates and speeds by chance near the nominal ones; the tape finds the others.
static void move_by_chance(trial *x, const jn_reduced *reduced) {
  const jn_sizes *n = &x->system->sizes;
  double *q = x->variables + 1, *v = q + n->nq, *z = v + n->nv;
  for (int i = 0; i < n->nv; i++) x->d[i] = 0;
  for (int i = 0; i < reduced->nindependent; i++) {
    x->d[reduced->independent[i]] = 0.02 * chance();
    v[reduced->independent[i]] += 0.3 * chance();
  }
  for (int i = 0; i < n->nz; i++) z[i] += 1e-3 * chance();
  jn_manifold_step(x->system, q, x->d, q);
  for (int newton = 0; newton < 6; newton++) {
    jni_tape_run(x->tape, x->variables, x->ours);
    memcpy(q, x->ours, (size_t)n->nq * sizeof *q);
  }
  memcpy(v, x->ours + n->nq, (size_t)n->nv * sizeof *v);
}

static jni_tape *tape_of(const jni_equations *e) {
  const jn_sizes *n = &e->system->sizes;
  int count = n->nq + 2 * n->nv + n->nz;
  jni_node *all = calloc((size_t)count + 1, sizeof *all), *at = all;
  memcpy(at, e->q, (size_t)n->nq * sizeof *at), at += n->nq;
  memcpy(at, e->v, (size_t)n->nv * sizeof *at), at += n->nv;
  memcpy(at, e->vdot, (size_t)n->nv * sizeof *at), at += n->nv;
  memcpy(at, e->writer->zdot, (size_t)n->nz * sizeof *at);
  jni_tape *tape = jni_tape_new(e->g, jni_writer_nvariables(e->system), all, count);
  free(all);
  return tape;
}

static void check_states(const jn_system *system, const jn_reduced *reduced, const jni_equations *e,
                         const double *nominal, const char *path) {
  const jn_sizes *n = &system->sizes;
  int nvariables = jni_writer_nvariables(system);
  trial x = {.system = system, .e = e, .work = jn_work_new(system), .tape = tape_of(e)};
  x.variables = numbers(nvariables), x.ours = numbers(n->nq + 2 * n->nv + n->nz);
  x.vdot = numbers(n->nv), x.zdot = numbers(n->nz), x.d = numbers(n->nv);
  for (int k = 0; k < 10; k++) {
    memcpy(x.variables, nominal, (size_t)nvariables * sizeof *nominal);
    if (k > 0) move_by_chance(&x, reduced);
    compare(&x);
  }
  CHECK_NEAR(x.worst, 0, 1e-11);
  jni_tape *alone = jni_tape_new(e->g, nvariables, e->vdot, n->nv);
  printf("%s: nv %d free %d, %d nodes, %d operations, live %d, pivot %.2g, error %.2g\n", path, n->nv,
         reduced->nindependent, e->g->nnodes, alone->n, alone->live, e->least_pivot, x.worst);
  jn_work_free(x.work), jni_tape_free(x.tape), jni_tape_free(alone);
  free(x.variables), free(x.ours), free(x.vdot), free(x.zdot), free(x.d);
}

static void check_state(const char *path, const jn_system *system, const jn_reduced *reduced, const double *state) {
  double *nominal = numbers(jni_writer_nvariables(system));
  variables_of(system, state, nominal);
  jni_graph *g = jni_graph_new(NULL);
  jn_report *report = jn_report_new(NULL);
  const jni_equations_def def = {nominal, reduced->independent, reduced->nindependent, 1, 0};
  jni_equations *e = jni_equations_new(g, system, &def, report);
  CHECK(e);
  checked += e != NULL;
  if (e) check_states(system, reduced, e, nominal, path);
  else if (jn_report_size(report) > 0) printf("%s: %s\n", path, jn_report_get(report, 0)->what);
  jni_equations_free(e), jni_graph_free(g), jn_report_free(report);
  free(nominal);
}

// ---- signals ------------------------------------------------------------------------------------------------------

static int written, unwritten;

static void check_text(jni_writer *w, jni_values *values, jn_work *work, const char *text) {
  jni_pool room = {.alloc = NULL};
  jni_formula formula = {.expression = NULL};
  char what[256];
  if (jni_formula_new(&room, w->system, text, JNI_LEVEL_VELOCITY, &formula, what, sizeof what)) {
    jni_node node = jni_write_formula(w, &formula);
    double engine = jni_formula_value(w->system, work, &formula, NULL, NULL);
    if (node == JNI_UNWRITTEN) unwritten++;
    else {
      double ours = jni_value_of(values, node), error = fabs(ours - engine) / (1 + fabs(engine));
      written++;
      CHECK(error <= 1e-11 || (isnan(ours) && isnan(engine)));
      if (!(error <= 1e-11)) printf("  %s: %.17g, engine %.17g\n", text, ours, engine);
    }
  }
  jni_pool_free(&room);
}

static void check_signals(jn_run *run) {
  static const char *const words[] = {"x",     "y",    "z",  "vx",  "vy",         "vz",
                                      "angle", "rate", "wx", "yaw", "pitch_rate", NULL};
  const jn_system *system = jn_run_system(run);
  const jn_model *model = system->model;
  jn_work *work = jn_work_new(system);
  double *variables = calloc((size_t)jni_writer_nvariables(system), sizeof *variables);
  const double *state = jn_run_state(run);
  jn_solve_acceleration(system, work, state, NULL, NULL);
  variables_of(system, state, variables);
  jni_graph *g = jni_graph_new(NULL);
  jni_writer *w = jni_writer_new(g, system);
  jni_values *values = jni_values_new(g, variables, jni_writer_nvariables(system));
  jni_write_positions(w), jni_write_velocities(w);
  char text[400];
  for (int b = 1; b < model->nbodies; b++)
    for (int k = 0; words[k]; k++) {
      snprintf(text, sizeof text, "%s.%s", model->bodies[b].name, words[k]);
      check_text(w, values, work, text);
      snprintf(text, sizeof text, "%s.in.%s.%s", model->bodies[b].name, model->bodies[1].name, words[k]);
      check_text(w, values, work, text);
    }
  for (int j = 0; j < model->njoints; j++) {
    snprintf(text, sizeof text, "joint.%s.coordinate + 2 * joint.%s.rate", model->joints[j].name,
             model->joints[j].name);
    check_text(w, values, work, text);
  }
  for (int i = 0; i < model->ncomputed; i++) check_text(w, values, work, model->computed[i].name);
  jni_values_free(values), jni_writer_free(w), jni_graph_free(g), jn_work_free(work);
  free(variables);
}

static bool has_code(const jn_model *model) {
  for (int i = 0; i < model->nforces; i++)
    if (!model->forces[i].kind->code) return false;
  return true;
}

static void check_model(const char *path) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  if (model) {
    jn_choices choices = jn_choices_default();
    jn_run_options options = jn_run_options_default();
    snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
    snprintf(choices.formulation, sizeof choices.formulation, "reduced");
    options.choices = &choices;
    jn_run *run = jn_run_new(model, &options, report);
    const jn_reduced *reduced = run ? jn_run_reduced(run) : NULL;
    if (reduced) check_signals(run);
    if (reduced && has_code(model)) check_state(path, jn_run_system(run), reduced, jn_run_state(run));

    jn_run_free(run);
  }
  jn_model_free(model), jn_report_free(report);
}

int main(void) {
  each_shipped_model(check_model);
  CHECK(checked > 60 && written > 2000);
  printf("%d signals written, %d not\n", written, unwritten);
  return check_report();
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_equations.c - accelerations of every shipped model from the graph against the engine's.
#include "accelerations.h"
#include "check.h"
#include "folder.h"
#include "system/formula.h"

static int checked;

static void check_state(const char *path, jn_run *run) {
  const jn_system *system = jn_run_system(run);
  double *nominal = course_variables(run);
  jni_graph *g = jni_graph_new(NULL);
  jn_report *report = jn_report_new(NULL);
  jni_equations *e = equations_of(g, run, nominal, report);
  CHECK(e);
  checked += e != NULL;
  if (jn_report_size(report) > 0) printf("%s: %s\n", path, jn_report_get(report, 0)->what);
  if (e) {
    double error = acceleration_error(e, jn_run_reduced(run), nominal);
    CHECK_NEAR(error, 0, 1e-11);
    jni_tape *alone = jni_tape_new(g, jni_writer_nvariables(system), e->vdot, system->sizes.nv);
    printf("%s: nv %d free %d, %d nodes, %d operations, live %d, pivot %.2g, error %.2g\n", path, system->sizes.nv,
           jn_run_reduced(run)->nindependent, g->nnodes, alone->n, alone->live, e->least_pivot, error);
    jni_tape_free(alone);
  }
  jni_equations_free(e);
  jni_graph_free(g);
  jn_report_free(report);
  free(nominal);
}

// ---- signals ------------------------------------------------------------------------------------------------------

static int written, unwritten;

static void check_text(jni_writer *w, jni_values *values, jn_work *work, const char *text) {
  jni_pool scratch = {.alloc = NULL};
  jni_formula formula = {.expression = NULL};
  char what[256];
  if (jni_formula_new(&scratch, w->system, text, JNI_LEVEL_VELOCITY, &formula, what, sizeof what)) {
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
  jni_pool_free(&scratch);
}

static void check_signals(jn_run *run) {
  static const char *const words[] = {"x",     "y",    "z",  "vx",  "vy",         "vz",
                                      "angle", "rate", "wx", "yaw", "pitch_rate", NULL};
  const jn_system *system = jn_run_system(run);
  const jn_model *model = system->model;
  jn_work *work = jn_work_new(system);
  double *variables = course_variables(run);
  jn_solve_acceleration(system, work, jn_run_state(run), NULL, NULL);
  jni_graph *g = jni_graph_new(NULL);
  jni_writer *w = jni_writer_new(g, system);
  jni_values *values = jni_values_new(g, variables, jni_writer_nvariables(system));
  jni_write_positions(w);
  jni_write_velocities(w);
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
  jni_values_free(values);
  jni_writer_free(w);
  jni_graph_free(g);
  jn_work_free(work);
  free(variables);
}

// Every one takes joint coordinates.
static void check_model(const char *path) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  jn_run *run = model ? reduced_run(model, jn_choices_default().step, report) : NULL;
  bool good = run && jn_run_reduced(run);
  CHECK(good);
  if (good) {
    check_signals(run);
    check_state(path, run);
  } else {
    printf("%s: %s\n", path, jn_report_size(report) > 0 ? jn_report_get(report, 0)->what : "no joint coordinates");
  }
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  int found = each_shipped_model(check_model);
  CHECK(checked == found && found > 60 && written > 2000 && unwritten == 0);
  printf("%d models, %d signals written, %d not; condition at %d states\n", checked, written, unwritten, conditioned);
  return check_report();
}

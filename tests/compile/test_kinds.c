// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_kinds.c - programs of mechanisms made by chance (mechanism.h) against the engine at states by chance, and their
// derivatives against differences. Every kind of joint is a link of a tree there, or cut in a loop: a new kind of joint
// is to be known to the generator, or this test fails. Then the same for the sample of every kind of force.
#include "accelerations.h"
#include "check.h"
#include "force_samples.h"
#include "mechanism.h"
#include "model/model.h"

typedef struct {
  int link, cut;
} joint_count;

enum { MOST_KINDS = 100, SEEDS = 40, COUPLED_SEEDS = 120 };
static joint_count joints[MOST_KINDS];
static int forces[MOST_KINDS], mechanisms;
static double worst_error, worst_slope;

static void count_kinds(const jn_system *system) {
  const jn_model *model = system->model;
  for (int j = 0; j < model->njoints; j++)
    for (int k = 0; jni_joint_kinds[k]; k++)
      if (jni_joint_kinds[k] == model->joints[j].kind) {
        if (jni_in_tree(system, j)) joints[k].link++;
        else joints[k].cut++;
      }
  for (int i = 0; i < model->nforces; i++)
    for (int k = 0; jni_force_kinds[k]; k++) forces[k] += jni_force_kinds[k] == model->forces[i].kind;
}

// ---- derivatives ----------------------------------------------------------------------------------------------------

// Of the accelerations along rates of all variables, against central differences of the tape.
static double slope_error(const jni_equations *e, const double *nominal) {
  const double way = 1e-6;
  const jn_sizes *n = &e->system->sizes;
  int nv = n->nv, many = jni_writer_nvariables(e->system);
  double *along = zero_numbers(nv), *direction = zero_numbers(many), *at = zero_numbers(many),
         *out[3] = {zero_numbers(nv), zero_numbers(nv), zero_numbers(nv)}, error = 0, size = 1;
  jni_node *rates = calloc((size_t)many + 1, sizeof *rates), *slopes = calloc((size_t)nv + 1, sizeof *slopes);
  for (int i = 0; i < nv; i++) along[i] = chance_number();
  jn_calc_qdot(e->system, nominal + 1, along, direction + 1);  // quaternions stay of unit length
  for (int i = 0; i < nv + n->nz; i++) direction[1 + n->nq + i] = chance_number();
  for (int i = 0; i < many; i++) rates[i] = jni_number(e->g, direction[i]);
  jni_derive(e->g, rates, many, e->vdot, nv, slopes);
  jni_tape *values = jni_tape_new(e->g, many, e->vdot, nv), *derived = jni_tape_new(e->g, many, slopes, nv);
  for (int side = -1; side <= 1; side++) {
    for (int i = 0; i < many; i++) at[i] = nominal[i] + side * way * direction[i];
    jni_tape_run(side == 0 ? derived : values, at, out[side + 1]);
  }
  for (int i = 0; i < nv; i++) size = fmax(size, fabs(out[1][i]));
  for (int i = 0; i < nv; i++) error = jni_larger(error, fabs((out[2][i] - out[0][i]) / (2 * way) - out[1][i]) / size);
  jni_tape_free(values);
  jni_tape_free(derived);
  free(along);
  free(direction);
  free(at);
  free(out[0]);
  free(out[1]);
  free(out[2]);
  free(rates);
  free(slopes);
  return error;
}

// ---- mechanisms -----------------------------------------------------------------------------------------------------

static void check_run(const char *name, int seed, jn_run *run) {
  double *nominal = course_variables(run);
  jni_graph *g = jni_graph_new(NULL);
  jn_report *report = jn_report_new(NULL);
  jni_equations *e = equations_of(g, run, nominal, report);
  CHECK(e);
  for (int i = 0; i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  if (e) {
    double error = acceleration_error(e, jn_run_reduced(run), nominal), slope = slope_error(e, nominal);
    worst_error = jni_larger(worst_error, error);
    worst_slope = jni_larger(worst_slope, slope);
    CHECK(error <= 1e-11);
    CHECK(slope <= 1e-6);
    if (!(error <= 1e-11 && slope <= 1e-6))
      printf("%s %d: accelerations %.2g, derivatives %.2g, pivot %.2g\n", name, seed, error, slope, e->least_pivot);
    count_kinds(e->system);
    mechanisms++;
  }
  jni_equations_free(e);
  jni_graph_free(g);
  jn_report_free(report);
  free(nominal);
}

// Joints of the kind are cut, NULL: as the engine chooses.
static jn_model *read_cut(const mechanism *m, const char *kind) {
  char *text = mech_text(m), *out = calloc(2 * strlen(text) + 1, 1), type[100];
  snprintf(type, sizeof type, "{type: %s,", kind ? kind : "");
  for (const char *at = text; *at;) {
    bool found = kind && strncmp(at, type, strlen(type)) == 0;
    size_t n = found ? strlen(type) : 1;
    strncat(out, at, n);
    at += n;
    if (found) strcat(out, " tree: false,");
  }
  jn_model *model = jn_model_read_text(NULL, "mechanism", out, strlen(out), NULL, 0, NULL);
  free(text);
  free(out);
  return model;
}

static void check_cut(const mechanism *m, const char *kind) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_cut(m, kind);
  CHECK(model);
  jn_run *run = model ? reduced_run(model, 0, report) : NULL;
  CHECK(run && jn_run_reduced(run));
  if (run && jn_run_reduced(run)) check_run(mech_profile_names[m->profile], (int)m->seed, run);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

// As it is, and with a kind that it has cut.
static void check_seed(int profile, uint64_t seed) {
  static mechanism m;
  char why[600] = "";
  if (!mech_generate(profile, seed, &m, why, sizeof why)) return;
  check_cut(&m, NULL);
  const mech_joint *j = &m.joint[seed % (uint64_t)m.njoints];
  if (jni_joint_kind_find(j->type)->link != JNI_LINK_NONE) check_cut(&m, j->type);
}

static void check_force(const char *coordinates, const jni_force_kind *kind, jn_space space, force_place place,
                        bool damped) {
  (void)coordinates;  // joint
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_force_sample(kind, space, place, damped);
  jn_run *run = model ? reduced_run(model, 0, report) : NULL;
  CHECK(run && jn_run_reduced(run));
  if (run && jn_run_reduced(run)) check_run(kind->name, 0, run);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

static void check_counts(void) {
  for (int k = 0; jni_joint_kinds[k]; k++) {
    bool whole = joints[k].cut > 0 && (jni_joint_kinds[k]->link == JNI_LINK_NONE || joints[k].link > 0);
    CHECK(whole);
    if (!whole || getenv("VERBOSE"))
      printf("%s: %d links, %d cut\n", jni_joint_kinds[k]->name, joints[k].link, joints[k].cut);
  }
  // tyres and the bands of tracks need roads: test_ground.c
  for (int k = 0; jni_force_kinds[k]; k++) {
    bool seen = forces[k] > 0 || needs_road(jni_force_kinds[k]);
    CHECK(seen);
    if (!seen || getenv("VERBOSE")) printf("%s: %d forces\n", jni_force_kinds[k]->name, forces[k]);
  }
}

int main(void) {
  static const int profiles[] = {PLANE_TREE, PLANE_LOOP, SPACE_TREE, SPACE_LOOP, COUPLED, FORMS};
  for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
    for (uint64_t seed = 1; seed <= (profiles[i] == COUPLED ? COUPLED_SEEDS : SEEDS); seed++)
      check_seed(profiles[i], seed);
  each_force("joint", check_force);
  check_counts();
  printf("%d mechanisms, accelerations within %.2g, derivatives %.2g; condition at %d states\n", mechanisms,
         worst_error, worst_slope, conditioned);
  return check_report();
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_scaled_analysis.c - starts, freedoms, equilibria, modes and prescribed motion of a mechanism of another size,
// mass and tempo are the scaled ones.
#include <stdlib.h>

#include "scaled.h"

enum { MOST = 64 };

// What one analysis gave, in units of the scale.
typedef struct {
  int n;
  double values[MOST];
} numbers;

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_system *system;
  jn_work *work;
  double *state, *lambda, *vdot;
  scale s;
} trial;

static trial trial_new(const mechanism *m, const char *coordinates, scale s) {
  trial t = {.report = jn_report_new(NULL), .s = s};
  t.model = scaled_model(m, s, t.report);
  t.system = t.model ? jn_system_new(t.model, coordinates, t.report) : NULL;
  if (!t.system) {
    print_report(t.report);
    exit(1);
  }
  jn_sizes n = jn_system_sizes(t.system);
  t.work = jn_work_new(t.system);
  t.state = calloc((size_t)n.nstate, sizeof *t.state);
  t.lambda = calloc((size_t)n.nc + 1, sizeof *t.lambda);
  t.vdot = calloc((size_t)n.nv + 1, sizeof *t.vdot);
  jn_system_initial_state(t.system, t.state);
  bool assembled = jn_assemble(t.system, t.state, NULL, t.report) == JN_OK;
  CHECK(assembled);
  if (!assembled) print_report(t.report);
  return t;
}

static void trial_free(trial *t) {
  free(t->state);
  free(t->lambda);
  free(t->vdot);
  jn_work_free(t->work);
  jn_system_free(t->system);
  jn_model_free(t->model);
  jn_report_free(t->report);
}

static void put(numbers *out, double value) {
  CHECK(out->n < MOST);
  if (out->n < MOST) out->values[out->n++] = value;
}

// All outputs of the model at the trial's state.
static void put_outputs(trial *t, jn_work *work, const double *state, const double *vdot, const double *lambda,
                        numbers *out) {
  double values[MOST];
  jn_probe *probe = jn_probe_new(t->system, NULL, 0, true, t->report);
  CHECK(probe != NULL);
  if (!probe) return;
  jn_probe_calc(probe, work, state, vdot, lambda, values);
  for (int i = 0; i < jn_probe_count(probe); i++) put(out, values[i] / unit_of(jn_probe_dimension(probe, i), t->s));
  jn_probe_free(probe);
}

// ---- the analyses ---------------------------------------------------------------------------------------------------

static void start(trial *t, numbers *out) {
  CHECK(jn_solve_acceleration(t->system, t->work, t->state, t->vdot, t->lambda) == JN_OK);
  put_outputs(t, t->work, t->state, t->vdot, t->lambda, out);
  jn_mobility *mobility = jn_mobility_new(t->system, t->state, t->report);
  CHECK(mobility != NULL);
  if (!mobility) return;
  put(out, jn_mobility_freedoms(mobility));
  put(out, jn_mobility_redundant(mobility));
  put(out, jn_mobility_singular(mobility));
  jn_mobility_free(mobility);
}

static bool settle(trial *t, const char *method, jn_equilibrium *found) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  options.method = method;
  jn_status status = jn_solve_equilibrium(t->system, &options, t->state, t->lambda, found, t->report);
  CHECK(status == JN_OK);
  if (status != JN_OK) print_report(t->report);
  return status == JN_OK;
}

static void rest(trial *t, numbers *out) {
  jn_equilibrium found;
  if (!settle(t, NULL, &found)) return;
  put_outputs(t, t->work, t->state, t->vdot, t->lambda, out);
  put(out, found.stable);
  put(out, found.neutral);
  put(out, found.unstable);
  put(out, found.stability);
  put(out, found.load / (t->s.M * t->s.L / (t->s.T * t->s.T)));
}

static void modes(trial *t, numbers *out) {
  jn_equilibrium found;
  jn_linear_options options = jn_linear_options_default();
  if (!settle(t, NULL, &found)) return;
  jn_linear *linear = jn_linearise(t->system, t->state, &options, t->report);
  jn_modes *all = linear ? jn_modes_new(linear, t->report) : NULL;
  CHECK(all != NULL);
  if (!all) print_report(t->report);
  put(out, all ? jn_modes_count(all) : -1);
  if (linear) put(out, jn_linear_is_steady(linear));
  for (int i = 0; all && i < jn_modes_count(all); i++) {
    put(out, jn_modes_get(all, i).re * t->s.T);
    put(out, jn_modes_get(all, i).im * t->s.T);
  }
  jn_modes_free(all);
  jn_linear_free(linear);
}

// Of a mechanism that is led: motion, and the forces that make it.
static void motion(trial *t, numbers *out) {
  jn_kinematics *k = jn_kinematics_new(t->system, NULL, t->state, t->report);
  CHECK(k != NULL);
  for (int i = 1; i <= 3 && k; i++) {
    jn_status status = jn_kinematics_go(k, 0.15 * i * t->s.T, t->report);
    CHECK(status == JN_OK);
    put_outputs(t, jn_kinematics_work(k), jn_kinematics_state(k), jn_kinematics_vdot(k), jn_kinematics_lambda(k), out);
  }
  if (!k) print_report(t->report);
  jn_kinematics_free(k);
}

// ---- all scales -----------------------------------------------------------------------------------------------------

typedef struct {
  const char *name;
  void (*run)(trial *t, numbers *out);
  double allowed;
} analysis;

static numbers calc(const mechanism *m, const char *coordinates, const analysis *a, scale s) {
  numbers out = {0};
  trial t = trial_new(m, coordinates, s);
  a->run(&t, &out);
  trial_free(&t);
  return out;
}

static void check(const mechanism *m, const char *coordinates, const analysis *a) {
  static const scale scales[] = {{1e-6, 1, 1}, {1e6, 1, 1},     {1, 1e-6, 1},    {1, 1e6, 1},        {1, 1, 1e-6},
                                 {1, 1, 1e6},  {1e-3, 1, 1e-3}, {1e3, 1e3, 1e3}, {1e-6, 1e-6, 1e-6}, {1e6, 1e6, 1e6}};
  numbers plain = calc(m, coordinates, a, (scale){1.1, 0.9, 1.3});
  for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
    numbers scaled = calc(m, coordinates, a, scales[k]);
    double off = scaled.n == plain.n ? 0 : NAN;
    for (int i = 0; i < plain.n && i < scaled.n; i++)
      if (!(fabs(scaled.values[i] - plain.values[i]) / fmax(fabs(plain.values[i]), 1) <= off))
        off = fabs(scaled.values[i] - plain.values[i]) / fmax(fabs(plain.values[i]), 1);
    CHECK(off <= a->allowed);
    if (!(off <= a->allowed))
      printf("%s of %s in %s coordinates, L %g M %g T %g: off by %g\n", a->name, m->name, coordinates, scales[k].L,
             scales[k].M, scales[k].T, off);
  }
}

int main(void) {
  static const analysis starts = {"start", start, 1e-9}, rests = {"rest", rest, 1e-9}, small = {"modes", modes, 1e-9},
                        moved = {"motion", motion, 1e-9};
  for (int m = 0; m < MECHANISMS; m++)
    for (int c = 0; jn_coordinates_name(c); c++) {
      check(&mechanisms[m], jn_coordinates_name(c), &starts);
      check(&mechanisms[m], jn_coordinates_name(c), &rests);
      check(&mechanisms[m], jn_coordinates_name(c), &small);
    }
  for (int c = 0; jn_coordinates_name(c); c++) check(&scaled_led, jn_coordinates_name(c), &moved);
  return check_report();
}

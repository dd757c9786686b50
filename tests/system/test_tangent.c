// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_tangent.c - the look at a run's tangent basis: on every variant of 'orthonormal' and models with loops,
// quaternions, a driver and a nonholonomic row, G W = 0 and v = W u + c with G c = nu along the motion, W' M W = I
// where the metric is the mass matrix. Then the integral of position control 'pi', which has no place in the state,
// goes on when the basis is chosen anew.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MOST = 64, LOOKS = 10 };

static const char *const files[] = {"../papers/blajer/blajer-pendulum.yaml",
                                    "../papers/blajer/blajer-counterexample.yaml",
                                    "../papers/park/park-double-pendulum.yaml",
                                    "../papers/park/park-four-bar.yaml",
                                    "../papers/park/park-spatial-four-bar.yaml",
                                    "examples/driven-slider-crank.yaml",
                                    "examples/rolling-disc.yaml",
                                    "benchmarks/bricard-a04.yaml"};

static jn_model *read_model(const char *file) {
  char path[512];
  snprintf(path, sizeof path, "%s/models/%s", JOUNCE_SOURCE_DIR, file);
  return jn_model_read(NULL, path, NULL, 0, NULL);
}

static jn_run *new_run(jn_model *model, const char *formulation, const char *variant, const char *position) {
  jn_choices *choices = jn_model_choices(model);
  snprintf(choices->formulation, sizeof choices->formulation, "%s", formulation);
  snprintf(choices->variant, sizeof choices->variant, "%s", variant);
  snprintf(choices->position, sizeof choices->position, "%s", position);
  snprintf(choices->velocity, sizeof choices->velocity, "auto");
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  return jn_run_new(model, &options, NULL);
}

static void go(jn_run *run, double t) {
  while (jn_run_state(run)[0] < t)
    if (jn_run_step(run, t) != JN_OK) break;
  CHECK(jn_run_state(run)[0] == t);
}

// ---- what the look gives ----------------------------------------------------------------------------------------

static double product(int n, const double *G, int row, const double *W, int k, int column) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += G[row * n + i] * W[i * k + column];
  return sum;
}

static void check_look(jn_run *run, jn_work *work, bool mass) {
  static double W[MOST * MOST], G[MOST * MOST], M[MOST * MOST], MW[MOST * MOST];
  const jn_system *system = jn_run_system(run);
  jn_sizes n = jn_system_sizes(system);
  double u[MOST], c[MOST], nu[MOST], state[4 * MOST], driven = 0;
  int k = jn_run_tangent(run, W, u);
  memcpy(state, jn_run_state(run), (size_t)n.nstate * sizeof *state);
  const double *v = jn_state_v(system, state);
  CHECK(k == jn_run_summary(run)->freedoms && k == jn_run_tangent(run, NULL, NULL));
  jn_calc_position(system, work, state[0], jn_state_q(system, state), jn_state_z(system, state),
                   jn_state_s(system, state));
  jn_get_G(system, work, G);
  jn_get_M(system, work, M);
  jn_get_nu(system, work, nu);
  for (int j = 0; j < k; j++)
    for (int row = 0; row < n.nc; row++) CHECK_NEAR(product(n.nv, G, row, W, k, j), 0, 1e-12);
  for (int i = 0; i < n.nv; i++) {
    c[i] = v[i];
    for (int j = 0; j < k; j++) {
      c[i] -= W[i * k + j] * u[j];
      MW[i * k + j] = product(n.nv, M, i, W, k, j);
    }
  }
  for (int row = 0; row < n.nc; row++) {
    CHECK_NEAR(product(n.nv, G, row, c, 1, 0), nu[row], 1e-11);
    driven = fmax(driven, fabs(nu[row]));
  }
  for (int i = 0; i < n.nv && driven == 0; i++) CHECK_NEAR(c[i], 0, 1e-12 * (1 + fabs(v[i])));
  for (int a = 0; a < k && mass; a++)
    for (int b = 0; b < k; b++) {
      double sum = 0;
      for (int i = 0; i < n.nv; i++) sum += W[i * k + a] * MW[i * k + b];
      CHECK_NEAR(sum, a == b, 1e-13);
    }
}

static void test_look(const char *file, const char *variant) {
  jn_model *model = read_model(file);
  jn_run *run = model ? new_run(model, "orthonormal", variant, "newton") : NULL;
  CHECK(run != NULL);
  jn_work *work = run ? jn_work_new(jn_run_system(run)) : NULL;
  for (int i = 0; work && i <= LOOKS; i++) {
    if (i > 0) go(run, (LIGHT ? 0.04 : 0.2) * i);
    check_look(run, work, strncmp(variant, "mass", 4) == 0);
  }
  jn_work_free(work);
  jn_run_free(run);
  jn_model_free(model);
}

// Looking changes nothing: the same run with and without.
static void test_looking_is_free(void) {
  uint64_t hash[2] = {0, 1};
  for (int look = 0; look < 2; look++) {
    jn_model *model = read_model("../papers/blajer/blajer-pendulum.yaml");
    jn_run *run = model ? new_run(model, "orthonormal", "mass", "newton") : NULL;
    for (int i = 1; run && i <= 20; i++) {
      double u[MOST];
      go(run, 0.1 * i);
      if (look) CHECK(jn_run_tangent(run, NULL, u) == 2);
    }
    if (run) hash[look] = jn_run_summary(run)->state_hash;
    jn_run_free(run);
    jn_model_free(model);
  }
  CHECK(hash[0] == hash[1]);
}

static void test_none(void) {
  jn_model *model = read_model("../papers/blajer/blajer-pendulum.yaml");
  jn_run *run = model ? new_run(model, "multipliers", "auto", "newton") : NULL;
  double W[MOST];
  CHECK(run && jn_run_tangent(run, W, NULL) == 0);
  jn_run_free(run);
  jn_model_free(model);
}

// ---- a basis chosen anew ----------------------------------------------------------------------------------------

// f(t) = f_0 (1 - 10 t) exp(-10 t) with G1 = 20, G0 = 100, through the angle -pi/2, where the pendulum's basis is
// chosen anew.
static void test_integral_goes_on(const char *variant) {
  jn_model *model = read_model("../papers/blajer/blajer-pendulum.yaml");
  if (model) {
    jn_model_choices(model)->proportional = 20;
    jn_model_choices(model)->integral = 100;
  }
  jn_run *run = model ? new_run(model, "orthonormal", variant, "pi") : NULL;
  CHECK(run != NULL);
  const double f0 = 0.01, rho = 0.5;
  double state[MOST] = {0};
  if (run) {
    memcpy(state, jn_run_state(run), (size_t)jn_system_sizes(jn_run_system(run)).nstate * sizeof *state);
    state[2] += f0;
    CHECK(jn_run_restart(run, state) == JN_OK);
  }
  for (int i = 1; run && i <= 100; i++) {
    double t = 0.01 * i;
    go(run, t);
    const double *q = jn_run_state(run) + 1;
    CHECK_NEAR(q[1] - rho * sin(q[2]), f0 * (1 - 10 * t) * exp(-10 * t), 1e-6 * f0);
  }
  jn_run_free(run);
  jn_model_free(model);
}

int main(void) {
  const char *variant;
  for (int i = 0;; i++) {
    variant = jn_choice_name("variant", "orthonormal", i);
    if (!variant) break;
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) test_look(files[k], variant);
    test_integral_goes_on(variant);
  }
  CHECK(jn_choice_name("variant", "orthonormal", 0) != NULL);
  test_looking_is_free();
  test_none();
  return check_report();
}

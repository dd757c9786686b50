// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_joint_conservation.c - what joint coordinates keep over whole runs: the balance of energy of every model under
// models/, work of springs, dampers, drivers and motors counted; the energy of chains of 1 to 1024 links; both momenta
// of trees that fly freely, in plane and space.
#include "ending.h"
#include "folder.h"
#include "tree_rig.h"

static bool execute(const jn_model *model, const jn_choices *choices, const char *what, jn_summary *summary) {
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  jn_run *run = jn_run_new(model, &options, report);
  bool ok = run && jn_run_execute(run, report) == JN_OK;
  if (!ok) print_report(report, what);
  CHECK(ok);
  if (ok) *summary = *jn_run_summary(run);
  jn_run_free(run);
  jn_report_free(report);
  return ok;
}

// ---- energy of every model ------------------------------------------------------------------------------------------

static void check_energy(const jn_model *model, jn_choices choices, const char *formulation, double bound,
                         const char *name) {
  char what[128];
  jn_summary s;
  SET(choices, formulation, formulation);
  snprintf(what, sizeof what, "%s, %s", name, formulation);
  if (!execute(model, &choices, what, &s)) return;
  double error = s.max_energy_error / (1e-3 + s.max_kinetic_energy);
  CHECK(strcmp(s.choices.coordinates, "joint") == 0);
  if (!(error <= bound)) printf("%s: the balance of energy is off by %.2g of the kinetic energy\n", what, error);
  CHECK(error <= bound);
}

static void check_model(const char *path) {
  if (is_left_out(path)) return;
  const char *name = strrchr(path, '/') + 1;
  jn_model *model = read_but_manoeuvres(path);
  if (!model) return;
  jn_choices choices = jn_choices_default();
  choices.until = fmin(jn_model_choices(model)->until, strstr(path, "vehicles") ? 0.02 : LIGHT ? 0.1 : 1);
  choices.tolerance = 1e-9;
  SET(choices, coordinates, "joint");
  SET(choices, integrator, "dopri5");
  check_energy(model, choices, "multipliers", 5e-7, name);
  check_energy(model, choices, "reduced", 5e-7, name);
  jn_model_free(model);
}

static void test_every_model(void) { CHECK(each_shipped_model(check_model) >= 15); }

// ---- chains ---------------------------------------------------------------------------------------------------------

// Let go from the horizontal: the energy is zero and stays. The error of rk4 with the fourth power of the step is the
// same at any length, since the first links move fastest; the sums of N links round.
static void check_chain(const char *file, int n) {
  char path[512], value[16], what[64];
  snprintf(path, sizeof path, MODELS "/benchmarks/%s.yaml", file);
  snprintf(value, sizeof value, "%d", n);
  snprintf(what, sizeof what, "%s, %d links", file, n);
  const jn_setting setting = {"parameters.N", value};
  jn_model *model = jn_model_read(NULL, path, &setting, 1, NULL);
  CHECK(model != NULL);
  if (!model) return;
  jn_summary s;
  jn_choices choices = jn_choices_default();
  choices.until = LIGHT && n > 128 ? 5e-3 : 0.2;
  choices.step = 1e-3;
  SET(choices, coordinates, "joint");
  SET(choices, integrator, "rk4");
  if (execute(model, &choices, what, &s)) {
    CHECK(s.freedoms == n && s.max_kinetic_energy > 0);
    double error = s.max_energy_error / s.max_kinetic_energy;
    if (!(error <= 3e-9))
      printf("%s: the energy is off by %.2g of the kinetic energy %.3g\n", what, error, s.max_kinetic_energy);
    CHECK(error <= 3e-9);
  }
  jn_model_free(model);
}

static void test_chains(void) {
  for (int n = 1; n <= 1024; n *= 2) check_chain("n-link-chain", n);
  for (int n = 1; n <= 1024; n *= 2) check_chain("n-link-chain-space", n);
}

// ---- momenta of trees that fly --------------------------------------------------------------------------------------

static void add_spring(tree_rig *r, int a, int b, int number) {
  char name[16];
  jn_force_def def = jn_force_def_default();
  snprintf(name, sizeof name, "spring%d", number);
  def.name = name;
  def.type = "spring-damper";
  def.stiffness = 20;
  def.damping = 0.5;
  def.rest = 0.3;
  def.between[0] = end_frame(r, r->bodies[a]);
  def.between[1] = end_frame(r, r->bodies[b]);
  jn_model_add_force(r->model, &def);
}

// A free body with a tree of all kinds of links on it, springs and dampers between its bodies.
static tree_rig flying_tree(jn_space space) {
  static const double none[3] = {0, 0, 0};
  tree_rig r = new_tree_rig(space);
  jn_model_set_gravity(r.model, none);
  add_tree_body(&r, false);
  for (int k = 0; k < count_kinds(space); k++) hang(&r, link_kind(space, k), 1 + random_below(r.n - 1));
  add_spring(&r, 1, r.n - 1, 1);
  add_spring(&r, 2, 3, 2);
  add_spring(&r, r.n - 1, 2, 3);
  finish_tree(&r);
  return r;
}

static void start_anywhere(jn_run *run) {
  const jn_system *system = jn_run_system(run);
  jn_sizes n = jn_system_sizes(system);
  double *state = numbers(n.nstate);
  memcpy(state, jn_run_state(run), (size_t)n.nstate * sizeof *state);
  for (int i = 0; i < n.nq; i++) jn_state_q(system, state)[i] = random_number();
  for (int i = 0; i < n.nv; i++) jn_state_v(system, state)[i] = random_number();
  jn_manifold_normalize(system, jn_state_q(system, state));
  CHECK(n.nc == 0 && jn_run_restart(run, state) == JN_OK);
  free(state);
}

static void check_momenta(jn_run *run, int n, double until, const char *what) {
  double begin[6], worst = 0, moved = 0, x;
  memcpy(begin, jn_run_outputs(run), (size_t)n * sizeof *begin);
  x = jn_run_outputs(run)[n];
  jn_status status = JN_OK;
  while (status == JN_OK && jn_run_state(run)[0] < until) {
    status = jn_run_step(run, until);
    const double *values = jn_run_outputs(run);
    for (int i = 0; i < n; i++) worst = fmax(worst, isnan(values[i]) ? HUGE_VAL : fabs(values[i] - begin[i]));
    moved = fmax(moved, fabs(values[n] - x));
  }
  CHECK(status == JN_OK);
  if (!(worst <= 2e-8)) printf("%s: momenta change by %.2g\n", what, worst);
  CHECK(worst <= 2e-8);
  CHECK(moved > 0.05);  // while the bodies do not keep theirs
}

static void test_momenta(void) {
  static const char *const plane[] = {"momentum.x", "momentum.y", "angular_momentum", "b2.vx"};
  static const char *const space[] = {"momentum.x",         "momentum.y",         "momentum.z", "angular_momentum.x",
                                      "angular_momentum.y", "angular_momentum.z", "b2.vx"};
  static const char *const formulations[] = {"multipliers", "reduced"};
  for (int k = JN_PLANE; k <= JN_SPACE; k++)
    for (int trial = 0; trial < (LIGHT ? 2 : 6); trial++) {
      tree_rig r = flying_tree((jn_space)k);
      jn_choices choices = jn_choices_default();
      jn_run_options options = jn_run_options_default();
      choices.until = LIGHT ? 0.2 : 1;
      choices.tolerance = 1e-10;
      SET(choices, coordinates, "joint");
      SET(choices, integrator, "dopri5");
      SET(choices, formulation, formulations[trial % 2]);
      options.choices = &choices;
      options.probes = k == JN_PLANE ? plane : space;
      options.nprobes = k == JN_PLANE ? 4 : 7;
      jn_run *run = jn_run_new(r.model, &options, NULL);
      // a hinge that closes the other way round is refused: another tree is drawn
      for (int again = 0; !run && again < 3; again++) {
        jn_model_free(r.model);
        r = flying_tree((jn_space)k);
        run = jn_run_new(r.model, &options, NULL);
      }
      CHECK(run != NULL && jn_run_noutputs(run) == options.nprobes);
      if (run) {
        start_anywhere(run);
        check_momenta(run, options.nprobes - 1, choices.until, k == JN_PLANE ? "plane" : "space");
      }
      jn_run_free(run);
      jn_model_free(r.model);
    }
}

int main(void) {
  test_chains();
  test_momenta();
  test_every_model();
  return check_report();
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_implicit_reactions.c - joint forces and the work of drivers in the index-3 family: every formulation with every
// variant, rule and set of coordinates converges to `multipliers` in these coordinates with the order of its rule, at
// the ends of steps and between them; for every shipped model and three more: a loop in space, a driven slider-crank
// with spring and damper, a driven chain in space with a massless link.
#include "check.h"
#include "ending.h"
#include "folder.h"
#include "model/model.h"

enum { MOST_PROBES = 200, MOST_COLUMNS = 600, TIMES = 5 };

// ---- one run --------------------------------------------------------------------------------------------------------

// Compared outputs: the reactions of all joints, W and T.
typedef struct {
  char names[MOST_PROBES][96];
  const char *list[MOST_PROBES];
  int n;
} probe_list;

static void add_probe(probe_list *p, const char *form, const char *name) {
  if (p->n == MOST_PROBES) return;
  snprintf(p->names[p->n], sizeof p->names[0], form, name);
  p->list[p->n] = p->names[p->n];
  p->n++;
}

static void list_probes(const jn_model *model, probe_list *p) {
  p->n = 0;
  add_probe(p, "%s", "energy.work");
  add_probe(p, "%s", "energy.kinetic");
  for (int i = 0; i < jn_model_njoints(model); i++) {
    const char *name = jn_model_joint_name(model, (jn_joint){i});
    bool ends = model->joints[i].kind->two_ended;
    add_probe(p, ends ? "joint.%s.force" : "joint.%s.lambda", name);
    if (ends) add_probe(p, "joint.%s.torque", name);
  }
}

typedef struct {
  jn_status status;
  int n;
  double values[TIMES][MOST_COLUMNS];
  bool reaction[MOST_COLUMNS];
  int work, kinetic;  // columns
} look;

static void take_names(const jn_run *run, look *out) {
  out->n = jn_run_noutputs(run) < MOST_COLUMNS ? jn_run_noutputs(run) : MOST_COLUMNS;
  for (int i = 0; i < out->n; i++) {
    const char *name = jn_run_output_name(run, i);
    out->reaction[i] = strncmp(name, "joint.", 6) == 0 &&
                       (strstr(name, ".force") || strstr(name, ".torque") || strstr(name, ".lambda"));
    if (strcmp(name, "energy.work") == 0) out->work = i;
    if (strcmp(name, "energy.kinetic") == 0) out->kinetic = i;
  }
}

static void run_look(const jn_model *model, const jn_choices *choices, const probe_list *probes, const double *at,
                     look *out) {
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  options.probes = probes->list;
  options.nprobes = probes->n;
  options.at = at;
  options.nat = TIMES;
  *out = (look){.status = JN_BAD_MODEL};
  jn_run *run = jn_run_new(model, &options, NULL);
  if (!run) return;
  out->status = jn_run_execute(run, NULL);
  take_names(run, out);
  for (int k = 0; k < jn_run_nsamples(run); k++)
    for (int i = 0; i < out->n; i++) out->values[k][i] = jn_run_sample(run, k)[i];
  jn_run_free(run);
}

// ---- errors and their order -----------------------------------------------------------------------------------------

// Returns the root of the sum of squares over all times, relative to the largest reaction; for the work relative to
// work, kinetic energy and the work of that reaction over a millimetre.
typedef struct {
  double reactions, work;
} errors;

static errors compare_looks(const look *right, const look *x) {
  double largest = 1e-6, energy = 1e-6, sum = 0, work = 0;
  for (int k = 0; k < TIMES; k++) {
    for (int i = 0; i < right->n; i++) {
      if (!right->reaction[i]) continue;
      double e = x->values[k][i] - right->values[k][i];
      largest = fmax(largest, fabs(right->values[k][i]));
      sum += e * e;
    }
    energy = fmax(energy, fabs(right->values[k][right->work]) + right->values[k][right->kinetic]);
    work += pow(x->values[k][right->work] - right->values[k][right->work], 2);
  }
  return (errors){sqrt(sum) / largest, sqrt(work) / (energy + 1e-3 * largest)};
}

typedef struct {
  const char *name;
  jn_model *model;
  probe_list probes;
  double step, at[TIMES], until;
  bool all_variants;  // or the usual one alone
  int every;          // rule is tried: 1 or 2
} problem;

// A quarter of the step size leaves a sixteenth of the error, with dissipative newmark a quarter; less if parts of the
// error change their signs.
static void check_fall(const char *what, const char *quantity, const jn_choices *choices, double coarse, double fine) {
  bool first_order = strcmp(choices->integrator, "newmark") == 0,
       springs = strcmp(choices->formulation, "penalty") == 0;
  // error of the reference; errors that change their signs; oscillations of the springs, which start without load
  double enough = first_order ? 1e-4 : springs ? 2e-5 : 1e-6;
  bool ok = fine <= enough || fine <= coarse / (first_order ? 2.5 : 8);
  if (!ok) printf("%s: %s err by %.2g, then by %.2g\n", what, quantity, coarse, fine);
  CHECK(ok);
}

static void check_way(const problem *p, jn_choices *choices, const look *right) {
  static look x[2];
  char what[300];
  snprintf(what, sizeof what, "%s, %s, %s, %s, %s", p->name, choices->formulation, choices->variant,
           choices->integrator, choices->coordinates);
  for (int k = 0; k < 2; k++) {
    choices->step = p->step / (k == 0 ? 1 : 4);
    run_look(p->model, choices, &p->probes, p->at, &x[k]);
    if (x[k].status != JN_OK || x[k].n != right->n) printf("%s: failed\n", what);
    CHECK(x[k].status == JN_OK && x[k].n == right->n);
    if (x[k].status != JN_OK || x[k].n != right->n) return;
  }
  errors coarse = compare_looks(right, &x[0]), fine = compare_looks(right, &x[1]);
  check_fall(what, "reactions", choices, coarse.reactions, fine.reactions);
  check_fall(what, "work", choices, coarse.work, fine.work);
}

// ---- every way ------------------------------------------------------------------------------------------------------

static bool steps_itself(const char *formulation) {
  return strcmp(jn_choice_name("integrator", formulation, 0), "trapezoidal") == 0;
}

static bool goes_with(const char *what, const char *formulation, const char *name) {
  const char *found;
  for (int i = 0;; i++) {
    found = jn_choice_name(what, formulation, i);
    if (!found) break;
    if (strcmp(found, name) == 0) return true;
  }
  return false;
}

static void check_formulation(const problem *p, jn_choices choices, const look *right) {
  const char *rule, *variant;
  SET(choices, position, "auto");
  SET(choices, velocity, "auto");
  for (int i = 0;; i += p->every) {
    rule = jn_choice_name("integrator", choices.formulation, i);
    if (!rule) break;
    SET(choices, integrator, rule);
    SET(choices, variant, "auto");
    check_way(p, &choices, right);
    for (int k = 1; p->all_variants; k++) {
      variant = jn_choice_name("variant", choices.formulation, k);
      if (!variant) break;
      SET(choices, variant, variant);
      check_way(p, &choices, right);
    }
  }
}

static void check_problem(const problem *p) {
  static look right;
  const char *coordinates, *formulation;
  jn_choices choices = *jn_model_choices(p->model);
  choices.until = p->until;
  choices.tolerance_position = choices.tolerance_velocity = choices.tolerance_constraint = 0;
  choices.output_step = choices.checkpoint_step = p->until;
  choices.penalty = NAN;
  choices.rho = 0.8;
  SET(choices, energy, "none");
  for (int c = 0;; c++) {
    coordinates = jn_coordinates_name(c);
    if (!coordinates) break;
    SET(choices, coordinates, coordinates);
    SET(choices, formulation, "multipliers");
    SET(choices, integrator, "dopri5");
    SET(choices, variant, "auto");
    SET(choices, position, "newton");
    SET(choices, velocity, "projection");
    choices.step = 0;
    choices.tolerance = 1e-10;
    run_look(p->model, &choices, &p->probes, p->at, &right);
    if (right.status != JN_OK) printf("%s in %s coordinates: the reference failed\n", p->name, coordinates);
    CHECK(right.status == JN_OK);
    for (int k = 0; right.status == JN_OK; k++) {
      formulation = jn_formulation_name(k);
      if (!formulation) break;
      if (!steps_itself(formulation) || !goes_with("coordinates", formulation, coordinates)) continue;
      SET(choices, formulation, formulation);
      check_formulation(p, choices, &right);
    }
  }
}

// Two times at the ends of steps, three between: at thirds, which are also thirds of the shorter steps.
static void check_model(jn_model *model, double step, int steps, problem p) {
  p.model = model;
  p.step = step;
  p.until = step * steps;
  list_probes(model, &p.probes);
  const double at[TIMES] = {steps / 2, steps / 2 + 1. / 3, steps - 2. / 3, steps - 1. / 3, steps};
  for (int k = 0; k < TIMES; k++) p.at[k] = at[k] * step;
  check_problem(&p);
}

// ---- three mechanisms -----------------------------------------------------------------------------------------------

static const char *const own[] = {
    "{jounce: 1, name: loop in space, space: space, gravity: [0, 0, -9.81],"
    " ground: {frames: {O: {at: [0, 0, 0], orientation: {axis: [1, 2, 3], angle: 20 deg}},"
    "                   Q: {at: [1.1, 0.3, 0.2], orientation: {axis: [3, -1, 1], angle: 70 deg}}}},"
    " bodies: {crank: {mass: 1.2, inertia: [0.01, 0.02, 0.03], points: {O: [-0.15, 0, 0], A: [0.15, 0.05, 0]}},"
    "          rod: {mass: 0.8, inertia: [0.02, 0.05, 0.06], points: {A: [-0.5, 0, 0], B: [0.5, 0.1, 0]}},"
    "          rocker: {mass: 1.5, inertia: [0.03, 0.02, 0.04], points: {B: [0.25, 0, 0.1], Q: [-0.2, 0, 0]}}},"
    " joints: {O: {type: revolute, between: [ground.O, crank.O], axis: z}, A: {type: spherical, between: [crank.A, "
    "rod.A]},          B: {type: universal, between: [rod.B, rocker.B], axes: [z, y]}, "
    "Q: {type: revolute, between: [ground.Q, rocker.Q], axis: z}}, initial: {guess: {crank.position: [0.15, 0, 0], "
    "rod.position: [0.7, 0.3, 0.2], rocker.position: [1, 0.4, 0.3]}, keep: {joint.O.rate: 4}}}",

    "{jounce: 1, name: driven slider-crank, space: plane, gravity: [0, -9.81], ground: {points: {O: [0, 0], "
    "W: [1.5, 0]}}, bodies: {crank: {mass: 1, inertia: 0.02, points: {O: [-0.2, 0], A: [0.2, 0]}},"
    "          rod: {mass: 1.5, inertia: 0.08, points: {A: [-0.4, 0], B: [0.4, 0]}}, "
    "slider: {mass: 0.7, inertia: 0.01}}, joints: {O: {type: revolute, between: [ground.O, crank.O]}, "
    "A: {type: revolute, between: [crank.A, rod.A]},          B: {type: revolute, between: [rod.B, slider]}, "
    "S: {type: prismatic, between: [ground.O, slider], axis: x}}, drivers: {motor: {joint: O, coordinate: angle, "
    "motion: 0.4 + 3*t + sin(5*t)}}, forces: {spring: {type: spring-damper, between: [ground.W, slider], "
    "stiffness: 300, damping: 20, rest: 0.5}}, initial: {guess: {crank.position: [0.2, 0.05], "
    "rod.position: [0.7, 0.1], slider.position: [1.1, 0]}}}",

    "{jounce: 1, name: driven chain in space, space: space, gravity: [0, 0, -9.81], ground: {points: {O: [0, 0, 0]}},"
    " bodies: {arm: {mass: 2, inertia: [0.02, 0.1, 0.11, 0.01, 0, 0], points: {O: [-0.4, 0, 0], A: [0.4, 0.1, 0]}},"
    "          link: {mass: 0, points: {A: [0, 0, 0], B: [0.2, 0, 0.1]}},"
    "          bob: {mass: 1.3, inertia: [0.03, 0.05, 0.04], points: {B: [0, 0, 0.3]}}},"
    " joints: {O: {type: revolute, between: [ground.O, arm.O], axis: [0.2, 0.1, 1]}, "
    "A: {type: revolute, between: [arm.A, link.A], axis: x},          B: {type: revolute, between: [link.B, bob.B], "
    "axis: [1, 1, 0]}}, drivers: {motor: {joint: O, coordinate: angle, motion: 0.3*sin(4*t) + t}},"
    " forces: {brake: {type: torsion-spring, joint: B, stiffness: 5, damping: 0.4}}}"};

static void test_own(void) {
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    jn_model *model = read_text(own[i]);
    if (model)
      check_model(model, 5e-3, LIGHT ? 4 : 12,
                  (problem){.name = jn_model_name(model), .all_variants = true, .every = 1});
    jn_model_free(model);
  }
}

// ---- every shipped model --------------------------------------------------------------------------------------------

// Step sizes that resolve the motion; for the vehicles a single one, with few steps.
static void check_shipped(const char *path) {
  const char *name = strrchr(path, '/') + 1;
  bool fast = strstr(name, "andrews") || strstr(name, "heavy-top"), vehicle = strstr(path, "vehicles") != NULL;
  if ((vehicle && strcmp(name, "iltis.yaml") != 0) || (LIGHT && (vehicle || strstr(path, "/rigs/")))) return;
  jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
  CHECK(model != NULL);
  if (model)
    check_model(model, fast ? 1e-4 : 2e-3, LIGHT || vehicle ? 4 : 6, (problem){.name = name, .every = vehicle ? 2 : 1});
  jn_model_free(model);
}

static void test_shipped(void) { CHECK(each_shipped_model(check_shipped) >= 15); }

int main(void) {
  test_own();
  test_shipped();
  return check_report();
}

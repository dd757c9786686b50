// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_reduced_run.c - runs with formulation `reduced`: every shipped model compared with cartesian multipliers, order
// of convergence, every integrator, change points, changes of the independent set, named variables, and the rates of
// chord joints.
#include "folder.h"
#include "formulation/reduced/reduced_names.h"
#include "kernel/vec3.h"
#include "low_order.h"
#include "reduced_rig.h"
#include "system/coordinates/body_level.h"
#include "system/motion.h"
#include "system/work.h"

static void set(char *name, size_t size, const char *value) { snprintf(name, size, "%s", value); }

typedef struct {
  const char *formulation, *variant, *integrator, *independent;
  double step, until;
} way;

static jn_run *new_run(const jn_model *model, jn_choices choices, const way *w, jn_report *report) {
  set(choices.formulation, sizeof choices.formulation, w->formulation);
  set(choices.coordinates, sizeof choices.coordinates, strcmp(w->formulation, "reduced") == 0 ? "joint" : "cartesian");
  set(choices.variant, sizeof choices.variant, w->variant ? w->variant : "auto");
  set(choices.integrator, sizeof choices.integrator, w->integrator);
  set(choices.position, sizeof choices.position, "newton");
  set(choices.velocity, sizeof choices.velocity, "projection");
  set(choices.energy, sizeof choices.energy, "none");
  set(choices.independent, sizeof choices.independent, w->independent ? w->independent : "");
  choices.step = w->step;
  if (w->until > 0) choices.until = w->until;
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  return jn_run_new(model, &options, report);
}

// Runs to the end; copies n outputs to `values` and the run's summary to *summary.
static bool go(const jn_model *model, jn_choices choices, const way *w, double *values, int n, jn_summary *summary) {
  jn_report *report = jn_report_new(NULL);
  jn_run *run = new_run(model, choices, w, report);
  bool ok = run && jn_run_execute(run, report) == JN_OK;
  if (!ok) print_report(report);
  for (int i = 0; ok && i < n && i < jn_run_noutputs(run); i++) values[i] = jn_run_outputs(run)[i];
  if (ok && summary) *summary = *jn_run_summary(run);
  jn_run_free(run);
  jn_report_free(report);
  return ok;
}

enum { MOST = 64 };

static jn_model *read_model(const char *path, const jn_setting *settings, int n) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, settings, n, report);
  if (!model) print_report(report);
  jn_report_free(report);
  return model;
}

static bool run_file(const char *path, const jn_setting *settings, int n, const way *w, double *values, int count,
                     jn_summary *summary) {
  jn_model *model = read_model(path, settings, n);
  bool ok = model && go(model, *jn_model_choices(model), w, values, count, summary);
  jn_model_free(model);
  return ok;
}

// ---- every model ----------------------------------------------------------------------------------------------------

// The manoeuvres of vehicles are compared in test_defaults.
static void check_model(const char *path) {
  if (is_manoeuvre(path)) return;
  const char *name = strrchr(path, '/') + 1;
  jn_model *model = read_model(path, NULL, 0);
  double step = fmin(1e-4, jn_model_choices(model)->until / 20000), until = 150 * step;
  const way ways[] = {{"multipliers", NULL, "rk4", NULL, step, until}, {"reduced", NULL, "rk4", NULL, step, until}};
  double values[2][MOST] = {{0}};
  int n = jn_model_noutputs(model);
  bool ok = go(model, *jn_model_choices(model), &ways[0], values[0], MOST, NULL);
  if (ok) CHECK(go(model, *jn_model_choices(model), &ways[1], values[1], MOST, NULL));
  for (int i = 0; i < n && i < MOST && ok; i++) {
    double off = fabs(values[1][i] - values[0][i]), allowed = 1e-6 * fmax(1, fabs(values[0][i]));
    if (!(off <= allowed)) printf("%s: output %d is %.12g, not %.12g\n", name, i, values[1][i], values[0][i]);
    CHECK(off <= allowed);
  }
  if (!ok) printf("%s: not compared\n", name);
  jn_model_free(model);
}

// ---- order, integrators ---------------------------------------------------------------------------------------------

#define FOUR_BAR MODELS "/../papers/park/park-four-bar.yaml"
static const double theta1_at_10 = 0.5108202930704997;  // see the model's source

static double four_bar_error(const way *w) {
  double values[MOST] = {0};
  return run_file(FOUR_BAR, NULL, 0, w, values, MOST, NULL) ? fabs(values[0] - theta1_at_10) : NAN;
}

static void test_order(void) {
  double coarse = four_bar_error(&(way){"reduced", NULL, "rk4", NULL, 8e-3, 10}),
         fine = four_bar_error(&(way){"reduced", NULL, "rk4", NULL, 4e-3, 10});
  CHECK(coarse < 1e-6);
  double order = log2(coarse / fine);
  CHECK(order > 3.6 && order < 4.6);
}

static void test_integrators(void) {
  for (int i = 0; jni_integrators_ode[i]; i++) {
    double error = four_bar_error(&(way){"reduced", NULL, jni_integrators_ode[i], NULL, 1e-3, 10});
    static const double allowed[] = {1e-5, 0.02, 1e-4};  // by order
    bool near = error < allowed[low_order(jni_integrators_ode[i])];
    if (!near) printf("%s: %g\n", jni_integrators_ode[i], error);
    CHECK(near);
  }
}

// ---- singular configurations, change of the set ---------------------------------------------------------------------

// The rhombus of the same paper passes its change point six times; exact angle from one equation.
static void test_change_points(void) {
  static const jn_setting rhombus[] = {{"l0", "2"}, {"theta1", "1.074"}};
  double values[MOST];
  jn_summary summary;
  const way w = {"reduced", NULL, "rk4", NULL, 1e-3, 10};
  CHECK(run_file(FOUR_BAR, rhombus, 2, &w, values, MOST, &summary));
  CHECK_NEAR(values[0], 0.6114673232327144, 1e-9);
  CHECK(summary.singular_passes > 0);
}

// The slider reverses twice in a turn: its displacement cannot be independent there.
static void test_change_of_set(void) {
  const way named = {"reduced", NULL, "rk4", "joint.guide.displacement", 5e-4, 5},
            chosen = {"reduced", NULL, "rk4", NULL, 5e-4, 5};
  double values[MOST], usual[MOST];
  jn_summary summary;
  CHECK(run_file(MODELS "/benchmarks/spatial-slider-crank.yaml", NULL, 0, &named, values, MOST, &summary));
  CHECK(summary.set_changes > 0);
  CHECK(summary.repivots == 0);
  CHECK_NEAR(values[0], 51.71042555004302, 1e-5);
  CHECK(run_file(MODELS "/benchmarks/spatial-slider-crank.yaml", NULL, 0, &chosen, usual, MOST, &summary));
  CHECK_NEAR(usual[0], 51.71042555004302, 1e-5);
}

// An angle of many turns is only accurate to its rounding, which exceeds the tolerance of the constraints: 8000 rad,
// compared with the same angle minus 1273 turns.
static void test_many_turns(void) {
  static const jn_setting many[] = {{"drivers.motor.motion", "20000*t"}},
                          few[] = {{"drivers.motor.motion", "(8000 - 2546*pi)*t/0.4"}};
  const way fast = {"reduced", NULL, "rk4", NULL, 2e-5, 0.4}, slow = {"reduced", NULL, "rk4", NULL, 1e-3, 0.4};
  double values[MOST], same[MOST];
  CHECK(run_file(MODELS "/examples/four-bar.yaml", many, 1, &fast, values, MOST, NULL));
  CHECK(run_file(MODELS "/examples/four-bar.yaml", few, 1, &slow, same, MOST, NULL));
  CHECK_NEAR(values[0], 8000, 1e-9);
  CHECK_NEAR(values[1], same[1], 1e-11);
  CHECK_NEAR(values[2], same[2], 1e-11);
}

// ---- names ----------------------------------------------------------------------------------------------------------

static void test_named(void) {
  for (int i = 0; i < 2; i++) {
    pair p;
    CHECK(new_systems(&p, FOUR_BAR, NULL, 0));
    set(p.choices.independent, sizeof p.choices.independent, i ? "joint.O.angle" : "joint.D.angle");
    CHECK(new_method(&p, "rk4", 1e-3));
    const jni_reduced_level *rate = reduced_of(&p)->speed_level;
    int link = p.j->tree->speed_link[rate->columns[rate->m]];
    CHECK(strcmp(p.model->joints[p.j->tree->links[link].joint].name, i ? "O" : "D") == 0);
    CHECK(run_to(&p, 1) == JN_OK);
    free_pair(&p);
  }
}

static void check_refused(const char *names, const char *part) {
  pair p;
  CHECK(new_systems(&p, FOUR_BAR, NULL, 0));
  set(p.choices.independent, sizeof p.choices.independent, names);
  CHECK(!new_method(&p, "rk4", 1e-3));
  bool said = false;
  for (int i = 0; i < jn_report_size(p.report); i++) said |= strstr(jn_report_get(p.report, i)->what, part) != NULL;
  if (!said) {
    printf("%s:\n", names);
    print_report(p.report);
  }
  CHECK(said);
  free_pair(&p);
}

static void test_refused(void) {
  pair p;
  CHECK(new_systems(&p, FOUR_BAR, NULL, 0));
  char cut[64] = "";
  for (int j = 0; j < p.model->njoints; j++)
    if (p.j->tree->cut[j] == JNI_CUT_CLOSES) snprintf(cut, sizeof cut, "joint.%s.angle", p.model->joints[j].name);
  free_pair(&p);
  check_refused("joint.X.angle", "no joint 'X' whose variable");
  check_refused("joint.O.angle joint.O.angle", "'joint.O.angle' is named twice");
  check_refused("joint.O,joint.O.angle", "'joint.O.angle' is named twice");
  check_refused("joint.O.displacement", "has no variable 'displacement'");
  check_refused("nonsense", "not a joint variable");
  check_refused("joint.O.angle,joint.D.angle", "2 independent variables are named, but the mechanism has 1");
  check_refused(cut, "'tree: true' at the joint keeps it in the spanning tree");
}

// Naming a joint that is in the default tree does not change the tree.
static void test_named_in_tree(void) {
  static const char *const names[] = {"", "joint.O.angle", "joint.A.angle", "joint.D.angle"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    pair p;
    const jn_setting setting = {"simulate.independent", names[i]};
    CHECK(new_systems(&p, FOUR_BAR, &setting, names[i][0] != 0));
    for (int j = 0; j < p.model->njoints; j++)
      CHECK((p.j->tree->cut[j] == JNI_CUT_CLOSES) == (strcmp(p.model->joints[j].name, "B") == 0));
    free_pair(&p);
  }
}

// ---- messages about variables ---------------------------------------------------------------------------------------

static bool is_first(jn_run *run, const char *name) {
  const jn_reduced *r = jn_run_reduced(run);
  return strcmp(r->arcs[r->independent[0]], name) == 0;
}

static bool is_told(const jn_report *report, const char *part) {
  bool said = false;
  for (int i = 0; i < jn_report_size(report); i++) said |= strstr(jn_report_get(report, i)->what, part) != NULL;
  return said;
}

static void test_told(void) {
  jn_model *model = read_model(MODELS "/benchmarks/spatial-slider-crank.yaml", NULL, 0);
  jn_report *report = jn_report_new(NULL);
  const way w = {"reduced", NULL, "rk4", "joint.guide.displacement", 1e-3, 1},
            other = {"multipliers", NULL, "rk4", NULL, 1e-3, 1};
  jn_run *run = new_run(model, *jn_model_choices(model), &w, report);
  CHECK(run && jn_run_reduced(run)->nindependent == 1 && jn_run_reduced(run)->ngroups == 1);
  CHECK(is_first(run, "joint.guide.displacement") && strcmp(jn_run_reduced(run)->warning, "") == 0);
  CHECK(jn_run_execute(run, report) == JN_OK);
  CHECK(is_first(run, "joint.A.angle"));
  CHECK(is_told(report, "'joint.guide.displacement' is named as independent variable but was replaced at 0.26"));
  CHECK(is_told(report, "'joint.A.angle' took its place"));
  CHECK(jn_run_reduced(run)->ngroups == 3 && is_told(report, jn_run_reduced(run)->warning));
  jn_run_free(run);
  run = new_run(model, *jn_model_choices(model), &other, report);
  CHECK(run && !jn_run_reduced(run));
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

// If the run begins with the slider at its end, its displacement is replaced at the start.
static void test_told_at_start(void) {
  static const char *const text =
      "jounce: 1\nspace: plane\nbodies:\n  crank: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: [1, 0]}}\n"
      "  rod: {mass: 1, inertia: 0.1, points: {A: [0, 0], B: [3, 0]}}\n  slider: {mass: 1, inertia: 0.1}\n"
      "joints:\n  O: {type: revolute, between: [ground, crank.O]}\n  A: {type: revolute, between: [crank.A, rod.A]}\n"
      "  B: {type: revolute, between: [rod.B, slider]}\n"
      "  guide: {type: prismatic, between: [ground, slider], axis: [1, 0]}\n"
      "initial:\n  keep: {crank.angle: 1e-3, crank.rate: 1}\n  guess: {slider.x: 4}\nsimulate: {until: 0.01}\n";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "slider", text, strlen(text), NULL, 0, report);
  const way w = {"reduced", NULL, "rk4", "joint.guide.displacement", 1e-3, 0.01};
  jn_run *run = model ? new_run(model, *jn_model_choices(model), &w, report) : NULL;
  CHECK(run != NULL);
  if (run) {
    CHECK(!is_first(run, "joint.guide.displacement"));
    CHECK(strstr(jn_run_reduced(run)->warning,
                 "'joint.guide.displacement' is named as independent variable but was replaced at 0 s"));
  } else {
    print_report(report);
  }
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

// The slide of a rack moves far for a small rotation of the wheel: no set has a smaller |B|, so no new set is searched
// in every step.
static void test_steep(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\nground: {frames: {a: {at: [1, 0]}}}\nbodies:\n  wheel: {mass: 1, inertia: 1}\n"
      "  slide: {mass: 0.01, inertia: 1}\n"
      "joints:\n  hinge: {type: revolute, between: [ground, wheel]}\n"
      "  guide: {type: prismatic, between: [ground.a, slide], axis: [1, 0]}\n"
      "  teeth: {type: rack, pinion: hinge, slide: guide, radius: 14}\nforces:\n"
      "  spring: {type: torsion-spring, joint: hinge, stiffness: 20}\n"
      "initial: {keep: {wheel.angle: 0.1}}\n";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "rack", text, sizeof text - 1, NULL, 0, report);
  const way w = {"reduced", NULL, "adams", "", 0, 1};
  jn_summary summary = {.steps = 1000};
  CHECK(model && go(model, *jn_model_choices(model), &w, NULL, 0, &summary));
  CHECK(summary.steps < 100);
  jn_model_free(model);
  jn_report_free(report);
}

// After a gear of ratio 26 the named slow shaft stays independent: the ratio does not count, neither for the fast shaft
// nor for the four-bar that it drives. The rocker reverses, and is replaced.
static void test_geared(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\nground: {points: {O: [0, 0], D: [3, 0], W: [0, 3]}}\n"
      "bodies:\n  slow: {mass: 1, inertia: 200}\n"
      "  crank: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: [1, 0]}}\n"
      "  coupler: {mass: 1, inertia: 0.1, points: {A: [0, 0], B: [3, 0]}}\n"
      "  rocker: {mass: 1, inertia: 0.1, points: {D: [0, 0], B: [2, 0]}}\n"
      "joints:\n  W: {type: revolute, between: [ground.W, slow]}\n"
      "  O: {type: revolute, between: [ground.O, crank.O]}\n  A: {type: revolute, between: [crank.A, coupler.A]}\n"
      "  B: {type: revolute, between: [coupler.B, rocker.B]}\n  D: {type: revolute, between: [ground.D, rocker.D]}\n"
      "  gear: {type: gear, from: W, to: O, ratio: 26}\n"
      "initial:\n  keep: {slow.rate: 0.3}\n  guess: {crank.angle: 0, coupler.angle: 0.8, rocker.angle: 1.8}\n";
  static const char *const names[] = {"joint.W.angle", "joint.O.angle", "joint.D.angle"};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "gear", text, sizeof text - 1, NULL, 0, report);
  for (size_t i = 0; model && i < sizeof names / sizeof *names; i++) {
    const way w = {"reduced", NULL, "rk4", names[i], 1e-3, 2};
    jn_run *run = new_run(model, *jn_model_choices(model), &w, report);
    CHECK(run && is_first(run, names[i]) && jn_run_execute(run, report) == JN_OK);
    long changes = run ? jn_run_summary(run)->set_changes : -1;
    CHECK(i < 2 ? changes == 0 && run && is_first(run, names[i]) : changes > 0);
    jn_run_free(run);
  }
  CHECK(model != NULL);
  if (!model) print_report(report);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- chord joints ---------------------------------------------------------------------------------------------------

static bool new_pair_of_text(pair *p, const char *text, const char *more) {
  char path[] = "jounce-chord-XXXXXX";
  int file = mkstemp(path);
  FILE *out = file >= 0 ? fdopen(file, "w") : NULL;
  CHECK(out && fputs(text, out) >= 0 && fputs(more, out) >= 0 && fclose(out) == 0);
  bool ok = new_pair(p, path, NULL, 0, "rk4", 1e-3);
  remove(path);
  return ok;
}

static const char chord_text[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], D: [1.9, 0]}}\n"
    "bodies:\n  crank: {mass: 5, inertia: 10, points: {O: [-1, 0], A: [1, 0]}}\n"
    "  coupler: {mass: 7, inertia: 20, points: {A: [-1, 0], B: [1, 0]}}\n"
    "  rocker: {mass: 9, inertia: 25, points: {D: [-1, 0], B: [1, 0]}}\n"
    "joints:\n  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, coupler.A]}\n"
    "  B: {type: revolute, between: [coupler.B, rocker.B]}\n  D: {type: revolute, between: [ground.D, rocker.D]}\n"
    "forces:\n  a: {type: torsion-spring, joint: A, stiffness: 3}\n"
    "  b: {type: torsion-spring, joint: B, stiffness: 7}\n"
    "initial:\n  keep: {crank.angle: 1.1, crank.rate: 0.7}\n  guess: {coupler.angle: 0, rocker.angle: 1.05}\n";

static void test_chord(void) {
  pair p;
  CHECK(new_pair_of_text(&p, chord_text, ""));
  jni_reduced *r = reduced_of(&p);
  double vdot[3], row[1];
  CHECK(p.f->acceleration(p.f, p.sj, vdot, NULL) == JN_OK);
  jni_coordinate_state state;
  CHECK(r->nchord_variables == 1);
  for (int i = 0; i < p.j->ncoordinates; i++)
    if (!p.j->coordinates[i].linked) jni_coordinate_at(p.j, p.f->work, i, true, &state);
  jni_reduced_chord_basis(r, row);
  CHECK_NEAR(row[0] * p.f->work->v[r->speed_level->columns[r->speed_level->m]], state.rate, 1e-12);
  // the spring on the chord joint acts, too: compared with cartesian coordinates
  double a[9];
  CHECK(jn_solve_acceleration(p.c, p.wc, p.sc, a, NULL) == JN_OK);
  const double *body = jni_body_acceleration(p.j, p.f->work, vdot);
  for (int i = 0; i < 9; i++) CHECK_NEAR(body[i], a[i], 1e-11);
  free_pair(&p);
}

// A joint that would be cut is kept in the tree if the file names its variable; another one of its loop is cut.
static void test_named_chord(void) {
  pair p;
  for (int named = 0; named < 2; named++) {
    CHECK(new_pair_of_text(&p, chord_text, named ? "simulate: {until: 1, independent: [joint.B.angle]}\n" : ""));
    int cut = p.j->tree->cut[2];
    CHECK(strcmp(p.model->joints[2].name, "B") == 0 && (cut == JNI_CUT_NO) == named);
    const jni_reduced_level *rate = reduced_of(&p)->speed_level;
    int link = p.j->tree->speed_link[rate->columns[rate->m]];
    CHECK((p.j->tree->links[link].joint == 2) == named);
    CHECK(run_to(&p, 0.1) == JN_OK);
    free_pair(&p);
  }
}

// ---- suspension corner in closed form -------------------------------------------------------------------------------

// Returns the point that rotates about an axis through c (unit vector n), starts at p and has the distance `distance`
// from `to`: a cos + b sin = k; of the two solutions the one closer to `near`.
static void turn_to_distance(const double c[3], const double n[3], const double p[3], const double to[3],
                             double distance, const double near[3], double out[3]) {
  double r[3], along[3], across[3], side[3], d[3];
  for (int i = 0; i < 3; i++) {
    r[i] = p[i] - c[i];
    d[i] = to[i] - c[i];
  }
  double h = jnk_dot(r, n);
  for (int i = 0; i < 3; i++) {
    along[i] = h * n[i];
    across[i] = r[i] - along[i];
  }
  jnk_cross(n, across, side);
  // |along + across cos + side sin - d|^2 = distance^2
  double a = 2 * jnk_dot(across, d), b = 2 * jnk_dot(side, d);
  double k = jnk_dot(r, r) + jnk_dot(d, d) - 2 * jnk_dot(along, d) - distance * distance, middle = atan2(b, a),
         half = acos(k / hypot(a, b));
  double best = HUGE_VAL;
  for (int sign = -1; sign <= 1; sign += 2) {
    double angle = middle + sign * half, x[3], off = 0;
    for (int i = 0; i < 3; i++) {
      x[i] = c[i] + along[i] + across[i] * cos(angle) + side[i] * sin(angle);
      off += (x[i] - near[i]) * (x[i] - near[i]);
    }
    if (off < best) {
      best = off;
      memcpy(out, x, sizeof x);
    }
  }
}

// Returns the position, at a cartesian state, of a point given in the assembled frame (all bodies at the origin).
static void point_at(const pair *p, int body, const double at[3], double out[3]) {
  const double *q = p->sc + 1 + p->c->q_at[body], *com = p->model->bodies[body].com;
  double R[9], arm[3];
  jnk_quat_to_matrix(q + 3, R);
  for (int i = 0; i < 3; i++) arm[i] = at[i] - com[i];
  jnk_mat_vec(R, arm, out);
  for (int i = 0; i < 3; i++) out[i] += q[i];
}

static double distance_of(const double a[3], const double b[3]) {
  double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return jnk_norm(d);
}

// Hardpoints as in the model.
static const double U[3] = {-0.0530352, 0.715518, 0.2154936}, L[3] = {-0.03556, 0.786511, -0.11811},
                    E[3] = {-0.1758188, 0.8211058, -0.0163322};
static const double upper[3] = {-0.15806, 0.46184815, 0.220091}, rack[3] = {-0.250317, 0.448437, 0.054229};

static void test_corner(void) {
  pair p;
  CHECK(new_pair(&p, MODELS "/benchmarks/double-wishbone-corner.yaml", NULL, 0, "rk4", 1e-3));
  int arm = 1, lower = 2, upright = 3;
  double axis[3] = {0.2202992, -0.0317754, 0.0490626}, length = jnk_norm(axis);
  for (int i = 0; i < 3; i++) axis[i] /= length;
  for (double t = 0.05; t < 0.6; t += 0.05) {
    CHECK(run_to(&p, t) == JN_OK);
    CHECK(p.f->pack(p.f, p.sj, p.y) == JN_OK);
    jn_state_convert(p.j, p.sj, p.c, p.sc);
    double l[3], u[3], e[3], exact[3], kingpin[3];
    point_at(&p, lower, L, l);
    point_at(&p, arm, U, u);
    point_at(&p, upright, E, e);
    turn_to_distance(upper, axis, U, l, distance_of(U, L), u, exact);
    CHECK_NEAR(distance_of(u, exact), 0, 1e-13);
    // the tie rod's end turns about the line of the two balls
    for (int i = 0; i < 3; i++) kingpin[i] = (exact[i] - l[i]) / distance_of(U, L);
    double away[3] = {0.3, 0.7, 0.2}, cross[3], start[3];  // any point of its circle
    jnk_cross(kingpin, away, cross);
    double size = jnk_norm(cross), dL = distance_of(E, L), dU = distance_of(E, U), base = distance_of(U, L);
    double along = (dL * dL - dU * dU + base * base) / (2 * base);  // the kingpin, from the lower ball
    for (int i = 0; i < 3; i++) start[i] = l[i] + along * kingpin[i] + sqrt(dL * dL - along * along) * cross[i] / size;
    turn_to_distance(l, kingpin, start, rack, distance_of(E, rack), e, exact);
    CHECK_NEAR(distance_of(e, exact), 0, 1e-12);
  }
  free_pair(&p);
}

// ---- members of the groups ------------------------------------------------------------------------------------------

// Returns "(dependent variables)" of each group in the order of solution.
static void write_groups(const pair *p, char *text, size_t size) {
  const jni_groups *groups = jni_loop_solver_groups(reduced_of(p)->position_level->solver);
  char name[160];
  size_t n = 0;
  for (int g = 0; g < groups->ngroups; g++) {
    n += (size_t)snprintf(text + n, size - n, "(");
    for (int c = 0; c < p->j->sizes.nv; c++)
      if (groups->group_of[c] == g)
        n += (size_t)snprintf(text + n, size - n, "%s ", jni_reduced_speed_name(p->j, c, name, sizeof name));
    n += (size_t)snprintf(text + n - 1, size - n, ")") - 1;
  }
}

static void test_groups(void) {
  static const struct {
    const char *path, *groups;
  } cases[] = {
      {MODELS "/benchmarks/andrews-a03.yaml",
       "(joint.F.angle joint.B.angle)(joint.A1.angle joint.G.angle)(joint.A2.angle joint.H.angle)"},
      {MODELS "/vehicles/iltis.yaml",
       "(joint.rack.displacement)(joint.fl.ball joint.fl.ball joint.fl.ball)(joint.fr.ball joint.fr.ball joint.fr.ball)"
       "(joint.rl.ball joint.rl.ball joint.rl.ball)(joint.rr.ball joint.rr.ball joint.rr.ball)"},
      {MODELS "/benchmarks/double-wishbone-corner.yaml",
       "(joint.ball_upper joint.ball_upper joint.ball_upper joint.lower.angle joint.rack joint.rack)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pair p;
    char text[2048] = "";
    CHECK(new_pair(&p, cases[i].path, NULL, 0, "rk4", 1e-3));
    write_groups(&p, text, sizeof text);
    if (strcmp(text, cases[i].groups) != 0) printf("%s\n", text);
    CHECK(strcmp(text, cases[i].groups) == 0);
    free_pair(&p);
  }
}

// ---- twenty passes through the configuration with all links aligned -------------------------------------------------

// References as in the model, for N = 200 from the same equation of one angle; the ground's points are up to N metres
// from the origin.
static void test_line(void) {
  static const struct {
    const char *N;
    double step, x, y;
  } cases[] = {{"2", 1e-3, 0.3284581115408154, 0.944518538178601},
               {"40", 1e-3, 0.1805122266867284, 0.9835727405823116},
               {"200", 1e-3, 0.1741078557990503, 0.9847265887285959}};
  for (int i = 0; i < 3; i++) {
    const jn_setting setting = {"N", cases[i].N};
    const way w = {"reduced", NULL, "rk4", NULL, cases[i].step, 10};
    double values[MOST];
    jn_summary summary;
    CHECK(run_file(MODELS "/benchmarks/n-four-bar-a02.yaml", &setting, 1, &w, values, MOST, &summary));
    CHECK_NEAR(values[0], cases[i].x, 1e-10);
    CHECK_NEAR(values[1], cases[i].y, 1e-10);
    CHECK(summary.singular_passes > 0);
  }
}

int main(void) {
  CHECK(each_shipped_model(check_model) > 20);
  test_order();
  test_integrators();
  test_change_points();
  test_change_of_set();
  test_many_turns();
  test_steep();
  test_geared();
  test_named();
  test_refused();
  test_named_in_tree();
  test_told();
  test_told_at_start();
  test_chord();
  test_named_chord();
  test_corner();
  test_groups();
  test_line();
  return check_report();
}

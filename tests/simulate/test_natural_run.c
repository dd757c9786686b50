// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_natural_run.c - the same model file runs in natural and in cartesian coordinates and gives the same motion:
// every model under models/, every formulation; it passes as many singular configurations; turning bodies are followed
// over whole turns; redundant rows are those of cartesian coordinates; a continued run equals the whole one.
#include "check.h"
#include "ending.h"
#include "folder.h"
#include "recorder.h"

static void run_both(const jn_model *model, jn_choices choices, const char *what, double tolerance) {
  static ending a, b;
  SET(choices, coordinates, "cartesian");
  run_to_end(model, &choices, what, &a);
  SET(choices, coordinates, "natural");
  run_to_end(model, &choices, what, &b);
  compare(&a, &b, what, tolerance);
}

// ---- singular configurations ----------------------------------------------------------------------------------------

static int passes_of(jn_model *model, const char *coordinates, double until, const char *what) {
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  choices.until = until;
  SET(choices, coordinates, coordinates);
  SET(choices, formulation, "multipliers");
  SET(choices, integrator, "auto");
  SET(choices, variant, "auto");
  SET(choices, energy, "auto");
  SET(choices, position, "auto");
  SET(choices, velocity, "auto");
  jn_run *run = jn_run_new(model, &options, report);
  bool ok = run && jn_run_execute(run, report) == JN_OK;
  int passes = ok ? jn_run_summary(run)->singular_passes : -1;
  if (!ok) print_report(report, what);
  jn_run_free(run);
  jn_report_free(report);
  return passes;
}

// Wheels turn until pivots chosen at the start have vanished; a parallelogram passes its change points between two
// steps.
static void check_passes(jn_model *model, double until, const char *what) {
  int cartesian = passes_of(model, "cartesian", until, what), natural = passes_of(model, "natural", until, what);
  if (cartesian != natural) printf("%s: %d and %d singular configurations\n", what, cartesian, natural);
  CHECK(cartesian >= 0 && cartesian == natural);
  if (strstr(what, "parallelogram") && until >= 1) CHECK(cartesian == 2);
}

// ---- every model ----------------------------------------------------------------------------------------------------

static void check_model(const char *path) {
  if (is_manoeuvre(path)) return;
  jn_choices choices;
  jn_model *model = read_to_compare(path, &choices);
  if (!model) return;
  run_both(model, choices, path, 1e-5);
  const bool chaotic = strstr(path, "andrews") != NULL, large = strstr(path, "hmmwv") || strstr(path, "m2"),
             vehicle = strstr(path, "vehicles") != NULL;
  const double longest = chaotic ? 0.02 : large ? 0.02 : vehicle ? (LIGHT ? 0.05 : 0.4) : LIGHT ? 0.1 : 1;
  check_passes(model, fmin(jn_model_choices(model)->until, longest), path);
  jn_model_free(model);
}

static void test_every_model(void) { CHECK(each_shipped_model(check_model) >= 15); }

// ---- every formulation ----------------------------------------------------------------------------------------------

static bool takes_both(const char *formulation) {
  const char *name;
  int found = 0;
  for (int i = 0;; i++) {
    name = jn_choice_name("coordinates", formulation, i);
    if (!name) break;
    found += strcmp(name, "natural") == 0 || strcmp(name, "cartesian") == 0;
  }
  return found == 2;
}

static void test_every_formulation(void) {
  static const char *const files[] = {"../papers/park/park-four-bar.yaml", "../papers/park/park-spatial-four-bar.yaml",
                                      "examples/driven-slider-crank.yaml", "examples/chaplygin-sleigh.yaml",
                                      "examples/gear-train.yaml"};
  const char *formulation;
  for (int k = 0;; k++) {
    formulation = jn_formulation_name(k);
    if (!formulation) break;
    for (size_t i = 0; i < sizeof files / sizeof *files && takes_both(formulation); i++) {
      char path[512], what[160];
      snprintf(path, sizeof path, MODELS "/%s", files[i]);
      snprintf(what, sizeof what, "%s with %s", files[i], formulation);
      // its links are rods: M is not definite
      bool flat = strcmp(formulation, "orthonormal") == 0 && strstr(files[i], "spatial");
      jn_model *model = flat ? NULL : jn_model_read(NULL, path, NULL, 0, NULL);
      if (!model) continue;
      jn_choices choices = *jn_model_choices(model);
      choices.until = 0.2;
      choices.tolerance = 1e-8;
      choices.step = 1e-3;
      SET(choices, formulation, formulation);
      SET(choices, integrator, "auto");
      SET(choices, variant, "auto");
      SET(choices, energy, "auto");
      SET(choices, position, "auto");
      SET(choices, velocity, "auto");
      run_both(model, choices, what, 2e-3);
      jn_model_free(model);
    }
  }
}

// A flat body has no definite M in natural coordinates: what needs one says so by name.
static void test_flat_bodies_are_refused_where_they_must(void) {
  jn_model *model = read_text(
      "{jounce: 1, name: x, space: space, bodies: {plate: {mass: 1, inertia: [1, 2, 3]}}, simulate: {until: 1, "
      "coordinates: natural,"
      " formulation: orthonormal}, outputs: [plate.x]}");
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  CHECK(jn_run_new(model, &options, report) == NULL);
  CHECK(jn_report_count(report, JN_FAULT) == 1 && strstr(jn_report_get(report, 0)->what, "'plate' is flat") != NULL);
  jn_report_free(report);
  jn_model_free(model);
}

// A flywheel seen as a disc has more inertia about its axis than a body can have. It moves as in cartesian coordinates;
// methods whose velocities leave the rows, where its mass would be negative, say so by name.
static void test_flywheels(void) {
  static const char *const takes[] = {"multipliers",      "baumgarte",        "partition",
                                      "partial-velocity", "index3-projected", "index3-conserving"};
  static const char *const refuses[] = {"penalty", "index3", "orthonormal"};
  jn_model *model = read_text(
      "{jounce: 1, name: top, space: space, gravity: [0, 0, -9.81], bodies: {rotor: {mass: 1, inertia: [0.4, 0.1, 0.1],"
      " points: {O: [-0.3, 0, 0]}}}, joints: {O: {type: spherical, between: [ground, "
      "rotor.O]}}, initial: {keep: {rotor.wx: 50}}, simulate: {until: 0.2, step: 0.2 ms}, "
      "outputs: [rotor.position, rotor.omega]}");
  for (int i = 0; i < 6; i++) {
    jn_choices choices = *jn_model_choices(model);
    bool conserving = strstr(takes[i], "conserving") != NULL;  // in natural coordinates alone
    static ending a, b;
    SET(choices, formulation, conserving ? "multipliers" : takes[i]);
    SET(choices, coordinates, "cartesian");
    run_to_end(model, &choices, takes[i], &a);
    SET(choices, formulation, takes[i]);
    SET(choices, coordinates, "natural");
    run_to_end(model, &choices, takes[i], &b);
    compare(&a, &b, takes[i], strncmp(takes[i], "index3", 6) == 0 ? 5e-3 : 1e-5);  // of second order
  }
  for (int i = 0; i < 3; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_choices choices = *jn_model_choices(model);
    jn_run_options options = jn_run_options_default();
    options.choices = &choices;
    SET(choices, formulation, refuses[i]);
    SET(choices, coordinates, "natural");
    CHECK(jn_run_new(model, &options, report) == NULL);
    CHECK(jn_report_count(report, JN_FAULT) == 1 && strstr(jn_report_get(report, 0)->what, "'rotor'") != NULL);
    jn_report_free(report);
  }
  jn_model_free(model);
}

// ---- turns ----------------------------------------------------------------------------------------------------------

// A wheel against a spring of 4 Nm/rad: angle 30 sin(2 t) rad, some ten turns and back, with coarse steps; in space its
// quaternion continues as the cartesian one does.
static void test_turns(void) {
  static const char *const spaces[] = {"plane", "space"}, *const inertias[] = {"1", "[1, 1, 1]"};
  for (int i = 0; i < 2; i++) {
    char text[900];
    static ending end[2];
    snprintf(text, sizeof text,
             "{jounce: 1, name: wheel, space: %s, ground: {points: {O: [%s]}}, bodies: {wheel: {mass: 1, inertia: %s}},"
             " joints: {axle: {type: revolute, between: [ground.O, wheel]}},"
             " forces: {spring: {type: torsion-spring, joint: axle, stiffness: 4}}, "
             "initial: {keep: {joint.axle.rate: 60}}, simulate: {until: 2, tolerance: 1e-9}, "
             "outputs: [joint.axle.angle, joint.axle.rate, %s]}",
             spaces[i], i ? "0, 0, 0" : "0, 0", inertias[i], i ? "wheel.quaternion" : "wheel.angle, wheel.rate");
    jn_model *model = read_text(text);
    for (int k = 0; model && k < 2; k++) {
      jn_choices choices = *jn_model_choices(model);
      SET(choices, coordinates, k ? "natural" : "cartesian");
      run_to_end(model, &choices, "wheel", &end[k]);
      CHECK_NEAR(end[k].values[0], 30 * sin(4), 1e-4);
      CHECK_NEAR(end[k].values[1], 60 * cos(4), 1e-4);
      CHECK(end[k].largest[0] > 29);
    }
    compare(&end[0], &end[1], spaces[i], 1e-4);
    jn_model_free(model);
  }
}

// ---- redundant rows -------------------------------------------------------------------------------------------------

// Rows left out are the same; rows of the bodies stand between the joints' holonomic rows and those of velocities, all
// in force.
static void test_redundant_rows(void) {
  static const char *const files[] = {"benchmarks/bricard-a04.yaml", "examples/two-wheels.yaml"};
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    char path[512];
    snprintf(path, sizeof path, MODELS "/%s", files[f]);
    jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
    jn_mobility *mobility[2] = {0};
    jn_sizes n[2] = {{0}};
    for (int k = 0; k < 2; k++) {
      jn_system *system = jn_system_new(model, k ? "natural" : "cartesian", NULL);
      n[k] = jn_system_sizes(system);
      double *state = calloc((size_t)n[k].nstate, sizeof *state);
      jn_system_initial_state(system, state);
      CHECK(jn_assemble(system, state, NULL, NULL) == JN_OK);
      mobility[k] = jn_mobility_new(system, state, NULL);
      free(state);
      jn_system_free(system);
    }
    CHECK(mobility[0] && mobility[1] && jn_mobility_redundant(mobility[0]) > 0);
    CHECK(jn_mobility_freedoms(mobility[0]) == jn_mobility_freedoms(mobility[1]) &&
          jn_mobility_redundant(mobility[0]) == jn_mobility_redundant(mobility[1]));
    int shift = n[1].nh - n[0].nh;
    for (int i = 0; i < n[1].nc; i++) {
      bool own = i >= n[0].nh && i < n[1].nh;
      bool expected = own || jn_mobility_active(mobility[0])[i < n[0].nh ? i : own ? 0 : i - shift];
      CHECK(jn_mobility_active(mobility[1])[i] == expected);
    }
    for (int i = 0; i < jn_mobility_redundant(mobility[0]); i++) {
      int row = jn_mobility_redundant_row(mobility[0], i);
      CHECK(jn_mobility_redundant_row(mobility[1], i) == (row < n[0].nh ? row : row + shift));
      CHECK(strcmp(jn_mobility_sentence(mobility[0], i), jn_mobility_sentence(mobility[1], i)) == 0);
    }
    jn_mobility_free(mobility[0]);
    jn_mobility_free(mobility[1]);
    jn_model_free(model);
  }
}

// ---- a continued run ------------------------------------------------------------------------------------------------

static uint64_t run_hash(const jn_model *model, recorder *record, const double *block, int n, bool *ok) {
  jn_sink *sinks[] = {&record->sink};
  jn_run_options options = jn_run_options_default();
  jn_report *report = jn_report_new(NULL);
  options.sinks = sinks;
  options.nsinks = 1;
  options.resume = block;
  options.nresume = n;
  jn_run *run = jn_run_new(model, &options, report);
  *ok = run && jn_run_execute(run, report) == JN_OK;
  uint64_t hash = run ? jn_run_summary(run)->state_hash : 0;
  if (!*ok) print_report(report, "continued");
  jn_run_free(run);
  jn_report_free(report);
  return hash;
}

static void check_continued(const jn_model *model) {
  recorder whole, rest;
  bool ok = false;
  recorder_init(&whole);
  uint64_t hash = model ? run_hash(model, &whole, NULL, 0, &ok) : 0;
  CHECK(ok && whole.nblocks >= 4);
  for (int k = 1; k < whole.nblocks; k++) {
    recorder_init(&rest);
    CHECK(run_hash(model, &rest, whole.blocks[k], whole.nblock, &ok) == hash && ok);
    recorder_clear(&rest);
  }
  recorder_clear(&whole);
}

static void test_continued(void) {
  static const char *const spaces[] = {"plane", "space"}, *const inertias[] = {"1", "[1, 1.2, 1.3]"};
  for (int i = 0; i < 2; i++) {
    char text[900];
    snprintf(text, sizeof text,
             "{jounce: 1, name: wheel, space: %s, gravity: [0, -9.81%s], ground: {points: {O: [%s]}}, "
             "bodies: {wheel: {mass: 1, inertia: %s, points: {P: [0.1, 0.2%s]}}}, "
             "joints: {axle: {type: revolute, between: [ground.O, wheel.P]}}, initial: {keep: {joint.axle.rate: 12}}, "
             "simulate: {until: 2, tolerance: 1e-7, checkpoint: 0.4, coordinates: natural}, "
             "outputs: [joint.axle.angle]}",
             spaces[i], i ? ", 0" : "", i ? "0, 0, 0" : "0, 0", inertias[i], i ? ", 0" : "");
    jn_model *model = read_text(text);
    check_continued(model);
    jn_model_free(model);
  }
}

// Two wheels and a cart are enough for sparse factors, whose pivots are not those of the start after a while.
static void test_continued_with_pivots(void) {
  jn_model *model = jn_model_read(NULL, MODELS "/examples/two-wheels.yaml", NULL, 0, NULL);
  CHECK(model != NULL);
  if (model) {
    jn_choices *choices = jn_model_choices(model);
    choices->until = 1;
    choices->checkpoint_step = 0.2;
    SET(*choices, coordinates, "natural");
    SET(*choices, formulation, "multipliers");
    check_continued(model);
  }
  jn_model_free(model);
}

int main(void) {
  test_turns();
  test_redundant_rows();
  test_continued();
  test_continued_with_pivots();
  test_flat_bodies_are_refused_where_they_must();
  test_flywheels();
  test_every_formulation();
  test_every_model();
  return check_report();
}

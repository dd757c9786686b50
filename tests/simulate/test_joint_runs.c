// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_joint_runs.c - the same model file runs in joint and in cartesian coordinates and gives the same motion and the
// same reactions: every model under models/, every formulation with all its variants and controls; bodies without
// joints, turning and flying, to the order of each rule; Newton's corrections and whole turns; a continued run equals
// the whole one.
#include "check.h"
#include "ending.h"
#include "folder.h"
#include "recorder.h"

static void all_auto(jn_choices *c) {
  SET(*c, formulation, "auto");
  SET(*c, integrator, "auto");
  SET(*c, variant, "auto");
  SET(*c, energy, "auto");
  SET(*c, position, "auto");
  SET(*c, velocity, "auto");
}

// ---- every model ----------------------------------------------------------------------------------------------------

static void check_model(const char *path) {
  if (is_left_out(path)) return;
  static ending a, b;
  jn_choices choices;
  jn_model *model = read_to_compare(path, &choices);
  if (!model) return;
  SET(choices, coordinates, "cartesian");
  run_to_end(model, &choices, path, &a);
  SET(choices, coordinates, "joint");
  run_to_end(model, &choices, path, &b);
  compare(&a, &b, path, 1e-5);
  jn_model_free(model);
}

static void test_every_model(void) { CHECK(each_shipped_model(check_model) >= 15); }

// ---- every formulation ----------------------------------------------------------------------------------------------

static bool takes_joint(const char *formulation) {
  const char *name;
  for (int i = 0;; i++) {
    name = jn_choice_name("coordinates", formulation, i);
    if (!name) break;
    if (strcmp(name, "joint") == 0) return true;
  }
  return false;
}

static bool steps_itself(const char *formulation) {
  return strcmp(jn_choice_name("integrator", formulation, 0), "trapezoidal") == 0;
}

// All variants, then, where it takes them, all controls of one kind at a time.
static void check_ways(const jn_model *model, jn_choices choices, const ending *right, const char *file) {
  static const char *const parts[] = {"variant", "position", "velocity", "energy"};
  static ending end;
  char *const names[] = {choices.variant, choices.position, choices.velocity, choices.energy};
  for (int part = 0; part < 4; part++)
    for (int i = 0; i == 0 || jn_choice_name(parts[part], choices.formulation, i); i++) {
      const char *name = jn_choice_name(parts[part], choices.formulation, i);
      char what[200];
      for (int k = 0; k < 4; k++) strcpy(names[k], "auto");
      strcpy(names[part], name ? name : "auto");
      // takes holonomic joints only
      if (part == 0 && name && strcmp(name, "independent") == 0 && strstr(file, "sleigh")) continue;
      bool loose = part > 0 && name && strcmp(name, "none") == 0;  // left to drift
      snprintf(what, sizeof what, "%s, %s, %s %s", file, choices.formulation, parts[part], names[part]);
      run_to_end(model, &choices, what, &end);
      bool coarse = steps_itself(choices.formulation) || loose;
      compare(right, &end, what, coarse ? 2e-3 : 2e-5);
    }
}

static void test_every_formulation(void) {
  static const char *const files[] = {"../papers/park/park-four-bar.yaml",
                                      "examples/driven-slider-crank.yaml",
                                      "../papers/park/park-spatial-four-bar.yaml",
                                      "examples/chaplygin-sleigh.yaml",
                                      "examples/gear-train.yaml",
                                      "benchmarks/n-link-chain.yaml"};
  const char *formulation;
  static ending right;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char path[512];
    snprintf(path, sizeof path, MODELS "/%s", files[i]);
    jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
    CHECK(model != NULL);
    if (!model) continue;
    jn_choices choices = *jn_model_choices(model);
    choices.until = LIGHT ? 0.1 : 0.2;
    choices.tolerance = 1e-9;
    choices.step = 0;
    all_auto(&choices);
    SET(choices, coordinates, "cartesian");
    run_to_end(model, &choices, files[i], &right);
    SET(choices, coordinates, "joint");
    for (int k = 0;; k++) {
      formulation = jn_formulation_name(k);
      if (!formulation) break;
      if (!takes_joint(formulation)) continue;
      choices.step = steps_itself(formulation) ? 1e-3 : 0;
      SET(choices, formulation, formulation);
      check_ways(model, choices, &right, files[i]);
    }
    jn_model_free(model);
  }
}

// ---- bodies that fly ------------------------------------------------------------------------------------------------

static const char *const flying[] = {
    "{jounce: 1, name: disc, space: plane, gravity: [0, -9.81], bodies: {disc: {mass: 2, inertia: 0.3, "
    "points: {P: [0.1, 0.2]}}}, ground: {points: {O: [0, 0]}}, forces: {s: {type: spring-damper, between: [ground.O, "
    "disc.P], stiffness: 40, damping: 2, rest: 0.5}}, initial: {keep: {disc.vx: 3, disc.vy: 2, disc.rate: 6, "
    "disc.x: 1, disc.y: 0.5}}, simulate: {until: 1}, outputs: [disc.x, disc.y, disc.angle, disc.vx]}",
    "{jounce: 1, name: brick, space: space, gravity: [0, 0, -9.81], bodies: {brick: {mass: 2, inertia: [0.3, 0.2, "
    "0.4], points: {P: [0.1, 0.2, 0.05]}}}, ground: {points: {O: [0, 0, 0]}}, forces: {s: {type: spring-damper, "
    "between: [ground.O, brick.P], stiffness: 40, damping: 2, rest: 0.5}}, initial: {keep: {brick.vx: 3, brick.vy: 2, "
    "brick.wx: 4, brick.wy: 5, brick.wz: -3, brick.x: 1, brick.y: 0.5}}, simulate: {until: 1},"
    " outputs: [brick.x, brick.y, brick.z, brick.qw, brick.qx, brick.vx]}"};

// Every formulation in its usual way; the rules of one step with half the step come four times nearer.
static void test_flying(void) {
  static ending right, coarse, fine;
  const char *formulation;
  for (int m = 0; m < 2; m++) {
    jn_model *model = read_text(flying[m]);
    if (!model) continue;
    jn_choices choices = *jn_model_choices(model);
    choices.tolerance = 1e-10;
    SET(choices, coordinates, "cartesian");
    run_to_end(model, &choices, "flying", &right);
    SET(choices, coordinates, "joint");
    for (int k = 0;; k++) {
      formulation = jn_formulation_name(k);
      if (!formulation) break;
      if (!takes_joint(formulation)) continue;
      SET(choices, formulation, formulation);
      choices.step = steps_itself(formulation) ? 4e-3 : 0;
      run_to_end(model, &choices, formulation, &coarse);
      compare(&right, &coarse, formulation, steps_itself(formulation) ? 1e-2 : 1e-6);
      if (!steps_itself(formulation)) continue;
      choices.step = 2e-3;
      run_to_end(model, &choices, formulation, &fine);
      for (int i = 0; i < right.n; i++) {
        double first = fabs(coarse.values[i] - right.values[i]), second = fabs(fine.values[i] - right.values[i]);
        if (!(second <= first / 3 + 1e-7))
          printf("%s: %s errs by %.2g, then by %.2g\n", formulation, right.names[i], first, second);
        CHECK(second <= first / 3 + 1e-7);
      }
    }
    jn_model_free(model);
  }
}

// ---- turns ----------------------------------------------------------------------------------------------------------

// A wheel against a spring of 4 Nm/rad: angle 30 sin(2 t) rad, some ten turns and back, with coarse steps.
static void test_turns(void) {
  static const char *const spaces[] = {"plane", "space"}, *const inertias[] = {"1", "[1, 1, 1]"};
  static ending end;
  for (int i = 0; i < 2; i++) {
    char text[900];
    snprintf(text, sizeof text,
             "{jounce: 1, name: wheel, space: %s, ground: {points: {O: [%s]}}, bodies: {wheel: {mass: 1, inertia: %s}},"
             " joints: {axle: {type: revolute, between: [ground.O, wheel]}},"
             " forces: {spring: {type: torsion-spring, joint: axle, stiffness: 4}}, "
             "initial: {keep: {joint.axle.rate: 60}}, simulate: {until: 2, tolerance: 1e-9, coordinates: joint}, "
             "outputs: [joint.axle.angle, joint.axle.rate]}",
             spaces[i], i ? "0, 0, 0" : "0, 0", inertias[i]);
    jn_model *model = read_text(text);
    if (!model) continue;
    jn_choices choices = *jn_model_choices(model);
    run_to_end(model, &choices, "wheel", &end);
    CHECK_NEAR(end.values[0], 30 * sin(4), 1e-4);
    CHECK_NEAR(end.values[1], 60 * cos(4), 1e-4);
    CHECK(end.largest[0] > 29);
    jn_model_free(model);
  }
}

// ---- singular configurations ----------------------------------------------------------------------------------------

// Where all links stand in line a row of the loop vanishes in joint coordinates; it is seen all the same.
static void test_singular(void) {
  static const char *const coordinates[] = {"cartesian", "joint"};
  int passes[2] = {-1, -1};
  jn_model *model = jn_model_read(NULL, MODELS "/benchmarks/n-four-bar-a02.yaml", NULL, 0, NULL);
  CHECK(model != NULL);
  for (int i = 0; model && i < 2; i++) {
    jn_choices choices = *jn_model_choices(model);
    jn_run_options options = jn_run_options_default();
    options.choices = &choices;
    choices.until = 1;
    SET(choices, coordinates, coordinates[i]);
    SET(choices, formulation, "multipliers");
    jn_run *run = jn_run_new(model, &options, NULL);
    if (run && jn_run_execute(run, NULL) == JN_OK) passes[i] = jn_run_summary(run)->singular_passes;
    jn_run_free(run);
  }
  CHECK(passes[0] == 1 && passes[1] == 1);
  jn_model_free(model);
}

// ---- a continued run ------------------------------------------------------------------------------------------------

static uint64_t run_hash(const jn_model *model, const jn_choices *choices, recorder *record, const double *block,
                         int n) {
  jn_sink *sinks[] = {&record->sink};
  jn_run_options options = jn_run_options_default();
  jn_report *report = jn_report_new(NULL);
  options.choices = choices;
  options.sinks = sinks;
  options.nsinks = 1;
  options.resume = block;
  options.nresume = n;
  jn_run *run = jn_run_new(model, &options, report);
  bool ok = run && jn_run_execute(run, report) == JN_OK;
  if (!ok) print_report(report, choices->formulation);
  CHECK(ok);
  uint64_t hash = run ? jn_run_summary(run)->state_hash : 0;
  jn_run_free(run);
  jn_report_free(report);
  return hash;
}

static void test_continued(void) {
  jn_model *model = jn_model_read(NULL, MODELS "/benchmarks/spatial-slider-crank.yaml", NULL, 0, NULL);
  const char *formulation, *variant;
  CHECK(model != NULL);
  for (int k = 0; model; k++) {
    formulation = jn_formulation_name(k);
    if (!formulation) break;
    for (int i = 0; takes_joint(formulation) && (i == 0 || jn_choice_name("variant", formulation, i)); i++) {
      recorder whole, rest;
      jn_choices choices = *jn_model_choices(model);
      all_auto(&choices);
      variant = jn_choice_name("variant", formulation, i);
      SET(choices, formulation, formulation);
      SET(choices, coordinates, "joint");
      SET(choices, variant, variant ? variant : "auto");
      choices.until = 0.3;
      choices.checkpoint_step = 0.1;
      choices.output_step = 0.1;
      choices.step = 2e-3;
      recorder_init(&whole);
      recorder_init(&rest);
      uint64_t hash = run_hash(model, &choices, &whole, NULL, 0);
      CHECK(whole.nblocks >= 3);
      if (whole.nblocks >= 3) CHECK(run_hash(model, &choices, &rest, whole.blocks[1], whole.nblock) == hash);
      recorder_clear(&whole);
      recorder_clear(&rest);
    }
  }
  jn_model_free(model);
}

int main(void) {
  test_turns();
  test_continued();
  test_singular();
  test_flying();
  test_every_formulation();
  test_every_model();
  return check_report();
}

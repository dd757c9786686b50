// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_tree_runs.c - models that joints hold together as a tree: which of them `auto` runs in joint coordinates;
// without rows every formulation of the ODE family is the recursion, to the bit; nothing of the size nv x nv is kept
// unless a formulation asks for it; reactions follow accelerations and multipliers at the same stage; penalties leave
// no reaction along the free axis of a joint; the map of the bodies' speeds.
#include <math.h>

#include "check.h"
#include "ending.h"
#include "jounce/jounce.h"
#include "model/model.h"
#include "system/coordinates/body_level.h"
#include "system/reaction.h"
#include "system/work.h"

#define BARS                                                                                                     \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], E: [2, 0]}}\nbodies:\n"            \
  "  a: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0], A: [0.5, 0]}}\n  b: {mass: 2, inertia: 0.2, points: {A: " \
  "[-0.5, 0], B: [0.5, 0]}}\n"                                                                                   \
  "joints:\n  O: {type: revolute, between: [ground.O, a.O]}\n  A: {type: revolute, between: [a.A, b.A]}\n"

// ---- auto -----------------------------------------------------------------------------------------------------------

static void test_auto(void) {
  static const char loop[] = "  E: {type: revolute, between: [ground.E, b.B]}\n";
  // clang-format off
  static const struct {
    const char *more, *formulation, *position, *coordinates, *wanted[2], *reason;
  } cases[] = {
      {"", "auto", "auto", "auto", {"multipliers", "joint"},
       "the joints form a tree, 2 joint speeds with 0 constraint equations (cartesian: 6 with 4)"},
      {"", "multipliers", "auto", "auto", {"multipliers", "joint"}, "the joints form a tree"},
      {"", "reduced", "auto", "auto", {"reduced", "joint"}, ""},
      {"", "partition", "auto", "auto", {"partition", "cartesian"}, ""},
      {"", "multipliers", "none", "auto", {"multipliers", "cartesian"}, ""},
      {"", "multipliers", "auto", "joint", {"multipliers", "joint"}, ""},
      {loop, "auto", "auto", "auto", {"reduced", "joint"},
       "1 loop, 2 joint speeds with 2 constraint equations (cartesian: 6 with 6)"},
      {loop, "auto", "auto", "joint", {"reduced", "joint"}, "1 loop"},
      {loop, "auto", "newton", "auto", {"reduced", "joint"}, "1 loop"},
      {loop, "auto", "pi", "auto", {"multipliers", "cartesian"}, "'reduced' does not support position 'pi'"},
      {loop, "auto", "auto", "natural", {"multipliers", "natural"}, "'reduced' does not support coordinates 'natural'"},
      {"  E: {type: distance, between: [ground.E, b.B], length: 1}\n", "multipliers", "auto", "auto",
       {"multipliers", "cartesian"}, ""},
      {"  E: {type: distance, between: [ground.E, b.B], length: 1}\n", "auto", "auto", "auto", {"reduced", "joint"},
       "1 loop"},
      {"  C: {type: coupling, terms: {O: 1, A: 2}}\n", "auto", "auto", "auto", {"reduced", "joint"},
       "a tree, 2 joint speeds with 1 constraint equation "},
      {"  C: {type: coupling, terms: {O: 1, A: 2}}\n", "multipliers", "auto", "auto", {"multipliers", "joint"},
       "a tree, 2 joint speeds with 1 constraint equation "},
      {"drivers:\n  D: {joint: O, motion: 3*t}\n", "auto", "auto", "auto", {"reduced", "joint"}, "a tree"},
      {"outputs: [joint.O.force]\n", "auto", "auto", "auto", {"multipliers", "joint"}, "a tree"},
      {"outputs: [joint.O.lambda.1]\n", "auto", "auto", "auto", {"multipliers", "joint"}, "a tree"},
      {"outputs: [joint.O.coupling.1]\n", "auto", "auto", "auto", {"multipliers", "cartesian"},
       "do not support the output 'joint.O.coupling.1'"},
      {"outputs: {twice: 2*joint.O.coupling.1}\n", "auto", "auto", "auto", {"multipliers", "cartesian"},
       "do not support the output 'twice'"},
      {"simulate: {independent: joint.A.angle}\n", "auto", "auto", "auto", {"reduced", "joint"}, "a tree"},
  };
  // clang-format on
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[1000];
    snprintf(text, sizeof text, BARS "%s", cases[i].more);
    jn_model *model = read_text(text);
    if (!model) continue;
    jn_choices choices = *jn_model_choices(model);
    SET(choices, formulation, cases[i].formulation);
    SET(choices, position, cases[i].position);
    SET(choices, coordinates, cases[i].coordinates);
    CHECK(jn_choices_resolve(model, &choices, NULL) == JN_OK);
    bool right = strcmp(choices.formulation, cases[i].wanted[0]) == 0 &&
                 strcmp(choices.coordinates, cases[i].wanted[1]) == 0 &&
                 (cases[i].reason[0] ? strstr(choices.reason, cases[i].reason) != NULL : choices.reason[0] == 0);
    CHECK(right);
    if (!right) printf("case %d: %s in %s: %s\n", (int)i, choices.formulation, choices.coordinates, choices.reason);
    jn_choices again = choices;
    CHECK(jn_choices_resolve(model, &again, NULL) == JN_OK && memcmp(&again, &choices, sizeof again) == 0);
    SET(again, formulation, "baumgarte");
    CHECK(jn_choices_resolve(model, &again, NULL) != JN_OK || again.reason[0] == 0);
    jn_model_free(model);
  }
}

// ---- without rows ---------------------------------------------------------------------------------------------------

static void test_plain(void) {
  static const struct {
    const char *formulation, *variant;
  } all[] = {{"partition", "all"},        {"partition", "independent"},
             {"partial-velocity", "all"}, {"partial-velocity", "independent"},
             {"orthonormal", "mass"},     {"orthonormal", "mass-recursion"},
             {"orthonormal", "svd"}};
  static ending first, other;
  jn_model *model = read_text(BARS "outputs: [a.angle, b.x, b.y, joint.A.force]\n");
  jn_choices choices = *jn_model_choices(model);
  choices.until = 0.5;
  SET(choices, coordinates, "joint");
  SET(choices, formulation, "multipliers");
  run_to_end(model, &choices, "multipliers", &first);
  CHECK(first.status == JN_OK && first.n > 0);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    SET(choices, formulation, all[i].formulation);
    SET(choices, variant, all[i].variant);
    run_to_end(model, &choices, all[i].formulation, &other);
    CHECK(other.status == JN_OK && other.n == first.n && memcmp(other.values, first.values, sizeof first.values) == 0);
  }
  jn_model_free(model);
}

// M and its rate, with and without room for the blocks; two trees, so that M has two blocks.
static void test_mass(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: plane\nground: {points: {O: [0, 0], P: [3, 0]}}\nbodies:\n"
      "  a: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"
      "  b: {mass: 2, inertia: 0.2, points: {A: [-0.5, 0]}}\n"
      "  c: {mass: 3, inertia: 0.4, points: {P: [-0.5, 0], C: [0.2, 0]}}\n"
      "  d: {mass: 1, inertia: 0.2, points: {C: [-0.5, 0.1]}}\n"
      "joints:\n  O: {type: revolute, between: [ground.O, a.O]}\n  A: {type: revolute, between: [a.A, b.A]}\n"
      "  P: {type: revolute, between: [ground.P, c.P]}\n  C: {type: revolute, between: [c.C, d.C]}\n");
  jn_system *system = jn_system_new(model, "joint", NULL);
  jn_work *work = jn_work_new(system), *kept = jn_work_new(system);
  const double q[4] = {0.3, -1.2, 0.7, 2}, v[4] = {1, -2, 0.5, 3}, h = 1e-6;
  double M[16], N[16], Mdot[16], ahead[16], s[8] = {0}, moved[4];
  CHECK(!system->sample_mass && !work->mass && jni_keep_mass(kept) && kept->mass);
  jn_work *const works[] = {work, kept};
  for (int k = 0; k < 2; k++) {
    jn_calc_position(system, works[k], 0, q, NULL, s);
    jn_calc_velocity(system, works[k], v);
  }
  jn_get_M(system, work, M);
  jn_get_M(system, kept, N);
  for (int i = 0; i < 16; i++) CHECK(M[i] == N[i]);
  CHECK(M[1] != 0 && M[2] == 0 && M[11] != 0 && M[13] == 0);
  jn_calc_Mdot(system, work, Mdot);
  for (int i = 0; i < 4; i++) moved[i] = q[i] + h * v[i];
  jn_calc_position(system, work, 0, moved, NULL, s);
  jn_get_M(system, work, ahead);
  for (int i = 0; i < 16; i++) CHECK_NEAR(Mdot[i], (ahead[i] - M[i]) / h, 1e-4);
  jn_work_free(work);
  jn_work_free(kept);
  jn_system_free(system);
  jn_model_free(model);
}

// ---- reactions ------------------------------------------------------------------------------------------------------

// The same work asked for other accelerations and multipliers answers as one that was asked for nothing before.
static void test_reactions_follow(void) {
  jn_model *model = read_text(BARS "  E: {type: distance, between: [ground.E, b.B], length: 1.2}\n");
  jn_system *system = jn_system_new(model, "joint", NULL);
  jn_work *work = jn_work_new(system);
  const double q[2] = {0.3, -0.2}, v[2] = {1, 2}, vdot[3][2] = {{0, 0}, {1, -3}, {1, -3}},
               lambda[3][1] = {{0}, {0}, {5}};
  double s[8] = {0};
  jn_calc_position(system, work, 0, q, NULL, s);
  jn_calc_velocity(system, work, v);
  jn_calc_force(system, work, NULL);
  for (int k = 0; k < 3; k++) {
    jn_work *fresh = jn_work_new(system);
    jn_calc_position(system, fresh, 0, q, NULL, s);
    jn_calc_velocity(system, fresh, v);
    jn_calc_force(system, fresh, NULL);
    double a[2][3], b[2][3];
    jni_joint_reaction(system, work, 0, 1, vdot[k], lambda[k], a[0], a[1]);
    jni_joint_reaction(system, fresh, 0, 1, vdot[k], lambda[k], b[0], b[1]);
    CHECK(memcmp(a, b, sizeof a) == 0);
    jni_joint_reaction(system, work, 1, 0, vdot[k], lambda[k], a[0], a[1]);
    jni_joint_reaction(system, fresh, 1, 0, vdot[k], lambda[k], b[0], b[1]);
    CHECK(memcmp(a, b, sizeof a) == 0 && fabs(a[0][1]) > 0.1);
    jn_work_free(fresh);
  }
  jn_work_free(work);
  jn_system_free(system);
  jn_model_free(model);
}

// A prismatic joint carries nothing along its axis.
static void test_free_axis(void) {
  static const char *const formulations[] = {"penalty", "index3", "multipliers"};
  jn_model *model = jn_model_read(NULL, JOUNCE_SOURCE_DIR "/models/examples/slider-crank.yaml", NULL, 0, NULL);
  const char *const probes[] = {"joint.cylinder.force.x", "joint.cylinder.force.y"};
  CHECK(model);
  for (int k = 0; model && k < 3; k++) {
    jn_choices choices = *jn_model_choices(model);
    jn_run_options options = jn_run_options_default();
    choices.until = 0.02;
    choices.step = k < 2 ? 1e-3 : 0;
    SET(choices, coordinates, "joint");
    SET(choices, formulation, formulations[k]);
    options.choices = &choices;
    options.probes = probes;
    options.nprobes = 2;
    jn_run *run = jn_run_new(model, &options, NULL);
    CHECK(run);
    double most[2] = {0, 0};
    while (run && jn_run_state(run)[0] < choices.until) {
      if (jn_run_step(run, choices.until) != JN_OK) break;
      const double *values = jn_run_outputs(run) + jn_run_noutputs(run) - 2;
      for (int i = 0; i < 2; i++) most[i] = fmax(most[i], fabs(values[i]));
    }
    CHECK(run && jn_run_state(run)[0] >= choices.until);
    CHECK(most[1] > 1 && most[0] <= 1e-9 * most[1]);
    jn_run_free(run);
  }
  jn_model_free(model);
}

// ---- V, body by body ------------------------------------------------------------------------------------------------

// Of unit blocks W on one pair of bodies the sum of V_a' V_b is what expanding unit speeds gives; a tree with a fork
// and a body fixed to another.
static void test_body_map(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: plane\nbodies:\n"
      "  a: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"
      "  b: {mass: 2, inertia: 0.2, points: {A: [-0.5, 0], B: [0.5, 0]}}\n"
      "  c: {mass: 3, inertia: 0.4, points: {A: [-0.5, 0]}}\n  d: {mass: 1, inertia: 0.2, points: {B: [-0.5, 0.1]}}\n"
      "joints:\n  O: {type: revolute, between: [ground, a.O]}\n  A: {type: revolute, between: [a.A, b.A]}\n"
      "  C: {type: prismatic, between: [a.A, c.A], axis: x}\n  F: {type: fixed, between: [b.B, d.B]}\n");
  jn_system *system = jn_system_new(model, "joint", NULL);
  jn_work *work = jn_work_new(system);
  jni_body_map *map = jni_body_map_new(system);
  enum { N = 3 };
  const double q[N] = {0.3, -1.2, 0.7}, W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  double V[N][12], s[8] = {0};
  CHECK(system->sizes.nv == N && system->nbody_v == 12);
  jn_calc_position(system, work, 0, q, NULL, s);
  for (int j = 0; j < N; j++) {
    double unit[N] = {0};
    unit[j] = 1;
    system->kind->tree->expand(system, work, unit, V[j]);
  }
  jni_body_map_take(map, work);
  for (int a = 1; a < 5; a++)
    for (int b = 1; b < 5; b++) {
      double sum[N * N] = {0};
      jni_body_map_add(map, a, b, W, sum);
      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
          double expected = 0;
          for (int k = 0; k < 3; k++) expected += V[i][system->v_at[a] + k] * V[j][system->v_at[b] + k];
          CHECK_NEAR(sum[i * N + j], expected, 1e-13);
        }
    }
  jni_object_free(map);
  jn_work_free(work);
  jn_system_free(system);
  jn_model_free(model);
}

int main(void) {
  test_auto();
  test_plain();
  test_mass();
  test_reactions_follow();
  test_free_axis();
  test_body_map();
  return check_report();
}

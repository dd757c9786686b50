// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_start_coordinates.c - a start does not depend on the coordinates: from guesses that leave the joints open,
// positions and velocities, the assembled state of every shipped model is the same in cartesian, natural and joint
// coordinates; so is the equilibrium. Masses too large to be computed with are told by name.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "check.h"
#include "folder.h"
#include "jounce/equilibrium.h"
#include "jounce/simulate.h"
#include "system/system.h"

static const double near_rounding = 1e-12;
static const char *const others[] = {"natural", "joint"};

static const char two[] =
    "jounce: 1\nspace: plane\nbodies:\n"
    "  a: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"
    "  b: {mass: 1, inertia: 0.1, points: {A: [-0.5, 0.2]}}\n"
    "joints:\n  O: {type: revolute, between: [ground, a.O]}\n  A: {type: revolute, between: [a.A, b.A]}\n"
    "initial:\n  keep: {b.rate: 1}\n";

static const char floating[] =
    "jounce: 1\nspace: space\nbodies:\n"
    "  a: {mass: 1, inertia: [0.1, 0.2, 0.3], points: {A: [0.5, 0, 0.1]}}\n"
    "  b: {mass: 2, inertia: [0.3, 0.2, 0.2], points: {A: [-0.5, 0.2, 0]}}\n"
    "joints:\n  A: {type: revolute, between: [a.A, b.A], axis: z}\n"
    "initial:\n  guess: {a.x: 0.3, b.x: 0.9, b.y: 0.4, b.z: -0.2, b.qx: 0.1, b.wx: 2, a.wz: 1, b.vy: 3}\n"
    "  keep: {b.wy: 1}\n";

static jn_status assembled(const jn_system *system, double *state, jn_report *report) {
  jn_choices choices = system->model->choices;
  snprintf(choices.start, sizeof choices.start, "assembly");
  return jn_start(system, &choices, state, NULL, NULL, report);
}

// The assembled start in some coordinates, as a cartesian state; NULL: there is none.
static double *start_in(const jn_model *model, const char *coordinates, const jn_system *cartesian) {
  jn_system *system = jn_system_new(model, coordinates, NULL);
  if (!system) return NULL;
  double *own = calloc((size_t)system->sizes.nstate, sizeof *own),
         *state = calloc((size_t)cartesian->sizes.nstate, sizeof *state);
  jn_status status = assembled(system, own, NULL);
  jn_state_convert(system, own, cartesian, state);
  free(own);
  jn_system_free(system);
  if (status == JN_OK) return state;
  free(state);
  return NULL;
}

static void compare(const char *name, const char *coordinates, const jn_system *cartesian, const double *state,
                    const double *other) {
  for (int i = 1; i < 1 + cartesian->sizes.nq + cartesian->sizes.nv; i++) {
    bool same = fabs(state[i] - other[i]) <= near_rounding * (1 + fabs(state[i]));
    CHECK(same);
    if (!same) printf("%s in %s coordinates: %d is %.17g, not %.17g\n", name, coordinates, i, other[i], state[i]);
  }
}

static int compared;

static void check_model(const char *name, const jn_model *model) {
  jn_system *cartesian = jn_system_new(model, "cartesian", NULL);
  CHECK(jn_system_cartesian(cartesian) == cartesian);
  double *state = start_in(model, "cartesian", cartesian);
  for (int k = 0; state && k < 2; k++) {
    double *other = start_in(model, others[k], cartesian);
    if (other) {
      compare(name, others[k], cartesian, state, other);
      compared++;
    }
    free(other);
  }
  free(state);
  jn_system_free(cartesian);
}

// As shipped, and with its guesses shifted so that they do not fit.
static void check_file(const char *path) {
  jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
  CHECK(model);
  if (!model) return;
  if (model->nbodies < 200) check_model(path, model);
  for (int i = 0; i < model->ninitials; i++)
    if (!model->initials[i].keep) model->initials[i].value += 0.01 * (1 + i % 3);
  if (model->nbodies < 60) check_model(path, model);
  jn_model_free(model);
}

static jn_model *read_model(const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "text", text, strlen(text), NULL, 0, report);
  for (int i = 0; i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  jn_report_free(report);
  return model;
}

static void test_texts(void) {
  const char *const texts[] = {two, floating};
  for (int i = 0; i < 2; i++) {
    int before = compared;
    jn_model *model = read_model(texts[i]);
    CHECK(model);
    if (model) check_model("text", model);
    CHECK(compared == before + 2);
    jn_model_free(model);
  }
}

// By hand: with b.rate kept the kinetic energy of the change is least where a turns back.
static void test_two(void) {
  jn_model *model = read_model(two);
  jn_system *cartesian = jn_system_new(model, "cartesian", NULL);
  double *state = start_in(model, "joint", cartesian);
  CHECK(state);
  if (state) CHECK_NEAR(jn_state_v(cartesian, state)[2], -0.37037037037037, 1e-10);
  free(state);
  jn_system_free(cartesian);
  jn_model_free(model);
}

static void test_huge_mass(void) {
  jn_model *model = read_model(
      "jounce: 1\nspace: plane\nbodies:\n  heavy: {mass: 1e308, inertia: 1, points: {O: [-0.5, 0]}}\n"
      "joints:\n  O: {type: revolute, between: [ground, heavy.O]}\n");
  const char *const all[] = {"cartesian", "natural", "joint"};
  CHECK(model);
  for (int k = 0; model && k < 3; k++) {
    jn_report *report = jn_report_new(NULL);
    jn_system *system = jn_system_new(model, all[k], report);
    double *state = system ? calloc((size_t)system->sizes.nstate, sizeof *state) : NULL;
    if (state) {
      CHECK(assembled(system, state, report) == JN_BAD_MODEL);
      CHECK(jn_report_size(report) == 1 && strstr(jn_report_get(report, 0)->element, "heavy"));
    }
    free(state);
    jn_system_free(system);
    jn_report_free(report);
  }
  jn_model_free(model);
}

// Where a model rests, as a cartesian state, and how far that is from the start; NULL: nowhere. lambda: of the rows of
// joint `rows_of`.
static double *rest_in(const jn_model *model, const char *coordinates, const jn_system *cartesian, int rows_of,
                       double *lambda, double *moved) {
  jn_system *system = jn_system_new(model, coordinates, NULL);
  jn_equilibrium_options options = jn_equilibrium_options_default();
  double *own = calloc((size_t)system->sizes.nstate, sizeof *own),
         *state = calloc((size_t)cartesian->sizes.nstate, sizeof *state);
  double *all = calloc((size_t)system->sizes.nc + 1, sizeof *all),
         *before = calloc((size_t)cartesian->sizes.nstate, sizeof *before);
  CHECK(assembled(system, own, NULL) == JN_OK);
  jn_state_convert(system, own, cartesian, before);
  CHECK(jn_solve_equilibrium(system, &options, own, all, NULL, NULL) == JN_OK);
  jn_state_convert(system, own, cartesian, state);
  *moved = 0;
  for (int i = 1; i < 1 + cartesian->sizes.nq; i++) *moved = fmax(*moved, fabs(state[i] - before[i]));
  for (int i = system->joint_row[rows_of]; i < system->joint_row[rows_of + 1]; i++) *lambda++ = all[i];
  free(own);
  free(all);
  free(before);
  jn_system_free(system);
  return state;
}

// A hanging chain of two bars that a spring pulls aside, and the same with its end on a rod, which closes a loop.
static void test_rest(void) {
  static const char bars[] =
      "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], S: [2, -1], P: [1.2, 0]}}\nbodies:\n"
      "  a: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"
      "  b: {mass: 2, inertia: 0.2, points: {A: [-0.5, 0], B: [0.5, 0]}}\n"
      "joints:\n  O: {type: revolute, between: [ground.O, a.O]}\n  A: {type: revolute, between: [a.A, b.A]}\n%s"
      "forces:\n  s: {type: spring-damper, between: [ground.S, b.B], stiffness: 10, rest: 0.5}\n"
      "initial:\n  guess: {a.angle: -0.5, b.angle: -1.5}\n";
  static const char *const rods[] = {"", "  R: {type: distance, between: [ground.P, b.B], length: 1.5}\n"};
  for (int k = 0; k < 2; k++) {
    char text[1200];
    double lambda[2][8] = {{0}}, moved[2] = {0};
    snprintf(text, sizeof text, bars, rods[k]);
    jn_model *model = read_model(text);
    jn_system *cartesian = jn_system_new(model, "cartesian", NULL);
    double *state = rest_in(model, "cartesian", cartesian, k ? 2 : 0, lambda[0], &moved[0]);
    double *other = rest_in(model, "joint", cartesian, k ? 2 : 0, lambda[1], &moved[1]);
    CHECK(moved[0] > 0.1);
    for (int i = 1; i < 1 + cartesian->sizes.nq + cartesian->sizes.nv; i++) CHECK_NEAR(other[i], state[i], 1e-9);
    if (k == 1) CHECK(fabs(lambda[0][0]) > 0.1);
    if (k == 1) CHECK_NEAR(lambda[1][0], lambda[0][0], 1e-8);
    free(state);
    free(other);
    jn_system_free(cartesian);
    jn_model_free(model);
  }
}

// ---- how many systems a start makes ---------------------------------------------------------------------------------

enum { MOST_BLOCKS = 1000 };

// Blocks of the size of a system, and those among them that were systems of the model when they were freed.
typedef struct {
  size_t block;  // size of a block that holds a system
  void *live[MOST_BLOCKS];
  int nlive, nfreed;
  const jn_model *model;  // NULL: not read yet
} census;

static void *note_size(void *context, void *block, size_t size) {
  if (size > 0) *(size_t *)context = size;
  if (size > 0) return realloc(block, size);
  free(block);
  return NULL;
}

// A pool's block is larger than what was asked for.
static census new_census(void) {
  census c = {0};
  jn_alloc alloc = {note_size, &c.block};
  jni_object_free(jni_object_new(&alloc, sizeof(jn_system)));
  return c;
}

static bool holds_system(const census *c, const void *block) {
  const jn_system *system = (const void *)((const char *)block + (c->block - sizeof *system));
  return c->model && system->model == c->model;
}

static void *count_systems(void *context, void *block, size_t size) {
  census *c = context;
  for (int i = 0; block && i < c->nlive; i++)
    if (c->live[i] == block) {
      c->nfreed += holds_system(c, block);
      c->live[i] = c->live[--c->nlive];
    }
  if (size == 0) {
    free(block);
    return NULL;
  }
  void *made = realloc(block, size);
  if (made && size == c->block && c->nlive < MOST_BLOCKS) c->live[c->nlive++] = made;
  return made;
}

static int systems_of(const census *c) {
  int n = c->nfreed;
  for (int i = 0; i < c->nlive; i++) n += holds_system(c, c->live[i]);
  return n;
}

static void check_systems(const char *start, const char *coordinates, int wanted) {
  census c = new_census();
  jn_alloc alloc = {count_systems, &c};
  jn_model *model = jn_model_read_text(&alloc, "text", two, strlen(two), NULL, 0, NULL);
  jn_choices *choices = jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  c.model = model;
  choices->until = 1;
  snprintf(choices->coordinates, sizeof choices->coordinates, "%s", coordinates);
  snprintf(choices->start, sizeof choices->start, "%s", start);
  CHECK(systems_of(&c) == 0);
  jn_run *run = jn_run_new(model, &options, NULL);
  CHECK(run);
  int made = systems_of(&c);
  if (made != wanted) printf("%s in %s coordinates: %d systems instead of %d\n", start, coordinates, made, wanted);
  CHECK(made == wanted);
  jn_run_free(run);
  jn_model_free(model);
}

// The run's own and one in cartesian coordinates serve it all; to settle, one in joint coordinates.
static void test_systems_made(void) {
  check_systems("assembly", "cartesian", 1);
  check_systems("assembly", "natural", 2);
  check_systems("assembly", "joint", 2);
  check_systems("equilibrium", "cartesian", 2);
  check_systems("equilibrium", "natural", 3);
  check_systems("equilibrium", "joint", 2);
}

// A start that is known is taken as it is, with its system, which stays the caller's.
static void test_given_start(void) {
  census c = new_census();
  jn_alloc alloc = {count_systems, &c};
  jn_model *model = jn_model_read_text(&alloc, "text", two, strlen(two), NULL, 0, NULL);
  jn_choices choices = *jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  c.model = model;
  choices.until = 1;
  snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
  jn_system *system = jn_system_new(model, choices.coordinates, NULL);
  double state[32];
  CHECK(system->sizes.nstate <= 32 && jn_start(system, &choices, state, NULL, NULL, NULL) == JN_OK);
  jn_state_q(system, state)[0] += 0.25;
  options.choices = &choices;
  options.system = system;
  options.start = state;
  jn_run *run = jn_run_new(model, &options, NULL);
  CHECK(run && systems_of(&c) == 2 && jn_run_system(run) == system);
  CHECK(memcmp(jn_run_state(run), state, (size_t)system->sizes.nstate * sizeof *state) == 0);
  jn_run_free(run);
  snprintf(choices.coordinates, sizeof choices.coordinates, "natural");  // other coordinates than those of the system
  CHECK(!jn_run_new(model, &options, NULL));
  snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
  options.start = NULL;  // it is found, in the system that is given
  run = jn_run_new(model, &options, NULL);
  CHECK(run && systems_of(&c) == 2);
  CHECK_NEAR(state[1] - jn_run_state(run)[1], 0.25, 1e-15);
  jn_run_free(run);
  jn_system_free(system);
  jn_model_free(model);
}

int main(void) {
  test_given_start();
  test_systems_made();
  test_rest();
  test_texts();
  test_two();
  test_huge_mass();
  CHECK(each_shipped_model(check_file) >= 15);
  CHECK(compared > 40);
  return check_report();
}

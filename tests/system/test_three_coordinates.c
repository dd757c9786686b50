// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_three_coordinates.c - one motion in all coordinates: every model under models/ by multipliers in cartesian,
// natural and joint coordinates and by reduced. Places and velocities of all bodies and the reactions of all joints
// agree at several times, to what the method errs by.
#include <stdlib.h>

#include "check.h"
#include "ending.h"
#include "folder.h"
#include "model/model.h"

enum { SAMPLES = 4, MOST_NAMES = 1200 };

static const double tolerance = 1e-9;

// ---- what is looked at ----------------------------------------------------------------------------------------------

typedef struct {
  int n, nplaces;  // the places and velocities come first, then the reactions
  char text[MOST_NAMES][96];
  const char *names[MOST_NAMES];
} list;

static void add_words(list *l, const char *element, const char *const *words) {
  for (int i = 0; words[i] && l->n < MOST_NAMES; i++) {
    snprintf(l->text[l->n], sizeof l->text[0], "%s.%s", element, words[i]);
    l->names[l->n] = l->text[l->n];
    l->n++;
  }
}

static void add_body(list *l, const jn_model *model, const jni_body *body) {
  static const char *const point[] = {"x", "y", "vx", "vy", NULL}, *const plane[] = {"angle", "rate", NULL},
                           *const height[] = {"z", "vz", NULL};
  static const char *const space[] = {"qw", "qx", "qy", "qz", "wx", "wy", "wz", NULL};
  add_words(l, body->name, point);
  if (model->space == JN_SPACE) add_words(l, body->name, height);
  if (!body->particle) add_words(l, body->name, model->space == JN_SPACE ? space : plane);
}

// Between two bodies a force and a torque, elsewhere (couplings, drivers) the multiplier of the row.
static void add_joint(list *l, const jn_model *model, const jni_joint_element *joint) {
  static const char *const plane[] = {"force.x", "force.y", "torque", NULL}, *const row[] = {"lambda.1", NULL};
  static const char *const space[] = {"force.x", "force.y", "force.z", "torque.x", "torque.y", "torque.z", NULL};
  char element[80];
  snprintf(element, sizeof element, "joint.%s", joint->name);
  if (!joint->kind->free)
    add_words(l, element, !joint->kind->two_ended ? row : model->space == JN_SPACE ? space : plane);
}

static void list_names(const jn_model *model, list *l) {
  l->n = 0;
  for (int b = 1; b < model->nbodies; b++) add_body(l, model, &model->bodies[b]);
  l->nplaces = l->n;
  for (int j = 0; j < model->njoints; j++) add_joint(l, model, &model->joints[j]);
  CHECK(l->n < MOST_NAMES);
}

// ---- runs -----------------------------------------------------------------------------------------------------------

typedef struct {
  bool ok, determined;  // determined: no joint is redundant, so that the reactions are what they are
  double values[SAMPLES][MOST_NAMES];
} samples;

static int find_output(const jn_run *run, const char *name) {
  int i = jn_run_noutputs(run) - 1;
  while (i >= 0 && strcmp(jn_run_output_name(run, i), name) != 0) i--;
  return i;
}

static void take_samples(jn_run *run, const list *l, samples *s) {
  s->ok = jn_run_nsamples(run) == SAMPLES;
  for (int i = 0; s->ok && i < l->n; i++) {
    int column = find_output(run, l->names[i]);
    s->ok = column >= 0;
    for (int k = 0; s->ok && k < SAMPLES; k++) s->values[k][i] = jn_run_sample(run, k)[column];
  }
  s->determined = jn_run_summary(run)->redundant == 0;
}

static void run_model(const jn_model *model, const jn_choices *choices, const list *l, const char *what, samples *s) {
  double at[SAMPLES];
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  for (int k = 0; k < SAMPLES; k++) at[k] = choices->until * k / (SAMPLES - 1);
  options.choices = choices;
  options.probes = l->names;
  options.nprobes = l->n;
  options.at = at;
  options.nat = SAMPLES;
  jn_run *run = jn_run_new(model, &options, report);
  s->ok = run && jn_run_execute(run, report) == JN_OK;
  if (!s->ok) print_report(report, what);
  if (s->ok) take_samples(run, l, s);
  jn_run_free(run);
  jn_report_free(report);
}

// ---- compared -------------------------------------------------------------------------------------------------------

static double largest_of(const samples *s, int from, int to) {
  double most = 0;
  for (int k = 0; k < SAMPLES; k++)
    for (int i = from; i < to; i++) most = fmax(most, fabs(s->values[k][i]));
  return most;
}

// Largest difference from column `from` on; a NaN stays.
static double distance(const samples *a, const samples *b, int from, int to, int *worst) {
  double most = 0;
  for (int k = 0; k < SAMPLES; k++)
    for (int i = from; i < to; i++) {
      double e = fabs(a->values[k][i] - b->values[k][i]);
      if (!(e <= most) && !isnan(most)) {
        most = e;
        *worst = i;
      }
    }
  return most;
}

// `fine` is the reference, `coarse` the same with the tolerance of `other`: their difference is what the method errs
// by.
static void compare_part(const list *l, const samples *fine, const samples *coarse, const samples *other, int from,
                         int to, const char *what) {
  int worst = from;
  double allowed = 50 * distance(fine, coarse, from, to, &worst) + 2e-7 * (1e-2 + largest_of(fine, from, to));
  double found = distance(fine, other, from, to, &worst);
  if (!(found <= allowed)) printf("%s: %s differs by %.2g, allowed are %.2g\n", what, l->names[worst], found, allowed);
  CHECK(found <= allowed);
}

typedef struct {
  const char *coordinates, *formulation;
} way;

static const way ways[] = {{"natural", "multipliers"}, {"joint", "multipliers"}, {"joint", "reduced"}};
static int compared[3][2];  // by way: motions, reactions

static void compare_ways(const jn_model *model, jn_choices choices, const list *l, const char *name) {
  static samples fine, coarse, other;
  choices.tolerance = tolerance / 100;
  run_model(model, &choices, l, name, &fine);
  choices.tolerance = tolerance;
  run_model(model, &choices, l, name, &coarse);
  CHECK(fine.ok && coarse.ok);
  for (int i = 0; fine.ok && coarse.ok && i < 3; i++) {
    char what[128];
    bool reduced = strcmp(ways[i].formulation, "reduced") == 0;
    jn_choices own = choices;
    set(own.coordinates, sizeof own.coordinates, ways[i].coordinates);
    set(own.formulation, sizeof own.formulation, ways[i].formulation);
    if (reduced) {
      set(own.position, sizeof own.position, "auto");
      set(own.velocity, sizeof own.velocity, "auto");
    }
    snprintf(what, sizeof what, "%s, %s, %s", name, own.coordinates, own.formulation);
    run_model(model, &own, l, what, &other);
    CHECK(other.ok);
    if (!other.ok) continue;
    compare_part(l, &fine, &coarse, &other, 0, l->nplaces, what);
    compared[i][0]++;
    if (!fine.determined) continue;
    compare_part(l, &fine, &coarse, &other, l->nplaces, l->n, what);
    compared[i][1]++;
  }
}

static void check_model(const char *path) {
  if (is_left_out(path)) return;
  static list l;
  const char *name = strrchr(path, '/') + 1;
  jn_model *model = read_but_manoeuvres(path);
  if (!model) return;
  jn_choices choices = jn_choices_default();
  const bool fast = strstr(name, "andrews") || strstr(path, "vehicles");
  choices.until = fmin(jn_model_choices(model)->until, fast ? 0.01 : LIGHT ? 0.05 : 0.3);
  SET(choices, coordinates, "cartesian");
  SET(choices, formulation, "multipliers");
  SET(choices, integrator, "dopri5");
  SET(choices, position, "newton");
  SET(choices, velocity, "projection");
  list_names(model, &l);
  compare_ways(model, choices, &l, name);
  jn_model_free(model);
}

int main(void) {
  CHECK(each_shipped_model(check_model) >= 15);
  for (int i = 0; i < 3; i++) {
    printf("%s, %s: %d motions, %d with all reactions\n", ways[i].coordinates, ways[i].formulation, compared[i][0],
           compared[i][1]);
    CHECK(compared[i][0] >= 25 && compared[i][1] >= 20);
  }
  return check_report();
}

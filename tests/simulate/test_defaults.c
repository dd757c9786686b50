// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_defaults.c - what `auto` takes: of every shipped model by the rule and its counts, ending where `multipliers` in
// cartesian coordinates ends; by size in families of mechanisms; and multipliers of joints in the spanning tree, of
// every kind of link.
#include <math.h>
#include <stdarg.h>

#include "check.h"
#include "ending.h"
#include "folder.h"
#include "jounce/jounce.h"
#include "model/model.h"
#include "system/tree/tree.h"

static void leave_open(jn_choices *c) {
  SET(*c, formulation, "auto");
  SET(*c, coordinates, "auto");
  SET(*c, position, "auto");
  SET(*c, velocity, "auto");
  SET(*c, energy, "auto");
  SET(*c, variant, "auto");
  SET(*c, integrator, "auto");
}

// ---- shipped models -------------------------------------------------------------------------------------------------

// The rule, written down once more: rows in joint coordinates, few freedoms, short branches, no particles on rows.
static const char *expected(const jni_tree_counts *n) {
  bool gains = n->speeds > 0 && n->speeds < n->body_speeds;
  int freedoms = n->rows <= n->speeds ? n->speeds - n->rows : n->speeds / 3;
  if (!gains) return "multipliers in cartesian";
  if (n->rows == 0) return "multipliers in joint";
  if (n->particles > 0) return "multipliers in cartesian";
  if (freedoms <= 20 && (double)n->elements <= 2.5 * (double)n->body_speeds) return "reduced in joint";
  return n->elements <= 2 * n->body_speeds ? "multipliers in joint" : "multipliers in cartesian";
}

static void test_model(const char *path) {
  if (is_left_out(path)) return;
  static ending own, other;
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_import_takes(path) ? jn_import_model(NULL, path, NULL, NULL, 0, report)
                                          : jn_model_read(NULL, path, NULL, 0, report);
  CHECK(model);
  jn_report_free(report);
  if (!model) return;
  jni_tree_counts counts;
  jn_choices choices = *jn_model_choices(model), settled;
  leave_open(&choices);
  choices.step = 0;
  choices.tolerance = 1e-9;
  choices.until = fmin(choices.until, model->nbodies > 8 ? 0.02 : 0.1);
  choose_for_tracks(path, &choices);
  settled = choices;
  CHECK(jni_tree_count(model, &counts, NULL) == JN_OK && jn_choices_resolve(model, &settled, NULL) == JN_OK);
  bool right = strncmp(settled.reason, expected(&counts), strlen(expected(&counts))) == 0;
  CHECK(right);
  run_to_end(model, &choices, path, &own);
  SET(choices, formulation, "multipliers");
  SET(choices, coordinates, "cartesian");
  run_to_end(model, &choices, path, &other);
  CHECK(own.status == JN_OK && other.status == JN_OK && own.n == other.n && own.n > 0);
  for (int i = 0; i < own.n; i++)  // of redundant joints these are not determined
    if (strstr(own.names[i], "joint.")) own.values[i] = other.values[i];
  compare(&own, &other, path, 1e-4);
  if (!right) printf("%s: %s, not %s\n", path, settled.reason, expected(&counts));
  jn_model_free(model);
}

static void test_shipped(void) { CHECK(each_shipped_model(test_model) > 40); }

// ---- sizes ----------------------------------------------------------------------------------------------------------

typedef struct {
  char text[60000];
  size_t n;
} paper;

static void put(paper *p, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  p->n += (size_t)vsnprintf(p->text + p->n, sizeof p->text - p->n, format, arguments);
  va_end(arguments);
}

// Bars one after the other between two points of the ground, `links` in each of `loops`.
static void write_loops(paper *p, int loops, int links) {
  p->n = 0;
  put(p, "jounce: 1\nspace: plane\nground: {points: {O: [0, 0], E: [2, 0]}}\nbodies:\n");
  for (int i = 0; i < loops * links; i++)
    put(p, "  b%d: {mass: 1, inertia: 0.1, points: {L%d: [-0.5, 0], R%d: [0.5, 0]}}\n", i, i, i);
  put(p, "joints:\n");
  for (int i = 0; i < loops * links; i++)
    put(p,
        i % links ? "  j%d: {type: revolute, between: [b%d.R%d, b%d.L%d]}\n"
                  : "  j%d: {type: revolute, between: [ground.O, b%d.L%d]}\n",
        i, i % links ? i - 1 : i, i % links ? i - 1 : i, i, i);
  for (int k = 1; k <= loops; k++)
    put(p, "  e%d: {type: revolute, between: [b%d.R%d, ground.E]}\n", k, k * links - 1, k * links - 1);
}

static void test_sizes(void) {
  static paper p;
  static const struct {
    int loops, links;
    const char *wanted;
  } cases[] = {
      {1, 3, "reduced in joint coordinates: 1 loop, 3 joint speeds with 2 constraint equations (cartesian: 9 with 8)"},
      {20, 3,
       "reduced in joint coordinates: 20 loops, 60 joint speeds with 40 constraint equations (cartesian: 180 with "
       "160)"},
      {21, 3, "multipliers in joint coordinates: 21 loops"},
      {1, 15, "reduced in joint coordinates: 1 loop"},
      {1, 30,
       "multipliers in cartesian coordinates: 30 joint speeds, 28 of them independent, with 240 elements of M are too "
       "many for "
       "'reduced'"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    write_loops(&p, cases[i].loops, cases[i].links);
    jn_model *model = read_text(p.text);
    if (!model) continue;
    jn_choices choices = *jn_model_choices(model);
    CHECK(jn_choices_resolve(model, &choices, NULL) == JN_OK);
    CHECK(strncmp(choices.reason, cases[i].wanted, strlen(cases[i].wanted)) == 0);
    if (strncmp(choices.reason, cases[i].wanted, strlen(cases[i].wanted)) != 0) printf("%s\n", choices.reason);
    jn_model_free(model);
  }
}

// Particles on ropes are left to cartesian coordinates, though joints take speeds away.
static void test_particles(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\nbodies:\n"
      "  a: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"
      "  p: {type: particle, mass: 1}\njoints:\n  O: {type: revolute, between: [ground.O, a.O]}\n"
      "  rope: {type: distance, between: [a.A, p], length: 1}\n");
  jn_choices choices = *jn_model_choices(model);
  CHECK(jn_choices_resolve(model, &choices, NULL) == JN_OK &&
        strcmp(choices.reason, "multipliers in cartesian coordinates: 1 joint holds particles") == 0);
  jn_model_free(model);
}

// ---- multipliers of joints in the tree ------------------------------------------------------------------------------

// Two bodies on joints of one kind, the second the other way round.
static void test_lambda_of(const char *space, const jni_joint_kind *kind) {
  static ending joint, cartesian;
  bool plane = strcmp(space, "plane") == 0;
  char text[2000], more[100] = "";
  if (strcmp(kind->name, "screw") == 0) snprintf(more, sizeof more, ", pitch: 0.2");
  if (strstr(kind->name, "-plunge")) snprintf(more, sizeof more, ", plunge: [0, 0, 1]");
  bool axis = !plane && strcmp(kind->name, "spherical") != 0 && strcmp(kind->name, "fixed") != 0,
       axes = strncmp(kind->name, "universal", 9) == 0;
  const char *axis_of = axes                                   ? ", axes: [x, y]"
                        : axis                                 ? ", axis: z"
                        : strcmp(kind->name, "prismatic") == 0 ? ", axis: x"
                                                               : "";
  snprintf(text, sizeof text,
           "jounce: 1\nspace: %s\ngravity: [%s]\nground: {points: {O: [%s]}}\nbodies:\n"
           "  a: {mass: 2, inertia: %s, points: {O: [%s], A: [%s]}}\n"
           "  b: {mass: 1, inertia: %s, points: {A: [%s]}}\njoints:\n"
           "  O: {type: %s, between: [ground.O, a.O]%s%s, scale: 3}\n"
           "  A: {type: %s, between: [b.A, a.A]%s%s}\nforces:\n  push: {type: point-force, at: b, value: [%s]}\n"
           "simulate: {until: 0.05, tolerance: 1e-10}\noutputs: [joint.O.lambda, joint.A.lambda]\n",
           space, plane ? "1, -9.81" : "1, -9.81, 3", plane ? "0, 0" : "0, 0, 0", plane ? "0.2" : "[0.2, 0.3, 0.4]",
           plane ? "-0.5, 0.1" : "-0.5, 0.1, 0.2", plane ? "0.5, 0" : "0.5, 0, 0.3", plane ? "0.1" : "[0.1, 0.2, 0.15]",
           plane ? "-0.3, 0.2" : "-0.3, 0.2, 0.1", kind->name, axis_of, more, kind->name, axis_of, more,
           plane ? "3, 5" : "3, 5, -4");
  jn_model *model = read_text(text);
  if (!model) return;
  jn_choices choices = *jn_model_choices(model);
  SET(choices, formulation, "multipliers");
  SET(choices, coordinates, "joint");
  run_to_end(model, &choices, kind->name, &joint);
  SET(choices, coordinates, "cartesian");
  run_to_end(model, &choices, kind->name, &cartesian);
  compare(&joint, &cartesian, kind->name, 1e-7);
  jn_model_free(model);
}

static void test_lambda(void) {
  for (int k = 0; jni_joint_kinds[k]; k++) {
    const jni_joint_kind *kind = jni_joint_kinds[k];
    if (kind->link == JNI_LINK_NONE || kind->free) continue;
    if (kind->in_plane && strcmp(kind->name, "fixed") != 0) test_lambda_of("plane", kind);
    if (kind->in_space && strcmp(kind->name, "fixed") != 0) test_lambda_of("space", kind);
  }
}

int main(void) {
  test_shipped();
  test_sizes();
  test_particles();
  test_lambda();
  return check_report();
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_import_contact.c - contacts of imported robots: the pairs and coefficients that MuJoCo's rules give, pairs that
// are left out with a message, raised bases, points that are features, options; the shipped quadruped stands.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "jounce/jounce.h"
#include "memory.h"
#include "model/model.h"

typedef struct {
  jn_report *report;
  jn_model *model;
} imported;

static imported import(const char *name, const char *text, jn_import_contacts contacts) {
  imported im = {.report = jn_report_new(NULL)};
  jn_import_options options = jn_import_options_default();
  options.contacts = contacts;
  char *made = jn_import_text(NULL, name, text, strlen(text), &options, im.report);
  if (made) im.model = jn_model_read_text(NULL, name, made, strlen(made), NULL, 0, im.report);
  jn_text_free(NULL, made);
  return im;
}

static void drop(imported *im) {
  jn_model_free(im->model);
  jn_report_free(im->report);
}

static const jn_error *find(const jn_report *report, jn_severity severity, const char *words) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (jn_report_get(report, i)->severity == severity && strstr(jn_report_get(report, i)->what, words))
      return jn_report_get(report, i);
  fprintf(stderr, "there is no message with '%s'\n", words);
  for (int i = 0; i < jn_report_size(report); i++)
    fprintf(stderr, "  %d: %s\n", jn_report_get(report, i)->line, jn_report_get(report, i)->what);
  return NULL;
}

// Returns the coefficient of friction of the pair of two shapes; NaN: no contact has it.
static double friction_of(const jn_model *model, const char *one, const char *two) {
  double found = NAN;
  for (int c = 0; c < model->ncontacts; c++)
    for (int p = 0; p < model->contacts[c].npairs; p++) {
      const jni_contact_pair *pair = &model->contacts[c].pairs[p];
      const char *a = model->shapes[pair->shape[0]].def.name, *b = model->shapes[pair->shape[1]].def.name;
      if ((strcmp(a, one) != 0 || strcmp(b, two) != 0) && (strcmp(a, two) != 0 || strcmp(b, one) != 0)) continue;
      CHECK(isnan(found) && pair->restitution == 0);  // once
      found = pair->friction;
    }
  return found;
}

static int count_pairs(const jn_model *model) {
  int n = 0;
  for (int c = 0; model && c < model->ncontacts; c++) n += model->contacts[c].npairs;
  return n;
}

// ---- the rules of MJCF ---------------------------------------------------------------------------------------------

#define BODY(name, at, inside) "<body name='" name "' pos='" at "'>" inside "</body>"
#define HINGE "<joint axis='0 1 0'/>"
#define BALL(name, more) "<geom name='" name "' size='0.1' " more "/>"

static void test_pairs(void) {
  imported im = import(
      "rules.xml",
      "<mujoco><worldbody><geom name='floor' type='plane' friction='0.4'/>"
      BODY("a", "0 0 5", "<freejoint/>" BALL("a1", "friction='0.7 0.1 0.01'")
           BODY("b", "1 0 0", HINGE BALL("b1", "condim='1'") BODY("welded", "1 0 0", BALL("w1", ""))
                BODY("c", "2 0 0", HINGE BALL("c1", "contype='2' conaffinity='4'"))))
      BODY("hung", "9 0 5", HINGE BALL("h1", "priority='2' friction='0.2'"))
      BODY("d", "0 5 5", HINGE BALL("d1", "contype='4' conaffinity='0'"))
      BODY("e", "0 9 5", HINGE BALL("e1", "contype='0' conaffinity='0'") BALL("e2", "contype='0' conaffinity='0'"))
      "</worldbody><contact><exclude body1='hung' body2='a'/><pair geom1='a1' geom2='e1' friction='0.3'/>"
      "<pair geom1='b1' geom2='h1' condim='3'/></contact></mujoco>",
      JN_IMPORT_RIGID_CONTACTS);
  CHECK(im.model != NULL);
  if (!im.model) return;
  const struct {
    const char *one, *two;
    double friction;
  } pairs[] = {
      {"floor", "a1", 0.7}, {"floor", "b1", 1},    // condim 3 of the floor counts
      {"floor", "w1", 1},   {"floor", "h1", 0.2},  // the priority of h1; the parent of 'hung' is the world
      {"w1", "h1", 0.2},    {"b1", "h1", 0.2},     // by <pair>, whose friction comes from the geoms
      {"a1", "e1", 0.3},    {"c1", "d1", 1},       // contype 4 of d1, conaffinity 4 of c1
  };
  int n = (int)(sizeof pairs / sizeof *pairs);
  for (int i = 0; i < n; i++) {
    double friction = friction_of(im.model, pairs[i].one, pairs[i].two);
    CHECK(friction == pairs[i].friction);
    if (friction != pairs[i].friction) fprintf(stderr, "%s %s: %g\n", pairs[i].one, pairs[i].two, friction);
  }
  CHECK(count_pairs(im.model) == n);
  // a1 b1: parent; a1 w1: welded to b, whose parent is a; a1 h1: excluded; b1 w1: welded; e2: no bit
  drop(&im);
}

static void test_condim(void) {
  imported im =
      import("condim.xml",
             "<mujoco>\n<worldbody><geom name='floor' type='plane' condim='1'/>\n" BODY(
                 "a", "0 0 1",
                 "<freejoint/>" BALL("a1", "condim='1'")) "\n" BODY("b", "3 0 1",
                                                                    "<freejoint/>\n" BALL(
                                                                        "b1", "condim='6'")) "</worldbody></mujoco>",
             JN_IMPORT_RIGID_CONTACTS);
  CHECK(im.model && friction_of(im.model, "floor", "a1") == 0 && friction_of(im.model, "a1", "b1") == 1);
  const jn_error *e = find(im.report, JN_WARNING, "condim 6 is imported as 3");
  CHECK(e && e->line == 5);
  drop(&im);
  im = import("flag.xml",
              "<mujoco><option><flag contact='disable'/></option><worldbody><geom type='plane'/>" BODY(
                  "a", "0 0 1", "<freejoint/>" BALL("a1", "")) "</worldbody></mujoco>",
              JN_IMPORT_RIGID_CONTACTS);
  CHECK(im.model && im.model->ncontacts == 0 && jn_report_count(im.report, JN_WARNING) == 0);
  drop(&im);
  im = import("none.xml",
              "<mujoco><worldbody><geom type='plane'/>" BODY("a", "0 0 1",
                                                             "<freejoint/>" BALL("a1", "")) "</worldbody></mujoco>",
              JN_IMPORT_NO_CONTACTS);
  CHECK(im.model && im.model->ncontacts == 0 && find(im.report, JN_WARNING, "--contacts none"));
  drop(&im);
}

// A floating base is raised out of the floor; other shapes that overlap at the start do not touch.
static void test_overlaps(void) {
  imported im =
      import("deep.xml",
             "<mujoco><worldbody><geom name='floor' type='plane'/>" BODY(
                 "a", "0 0 0.06",
                 "<freejoint/>" BALL("a1", "")
                     BODY("b", "0 0 -0.05",
                          HINGE BALL("b1", "") BODY("c", "0 0 0.16", HINGE BALL("c1", "")))) "</worldbody></mujoco>",
             JN_IMPORT_RIGID_CONTACTS);
  CHECK(im.model && find(im.report, JN_WARNING, "a starts 0.09 m higher") &&
        find(im.report, JN_WARNING, "the shapes overlap at the start: a.a1 with c.c1 (by 0.09 m)"));
  if (im.model) {
    CHECK(count_pairs(im.model) == 3 && !isnan(friction_of(im.model, "floor", "b1")));
    jn_run *run = jn_run_new(im.model, NULL, im.report);
    CHECK(run != NULL);
    jn_run_free(run);
  }
  drop(&im);
}

// ---- URDF ----------------------------------------------------------------------------------------------------------

#define SOLID(name, z, more)                                                                \
  "<link name='" name                                                                       \
  "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>" \
  "</inertial><collision name='" name "1'><origin xyz='0 0 " z                              \
  "'/><geometry><sphere radius='0.1'/></geometry>"                                          \
  "</collision>" more "</link>"
#define TURNS(parent, child)                                                                                       \
  "<joint name='" child "j' type='continuous'><origin xyz='0 0 1'/><parent link='" parent "'/><child link='" child \
  "'/></joint>"

static void test_urdf(void) {
  static const char source[] = "<robot name='arm'>" SOLID("a", "0", "")
      SOLID("b", "0", "<visual><geometry><box size='1 1 1'/></geometry></visual>") SOLID("c", "0", "")
          SOLID("d", "0", "") TURNS("a", "b") TURNS("b", "c") TURNS("c", "d") "</robot>";
  imported im = import("arm.urdf", source, JN_IMPORT_RIGID_CONTACTS);
  CHECK(im.model && im.model->ncontacts == 1 && count_pairs(im.model) == 3);
  if (im.model) {
    CHECK(friction_of(im.model, "a1", "c1") == 0.5 && friction_of(im.model, "b1", "d1") == 0.5);
    CHECK(friction_of(im.model, "a1", "d1") == 0.5 && isnan(friction_of(im.model, "a1", "b1")));
    int hidden = 0;
    for (int i = 0; i < im.model->nshapes; i++) hidden += !im.model->shapes[i].def.draw;
    CHECK(im.model->nshapes == 5 && hidden == 1);  // a link without visuals is drawn by its collisions
  }
  drop(&im);
  im = import("arm.urdf", source, JN_IMPORT_NO_CONTACTS);
  CHECK(im.model && im.model->ncontacts == 0 && im.model->nshapes == 4 &&
        find(im.report, JN_WARNING, "collisions are not imported"));
  drop(&im);
}

// ---- points that are features --------------------------------------------------------------------------------------

#define MASS "<inertial pos='0 0 0' mass='1' diaginertia='0.01 0.01 0.01'/>"
#define FREE(name, at, geom) BODY(name, at, "<freejoint/>" MASS geom)
#define BOX(name, more) "<geom name='" name "' type='box' size='0.1 0.1 0.1' " more "/>"

static imported import_file(const char *text, jn_import_contacts contacts) {
  imported im = {.report = jn_report_new(NULL)};
  jn_import_options options = jn_import_options_default();
  options.contacts = contacts;
  write_file("robot.xml", text);
  im.model = jn_import_model(NULL, path_of("robot.xml"), &options, NULL, 0, im.report);
  return im;
}

// clang-format off
// b lies flat on a; m and o are in the floor by 0.03 m and 0.05 m.
static const char solids[] =
    "<mujoco><asset><mesh name='cube' file='cube.obj' scale='0.1 0.1 0.1'/><mesh name='sheet' file='sheet.obj'/>\n"
    "</asset><worldbody><geom name='floor' type='plane'/>\n"
    FREE("a", "0 0 0.1", BOX("a1", ""))
    FREE("b", "0 0 0.3", BOX("b1", "euler='0 0 30'"))
    FREE("c", "1 0 2", "<geom name='c1' type='capsule' size='0.05 0.2'/>")
    FREE("d", "1 0.3 2", "<geom name='d1' type='capsule' size='0.05 0.2' euler='90 0 0'/>")
    FREE("s", "0.3 0 2", "<geom name='s1' size='0.1'/>")
    FREE("m", "5 0 0.07", "<geom name='m1' type='mesh' mesh='cube'/>")
    FREE("n", "5 0 0.35", "<geom name='n1' type='mesh' mesh='cube'/>")
    FREE("o", "3 0 0.15", "<geom name='o1' type='cylinder' size='0.1 0.2'/>")
    FREE("f", "7 0 1", "<geom name='f1' type='mesh' mesh='sheet'/>") "</worldbody></mujoco>";
// clang-format on

// Robots use all pairs of shapes that a model file can use, and list the others.
static void test_features(void) {
  write_file("cube.obj",
             "v -1 -1 -1\nv 1 -1 -1\nv -1 1 -1\nv 1 1 -1\nv -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\n"
             "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
  write_file("sheet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 4 3\n");
  imported im = import_file(solids, JN_IMPORT_RIGID_CONTACTS);
  CHECK(im.model != NULL);
  if (im.model) {
    static const char *const name[] = {"a1", "b1", "c1", "d1", "s1", "m1", "n1"};
    const int n = 7;
    for (int i = 0; i < n; i++) {
      CHECK(friction_of(im.model, "floor", name[i]) == 1 && isnan(friction_of(im.model, "o1", name[i])));
      for (int k = 0; k < i; k++) CHECK(friction_of(im.model, name[i], name[k]) == 1);
    }
    CHECK(friction_of(im.model, "floor", "o1") == 1 && count_pairs(im.model) == n + n * (n - 1) / 2 + 1);
    jn_run *run = jn_run_new(im.model, NULL, im.report);  // nothing overlaps
    CHECK(run != NULL);
    jn_run_free(run);
  }
  CHECK(find(im.report, JN_WARNING,
             "m starts 0.03 m higher than in the source, so that m.m1 does not overlap ground.floor (2 times"));
  CHECK(find(im.report, JN_WARNING, "of 2 pairs of shapes is not imported, since box and cylinder cannot touch yet"));
  CHECK(find(im.report, JN_WARNING,
             "of 9 pairs of shapes is not imported, since a mesh touches as its convex hull, but "
             "its points lie in a plane: ground.floor with f.f1"));
  drop(&im);
  im = import_file(solids, JN_IMPORT_COMPLIANT_CONTACTS);
  CHECK(
      im.model && friction_of(im.model, "floor", "a1") == 1 && friction_of(im.model, "s1", "c1") == 1 &&
      isnan(friction_of(im.model, "a1", "b1")) &&
      find(im.report, JN_WARNING, "of 1 pair of shapes is not imported, since box and box have no compliant contact"));
  drop(&im);
}

// Two boxes of which one has a corner in the other, two whose edges alone overlap, and a ball in a box.
static void test_overlapping_features(void) {
  imported im =
      import_file("<mujoco><worldbody>" FREE("a", "0 0 0", BOX("a1", "")) FREE("b", "0.15 0.16 0.17", BOX("b1", ""))
                      FREE("c", "5 0 0", "<geom name='c1' type='box' size='0.05 0.05 0.5'/>")
                          FREE("d", "5 0 0", "<geom name='d1' type='box' size='0.5 0.04 0.04'/>")
                              FREE("s", "0 0 -0.19", "<geom name='s1' size='0.1'/>") "</worldbody></mujoco>",
                  JN_IMPORT_RIGID_CONTACTS);
  const jn_error *e = find(im.report, JN_WARNING, "of 3 pairs of shapes is not imported, since the shapes overlap");
  CHECK(e && strstr(e->what, "a.a1 with b.b1 (by 0.03 m), c.c1 with d.d1, a.a1 with s.s1 (by 0.01 m)"));
  CHECK(im.model && count_pairs(im.model) == 7 && isnan(friction_of(im.model, "c1", "d1")));
  jn_run *run = im.model ? jn_run_new(im.model, NULL, im.report) : NULL;
  CHECK(run != NULL);
  jn_run_free(run);
  drop(&im);
}

// At most 1000 points of contact are imported: 190 pairs of boxes would have 1520.
static void test_limit(void) {
  char text[8192];
  int n = snprintf(text, sizeof text, "<mujoco><worldbody>");
  for (int i = 0; i < 20; i++)
    n += snprintf(text + n, sizeof text - (size_t)n, FREE("b%d", "0 0 %d", BOX("s%d", "")), i, i, i);
  snprintf(text + n, sizeof text - (size_t)n, "</worldbody></mujoco>");
  imported im = import_file(text, JN_IMPORT_RIGID_CONTACTS);
  CHECK(im.model && im.model->ncontact_points == 1000 && count_pairs(im.model) == 125);
  CHECK(
      find(im.report, JN_WARNING, "of 65 pairs of shapes is not imported, since there would be more than 1000 points"));
  drop(&im);
}

// The import of a mesh that touches reports every failed allocation and frees all memory.
static void test_allocations(void) {
  write_file("robot.xml",
             "<mujoco><asset><mesh name='cube' file='cube.obj' scale='0.1 0.1 0.1'/></asset><worldbody>"
             "<geom type='plane'/>" FREE("m", "0 0 0.1", "<geom name='m1' type='mesh' mesh='cube'/>")
                 FREE("a", "0 0 0.3", BOX("a1", "")) "</worldbody></mujoco>");
  memory_count memory = {0};
  const jn_alloc alloc = {counted_resize, &memory};
  bool whole = false;
  for (long k = 1; !whole; k += LIGHT ? 5 : 1) {
    memory = (memory_count){.fail_at = k};
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_import_model(&alloc, path_of("robot.xml"), NULL, NULL, 0, report);
    whole = memory.calls < k;
    CHECK(whole == (model != NULL) && (whole || jn_report_count(report, JN_FAULT) > 0));
    CHECK(!model || count_pairs(model) == 3);
    jn_model_free(model);
    CHECK(memory.live == 0);
    jn_report_free(report);
  }
}

// ---- the quadruped -------------------------------------------------------------------------------------------------

// All pairs of its shapes can touch. From a keyframe, or from its zero position (NULL), it falls on its feet, which may
// slide at first, and stands on them by its servos: they do not slide and stay on the floor, and they bear its weight.
static void test_quadruped(const char *keyframe) {
  static const char *const feet[] = {"front_left", "front_right", "hind_left", "hind_right"};
  jn_report *report = jn_report_new(NULL);
  jn_import_options options = jn_import_options_default();
  options.keyframe = keyframe;
  jn_model *model = jn_import_model(NULL, JOUNCE_SOURCE_DIR "/models/robots/quadruped.xml", &options, NULL, 0, report);
  CHECK(model != NULL);
  if (!model) return;
  CHECK(friction_of(model, "trunk", "front_left_foot") == 0.8);  // a box and a ball
  for (int i = 0; i < jn_report_size(report); i++) CHECK(!strstr(jn_report_get(report, i)->what, "pairs of shapes"));
  jn_run_options run_options = jn_run_options_default();
  char probe[13][80];
  const char *probes[13];
  for (int i = 0; i < 4; i++) {
    snprintf(probe[3 * i], sizeof probe[0], "contact.floor_2.%d.gap", i + 1);
    snprintf(probe[3 * i + 1], sizeof probe[0], "contact.floor_2.%d.slip", i + 1);
    snprintf(probe[3 * i + 2], sizeof probe[0], "contact.floor_2.%d.normal", i + 1);
  }
  snprintf(probe[12], sizeof probe[0], "trunk.vz");
  for (int i = 0; i < 13; i++) probes[i] = probe[i];
  run_options.probes = probes;
  run_options.nprobes = 13;
  jn_choices choices = *jn_model_choices(model);
  choices.until = 2;
  run_options.choices = &choices;
  jn_run *run = jn_run_new(model, &run_options, report);
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  CHECK(run && jn_run_summary(run)->steps < 1500);
  if (run) {
    int at = jn_run_noutputs(run) - 13;
    const double *y = jn_run_outputs(run) + at;
    double weight = 0, mass = 7.5 + 4 * (0.65 + 1.1 + 0.22);
    for (int i = 0; i < 4; i++) {
      CHECK_NEAR(y[3 * i], 0, 1e-12);
      CHECK_NEAR(y[3 * i + 1], 0, 1e-12);
      CHECK(y[3 * i + 2] > 10);
      weight += y[3 * i + 2];
      if (!(y[3 * i + 2] > 10)) fprintf(stderr, "%s bears %g N\n", feet[i], y[3 * i + 2]);
    }
    CHECK_NEAR(weight, mass * 9.81, 0.1);
    CHECK_NEAR(y[12], 0, 1e-3);
  }
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

// With compliant contacts it sinks by its weight over the stiffness of four feet, which stick.
static void test_compliant(void) {
  jn_report *report = jn_report_new(NULL);
  jn_import_options options = jn_import_options_default();
  options.keyframe = "stand";
  CHECK(jn_import_contacts_find("compliant", &options.contacts));
  jn_model *model = jn_import_model(NULL, JOUNCE_SOURCE_DIR "/models/robots/quadruped.xml", &options, NULL, 0, report);
  CHECK(model && model->ncontacts > 0 && model->ncontact_points == 0 && model->ncompliant_points > 3);
  static const char *const probes[] = {"contact.floor_2.normal", "contact.floor_2.gap", "contact.floor_2.slip",
                                       "contact.floor_2.state"};
  jn_run_options run_options = jn_run_options_default();
  run_options.probes = probes;
  run_options.nprobes = 4;
  jn_choices choices = model ? *jn_model_choices(model) : jn_choices_default();
  choices.until = 2;
  run_options.choices = &choices;
  jn_run *run = model ? jn_run_new(model, &run_options, report) : NULL;
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  if (run) {
    const double *y = jn_run_outputs(run) + jn_run_noutputs(run) - 4;
    double mass = 0, tc = 0.95 * 0.02;
    for (int b = 1; b < model->nbodies; b++) mass += model->bodies[b].mass;
    CHECK_NEAR(y[0], mass * 9.81, 0.01 * mass * 9.81);
    CHECK_NEAR(y[1], -9.81 * tc * tc / 4, 0.2 * 9.81 * tc * tc / 4);
    CHECK(y[2] == 0 && y[3] == 1);
  }
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  if (!jn_import_available()) return check_report();
  files_begin();
  test_pairs();
  test_condim();
  test_overlaps();
  test_urdf();
  test_features();
  test_overlapping_features();
  test_limit();
  test_allocations();
  test_quadruped("stand");
  test_quadruped("crouch");
  test_quadruped(NULL);
  test_compliant();
  files_end();
  return check_report();
}

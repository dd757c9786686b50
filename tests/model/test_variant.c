// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_variant.c - files that are variants of other files: what is laid over what, where faults are said to stand,
// files that name each other, and allocations that fail.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "files.h"
#include "model/read/read_file.h"
#include "model/read/reader.h"

static const char base[] =
    "jounce: 1\n"
    "name: base\n"
    "space: plane\n"
    "parameters: {m: 2, k: 30}\n"
    "bodies:\n"
    "  box: {mass: \"=m\", inertia: 1, points: {P: [1, 0], Q: [0, 1]}}\n"
    "joints: {rail: {type: prismatic, between: [ground, box], axis: x}}\n"
    "forces: {spring: {type: torsion-spring, joint: rail, stiffness: \"=k\", damping: 1}}\n"
    "simulate: {until: 3, tolerance: 1e-7}\n"
    "outputs: [box.x, box.vx]\n";

static jn_model *read_file(const char *name, const jn_setting *settings, int n, jn_report *report) {
  return jn_model_read(NULL, path_of(name), settings, n, report);
}

static jn_model *read_sound(const char *name, const jn_setting *settings, int n) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_file(name, settings, n, report);
  char text[1024];
  CHECK(model != NULL);
  for (int i = 0; !model && i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    printf("  %s\n", text);
  }
  jn_report_free(report);
  return model;
}

// ---- what is laid over what -----------------------------------------------------------------------------

static void test_laying(void) {
  write_file("base.yaml", base);
  write_file("a.yaml",
             "jounce: 1\nmodel: base.yaml\nname: variant\nset: {m: 5, forces.spring.damping: 3}\n"
             "parameters: {extra: 7}\n"
             "bodies: {box: {points: {Q: [0, \"=extra\"]}}}\n"
             "drivers: {push: {joint: rail, motion: \"0.1*t\"}}\n"
             "simulate: {until: 4}\noutputs: [box.y]\n");
  jn_model *model = read_sound("a.yaml", NULL, 0);
  if (!model) return;
  CHECK(strcmp(jn_model_name(model), "variant") == 0 && strcmp(model->file, path_of("a.yaml")) == 0);
  CHECK(model->bodies[1].mass == 5);
  CHECK(model->forces[0].def.stiffness == 30 && model->forces[0].def.damping == 3);
  CHECK(model->frames[jn_model_find_frame(model, "box.P").i].p[0] == 1 &&
        model->frames[jn_model_find_frame(model, "box.Q").i].p[1] == 7);
  CHECK(jn_model_njoints(model) == 2 && jn_model_ndrivers(model) == 1);
  CHECK(jn_model_choices(model)->until == 4 && jn_model_choices(model)->tolerance == 1e-7);
  CHECK(jn_model_noutputs(model) == 1 && strcmp(jn_model_output_name(model, 0), "box.y") == 0);
  jn_model_free(model);
}

// A value leaves the limits of the parameter, limits leave its value, and a mapping with both replaces it.
static void test_limits(void) {
  write_file("limits.yaml",
             "jounce: 1\nmodel: base.yaml\nparameters: {m: {max: 9}, k: {value: 40 N/m, min: 20 N/m, max: 50 N/m}}\n");
  write_file("a.yaml", "jounce: 1\nmodel: limits.yaml\nparameters: {k: 45 N/m, m: {min: 1}}\n");
  jn_model *model = read_sound("a.yaml", NULL, 0);
  if (!model) return;
  jn_parameter m = jn_model_parameter_get(model, jn_model_find_parameter(model, "m"));
  jn_parameter k = jn_model_parameter_get(model, jn_model_find_parameter(model, "k"));
  CHECK(m.value == 2 && m.min == 1 && m.max == 9 && model->bodies[1].mass == 2);
  CHECK(k.value == 45 && k.min == 20 && k.max == 50 && model->forces[0].def.stiffness == 45);
  jn_model_free(model);
  write_file("a.yaml", "jounce: 1\nmodel: limits.yaml\nparameters:\n  k: 55 N/m\n");
  jn_report *report = jn_report_new(NULL);
  CHECK(!read_file("a.yaml", NULL, 0, report) && jn_report_count(report, JN_FAULT) == 1);
  CHECK(jn_report_size(report) == 1 && jn_report_get(report, 0)->line == 4);
  jn_report_free(report);
}

// An element with a type takes the place of the old one, with all its keys.
static void test_types_replace(void) {
  write_file("a.yaml",
             "jounce: 1\nmodel: base.yaml\nforces: {spring: {type: stop, joint: rail, stiffness: 9, upper: 1}}\n");
  jn_model *model = read_sound("a.yaml", NULL, 0);
  if (model) CHECK(strcmp(model->forces[0].kind->name, "stop") == 0 && model->forces[0].def.damping == 0);
  jn_model_free(model);
}

// A variant of a variant in another folder; the last word has the command line.
static void test_chain(void) {
  const jn_setting setting = {"k", "77"};
  write_file("a.yaml", "jounce: 1\nmodel: base.yaml\nset: {m: 5, k: 6}\n");
  write_file("sub/c.yaml", "jounce: 1\nmodel: ../a.yaml\nset: {m: \"=k/7\"}\n");
  jn_model *model = read_sound("sub/c.yaml", &setting, 1);
  if (model) CHECK(model->bodies[1].mass == 11 && model->forces[0].def.stiffness == 77);
  jn_model_free(model);
}

// What a model was read from stays with it, word for word.
static void check_source(const jn_model *model, int i, const char *name, const char *text, size_t size) {
  jn_source s = jn_model_source(model, i);
  CHECK(strcmp(s.name, name) == 0 && s.size == size && s.hash == jni_hash64(0, text, size));
  CHECK(s.text && strcmp(s.text, text) == 0);
}

static void test_sources(void) {
  static const char middle[] = "jounce: 1\nmodel: base.yaml\nset: {m: 5, k: 6} # \xc3\xbc\n",
                    top[] = "jounce: 1\nmodel: ../a.yaml\nset: {m: \"=k/7\"}\n";
  const jn_setting setting = {"k", "77"};
  write_file("base.yaml", base);
  write_file("a.yaml", middle);
  write_file("sub/c.yaml", top);
  jn_model *model = read_sound("sub/c.yaml", &setting, 1);
  if (!model) return;
  CHECK(jn_model_nsources(model) == 3);
  check_source(model, 0, path_of("sub/c.yaml"), top, sizeof top - 1);
  check_source(model, 1, path_of("sub/../a.yaml"), middle, sizeof middle - 1);
  check_source(model, 2, path_of("sub/../base.yaml"), base, sizeof base - 1);
  CHECK(jn_model_nsettings(model) == 1 && strcmp(jn_model_setting(model, 0).path, "k") == 0 &&
        strcmp(jn_model_setting(model, 0).value, "77") == 0);
  double value = 0;
  CHECK(jn_model_nparameters(model) == 2 && strcmp(jn_model_parameter(model, 0, &value), "m") == 0 && value == 11);
  CHECK(strcmp(jn_model_parameter(model, 1, &value), "k") == 0 && value == 77);
  jn_model_free(model);
}

// Bytes that are no text, and too many of them, are known by size and hash alone; a file that is named twice is one.
static void test_sources_without_text(void) {
  static const char cut[] = "caf\xc3", latin[] = "caf\xe9 au lait";
  enum { LARGE = (4 << 20) + 1, MANY = 4 };
  char *large = malloc(LARGE);
  jn_model *model = jn_model_new(NULL, "", JN_PLANE);
  CHECK(jn_model_nsources(model) == 0);
  if (!large || !model) return;
  memset(large, 'x', LARGE);
  jni_read_keep_own(model, "own", "a\0b", 3);
  CHECK(jni_read_add_source(model, "cut", cut, sizeof cut - 1) == 1);
  CHECK(jni_read_add_source(model, "latin", latin, sizeof latin - 1) == 2);
  CHECK(jni_read_add_source(model, "large", large, LARGE) == 3);
  CHECK(jni_read_add_source(model, "cut", cut, sizeof cut - 1) == 1);
  for (int i = 0; i < 4; i++) CHECK(!jn_model_source(model, i).text);
  CHECK(jn_model_source(model, 3).hash == jni_hash64(0, large, LARGE) && jn_model_source(model, 3).size == LARGE);
  for (int i = 0; i < MANY + 1; i++) {  // 16 MiB together, then no more
    large[0] = (char)('a' + i);
    CHECK(jni_read_add_source(model, "large", large, LARGE - 1) == 4 + i);
    CHECK((jn_model_source(model, 4 + i).text != NULL) == (i < MANY));
  }
  jn_model_free(model);
  free(large);
}

// ---- taking away ------------------------------------------------------------------------------------------

static const char rich[] =
    "jounce: 1\nname: rich\nspace: plane\nparameters: {m: 2, k: 30, spare: 1}\n"
    "ground: {points: {O: [0, 0]}}\n"
    "bodies:\n  box: {mass: \"=m\", inertia: 1, com: [1, 0], points: {P: [1, 0], Q: [0, 1]}}\n"
    "  bob: {mass: 1, inertia: 1}\n  \"link{i}\": {repeat: {i: [1, 3]}, mass: 1, inertia: 1}\n"
    "joints: {rail: {type: prismatic, between: [ground, box], axis: x}, pin: {type: revolute, between: [box.P, bob]}}\n"
    "forces: {spring: {type: torsion-spring, joint: rail, stiffness: \"=k\", damping: 1},\n"
    "  push: {type: point-force, at: bob, value: [1, 0]}}\n"
    "initial: {guess: {box.position: [1, 2], box.angle: 0.5}, keep: {bob.rate: 3, box.vx: 1}}\n"
    "simulate: {until: 3, tolerance: 1e-7}\noutputs: [box.x, box.vx, {lift: box.y}]\n";

typedef struct {
  int bodies, forces, outputs, initials;
  double com, until;
} counts;

static counts count(jn_model *model) {
  return (counts){model->nbodies,   model->nforces,          model->noutputs,
                  model->ninitials, model->bodies[1].com[0], jn_model_choices(model)->until};
}

static void test_taking_away(void) {
  static const struct {
    const char *text;
    counts left;
  } cases[] = {
      {"", {6, 2, 3, 5, 1, 3}},
      {"forces: {push: null}\n", {6, 1, 3, 5, 1, 3}},
      {"forces: ~\n", {6, 0, 3, 5, 1, 3}},
      {"forces: {push: ~, pull: {type: point-force, at: box, value: [1, 0]}}\n", {6, 2, 3, 5, 1, 3}},
      {"bodies: {\"link{i}\": null, box: {com: null, points: {Q: null}}}\n", {3, 2, 3, 5, 0, 3}},
      {"outputs: {box.vx: null}\n", {6, 2, 2, 5, 1, 3}},
      {"outputs: {box.vx: null, speed: box.vx, y: box.y}\n", {6, 2, 4, 5, 1, 3}},
      {"outputs: {lift: null}\n", {6, 2, 2, 5, 1, 3}},
      {"set: {outputs.box.vx: null, outputs.lift: null}\n", {6, 2, 1, 5, 1, 3}},
      {"outputs: {speed: box.vx}\n", {6, 2, 1, 5, 1, 3}},
      {"initial: {guess: null}\nsimulate: {until: null}\n", {6, 2, 3, 2, 1, 10}},
      {"initial: {guess: {box.position: null}}\n", {6, 2, 3, 3, 1, 3}},
      {"events: null\nground: {frames: null}\nparameters: {spare: null}\n", {6, 2, 3, 5, 1, 3}},
      {"set: {forces.push: null, bodies.box.com: null, outputs.0: null, spare: null}\n", {6, 1, 2, 5, 0, 3}},
  };
  write_file("base.yaml", rich);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512];
    snprintf(text, sizeof text, "jounce: 1\nmodel: base.yaml\n%s", cases[i].text);
    write_file("a.yaml", text);
    jn_model *model = read_sound("a.yaml", NULL, 0);
    if (!model) continue;
    counts left = count(model);
    CHECK(memcmp(&left, &cases[i].left, sizeof left) == 0);
    if (memcmp(&left, &cases[i].left, sizeof left) != 0) printf("  %s", cases[i].text);
    jn_model_free(model);
  }
}

// What one variant takes away, another can bring back; the command line takes away last.
static void test_taking_away_in_turn(void) {
  const jn_setting setting = {"forces.spring", "null"};
  write_file("base.yaml", rich);
  write_file("a.yaml", "jounce: 1\nmodel: base.yaml\nforces: {push: null}\n");
  write_file("sub/c.yaml",
             "jounce: 1\nmodel: ../a.yaml\nforces: {push: {type: point-force, at: box, value: [7, 0]}}\n");
  jn_model *model = read_sound("sub/c.yaml", &setting, 1);
  if (model) CHECK(model->nforces == 1 && strcmp(model->forces[0].name, "push") == 0);
  jn_model_free(model);
}

// Elements of a use, and uses.
static void test_taking_away_in_parts(void) {
  static const struct {
    const char *text;
    int bodies, forces;
  } cases[] = {{"", 6, 2},
               {"forces: {front.s: null}\n", 6, 1},
               {"use: {front: null}\n", 4, 1},
               {"set: {forces.rear.s: null, bodies.rear.spare: null}\n", 5, 1}};
  write_file("part.yaml",
             "jounce: 1\nspace: plane\nports: {frame: body}\nbodies: {arm: {mass: 1, inertia: 1}, spare: {mass: 1, "
             "inertia: 1}}\njoints: {j: {type: revolute, between: [frame, arm]}}\n"
             "forces: {s: {type: torsion-spring, joint: j, stiffness: 1}}\n");
  write_file("car.yaml",
             "jounce: 1\nspace: plane\nbodies: {frame: {mass: 1, inertia: 1}}\nuse:\n  front: {part: part.yaml, "
             "ports: {frame: frame}}\n  rear: {part: part.yaml, ports: {frame: frame}}\n");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512];
    snprintf(text, sizeof text, "jounce: 1\nmodel: car.yaml\n%s", cases[i].text);
    write_file("a.yaml", text);
    jn_model *model = read_sound("a.yaml", NULL, 0);
    if (model) CHECK(model->nbodies == cases[i].bodies && model->nforces == cases[i].forces);
    jn_model_free(model);
  }
}

// Uses inside of uses, also where a base in between has changed them; what is not there.
static void test_taking_away_nested_uses(void) {
  static const char *const texts[] = {"use: {left.front: null}\n", "set: {use.left.front: null}\n"};
  write_file(
      "car.yaml",
      "jounce: 1\nspace: plane\nparts: {leg: {parameters: {m: 1}, bodies: {foot: {mass: \"=m\", inertia: 1}}},\n"
      "  side: {use: {front: {part: leg}, back: {part: leg}}}}\nuse: {left: {part: side}, right: {part: side}}\n");
  write_file("changed.yaml", "jounce: 1\nmodel: car.yaml\nuse: {left.front: {set: {m: 3}}}\n");
  for (int i = 0; i < 4; i++) {
    char text[512];
    snprintf(text, sizeof text, "jounce: 1\nmodel: %s\n%s", i < 2 ? "car.yaml" : "changed.yaml", texts[i % 2]);
    write_file("a.yaml", text);
    jn_model *model = read_sound("a.yaml", NULL, 0);
    if (model) CHECK(model->nbodies == 4 && jn_model_find_body(model, "left.front.foot").i < 0);
    jn_model_free(model);
  }
  write_file("a.yaml", "jounce: 1\nmodel: car.yaml\nparts: {left.front.none: null}\n");
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_file("a.yaml", NULL, 0, report);
  CHECK(!model && jn_report_size(report) == 1 &&
        strstr(jn_report_get(report, 0)->what, "there is no 'left.front.none'"));
  jn_model_free(model);
  jn_report_free(report);
}

// ---- values of `initial` ------------------------------------------------------------------------------------

// "K1 g2": what is known of the signals, in order: kept or guessed, and the value.
static void describe(const jn_model *model, const char *const *signals, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int k = 0; signals[k]; k++)
    for (int i = 0; i < model->ninitials; i++)
      if (strcmp(model->initials[i].name, signals[k]) == 0)
        used += (size_t)jni_print(text + used, size - used, "%s%g ", model->initials[i].keep ? "K" : "g",
                                  model->initials[i].value);
}

static void test_keep_beats_guess(void) {
  static const char *const signals[] = {"box.x", "box.y", "box.angle", "bob.rate", NULL};
  static const struct {
    const char *text, *known;
  } cases[] = {
      {"", "g1 g2 g0.5 K3 "},
      {"initial: {keep: {box.angle: 7}}\n", "g1 g2 K7 K3 "},
      {"initial: {keep: {box.x: 7}}\n", "K7 g2 g0.5 K3 "},
      {"initial: {keep: {box.position: [7, 8]}}\n", "K7 K8 g0.5 K3 "},
      {"initial: {guess: {bob.rate: 7}}\n", "g1 g2 g0.5 g7 "},
      {"initial: {guess: {box.x: 7}}\n", "g7 g2 g0.5 K3 "},
      {"set: {initial.keep.box.y: 7}\n", "g1 K7 g0.5 K3 "},
  };
  const jn_setting setting = {"initial.guess.box.x", "9"};
  write_file("base.yaml", rich);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512], known[128] = "";
    snprintf(text, sizeof text, "jounce: 1\nmodel: base.yaml\n%s", cases[i].text);
    write_file("a.yaml", text);
    jn_model *model = read_sound("a.yaml", NULL, 0);
    if (model) describe(model, signals, known, sizeof known);
    CHECK(strcmp(known, cases[i].known) == 0);
    jn_model_free(model);
    if (i == 2) {  // a setting has the last word
      model = read_sound("a.yaml", &setting, 1);
      if (model) describe(model, signals, known, sizeof known);
      CHECK(strcmp(known, "g9 g2 g0.5 K3 ") == 0);
      jn_model_free(model);
    }
  }
}

// What a model says of a part in it beats what the part says.
static void test_outside_beats_inside(void) {
  static const char *const signals[] = {"a.b.x", "a.b.y", "a.b.vx", NULL};
  char known[128] = "";
  write_file("a.yaml",
             "jounce: 1\nspace: plane\nparts: {p: {bodies: {b: {mass: 1, inertia: 1}},\n"
             "  initial: {guess: {b.position: [1, 2]}, keep: {b.vx: 3}}}}\nuse: {a: {part: p}}\n"
             "bodies: {c: {mass: 1, inertia: 1}}\ninitial: {keep: {a.b.y: 7}, guess: {a.b.vx: 8}}\n");
  jn_model *model = read_sound("a.yaml", NULL, 0);
  if (model) describe(model, signals, known, sizeof known);
  CHECK(strcmp(known, "g1 K7 g8 ") == 0);
  jn_model_free(model);
}

// ---- faults -----------------------------------------------------------------------------------------------

// The only fault of a file: where it stands and a part of its sentence.
static void check_fault(const char *name, const char *file, int line, int column, const char *part) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_file(name, NULL, 0, report);
  const jn_error *error = jn_report_size(report) > 0 ? jn_report_get(report, 0) : NULL;
  CHECK(!model && jn_report_size(report) == 1);
  bool right = error && strcmp(error->file, path_of(file)) == 0 && error->line == line && error->column == column &&
               strstr(error->what, part);
  CHECK(right);
  char text[1024] = "no fault";
  for (int i = 0; !right && i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    printf("  %s\n", text);
  }
  jn_model_free(model);
  jn_report_free(report);
}

static const struct {
  const char *text, *file;
  int line, column;
  const char *part;
} faults[] = {
    {"jounce: 1\nmodel: none.yaml\n", "a.yaml", 2, 8, "No such file"},
    {"jounce: 1\nmodel: sub\n", "a.yaml", 2, 8, "directory"},
    {"jounce: 1\nmodel: /dev/zero\n", "a.yaml", 2, 8, "not a regular file"},
    {"jounce: 1\nmodel: [base.yaml]\n", "a.yaml", 2, 8, "expected the name of a model file, got a list"},
    {"jounce: 1\nmodel: b.yaml\n", "a.yaml", 2, 8, "it is empty"},
    {"model: base.yaml\n", "a.yaml", 1, 1, "'jounce: 1'"},
    {"jounce: 2\nmodel: base.yaml\n", "a.yaml", 1, 9, "version 1"},
    {"jounce: 1\nmodel: base.yaml\nset: {m: 5, n: 3}\n", "a.yaml", 3, 16, "there is no parameter 'n'"},
    {"jounce: 1\nmodel: base.yaml\nset: {bodies.box.mass: 5 N}\n", "a.yaml", 3, 24, "expected a mass"},
    {"jounce: 1\nmodel: base.yaml\nset: [1]\n", "a.yaml", 3, 6, "expected a mapping"},
    {"jounce: 1\nmodel: base.yaml\nset: {m: 1, m: 2}\n", "a.yaml", 3, 13, "is given twice"},
    {"jounce: 1\nmodel: base.yaml\nsimulat: {until: 2}\n", "a.yaml", 3, 1,
     "unknown key 'simulat'; did you mean 'simulate'?"},
    {"jounce: 1\nmodel: base.yaml\n\nbodies: {box: {mas: 2}}\n", "a.yaml", 4, 16, "unknown key 'mas'"},
    {"jounce: 1\nmodel: base.yaml\ndrivers:\n  d: {joint: rail, motion: \"sin(q)\"}\n", "a.yaml", 4, 28,
     "unknown name 'q'"},
    {"jounce: 1\nmodel: base.yaml\nforces: {spring: {stiffness: -3}}\n", "a.yaml", 3, 30, "must be zero or positive"},
    {"jounce: 1\nspace: plane\nset: {m: 1}\nbodies: {b: {mass: 1}}\noutputs: [b.x]\n", "a.yaml", 3, 1,
     "'set' needs 'model'"},
    {"jounce: 1\nmodel: a.yaml\n", "a.yaml", 2, 8, "the file names itself"},
    {"jounce: 1\nmodel: base.yaml\nset: {outputs.box.w: null}\n", "a.yaml", 3, 22,
     "there is no 'box.w' in the list 'outputs'; did you mean 'box.x'?"},
    {"jounce: 1\nmodel: base.yaml\nset: {outputs.9: null}\n", "a.yaml", 3, 18,
     "there is no item 9 in 'outputs', which has"},
    {"jounce: 1\nmodel: base.yaml\nset: {outputs.9.1: 3}\n", "a.yaml", 3, 20,
     "there is no item 9 in 'outputs', which has"},
    {"jounce: 1\nmodel: base.yaml\nforces: {sprung: null}\n", "a.yaml", 3, 10,
     "there is no 'sprung' that could be taken away; did you mean 'spring'?"},
    {"jounce: 1\nmodel: base.yaml\ndrivers: {d: null}\n", "a.yaml", 3, 11, "there is no 'd' that could be taken away"},
    {"jounce: 1\nmodel: base.yaml\nbodies: {box: {com: null}}\n", "a.yaml", 3, 16, "there is no 'com'"},
    {"jounce: 1\nmodel: base.yaml\noutputs: {box.y: null}\n", "a.yaml", 3, 11, "there is no 'box.y' in the list"},
    {"jounce: 1\nmodel: base.yaml\nset: {forces.sprung: null}\n", "a.yaml", 3, 22, "there is no 'sprung' in 'forces'"},
    {"jounce: 1\nmodel: base.yaml\ninitial: {keep: {box.x: 1}, guess: {box.x: 2}}\n", "a.yaml", 3, 37,
     "the value is given twice"},
};

static void test_faults(void) {
  write_file("b.yaml", "");
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    write_file("a.yaml", faults[i].text);
    check_fault("a.yaml", faults[i].file, faults[i].line, faults[i].column, faults[i].part);
  }
}

// What is wrong in the file that a variant is made of stands there.
static void test_faults_of_the_base(void) {
  write_file("a.yaml", "jounce: 1\nmodel: b.yaml\n");
  write_file("b.yaml", "jounce: 1\nspace: plane\nbodies:\n  box: {mass: -1}\noutputs: [box.x]\n");
  check_fault("a.yaml", "b.yaml", 4, 15, "mass");
  write_file("b.yaml", "jounce: 1\nspace: plane\nbodies: {box: {mass: 1}}\noutputs: [box.q]\n");
  check_fault("a.yaml", "b.yaml", 4, 11, "box");
  write_file("b.yaml", "jounce: 1\nspace: [\n");
  check_fault("a.yaml", "b.yaml", 3, 1, "not valid YAML");
}

// Who needs what is taken away says so, and a note tells where that is.
static void test_faults_of_what_is_left(void) {
  jn_report *report = jn_report_new(NULL);
  write_file("base.yaml", rich);
  write_file("a.yaml", "jounce: 1\nmodel: base.yaml\nbodies: {bob: null, \"link{i}\": null}\n");
  CHECK(!read_file("a.yaml", NULL, 0, report));
  CHECK(jn_report_count(report, JN_FAULT) == 3 && jn_report_size(report) == 4);
  const jn_error *note = jn_report_get(report, 0), *fault = jn_report_get(report, 1);
  CHECK(note->severity == JN_NOTE && note->line == 3 && strstr(note->what, "'bob' is taken away here"));
  CHECK(strcmp(note->file, path_of("a.yaml")) == 0 && strcmp(fault->file, path_of("base.yaml")) == 0);
  CHECK(strcmp(fault->element, "joint 'pin'") == 0 && strstr(fault->what, "there is no body 'bob'"));
  jn_report_free(report);
}

static void test_text_alone(void) {
  static const char text[] = "jounce: 1\nmodel: base.yaml\n";
  jn_report *report = jn_report_new(NULL);
  CHECK(!jn_model_read_text(NULL, "x", text, sizeof text - 1, NULL, 0, report));
  CHECK(jn_report_size(report) == 1 && strstr(jn_report_get(report, 0)->what, "read from memory cannot be a variant"));
  jn_report_free(report);
}

// ---- memory -----------------------------------------------------------------------------------------------

typedef struct {
  long left;  // calls until one fails
} budget;

static void *resize(void *context, void *block, size_t size) {
  budget *b = context;
  if (size == 0) {
    free(block);
    return NULL;
  }
  return b->left-- > 0 ? realloc(block, size) : NULL;
}

static void test_allocations(void) {
  write_file("a.yaml",
             "jounce: 1\nmodel: base.yaml\nset: {m: 5, forces.spring.damping: null}\n"
             "drivers: {push: {joint: rail, motion: \"0.1*t\"}}\nbodies: {box: {points: {Q: null}}}\n"
             "outputs: {box.vx: null, y: box.y}\ninitial: {keep: {box.y: 0}}\n");
  const jn_setting setting = {"k", "77"};
  long n = 0;
  for (bool done = false; !done && n < 100000; n++) {
    budget b = {n};
    const jn_alloc alloc = {resize, &b};
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_model_read(&alloc, path_of("a.yaml"), &setting, 1, report);
    done = model != NULL;
    CHECK(done || jn_report_count(report, JN_FAULT) > 0);
    b.left = 1000;
    jn_model_free(model);
    jn_report_free(report);
  }
  CHECK(n > 20 && n < 100000);
}

int main(void) {
  files_begin();
  test_laying();
  test_limits();
  test_types_replace();
  test_chain();
  test_sources();
  test_sources_without_text();
  test_taking_away();
  test_taking_away_in_turn();
  test_taking_away_in_parts();
  test_taking_away_nested_uses();
  test_keep_beats_guess();
  test_outside_beats_inside();
  write_file("base.yaml", base);
  test_faults();
  test_faults_of_the_base();
  test_faults_of_what_is_left();
  write_file("base.yaml", base);
  test_text_alone();
  test_allocations();
  files_end();
  return check_report();
}

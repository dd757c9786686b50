// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_variant.c - files that are variants of other files: what is laid over what, where faults are said to stand,
// files that name each other, and allocations that fail.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "model/read/reader.h"

// ---- files in a folder of their own -------------------------------------------------------------------

static char folder[64] = "/tmp/jounce-variant-XXXXXX";
static const char *const names[] = {"base.yaml", "a.yaml", "b.yaml", "sub/c.yaml"};

static const char *path_of(const char *name) {
  static char path[4][128];
  static int next;
  next = (next + 1) % 4;
  snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
  return path[next];
}

static void write_file(const char *name, const char *text) {
  FILE *file = fopen(path_of(name), "wb");
  CHECK(file && fwrite(text, 1, strlen(text), file) == strlen(text));
  if (file) fclose(file);
}

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
  for (int i = 0; !model && i < jn_report_size(report); i++)
    jn_error_format(jn_report_get(report, i), text, sizeof text), printf("  %s\n", text);
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
  write_file("base.yaml", base), write_file("a.yaml", middle), write_file("sub/c.yaml", top);
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
  for (int i = 0; !right && i < jn_report_size(report); i++)
    jn_error_format(jn_report_get(report, i), text, sizeof text), printf("  %s\n", text);
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
    {"jounce: 1\nmodel: b.yaml\n", "a.yaml", 2, 8, "is not a model file: it is empty"},
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
    {"jounce: 1\nmodel: a.yaml\n", "a.yaml", 2, 8, "do the files name each other?"},
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
  if (size == 0) return free(block), NULL;
  return b->left-- > 0 ? realloc(block, size) : NULL;
}

static void test_allocations(void) {
  write_file("a.yaml", "jounce: 1\nmodel: base.yaml\nset: {m: 5}\ndrivers: {push: {joint: rail, motion: \"0.1*t\"}}\n");
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
  CHECK(mkdtemp(folder) != NULL && mkdir(path_of("sub"), 0700) == 0);
  test_laying();
  test_types_replace();
  test_chain();
  test_sources();
  test_sources_without_text();
  test_faults();
  test_faults_of_the_base();
  test_text_alone();
  test_allocations();
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) unlink(path_of(names[i]));
  rmdir(path_of("sub"));
  rmdir(folder);
  return check_report();
}

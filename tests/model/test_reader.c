// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_reader.c - what the reader says to files that are wrong. Every file of tests/broken names its faults in its
// first lines:
//   # expect: LINE:COLUMN: text        one line per fault, in the order of the file; without a place when there is none
// What cannot stand in a YAML comment (binary, bombs, deep nesting, missing files, settings) is below.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "jounce/model.h"

#define HEAD "jounce: 1\nspace: plane\n"
#define BODIES "bodies:\n  a: {mass: 1, inertia: 1, points: {P: [0, 0]}}\n  b: {mass: 2, inertia: 1}\n"

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- the folder of broken files -----------------------------------------------------------------

enum { MAX_EXPECTED = 16 };

static int read_expectations(const char *path, char expected[MAX_EXPECTED][512]) {
  FILE *file = fopen(path, "r");
  int n = 0;
  for (char line[512];
       file && n < MAX_EXPECTED && fgets(line, sizeof line, file) && strncmp(line, "# expect: ", 10) == 0; n++) {
    line[strcspn(line, "\n")] = '\0';
    snprintf(expected[n], sizeof expected[n], "%s", line + 10);
  }
  if (file) fclose(file);
  return n;
}

static void check_broken(const char *path) {
  static char expected[MAX_EXPECTED][512];
  int n = read_expectations(path, expected);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  CHECK(n > 0);
  CHECK(!model);
  CHECK(jn_report_count(report, JN_FAULT) == n);
  for (int i = 0; i < jn_report_size(report) && i < n; i++) {
    const jn_error *error = jn_report_get(report, i);
    char place[96] = "", text[1200];
    const char *other = strcmp(error->file, path) != 0 ? strrchr(error->file, '/') : NULL;  // a file that it names
    if (error->line)
      snprintf(place, sizeof place, "%.60s%s%d:%d: ", other ? other + 1 : "", other ? ":" : "", error->line,
               error->column);
    else if (other) snprintf(place, sizeof place, "%.60s: ", other + 1);
    snprintf(text, sizeof text, "%s%s%s%s", place, error->element, error->element[0] ? ": " : "", error->what);
    CHECK(error->status == JN_BAD_MODEL);
    CHECK(strcmp(error->file, path) == 0 || other);
    CHECK(strcmp(text, expected[i]) == 0);
    if (strcmp(text, expected[i]) != 0) printf("  %s\n    expected: %s\n    got:      %s\n", path, expected[i], text);
  }
  jn_model_free(model);
  jn_report_free(report);
}

// Every model below the folder; returns how many there are.
static int check_folder(const char *folder) {
  DIR *dir = opendir(folder);
  CHECK(dir != NULL);
  int n = 0;
  for (struct dirent *entry; dir;) {
    entry = readdir(dir);
    if (!entry) break;
    char path[1024];
    snprintf(path, sizeof path, "%.500s/%.500s", folder, entry->d_name);
    if (strstr(entry->d_name, ".yaml")) {
      check_broken(path);
      n++;
    } else if (!strchr(entry->d_name, '.')) {
      n += check_folder(path);
    }
  }
  if (dir) closedir(dir);
  return n;
}

static void test_broken_files(void) { CHECK(check_folder(JOUNCE_SOURCE_DIR "/tests/broken") > 300); }

// ---- texts ------------------------------------------------------------------------------------

// Reads a text; true when it is refused with one fault that holds `sentence` at line:column.
static bool refused(const char *text, size_t size, const char *sentence, int line, int column) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "text", text, size, NULL, 0, report);
  const jn_error *error = jn_report_get(report, 0);
  bool right = !model && jn_report_count(report, JN_FAULT) == 1 && strstr(error->what, sentence) &&
               error->line == line && error->column == column;
  if (!right && error)
    printf("  got %d:%d %s (%d)\n", error->line, error->column, error->what, jn_report_count(report, JN_FAULT));
  jn_model_free(model);
  jn_report_free(report);
  return right;
}

static void test_texts_that_are_none(void) {
  CHECK(refused("", 0, "the file is empty", 1, 1));
  CHECK(refused("# only a comment\n", 17, "the file is empty", 1, 1));
  CHECK(refused("jounce: 1\nname: \0x\n", 19, "control character", 2, 7));
  CHECK(refused("jounce: 1\nname: \x01\n", 18, "control character", 2, 7));
  CHECK(refused("jounce: 1\nname: \xff\xfe\n", 19, "not UTF-8", 2, 7));
  CHECK(refused("name: \xc0\xaf\n", 9, "not UTF-8", 1, 7));       // overlong
  CHECK(refused("name: \xed\xa0\x80\n", 10, "not UTF-8", 1, 7));  // surrogate
  CHECK(refused("name: \xe2\x82", 8, "not UTF-8", 1, 7));         // cut off
  CHECK(
      refused("\x7f"
              "ELF\x02\x01\x01",
              7, "control character", 1, 1));
  CHECK(refused("name: \"a\\0b\"\n", 13, "zero byte", 1, 7));
  CHECK(refused("%YAML 1.2\n---\njounce: 1\n", 24, "directives ('%') are not supported", 1, 1));
}

static void test_alias_bomb(void) {
  static const char bomb[] =
      "a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, "
      "*b, *b, *b]\n"
      "d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]\ne: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d]\n";
  double start = cpu_seconds();
  CHECK(refused(bomb, sizeof bomb - 1, "anchors ('&') are not supported", 1, 7));
  CHECK(cpu_seconds() - start < 1);
}

static void test_deep_nesting(void) {
  static const struct {
    const char *piece;
    int column;
  } pieces[] = {{"[", 65}, {"{a: ", 257}, {"- ", 129}, {"? ", 3}};
  for (int k = 0; k < 4; k++) {
    size_t n = 100000, length = strlen(pieces[k].piece);
    char *text = malloc(n * length);
    for (size_t i = 0; text && i < n; i++) memcpy(text + i * length, pieces[k].piece, length);
    double start = cpu_seconds();
    CHECK(text &&
          refused(text, n * length, k == 3 ? "a key must be a plain text" : "nested too deeply", 1, pieces[k].column));
    CHECK(cpu_seconds() - start < 2);
    free(text);
  }
}

static void test_too_large(void) {
  size_t size = ((size_t)64 << 20) + 1;
  char *text = malloc(size);
  if (text) memset(text, ' ', size);
  CHECK(text && refused(text, size, "larger than 64 MiB", 0, 0));
  free(text);
}

static void test_many_faults_are_cut_short(void) {
  char *text = malloc(1 << 20);
  int n = sprintf(text, HEAD "bodies:\n");
  for (int i = 0; i < 5000; i++) n += sprintf(text + n, "  a%d: {mass: x, inertia: 1}\n", i);
  jn_report *report = jn_report_new(NULL);
  CHECK(!jn_model_read_text(NULL, "text", text, (size_t)n, NULL, 0, report));
  CHECK(jn_report_count(report, JN_FAULT) == 100);
  jn_report_free(report);
  free(text);
}

static void test_generation_is_bounded(void) {
  static const char *const texts[] = {
      HEAD "bodies:\n  \"a{i}_{j}_{k}\": {repeat: {i: [0, 1e9], j: [0, 1e9], k: [0, 1e9]}, mass: 1, inertia: 1}\n",
      HEAD "bodies:\n  a: {mass: 1, points: {\"P{i}\": {repeat: {i: [0, 1e8]}, at: [0, 0]}}}\n",
      HEAD "bodies:\n  \"a{i}\": {repeat: {i: [0, 1e6], j: [5, 0]}, mass: 1, inertia: 1}\n" BODIES};
  for (int i = 0; i < 2; i++) {
    jn_report *report = jn_report_new(NULL);
    double start = cpu_seconds();
    CHECK(!jn_model_read_text(NULL, "text", texts[i], strlen(texts[i]), NULL, 0, report));
    CHECK(jn_report_count(report, JN_FAULT) == 1);
    CHECK(strstr(jn_report_get(report, 0)->what, "elements") != NULL);
    CHECK(cpu_seconds() - start < 5);
    jn_report_free(report);
  }
}

// ---- files ------------------------------------------------------------------------------------

static void check_file(const char *path, jn_status status, const char *sentence) {
  jn_report *report = jn_report_new(NULL);
  CHECK(!jn_model_read(NULL, path, NULL, 0, report));
  CHECK(jn_report_count(report, JN_FAULT) == 1);
  const jn_error *error = jn_report_get(report, 0);
  CHECK(error->status == status);
  CHECK(strcmp(error->file, path) == 0);
  CHECK(strstr(error->what, sentence) != NULL);
  jn_report_free(report);
}

static void test_files(void) {
  check_file("no/such/file.yaml", JN_IO, "No such file");
  check_file(JOUNCE_SOURCE_DIR, JN_IO, "it is a directory");
  check_file("/dev/zero", JN_IO, "it is not a regular file");
  static const char large[] = "test_reader_large.yaml", pipe[] = "test_reader_pipe.yaml";
  FILE *file = fopen(large, "wb");
  CHECK(file && ftruncate(fileno(file), (64 << 20) + 1) == 0);
  if (file) fclose(file);
  check_file(large, JN_BAD_MODEL, "larger than 64 MiB");
  CHECK(truncate(large, 0) == 0);
  check_file(large, JN_BAD_MODEL, "the file is empty");
  remove(large);
  CHECK(mkfifo(pipe, 0600) == 0);
  check_file(pipe, JN_IO, "it is not a regular file");  // nobody will ever write to it
  remove(pipe);
}

// ---- the documentation --------------------------------------------------------------------------

// Every block of docs/model-format.md that begins with `jounce:` is a model that can be read.
static void test_documented_models(void) {
  FILE *file = fopen(JOUNCE_SOURCE_DIR "/docs/model-format.md", "r");
  static char text[1 << 16];
  size_t size = 0;
  bool inside = false;
  int n = 0;
  for (char line[1024]; file && fgets(line, sizeof line, file);) {
    if (strncmp(line, "```", 3) != 0) {
      if (inside && size + strlen(line) < sizeof text) {
        memcpy(text + size, line, strlen(line));
        size += strlen(line);
      }
      continue;
    }
    inside = !inside && strncmp(line, "```yaml", 7) == 0;
    // of another file: test_variant.c
    if (size < sizeof text) text[size] = 0;
    bool variant = size < sizeof text && strstr(text, "\nmodel:") != NULL;
    if (!inside && !variant && size > 7 && strncmp(text, "jounce:", 7) == 0) {
      jn_report *report = jn_report_new(NULL);
      jn_model *model = jn_model_read_text(NULL, "docs", text, size, NULL, 0, report);
      CHECK(model != NULL);
      for (int i = 0; i < jn_report_size(report); i++) printf("  docs: %s\n", jn_report_get(report, i)->what);
      jn_model_free(model);
      jn_report_free(report);
      n++;
    }
    size = 0;
  }
  if (file) fclose(file);
  CHECK(n > 0);
}

// ---- settings ---------------------------------------------------------------------------------

static const char set_text[] =
    HEAD "parameters: {length: 2, k: \"=2*length\", width: 3 m, turn: 30 deg}\n" BODIES
         "initial: {keep: {a.angle: 0}}\n"
         "inputs: {u: {table: [[0, 0], [1, 2]]}}\njoints: {A: {type: revolute, between: [ground, b]}}\n"
         "drivers: {m: {joint: A, motion: {table: [[0, 0], [1, 2]]}}}\n";

static void check_setting(const char *path, const char *value, const char *sentence) {
  jn_setting setting = {path, value};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "text", set_text, sizeof set_text - 1, &setting, 1, report);
  const jn_error *error = jn_report_get(report, 0);
  if (sentence) {
    char label[256];
    snprintf(label, sizeof label, "--set %s=%s", path, value);
    CHECK(!model && error && strstr(error->what, sentence));
    CHECK(error && strcmp(error->file, label) == 0 && error->line == 0);
    if (error && !strstr(error->what, sentence)) printf("  got %s: %s\n", error->file, error->what);
  } else {
    CHECK(model != NULL);
    if (error) printf("  %s=%s got %s: %s\n", path, value, error->file, error->what);
  }
  jn_model_free(model);
  jn_report_free(report);
}

static void test_settings(void) {
  check_setting("length", "3", NULL);
  check_setting("parameters.length", "\"=k - 1\"", "its value depends on itself");
  check_setting("length", "250 mm", NULL);
  check_setting("width", "250 mm", NULL);
  check_setting("width", "2", NULL);
  check_setting("width", "2kg", "the parameter 'width' is defined as 3 m: a length is expected, not '2kg'");
  check_setting("parameters.width", "1 s", "a length is expected, not '1 s'");
  check_setting("width", "\"=length\"", NULL);
  check_setting("turn", "0.5 rev", NULL);
  check_setting("turn", "1 m", "an angle is expected");
  check_setting("lenght", "3", "there is no parameter 'lenght'; did you mean 'length'?");
  check_setting("length", "abc", "expected a number");
  check_setting("length", "[1, 2", "not valid YAML");
  check_setting("bodies.a.mass", "3 kg", NULL);
  check_setting("bodies.a.mass", "3 m", "expected a mass");
  check_setting("bodies.a.mass", "-3", "mass must be zero or positive");
  check_setting("bodies.a.points.P.0", "0.5", NULL);
  check_setting("bodies.a.com", "[1, 0]", NULL);
  check_setting("bodies.a.mas", "3", "unknown key 'mas'; did you mean 'mass'?");
  check_setting("bodies.aa.mass", "3", "there is no 'aa' in 'bodies'; did you mean 'a'?");
  check_setting("bodis.a.mass", "3", "there is no 'bodis' in the file; did you mean 'bodies'?");
  check_setting("bodies.a", "3", "is a mapping, not a value");
  check_setting("drivers.m", "3", "is a mapping, not a value");
  check_setting("drivers.m.motion", "3*t", NULL);
  check_setting("drivers.m.motion", "3*tt", "unknown name 'tt'");
  check_setting("inputs.u", "t^2", NULL);
  check_setting("initial.keep.a.angle", "30 deg", NULL);
  check_setting("simulate.until", "3", NULL);
  check_setting("simulate.untl", "3", "unknown key 'untl'; did you mean 'until'?");
  check_setting("initial.keep.b.angle", "0", NULL);
  check_setting("initial.guess.b.angle", "30 deg", NULL);
  check_setting("initial.guess.b.angel", "0", "unknown name 'b.angel'");
  check_setting("initial.kept.b.angle", "0", "there is no 'kept' in 'initial'; did you mean 'keep'?");
  check_setting("simulate.baumgarte.alpha", "10", NULL);
  check_setting("simulate.baumgarte.alhpa", "10", "unknown key 'alhpa'; did you mean 'alpha'?");
  check_setting("simulate.controls.position", "none", NULL);
  check_setting("simulate.controls.position", "nome",
                "controls.position cannot be 'nome'; it is auto, none, newton, pi or gradient");
  check_setting("simulate.tolerance.position", "1 um", NULL);
  check_setting("simulate.integrator", "rk44", "integrator cannot be 'rk44'; it is auto, rk4");
  check_setting("simulate.contrls.position", "none", "there is no 'contrls' in 'simulate'");
  check_setting("gravity", "[0, -9.81]", "there is no parameter 'gravity'");
  check_setting("", "3", "the setting has no path");
}

int main(void) {
  test_broken_files();
  test_texts_that_are_none();
  test_alias_bomb();
  test_deep_nesting();
  test_too_large();
  test_many_faults_are_cut_short();
  test_generation_is_bounded();
  test_files();
  test_documented_models();
  test_settings();
  return check_report();
}

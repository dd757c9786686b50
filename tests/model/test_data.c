// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_data.c - tables of a model that stand in files: the same model as with the numbers written out, beside which
// file a name is looked for, what a changed file changes, and allocations that fail. Messages are in tests/broken.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "files.h"
#include "memory.h"
#include "model/hash.h"
#include "model/read/read_data.h"
#include "report.h"
#include "simulate/run.h"

static jn_model *read_with(const char *name, const jn_setting *settings, int n) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path_of(name), settings, n, report);
  CHECK(model != NULL);
  if (!model) print_report(report);
  jn_report_free(report);
  return model;
}

#define MODEL(LAW, RATE, INPUT, ROAD, GRID, PATH)                                                                \
  "jounce: 1\nspace: space\nparameters: {two: 2}\nbodies: {b: {mass: 1, inertia: [1, 1, 1], points: {P: [1, 0, " \
  "0]}}}\ninputs: {u: {" INPUT ", smooth: true}}\nroads:\n  r: {type: polyline, " ROAD                           \
  "}\n  g: {type: height-field, spacing: 1, " GRID                                                               \
  "}\nforces:\n  s: {type: spring-damper, between: [ground, b.P], law: {" LAW "}, damping_law: {" RATE           \
  "}}\n"                                                                                                         \
  "subsystems: {d: {type: path-follower, x: b.x, y: b.y, heading: t, speed: b.vx, wheelbase: 2, path: {" PATH "}}}\n"

static const char inline_model[] =
    MODEL("table: [[-10 mm, -3.3 N], [0, 0], [15 mm, 4.7 N]]", "table: [[0, 0], [1, 2 kN]]",
          "table: [[0 ms, 0], [100 ms, 0.1], [250 ms, -0.7]]", "points: [[0, 0], [1, 12.3 mm], [1, 7 mm], [3, 0]]",
          "heights: [[1 mm, 2 mm, 3 mm], [4 mm, 5 mm, 6.6 mm]]",
          "smooth: true, points: [[0, 0, 36 km/h], [0.25 km, 3.5, 18 km/h], [500, -1, 0]]");
static const char file_model[] = MODEL("file: law.csv, columns: [1, 2]", "file: law.csv, columns: [3, 4]",
                                       "file: in.csv, columns: [\"t\", value]", "file: road.csv, units: [km, mm]",
                                       "file: grid.csv, units: mm", "smooth: true, file: way.csv, columns: [x, y, v]");

static void write_data(void) {
  write_file("law.csv", "x [mm];F [N];v;G [kN]\n-10;-3,3;0;0\n0;0;1;2\n15;4,7;;\n");
  write_file("in.csv", "value,t [ms]\n0,0\n0.1,100\n-0.7,250\n");
  write_file("road.csv", "0 0\n1e-3 12.3\n1e-3 7\n3e-3 0\n");
  write_file("grid.csv", "1\t2\t3\n4\t5\t6.6\n");
  write_file("way.csv", "v [km/h],x [km],y\n36,0,0\n18,0.25,3.5\n0,0.5,-1\n");
  write_file("m.yaml", file_model);
}

// ---- the same as written out ----------------------------------------------------------------------------------------

static void test_written_out(void) {
  write_file("v.yaml", inline_model);
  write_data();
  jn_model *a = read_with("v.yaml", NULL, 0), *b = read_with("m.yaml", NULL, 0);
  if (a && b) {
    CHECK(jni_equations_hash(a) == jni_equations_hash(b));
    CHECK(b->forces[0].def.law.n == 3 && b->forces[0].def.law.x[0] == -0.01 && b->forces[0].def.damping_law.n == 2);
    const jn_path *path = &b->subsystems[0].def.path_follower.path;
    CHECK(path->n == 3 && path->x[1] == 250 && path->y[2] == -1 && path->speed && path->speed[1] == 5);
    CHECK(jn_model_nsources(a) == 1 && jn_model_nsources(b) == 6);  // law.csv once
  }
  jn_model_free(a);
  jn_model_free(b);
}

// A table without `over` and `unit` takes the units of its file, one with them refuses others.
static void test_own_units(void) {
  static const char head[] = "jounce: 1\nspace: plane\nbodies: {b: {mass: 1, inertia: 1}}\ntables:\n";
  char text[400];
  write_file("gas.csv", "phi [deg];p [bar]\n0;48,5\n180;1\n");
  write_file("map.csv", ";0;1\n0;10;20\n90;30;40\n");
  snprintf(text, sizeof text,
           "%s  p: {file: gas.csv}\n  q: {over: rad, file: gas.csv}\n  r: {over: [rad, 1], file: map.csv, units: [deg, "
           "1, bar]}\n",
           head);
  write_file("t.yaml", text);
  jn_model *model = read_with("t.yaml", NULL, 0);
  for (int i = 0; model && i < 2; i++) {
    CHECK_NEAR(model->tables[i].lookup.x[0][1], 3.14159265358979323846, 1e-15);
    CHECK(model->tables[i].lookup.f[0] == 48.5e5);
  }
  if (model) CHECK(model->tables[2].lookup.f[3] == 40e5);
  jn_model_free(model);
  snprintf(text, sizeof text, "%s  p: {unit: N, file: gas.csv}\n", head);
  write_file("t.yaml", text);
  jn_report *report = jn_report_new(NULL);
  CHECK(!jn_model_read(NULL, path_of("t.yaml"), NULL, 0, report));
  CHECK(jn_report_size(report) == 1 && strstr(jn_report_get(report, 0)->what, "\"bar\" does not fit"));
  jn_report_free(report);
}

// A file that changes is another model; what is no number in it is not.
static void test_hash(void) {
  static const struct {
    const char *name, *text;
    bool same;
  } changes[] = {
      {"law.csv", "# another comment\nx [mm],F [N],v,G [kN]\n-10,-3.3,0,0\n0,0,1,2\n15,4.7,,\n", true},
      {"law.csv", "x [mm];F [N];v;G [kN]\n-10;-3,3;0;0\n0;0;1;2\n15;4,8;;\n", false},
      {"in.csv", "value,t [ms]\n0,0\n0.1,100\n-0.7,251\n", false},
      {"road.csv", "0 0\n1e-3 12.4\n1e-3 7\n3e-3 0\n", false},
      {"grid.csv", "1\t2\t3\n4\t5\t6.5\n", false},
      {"way.csv", "v [km/h],x [km],y\n36,0,0\n18,0.25,3.5\n0,0.5,-2\n", false},
      {"way.csv", "v [km/h],x [km],y\n36,0,0\n18,0.25,3.5\n9,0.5,-1\n", false},
  };
  write_data();
  jn_model *first = read_with("m.yaml", NULL, 0);
  for (size_t i = 0; first && i < sizeof changes / sizeof *changes; i++) {
    write_data();
    write_file(changes[i].name, changes[i].text);
    jn_model *model = read_with("m.yaml", NULL, 0);
    if (model) CHECK((jni_equations_hash(first) == jni_equations_hash(model)) == changes[i].same);
    jn_model_free(model);
  }
  jn_model_free(first);
}

// Any unit will do for an input: it has none of its own.
static void test_input_units(void) {
  write_data();
  write_file("in.csv", "t [s];value [deg]\n0;0\n1;180\n");
  jn_model *model = read_with("m.yaml", NULL, 0);
  if (model) CHECK_NEAR(model->inputs[0].table.y[1], 3.14159265358979, 1e-14);
  jn_model_free(model);
}

// ---- where files are looked for -------------------------------------------------------------------------------------

// The highest force of the law.
static double last_force(const char *name, const jn_setting *settings, int n) {
  jn_model *model = read_with(name, settings, n);
  const jn_law *law = model ? &model->forces[0].def.law : NULL;
  double force = law && law->n > 0 ? law->y[law->n - 1] : NAN;
  jn_model_free(model);
  return force;
}

static void test_places(void) {
  const jn_setting other = {"forces.s.law.file", "two.csv"}, within = {"forces.s.law.file", "sub/law.csv"};
  write_data();
  write_file("two.csv", "0 0\n1 22\n");
  write_file("sub/law.csv", "0 0\n1 33\n");
  CHECK(last_force("m.yaml", NULL, 0) == 4.7);
  CHECK(last_force("m.yaml", &other, 1) == 22 && last_force("m.yaml", &within, 1) == 33);
  // a file is beside the one that names it: the base's own, a variant's, one that a variant sets
  write_file("sub/sub.yaml", "jounce: 1\nmodel: ../m.yaml\n");
  CHECK(last_force("sub/sub.yaml", NULL, 0) == 4.7);
  write_file("sub/sub.yaml", "jounce: 1\nmodel: ../m.yaml\nforces: {s: {law: {file: law.csv}}}\n");
  CHECK(last_force("sub/sub.yaml", NULL, 0) == 33);
  write_file("sub/sub.yaml", "jounce: 1\nmodel: ../m.yaml\nset: {forces.s.law.file: ../two.csv}\n");
  CHECK(last_force("sub/sub.yaml", NULL, 0) == 22);
  // texts in it are as everywhere
  write_file("sub/sub.yaml", "jounce: 1\nmodel: ../m.yaml\nforces: {s: {law: {file: \"law{two}.csv\"}}}\n");
  write_file("sub/law2.csv", "0 0\n1 44\n");
  CHECK(last_force("sub/sub.yaml", NULL, 0) == 44);
}

// Beside the file of the part; the file is read once for all its uses.
static void test_parts(void) {
  static const char car[] =
      "jounce: 1\nspace: plane\nbodies: {frame: {mass: 1, inertia: 1}}\nuse:\n"
      "  a: {part: sub/part.yaml, ports: {frame: frame}}\n  b: {part: sub/part.yaml, ports: {frame: frame}}\n"
      "  c: {part: sub/part.yaml, ports: {frame: frame}, set: {forces.s.law.file: two.csv}}\n";
  write_file("sub/part.yaml",
             "jounce: 1\nspace: plane\nports: {frame: body}\nbodies: {arm: {mass: 1, inertia: 1}}\n"
             "joints: {j: {type: prismatic, between: [frame, arm], axis: x}}\n"
             "forces: {s: {type: torsion-spring, joint: j, law: {file: law.csv}}}\n");
  write_file("sub/law.csv", "0 0\n1 33\n");
  write_file("two.csv", "0 0\n1 22\n");
  write_file("car.yaml", car);
  jn_model *model = read_with("car.yaml", NULL, 0);
  if (model) {
    CHECK(model->nforces == 3 && jn_model_nsources(model) == 4);
    CHECK(model->forces[1].def.law.y[1] == 33 && model->forces[2].def.law.y[1] == 22);
  }
  jn_model_free(model);
  write_file("sub/law.csv", "0 0\n1 x\n");
  jn_report *report = jn_report_new(NULL);
  CHECK(!jn_model_read(NULL, path_of("car.yaml"), NULL, 0, report));
  const jn_error *error = jn_report_get(report, 0);
  CHECK(error && error->line == 2 && error->column == 3 && strstr(error->file, "sub/law.csv"));
  CHECK(error && strstr(error->what, "in use 'a'"));
  jn_report_free(report);
}

static void test_without_a_place(void) {
  jn_report *report = jn_report_new(NULL);
  CHECK(!jn_model_read_text(NULL, path_of("m.yaml"), file_model, sizeof file_model - 1, NULL, 0, report));
  CHECK(jn_report_size(report) == 6 &&
        strstr(jn_report_get(report, 0)->what, "a model read from memory cannot name the file 'in.csv'"));
  jn_report_free(report);
}

static void test_missing(void) {
  static const char *const what[] = {"No such file", "it is a directory", "it is not a regular file"};
  static const char *const files[] = {"nowhere.csv", "sub", "/dev/zero"};
  for (int i = 0; i < 3; i++) {
    const jn_setting setting = {"forces.s.law.file", files[i]};
    jn_report *report = jn_report_new(NULL);
    write_data();
    CHECK(!jn_model_read(NULL, path_of("m.yaml"), &setting, 1, report));
    CHECK(jn_report_size(report) == 1 && strstr(jn_report_get(report, 0)->what, what[i]));
    CHECK(strncmp(jn_report_get(report, 0)->file, "--set forces.s.law.file", 23) == 0);
    jn_report_free(report);
  }
}

// ---- a grid with edges ----------------------------------------------------------------------------------------------

// The fault of a grid, "" when there is none.
static void grid_fault(const char *text, char *fault, size_t size, jni_csv_grid *grid) {
  static const char yaml[] = "{file: grid.csv, units: [mm, 1, kN]}";
  const jni_column_unit wanted[3] = {
      {.wanted = {{1, 0, 0, 0}, {1, 0, 0, 0}}}, {.wanted = {JN_NUMBER, JN_NUMBER}}, {.any = true}};
  jn_model *model = jn_model_new(NULL, "", JN_PLANE);
  jni_document *document = model ? jni_document_new(model, yaml, sizeof yaml - 1, 0, NULL) : NULL;
  write_file("grid.csv", text);
  jni_reader r = {.model = model, .path = path_of("m.yaml"), .root = document ? jni_document_root(document) : NULL};
  r.scratch = jni_document_empty(model);
  bool sound = jni_read_grid(&r, r.root, true, wanted, grid);
  const jn_error *error = sound ? NULL : jn_report_get(model->report, 0);
  fault[0] = 0;
  if (error) snprintf(fault, size, "%d:%d: %.200s", error->line, error->column, error->what);
  if (sound) CHECK(grid->nx == 2 && grid->ny == 2 && grid->x[1] == 0.02 && grid->y[1] == 2 && grid->z[3] == 4000);
  jni_read_close_files(&r);
  jni_document_free(r.scratch);
  jni_document_free(document);
  jn_model_free(model);
}

static void test_grid(void) {
  jni_csv_grid grid;
  char fault[256];
  grid_fault(",1,2\n10,1,2\n20,3,4\n", fault, sizeof fault, &grid);
  CHECK(!fault[0]);
  grid_fault(",2,2\n10,1,2\n20,3,4\n", fault, sizeof fault, &grid);
  CHECK(strncmp(fault, "1:4: the second variable", 24) == 0);
  grid_fault(",1,2\n10,1,2\n10,3,4\n", fault, sizeof fault, &grid);
  CHECK(strncmp(fault, "3:1: the first variable", 23) == 0 && strstr(fault, "on line 2"));
}

// ---- memory ---------------------------------------------------------------------------------------------------------

static void test_allocations(void) {
  write_data();
  long n = 0;
  for (bool done = false; !done && n < 100000; n++) {
    memory_count count = {.fail_at = n + 1, .once = true};
    const jn_alloc alloc = {counted_resize, &count};
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_model_read(&alloc, path_of("m.yaml"), NULL, 0, report);
    done = count.calls < n + 1;
    CHECK((model != NULL) == done && (done || jn_report_count(report, JN_FAULT) > 0));
    jn_model_free(model);
    CHECK(count.live == 0);
    jn_report_free(report);
  }
  CHECK(n > 60 && n < 100000);
}

int main(void) {
  files_begin();
  test_written_out();
  test_own_units();
  test_hash();
  test_input_units();
  test_places();
  test_parts();
  test_without_a_place();
  test_missing();
  test_grid();
  test_allocations();
  files_end();
  return check_report();
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_null_options.c - NULL options do what the defaults do, in every function that takes some.
#include <dirent.h>
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "recorder.h"
#include "temporary.h"

// What the functions are called with.
typedef struct {
  jn_report *report;
  jn_model *model, *driven;
  jn_system *system, *driven_system;
  double *state, *driven_state;
  jn_comparison *comparison;
  jn_table *table;
} scene;

static const char robot[] =
    "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
    "ixy='0' ixz='0' iyz='0'/>"
    "</inertial></link><joint name='j' type='revolute'><limit lower='-1' upper='1' effort='1' velocity='1'/><parent "
    "link='a'/><child link='b'/></joint></robot>";
static const double curve_x[] = {0, 1, 2}, curve_y[] = {3, 5, 4};
static const jn_curve curve = {.label = "y", .x = curve_x, .y = curve_y, .n = 3};
static const jn_plot_panel panel = {.y_label = "y", .curves = &curve, .n = 1};

// Text of an answer; it is freed. "": there was none.
static void keep_text(char *made, char *out, size_t size) {
  snprintf(out, size, "%s", made ? made : "");
  jn_text_free(NULL, made);
}

static void by_run(const scene *s, bool null, char *out, size_t size) {
  jn_run_options options = jn_run_options_default();
  jn_run *run = jn_run_new(s->model, null ? NULL : &options, s->report);
  if (run && jn_run_execute(run, s->report) == JN_OK)
    snprintf(out, size, "%llx %d", (unsigned long long)jn_run_summary(run)->state_hash, jn_run_noutputs(run));
  jn_run_free(run);
}

static void by_session(const scene *s, bool null, char *out, size_t size) {
  jn_run_options options = jn_run_options_default();
  jn_session *session = jn_session_new(s->model, null ? NULL : &options, s->report);
  if (session && jn_session_step_to(session, 0.1) == JN_OK) snprintf(out, size, "%a", jn_session_outputs(session)[0]);
  jn_session_free(session);
}

static void by_compile(const scene *s, bool null, char *out, size_t size) {
  jn_compile_options options = jn_compile_options_default();
  jn_compiled *compiled = jn_compile(s->model, null ? NULL : &options, s->report);
  snprintf(out, size, "%d", compiled ? jn_compiled_report(compiled)->operations : -1);
  jn_compiled_free(compiled);
}

static void by_source_fmu(const scene *s, bool null, char *out, size_t size) {
  jn_fmu_options options = jn_fmu_options_default();
  jn_compiled *compiled = jn_compile(s->model, NULL, s->report);
  jn_source_fmu *fmu = compiled ? jn_source_fmu_new(compiled, null ? NULL : &options, s->report) : NULL;
  const char *name = "", *text = fmu ? jn_source_fmu_source(fmu, 0, &name) : NULL;
  if (text) snprintf(out, size, "%s\n%s", name, text);
  jn_source_fmu_free(fmu);
  jn_compiled_free(compiled);
}

static uint64_t hash_bytes(const unsigned char *bytes, size_t n) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < n; i++) hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}

static void by_fmu_export(const scene *s, bool null, char *out, size_t size) {
  jn_export_options options = jn_export_options_default();
  size_t n = 0;
  unsigned char *fmu = jn_fmu_export(s->model, null ? NULL : &options, &n, s->report);
  if (fmu) snprintf(out, size, "%zu %llx", n, (unsigned long long)hash_bytes(fmu, n));
  jn_fmu_free(fmu);
}

static void by_fmu_write(const scene *s, bool null, char *out, size_t size) {
  jn_export_options options = jn_export_options_default();
  static unsigned char bytes[1 << 20];
  char folder[400], path[500];
  if (!temporary_folder(folder, sizeof folder)) return;
  snprintf(path, sizeof path, "%s/model.fmu", folder);
  if (jn_fmu_write(s->model, null ? NULL : &options, path, s->report) == JN_OK) {
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file) fclose(file);
    if (n > 0) snprintf(out, size, "%zu %llx", n, (unsigned long long)hash_bytes(bytes, n));
    remove(path);
  }
  rmdir(folder);
}

// Where a build has no real time both are refused.
static void by_realtime(const scene *s, bool null, char *out, size_t size) {
  jn_run_options options = jn_run_options_default();
  jn_realtime_options how = jn_realtime_options_default();
  jn_realtime *paced = jn_realtime_new(s->model, null ? NULL : &options, null ? NULL : &how, s->report);
  snprintf(out, size, "%llx", paced ? (unsigned long long)jn_realtime_outputs_hash(paced) : 0ULL);
  jn_realtime_free(paced);
}

static void by_compare(const scene *s, bool null, char *out, size_t size) {
  jn_compare_options options = jn_compare_options_default();
  jn_comparison *c = jn_compare(s->model, null ? NULL : &options, s->report);
  if (c) snprintf(out, size, "%d %s %.17g", c->n, c->reference, c->combinations[0].line.error);
  jn_comparison_free(c);
}

static void by_equilibrium(const scene *s, bool null, char *out, size_t size) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  double state[64];
  memcpy(state, s->state, (size_t)jn_system_sizes(s->system).nstate * sizeof *state);
  if (jn_solve_equilibrium(s->system, null ? NULL : &options, state, NULL, NULL, s->report) == JN_OK)
    snprintf(out, size, "%.17g %.17g", state[1], state[2]);
}

static void by_start(const scene *s, bool null, char *out, size_t size) {
  double state[64];
  if (jn_start(s->system, null ? NULL : jn_model_choices(s->model), state, NULL, NULL, s->report) == JN_OK)
    snprintf(out, size, "%.17g %.17g", state[1], state[2]);
}

static void by_linearise(const scene *s, bool null, char *out, size_t size) {
  jn_linear_options options = jn_linear_options_default();
  jn_linear *linear = jn_linearise(s->system, s->state, null ? NULL : &options, s->report);
  if (linear) snprintf(out, size, "%d %.17g", jn_linear_get_sizes(linear).nx, jn_linear_A(linear)[2]);
  jn_linear_free(linear);
}

static void by_dynamics(const scene *s, bool null, char *out, size_t size) {
  jn_dynamics_options options = jn_dynamics_options_default();
  jn_dynamics *dynamics = jn_dynamics_new(s->system, null ? NULL : &options, s->report);
  if (dynamics)
    snprintf(out, size, "%d %.17g %.17g", jn_dynamics_nindependent(dynamics), jn_dynamics_M(dynamics)[0],
             jn_dynamics_bias(dynamics)[0]);
  jn_dynamics_free(dynamics);
}

static void by_kinematics(const scene *s, bool null, char *out, size_t size) {
  jn_kinematics_options options = jn_kinematics_options_default();
  jn_kinematics *k = jn_kinematics_new(s->driven_system, null ? NULL : &options, s->driven_state, s->report);
  if (k && jn_kinematics_go(k, 0.5, s->report) == JN_OK)
    snprintf(out, size, "%.17g %.17g", jn_kinematics_state(k)[1], jn_kinematics_forces(k)[0]);
  jn_kinematics_free(k);
}

static void by_import_text(const scene *s, bool null, char *out, size_t size) {
  jn_import_options options = jn_import_options_default();
  keep_text(jn_import_text(NULL, "r.urdf", robot, sizeof robot - 1, null ? NULL : &options, s->report), out, size);
}

static void by_import_file(const scene *s, bool null, char *out, size_t size) {
  jn_import_options options = jn_import_options_default();
  keep_text(jn_import_file(NULL, JOUNCE_SOURCE_DIR "/models/robots/arm.urdf", null ? NULL : &options, s->report), out,
            size);
}

static void by_import_model(const scene *s, bool null, char *out, size_t size) {
  jn_import_options options = jn_import_options_default();
  jn_model *model =
      jn_import_model(NULL, JOUNCE_SOURCE_DIR "/models/robots/arm.urdf", null ? NULL : &options, NULL, 0, s->report);
  if (model) snprintf(out, size, "%d %d %d", jn_model_nbodies(model), jn_model_njoints(model), jn_model_nforces(model));
  jn_model_free(model);
}

static void by_model_load(const scene *s, bool null, char *out, size_t size) {
  jn_import_options options = jn_import_options_default();
  jn_model *model =
      jn_model_load(NULL, JOUNCE_SOURCE_DIR "/models/robots/arm.urdf", null ? NULL : &options, NULL, 0, s->report);
  if (model) snprintf(out, size, "%d %d %d", jn_model_nbodies(model), jn_model_njoints(model), jn_model_nforces(model));
  jn_model_free(model);
}

static void by_plot_curves(const scene *s, bool null, char *out, size_t size) {
  jn_plot_options options = jn_plot_options_default();
  (void)s;
  keep_text(jn_plot_curves(NULL, &curve, 1, null ? NULL : &options), out, size);
}

static void by_plot_panels(const scene *s, bool null, char *out, size_t size) {
  jn_plot_options options = jn_plot_options_default();
  (void)s;
  keep_text(jn_plot_panels(NULL, &panel, 1, null ? NULL : &options), out, size);
}

static void by_plot_table(const scene *s, bool null, char *out, size_t size) {
  jn_plot_options options = jn_plot_options_default();
  const int column = 1;
  keep_text(jn_plot_table(NULL, s->table, 0, &column, 1, null ? NULL : &options), out, size);
}

static void by_plot_results(const scene *s, bool null, char *out, size_t size) {
  jn_plot_options options = jn_plot_options_default();
  const jn_plot_result result = {s->table, "a"};
  const char *name = jn_table_name(s->table, 1);
  keep_text(jn_plot_results(NULL, &result, 1, NULL, &name, 1, null ? NULL : &options), out, size);
}

static void by_picture(const scene *s, bool null, char *out, size_t size) {
  jn_picture_options options = jn_picture_options_default();
  jn_picture *picture = jn_picture_new(NULL, s->driven_system, s->driven_state);
  keep_text(jn_picture_svg(picture, null ? NULL : &options), out, size);
  jn_picture_free(picture);
}

static void by_compare_plot(const scene *s, bool null, char *out, size_t size) {
  jn_plot_options options = jn_plot_options_default();
  keep_text(jn_compare_plot(NULL, s->comparison, true, null ? NULL : &options), out, size);
}

static jn_sweep *sweep_of(const scene *s, const jn_sweep_options *options) {
  static const jn_setting vary = {"r", "40 mm:60 mm:3"}, shorter = {"simulate.until", "0.1"};
  jn_study_def def = jn_study_def_default();
  def.model = JOUNCE_SOURCE_DIR "/models/examples/slider-crank.yaml";
  def.vary = &vary;
  def.nvary = 1;
  def.settings = &shorter;
  def.nsettings = 1;
  jn_study *study = jn_study_new(NULL, &def, s->report);
  jn_sweep *sweep = study ? jn_sweep_run(study, options, s->report) : NULL;
  jn_study_free(study);
  return sweep;
}

static void by_sweep(const scene *s, bool null, char *out, size_t size) {
  jn_sweep_options options = jn_sweep_options_default();
  jn_sweep *sweep = sweep_of(s, null ? NULL : &options);
  snprintf(out, size, "%llx", sweep ? (unsigned long long)jn_sweep_hash(sweep) : 0ULL);
  jn_sweep_free(sweep);
}

static void by_find(const scene *s, bool null, char *out, size_t size) {
  jn_study_def def = jn_study_def_default();
  jn_find_options options = jn_find_options_default();
  jn_report *own = jn_report_new(NULL);
  (void)s;
  jn_found_free(jn_find(NULL, &def, null ? NULL : &options, own));
  if (jn_report_size(own) > 0) snprintf(out, size, "%s", jn_report_get(own, 0)->what);
  jn_report_free(own);
}

static void by_plot_map(const scene *s, bool null, char *out, size_t size) {
  static const double z[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  const jn_plot_map map = {curve_x, curve_x, 3, 3, z, "z"};
  jn_plot_options options = jn_plot_options_default();
  (void)s;
  keep_text(jn_plot_map_svg(NULL, &map, null ? NULL : &options), out, size);
}

static void by_plot_sweep(const scene *s, bool null, char *out, size_t size) {
  const int column = jn_table_find(s->table, "bob.y");
  jn_plot_options options = jn_plot_options_default();
  keep_text(jn_plot_sweep(NULL, s->table, "bob.y", &column, 1, null ? NULL : &options), out, size);
}

static const struct {
  const char *name;
  void (*call)(const scene *scene, bool null, char *out, size_t size);
} takers[] = {{"jn_run_new", by_run},
              {"jn_compare", by_compare},
              {"jn_compile", by_compile},
              {"jn_source_fmu_new", by_source_fmu},
              {"jn_fmu_export", by_fmu_export},
              {"jn_fmu_write", by_fmu_write},
              {"jn_session_new", by_session},
              {"jn_realtime_new", by_realtime},
              {"jn_solve_equilibrium", by_equilibrium},
              {"jn_start", by_start},
              {"jn_linearise", by_linearise},
              {"jn_dynamics_new", by_dynamics},
              {"jn_kinematics_new", by_kinematics},
              {"jn_model_load", by_model_load},
              {"jn_import_text", by_import_text},
              {"jn_import_file", by_import_file},
              {"jn_import_model", by_import_model},
              {"jn_plot_curves", by_plot_curves},
              {"jn_plot_panels", by_plot_panels},
              {"jn_plot_table", by_plot_table},
              {"jn_plot_results", by_plot_results},
              {"jn_picture_svg", by_picture},
              {"jn_compare_plot", by_compare_plot},
              {"jn_sweep_run", by_sweep},
              {"jn_find", by_find},
              {"jn_plot_map_svg", by_plot_map},
              {"jn_plot_sweep", by_plot_sweep}};
enum { NTAKERS = sizeof takers / sizeof *takers };

static scene make_scene(void) {
  scene s = {.report = jn_report_new(NULL), .table = jn_table_new(NULL)};
  s.model = model_of(NULL,
                     "jounce: 1\nspace: plane\ngravity: [0, -10]\nbodies: {bob: {type: particle, mass: 1}}\n"
                     "joints: {r: {type: point-on-line, between: [ground, bob], axis: y}}\n"
                     "forces: {f: {type: torsion-spring, joint: r, coordinate: displacement, stiffness: 4}}\n"
                     "simulate: {until: 0.1, step: 10 ms}\noutputs: [bob.y]\n");
  s.driven = model_of(NULL,
                      "jounce: 1\nspace: plane\nbodies: {a: {mass: 1, inertia: 1, points: {O: [-1, 0]}}}\n"
                      "joints: {O: {type: revolute, between: [ground, a.O]}}\n"
                      "drivers: {d: {joint: O, motion: t^2}}\nsimulate: {until: 1}\n");
  s.system = jn_system_new(s.model, "cartesian", s.report);
  s.driven_system = jn_system_new(s.driven, NULL, s.report);
  CHECK(strcmp(jn_system_coordinates(s.driven_system), "cartesian") == 0);
  s.state = calloc((size_t)jn_system_sizes(s.system).nstate, sizeof *s.state);
  s.driven_state = calloc((size_t)jn_system_sizes(s.driven_system).nstate, sizeof *s.driven_state);
  CHECK(jn_start(s.system, NULL, s.state, NULL, NULL, s.report) == JN_OK);
  CHECK(jn_start(s.driven_system, NULL, s.driven_state, NULL, NULL, s.report) == JN_OK);
  jn_sink *sink = jn_table_sink(s.table);
  jn_run_options options = jn_run_options_default();
  options.sinks = &sink;
  options.nsinks = 1;
  jn_run *run = jn_run_new(s.model, &options, s.report);
  CHECK(run && jn_run_execute(run, s.report) == JN_OK);
  jn_run_free(run);
  s.comparison = jn_compare(s.model, NULL, s.report);
  CHECK(s.comparison && s.comparison->n > 1);
  return s;
}

static void drop_scene(scene *s) {
  free(s->state);
  free(s->driven_state);
  jn_system_free(s->system);
  jn_system_free(s->driven_system);
  jn_comparison_free(s->comparison);
  jn_table_free(s->table);
  jn_model_free(s->model);
  jn_model_free(s->driven);
  jn_report_free(s->report);
}

static void test_options(void) {
  enum { SIZE = 100000 };
  scene s = make_scene();
  char *out[2] = {malloc(SIZE), malloc(SIZE)};
  for (int i = 0; i < NTAKERS; i++) {
    for (int null = 0; null < 2; null++) {
      out[null][0] = 0;
      takers[i].call(&s, null, out[null], SIZE);
    }
    bool reads_robot = strncmp(takers[i].name, "jn_import", 9) == 0 || strcmp(takers[i].name, "jn_model_load") == 0;
    bool none = reads_robot && !jn_import_available();
    bool good = strcmp(out[0], out[1]) == 0 && (none || out[0][0]);
    CHECK(good);
    if (!good) printf("  %s: '%.200s' with the defaults, '%.200s' with NULL\n", takers[i].name, out[0], out[1]);
  }
  free(out[0]);
  free(out[1]);
  drop_scene(&s);
}

// Every function of the headers that takes options is in the list.
static void check_header(const char *name, int *found) {
  static char text[100000];
  char path[600];
  snprintf(path, sizeof path, "%s/include/jounce/%s", JOUNCE_SOURCE_DIR, name);
  FILE *file = fopen(path, "r");
  CHECK(file != NULL);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  for (char *at = text;; at++) {
    at = strstr(at, "_options *options");
    if (!at) break;
    char *line = at, function[80] = "";
    while (line > text && strncmp(line, "JN_API", 6) != 0) line--;
    char *bracket = strchr(line, '('), *begin = bracket;
    while (begin > line && begin[-1] != ' ' && begin[-1] != '*') begin--;
    snprintf(function, sizeof function, "%.*s", (int)(bracket - begin), begin);
    bool known = false;
    for (int i = 0; i < NTAKERS; i++) known = known || strcmp(takers[i].name, function) == 0;
    CHECK(known);
    if (!known) printf("  %s of %s takes options and is not tried with NULL\n", function, name);
    ++*found;
  }
}

static void test_list(void) {
  int found = 0;
  DIR *folder = opendir(JOUNCE_SOURCE_DIR "/include/jounce");
  CHECK(folder != NULL);
  for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
    if (strstr(entry->d_name, ".h")) check_header(entry->d_name, &found);
  closedir(folder);
  CHECK(found >= 12);
}

int main(void) {
  test_options();
  test_list();
  return check_report();
}

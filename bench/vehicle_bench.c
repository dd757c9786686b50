// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vehicle_bench.c - CPU time of the Iltis over profile I (models/vehicles/iltis-profile-1.yaml) by the index-3 family
// with steps of 10 ms, on one core, with the error beside it; then the cost of a step from one to fifty vehicles in one
// model.
//
// Time is that of 500 steps from the settled start (the equilibrium is found before), the best of five runs. The error
// is the largest difference of the chassis' height, at every step, from a run by other equations with a tolerance of
// 1e-10. The model of many vehicles is made from the text of models/vehicles/iltis.yaml: every element is repeated
// under a name with its number; they do not see each other.
//   vehicle_bench            both
//   vehicle_bench --quick    up to ten vehicles, the best of two
#include <ctype.h>
#include <jounce/jounce.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STEPS = 500, MOST_NAMES = 128 };
static const double step = 10e-3;

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void say(const jn_report *report) {
  char text[512];
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    fprintf(stderr, "%s\n", text);
  }
}

// ---- one run ----------------------------------------------------------------------------------------------------

typedef struct {
  const char *formulation, *variant, *coordinates, *integrator;
} method;

static jn_run *new_run(jn_model *model, const method *m, double h, double tolerance, jn_report *report) {
  jn_choices choices = *jn_model_choices(model);
  choices.step = h;
  if (tolerance > 0) choices.tolerance = tolerance;
  snprintf(choices.formulation, sizeof choices.formulation, "%s", m->formulation);
  snprintf(choices.variant, sizeof choices.variant, "%s", m->variant);
  snprintf(choices.coordinates, sizeof choices.coordinates, "%s", m->coordinates);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", m->integrator);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  jn_run *run = jn_run_new(model, &options, report);
  if (!run) say(report);
  return run;
}

static int find_output(const jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return i;
  return 0;
}

// Goes through all steps; heights (STEPS) may be NULL. Returns the CPU seconds, NaN: it failed.
static double go(jn_run *run, const double *start, int nsteps, double *heights) {
  int output = find_output(run, "chassis.z");
  if (jn_run_restart(run, start) != JN_OK) return NAN;
  double begin = cpu_seconds();
  for (int i = 1; i <= nsteps; i++) {
    double t = i * step;
    while (jn_run_state(run)[0] < t)
      if (jn_run_step(run, t) != JN_OK) {
        fprintf(stderr, "%s\n", jn_run_summary(run)->why);
        return NAN;
      }
    if (heights) heights[i - 1] = jn_run_outputs(run)[output];
  }
  return cpu_seconds() - begin;
}

static double *copy_state(jn_run *run) {
  size_t n = (size_t)jn_system_sizes(jn_run_system(run)).nstate;
  double *start = malloc(n * sizeof *start);
  if (start) memcpy(start, jn_run_state(run), n * sizeof *start);
  return start;
}

// ---- one vehicle ---------------------------------------------------------------------------------------------------

static jn_model *read_vehicle(jn_report *report) {
  jn_model *model = jn_model_read(NULL, BENCH_MODELS "/vehicles/iltis-profile-1.yaml", NULL, 0, report);
  if (!model) say(report);
  return model;
}

static bool make_reference(jn_model *model, jn_report *report, double heights[STEPS]) {
  static const method exact = {"multipliers", "auto", "cartesian", "dopri5"};
  jn_run *run = new_run(model, &exact, 0, 1e-10, report);
  double *start = run ? copy_state(run) : NULL;
  bool ok = start && isfinite(go(run, start, STEPS, heights));
  free(start);
  jn_run_free(run);
  return ok;
}

static void measure(jn_model *model, const method *m, int repeats, const double reference[STEPS], jn_report *report) {
  static double heights[STEPS];
  jn_run *run = new_run(model, m, step, 0, report);
  double *start = run ? copy_state(run) : NULL, best = HUGE_VAL, error = 0;
  for (int i = 0; start && i < repeats; i++) best = fmin(best, go(run, start, STEPS, NULL));
  long before = run ? jn_run_summary(run)->iterations : 0;
  if (start && isfinite(go(run, start, STEPS, heights)) && best < HUGE_VAL) {
    for (int i = 0; i < STEPS; i++) error = fmax(error, fabs(heights[i] - reference[i]));
    printf("| %-28s | %-11s | %6.1f | %7.1f | %9.0f | %10.2f | %8.1e |\n", m->formulation, m->coordinates, 1e3 * best,
           1e6 * best / STEPS, STEPS * step / best, (double)(jn_run_summary(run)->iterations - before) / STEPS, error);
  } else {
    printf("| %-28s | %-11s | failed\n", m->formulation, m->coordinates);
  }
  free(start);
  jn_run_free(run);
}

static void one_vehicle(bool quick) {
  static const method methods[] = {{"index3-projected", "auto", "cartesian", "trapezoidal"},
                                   {"index3-projected", "auto", "natural", "trapezoidal"},
                                   {"index3-conserving-projected", "auto", "natural", "auto"}};
  static double reference[STEPS];
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_vehicle(report);
  if (model && make_reference(model, report, reference)) {
    printf("Iltis, profile I, 5 s in steps of 10 ms; CPU time on one core, best of %d.\n\n", quick ? 2 : 5);
    printf("| formulation                  | coordinates | ms     | us/step | real time | iterations | error, m |\n");
    printf("|------------------------------|-------------|--------|---------|-----------|------------|----------|\n");
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
      measure(model, &methods[i], quick ? 2 : 5, reference, report);
  }
  jn_model_free(model);
  jn_report_free(report);
}

// ---- many vehicles in one model -------------------------------------------------------------------------------------

typedef struct {
  char *text;
  size_t size, capacity;
} buffer;

static void append(buffer *b, const char *text, size_t n) {
  if (b->size + n + 1 > b->capacity) {
    b->capacity = 2 * (b->size + n + 1);
    b->text = realloc(b->text, b->capacity);
    if (!b->text) exit(1);
  }
  memcpy(b->text + b->size, text, n);
  b->size += n;
  b->text[b->size] = 0;
}

typedef struct {
  const char *text;
  size_t n;
} span;

typedef struct {
  span names[MOST_NAMES];  // of bodies, joints, drivers and forces
  int nnames;
} name_list;

static bool in_name(int c) { return isalnum(c) || c == '_'; }

static bool is_listed(const name_list *list, const char *text, size_t n) {
  for (int i = 0; i < list->nnames; i++)
    if (list->names[i].n == n && memcmp(list->names[i].text, text, n) == 0) return true;
  return false;
}

// The lines of a section: from behind its key to the next key that stands at the begin of a line.
static span section(const char *text, const char *key) {
  char head[64];
  snprintf(head, sizeof head, "\n%s:\n", key);
  const char *begin = strstr(text, head), *end;
  if (!begin) return (span){text, 0};
  begin += strlen(head);
  for (end = begin; *end && (*end == ' ' || *end == '\n' || *end == '#');) {
    const char *next = strchr(end, '\n');
    end = next ? next + 1 : end + strlen(end);
  }
  return (span){begin, (size_t)(end - begin)};
}

// Keys with two blanks before them.
static void list_names(span lines, name_list *list) {
  for (const char *line = lines.text; line && line < lines.text + lines.n;
       line = strchr(line, '\n'), line += line != NULL) {
    if (strncmp(line, "  ", 2) != 0 || !in_name((unsigned char)line[2])) continue;
    size_t n = 0;
    while (in_name((unsigned char)line[2 + n])) n++;
    if (!is_listed(list, line + 2, n) && list->nnames < MOST_NAMES) list->names[list->nnames++] = (span){line + 2, n};
  }
}

// The lines once, with a number behind every name of the list.
static void append_renamed(buffer *out, span lines, const name_list *list, int number) {
  char tail[16];
  snprintf(tail, sizeof tail, "_%d", number);
  for (size_t i = 0; i < lines.n;) {
    size_t n = 0;
    while (i + n < lines.n && in_name((unsigned char)lines.text[i + n])) n++;
    append(out, lines.text + i, n > 0 ? n : 1);
    if (n > 0 && is_listed(list, lines.text + i, n)) append(out, tail, strlen(tail));
    i += n > 0 ? n : 1;
  }
}

static void append_section(buffer *out, const char *text, const char *key, const name_list *list, int copies) {
  char head[64];
  snprintf(head, sizeof head, "%s:\n", key);
  append(out, head, strlen(head));
  for (int i = 0; i < copies || (copies == 0 && i == 0); i++) append_renamed(out, section(text, key), list, i);
}

// A part of `initial`: lines under "  key:" with four blanks.
static void append_initial(buffer *out, span initial, const char *key, const name_list *list, int copies) {
  char head[64];
  snprintf(head, sizeof head, "  %s:\n", key);
  const char *begin = strstr(initial.text, head);
  if (!begin) return;
  append(out, head, strlen(head));
  begin += strlen(head);
  const char *end = begin;
  while (strncmp(end, "    ", 4) == 0) end = strchr(end, '\n') + 1;
  for (int i = 0; i < copies; i++) append_renamed(out, (span){begin, (size_t)(end - begin)}, list, i);
}

static char *read_text(const char *path) {
  buffer b = {0};
  char part[4096];
  FILE *file = fopen(path, "r");
  if (!file) return NULL;
  for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;) append(&b, part, n);
  fclose(file);
  return b.text;
}

static char *many_vehicles(const char *text, int copies) {
  static const char *const once[] = {"parameters", "roads"}, *const each[] = {"bodies", "joints", "drivers", "forces"};
  static const char head[] = "jounce: 1\nname: vehicles\nspace: space\ngravity: [0, 0, -9.81]\n";
  name_list names = {.nnames = 0}, none = {.nnames = 0};
  buffer out = {0};
  for (int i = 0; i < 4; i++) list_names(section(text, each[i]), &names);
  append(&out, head, strlen(head));
  for (int i = 0; i < 2; i++) append_section(&out, text, once[i], &none, 0);
  for (int i = 0; i < 4; i++) append_section(&out, text, each[i], &names, copies);
  append(&out, "initial:\n", 9);
  append_initial(&out, section(text, "initial"), "keep", &names, copies);
  append_initial(&out, section(text, "initial"), "guess", &names, copies);
  append(&out, "simulate: {until: 5}\n", 21);
  return out.text;
}

static double step_seconds(const char *text, int copies, int nsteps, int repeats) {
  static const method m = {"index3-projected", "auto", "cartesian", "trapezoidal"};
  static const jn_setting settings[] = {{"speed", "5"}, {"road", "3"}};
  jn_report *report = jn_report_new(NULL);
  char *many = many_vehicles(text, copies);
  jn_model *model = jn_model_read_text(NULL, "vehicles", many, strlen(many), settings, 2, report);
  jn_run *run = model ? new_run(model, &m, step, 0, report) : NULL;
  double *start = run ? copy_state(run) : NULL, best = HUGE_VAL;
  if (!model) say(report);
  for (int i = 0; start && i < repeats; i++) best = fmin(best, go(run, start, nsteps, NULL) / nsteps);
  free(start);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  free(many);
  return best;
}

static void vehicles_side_by_side(bool quick) {
  static const int counts[] = {1, 2, 5, 10, 20, 50};
  enum { NSTEPS = 100 };
  char *text = read_text(BENCH_MODELS "/vehicles/iltis.yaml");
  if (!text) return;
  printf(
      "\nVehicles in one model, index3-projected in cartesian coordinates, %d steps from rest at nominal height.\n\n",
      (int)NSTEPS);
  printf("| vehicles | us/step  | us/step and vehicle |\n|----------|----------|---------------------|\n");
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    if (quick && counts[i] > 10) continue;
    double seconds = step_seconds(text, counts[i], NSTEPS, quick ? 2 : 5);
    printf("| %8d | %8.0f | %19.1f |\n", counts[i], 1e6 * seconds, 1e6 * seconds / counts[i]);
    fflush(stdout);
  }
  free(text);
}

int main(int argc, char **argv) {
  bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
  if (argc > 1 && !quick) {
    fprintf(stderr, "usage: vehicle_bench [--quick]\n");
    return 2;
  }
  one_vehicle(quick);
  vehicles_side_by_side(quick);
  return 0;
}

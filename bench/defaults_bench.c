// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// defaults_bench.c - what `auto` costs beside the ways that one could ask for by name, over all models that are
// shipped.
//
// Every model runs over a part of its time with all its choices `auto` but step, tolerance and integrator, and so does
// each of the ways below. Costs are the instructions that callgrind counts between the first step and the last, books
// and one row of outputs included, reading and assembly not.
// The error is the largest of a body's position or velocity at the end, against a run at tolerance 1e-12, in sizes of
// the largest of all bodies.
//   defaults_bench              all models, some minutes; needs valgrind
//   defaults_bench MODEL...     these files
//   defaults_bench --tiny       to see that it works: two models, evaluations in place of instructions
#include <glob.h>
#include <jounce/jounce.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *title, *formulation, *coordinates;
} ways[] = {
    {"cartesian", "multipliers", "cartesian"},
    {"natural", "multipliers", "natural"},
    {"joint", "multipliers", "joint"},
    {"reduced", "reduced", "joint"},
    {"auto", "auto", "auto"},
};
enum { WAYS = sizeof ways / sizeof *ways, AUTO = WAYS - 1, MOST_BODIES = 1000 };

// Errors below this are rounding, and all alike.
static const double rounding = 1e-11;
// A fixed step is taken this often, a variable one over this part of the time.
static const double fixed_steps = 400, variable_part = 0.1;

typedef struct {
  bool done;
  double cost, error;
  long evaluations;
  char chosen[80], why[200];
} result;

typedef struct {
  int n;
  double value[MOST_BODIES][2][3];  // position and velocity of each body
} places;

// ---- one run --------------------------------------------------------------------------------------------------------

static void set(char *field, size_t size, const char *name) { snprintf(field, size, "%s", name); }

// The integrator of the file stays, where all ways take it: models that name bdf are stiff.
static bool goes_with_all(const char *integrator) {
  for (int i = 0; jn_choice_name("integrator", "multipliers", i); i++)
    if (strcmp(jn_choice_name("integrator", "multipliers", i), integrator) == 0) return true;
  return false;
}

static jn_choices choices_of(jn_model *model, int way) {
  jn_choices c = *jn_model_choices(model);
  set(c.formulation, sizeof c.formulation, ways[way].formulation);
  set(c.coordinates, sizeof c.coordinates, ways[way].coordinates);
  if (!goes_with_all(c.integrator)) set(c.integrator, sizeof c.integrator, "auto");
  set(c.variant, sizeof c.variant, "auto");
  set(c.energy, sizeof c.energy, "auto");
  set(c.position, sizeof c.position, "auto");
  set(c.velocity, sizeof c.velocity, "auto");
  c.until = c.step > 0 ? fmin(c.until, fixed_steps * c.step) : c.until * variable_part;
  c.output_step = c.checkpoint_step = c.until;
  return c;
}

// Where the instructions are counted.
__attribute__((noinline)) static jn_status counted(jn_run *run, jn_report *report) {
  return jn_run_execute(run, report);
}

static bool list_probes(const jn_model *model, const char **names) {
  int n = jn_model_nbodies(model) - 1;
  if (n > MOST_BODIES) return false;
  for (int b = 0; b < 2 * n; b++) {
    const char *body = jn_model_body_name(model, (jn_body){b / 2 + 1});
    size_t room = strlen(body) + 10;
    char *name = malloc(room);
    if (!name) return false;
    snprintf(name, room, "%s.%s", body, b % 2 ? "velocity" : "position");
    names[b] = name;
  }
  return true;
}

static double find_output(jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return jn_run_outputs(run)[i];
  return NAN;
}

// A model may have some of them among its own outputs: they are looked up by name.
static void take_places(const jn_model *model, jn_run *run, places *p) {
  static const char *const words[2][3] = {{"x", "y", "z"}, {"vx", "vy", "vz"}};
  p->n = jn_model_nbodies(model) - 1;
  for (int b = 0; b < p->n; b++)
    for (int k = 0; k < 6; k++) {
      char name[128];
      bool there = k % 3 < 2 || jn_model_space(model) == JN_SPACE;
      snprintf(name, sizeof name, "%.100s.%s", jn_model_body_name(model, (jn_body){b + 1}), words[k / 3][k % 3]);
      p->value[b][k / 3][k % 3] = there ? find_output(run, name) : 0;
    }
}

static jn_status run_choices(jn_model *model, const jn_choices *c, places *p, result *r, jn_report *report) {
  const char **names = calloc(2 * MOST_BODIES, sizeof *names);
  jn_run_options options = jn_run_options_default();
  jn_run *run = NULL;
  jn_status status = JN_NO_MEMORY;
  options.choices = c;
  options.probes = names;
  options.nprobes = 2 * (jn_model_nbodies(model) - 1);
  if (names && list_probes(model, names)) run = jn_run_new(model, &options, report);
  if (run) {
    const jn_summary *s = jn_run_summary(run);
    status = counted(run, report);
    take_places(model, run, p);
    *r = (result){.done = status == JN_OK, .cost = (double)s->evaluations, .evaluations = s->evaluations};
    snprintf(r->chosen, sizeof r->chosen, "%s, %s", s->choices.formulation, s->choices.coordinates);
  }
  for (int b = 0; names && b < 2 * MOST_BODIES; b++) free((char *)names[b]);
  free(names);
  jn_run_free(run);
  return status;
}

static jn_model *read_model(const char *path, jn_report *report) {
  return jn_import_takes(path) ? jn_import_model(NULL, path, NULL, NULL, 0, report)
                               : jn_model_read(NULL, path, NULL, 0, report);
}

static void tell(const jn_report *report, char *text, size_t size) {
  int n = jn_report_size(report);
  snprintf(text, size, "%.190s", n > 0 ? jn_report_get(report, n - 1)->what : "failed");
}

static bool run_way(const char *path, int way, places *p, result *r) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_model(path, report);
  jn_status status = JN_BAD_MODEL;
  *r = (result){.done = false};
  if (model) {
    jn_choices c = choices_of(model, way);
    status = run_choices(model, &c, p, r, report);
  }
  if (status != JN_OK) tell(report, r->why, sizeof r->why);
  jn_model_free(model);
  jn_report_free(report);
  return status == JN_OK;
}

// The tightest run that comes to its end, in cartesian coordinates or the independent ones.
static bool run_reference(const char *path, places *p) {
  static const int tried[] = {0, 3};
  bool found = false;
  for (int i = 0; i < 2 && !found; i++)
    for (double tolerance = 1e-12; tolerance < 1e-9 && !found; tolerance *= 10) {
      jn_report *report = jn_report_new(NULL);
      jn_model *model = read_model(path, report);
      result r;
      if (model) {
        jn_choices c = choices_of(model, tried[i]);
        c.step = 0;
        c.tolerance = tolerance;
        if (jn_integrator_is_fixed(c.integrator)) set(c.integrator, sizeof c.integrator, "dopri5");
        c.tolerance_position = c.tolerance_velocity = c.tolerance_other = 0;
        found = run_choices(model, &c, p, &r, report) == JN_OK;
      }
      jn_model_free(model);
      jn_report_free(report);
    }
  return found;
}

static double error_of(const places *p, const places *reference) {
  double most = 0;
  for (int level = 0; level < 2; level++) {
    double size = 1e-3, off = 0;
    for (int b = 0; b < reference->n; b++)
      for (int k = 0; k < 3; k++) {
        size = fmax(size, fabs(reference->value[b][level][k]));
        double d = fabs(p->value[b][level][k] - reference->value[b][level][k]);
        if (!(d <= off)) off = d;
      }
    most = fmax(most, off / size);
  }
  return most;
}

// ---- instructions ---------------------------------------------------------------------------------------------------

// The program itself under callgrind, with one model and one way.
static double count_instructions(const char *self, const char *path, int way) {
  char command[1400], line[400];
  double count = NAN;
  snprintf(command, sizeof command,
           "valgrind --tool=callgrind --toggle-collect=counted --callgrind-out-file=/dev/null '%s' --one '%s' %d 2>&1",
           self, path, way);
  FILE *pipe = popen(command, "r");
  while (pipe && fgets(line, sizeof line, pipe)) {
    const char *at = strstr(line, "Collected : ");
    if (at) count = strtod(at + strlen("Collected : "), NULL);
  }
  if (pipe) pclose(pipe);
  return count;
}

// ---- the table ------------------------------------------------------------------------------------------------------

// `auto` over the cheapest way that errs about as little.
static double ratio_of(const result *r) {
  double least = HUGE_VAL;
  for (int w = 0; w < WAYS; w++)
    if (r[w].done && r[w].cost < least && (w == AUTO || r[w].error <= fmax(rounding, 1.5 * r[AUTO].error)))
      least = r[w].cost;
  return r[AUTO].cost / least;
}

static void print_row(const char *path, const result *r) {
  const char *name = strrchr(path, '/');
  printf("| %s | %s |", name ? name + 1 : path, r[AUTO].done ? r[AUTO].chosen : r[AUTO].why);
  for (int w = 0; w < WAYS; w++) {
    if (r[w].done) printf(" %.3g (%.0e) |", r[w].cost / 1e6, r[w].error);
    else printf(" - |");
  }
  printf(" %.2f |\n", ratio_of(r));
  fflush(stdout);
}

static void measure(const char *self, const char *path, bool count) {
  static places reference, p;
  result r[WAYS];
  if (!run_reference(path, &reference)) {
    printf("| %s | no reference |\n", path);
    return;
  }
  for (int w = 0; w < WAYS; w++) {
    if (!run_way(path, w, &p, &r[w])) continue;
    r[w].error = error_of(&p, &reference);
    if (count) r[w].cost = count_instructions(self, path, w);
  }
  print_row(path, r);
}

static void print_head(void) {
  printf("| model | `auto` |");
  for (int w = 0; w < WAYS; w++) printf(" %s |", ways[w].title);
  printf(" of the best |\n|---|---|");
  for (int w = 0; w <= WAYS; w++) printf("---|");
  putchar('\n');
}

int main(int argc, char **argv) {
  static places p;
  result r;
  if (argc == 4 && strcmp(argv[1], "--one") == 0) return run_way(argv[2], atoi(argv[3]), &p, &r) ? 0 : 1;
  bool tiny = argc == 2 && strcmp(argv[1], "--tiny") == 0;
  print_head();
  if (tiny) {
    measure(argv[0], BENCH_MODELS "/examples/slider-crank.yaml", false);
    measure(argv[0], BENCH_MODELS "/examples/pendulum.yaml", false);
  }
  for (int i = 1; i < argc && !tiny; i++) measure(argv[0], argv[i], true);
  if (argc > 1) return 0;
  glob_t found;
  glob(BENCH_MODELS "/*/*.[yux][arm][mdl]*", 0, NULL, &found);
  for (size_t i = 0; i < found.gl_pathc; i++) measure(argv[0], found.gl_pathv[i], true);
  globfree(&found);
  return 0;
}

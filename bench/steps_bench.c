// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// steps_bench.c - how long a step of each method may be on vehicles as straight-line code, carried out by tapes: the
// largest of a ladder of steps that ends its run near the reference, and the errors there and on the way. Errors are
// the largest distance of the chassis from where it is in a run of rk4 with a tenth of a millisecond, at 20 times a
// second.
// The bumps of the shipped course, 80 mm, leave the stops of the suspension untouched. On the course of stops the bumps
// are 0.15 m high and the stops sit where springs are 0.24 m short, and 0.275 m (front) or 0.315 m (rear) long.
//   steps_bench            about three minutes
//   steps_bench N          from the course with this number on
//   steps_bench --tiny     to see that everything works: 50 ms of one course
#include <jounce/jounce.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/machine.h"

typedef struct {
  const char *title, *model;
  double until;
  const char *stops[4];  // forces that are told of the reference, NULL: none
  jn_setting settings[3];
  int nsettings;
} course;

#define HMMWV_STOPS \
  { "force.fl.stop.value", "force.fr.stop.value", "force.rl.stop.value", "force.rr.stop.value" }
#define SHORT_TRAVEL                                                   \
  {"parts.corner.parameters.bump_length", "0.24"}, {                   \
    "parts.corner.parameters.travel", "=if(rear, 0.315, 0.275) - 0.24" \
  }

static const course courses[] = {
    {"HMMWV, kerb", "hmmwv-kerb", 6, {0}, {{0}}, 0},
    {"HMMWV, bumps", "hmmwv-bumps", 4, HMMWV_STOPS, {{0}}, 0},
    {"HMMWV, stops", "hmmwv-bumps", 4, HMMWV_STOPS, {{"roads.road1.height", "0.15"}, SHORT_TRAVEL}, 3},
    {"M2, trench", "m2-trench", 3, {0}, {{0}}, 0}};
enum { COURSES = sizeof courses / sizeof *courses, MOST = 200, PLACES = 3, OUTPUTS = 7 };

static const double ladder[] = {20e-3, 10e-3, 5e-3, 2e-3, 1e-3, 0.5e-3, 0.2e-3, 0.1e-3}, usual = 1e-3, finest = 0.1e-3,
                    apart = 0.05, far = 0.2;  // s; m: further from the reference no run is called stable
enum { RUNGS = sizeof ladder / sizeof *ladder };

typedef struct {
  int n;  // samples; fewer than asked for: a step failed
  double place[MOST][PLACES];
  double stop;  // largest force
} track;

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;
  jn_probe *probe;
  double *nominal;
} vehicle;

// ---- one run --------------------------------------------------------------------------------------------------------

static void vehicle_free(vehicle *v) {
  free(v->nominal);
  jn_probe_free(v->probe);
  jn_run_free(v->run);
  jn_model_free(v->model);
  jn_report_free(v->report);
}

// At the start of its run; inputs follow their own course.
static bool vehicle_read(vehicle *v, const course *c) {
  char path[512];
  const char *names[OUTPUTS] = {"chassis.x", "chassis.y", "chassis.z"};
  int n = PLACES;
  snprintf(path, sizeof path, BENCH_MODELS "/vehicles/%s.yaml", c->model);
  for (int i = 0; i < 4 && c->stops[i]; i++) names[n++] = c->stops[i];
  *v = (vehicle){.report = jn_report_new(NULL)};
  v->model = jn_model_read(NULL, path, c->settings, c->nsettings, v->report);
  jn_choices choices = jn_choices_default();
  jn_run_options options = jn_run_options_default();
  strcpy(choices.coordinates, "joint");
  strcpy(choices.formulation, "reduced");
  options.choices = &choices;
  v->run = v->model ? jn_run_new(v->model, &options, v->report) : NULL;
  if (!v->run) return false;
  const jn_system *system = jn_run_system(v->run);
  jn_sizes sizes = jn_system_sizes(system);
  v->probe = jn_probe_new(system, names, n, false, v->report);
  v->nominal = calloc((size_t)jni_writer_nvariables(system) + 1, sizeof *v->nominal);
  if (!v->probe || !v->nominal) return false;
  memcpy(v->nominal, jn_run_state(v->run), (size_t)sizes.nstate * sizeof *v->nominal);
  for (int i = 0; i < sizes.nu; i++) v->nominal[sizes.nstate + i] = NAN;
  return true;
}

static void look_at_stops(jni_machine *m, track *t) {
  double out[OUTPUTS];
  if (m->program->noutputs == PLACES) return;
  jni_machine_outputs(m, out);
  for (int i = PLACES; i < m->program->noutputs; i++) t->stop = fmax(t->stop, fabs(out[i]));
}

static void sample(jni_machine *m, track *t) {
  double out[OUTPUTS];
  jni_machine_outputs(m, out);
  memcpy(t->place[t->n++], out, sizeof t->place[0]);
}

static void drive(const vehicle *v, const jni_step_method *method, double h, double until, track *t) {
  const jni_program_def def = {.system = jn_run_system(v->run),
                               .reduced = jn_run_reduced(v->run),
                               .nominal = v->nominal,
                               .newton = 1,
                               .fused = true,
                               .implicit = {.extent = method->implicit, .h = h},
                               .probe = v->probe};
  jni_program *program = jni_program_new(NULL, &def, v->report);
  const jni_machine_def machine = {.program = program, .method = method, .h = h};
  jni_machine *m = program ? jni_machine_new(NULL, &machine) : NULL;
  int each = (int)lround(apart / h), look = h < 5e-3 ? (int)lround(5e-3 / h) : 1, samples = (int)lround(until / apart);
  bool good = m != NULL;
  t->n = 0;
  t->stop = 0;
  while (good && t->n < samples && t->n < MOST) {
    for (int i = 0; i < each && good; i++) {
      good = jni_machine_step(m) == JN_OK;
      if (good && i % look == 0) look_at_stops(m, t);
    }
    if (good) sample(m, t);
  }
  jni_machine_free(m);
  jni_program_free(program);
}

// Infinite: a step failed.
static double error_of(const track *t, const track *reference) {
  double worst = t->n < reference->n ? HUGE_VAL : 0;
  for (int k = 0; k < t->n && k < reference->n; k++) {
    double square = 0;
    for (int i = 0; i < PLACES; i++) square += pow(t->place[k][i] - reference->place[k][i], 2);
    if (!(sqrt(square) <= worst)) worst = sqrt(square);
  }
  return worst;
}

// ---- the table ------------------------------------------------------------------------------------------------------

static void print_error(double error) {
  if (error < HUGE_VAL) printf(" %8.1e", error);
  else printf(" %8s", "fails");
}

// A step is stable where those below it are: the ladder is climbed from its foot.
static void measure(const course *c, const vehicle *v, const jni_step_method *method, const track *reference) {
  static track t;
  double largest = NAN, there = NAN;
  bool stable = true;
  printf("%-13s %-10s", c->title, method->name);
  for (int k = RUNGS - 2; k >= 0; k--) {
    drive(v, method, ladder[k], c->until, &t);
    double error = error_of(&t, reference);
    print_error(error);
    stable = stable && error < far;
    if (stable) {
      largest = ladder[k];
      there = error;
    }
  }
  printf("   %4g ms, %.1e m\n", 1e3 * largest, there);
  fflush(stdout);
}

static bool run_course(const course *c, bool tiny) {
  static track reference, t;
  vehicle v;
  course own = *c;
  if (tiny) own.until = apart;
  bool good = vehicle_read(&v, &own);
  if (good) drive(&v, jni_step_method_find("rk4"), tiny ? usual : finest, own.until, &reference);
  good = good && reference.n == (int)lround(own.until / apart);
  if (good && own.stops[0]) printf("%s: stops carry up to %.0f N\n", own.title, reference.stop);
  for (const jni_step_method *m = jni_step_methods; good && m->name; m++) {
    if (!tiny) {
      measure(&own, &v, m, &reference);
    } else {
      drive(&v, m, usual, own.until, &t);
      good = error_of(&t, &reference) < far;
    }
  }
  if (!good) printf("%s does not run\n", own.title);
  vehicle_free(&v);
  return good;
}

int main(int argc, char **argv) {
  bool tiny = argc > 1 && strcmp(argv[1], "--tiny") == 0, good = true;
  int first = argc > 1 && !tiny ? atoi(argv[1]) : 0;
  printf("errors in metres at steps of");
  for (int k = RUNGS - 2; k >= 0; k--) printf(" %g", 1e3 * ladder[k]);
  puts(" ms; largest stable step and its error");
  for (int i = first; i < (tiny ? 1 : COURSES); i++) good = run_course(&courses[i], tiny) && good;
  return good ? 0 : 1;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact_reference.c - rigid and compliant contacts against all numbers of tests/reference/contact-results.txt:
// algebraic results to 12 digits, integrated ones to 9, or to the digits that the reference has. With the argument
// `table` it prints the largest error of each entry, the table in docs/testing.md.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jounce/jounce.h"

#define DATA JOUNCE_SOURCE_DIR "/tests/data/contact/"
#define RESULTS JOUNCE_SOURCE_DIR "/tests/reference/contact-results.txt"

enum { MOST_VALUES = 600, MOST_SAMPLES = 400, MOST_SETTINGS = 10, MOST_PROBES = 32, MOST_EVENTS = 400, NAME = 48 };

// Distance of two samples from an event and from each other, from which the limit at the event is extrapolated, part of
// the duration of the run.
static const double aside = 1e-8;
static const double least_part = 1e-2;  // errors are relative to this part of the largest value of a signal, at least

typedef enum { AT, BEFORE, AFTER, END, EVENT } value_sort;

// A number of the reference: the value of a signal at a time, or the time of an event.
typedef struct {
  value_sort sort;
  int probe;
  double time, value;  // EVENT: the value is the time after `time`
  double found;
} number;

// The numbers of one run of a model.
typedef struct {
  char model[NAME], line[512];  // line: memory of the settings
  const char *settings[MOST_SETTINGS];
  int nsettings;
  bool closed;
  double until, size;  // end of the run, s; errors are relative to this size, at least
  char probes[MOST_PROBES][NAME];
  int nprobes;
  number numbers[MOST_VALUES];
  int n;
} job;

typedef struct {
  char name[NAME];
  int digits, nnumbers, required;  // required: the smaller number of digits if there are two
  double worst;                    // largest relative error of the numbers
} entry;

typedef struct {
  int n;
  double time[MOST_EVENTS];
} event_list;

static bool prints;

static void listen(void *context, const jn_run_event *event) {
  event_list *list = context;
  if (event->kind == JN_EVENT_TOUCH && list->n < MOST_EVENTS) list->time[list->n++] = event->time;
}

// ---- samples --------------------------------------------------------------------------------------------------------

static int compare_times(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Lists in `at` the times of samples that the numbers need, ascending and each once. Returns how many.
static int list_samples(const job *j, double *at) {
  int n = 0, kept = 0;
  for (int i = 0; i < j->n && n + 2 <= MOST_SAMPLES; i++) {
    double side = (j->numbers[i].sort == BEFORE ? -aside : aside) * j->until, t = j->numbers[i].time;
    if (j->numbers[i].sort == AT) at[n++] = t;
    if (j->numbers[i].sort != BEFORE && j->numbers[i].sort != AFTER) continue;
    at[n++] = t + side;
    at[n++] = t + 2 * side;
  }
  CHECK(n + 2 <= MOST_SAMPLES);
  qsort(at, (size_t)n, sizeof *at, compare_times);
  for (int i = 0; i < n; i++)
    if (kept == 0 || at[i] > at[kept - 1]) at[kept++] = at[i];
  return kept;
}

// Returns the value of an output in the sample at time t.
static double sampled(const jn_run *run, const double *at, int nat, double t, int output) {
  for (int i = 0; i < nat && i < jn_run_nsamples(run); i++)
    if (at[i] == t) return jn_run_sample(run, i)[output];
  return NAN;
}

static int output_of(const jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return i;
  fprintf(stderr, "there is no output '%s'\n", name);
  return -1;
}

// Returns what the run gives for a number.
static double found_by(jn_run *run, const job *j, const number *x, const double *at, int nat,
                       const event_list *events) {
  double nearest = HUGE_VAL, side = (x->sort == BEFORE ? -aside : aside) * j->until;
  int output = x->sort == EVENT ? 0 : output_of(run, j->probes[x->probe]);
  if (output < 0) return NAN;
  for (int i = 0; i < events->n; i++) {
    double after = events->time[i] - x->time;
    if (fabs(after - x->value) < fabs(nearest - x->value)) nearest = after;
  }
  switch (x->sort) {
    case EVENT: return nearest;
    case END: return jn_run_outputs(run)[output];
    case AT: return sampled(run, at, nat, x->time, output);
    default:
      return 2 * sampled(run, at, nat, x->time + side, output) - sampled(run, at, nat, x->time + 2 * side, output);
  }
}

// ---- runs -----------------------------------------------------------------------------------------------------------

// Runs the model of a job with a formulation and stores what it finds for each number. Returns false after a fault.
static bool execute(job *j, const char *formulation) {
  char path[512], paths[MOST_SETTINGS][NAME];
  jn_setting settings[MOST_SETTINGS];
  const char *probes[MOST_PROBES];
  double at[MOST_SAMPLES];
  event_list events = {.n = 0};
  for (int i = 0; i < j->nsettings; i++) {
    snprintf(paths[i], sizeof paths[i], "%.*s", (int)strcspn(j->settings[i], "="), j->settings[i]);
    settings[i] = (jn_setting){.path = paths[i], .value = strchr(j->settings[i], '=') + 1};
  }
  snprintf(path, sizeof path, DATA "%s.yaml", j->model);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, settings, j->nsettings, report);
  jn_choices choices = model ? *jn_model_choices(model) : jn_choices_default();
  snprintf(choices.formulation, sizeof choices.formulation, "%s", formulation);
  j->until = choices.until;
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  options.event = listen;
  options.event_context = &events;
  options.at = at;
  options.nat = list_samples(j, at);
  options.probes = probes;
  for (int i = 0; i < j->nprobes; i++) probes[i] = j->probes[i];
  options.nprobes = j->nprobes;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  bool sound = run && jn_run_execute(run, report) == JN_OK;
  for (int i = 0; !sound && i < jn_report_size(report); i++)
    fprintf(stderr, "%s: %s\n", j->model, jn_report_get(report, i)->what);
  for (int i = 0; i < j->n && sound; i++)
    j->numbers[i].found = found_by(run, j, &j->numbers[i], at, options.nat, &events);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return sound;
}

// Returns what the error of a number is relative to: its value, but at least a part of the largest value of the signal.
static double scale_of(const job *j, const number *x) {
  double largest = j->size / least_part;
  for (int i = 0; i < j->n && x->sort != EVENT; i++)
    if (j->numbers[i].sort != EVENT && j->numbers[i].probe == x->probe)
      largest = fmax(largest, fabs(j->numbers[i].value));
  if (x->sort == EVENT) largest = 0;
  double scale = fmax(fabs(x->value), least_part * largest);
  return scale > 0 ? scale : 1;
}

// Runs a job with a formulation and compares its numbers.
static void compare(job *j, const char *formulation, entry *e) {
  bool sound = execute(j, formulation);
  CHECK(sound);
  int digits = e->digits < (j->closed ? 12 : 9) ? e->digits : j->closed ? 12 : 9;
  e->required = e->required > 0 && e->required < digits ? e->required : digits;
  for (int i = 0; i < j->n && sound; i++) {
    const number *x = &j->numbers[i];
    double error = fabs(x->found - x->value) / scale_of(j, x), limit = pow(10, -digits);
    if (!(error <= limit))
      fprintf(stderr, "%s, %s by %s, %s at %.17g: %.17g instead of %.17g, relative error %.2g\n", e->name, j->model,
              formulation, x->sort == EVENT ? "event" : j->probes[x->probe], x->time, x->found, x->value, error);
    CHECK(error <= limit);
    if (!(error <= e->worst)) e->worst = error;
  }
}

// Runs a job, if there is one, with both formulations that have rigid contacts.
static void finish_job(job *j, entry *e) {
  if (j->n == 0) return;
  compare(j, "reduced", e);
  compare(j, "multipliers", e);
  e->nnumbers += j->n;
  j->n = 0;
}

static void finish_entry(job *j, entry *e) {
  finish_job(j, e);
  if (prints && e->nnumbers > 0)
    printf("| `%s` | %d | %d | %d | %.0e |\n", e->name, e->nnumbers, e->digits, e->required, e->worst);
}

// ---- the file -------------------------------------------------------------------------------------------------------

// Returns the index of a probe of a job, which is added if it is not there.
static int probe_of(job *j, const char *name) {
  int i = 0;
  while (i < j->nprobes && strcmp(j->probes[i], name) != 0) i++;
  CHECK(i < MOST_PROBES);
  if (i == j->nprobes && i < MOST_PROBES) snprintf(j->probes[j->nprobes++], NAME, "%s", name);
  return i;
}

static void begin_job(job *j) {
  snprintf(j->line, sizeof j->line, "%s", strtok(NULL, "\n"));
  j->nsettings = j->nprobes = j->n = 0;
  j->size = 0;
  const char *sort = strtok(j->line, " "), *model = strtok(NULL, " ");
  CHECK(sort && model && (strcmp(sort, "closed") == 0 || strcmp(sort, "integrated") == 0));
  j->closed = sort && strcmp(sort, "closed") == 0;
  snprintf(j->model, sizeof j->model, "%s", model ? model : "");
  for (char *word = strtok(NULL, " "); word && j->nsettings < MOST_SETTINGS; word = strtok(NULL, " "))
    j->settings[j->nsettings++] = word;
}

static void add_number(job *j, value_sort sort, int probe, double time, double value) {
  CHECK(j->n < MOST_VALUES);
  if (j->n < MOST_VALUES)
    j->numbers[j->n++] = (number){.sort = sort, .probe = probe, .time = time, .value = value, .found = NAN};
}

// Reads the words of a line after the first one, which was `sort`.
static void read_numbers(job *j, value_sort sort) {
  const char *first = sort == END ? NULL : strtok(NULL, " \n");
  double time = first ? strtod(first, NULL) : 0;
  if (sort == EVENT) {
    const char *since = strtok(NULL, " \n") ? strtok(NULL, " \n") : NULL;
    add_number(j, EVENT, 0, since ? strtod(since, NULL) : 0, time);
    return;
  }
  for (char *name = strtok(NULL, " \n"); name; name = strtok(NULL, " \n")) {
    const char *value = strtok(NULL, " \n");
    CHECK(value != NULL);
    if (value) add_number(j, sort, probe_of(j, name), time, strtod(value, NULL));
  }
}

int main(int argc, char **argv) {
  static const char *const sorts[] = {
      [AT] = "at", [BEFORE] = "before", [AFTER] = "after", [END] = "end", [EVENT] = "event"};
  static job j;
  static char line[2048];
  entry e = {.nnumbers = 0};
  FILE *file = fopen(RESULTS, "r");
  prints = argc > 1 && strcmp(argv[1], "table") == 0;
  CHECK(file != NULL);
  while (file && fgets(line, sizeof line, file)) {
    const char *word = line[0] == '#' ? NULL : strtok(line, " \n");
    if (!word) continue;
    if (strcmp(word, "entry") == 0) {
      finish_entry(&j, &e);
      e = (entry){.nnumbers = 0};
      const char *name = strtok(NULL, " \n"), *digits = strtok(NULL, " \n");
      snprintf(e.name, sizeof e.name, "%s", name);
      e.digits = digits ? atoi(digits) : 0;
      CHECK(e.digits > 0);
    } else if (strcmp(word, "run") == 0) {
      finish_job(&j, &e);
      begin_job(&j);
    } else if (strcmp(word, "size") == 0) {
      const char *size = strtok(NULL, " \n");
      j.size = size ? strtod(size, NULL) : 0;
    } else {
      int sort = 0;
      while (sort < (int)(sizeof sorts / sizeof *sorts) && strcmp(word, sorts[sort]) != 0) sort++;
      CHECK(sort <= EVENT);
      if (sort <= EVENT) read_numbers(&j, (value_sort)sort);
    }
  }
  finish_entry(&j, &e);
  if (file) fclose(file);
  return check_report();
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine_run.c - runs in slices with their rows, and live steps.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

// ---- poses as probes: what a row has of a body, and its seven numbers --------------------------------------------------

enum { MOST_POSE = 7 };
static const char *const plane_words[] = {"x", "y", "angle", NULL};
static const char *const space_words[] = {"x", "y", "z", "qw", "qx", "qy", "qz", NULL};

static int pose_size(const jn_model *model, int body) {
  bool plane = jn_model_space(model) == JN_PLANE;
  if (jn_model_body_is_particle(model, (jn_body){body})) return plane ? 2 : 3;
  return plane ? 3 : MOST_POSE;
}

static void spread_pose(const jn_model *model, int body, const double *from, double *to) {
  bool plane = jn_model_space(model) == JN_PLANE;
  double pose[MOST_POSE] = {from[0], from[1], plane ? 0 : from[2], 1, 0, 0, 0};
  int n = pose_size(model, body);
  if (plane && n == 3) pose[3] = cos(from[2] / 2), pose[6] = sin(from[2] / 2);
  if (n == MOST_POSE) memcpy(pose, from, sizeof pose);
  memcpy(to, pose, sizeof pose);
}

static bool add_probe(je_engine *e, const char *body, const char *word) {
  size_t size = strlen(body) + strlen(word) + 2;
  char *name = malloc(size);
  if (!name) return false;
  snprintf(name, size, "%s%s%s", body, *word ? "." : "", word);
  e->probes[e->nprobes++] = name;
  return true;
}

static size_t block_size(const char *names, int *n) {
  const char *s = names;
  for (*n = 0; s && *s; s += strlen(s) + 1) ++*n;
  return s ? (size_t)(s - names) + 1 : 0;
}

bool je_ask(je_engine *e, const char *names) {
  size_t size = block_size(names, &e->nasked);
  free(e->asked);
  e->asked = malloc(size + 1);
  if (e->asked && size) memcpy(e->asked, names, size);
  if (!e->asked) e->nasked = 0;
  return e->asked != NULL;
}

// The signals that are asked for and, for rows, the poses.
static bool make_probes(je_engine *e, bool poses) {
  int n = poses ? jn_model_nbodies(e->model) : 0;
  const char *const *words = jn_model_space(e->model) == JN_PLANE ? plane_words : space_words;
  e->probes = calloc((size_t)n * MOST_POSE + (size_t)e->nasked + 1, sizeof *e->probes);
  const char *asked = e->asked;
  for (int i = 0; e->probes && i < e->nasked; i++, asked += strlen(asked) + 1)
    if (!add_probe(e, asked, "")) return false;
  for (int b = 1; e->probes && b < n; b++)
    for (int i = 0; i < pose_size(e->model, b); i++)
      if (!add_probe(e, jn_model_body_name(e->model, (jn_body){b}), words[i])) return false;
  return e->probes != NULL;
}

// A pose may also be among the outputs of the model; then the run has it once.
static int find_output(const jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return i;
  return 0;
}

// Columns of the outputs and of the first `nasked` probes; -1: no memory.
static int count_columns(const je_engine *e, int nasked) {
  jn_probe *probe = jn_probe_new(jn_run_system(e->run), (const char *const *)e->probes, nasked, true, NULL);
  int n = probe ? jn_probe_count(probe) : -1;
  jn_probe_free(probe);
  return n;
}

static bool find_columns(je_engine *e) {
  int nasked = e->nprobes > 0 ? e->nasked : 0;
  e->nown = count_columns(e, 0), e->noutputs = count_columns(e, nasked);
  e->columns = calloc((size_t)e->nprobes + 1, sizeof *e->columns);
  for (int i = nasked; e->columns && i < e->nprobes; i++) e->columns[i - nasked] = find_output(e->run, e->probes[i]);
  return e->columns && e->nown >= 0 && e->noutputs >= 0;
}

// ---- rows -----------------------------------------------------------------------------------------------------------

int je_ncolumns(const je_engine *e) { return e->run ? e->noutputs : 0; }

int je_row_size(const je_engine *e) {
  return e->run ? 1 + je_ncolumns(e) + MOST_POSE * (jn_model_nbodies(e->model) - 1) : 0;
}

int je_nrows(const je_engine *e) { return e->nrows; }

const double *je_rows(je_engine *e) {
  e->nrows = 0;
  return e->rows;
}

static bool grow(je_engine *e, size_t size) {
  if (e->nrows < e->capacity) return true;
  int capacity = e->capacity ? 2 * e->capacity : 64;
  double *rows = realloc(e->rows, (size_t)capacity * size * sizeof *rows);
  if (!rows) return false;
  e->rows = rows, e->capacity = capacity;
  return true;
}

static jn_status take_row(void *self, double time, const double *values) {
  je_engine *e = self;
  size_t size = (size_t)je_row_size(e), columns = (size_t)je_ncolumns(e);
  if (!grow(e, size)) return JN_NO_MEMORY;
  double *row = e->rows + (size_t)e->nrows++ * size;
  row[0] = time;
  memcpy(row + 1, values, columns * sizeof *row);
  for (int b = 1, next = 0; b < jn_model_nbodies(e->model); b++) {
    double pose[MOST_POSE] = {0};
    for (int i = 0; i < pose_size(e->model, b); i++) pose[i] = values[e->columns[next++]];
    spread_pose(e->model, b, pose, row + 1 + columns + MOST_POSE * (size_t)(b - 1));
  }
  return JN_OK;
}

// ---- the run -----------------------------------------------------------------------------------------------------------

void je_stop(je_engine *e) {
  e->run = jn_run_free(e->run);
  if (e->shown == e->run_report) e->shown = NULL;
  e->run_report = jn_report_free(e->run_report);
  for (int i = 0; i < e->nprobes; i++) free(e->probes[i]);
  free(e->probes), free(e->columns), free(e->rows), free(e->poses);
  e->probes = NULL, e->columns = NULL, e->rows = e->poses = NULL;
  e->nprobes = e->noutputs = e->nown = e->nrows = e->capacity = 0;
}

// No run, and a reason where none is told yet.
static bool lacks_memory(je_engine *e) {
  e->run = jn_run_free(e->run);
  if (e->run_report && jn_report_count(e->run_report, JN_FAULT) == 0)
    jn_report_fault(e->run_report, JN_NO_MEMORY, "", "there is not enough memory for the run");
  return false;
}

// Real time is kept by steps of one length: those of the model, or of 1 ms.
static void pace(jn_choices *choices, jn_report *report) {
  bool open = strcmp(choices->integrator, "auto") == 0;
  if (!open && !jn_integrator_is_fixed(choices->integrator)) {
    jn_report_warn(report, "", "integrator '%s' chooses its own steps: live, fixed ones take its place",
                   choices->integrator);
    snprintf(choices->integrator, sizeof choices->integrator, "auto");
    choices->step = 0;
  }
  if (!(choices->step > 0)) choices->step = 1e-3;
  choices->tolerance = jn_choices_default().tolerance;  // of steps that are chosen
}

bool je_start(je_engine *e, bool live) {
  if (!e->model) return false;
  je_stop(e);
  e->shown = e->run_report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  jn_choices choices = *jn_model_choices(e->model);
  jn_choices_replace(e->model, &choices, e->run_report);
  if (live) pace(&choices, e->run_report);
  options.choices = &choices;
  e->sink = (jn_sink){.self = e, .row = take_row};
  jn_sink *sinks[] = {&e->sink};
  if (!make_probes(e, !live)) return lacks_memory(e);
  options.sinks = sinks, options.nsinks = live ? 0 : 1;
  options.probes = (const char *const *)e->probes, options.nprobes = e->nprobes;
  e->run = jn_run_new(e->model, &options, e->run_report);
  e->poses = calloc((size_t)jn_model_nbodies(e->model) * JN_POSE, sizeof *e->poses);
  if (!e->run || !e->poses || !find_columns(e)) return lacks_memory(e);
  if (!live) jn_run_begin(e->run, e->run_report);
  return true;
}

bool je_go(je_engine *e, int steps) { return e->run && jn_run_go(e->run, steps); }

bool je_end(je_engine *e) {
  e->shown = e->run_report;
  return e->run && jn_run_end(e->run) == JN_OK;
}

static void write_summary(app_json *json, const jn_summary *s, bool stopped) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, s->state_hash);
  json_open(json, NULL, '{');
  json_text(json, "status", jn_status_text(s->status));
  json_flag(json, "good", s->status == JN_OK);
  json_flag(json, "stopped", stopped);
  json_text(json, "why", s->why);
  json_number(json, "time", s->time);
  json_integer(json, "steps", s->steps);
  json_integer(json, "rejected", s->rejected);
  json_integer(json, "evaluations", s->evaluations);
  json_integer(json, "events", s->events);
  json_text(json, "hash", hash);
  json_text(json, "formulation", s->choices.formulation);
  json_text(json, "coordinates", s->choices.coordinates);
  json_text(json, "integrator", s->choices.integrator);
  json_number(json, "position_violation", s->max_position_violation);
  json_number(json, "velocity_violation", s->max_velocity_violation);
  json_number(json, "energy_initial", s->energy_initial);
  json_number(json, "energy_final", s->energy_final);
  json_number(json, "energy_error", s->max_energy_error);
  json_number(json, "kinetic_energy", s->max_kinetic_energy);
  json_integer(json, "freedoms", s->freedoms);
  json_integer(json, "redundant", s->redundant);
  json_close(json, '}');
}

const char *je_summary(je_engine *e) {
  FILE *out = je_text_begin(&e->summary);
  app_json json = {.out = out};
  if (!out) return "null";
  if (e->run) write_summary(&json, jn_run_summary(e->run), jn_run_stopped(e->run));
  else fputs("null", out);
  return je_text_end(&e->summary, out);
}

// ---- live ------------------------------------------------------------------------------------------------------------------

bool je_step(je_engine *e, double time) {
  while (e->run && jn_run_state(e->run)[0] < time)
    if (jn_run_step(e->run, time) != JN_OK) return false;
  return e->run != NULL;
}

double je_time(const je_engine *e) { return e->run ? jn_run_state(e->run)[0] : 0; }

void je_hold(je_engine *e, int input, double value) {
  if (e->run && input >= 0 && input < jn_model_ninputs(e->model)) jn_run_hold_input(e->run, input, value);
}

const double *je_poses(je_engine *e) {
  if (!e->run || jn_calc_poses(jn_run_system(e->run), jn_run_state(e->run), e->poses) != JN_OK) return NULL;
  return e->poses + JN_POSE;  // without the ground
}

const double *je_outputs(je_engine *e) { return e->run ? jn_run_outputs(e->run) : NULL; }
int je_state_size(const je_engine *e) { return e->run ? jn_system_sizes(jn_run_system(e->run)).nstate : 0; }
const double *je_state(const je_engine *e) { return e->run ? jn_run_state(e->run) : NULL; }
bool je_restart(je_engine *e, const double *state) { return e->run && jn_run_restart(e->run, state) == JN_OK; }

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine_run.c - runs in slices with their rows, and live steps.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/live_choices.h"
#include "engine_internal.h"

// ---- requested signals ---------------------------------------------------------------------------------------------

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

// Returns the number of columns of the model's own outputs; -1: no memory.
static int count_own(const je_engine *e) {
  jn_probe *probe = jn_probe_new(jn_run_system(jn_session_run(e->session)), NULL, 0, true, NULL);
  int n = probe ? jn_probe_count(probe) : -1;
  jn_probe_free(probe);
  return n;
}

// ---- rows -----------------------------------------------------------------------------------------------------------

int je_ncolumns(const je_engine *e) { return e->session ? jn_session_noutputs(e->session) : 0; }

int je_row_size(const je_engine *e) {
  return e->session ? 1 + je_ncolumns(e) + JN_POSE * (jn_session_nbodies(e->session) - 1) : 0;
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
  e->rows = rows;
  e->capacity = capacity;
  return true;
}

// Stores the poses at the end of the next row, whose values follow by take_row.
static jn_status take_poses(void *self, const double *poses) {
  je_engine *e = self;
  size_t size = (size_t)je_row_size(e), behind = 1 + (size_t)je_ncolumns(e);
  if (!grow(e, size)) return JN_NO_MEMORY;
  double *row = e->rows + (size_t)e->nrows * size;
  if (size > behind) memcpy(row + behind, poses + JN_POSE, (size - behind) * sizeof *row);
  return JN_OK;
}

static jn_status take_row(void *self, double time, const double *values) {
  je_engine *e = self;
  double *row = e->rows + (size_t)e->nrows++ * (size_t)je_row_size(e);
  row[0] = time;
  memcpy(row + 1, values, (size_t)je_ncolumns(e) * sizeof *row);
  return JN_OK;
}

// ---- the session ----------------------------------------------------------------------------------------------------

void je_stop(je_engine *e) {
  e->session = jn_session_free(e->session);
  if (e->shown == e->run_report) e->shown = NULL;
  e->run_report = jn_report_free(e->run_report);
  free(e->rows);
  e->rows = NULL;
  e->nown = e->nrows = e->capacity = 0;
}

// Frees the session and adds a fault for lack of memory unless there is another fault. Returns false.
static bool lacks_memory(je_engine *e) {
  e->session = jn_session_free(e->session);
  if (e->run_report && jn_report_count(e->run_report, JN_FAULT) == 0)
    jn_report_fault(e->run_report, JN_NO_MEMORY, "", "there is not enough memory for the run");
  return false;
}

bool je_start(je_engine *e, bool live) {
  if (!e->model) return false;
  je_stop(e);
  e->shown = e->run_report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  jn_choices choices = *jn_model_choices(e->model);
  jn_choices_replace(e->model, &choices, e->run_report);
  if (live) live_choose(&choices, e->run_report);
  options.choices = &choices;
  e->sink = (jn_sink){.self = e, .row = take_row, .poses = take_poses};
  jn_sink *sinks[] = {&e->sink};
  options.sinks = sinks;
  options.nsinks = live ? 0 : 1;
  const char **probes = calloc((size_t)e->nasked + 1, sizeof *probes);
  const char *asked = e->asked;
  for (int i = 0; probes && i < e->nasked; i++) {
    probes[i] = asked;
    asked += strlen(asked) + 1;
  }
  options.probes = probes;
  options.nprobes = e->nasked;
  if (probes) e->session = jn_session_new(e->model, &options, e->run_report);
  free(probes);
  e->nown = e->session ? count_own(e) : -1;
  if (e->nown < 0) return lacks_memory(e);
  if (!live) jn_run_begin(jn_session_run(e->session), e->run_report);
  return true;
}

bool je_go(je_engine *e, int steps) { return e->session && jn_run_go(jn_session_run(e->session), steps); }

bool je_end(je_engine *e) {
  e->shown = e->run_report;
  return e->session && jn_run_end(jn_session_run(e->session)) == JN_OK;
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
  if (e->session) write_summary(&json, jn_run_summary(jn_session_run(e->session)), jn_session_stopped(e->session));
  else fputs("null", out);
  return je_text_end(&e->summary, out);
}

// ---- live -----------------------------------------------------------------------------------------------------------

bool je_step(je_engine *e, double time) {
  while (e->session && jn_session_time(e->session) < time)
    if (jn_session_step(e->session, time) != JN_OK) return false;
  return e->session != NULL;
}

double je_time(const je_engine *e) { return e->session ? jn_session_time(e->session) : 0; }

void je_hold(je_engine *e, int input, double value) {
  if (e->session && input >= 0 && input < jn_session_ninputs(e->session)) jn_session_hold(e->session, input, value);
}

// Returns the poses without the ground; NULL without a session.
const double *je_poses(je_engine *e) { return e->session ? jn_session_poses(e->session) + JN_POSE : NULL; }
const double *je_outputs(je_engine *e) { return e->session ? jn_session_outputs(e->session) : NULL; }
int je_state_size(const je_engine *e) { return e->session ? jn_session_nstate(e->session) : 0; }
const double *je_state(const je_engine *e) { return e->session ? jn_session_state(e->session) : NULL; }
bool je_restart(je_engine *e, const double *state) {
  return e->session && jn_session_restart(e->session, state) == JN_OK;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial_start.c - initial states of models, each computed once for all runs that begin there. The static equilibrium of
// a vehicle takes longer than many of its runs.
#include <stdlib.h>
#include <string.h>

#include "trial/trial.h"

struct repro_start {
  const jn_model *model;
  char coordinates[sizeof((jn_choices){0}.coordinates)], start[sizeof((jn_choices){0}.start)];
  jn_system *system;
  const double *state;
};

struct repro_alike {
  const jn_model *model, *like;
};

static const struct repro_start *find(const repro *r, const jn_model *model, const jn_choices *settled) {
  for (int i = 0; i < r->nstarts; i++) {
    const struct repro_start *s = &r->starts[i];
    if (s->model == model && strcmp(s->coordinates, settled->coordinates) == 0 && strcmp(s->start, settled->start) == 0)
      return s;
  }
  return NULL;
}

// Returns the initial state of a model that starts alike; NULL: there is none of this length.
static const double *find_alike(const repro *r, const jn_model *model, const jn_choices *settled, int nstate) {
  for (int i = 0; i < r->nalike; i++) {
    if (r->alike[i].model != model) continue;
    const struct repro_start *s = find(r, r->alike[i].like, settled);
    if (s && jn_system_sizes(s->system).nstate == nstate) return s->state;
  }
  return NULL;
}

static const struct repro_start *make(repro *r, const jn_model *model, const jn_choices *settled, jn_report *report) {
  struct repro_start *starts = realloc(r->starts, (size_t)(r->nstarts + 1) * sizeof *starts);
  if (!starts) return NULL;
  r->starts = starts;
  jn_system *system = jn_system_new(model, settled->coordinates, report);
  if (!system) return NULL;
  int nstate = jn_system_sizes(system).nstate;
  const double *state = find_alike(r, model, settled, nstate);
  if (!state) {
    double *own = repro_scratch(r, nstate);
    if (!own || jn_start(system, settled, own, NULL, NULL, report) != JN_OK) {
      jn_system_free(system);
      return NULL;
    }
    state = own;
  }
  struct repro_start *s = &starts[r->nstarts++];
  *s = (struct repro_start){.model = model, .system = system, .state = state};
  memcpy(s->coordinates, settled->coordinates, sizeof s->coordinates);
  memcpy(s->start, settled->start, sizeof s->start);
  return s;
}

void repro_begin_at(repro *r, const jn_model *model, const jn_choices *choices, jn_run_options *options) {
  jn_choices settled = *choices;
  jn_report *quiet = jn_report_new(NULL);
  bool known = quiet && jn_choices_resolve(model, &settled, quiet) == JN_OK;
  const struct repro_start *s = known ? find(r, model, &settled) : NULL;
  if (known && !s) s = make(r, model, &settled, quiet);
  jn_report_free(quiet);
  if (!s) return;
  options->system = s->system;
  options->start = s->state;
}

void repro_free_starts(repro *r) {
  for (int i = 0; i < r->nstarts; i++) jn_system_free(r->starts[i].system);
  free(r->starts);
  free(r->alike);
}

void repro_starts_alike(repro *r, const jn_model *model, const jn_model *like) {
  if (!repro_ok(r) || !model || !like) return;
  struct repro_alike *alike = realloc(r->alike, (size_t)(r->nalike + 1) * sizeof *alike);
  if (!alike) {
    repro_fail(r, JN_NO_MEMORY, "there is not enough memory for the reproduction of '%s'", r->paper->name);
    return;
  }
  r->alike = alike;
  r->alike[r->nalike++] = (struct repro_alike){model, like};
}

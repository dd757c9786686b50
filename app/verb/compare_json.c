// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_json.c - writes a comparison as JSON.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "compare.h"

void put_combination_names(app_json *out, const jn_choices *c) {
  json_text(out, "formulation", c->formulation);
  json_text(out, "coordinates", c->coordinates);
  json_text(out, "variant", c->variant);
  json_text(out, "integrator", c->integrator);
  json_open(out, "controls", '{');
  json_text(out, "position", c->position);
  json_text(out, "velocity", c->velocity);
  json_text(out, "energy", c->energy);
  json_close(out, '}');
}

static void put_rung(app_json *out, const jn_rung *r) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, r->state_hash);
  json_number(out, "step", r->step);
  json_number(out, "tolerance", r->step > 0 ? NAN : r->tolerance);
  json_text(out, "status", r->word[0] ? "failed" : "ok");
  json_text(out, "reason", r->word);
  json_text(out, "why", r->why);
  json_number(out, "time", r->time);
  json_number(out, "error", r->error);
  json_number(out, "cpu_seconds", r->cpu_seconds);

  // The counts are written only for a run that reached its end.
  const struct {
    const char *name;
    long value;
  } counts[] = {{"evaluations", r->evaluations},
                {"steps", r->steps},
                {"rejected", r->rejected},
                {"iterations", r->iterations},
                {"factors", r->factors}};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    if (isnan(r->cpu_seconds)) json_number(out, counts[i].name, NAN);
    else json_integer(out, counts[i].name, counts[i].value);

  json_number(out, "max_position_violation", r->max_position_violation);
  json_number(out, "max_angle_violation", r->max_angle_violation);
  json_number(out, "max_velocity_violation", r->max_velocity_violation);
  json_number(out, "max_angle_velocity_violation", r->max_angle_velocity_violation);
  json_number(out, "max_energy_error", r->max_energy_error);
  json_text(out, "state_hash", isnan(r->time) ? NULL : hash);
}

// Writes a combination of methods that was refused: names and reason, no numbers.
static void put_refusal(app_json *out, const jn_combination *c) {
  jn_rung none = c->line;
  none.step = none.tolerance = none.time = none.error = none.cpu_seconds = NAN;
  none.max_position_violation = none.max_angle_violation = none.max_energy_error = NAN;
  none.max_velocity_violation = none.max_angle_velocity_violation = NAN;
  put_rung(out, &none);
}

static void put_combination(app_json *out, const jn_combination *c) {
  json_open(out, NULL, '{');
  json_text(out, "label", c->label);
  put_combination_names(out, &c->choices);
  json_flag(out, "own", c->own);
  json_flag(out, "usual", c->usual);
  if (c->nrungs > 0) put_rung(out, &c->line);
  else put_refusal(out, c);
  if (c->best >= 0) json_integer(out, "best", c->best);
  else json_number(out, "best", NAN);
  json_open(out, "ladder", '[');
  for (int i = 0; i < c->nrungs; i++) {
    json_open(out, NULL, '{');
    put_rung(out, &c->rungs[i]);
    json_close(out, '}');
  }
  json_close(out, ']');
  json_close(out, '}');
}

static void put_reference(app_json *out, const jn_comparison *c) {
  json_open(out, "reference", '{');
  json_text(out, "what", c->reference);
  json_number(out, "error", c->reference_error);
  json_open(out, "outputs", '{');
  for (int i = 0; i < c->noutputs; i++) json_number(out, c->outputs[i], c->scales[i]);
  json_close(out, '}');
  json_open(out, "times", '[');
  for (int i = 0; i < c->ntimes; i++) json_number(out, NULL, c->times[i]);
  json_close(out, ']');
  json_close(out, '}');
}

void put_comparison(app_json *out, const jn_comparison *c, const char *plot, const char *report) {
  json_integer(out, "planned", c->planned);
  json_number(out, "until", c->until);
  json_flag(out, "nonholonomic", c->nonholonomic);
  put_reference(out, c);
  json_open(out, "combinations", '[');
  for (int i = 0; i < c->n; i++) put_combination(out, &c->combinations[i]);
  json_close(out, ']');
  json_text(out, "plot", plot);
  json_text(out, "report", report);
}

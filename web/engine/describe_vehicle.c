// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// describe_vehicle.c - vehicle data of a model, as members of the description: wheels: [{body, load}], engines: [{name,
// speed}], gearboxes: [{name, gears, gear}], eye: {body, p}. load, speed and gear are signals that can be requested;
// eye is the point `driver_eye` of a body, if there is one.
#include <stdio.h>
#include <string.h>

#include "engine_internal.h"

enum { MOST_SIGNAL = 600 };

static void write_wheel(app_json *json, jn_body body, const char *force, const char *word) {
  char signal[MOST_SIGNAL];
  snprintf(signal, sizeof signal, "force.%s.%s", force, word);
  json_open(json, NULL, '{');
  json_integer(json, "body", body.i);
  json_text(json, "load", signal);
  json_close(json, '}');
}

// Returns the number of wheels of a force that have their own load: load_1, load_2, ...
static int count_loads(const jn_model *model, int force) {
  char word[64], next[24] = "load_1";
  int n = 0;
  for (int k = 0; jn_model_element_signal(model, JN_FORCES, force, k, word, sizeof word); k++)
    if (strcmp(word, next) == 0) snprintf(next, sizeof next, "load_%d", ++n + 1);
  return n;
}

// Writes the road wheels of a track, which are its last ends, with their loads.
static void write_track(app_json *json, const jn_element *band, int nloads) {
  for (int i = 0; i < nloads && nloads <= band->nends; i++) {
    char word[24];
    snprintf(word, sizeof word, "load_%d", i + 1);
    write_wheel(json, band->body[band->nends - nloads + i], band->name, word);
  }
}

static void write_wheels(app_json *json, const jn_model *model) {
  json_open(json, "wheels", '[');
  for (int i = 0; i < jn_model_nelements(model, JN_FORCES); i++) {
    jn_element force = jn_model_element(model, JN_FORCES, i);
    if (jn_tyre_radius(model, (jn_force){i}) > 0) write_wheel(json, force.body[0], force.name, "value");
    else write_track(json, &force, count_loads(model, i));
  }
  json_close(json, ']');
}

static void write_engines(app_json *json, const jn_model *model) {
  json_open(json, "engines", '[');
  for (int i = 0; i < jn_model_nelements(model, JN_SUBSYSTEMS); i++) {
    jn_element engine = jn_model_element(model, JN_SUBSYSTEMS, i);
    if (strcmp(engine.kind, "engine") != 0) continue;
    json_open(json, NULL, '{');
    json_text(json, "name", engine.name);
    json_text(json, "speed", jn_model_subsystem(model, (jn_subsystem){i})->engine.speed);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void write_gearboxes(app_json *json, const jn_model *model) {
  char signal[MOST_SIGNAL];
  json_open(json, "gearboxes", '[');
  for (int i = 0; i < jn_model_nelements(model, JN_SUBSYSTEMS); i++) {
    jn_element box = jn_model_element(model, JN_SUBSYSTEMS, i);
    if (strcmp(box.kind, "automatic-gearbox") != 0) continue;
    snprintf(signal, sizeof signal, "subsystem.%s.gear", box.name);
    json_open(json, NULL, '{');
    json_text(json, "name", box.name);
    json_integer(json, "gears", jn_model_subsystem(model, (jn_subsystem){i})->automatic_gearbox.ratios.n);
    json_text(json, "gear", signal);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void write_eye(app_json *json, const jn_model *model) {
  jn_frame frame = jn_model_find_frame(model, "driver_eye");
  double p[3];
  if (frame.i < 0) return;
  json_open(json, "eye", '{');
  json_integer(json, "body", jn_model_frame_body(model, frame, p).i);
  json_open(json, "p", '[');
  for (int i = 0; i < 3; i++) json_number(json, NULL, p[i]);
  json_close(json, ']');
  json_close(json, '}');
}

void je_describe_vehicle(app_json *json, const jn_model *model) {
  write_wheels(json, model);
  write_engines(json, model);
  write_gearboxes(json, model);
  write_eye(json, model);
}

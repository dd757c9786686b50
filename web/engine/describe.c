// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// describe.c - description of a model for the page, as JSON:
//   {name, space, length, up, bodies: [{name, particle}], joints: [name], forces: [name], inputs: [{name}],
//    parameters: [{name, value, unit, text, factor, min?, max?, description, structural}],
//    outputs: [{name, unit, asked}], roads: [name], choices: {...}, counts: {...},
//    possible: {formulation: [...], ...}, compiled: {kept: [name], fused} (only of a compiled model),
//    elements: {bodies: [...], joints: [...], forces: [...], subsystems: [...]}, contacts: [{name, npoints}],
//    things: [{kind, body: [a, b], p: [...], axis, offset, size, joint, force, given, open, marked, name, shape: {...}}]}
// and the members of describe_vehicle.c. Bodies and things are numbered as in the library, the ground first. Things are
// those of jounce/picture.h. Elements (jounce/element.h) are
//   {name, kind, file, line, column, body: [...], p: [...], joint, road, radius, axis, turn, angular, opposes}
// with only those numbers that have a meaning for the element.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine_internal.h"

// ---- numbers -------------------------------------------------------------------------------------------------------

static void write_numbers(app_json *json, const char *key, const double *x, int n) {
  json_open(json, key, '[');
  for (int i = 0; i < n; i++) json_number(json, NULL, x[i]);
  json_close(json, ']');
}

static void write_mesh(app_json *json, const jn_mesh *mesh) {
  json_open(json, "mesh", '{');
  json_open(json, "vertices", '[');
  for (int i = 0; i < 3 * mesh->nvertices; i++) json_number(json, NULL, (double)mesh->vertices[i]);
  json_close(json, ']');
  json_open(json, "triangles", '[');
  for (int i = 0; i < 3 * mesh->ntriangles; i++) json_integer(json, NULL, mesh->triangles[i]);
  json_close(json, ']');
  json_close(json, '}');
}

// ---- things ---------------------------------------------------------------------------------------------------------

static void write_shape(app_json *json, const jn_shape_def *shape) {
  json_open(json, "shape", '{');
  json_text(json, "type", shape->type);
  write_numbers(json, "at", shape->at, 3);
  write_numbers(json, "quaternion", shape->quaternion, 4);
  write_numbers(json, "size", shape->size, 3);
  write_numbers(json, "scale", shape->scale, 3);
  write_numbers(json, "colour", shape->colour, 4);
  json_number(json, "radius", shape->radius);
  json_number(json, "length", shape->length);
  json_number(json, "thickness", shape->thickness);
  if (shape->points.n > 0) write_numbers(json, "points", shape->points.at, 3 * shape->points.n);
  if (shape->mesh.ntriangles > 0) write_mesh(json, &shape->mesh);
  json_close(json, '}');
}

static void write_thing(app_json *json, const jn_thing *thing) {
  static const char *const kinds[] = {"shape", "pin", "ball", "support", "rail", "rod", "spring", "damper", "point"};
  json_open(json, NULL, '{');
  json_text(json, "kind", kinds[thing->kind]);
  json_open(json, "body", '[');
  for (int i = 0; i < 2; i++) json_integer(json, NULL, thing->body[i].i);
  json_close(json, ']');
  write_numbers(json, "p", thing->p[0], 6);
  write_numbers(json, "axis", thing->axis, 3);
  json_number(json, "offset", thing->offset);
  json_number(json, "size", thing->size);
  json_integer(json, "joint", thing->joint.i);
  json_integer(json, "force", thing->force.i);
  json_flag(json, "given", thing->given);
  json_flag(json, "open", thing->open);
  if (thing->marked) json_flag(json, "marked", true);
  if (thing->kind == JN_THING_POINT) json_text(json, "name", thing->name);
  if (thing->kind == JN_THING_SHAPE) write_shape(json, &thing->shape);
  json_close(json, '}');
}

static void write_things(app_json *json, const je_engine *e) {
  const jn_system *system = e->session ? jn_run_system(jn_session_run(e->session)) : NULL;
  jn_picture *picture = system ? jn_picture_new(NULL, system, jn_session_state(e->session)) : NULL;
  double up[3] = {0, 0, 1};
  if (picture) jn_picture_view(picture, "top", up);
  write_numbers(json, "up", up, 3);
  json_number(json, "length", picture ? jn_picture_length(picture) : NAN);
  json_open(json, "things", '[');
  for (int i = 0; picture && i < jn_picture_nthings(picture); i++) write_thing(json, jn_picture_thing(picture, i));
  json_close(json, ']');
  jn_picture_free(picture);
}

// ---- names ----------------------------------------------------------------------------------------------------------

static void write_bodies(app_json *json, const jn_model *model) {
  json_open(json, "bodies", '[');
  for (int i = 0; i < jn_model_nbodies(model); i++) {
    json_open(json, NULL, '{');
    json_text(json, "name", i == 0 ? "ground" : jn_model_body_name(model, (jn_body){i}));
    json_flag(json, "particle", i > 0 && jn_model_body_is_particle(model, (jn_body){i}));
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void write_names(app_json *json, const jn_model *model) {
  json_open(json, "joints", '[');
  for (int i = 0; i < jn_model_njoints(model); i++) json_text(json, NULL, jn_model_joint_name(model, (jn_joint){i}));
  json_close(json, ']');
  json_open(json, "forces", '[');
  for (int i = 0; i < jn_model_nforces(model); i++) json_text(json, NULL, jn_model_force_name(model, (jn_force){i}));
  json_close(json, ']');
  json_open(json, "roads", '[');
  for (int i = 0; i < jn_model_nroads(model); i++) json_text(json, NULL, jn_model_road_name(model, (jn_road){i}));
  json_close(json, ']');
  json_open(json, "inputs", '[');
  for (int i = 0; i < jn_model_ninputs(model); i++) json_text(json, NULL, jn_model_input_name(model, i));
  json_close(json, ']');
}

// ---- elements -------------------------------------------------------------------------------------------------------

static const char *const sorts[] = {"bodies", "joints", "forces", "subsystems"};

static void write_axis(app_json *json, const char *key, const double axis[3]) {
  if (axis[0] != 0 || axis[1] != 0 || axis[2] != 0) write_numbers(json, key, axis, 3);
}

static void write_element(app_json *json, const jn_element *element) {
  json_open(json, NULL, '{');
  json_text(json, "name", element->name);
  json_text(json, "kind", element->kind);
  if (element->line > 0) {
    json_text(json, "file", element->file);
    json_integer(json, "line", element->line);
    json_integer(json, "column", element->column);
  }
  if (element->nends > 0) {
    json_open(json, "body", '[');
    for (int i = 0; i < element->nends; i++) json_integer(json, NULL, element->body[i].i);
    json_close(json, ']');
    write_numbers(json, "p", element->p[0], 3 * element->nends);
  }
  if (element->joint.i >= 0) json_integer(json, "joint", element->joint.i);
  if (element->road.i >= 0) json_integer(json, "road", element->road.i);
  if (element->radius > 0) json_number(json, "radius", element->radius);
  write_axis(json, "axis", element->axis);
  write_axis(json, "turn", element->turn);
  if (element->angular) json_flag(json, "angular", true);
  if (element->opposes) json_flag(json, "opposes", true);
  json_close(json, '}');
}

static void write_contacts(app_json *json, const jn_model *model) {
  json_open(json, "contacts", '[');
  for (int i = 0; i < jn_model_ncontacts(model); i++) {
    json_open(json, NULL, '{');
    json_text(json, "name", jn_model_contact_name(model, (jn_contact){i}));
    json_integer(json, "npoints", jn_model_contact_npoints(model, (jn_contact){i}));
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void write_elements(app_json *json, const jn_model *model) {
  json_open(json, "elements", '{');
  for (jn_sort sort = JN_BODIES; sort <= JN_SUBSYSTEMS; sort++) {
    json_open(json, sorts[sort], '[');
    for (int i = 0; i < jn_model_nelements(model, sort); i++) {
      jn_element element = jn_model_element(model, sort, i);
      write_element(json, &element);
    }
    json_close(json, ']');
  }
  json_close(json, '}');
}

const char *je_signals(je_engine *e, int sort, int i) {
  FILE *out = je_text_begin(&e->signals);
  app_json json = {.out = out};
  char word[64];
  bool known = e->model && sort >= JN_BODIES && sort <= JN_SUBSYSTEMS && i >= 0 &&
               i < jn_model_nelements(e->model, (jn_sort)sort);
  if (!out) return "null";
  json_open(&json, NULL, '[');
  for (int k = 0; known && jn_model_element_signal(e->model, (jn_sort)sort, i, k, word, sizeof word); k++)
    json_text(&json, NULL, word);
  json_close(&json, ']');
  return je_text_end(&e->signals, out);
}

// Returns the unit in which a quantity is written, in SI units: 0.001 for "50 mm"; 1 for a number and for a formula.
static double unit_factor(const char *text) {
  char one[80], why[160];
  double factor;
  jn_dimension dimension;
  bool has_unit;
  snprintf(one, sizeof one, "1 %.70s", text + strspn(text, " +-.0123456789eE"));
  return jn_unit_parse(one, &factor, &dimension, &has_unit, why, sizeof why) && has_unit ? factor : 1;
}

static void write_parameters(app_json *json, const jn_model *model) {
  json_open(json, "parameters", '[');
  for (int i = 0; i < jn_model_nparameters(model); i++) {
    jn_parameter p = jn_model_parameter_get(model, i);
    json_open(json, NULL, '{');
    json_text(json, "name", p.name);
    json_number(json, "value", p.value);
    json_text(json, "unit", p.unit);
    json_text(json, "text", p.text);
    json_number(json, "factor", unit_factor(p.text));
    if (p.min > -HUGE_VAL) json_number(json, "min", p.min);
    if (p.max < HUGE_VAL) json_number(json, "max", p.max);
    json_text(json, "description", p.description);
    json_flag(json, "structural", p.is_structural);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void write_compiled(app_json *json, const jn_model *model) {
  if (!jn_model_is_compiled(model)) return;
  json_open(json, "compiled", '{');
  json_open(json, "kept", '[');
  for (int i = 0; jn_model_kept_parameter(model, i); i++) json_text(json, NULL, jn_model_kept_parameter(model, i));
  json_close(json, ']');
  json_flag(json, "fused", jn_model_code_is_fused(model));
  json_close(json, '}');
}

static void write_outputs(app_json *json, const je_engine *e) {
  json_open(json, "outputs", '[');
  for (int i = 0; i < je_ncolumns(e); i++) {
    json_open(json, NULL, '{');
    json_text(json, "name", jn_session_output_name(e->session, i));
    json_text(json, "unit", jn_session_output_unit(e->session, i));
    json_flag(json, "asked", i >= e->nown);
    json_close(json, '}');
  }
  json_close(json, ']');
}

// ---- choices and counts ---------------------------------------------------------------------------------------------

static void write_choices(app_json *json, const je_engine *e) {
  const jn_choices *c = e->session ? &jn_run_summary(jn_session_run(e->session))->choices : jn_model_choices(e->model);
  json_open(json, "choices", '{');
  json_text(json, "formulation", c->formulation);
  json_text(json, "coordinates", c->coordinates);
  json_text(json, "integrator", c->integrator);
  json_number(json, "until", c->until);
  json_number(json, "step", c->step);
  json_number(json, "tolerance", c->tolerance);
  json_number(json, "output", c->output_step);
  json_close(json, '}');
}

static const char *formulation_name(int i) { return jn_choice_value(JN_CHOICE_formulation, i + 1); }  // behind "auto"

static void write_list(app_json *json, const char *key, const char *(*name)(int i),
                       bool (*is_built)(const char *name)) {
  json_open(json, key, '[');
  for (int i = 0; name(i); i++)
    if (!is_built || is_built(name(i))) json_text(json, NULL, name(i));
  json_close(json, ']');
}

static void write_counts(app_json *json, const je_engine *e) {
  const jn_mobility *mobility = e->session ? jn_run_mobility(jn_session_run(e->session)) : NULL;
  json_open(json, "counts", '{');
  if (mobility) {
    json_integer(json, "freedoms", jn_mobility_freedoms(mobility));
    json_integer(json, "redundant", jn_mobility_redundant(mobility));
    json_integer(json, "loops", jn_mobility_loops(mobility));
    json_open(json, "sentences", '[');
    for (int i = 0; i < jn_mobility_redundant(mobility); i++) json_text(json, NULL, jn_mobility_sentence(mobility, i));
    json_close(json, ']');
  }
  json_close(json, '}');
}

const char *je_describe(je_engine *e) {
  FILE *out = je_text_begin(&e->description);
  app_json json = {.out = out};
  if (out && !e->model) fputs("null", out);
  if (!out || !e->model) return je_text_end(&e->description, out);
  json_open(&json, NULL, '{');
  json_text(&json, "name", jn_model_name(e->model));
  json_text(&json, "space", jn_model_space(e->model) == JN_PLANE ? "plane" : "space");
  write_bodies(&json, e->model);
  write_names(&json, e->model);
  write_elements(&json, e->model);
  write_contacts(&json, e->model);
  write_parameters(&json, e->model);
  write_compiled(&json, e->model);
  write_outputs(&json, e);
  write_choices(&json, e);
  json_open(&json, "possible", '{');
  write_list(&json, "formulation", formulation_name, jn_formulation_is_built);
  write_list(&json, "coordinates", jn_coordinates_name, NULL);
  write_list(&json, "integrator", jn_integrator_name, jn_integrator_is_built);
  json_close(&json, '}');
  write_counts(&json, e);
  je_describe_vehicle(&json, e->model);
  write_things(&json, e);
  json_close(&json, '}');
  return je_text_end(&e->description, out);
}

double je_road_height(const je_engine *e, int road, double x, double y) {
  bool known = e->model && road >= 0 && road < jn_model_nroads(e->model);
  return known ? jn_model_road_height(e->model, (jn_road){road}, x, y) : NAN;
}

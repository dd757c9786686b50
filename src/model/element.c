// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// element.c - adds joints and forces: checks and copies a definition along the list of fields of its kind.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/build.h"
#include "model/mirror.h"

// Arguments of the checks of a joint or a force: its definition, the fields of its kind, and texts for messages.
typedef struct {
  jn_model *model;
  const char *element;      // "joint 'A'"
  const char *kind, *noun;  // "revolute", " joint"
  const jni_field *fields;
  int nfields;
  const void *def, *fallback;  // the definition, and the default one
  bool sound;
} view;

static const void *field_in(const void *def, const jni_field *field) { return (const char *)def + field->offset; }

static bool complain(view *v, const jni_field *field, const char *sentence) {
  jni_model_fault_key(v->model, v->element, field->name, "%s %s", field->name, sentence);
  v->sound = false;
  return false;
}

// ---- checks, one per type of field ------------------------------------------------------------

const char *jni_range_sentence(jni_range range, double value) {
  switch (range) {
    case JNI_POSITIVE: return value > 0 ? NULL : "must be positive";
    case JNI_NOT_NEGATIVE: return value >= 0 ? NULL : "must be zero or positive";
    case JNI_NOT_ZERO: return value < 0 || value > 0 ? NULL : "must not be zero";
    case JNI_ANY: break;
  }
  return NULL;
}

static void check_numbers(view *v, const jni_field *field, int n) {
  const double *value = field_in(v->def, field), *fallback = field_in(v->fallback, field);
  bool wanted = field->required || jni_model_find_key(v->model, field->name);
  for (int i = 0; i < n; i++) {
    bool untouched = value[i] == fallback[i] || (isnan(value[i]) && isnan(fallback[i]));
    if (untouched && !wanted) continue;
    const char *sentence = isfinite(value[i]) ? jni_range_sentence(field->range, value[i]) : "must be finite";
    if (!sentence) continue;
    char text[80];
    jni_print(text, sizeof text, "%s, got %g", sentence, value[i]);
    complain(v, field, text);
    return;
  }
}

static bool check_axes(view *v, const jni_field *field) {
  const double *axes = field_in(v->def, field);
  for (int end = 0; end < 2; end++) {
    const double *axis = axes + 3 * end;
    double square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    if (!(square > 0)) return complain(v, field, "must not be zero");
    if (!isfinite(square)) return complain(v, field, "must be finite and of moderate length");
  }
  return true;
}

static bool is_frame(const jn_model *model, jn_frame frame) { return frame.i >= 0 && frame.i < model->nframes; }

static bool check_between(view *v, const jni_field *field) {
  const jn_frame *ends = field_in(v->def, field);
  bool none = ends[0].i < 0 && ends[1].i < 0;
  if (none && !field->required) return true;
  if (!is_frame(v->model, ends[0]) || !is_frame(v->model, ends[1]))
    return complain(v, field, "needs two ends, such as [ground.O, crank.O]");
  int first = v->model->frames[ends[0].i].body;
  if (first != v->model->frames[ends[1].i].body) return true;
  jni_model_fault_key(v->model, v->element, field->name, "both ends are on body '%s'", v->model->bodies[first].name);
  v->sound = false;
  return false;
}

static bool check_terms(view *v, const jni_field *field) {
  const jni_terms *terms = field_in(v->def, field);
  bool wanted = field->required || jni_model_find_key(v->model, field->name);
  if (wanted && (!terms->list || terms->n < 1)) return complain(v, field, "needs at least one term");
  for (int i = 0; i < terms->n; i++) {
    if (!isfinite(terms->list[i].factor)) return complain(v, field, "needs finite factors");
    if (field->type == JNI_FIELD_POINT_TERMS && !is_frame(v->model, terms->list[i].frame))
      return complain(v, field, "names a point that does not exist");
  }
  return true;
}

static void check_list(view *v, const jni_field *field) {
  const jn_numbers *list = field_in(v->def, field);
  if (!jni_all_finite(list->value, list->n)) complain(v, field, "must be finite");
  for (int i = 0; i < list->n && v->sound; i++) {
    const char *sentence = jni_range_sentence(field->range, list->value[i]);
    if (sentence) complain(v, field, sentence);
  }
}

static void check_places(view *v, const jni_field *field) {
  const jn_points *list = field_in(v->def, field);
  if (list->n > 0 && !jni_all_finite(list->at, 3 * list->n)) complain(v, field, "must be finite");
}

static bool check_geometry(view *v, const jni_field *field) {
  const jn_geometry *g = field_in(v->def, field);
  const jn_frame frames[3] = {g->at, g->between[0], g->between[1]};
  if (!g->given) return true;
  if (!(g->pressure_angle >= 0 && g->pressure_angle < JNK_PI / 2))
    return complain(v, field, "needs a pressure_angle from 0 to less than 90 deg (a bare number is in radian)");
  for (int i = 0; i < 2; i++)
    if (!(g->radii[i] >= 0 && isfinite(g->radii[i]))) return complain(v, field, "needs positive radii");
  for (int i = 0; i < 3; i++)
    if (frames[i].i >= 0 && !is_frame(v->model, frames[i]))
      return complain(v, field, "names a point that does not exist");
  return true;
}

static bool check_motion(view *v, const jni_field *field) {
  const jn_joint_def *def = v->def;
  const jn_follow *follow = &def->follow;
  if ((def->motion != NULL) + (def->table.n > 0) + (follow->signal != NULL) > 1)
    return complain(v, field, "is an expression, a table or a signal to follow, one of these");
  if (def->table.ncoefficients > 0) return complain(v, field, "needs a table, not a polynomial");
  if (follow->signal && !(follow->bandwidth > 0 && isfinite(follow->bandwidth)))
    return complain(v, field, "needs a positive bandwidth of the filter that follows");
  if (follow->signal && !(follow->damping > 0 && isfinite(follow->damping)))
    return complain(v, field, "needs a positive damping of the filter that follows");
  v->sound = jni_model_check_law(v->model, v->element, field->name, &def->table) && v->sound;
  return v->sound;
}

static void check_function(view *v, const jni_field *field) {
  const jn_function *law = field_in(v->def, field);
  const jn_cam *cam = &law->cam;
  const double numbers[3] = {cam->radius, cam->offset, cam->direction};
  if ((law->formula != NULL) + (law->table.n > 0) + (cam->n > 0) > 1)
    complain(v, field, "is an expression, a table or the outline of a cam, one of these");
  else if (!jni_all_finite(numbers, 3) || (cam->n > 0 && !jni_all_finite(cam->points, 2 * cam->n)))
    complain(v, field, "must be finite");
  else if (!(cam->radius >= 0)) complain(v, field, "needs a radius of the roller that is not negative");
  else if (law->table.ncoefficients > 0) complain(v, field, "needs a table, not a polynomial");
  else if (law->table.smooth) complain(v, field, "has a table that is always smooth: leave out 'smooth'");
  else if (!isfinite(law->per_turn)) complain(v, field, "needs a finite 'per_turn'");
  else if (!(law->period >= 0 && isfinite(law->period))) complain(v, field, "needs a positive 'period'");
  else if (law->table.n > 0 && law->period > 0) complain(v, field, "has a table, whose period is that of its points");
  else if (law->formula && law->closed) complain(v, field, "has a formula: give its 'period' instead of 'closed'");
  else if (law->formula && law->per_turn != 0 && law->period == 0)
    complain(v, field, "needs the 'period' after which it grows by 'per_turn'");
  else v->sound = jni_model_check_law(v->model, v->element, field->name, &law->table) && v->sound;
}

static bool is_absent(const view *v, const jni_field *field) {
  if (v->model->keys) return !jni_model_find_key(v->model, field->name);
  switch (field->type) {
    case JNI_FIELD_AT: return ((const jn_frame *)field_in(v->def, field))->i < 0;
    case JNI_FIELD_JOINT: return ((const jn_joint *)field_in(v->def, field))->i < 0;
    case JNI_FIELD_MOTION: return !jni_is_driven(v->def);
    case JNI_FIELD_FUNCTION: {
      const jn_function *law = field_in(v->def, field);
      return !law->formula && law->table.n == 0 && law->cam.n == 0;
    }
    case JNI_FIELD_EXPRESSION:
    case JNI_FIELD_WORD:
    case JNI_FIELD_COORDINATE: return !*(const char *const *)field_in(v->def, field);
    default: return false;
  }
}

static void check_at(view *v, const jni_field *field) {
  if (!is_absent(v, field) && !is_frame(v->model, *(const jn_frame *)field_in(v->def, field)))
    complain(v, field, "names a point that does not exist");
}

static void check_frames(view *v, const jni_field *field) {
  const jn_frames *list = field_in(v->def, field);
  if (field->required && list->n < 1) complain(v, field, "needs at least one point");
  for (int i = 0; i < list->n; i++)
    if (!is_frame(v->model, list->at[i])) {
      complain(v, field, "names a point that does not exist");
      return;
    }
}

static void check_field(view *v, const jni_field *field) {
  if (jni_model_key_is_faulty(v->model, field->name)) {
    v->sound = false;
    return;
  }
  if (field->required && is_absent(v, field)) {
    bool two = field->type == JNI_FIELD_AXES_APART && v->model->space == JN_SPACE;
    jni_model_fault(v->model, v->element, "%s %s%s needs '%s': %s", jni_article(v->kind), v->kind, v->noun,
                    two ? "axes" : field->name, field->help);
    v->sound = false;
    return;
  }
  switch (field->type) {
    case JNI_FIELD_NUMBER: check_numbers(v, field, 1); break;
    case JNI_FIELD_PLACE:
    case JNI_FIELD_FACTORS:
    case JNI_FIELD_TURN:
    case JNI_FIELD_DIRECTION:
    case JNI_FIELD_VECTOR: check_numbers(v, field, 3); break;
    case JNI_FIELD_ORIENTATION:
    case JNI_FIELD_COLOUR: check_numbers(v, field, 4); break;
    case JNI_FIELD_PLACES: check_places(v, field); break;
    case JNI_FIELD_AXES:
    case JNI_FIELD_AXES_APART:
    case JNI_FIELD_AXIS: check_axes(v, field); break;
    case JNI_FIELD_BETWEEN: check_between(v, field); break;
    case JNI_FIELD_AT: check_at(v, field); break;
    case JNI_FIELD_FRAMES: check_frames(v, field); break;
    case JNI_FIELD_LAW:
    case JNI_FIELD_CURVE:
    case JNI_FIELD_RATE_LAW:
      v->sound = jni_model_check_law(v->model, v->element, field->name, field_in(v->def, field)) && v->sound;
      break;
    case JNI_FIELD_POINT_TERMS:
    case JNI_FIELD_JOINT_TERMS: check_terms(v, field); break;
    case JNI_FIELD_ROAD:
      if (field->required && ((const jn_road *)field_in(v->def, field))->i < 0)
        complain(v, field, "names a road that does not exist");
      break;
    case JNI_FIELD_NUMBERS:
    case JNI_FIELD_PROPERTIES:
    case JNI_FIELD_QUANTITIES: check_list(v, field); break;
    case JNI_FIELD_GEOMETRY: check_geometry(v, field); break;
    case JNI_FIELD_MOTION: check_motion(v, field); break;
    case JNI_FIELD_FUNCTION: check_function(v, field); break;
    case JNI_FIELD_SOIL:  // names of soils and tables are checked by jn_model_finish
    case JNI_FIELD_TABLE:
    case JNI_FIELD_ROADS:  // checked by the kinds of roads
    case JNI_FIELD_POINTS:
    case JNI_FIELD_GRID:
    case JNI_FIELD_SEGMENTS:
    case JNI_FIELD_MESH:  // checked by the kind of meshes
    case JNI_FIELD_PATH:  // checked by the kinds of subsystems
    case JNI_FIELD_NAMED_EXPRESSIONS:
    case JNI_FIELD_NAMED_QUANTITIES:
    case JNI_FIELD_NAMES:
    case JNI_FIELD_STEPS:
    case JNI_FIELD_CORNERS:  // checked by jn_model_add_profile
    case JNI_FIELD_CORNER:
    case JNI_FIELD_PIECES:
    case JNI_FIELD_WORD:
    case JNI_FIELD_FILE_NAME:
    case JNI_FIELD_JOINT:  // joints may be named before they are added: checked by jn_model_finish
    case JNI_FIELD_COORDINATE:
    case JNI_FIELD_EXPRESSION:
    case JNI_FIELD_EXPRESSIONS:
    case JNI_FIELD_FLAG:
    case JNI_FIELD_TREE: break;
  }
}

static bool check_fields(view *v) {
  for (int i = 0; i < v->nfields; i++) check_field(v, &v->fields[i]);
  return v->sound;
}

bool jni_model_check_fields(jn_model *model, const char *element, const char *kind, const char *noun,
                            const jni_field *fields, int nfields, const void *def, const void *fallback) {
  view v = {model, element, kind, noun, fields, nfields, def, fallback, true};
  return check_fields(&v);
}

static bool check_space(view *v, bool in_plane, bool in_space) {
  bool plane = v->model->space == JN_PLANE;
  if (plane ? in_plane : in_space) return true;
  jni_model_fault_key(v->model, v->element, "type", "%s %s%s exists in %s only", jni_article(v->kind), v->kind, v->noun,
                      plane ? "space" : "the plane");
  return false;
}

static const char *joint_candidate(const void *context, int i) {
  (void)context;
  return jn_joint_kind_name(i);
}
static const char *force_candidate(const void *context, int i) {
  (void)context;
  return jn_force_kind_name(i);
}

// Words with which other programs or everyday language call kinds, each with the advice for the message that says which
// kind to use instead.
static const struct {
  const char *word, *advice;
} other_words[] = {
    {"hinge", "a 'revolute' joint"},
    {"pin", "a 'revolute' joint"},
    {"slider", "a 'prismatic' joint"},
    {"ball", "a 'spherical' joint"},
    {"weld", "a 'fixed' joint"},
    {"rod", "a 'distance' joint, or a body with two joints"},
    {"cam", "a driver with a table (drivers: motion), or a 'coupling' of two joint coordinates"},
    {"rope", "a force 'stop' between two points with 'upper', the length of the rope"},
    {"cable", "a force 'stop' between two points with 'upper', the length of the cable"},
    {"beam", "rigid bodies joined by forces 'bushing'; elastic bodies do not exist"},
    {"spring", "a force 'spring-damper' or 'torsion-spring'"},
    {"damper", "a force 'spring-damper' or 'torsion-spring'"},
    {"motor", "a force 'torque', or a driver (drivers) if its motion is prescribed"},
};

static void unknown_kind(jn_model *model, const char *element, const char *type, bool joint) {
  char hint[160];
  if (jni_model_key_is_faulty(model, "type")) return;
  if (!type) {
    jni_model_fault(model, element, "needs 'type'");
    return;
  }
  jni_suggest(type, joint ? joint_candidate : force_candidate, NULL, hint, sizeof hint);
  bool elsewhere = joint ? jni_force_kind_find(type) != NULL : jni_joint_kind_find(type) != NULL;
  if (elsewhere) snprintf(hint, sizeof hint, ", which is a %s", joint ? "force" : "joint");
  for (size_t i = 0; !elsewhere && i < sizeof other_words / sizeof *other_words; i++)
    if (strcmp(type, other_words[i].word) == 0) snprintf(hint, sizeof hint, "; use %s", other_words[i].advice);
  if (!hint[0]) snprintf(hint, sizeof hint, "; 'jounce kinds' lists those that exist");
  jni_model_fault_key(model, element, "type", "unknown type '%.60s'%s", type, hint);
}

// ---- copies -----------------------------------------------------------------------------------

static const jn_term *copy_terms(jn_model *model, const jn_term *terms, int n) {
  if (n < 1 || !terms) return NULL;
  jn_term *made = jni_take(&model->pool, (size_t)n, sizeof *made);
  if (!made) {
    model->no_memory = true;
    return NULL;
  }
  for (int i = 0; i < n; i++) {
    made[i] = terms[i];
    made[i].coordinate = jni_model_text(model, terms[i].coordinate, NULL);
  }
  return made;
}

static void unit_axis(double axis[3]) {
  double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  for (int i = 0; i < 3; i++) axis[i] = length > 0 && isfinite(length) ? axis[i] / length : i == 2;
}

static jn_joint_def copy_joint_def(jn_model *model, const jni_joint_kind *kind, const jn_joint_def *def, bool sound) {
  jn_joint_def made = *def;
  made.name = made.type = NULL;  // stored in the element
  made.terms = copy_terms(model, def->terms, def->nterms);
  made.nterms = made.terms ? def->nterms : 0;
  made.coordinate = jni_model_text(model, def->coordinate, NULL);
  made.other_coordinate = jni_model_text(model, def->other_coordinate, NULL);
  made.function.formula = jni_model_text(model, def->function.formula, "law");
  made.function.cam.points = jni_model_doubles(model, def->function.cam.points, 2 * def->function.cam.n);
  if (!made.function.cam.points) made.function.cam.n = 0;
  made.function.table = (jn_law){0};
  if (sound) jni_model_copy_law(model, &def->function.table, &made.function.table);
  made.motion = jni_model_text(model, def->motion, jni_joint_motion_key(kind));
  made.follow.signal = jni_model_text(model, def->follow.signal, jni_joint_motion_key(kind));
  made.table = (jn_law){0};
  if (sound) jni_model_copy_law(model, &def->table, &made.table);
  unit_axis(made.axis[0]);
  unit_axis(made.axis[1]);
  for (int end = 0; end < 2; end++) jni_mirror_point(model->mirror, made.axis[end], made.axis[end]);
  if (kind) jni_reflect_fields(model->mirror, kind->fields, kind->nfields, &made);
  return made;
}

// Copies the frames at which a track acts to one array in memory of the model, in the order hull, sprocket, idlers,
// road wheels, and makes the lists of idlers and road wheels of the definition point into it.
static void copy_track(jn_model *model, jn_track_def *track) {
  int n = track->idlers.n + track->wheels.n;
  if (n == 0) return;
  jn_frame *ends = jni_take(&model->pool, (size_t)n + 2, sizeof *ends);
  if (!ends) {
    model->no_memory = true;
    track->idlers.n = track->wheels.n = 0;
    return;
  }
  ends[0] = track->hull;
  ends[1] = track->sprocket;
  for (int i = 0; i < track->idlers.n; i++) ends[2 + i] = track->idlers.at[i];
  for (int i = 0; i < track->wheels.n; i++) ends[2 + track->idlers.n + i] = track->wheels.at[i];
  track->idlers.at = ends + 2;
  track->wheels.at = ends + 2 + track->idlers.n;
}

const jn_frame *jni_force_ends(const jni_force_element *force, int *n) {
  const jn_track_def *track = &force->def.track;
  bool many = force->kind->ends == JNI_MANY_ENDS;
  *n = many ? 2 + track->idlers.n + track->wheels.n : force->kind->ends;
  return many ? track->wheels.at - track->idlers.n - 2 : force->def.between;
}

bool jni_force_has_potential(const jni_force_element *force) {
  const jni_force_kind *kind = force->kind;
  return kind->potential && (!kind->potential_if || kind->potential_if(force));
}

const char *jni_value_key(const jni_force_kind *kind, int i) {
  size_t all = offsetof(jn_force_def, value), own = all + (size_t)i * sizeof(const char *);
  for (int k = 0; kind && k < kind->nfields; k++) {
    const jni_field *field = &kind->fields[k];
    if (field->type == JNI_FIELD_EXPRESSION && field->offset == own) return field->name;
    if (field->type == JNI_FIELD_EXPRESSIONS && field->offset == all) return field->name;
  }
  return "value";
}

static jn_force_def copy_force_def(jn_model *model, const jni_force_kind *kind, const jn_force_def *def, bool laws) {
  jn_force_def made = *def;
  made.name = made.type = NULL;
  made.terms = copy_terms(model, def->terms, def->nterms);
  made.nterms = made.terms ? def->nterms : 0;
  made.law = made.damping_law = (jn_law){0};
  if (laws) {
    jni_model_copy_law(model, &def->law, &made.law);
    jni_model_copy_law(model, &def->damping_law, &made.damping_law);
  }
  jn_tyre_def *tyre = &made.tyre;
  jn_numbers *lists[] = {&tyre->longitudinal, &tyre->longitudinal_double, &tyre->lateral,        &tyre->lateral_double,
                         &tyre->aligning,     &tyre->coefficients,        &tyre->aligning_double};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    lists[i]->value = jni_model_doubles(model, lists[i]->value, lists[i]->n);
    if (!lists[i]->value) lists[i]->n = 0;
  }
  unit_axis(tyre->axis[0]);
  copy_track(model, &made.track);
  made.coordinate = jni_model_text(model, def->coordinate, NULL);
  for (int i = 0; i < 3; i++) made.value[i] = jni_model_text(model, def->value[i], jni_value_key(kind, i));
  if (kind) jni_reflect_fields(model->mirror, kind->fields, kind->nfields, &made);
  if (kind && kind->complete && !model->no_memory) kind->complete(&made);
  return made;
}

// ---- adding -----------------------------------------------------------------------------------

static bool register_element(jn_model *model, jni_name_group group, const char *name, int i) {
  if (!name || !jni_names_put(model->names, group, 0, name, i)) model->no_memory = true;
  return !model->no_memory;
}

static bool check_joint(jn_model *model, const jni_joint_kind *kind, const jn_joint_def *def, const char *element) {
  const jn_joint_def fallback = jn_joint_def_default();
  const char *noun = kind->driver ? "" : " joint";
  view v = {model, element, kind->name, noun, kind->fields, kind->nfields, def, &fallback, true};
  return check_space(&v, kind->in_plane, kind->in_space) && check_fields(&v);
}

jn_joint jn_model_add_joint(jn_model *model, const jn_joint_def *def) {
  JNI_ASSERT(model && def && def->cookie == JNI_DEF_COOKIE && "start from jn_joint_def_default()");
  const jni_joint_kind *kind = def->type ? jni_joint_kind_find(def->type) : NULL;
  const char *what = kind && kind->driver ? "driver" : "joint";
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, what, def->name ? def->name : "");
  bool named = jni_model_check_name(model, JNI_NAME_JOINT, 0, what, def->name);
  if (!kind) unknown_kind(model, element, def->type, true);
  bool sound = kind && check_joint(model, kind, def, element);

  if (!jni_model_grow(model, &model->joints, &model->capacity_joints, model->njoints, sizeof *model->joints))
    return (jn_joint){-1};
  jni_joint_element *joint = &model->joints[model->njoints];
  *joint = (jni_joint_element){.kind = kind, .faulty = !sound, .mirror = model->mirror, .place = model->place};
  joint->def = copy_joint_def(model, kind, def, sound);
  joint->name = jni_model_text(model, def->name ? def->name : "", NULL);
  if (named) register_element(model, JNI_NAME_JOINT, joint->name, model->njoints);
  return (jn_joint){model->njoints++};
}

static bool check_force(jn_model *model, const jni_force_kind *kind, const jn_force_def *def, const char *element) {
  const jn_force_def fallback = jn_force_def_default();
  if (def->tyre.road.i >= 0 && model->mirror & JN_MIRROR_Z) {
    jni_model_fault(model, element, "a %s on top of its road: it has no mirror image along z",
                    kind->tyre                    ? "tyre rolls"
                    : kind->ends == JNI_MANY_ENDS ? "track lies"
                                                  : "contact lies");
    return false;
  }
  view v = {model, element, kind->name, "", kind->fields, kind->nfields, def, &fallback, true};
  return check_space(&v, kind->in_plane, kind->in_space) && check_fields(&v);
}

jn_force jn_model_add_force(jn_model *model, const jn_force_def *def) {
  JNI_ASSERT(model && def && def->cookie == JNI_DEF_COOKIE && "start from jn_force_def_default()");
  const jni_force_kind *kind = def->type ? jni_force_kind_find(def->type) : NULL;
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "force", def->name ? def->name : "");
  bool named = jni_model_check_name(model, JNI_NAME_FORCE, 0, "force", def->name);
  if (!kind) unknown_kind(model, element, def->type, false);
  bool sound = kind && check_force(model, kind, def, element);

  if (!jni_model_grow(model, &model->forces, &model->capacity_forces, model->nforces, sizeof *model->forces))
    return (jn_force){-1};
  jni_force_element *force = &model->forces[model->nforces];
  *force = (jni_force_element){.kind = kind, .mirror = model->mirror, .faulty = !sound, .place = model->place};
  force->def = copy_force_def(model, kind, def, sound);
  force->name = jni_model_text(model, def->name ? def->name : "", NULL);
  if (named) register_element(model, JNI_NAME_FORCE, force->name, model->nforces);
  return (jn_force){model->nforces++};
}

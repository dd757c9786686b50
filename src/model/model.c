// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// model.c - making and freeing a model, its faults, and queries.

#include <stdio.h>
#include <string.h>

#include "model/build.h"

// ---- construction -----------------------------------------------------------------------------

jn_model *jn_model_new(const jn_alloc *alloc, const char *name, jn_space space) {
  jn_model *model = jni_object_new(alloc, sizeof *model);
  if (!model) return NULL;
  model->space = space;
  model->choices = jn_choices_default();
  model->name = jni_model_text(model, name ? name : "", NULL);
  model->file = "";
  model->report = jni_keep(&model->pool, jn_report_new(alloc), jni_object_free);
  model->names = jni_keep(&model->pool, jni_names_new(alloc), jni_object_free);
  if (model->pool.failed) return jn_model_free(model);

  // Adds the ground as body 0, without mass, and its frame as frame 0.
  jn_body_def ground = jn_body_def_default();
  ground.name = "ground";
  ground.mass = 0;
  jn_model_add_body(model, &ground);
  return model->no_memory ? jn_model_free(model) : model;
}

void *jn_model_free(jn_model *model) { return jni_object_free(model); }

jn_report *jn_model_report(jn_model *model) {
  JNI_ASSERT(model);
  return model->report;
}

// ---- faults -----------------------------------------------------------------------------------

const char *jni_model_file(const jn_model *model, jni_place *place) {
  bool mapped = model->lines && place->file == 0;
  if (mapped)
    *place = place->line > 0 && place->line <= model->nlines ? model->lines[place->line - 1] : (jni_place){.line = 0};
  bool other = place->file > 0 && place->file <= model->nsources;
  const char *file = other ? model->sources[place->file - 1].name : model->file;
  return file ? file : "";
}

void jni_model_place(const jn_model *model, jni_place place, jn_error *error) {
  snprintf(error->file, sizeof error->file, "%s", jni_model_file(model, &place));
  error->line = place.line;
  error->column = place.column;
}

enum { MOST_WARNINGS = 20 };  // largest number of warnings that one model stores

// Returns whether a fault at this place of a part is already reported for another use of the same part.
static bool is_reported(const jn_model *model, jni_place place) {
  for (int i = 0; place.use > 0 && i < model->nfaults && i < JNI_MAX_FAULTS; i++) {
    const jni_place *reported = &model->fault_places[i];
    if (reported->line == place.line && reported->column == place.column && reported->file == place.file &&
        reported->use != place.use)
      return true;
  }
  return false;
}

bool jni_model_has_fault_at(const jn_model *model, jni_place place) {
  for (int i = 0; place.line > 0 && i < model->nfaults && i < JNI_MAX_FAULTS; i++) {
    const jni_place *reported = &model->fault_places[i];
    if (reported->line == place.line && reported->column == place.column && reported->file == place.file) return true;
  }
  return false;
}

// Appends the name and place of use `number`, counted from 1, to the message of an error: ", in use 'front.left'
// (car.yaml:12)", or "(line 12)" if the error is in the same file. If the message ends with a question mark, begins a
// new sentence.
static void report_use(const jn_model *model, int number, jn_error *error) {
  const jni_use *use = &model->uses[number - 1];
  jn_error place = {.line = 0};
  size_t used = strlen(error->what);
  jni_model_place(model, use->place, &place);
  const char *begin = used && error->what[used - 1] == '?' ? " In" : ", in";
  if (strcmp(place.file, error->file) == 0)
    snprintf(error->what + used, sizeof error->what - used, "%s use '%.120s' (line %d)", begin, use->name, place.line);
  else
    snprintf(error->what + used, sizeof error->what - used, "%s use '%.120s' (%s:%d)", begin, use->name, place.file,
             place.line);
}

// Returns an error with an empty message at a place, with the name of its element. file: name of the file; NULL: that
// of the place.
static jn_error error_at(const jn_model *model, jni_place place, const char *file, const char *element) {
  jn_error error = {.status = JN_BAD_MODEL, .severity = JN_FAULT, .line = place.line, .column = place.column};
  if (file) snprintf(error.file, sizeof error.file, "%s", file);
  else jni_model_place(model, place, &error);
  snprintf(error.element, sizeof error.element, "%s", element);
  return error;
}

static void add_fault(jn_model *model, jni_place place, const char *file, const char *element, const char *format,
                      va_list arguments) {
  if (model->muted || is_reported(model, place)) return;
  if (model->nfaults++ >= JNI_MAX_FAULTS) return;
  model->fault_places[model->nfaults - 1] = file ? (jni_place){0} : place;
  jn_error error = error_at(model, place, file, element);
  jni_vprint(error.what, sizeof error.what, format, arguments);
  if (place.use > 0) report_use(model, place.use, &error);
  jn_report_add(model->report, &error);
}

void jni_model_fault(jn_model *model, const char *element, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add_fault(model, model->place, model->place_file, element, format, arguments);
  va_end(arguments);
}

// Returns whether the report has a warning at the same file, line and column.
static bool is_warned(const jn_model *model, const jn_error *warning) {
  for (int i = 0; i < jn_report_size(model->report); i++) {
    const jn_error *e = jn_report_get(model->report, i);
    if (e->severity == JN_WARNING && e->line == warning->line && e->column == warning->column &&
        strcmp(e->file, warning->file) == 0)
      return true;
  }
  return false;
}

void jni_model_warn(jn_model *model, const char *element, const char *sentence) {
  int n = jn_report_count(model->report, JN_WARNING) - jn_report_count(model->report, JN_FAULT);
  if (model->muted || n >= MOST_WARNINGS) return;
  jn_error error = error_at(model, model->place, model->place_file, element);
  error.status = JN_OK;
  error.severity = JN_WARNING;
  if (is_warned(model, &error)) return;
  snprintf(error.what, sizeof error.what, "%s", sentence);
  if (model->place.use > 0) report_use(model, model->place.use, &error);
  jn_report_add(model->report, &error);
}

void jni_model_fault_key(jn_model *model, const char *element, const char *key, const char *format, ...) {
  const jni_element_key *entry = jni_model_find_key(model, key);
  va_list arguments;
  va_start(arguments, format);
  if (entry) add_fault(model, entry->place, entry->file, element, format, arguments);
  else add_fault(model, model->place, model->place_file, element, format, arguments);
  va_end(arguments);
}

const jni_element_key *jni_model_find_key(const jn_model *model, const char *key) {
  for (int i = 0; i < model->nkeys; i++)
    if (strcmp(model->keys[i].name, key) == 0) return &model->keys[i];
  return NULL;
}

bool jni_model_key_is_faulty(const jn_model *model, const char *key) {
  const jni_element_key *entry = jni_model_find_key(model, key);
  return entry && entry->faulty;
}

void jni_suggest(const char *name, const char *(*candidate)(const void *context, int i), const void *context,
                 char *text, size_t size) {
  const char *nearest = jni_nearest(name, candidate, context);
  size_t length = strlen(name);
  for (int i = 0; !nearest && length >= 3; i++) {
    const char *other = candidate(context, i);
    if (!other) break;
    if (strncmp(name, other, length) == 0) nearest = other;  // a prefix of a longer word
  }
  if (nearest) snprintf(text, size, "; did you mean '%s'?", nearest);
  else if (size) text[0] = '\0';
}

// ---- queries ----------------------------------------------------------------------------------

const char *jn_model_name(const jn_model *model) {
  JNI_ASSERT(model);
  return model->name;
}
jn_space jn_model_space(const jn_model *model) {
  JNI_ASSERT(model);
  return model->space;
}
jn_choices *jn_model_choices(jn_model *model) {
  JNI_ASSERT(model);
  return &model->choices;
}
int jn_model_nbodies(const jn_model *model) {
  JNI_ASSERT(model);
  return model->nbodies;
}
int jn_model_njoints(const jn_model *model) {
  JNI_ASSERT(model);
  return model->njoints;
}
int jn_model_nforces(const jn_model *model) {
  JNI_ASSERT(model);
  return jni_own_forces(model);
}
int jn_model_noutputs(const jn_model *model) {
  JNI_ASSERT(model);
  return model->noutputs;
}
int jn_model_nauxiliaries(const jn_model *model) {
  JNI_ASSERT(model);
  return model->nauxiliaries;
}
int jn_model_ntables(const jn_model *model) {
  JNI_ASSERT(model);
  return model->ntables;
}
int jn_model_ninputs(const jn_model *model) {
  JNI_ASSERT(model);
  return model->ninputs;
}
int jn_model_nevents(const jn_model *model) {
  JNI_ASSERT(model);
  return model->nevents;
}
int jn_model_nsignals(const jn_model *model) {
  JNI_ASSERT(model);
  return model->ncomputed;
}
int jn_model_ndiscretes(const jn_model *model) {
  JNI_ASSERT(model);
  return model->ndiscretes;
}

int jn_model_ndrivers(const jn_model *model) {
  JNI_ASSERT(model);
  int n = 0;
  for (int i = 0; i < model->njoints; i++) n += model->joints[i].kind->driver;
  return n;
}

jn_body jn_model_ground(const jn_model *model) {
  JNI_ASSERT(model);
  (void)model;
  return (jn_body){0};
}

static bool within(int i, int n) { return i >= 0 && i < n; }

bool jn_model_body_is_particle(const jn_model *model, jn_body body) {
  JNI_ASSERT(model && body.i >= 0 && body.i < model->nbodies);
  return model->bodies[body.i].particle;
}

const char *jn_model_body_name(const jn_model *model, jn_body body) {
  JNI_ASSERT(model);
  return within(body.i, model->nbodies) ? model->bodies[body.i].name : NULL;
}

const char *jn_model_joint_name(const jn_model *model, jn_joint joint) {
  JNI_ASSERT(model);
  return within(joint.i, model->njoints) ? model->joints[joint.i].name : NULL;
}

const char *jn_model_force_name(const jn_model *model, jn_force force) {
  JNI_ASSERT(model);
  return within(force.i, jni_own_forces(model)) ? model->forces[force.i].name : NULL;
}

const char *jn_model_output_name(const jn_model *model, int i) {
  JNI_ASSERT(model);
  return within(i, model->noutputs) ? model->outputs[i].name : NULL;
}

const char *jn_model_input_name(const jn_model *model, int i) {
  JNI_ASSERT(model && i >= 0 && i < model->ninputs);
  return model->inputs[i].name;
}

double jn_model_input_safe(const jn_model *model, int i) {
  JNI_ASSERT(model && i >= 0 && i < model->ninputs);
  return model->inputs[i].safe;
}

const char *jn_model_signal_name(const jn_model *model, int i) {
  JNI_ASSERT(model);
  return within(i, model->ncomputed) ? model->computed[i].name : NULL;
}

jn_frame jn_model_body_frame(const jn_model *model, jn_body body) {
  JNI_ASSERT(model);
  return (jn_frame){within(body.i, model->nbodies) ? model->bodies[body.i].frame : -1};
}

jn_body jn_model_find_body(const jn_model *model, const char *name) {
  if (!name) return (jn_body){-1};
  JNI_ASSERT(model);
  return (jn_body){jni_names_get(model->names, JNI_NAME_BODY, 0, name)};
}

jn_joint jn_model_find_joint(const jn_model *model, const char *name) {
  if (!name) return (jn_joint){-1};
  JNI_ASSERT(model);
  return (jn_joint){jni_names_get(model->names, JNI_NAME_JOINT, 0, name)};
}

size_t jni_model_find_path(const jni_names *names, jni_name_group group, int owner, const char *path, int *number) {
  char head[JNI_MAX_PATH + 1];
  size_t length = strlen(path);
  if (length > JNI_MAX_PATH)
    for (length = JNI_MAX_PATH; length > 0 && path[length] != '.';) length--;
  memcpy(head, path, length);
  for (;;) {
    head[length] = '\0';
    *number = jni_names_get(names, group, owner, head);
    const char *dot = *number == JNI_NAME_NONE ? strrchr(head, '.') : NULL;
    if (!dot) return *number == JNI_NAME_NONE ? 0 : length;
    length = (size_t)(dot - head);
  }
}

void jni_model_note_missing(jn_model *model, const char *path) {
  const char *kept = jni_model_text(model, path, NULL);
  if (!kept || !jni_names_put(model->names, JNI_NAME_MISSING, 0, kept, 0)) model->no_memory = true;
}

static const char *behind_dot(const char *path) {
  const char *dot = strchr(path, '.');
  return dot ? dot + 1 : NULL;
}

bool jni_model_is_missing(const jn_model *model, const char *name) {
  int number;
  for (const char *from = model->nfaults ? name : NULL; from; from = behind_dot(from))
    if (jni_model_find_path(model->names, JNI_NAME_MISSING, 0, from, &number) > 0) return true;
  return false;
}

jn_frame jn_model_find_frame(const jn_model *model, const char *name) {
  if (!name) return (jn_frame){-1};
  JNI_ASSERT(model);
  int body;
  size_t length = jni_model_find_path(model->names, JNI_NAME_BODY, 0, name, &body);
  if (length && !name[length]) return jn_model_body_frame(model, (jn_body){body});
  int frame = length ? jni_names_get(model->names, JNI_NAME_FRAME, body, name + length + 1) : JNI_NAME_NONE;
  return (jn_frame){frame >= 0 ? frame : jni_names_get(model->names, JNI_NAME_POINT, 0, name)};
}

// ---- kinds ------------------------------------------------------------------------------------

const jni_joint_kind *jni_joint_kind_find(const char *name) {
  for (int i = 0; jni_joint_kinds[i]; i++)
    if (strcmp(jni_joint_kinds[i]->name, name) == 0) return jni_joint_kinds[i];
  return NULL;
}

const jni_force_kind *jni_force_kind_find(const char *name) {
  for (int i = 0; jni_force_kinds[i]; i++)
    if (strcmp(jni_force_kinds[i]->name, name) == 0) return jni_force_kinds[i];
  return NULL;
}

int jni_model_find_armature(const jn_model *model) {
  for (int i = 0; i < model->njoints; i++)
    if (model->joints[i].def.armature > 0) return i;
  return -1;
}

bool jn_model_has_armature(const jn_model *model) {
  JNI_ASSERT(model);
  return jni_model_find_armature(model) >= 0;
}

const char *jni_joint_word(const jni_joint_element *joint) {
  return joint->kind && joint->kind->driver ? "driver" : "joint";
}

const char *jni_joint_motion_key(const jni_joint_kind *kind) { return kind && !kind->driver ? "rate" : "motion"; }

static const jni_joint_kind *joint_kind_at(int i) {
  for (int k = 0; i >= 0 && jni_joint_kinds[k]; k++)
    if (k == i) return jni_joint_kinds[k];
  return NULL;
}

static const jni_force_kind *force_kind_at(int i) {
  for (int k = 0; i >= 0 && jni_force_kinds[k]; k++)
    if (k == i) return jni_force_kinds[k];
  return NULL;
}

const char *jn_joint_kind_name(int i) { return joint_kind_at(i) ? joint_kind_at(i)->name : NULL; }
const char *jn_joint_kind_help(int i) { return joint_kind_at(i) ? joint_kind_at(i)->help : NULL; }
const char *jn_force_kind_name(int i) { return force_kind_at(i) ? force_kind_at(i)->name : NULL; }
const char *jn_force_kind_help(int i) { return force_kind_at(i) ? force_kind_at(i)->help : NULL; }

static const char *coordinate_candidate(const void *context, int i) {
  const jni_joint_kind *kind = context;
  return i < kind->ncoordinates ? kind->coordinates[i].name : NULL;
}

void jni_kind_suggest_coordinate(const jni_joint_kind *kind, const char *name, char *text, size_t size) {
  text[0] = '\0';
  if (name) jni_suggest(name, coordinate_candidate, kind, text, size);
  if (text[0]) return;
  size_t used = 0;
  for (int i = 0; i < kind->ncoordinates && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "; it has " : ", ", kind->coordinates[i].name);
}

int jni_kind_coordinate(const jni_joint_kind *kind, const char *name) {
  if (kind->ncoordinates > 0 && (!name || strcmp(name, "coordinate") == 0)) return 0;
  for (int i = 0; name && i < kind->ncoordinates; i++)
    if (strcmp(kind->coordinates[i].name, name) == 0) return i;
  return -1;
}

bool jni_terms_check(const jn_model *model, const jn_term *terms, int n, char *what, size_t size) {
  for (int i = 1; i < n; i++)
    for (int k = 0; k < i; k++) {
      const jni_joint_element *joint = &model->joints[terms[i].joint.i];
      int coordinate = jni_kind_coordinate(joint->kind, terms[i].coordinate);
      if (terms[k].joint.i != terms[i].joint.i || jni_kind_coordinate(joint->kind, terms[k].coordinate) != coordinate)
        continue;
      snprintf(what, size, "'terms' names the %.40s of joint '%.120s' twice: give it one factor",
               joint->kind->coordinates[coordinate].name, joint->name);
      return false;
    }
  return true;
}

int jni_is_angle(const jn_model *model, jn_joint joint, const char *coordinate) {
  const jni_joint_kind *kind = joint.i >= 0 && joint.i < model->njoints ? model->joints[joint.i].kind : NULL;
  int i = kind ? jni_kind_coordinate(kind, coordinate) : -1;
  return i >= 0 ? kind->coordinates[i].kind == JNI_ANGLE : -1;
}

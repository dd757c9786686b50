// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// element_list.c - elements of a model with their kinds, places, ends and signals (jounce/element.h).
#include "jounce/element.h"

#include <stdio.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/fault.h"

jn_body jn_model_frame_body(const jn_model *model, jn_frame frame, double p[3]) {
  JNI_ASSERT(model && p && frame.i >= 0 && frame.i < model->nframes);
  memcpy(p, model->frames[frame.i].p, sizeof model->frames[frame.i].p);
  return (jn_body){model->frames[frame.i].body};
}

const jn_subsystem_def *jn_model_subsystem(const jn_model *model, jn_subsystem subsystem) {
  JNI_ASSERT(model && subsystem.i >= 0 && subsystem.i < model->nsubsystems);
  return &model->subsystems[subsystem.i].def;
}

int jn_model_nelements(const jn_model *model, jn_sort sort) {
  JNI_ASSERT(model);
  switch (sort) {
    case JN_BODIES: return model->nbodies;
    case JN_JOINTS: return model->njoints;
    case JN_FORCES: return jni_own_forces(model);
    case JN_SUBSYSTEMS: return model->nsubsystems;
  }
  return 0;
}

// ---- ends of elements ---------------------------------------------------------------------------------------------

static void add_ends(const jn_model *model, const jn_frame *ends, int n, jn_element *e) {
  for (int i = 0; i < n && i < JN_MOST_ENDS; i++) {
    if (ends[i].i < 0) continue;
    const jni_frame *frame = &model->frames[ends[i].i];
    e->body[e->nends].i = frame->body;
    jnk_copy(frame->p, e->p[e->nends++]);
  }
}

// Transforms a direction from the axes of the frame `end` of an element to those of the frame's body, and stores it in
// `out`. Leaves `out` as it is if the element has no such end.
static void to_body_axes(const jn_model *model, jn_frame end, const double axis[3], double out[3]) {
  if (end.i >= 0) jnk_mat_vec(model->frames[end.i].R, axis, out);
}

static void describe_joint(const jn_model *model, const jni_joint_element *joint, jn_element *e) {
  static const double across[3] = {0, 0, 1};
  if (joint->kind->driver) {
    e->joint = joint->def.joint;
    e->angular = jni_is_angle(model, joint->def.joint, joint->def.coordinate) == 1;
  }
  if (!joint->kind->two_ended) return;
  bool turns = joint->kind->ncoordinates > 0 && joint->kind->coordinates[0].kind == JNI_ANGLE;
  add_ends(model, joint->def.between, 2, e);
  if (joint->kind->ncoordinates > 0)
    to_body_axes(model, joint->def.between[0], model->space == JN_PLANE && turns ? across : joint->def.axis[0],
                 e->turn);
}

static void describe_force(const jn_model *model, const jni_force_element *force, jn_element *e) {
  const jn_force_def *def = &force->def;
  int n;
  bool along = jni_acts_along(def);
  const jn_frame *ends = jni_force_ends(force, &n);
  if (along) e->joint = def->nterms > 0 ? def->terms[0].joint : def->joint;
  else add_ends(model, ends, n, e);
  e->angular = jni_force_is_angular(model, force);
  e->opposes = along && jni_force_opposes(force);
  if (!force->terrain) return;
  e->road = def->tyre.road;
  if (n != 1) return;
  e->radius = def->tyre.radius;
  if (force->kind->tyre) to_body_axes(model, ends[0], def->tyre.axis[0], e->axis);
}

jn_element jn_model_element(const jn_model *model, jn_sort sort, int i) {
  JNI_ASSERT(model && i >= 0 && i < jn_model_nelements(model, sort));
  jn_element e = {.joint = {-1}, .road = {-1}};
  jni_place place = {0};
  if (sort == JN_BODIES) {
    const jni_body *body = &model->bodies[i];
    e.name = i == 0 ? "ground" : body->name;
    e.kind = body->particle ? "particle" : "body";
    place = body->place;
  } else if (sort == JN_JOINTS) {
    e.name = model->joints[i].name;
    e.kind = model->joints[i].kind->name;
    place = model->joints[i].place;
    describe_joint(model, &model->joints[i], &e);
  } else if (sort == JN_FORCES) {
    e.name = model->forces[i].name;
    e.kind = model->forces[i].kind->name;
    place = model->forces[i].place;
    describe_force(model, &model->forces[i], &e);
  } else {
    e.name = model->subsystems[i].name;
    e.kind = model->subsystems[i].kind->name;
    place = model->subsystems[i].place;
  }
  e.file = jni_model_file(model, &place);
  e.line = place.line;
  e.column = place.column;
  return e;
}

// ---- signals: the candidate words that are valid for an element -----------------------------------------------------

static const char *const body_words[] = {"x",  "y",  "z",    "angle", "yaw", "pitch", "roll", "vx",
                                         "vy", "vz", "rate", "omega", "ax",  "ay",    "az",   "angular_acceleration",
                                         NULL};
static const char *const joint_words[] = {"push", "force", "torque", "point", NULL};
static const char *const force_words[] = {"length", "rate", "value", "force", "torque", "energy", "power", NULL};

static const char *nth(const char *const *words, int *k) {
  for (int i = 0; words[i]; i++)
    if ((*k)-- == 0) return words[i];
  return NULL;
}

// Returns the name of struct *k of a list of n structs of `size` bytes that begin with a pointer to their name, and
// sets *k to -1. If the list has no struct *k, returns NULL and reduces *k by n, so that the next list can be searched.
static const char *nth_of(const void *list, size_t size, int n, int *k) {
  if (*k >= n) {
    *k -= n;
    return NULL;
  }
  const char *name;
  memcpy(&name, (const char *)list + (size_t)*k * size, sizeof name);
  *k = -1;
  return name ? name : "";
}

static const char *joint_word(const jni_joint_element *joint, int k, char *made, size_t size) {
  int n = joint->kind->ncoordinates;
  if (k < 2 * n) {
    snprintf(made, size, "%s%s", joint->kind->coordinates[k / 2].name, k % 2 ? "_rate" : "");
    return made;
  }
  k -= 2 * n;
  return nth(joint_words, &k);
}

static const char *force_word(const jni_force_element *force, int k) {
  const jni_force_kind *kind = force->kind;
  int noutputs = kind->nwords ? kind->nwords(force) : kind->noutputs;
  const char *word = nth(force_words, &k);
  if (!word) word = nth_of(kind->outputs, sizeof *kind->outputs, noutputs, &k);
  if (!word && kind->nstates) word = nth_of(kind->states, sizeof *kind->states, kind->nstates(force), &k);
  return word;
}

static const char *subsystem_word(const jni_subsystem_element *s, int k) {
  const char *word = nth_of(s->outputs, sizeof *s->outputs, s->noutputs, &k);
  if (!word) word = nth_of(s->states, sizeof *s->states, s->nstates, &k);
  if (!word) word = nth_of(s->discretes, sizeof *s->discretes, s->ndiscretes, &k);
  return word;
}

// Returns word k of a list of words that may follow the name of element i in the name of a signal; NULL after the last
// word. The caller must check that the signal exists. made: memory for words that are composed.
static const char *candidate(const jn_model *model, jn_sort sort, int i, int k, char *made, size_t size) {
  switch (sort) {
    case JN_BODIES: return nth(body_words, &k);
    case JN_JOINTS: return joint_word(&model->joints[i], k, made, size);
    case JN_FORCES: return force_word(&model->forces[i], k);
    case JN_SUBSYSTEMS: return subsystem_word(&model->subsystems[i], k);
  }
  return NULL;
}

static bool is_signal(const jn_model *model, jn_sort sort, int i, const char *word) {
  static const char *const families[] = {"", "joint.", "force.", "subsystem."};
  char name[JNI_SIGNAL_NAME_SIZE];
  jni_signal signals[JNI_MAX_COMPONENTS];
  int n = snprintf(name, sizeof name, "%s%s.%s", families[sort], jn_model_element(model, sort, i).name, word);
  return word[0] && n > 0 && (size_t)n < sizeof name &&
         jni_signal_resolve(model, name, signals, JNI_MAX_COMPONENTS, NULL, 0) > 0;
}

bool jn_model_element_signal(const jn_model *model, jn_sort sort, int i, int k, char *text, size_t size) {
  JNI_ASSERT(model && i >= 0 && i < jn_model_nelements(model, sort) && text && size > 0);
  char made[JNI_MAX_NAME + 1];
  for (int c = 0;; c++) {
    const char *word = candidate(model, sort, i, c, made, sizeof made);
    if (!word) return false;
    if (is_signal(model, sort, i, word) && k-- == 0) return snprintf(text, size, "%s", word) < (int)size;
  }
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_samples.h - one sample of each force kind, for tests that loop over the kinds. A new kind needs one entry here.
#ifndef JOUNCE_FORCE_SAMPLES_H
#define JOUNCE_FORCE_SAMPLES_H

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "model/model.h"

// Fields of a force as they are written in a model file, without its ends. The model has bodies a and b, with points
// P on a and Q on b, and the revolute joints `turn` and `swing`.
typedef struct {
  const char *kind;
  const char *fields;                       // in every sample of the kind
  const char *undamped, *damped;            // a sample has one of the two in addition
  const char *plane, *space;                // those of the space
  const char *plane_damped, *space_damped;  // those of a damped sample in the space
  const char *along;                        // instead of `plane` and `space` along a joint coordinate
} force_sample;

// Kinds that need a road have samples in tests/system/test_force_blocks.c.
static const force_sample force_samples[] = {
    {"spring-damper", "stiffness: 3, rest: 0.4", .damped = "damping: 0.6"},
    {"torsion-spring", "stiffness: 3, rest: 0.4", .damped = "damping: 0.6"},
    {"axial-spring", "stiffness: 3, rest: 0.4", .damped = "damping: 0.6"},
    {"bushing", "translation_stiffness: [1, 2, 3]", .damped = "translation_damping: [0.3, 0.6, 0.9]",
     .plane = "rotation_stiffness: 1", .space = "rotation_stiffness: [2, 1.5, 1]",
     .plane_damped = "rotation_damping: 0.2", .space_damped = "rotation_damping: [0.2, 0.2, 0.2]"},
    {"stop", "lower: 0.3, upper: 0.5, stiffness: 3", .damped = "damping: 0.6"},
    {"brake", "capacity: 2 + a.vx, stiffness: 3", .damped = "damping: 0.6"},
    {"friction", "kinetic: 0.4, static: 0.6 + 0.1*b.x, stribeck_rate: 0.5, stiffness: 3",
     .damped = "damping: 0.6, viscous: 0.3"},
    {"drag", "coefficient: 0.8, density: 0.9", .undamped = "area: 2", .damped = "areas: [0.5, 1.5, 2]",
     .plane = "wind: [1 + b.x*a.vy, 0.2*t]", .space = "wind: [1 + b.x*a.vy, 0.2*t, 0.3], lift: 0.4"},
    {"point-force", NULL, .damped = "follower: true", .plane = "value: [2*sin(t) + b.x*a.vy, 1.5]",
     .space = "value: [2*sin(t) + b.x*a.vy, 1.5, t]"},
    {"torque", NULL, .damped = "follower: true", .plane = "value: 2*sin(t) + b.x*a.vy",
     .space = "value: [2*sin(t) + b.x*a.vy, 1.5, t]", .along = "value: 2*sin(t) + b.x*a.vy"},
    {.kind = "point-gravity", .fields = "strength: 2"},
};
enum { NFORCE_SAMPLES = sizeof force_samples / sizeof *force_samples };

// Returns NULL if there is none.
static inline const force_sample *find_force_sample(const char *kind) {
  for (int i = 0; i < NFORCE_SAMPLES; i++)
    if (strcmp(force_samples[i].kind, kind) == 0) return &force_samples[i];
  return NULL;
}

// Between points or at a body; on a joint; on a linear form of two joint coordinates.
typedef enum { AT_ENDS, ON_JOINT, ON_FORM } force_place;

// Writes the element of kind's sample in braces: {type: KIND, between: [a.P, b.Q], ...}.
static inline void write_force_sample(const jni_force_kind *kind, jn_space space, force_place place, bool damped,
                                      char *text, size_t size) {
  static const force_sample none = {.kind = NULL};
  const force_sample *s = find_force_sample(kind->name);
  CHECK(s != NULL);
  if (!s) {
    printf("%s: no sample in force_samples.h\n", kind->name);
    s = &none;
  }
  const char *where = place == ON_JOINT  ? "joint: turn"
                      : place == ON_FORM ? "terms: {turn: 1.2, swing: -0.7}"
                      : kind->ends == 0  ? "at: ground"
                      : kind->ends == 1  ? "at: a.P"
                                         : "between: [a.P, b.Q]";
  const char *of_space = space == JN_PLANE ? s->plane : s->space;
  const char *parts[] = {
      where,
      s->fields,
      damped ? s->damped : s->undamped,
      place != AT_ENDS && s->along ? s->along : of_space,
      !damped             ? NULL
      : space == JN_PLANE ? s->plane_damped
                          : s->space_damped,
  };
  int n = snprintf(text, size, "{type: %s", kind->name);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (parts[i]) n += snprintf(text + n, size - (size_t)n, ", %s", parts[i]);
  snprintf(text + n, size - (size_t)n, "}");
}

// Reads a model whose only force is the sample, with the name `under_test`. Returns NULL if it is refused.
static inline jn_model *read_force_sample(const jni_force_kind *kind, jn_space space, force_place place, bool damped) {
  char force[500], text[1500];
  bool plane = space == JN_PLANE;
  write_force_sample(kind, space, place, damped, force, sizeof force);
  snprintf(text, sizeof text,
           "{jounce: 1, name: sample, space: %s, bodies: {a: {mass: 1.3, inertia: %s, points: {P: %s}}, b: {mass: 0.7, "
           "inertia: %s, points: {Q: %s}}}, joints: {turn: {type: revolute, between: [ground, a]%s}, swing: {type: "
           "revolute, between: [a.P, b.Q]%s}}, forces: {under_test: %s}}",
           plane ? "plane" : "space", plane ? "0.5" : "[0.4, 0.5, 0.6]", plane ? "[0.7, 0.3]" : "[0.7, 0.3, -0.2]",
           plane ? "0.6" : "[0.6, 0.5, 0.5]", plane ? "[-0.4, 0.5]" : "[-0.4, 0.5, 0.1]", plane ? "" : ", axis: z",
           plane ? "" : ", axis: [1, 2, 0.5]", force);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "sample", text, strlen(text), NULL, 0, report);
  for (int i = 0; !model && i < jn_report_size(report); i++)
    printf("%s: %s\n  %s\n", kind->name, jn_report_get(report, i)->what, force);
  jn_report_free(report);
  CHECK(model != NULL);
  return model;
}

// ---- every kind -----------------------------------------------------------------------------------------------------

static inline bool needs_road(const jni_force_kind *kind) {
  for (int i = 0; i < kind->nfields; i++)
    if (kind->fields[i].type == JNI_FIELD_ROAD) return true;
  return false;
}

static inline bool force_can_stand(const jni_force_kind *kind, jn_space space, force_place place) {
  bool has_joint = false, has_ends = false, only_joint = kind->angular && space == JN_SPACE;
  for (int i = 0; i < kind->nfields; i++) {
    jni_field_type type = kind->fields[i].type;
    has_joint = has_joint || type == JNI_FIELD_JOINT;
    has_ends = has_ends || type == JNI_FIELD_BETWEEN || type == JNI_FIELD_AT;
  }
  return (place != AT_ENDS ? has_joint : has_ends && !only_joint) && !needs_road(kind) &&
         (space == JN_PLANE ? kind->in_plane : kind->in_space);
}

// Visits every kind of force in plane and space, between points, on a joint and on a linear form of two coordinates,
// without and with damping, as far as the kind allows. Kinds that need a road are tested in test_tyre.c. A visit that
// checks nothing because the model was refused is a failure.
typedef void visit_force(const char *coordinates, const jni_force_kind *kind, jn_space space, force_place place,
                         bool damped);

enum { FORCE_VARIANTS = 6 };
static inline void each_force(const char *coordinates, visit_force *visit) {
  for (int k = 0; jni_force_kinds[k]; k++)
    for (int space = JN_PLANE; space <= JN_SPACE; space++)
      for (int variant = 0; variant < FORCE_VARIANTS; variant++) {
        force_place place = (force_place)(variant % 3);
        if (!force_can_stand(jni_force_kinds[k], (jn_space)space, place)) continue;
        int before = check_count;
        visit(coordinates, jni_force_kinds[k], (jn_space)space, place, variant >= 3);
        CHECK(check_count > before);
      }
}

#endif

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mirror_image.h - compares all named values of a model and its mirror image, at states that are images of each other.
#ifndef JOUNCE_MIRROR_IMAGE_H
#define JOUNCE_MIRROR_IMAGE_H

#include "rig.h"

// ---- named values ---------------------------------------------------------------------------------------------------

enum { MOST_NAMES = 2000, NAME_SIZE = 128 };

typedef struct {
  char text[MOST_NAMES][NAME_SIZE];
  int n;
} name_list;

static inline void name_one(name_list *list, const jn_model *model, const char *format, const char *element,
                            const char *word) {
  jni_signal signals[JNI_MAX_COMPONENTS];
  char text[NAME_SIZE + 200], what[256];
  snprintf(text, sizeof text, format, element, word);
  int n = jni_signal_resolve(model, text, signals, JNI_MAX_COMPONENTS, what, sizeof what);
  for (int i = 0; i < n; i++) {
    CHECK(list->n < MOST_NAMES);
    if (list->n < MOST_NAMES) snprintf(list->text[list->n++], NAME_SIZE, "%.127s", signals[i].name);
  }
}

static inline void name_all(const jn_model *model, name_list *list) {
  static const char *const of_body[] = {
      "position",   "velocity",   "acceleration", "angle",         "rate",         "angular_acceleration",
      "quaternion", "omega",      "P.position",   "Q.velocity",    "zyx",          "xzy_rate",
      "zxz",        "xyx_rate",   "steer",        "lean_rate",     "toe",          "camber_rate",
      "in.b.yaw",   "in.b.angle", "in.a.rate",    "in.a.position", "in.b.velocity"};
  static const char *const of_joint[] = {"force", "torque", "push", "point", "in.b.force", "in.a.torque"};
  static const char *const of_force[] = {"length", "rate", "value", "energy", "power"};
  list->n = 0;
  for (int b = 1; b < model->nbodies; b++)
    for (size_t i = 0; i < sizeof of_body / sizeof *of_body; i++)
      name_one(list, model, "%s.%s", model->bodies[b].name, of_body[i]);
  for (int j = 0; j < model->njoints; j++) {
    const jni_joint_kind *kind = model->joints[j].kind;
    for (int i = 0; i < kind->ncoordinates; i++) {
      char rate[40];
      snprintf(rate, sizeof rate, "%s_rate", kind->coordinates[i].name);
      name_one(list, model, "joint.%s.%s", model->joints[j].name, kind->coordinates[i].name);
      name_one(list, model, "joint.%s.%s", model->joints[j].name, rate);
    }
    for (size_t i = 0; i < sizeof of_joint / sizeof *of_joint; i++)
      name_one(list, model, "joint.%s.%s", model->joints[j].name, of_joint[i]);
  }
  for (int f = 0; f < model->nforces; f++) {
    const jni_force_kind *kind = model->forces[f].kind;
    for (size_t i = 0; i < sizeof of_force / sizeof *of_force; i++)
      name_one(list, model, "force.%s.%s", model->forces[f].name, of_force[i]);
    for (int i = 0; i < kind->noutputs; i++)
      name_one(list, model, "force.%s.%s", model->forces[f].name, kind->outputs[i].name);
  }
  name_one(list, model, "momentum%s%s", "", "");
  name_one(list, model, "angular_momentum%s%s", "", "");
  name_one(list, model, "energy%s%s", ".kinetic", "");
  name_one(list, model, "energy%s%s", ".potential", "");
}

// Computes all named values at a cartesian state, in a system with these coordinates.
static inline bool print_all(const jn_model *model, const bench *from, const char *coordinates, const name_list *list,
                             double *values) {
  bench x = new_bench(model, coordinates);
  const char *names[MOST_NAMES];
  double *vdot = numbers(x.n.nv), *lambda = numbers(x.n.nc);
  jn_report *report = jn_report_new(NULL);
  for (int i = 0; i < list->n; i++) names[i] = list->text[i];
  jn_state_convert(from->system, from->state, x.system, x.state);
  bool solved = jn_solve_acceleration(x.system, x.work, x.state, vdot, lambda) == JN_OK;
  jn_probe *probe = jn_probe_new(x.system, names, list->n, false, report);
  for (int i = 0; i < jn_report_size(report) && !probe; i++) printf("%s\n", jn_report_get(report, i)->what);
  CHECK(probe && jn_probe_count(probe) == list->n);
  if (probe && solved) jn_probe_calc(probe, x.work, x.state, vdot, lambda, values);
  jn_probe_free(probe);
  jn_report_free(report);
  free(vdot);
  free(lambda);
  free_bench(&x);
  return solved;
}

// Tolerances: of positions and speeds relative to each value, of solved quantities relative to the largest.
typedef struct {
  double same, solved;
} image_tolerance;

static inline bool is_solved(const jni_signal *s) { return jni_signal_level(s->kind) == JNI_LEVEL_ACCELERATION; }

static inline jni_signal signal_of(const jn_model *model, const char *name) {
  jni_signal s = {.a = -1};
  char what[256] = "";
  CHECK(jni_signal_resolve(model, name, &s, 1, what, sizeof what) == 1);
  return s;
}

// Returns the largest difference / tolerance.
static inline double compare_image(const char *title, unsigned mirror, const jn_model *model, const name_list *list,
                                   const double *original, const double *image, image_tolerance most) {
  double largest = 1, worst = 0;
  for (int i = 0; i < list->n; i++) {
    jni_signal s = signal_of(model, list->text[i]);
    if (is_solved(&s)) largest = fmax(largest, fabs(original[i]));
  }
  for (int i = 0; i < list->n; i++) {
    jni_signal s = signal_of(model, list->text[i]);
    char what[256] = "";
    double sign = jni_signal_sign(model, &s, mirror, what, sizeof what);
    double allowed = is_solved(&s) ? most.solved * largest : most.same * (1 + fabs(original[i]));
    double off = fabs(image[i] - sign * original[i]) / allowed;
    if (sign == 0) continue;
    if (!(off <= 1))
      printf("%s in mirror %u: %s is %.17g, in the mirror %.17g\n", title, mirror, list->text[i], original[i],
             image[i]);
    CHECK(off <= 1);
    worst = fmax(worst, off);
  }
  return worst;
}

#endif

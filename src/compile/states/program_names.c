// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_names.c - names and units of the variables of a program: those of the model's signal for a variable, if there
// is one, otherwise names made here.
#include <string.h>

#include "compile/states/program_parts.h"
#include "compile/tables/stop_tables.h"
#include "system/system.h"

typedef struct {
  jni_program *p;
  const jn_system *system;
  int n;  // number of names so far
} list;

static void add(list *l, const char *name, const char *unit) {
  l->p->names[l->n] = jni_pool_text(&l->p->pool, name, strlen(name));
  l->p->units[l->n++] = jni_pool_text(&l->p->pool, unit, strlen(unit));
}

// ---- links ----------------------------------------------------------------------------------------------------------

typedef struct {
  const char *name, *unit;
} word;

// Names and units of the joint coordinates whose rates are the speeds of a link, by kind of link.
static const word of_joints[JNI_LINK_KINDS][3] = {
    [JNI_LINK_REVOLUTE] = {{"angle", "rad"}},
    [JNI_LINK_PRISMATIC] = {{"displacement", "m"}},
    [JNI_LINK_SCREW] = {{"angle", "rad"}},
    [JNI_LINK_CYLINDRICAL] = {{"angle", "rad"}, {"displacement", "m"}},
    [JNI_LINK_UNIVERSAL] = {{"angle1", "rad"}, {"angle2", "rad"}},
    [JNI_LINK_UNIVERSAL_PLUNGE] = {{"displacement", "m"}, {"angle1", "rad"}, {"angle2", "rad"}},
    [JNI_LINK_CONSTANT_VELOCITY] = {{"bend1", "rad"}, {"bend2", "rad"}},
    [JNI_LINK_CONSTANT_VELOCITY_PLUNGE] = {{"displacement", "m"}, {"bend1", "rad"}, {"bend2", "rad"}},
    [JNI_LINK_PLANAR] = {{"displacement1", "m"}, {"displacement2", "m"}, {"angle", "rad"}}};

static const word place[] = {{"x", "m"}, {"y", "m"}, {"z", "m"}};
static const word velocity[] = {{"vx", "m/s"}, {"vy", "m/s"}, {"vz", "m/s"}};
static const word turn[] = {{"qw", ""}, {"qx", ""}, {"qy", ""}, {"qz", ""}};
static const word omega[] = {{"wx", "rad/s"}, {"wy", "rad/s"}, {"wz", "rad/s"}};
// Names and units of the translational speeds of a free body, along its own axes.
static const word along[] = {{"body_vx", "m/s"}, {"body_vy", "m/s"}, {"body_vz", "m/s"}};

// Returns name and unit of coordinate i of a link, or, if `speed`, of its speed i.
static word word_of(const jni_link *link, bool plane, int i, bool speed) {
  int n = plane ? 2 : 3;
  if (link->kind == JNI_LINK_SPHERICAL) return speed ? omega[i] : turn[i];
  if (link->kind == JNI_LINK_PARTICLE) return speed ? velocity[i] : place[i];
  if (link->kind != JNI_LINK_FREE) return of_joints[link->kind][i];
  if (i < n) return speed ? along[i] : place[i];
  if (plane) return speed ? (word){"rate", "rad/s"} : (word){"angle", "rad"};
  return speed ? omega[i - n] : turn[i - n];
}

static void add_of_link(list *l, const jni_link *link, int i, bool speed) {
  const jn_model *model = l->system->model;
  char name[JNI_SIGNAL_NAME_SIZE + 64], unit[16];
  const word it = word_of(link, model->space == JN_PLANE, i, speed);
  bool rate = speed && of_joints[link->kind][0].name;
  jni_print(name, sizeof name, "%s%s.%s%s", link->joint >= 0 ? "joint." : "",
            link->joint >= 0 ? model->joints[link->joint].name : model->bodies[link->body].name, it.name,
            rate ? "_rate" : "");
  jni_print(unit, sizeof unit, "%s%s", it.unit, rate ? "/s" : "");
  add(l, name, unit);
}

static void add_motion(list *l, bool speed) {
  const jni_tree *tree = l->system->tree;
  const int *numbers = speed ? l->p->speeds : l->p->coordinates;
  int n = speed ? l->p->sizes.nv : l->p->sizes.nq;
  for (int i = 0; i < n; i++)
    for (int k = 1; k < tree->nlinks; k++) {
      const jni_link *link = &tree->links[k];
      int at = numbers[i] - (speed ? link->v_at : link->q_at);
      if (at >= 0 && at < (speed ? link->nv : link->nq)) add_of_link(l, link, at, speed);
    }
}

// ---- states and inputs ----------------------------------------------------------------------------------------------

// Appends a variable with this name to the list, with the unit of the model's signal of the same name if there is one.
static void add_signal(list *l, const char *name) {
  char unit[64] = "", what[256];
  jni_signal signal;
  if (jni_signal_resolve(l->system->model, name, &signal, 1, what, sizeof what) == 1)
    jn_unit_format(signal.dimension, unit, sizeof unit);
  add(l, name, unit);
}

static void add_discretes(list *l) {
  const jn_model *model = l->system->model;
  char name[JNI_SIGNAL_NAME_SIZE];
  int begin = l->n;
  for (int i = 0; i < model->ndiscretes; i++) add_signal(l, model->discretes[i].name);
  for (int i = 0; i < l->system->nsubsystems; i++) {
    const jni_subsystem_element *element = l->system->subsystems[i].element;
    for (int k = 0; k < element->ndiscretes; k++) {
      const char *own = element->discretes[k].name;
      jni_print(name, sizeof name, "subsystem.%s.%s", element->name, own ? own : "");
      if (!own) jni_print(name, sizeof name, "subsystem.%s.%d", element->name, k + 1);
      add_signal(l, name);
    }
  }
  for (int i = l->n - begin; i < l->p->sizes.ns; i++) {
    jni_print(name, sizeof name, "turns.%d", i + 1 - model->nown_discretes);
    add(l, name, "");
  }
}

static void add_numbered(list *l, const char *what, int n) {
  char name[64];
  for (int i = 0; i < n; i++) {
    jni_print(name, sizeof name, "%s.%d", what, i + 1);
    add(l, name, "");
  }
}

// Appends the variables of tabulated stops to the list: the step size, and for each stop those of kernel/step/step.h.
static void add_held(list *l, const jni_stop_tables *stops) {
  static const char *const words[JNK_STOP_NVARIABLES] = {"length", "rate", "mass", "mean", "end_rate"};
  char name[JNI_SIGNAL_NAME_SIZE];
  add(l, "held", "");
  for (int i = 0; i < stops->n; i++)
    for (int k = 0; k < JNK_STOP_NVARIABLES; k++) {
      jni_print(name, sizeof name, "held.%s.%s", l->system->forces[stops->list[i].force].element->name, words[k]);
      add(l, name, "");
    }
}

void jni_program_write_names(jni_program *p, const jni_program_def *def) {
  const jn_system *system = def->system;
  const jni_program_parameters *parameters = &def->parameters;
  list l = {p, system, 0};
  char name[JNI_SIGNAL_NAME_SIZE];
  size_t n = (size_t)jni_program_nvariables(&p->sizes);
  p->names = jni_take(&p->pool, n, sizeof *p->names);
  p->units = jni_take(&p->pool, n, sizeof *p->units);
  if (p->pool.failed) return;
  add(&l, "t", "s");
  add_motion(&l, false);
  add_motion(&l, true);
  for (int i = 0; i < p->sizes.nz; i++) add_signal(&l, jn_state_name(system, p->states[i], name, sizeof name));
  add_discretes(&l);
  for (int i = 0; i < p->sizes.nu; i++) add(&l, system->model->inputs[i].name, "");
  add_numbered(&l, "memory", p->sizes.nm);
  for (int i = 0; i < parameters->n; i++) add(&l, parameters->names[i], parameters->units[i]);
  if (p->sizes.ne > 0) add(&l, "energy.start", "J");
  if (p->sizes.nf > 0) add_held(&l, def->tabulated.stops);
}

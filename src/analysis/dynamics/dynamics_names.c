// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dynamics_names.c - names and units of the numbers of a state.
#include <stdio.h>
#include <string.h>

#include "analysis/dynamics/dynamics.h"
#include "formulation/reduced/reduced_names.h"

enum { LONGEST = JN_DIRECTION_NAME };

// Names of the coordinates or speeds of a body or link, in their order, separated by spaces.
typedef struct {
  const char *coordinates, *speeds;
} words;

// Coordinates of bodies are those of their centres of mass.
static const words cartesian_plane = {"com.x com.y angle", "com.vx com.vy rate"};
static const words cartesian_space = {"com.x com.y com.z qw qx qy qz", "com.vx com.vy com.vz wx wy wz"};
static const words natural_plane = {"com.x com.y axis_x.x axis_x.y", "com.vx com.vy axis_x.vx axis_x.vy"};
static const words natural_space = {
    "com.x com.y com.z axis_x.x axis_x.y axis_x.z axis_y.x axis_y.y axis_y.z axis_z.x axis_z.y axis_z.z",
    "com.vx com.vy com.vz axis_x.vx axis_x.vy axis_x.vz axis_y.vx axis_y.vy axis_y.vz axis_z.vx axis_z.vy axis_z.vz"};
static const words particle = {"x y z", "vx vy vz"};
// Speeds of a free link are velocities of the centre of mass in body axes.
static const words free_plane = {"com.x com.y angle", "com.own.vx com.own.vy rate"};
static const words free_space = {"com.x com.y com.z qw qx qy qz", "com.own.vx com.own.vy com.own.vz wx wy wz"};
static const words ball = {"qw qx qy qz", "wx wy wz"};

// Writes word i of a list to `out`; an empty text if the list is shorter.
static void take_word(const char *list, int i, char *out, size_t size) {
  for (; i > 0 && *list; i--) {
    list += strcspn(list, " ");
    list += *list == ' ';
  }
  snprintf(out, size, "%.*s", (int)strcspn(list, " "), list);
}

static bool set(jn_dynamics *d, int i, const char *name, const char *unit) {
  d->names[i] = jni_pool_text(&d->pool, name, strlen(name));
  d->units[i] = unit;
  return d->names[i] != NULL;
}

// Returns the unit of a coordinate or, with `speed`, of a speed whose last word is `word`; `length`: it is in m or m/s.
static const char *unit_of(const char *word, bool length, bool speed) {
  const char *last = strrchr(word, '.') ? strrchr(word, '.') + 1 : word;
  bool direction = strncmp(word, "axis_", 5) == 0, quaternion = last[0] == 'q';
  if (direction) return speed ? "1/s" : "";
  if (quaternion && !speed) return "";
  if (speed) return length ? "m/s" : "rad/s";
  return length ? "m" : "rad";
}

// Names nq coordinates from q_at on and nv speeds from v_at on as NAME.word.
static bool name_words(jn_dynamics *d, const char *name, const words *w, int q_at, int nq, int v_at, int nv) {
  const jn_system *system = d->system;
  char word[64], text[LONGEST];
  bool ok = true;
  for (int i = 0; i < nq; i++) {
    take_word(w->coordinates, i, word, sizeof word);
    snprintf(text, sizeof text, "%.200s.%s", name, word);
    ok = set(d, 1 + q_at + i, text, unit_of(word, system->q_is_length[q_at + i], false)) && ok;
  }
  for (int i = 0; i < nv; i++) {
    take_word(w->speeds, i, word, sizeof word);
    snprintf(text, sizeof text, "%.200s.%s", name, word);
    ok = set(d, 1 + system->sizes.nq + v_at + i, text, unit_of(word, system->v_is_length[v_at + i], true)) && ok;
  }
  return ok;
}

static bool name_bodies(jn_dynamics *d) {
  const jn_system *system = d->system;
  bool plane = system->model->space == JN_PLANE, ok = true;
  for (int b = 1; b < system->nbodies; b++) {
    bool natural = system->kind->natural, point = system->model->bodies[b].particle;
    const words *w = natural ? (plane ? &natural_plane : &natural_space) : plane ? &cartesian_plane : &cartesian_space;
    int nq = point ? (plane ? 2 : 3) : system->kind->rigid_q, nv = system->width[b];
    ok =
        name_words(d, system->model->bodies[b].name, point ? &particle : w, system->q_at[b], nq, system->v_at[b], nv) &&
        ok;
  }
  return ok;
}

// Names the variables of a link one by one: joint.NAME.coordinate, or with a number where a coordinate of the joint
// does not correspond to one of the link. Its speed has the same name with _rate. Returns false without memory.
static bool name_joint(jn_dynamics *d, const jni_link *link) {
  const jn_system *system = d->system;
  const jni_joint_element *joint = &system->model->joints[link->joint];
  char name[LONGEST], text[LONGEST + 16];
  bool ok = true;
  for (int i = 0; i < link->nv; i++) {
    jni_reduced_variable_name(system->model, link, i, name, sizeof name);
    if (strncmp(name, "joint.", 6) == 0 && strcmp(name + 6, joint->name) == 0)
      snprintf(name, sizeof name, "joint.%.200s.%d", joint->name, i + 1);
    ok = set(d, 1 + link->q_at + i, name, system->q_is_length[link->q_at + i] ? "m" : "rad") && ok;
    snprintf(text, sizeof text, "%s_rate", name);
    ok = set(d, 1 + system->sizes.nq + link->v_at + i, text, system->v_is_length[link->v_at + i] ? "m/s" : "rad/s") &&
         ok;
  }
  return ok;
}

static bool name_links(jn_dynamics *d) {
  const jn_system *system = d->system;
  bool plane = system->model->space == JN_PLANE, ok = true;
  for (int i = 1; i < system->tree->nlinks; i++) {
    const jni_link *link = &system->tree->links[i];
    char name[LONGEST];
    const words *w = link->kind == JNI_LINK_FREE        ? (plane ? &free_plane : &free_space)
                     : link->kind == JNI_LINK_SPHERICAL ? &ball
                     : link->kind == JNI_LINK_PARTICLE  ? &particle
                                                        : NULL;
    if (!w) {
      ok = (link->nv == 0 || name_joint(d, link)) && ok;
      continue;
    }
    if (link->joint >= 0) snprintf(name, sizeof name, "joint.%.200s", system->model->joints[link->joint].name);
    else snprintf(name, sizeof name, "%.200s", system->model->bodies[link->body].name);
    ok = name_words(d, name, w, link->q_at, link->nq, link->v_at, link->nv) && ok;
  }
  return ok;
}

static bool name_states(jn_dynamics *d) {
  const jn_system *system = d->system;
  int z_at = 1 + system->sizes.nq + system->sizes.nv, s_at = z_at + system->sizes.nz;
  char text[LONGEST];
  bool ok = true;
  for (int i = 0; i < system->sizes.nz; i++)
    ok = set(d, z_at + i, jn_state_name(system, i, text, sizeof text), i == system->work_state ? "J" : "") && ok;
  for (int i = 0; i < system->sizes.ns; i++) {
    if (i < system->model->ndiscretes) snprintf(text, sizeof text, "%.200s", system->model->discretes[i].name);
    else snprintf(text, sizeof text, "stored.%d", i - system->model->ndiscretes + 1);
    ok = set(d, s_at + i, text, "") && ok;
  }
  return ok;
}

bool jni_dynamics_names(jn_dynamics *d) {
  const jn_sizes *n = &d->system->sizes;
  d->names = jni_take(&d->pool, (size_t)n->nstate, sizeof *d->names);
  d->units = jni_take(&d->pool, (size_t)n->nstate, sizeof *d->units);
  d->force_units = jni_take(&d->pool, (size_t)n->nv + 1, sizeof *d->force_units);
  if (d->pool.failed) return false;
  bool ok = set(d, 0, "time", "s");
  ok = (d->system->tree ? name_links(d) : name_bodies(d)) && name_states(d) && ok;
  for (int i = 0; ok && i < n->nv; i++) {
    const char *speed = d->units[1 + n->nq + i];
    d->force_units[i] = strcmp(speed, "m/s") == 0 ? "N" : strcmp(speed, "rad/s") == 0 ? "N m" : "J";
  }
  return ok;
}

// ---- queries -------------------------------------------------------------------------------------------------------

const char *jn_dynamics_state_name(const jn_dynamics *d, int i) {
  JNI_ASSERT(d && i >= 0 && i < d->system->sizes.nstate);
  return d->names[i];
}

const char *jn_dynamics_state_unit(const jn_dynamics *d, int i) {
  JNI_ASSERT(d && i >= 0 && i < d->system->sizes.nstate);
  return d->units[i];
}

const char *jn_dynamics_speed_name(const jn_dynamics *d, int i) {
  JNI_ASSERT(d && i >= 0 && i < d->system->sizes.nv);
  return d->names[1 + d->system->sizes.nq + i];
}

const char *jn_dynamics_speed_unit(const jn_dynamics *d, int i) {
  JNI_ASSERT(d && i >= 0 && i < d->system->sizes.nv);
  return d->units[1 + d->system->sizes.nq + i];
}

const char *jn_dynamics_force_unit(const jn_dynamics *d, int i) {
  JNI_ASSERT(d && i >= 0 && i < d->system->sizes.nv);
  return d->force_units[i];
}

int jn_dynamics_speed_find(const jn_dynamics *d, const char *name) {
  JNI_ASSERT(d);
  for (int i = 0; name && i < d->system->sizes.nv; i++)
    if (strcmp(jn_dynamics_speed_name(d, i), name) == 0) return i;
  return -1;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// system.c - making and freeing a system and its work.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/fault.h"
#include "system/coordinates/body_level.h"
#include "system/drive/drive.h"
#include "system/stage.h"
#include "system/system_build.h"
#include "system/work.h"

// ---- bodies -----------------------------------------------------------------------------------------

static bool layout_bodies(jn_system *system) {
  const jn_model *model = system->model;
  int n = model->nbodies;
  system->nbodies = n;
  system->q_at = jni_ints(&system->pool, n);
  system->v_at = jni_ints(&system->pool, n);
  system->width = jni_ints(&system->pool, n);
  system->joint_row = jni_ints(&system->pool, (size_t)model->njoints + 1);
  system->joint_rate = jni_ints(&system->pool, (size_t)model->njoints + 1);
  system->turn_at = jni_ints(&system->pool, n);
  if (system->pool.failed) return false;
  int dimensions = model->space == JN_PLANE ? 2 : 3;
  system->turn_at[0] = -1;
  for (int b = 1; b < n; b++) {
    bool particle = model->bodies[b].particle;
    system->q_at[b] = system->nbody_q;
    system->v_at[b] = system->nbody_v;
    system->width[b] = particle ? dimensions : system->kind->rigid_v;
    system->nbody_v += system->width[b];
    system->nbody_q += particle ? dimensions : system->kind->rigid_q;
  }
  return true;
}

// Sets, for the coordinates and speeds of the bodies, which of them are lengths, which coordinate has which speed as
// its rate, and where the quaternions are. In joint coordinates jni_tree_describe does this.
static void describe_bodies(jn_system *system) {
  int dimensions = system->model->space == JN_PLANE ? 2 : 3;
  bool quaternions = system->kind->rigid_q > system->kind->rigid_v;
  for (int b = 1; b < system->nbodies; b++) {
    for (int i = 0; i < dimensions; i++)
      system->q_is_length[system->q_at[b] + i] = system->v_is_length[system->v_at[b] + i] = true;
    bool turns = quaternions && !system->model->bodies[b].particle;
    for (int i = 0; i < system->width[b]; i++)
      system->speed_q[system->v_at[b] + i] = turns && i >= dimensions ? -1 : system->q_at[b] + i;
    if (turns)
      system->turns[system->nturns++] =
          (jni_turn){.q_at = system->q_at[b] + dimensions, .v_at = system->v_at[b] + dimensions};
  }
}

static bool describe_coordinates(jn_system *system) {
  if (!system->tree) {
    system->sizes.nq = system->nbody_q;
    system->sizes.nv = system->nbody_v;
  }
  system->turns = jni_take(&system->pool, system->nbodies, sizeof *system->turns);
  system->followed = jni_take(&system->pool, system->model->nfollowed, sizeof *system->followed);
  system->q_is_length = jni_flags(&system->pool, system->sizes.nq);
  system->v_is_length = jni_flags(&system->pool, system->sizes.nv);
  system->v_size = jni_doubles(&system->pool, system->sizes.nv);
  system->twists = jni_take(&system->pool, system->nbodies, sizeof *system->twists);
  system->speed_q = jni_ints(&system->pool, system->sizes.nv);
  if (system->pool.failed) return false;
  for (int i = 0; i < system->model->nfollowed; i++) system->followed[system->nfollowed++] = system->model->followed[i];
  if (system->tree) jni_tree_describe(system);
  else describe_bodies(system);
  for (int i = 0; i < system->sizes.nv; i++) system->v_size[i] = system->v_is_length[i] ? system->length_scale : 1;
  return true;
}

static bool fill_mass(jn_system *system, jn_report *report) {
  const jn_model *model = system->model;
  system->mass = jni_doubles(&system->pool, system->rows.nmass);
  system->gravity_force = jni_doubles(&system->pool, system->nbody_v);
  if (system->pool.failed) {
    jni_report_no_memory(report);
    return false;
  }
  int dimensions = model->space == JN_PLANE ? 2 : 3;
  for (int b = 1; b < system->nbodies; b++) {
    if (!system->kind->mass(&model->bodies[b], system->mass + system->rows.mass_at[b - 1]))
      jn_report_warn(report, model->bodies[b].name,
                     "the largest principal moment of inertia of '%s' exceeds the sum of the others, which no rigid "
                     "body has; in natural coordinates not every formulation supports it",
                     model->bodies[b].name);  // M would not be positive semidefinite
    for (int i = 0; i < dimensions; i++)
      system->gravity_force[system->v_at[b] + i] = model->bodies[b].mass * model->gravity[i];
  }
  return true;
}

// Returns the largest magnitude of a coordinate of the points of the bodies in their own axes, or, of_ground, of the
// points of the ground, m.
static double farthest_point(const jn_model *model, bool of_ground) {
  double most = 0;
  for (int i = 0; i < model->nframes; i++)
    for (int k = 0; k < 3 && (model->frames[i].body == 0) == of_ground; k++)
      most = fmax(most, fabs(model->frames[i].p[k]));
  return most;
}

// Returns a typical length of a model whose bodies have no extent, such as a mass on a spring: the largest of the free
// lengths of springs, the radii of tyres and the start positions of bodies.
static double length_of_forces_and_start(const jn_model *model) {
  double most = 0;
  for (int i = 0; i < model->nforces; i++) {
    const jn_force_def *def = &model->forces[i].def;
    if (model->forces[i].kind->tyre) most = fmax(most, def->tyre.radius);
    if (!jni_force_is_angular(model, &model->forces[i])) most = fmax(most, fabs(def->rest));
  }
  for (int i = 0; i < model->ninitials; i++) {
    jn_dimension d = model->initials[i].signal.dimension;
    bool length = d.m == 1 && d.kg == 0 && d.s == 0 && d.rad == 0;
    if (length) most = fmax(most, fabs(model->initials[i].value));
  }
  return most;
}

static double typical_length(const jn_model *model) {
  double most = farthest_point(model, false);
  for (int i = 0; i < model->njoints; i++) {
    const jn_joint_def *def = &model->joints[i].def;
    most = fmax(most, fmax(def->length, def->radius + def->crown));
  }
  if (!(most > 0)) most = farthest_point(model, true);
  if (!(most > 0)) most = length_of_forces_and_start(model);
  return most > 0 ? most : 1;
}

// ---- system --------------------------------------------------------------------------------------------

// Assigns indices in s to the discrete states that keep rotations continuous: in space the sign of each body's
// quaternion, JNI_SIDES of them packed in one number; in the plane the whole turns of bodies whose links do not rotate.
static void place_tree_turns(jn_system *system) {
  int *ns = &system->sizes.ns;
  bool plane = system->model->space == JN_PLANE;
  for (int b = 1; b < system->nbodies; b++) {
    jni_link_kind kind = system->tree->links[system->tree->link_of[b]].kind;
    bool held = kind == JNI_LINK_PRISMATIC || kind == JNI_LINK_FIXED;
    if (plane) system->turn_at[b] = held ? (*ns)++ : -1;
    else system->turn_at[b] = *ns + b / JNI_SIDES;
  }
  if (!plane) *ns += system->nbodies / JNI_SIDES + 1;
}

static void count_sizes(jn_system *system) {
  const jn_model *model = system->model;
  jn_sizes *s = &system->sizes;
  bool works = system->nmotions > 0 || model->ncontact_points > 0;  // contacts do work by friction and impacts
  for (int i = 0; i < model->nforces; i++) works = works || !model->forces[i].kind->conservative(&model->forces[i]);
  s->nu = model->ninputs;
  s->nz = model->nauxiliaries + system->nsubsystem_states;
  for (int i = 0; i < system->nforces; i++) {
    system->forces[i].state_at = s->nz;
    s->nz += system->forces[i].nstates;
  }
  jni_drives_new(system);
  system->work_state = works ? s->nz : -1;
  s->nz += works;
  s->ns = model->nown_discretes + JNI_WINDING * system->nwindings;
  for (int b = 1; b < system->nbodies; b++) {
    system->turn_at[b] = system->kind->natural && !model->bodies[b].particle ? s->ns : -1;
    if (system->turn_at[b] >= 0) s->ns += model->space == JN_PLANE ? JNI_WINDING : 4;
  }
  system->followed_at = s->ns;
  s->ns += JNI_WINDING * system->nfollowed;
  if (system->tree) place_tree_turns(system);
  s->nstate = 1 + s->nq + s->nv + s->nz + s->ns;
}

// Writes to `mass` the mass blocks of a tree at one configuration: all coordinates zero, quaternions (1, 0, 0, 0).
// Overwrites work->q and the poses in the work.
static void fill_sample(const jn_system *system, jn_work *work, double *mass) {
  for (int i = 0; i < system->nturns; i++) work->q[system->turns[i].q_at] = 1;
  system->kind->position(system, work);
  system->kind->tree->mass(system, work, mass);
}

static bool sample_mass(jn_system *system) {
  if (!system->tree) system->sample_mass = system->mass;
  system->keeps_mass = system->tree && system->sizes.nc > 0;
  if (!system->keeps_mass) return true;
  jn_work *work = jn_work_new(system);
  system->sample_mass = jni_take(&system->pool, system->pattern.nmass, sizeof *system->sample_mass);
  bool ok = work && system->sample_mass;
  if (ok) fill_sample(system, work, system->sample_mass);
  jn_work_free(work);
  return ok;
}

bool jni_keep_mass(jn_work *work) {
  const jn_system *system = work->system;
  if (!system->tree || work->mass) return true;
  if (system->pattern.nmass < 0) return false;  // the mass blocks exceed INT_MAX elements
  work->mass = jni_doubles(&work->pool, system->pattern.nmass);
  return work->mass != NULL;
}

const double *jni_sample_mass(const jn_system *system, jn_work *work) {
  if (system->sample_mass) return system->sample_mass;
  fill_sample(system, work, work->mass);
  work->mass_stamp = -1;
  return work->mass;
}

static jn_system *make_system(const jn_model *model, const char *coordinates, jn_report *report) {
  if (!model->finished) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "the model is not finished");
    return NULL;
  }
  const jni_coordinates_kind *kind = jni_coordinates_find(coordinates ? coordinates : "cartesian", model->space);
  if (!kind) {
    jn_report_fault(report, JN_REFUSED, "",
                    "coordinates '%s' are not known; there are 'cartesian', 'natural' and 'joint'", coordinates);
    return NULL;
  }
  jn_system *system = jni_object_new(model->pool.alloc, sizeof *system);
  if (system) {
    system->model = model;
    system->alloc = model->pool.alloc;
    system->kind = kind;
    system->work_state = -1;
    system->length_scale = typical_length(model);
    system->extent = fmax(system->length_scale, farthest_point(model, true));
  }
  if (!system || !layout_bodies(system)) {
    jni_report_no_memory(report);
    return jn_system_free(system);
  }
  if (kind->tree) {
    jni_tree *tree = jni_tree_new(model, system->alloc, report);
    if (!tree) return jn_system_free(system);
    system->tree = jni_keep(&system->pool, tree, jni_object_free);
    if (!system->tree) {
      jni_report_no_memory(report);
      return jn_system_free(system);
    }
    system->sizes.nq = system->tree->nq;
    system->sizes.nv = system->tree->nv;
    system->tree_doubles = kind->tree->doubles_per_link * system->tree->nlinks;
  }
  if (!describe_coordinates(system)) {
    jni_report_no_memory(report);
    return jn_system_free(system);
  }
  if (!jni_system_build_rows(system, report)) return jn_system_free(system);
  if (!jni_system_calc_row_weights(system)) {
    jni_report_no_memory(report);
    return jn_system_free(system);
  }
  count_sizes(system);
  if (!fill_mass(system, report)) return jn_system_free(system);
  if (!jni_system_build_events(system, report)) return jn_system_free(system);
  if (!sample_mass(system)) {
    jni_report_no_memory(report);
    return jn_system_free(system);
  }
  return system;
}

// Sets system->cartesian: to the system itself if its coordinates are cartesian, otherwise to `cartesian` or, if that
// is NULL, to a new system. Returns `system`; NULL if memory is short, after freeing it. The model has been checked
// when `system` was made, so nothing else can fail.
static jn_system *add_cartesian(jn_system *system, const jn_system *cartesian, jn_report *report) {
  if (!system) return NULL;
  system->cartesian = system->tree || system->kind->natural ? cartesian : system;
  if (!system->cartesian)
    system->cartesian = jni_keep(
        &system->pool, add_cartesian(make_system(system->model, "cartesian", NULL), NULL, NULL), jni_object_free);
  if (system->cartesian) return system;
  jni_report_no_memory(report);
  return jn_system_free(system);
}

bool jni_refuse_armature(const jn_system *system, jn_report *report) {
  const jn_model *model = system->model;
  int joint = jni_model_find_armature(model);
  if (joint < 0 || system->tree) return false;
  jn_error error = {.status = JN_BAD_ARGUMENT, .severity = JN_FAULT};
  jni_model_place(model, model->joints[joint].place, &error);
  jni_print(error.element, sizeof error.element, "joint '%.120s'", model->joints[joint].name);
  jni_print(error.what, sizeof error.what,
            "its armature needs joint coordinates; it cannot be in %s coordinates: choose 'joint' or 'auto'",
            system->kind->name);
  jn_report_add(report, &error);
  return true;
}

jn_system *jn_system_new(const jn_model *model, const char *coordinates, jn_report *report) {
  JNI_ASSERT(model);
  return add_cartesian(make_system(model, coordinates, report), NULL, report);
}

jn_system *jni_system_new_beside(const jn_system *cartesian, const char *coordinates, jn_report *report) {
  return add_cartesian(make_system(cartesian->model, coordinates, report), cartesian, report);
}

void *jn_system_free(jn_system *system) { return jni_object_free(system); }

const jni_coordinates_kind *jni_coordinates_find(const char *name, jn_space space) {
  static const jni_coordinates_kind *const kinds[][2] = {{&jni_cartesian_plane, &jni_cartesian_space},
                                                         {&jni_natural_plane, &jni_natural_space},
                                                         {&jni_joint_plane, &jni_joint_space}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(kinds[i][0]->name, name) == 0) return kinds[i][space == JN_SPACE];
  return NULL;
}

jn_sizes jn_system_sizes(const jn_system *system) {
  JNI_ASSERT(system);
  return system->sizes;
}
const jn_model *jn_system_model(const jn_system *system) {
  JNI_ASSERT(system);
  return system->model;
}
const char *jn_system_coordinates(const jn_system *system) {
  JNI_ASSERT(system);
  return system->kind->name;
}
const jn_system *jn_system_cartesian(const jn_system *system) {
  JNI_ASSERT(system);
  return system->cartesian;
}

// ---- state block: t, q, v, z, s ----------------------------------------------------------------------------

double *jn_state_q(const jn_system *system, double *state) {
  JNI_ASSERT(system);
  (void)system;
  return state + 1;
}
double *jn_state_v(const jn_system *system, double *state) {
  JNI_ASSERT(system);
  return state + 1 + system->sizes.nq;
}
double *jn_state_z(const jn_system *system, double *state) {
  JNI_ASSERT(system);
  return state + 1 + system->sizes.nq + system->sizes.nv;
}
double *jn_state_s(const jn_system *system, double *state) {
  JNI_ASSERT(system);
  return state + 1 + system->sizes.nq + system->sizes.nv + system->sizes.nz;
}

// ---- work --------------------------------------------------------------------------------------------------

// Frees the instances of the subsystems of a work: their data that are not part of the state, such as a running FMU.
static void *release_instances(void *object) {
  jn_work *work = object;
  for (int i = 0; i < work->system->nsubsystems; i++) {
    const jni_subsystem_kind *kind = work->system->subsystems[i].element->kind;
    if (kind->release && work->instances[i]) kind->release(work->instances[i]);
    work->instances[i] = NULL;
  }
  return NULL;
}

static bool has_instances(const jn_system *system) {
  for (int i = 0; i < system->nsubsystems; i++)
    if (system->subsystems[i].element->kind->release) return true;
  return false;
}

jn_work *jn_work_new(const jn_system *system) {
  JNI_ASSERT(system);
  jn_work *work = jni_object_new(system->alloc, sizeof *work);
  if (!work) return NULL;
  work->system = system;
  work->held = jni_flags(&work->pool, system->sizes.nu);
#define JNI_X(type, name, count, meaning) work->name = jni_take(&work->pool, system->count, sizeof(type));
  JNI_WORK_FIELDS(JNI_X)
  if (system->tree) {
    JNI_TREE_WORK_FIELDS(JNI_X)
  }
#undef JNI_X
  if (work->pool.failed || (system->keeps_mass && !jni_keep_mass(work))) return jn_work_free(work);
  if (!system->tree) {
    // In these coordinates speeds and speeds of the bodies are the same, so that both share their arrays.
    work->G = work->body_G;
    work->f = work->body_f;
    work->Gdot = work->body_Gdot;
    work->body_v = work->v;
  }
  if (has_instances(system) && !jni_keep(&work->pool, work, release_instances)) return jn_work_free(work);
  // The ground and particles keep these axes; other bodies get theirs in the position stage.
  static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int b = 0; b < system->nbodies; b++) {
    work->body2[b].c = 1;
    work->body3[b].uses_Rdot = work->direction[b].uses_Rdot = system->kind->natural;
    memcpy(work->body3[b].R, identity, sizeof identity);
  }
  return work;
}

void *jn_work_free(jn_work *work) { return jni_object_free(work); }

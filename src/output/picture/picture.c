// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// picture.c - makes the list of things to draw: sizes that follow from the pose, shapes of the model, then marks and
// shapes for joints, forces and bodies without shapes.
#include "output/picture/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/vec3.h"
#include "system/work.h"

static const double THIN = 0.013, THINNEST = 0.004;  // half thickness of links / size of the mechanism: usual and least
static const double THIN_LINK = 0.07;                // half the thickness of links / median extent of the bodies
static const double POINT = 0.6;                     // radius of a point / half the thickness of links

// ---- places --------------------------------------------------------------------------------------------------------

static void turn_of(const jn_picture *picture, int body, double R[9]) {
  jnk_quat_to_matrix(picture->poses + JN_POSE * body + 3, R);
}

void jni_picture_turn(const jn_picture *picture, int body, const double v[3], double out[3]) {
  double R[9];
  turn_of(picture, body, R);
  jnk_mat_vec(R, v, out);
}

void jni_picture_unturn(const jn_picture *picture, int body, const double v[3], double out[3]) {
  double R[9];
  turn_of(picture, body, R);
  jnk_mat_t_vec(R, v, out);
}

void jni_picture_place(const jn_picture *picture, int body, const double p[3], double out[3]) {
  double arm[3];
  jni_picture_turn(picture, body, p, arm);
  jnk_add(picture->poses + JN_POSE * body, arm, out);
}

void jni_picture_frame(const jn_picture *picture, int frame, double out[3]) {
  const jni_frame *f = &picture->model->frames[frame];
  jni_picture_place(picture, f->body, f->p, out);
}

jn_status jn_calc_poses(const jn_system *system, const double *state, double *poses) {
  JNI_ASSERT(system && state && poses);
  jn_work *work = jn_work_new(system);
  double *copy = work ? jni_doubles_copy(system->alloc, state, system->sizes.nstate) : NULL;
  if (copy) {
    jn_calc_position(system, work, copy[0], jn_state_q(system, copy), jn_state_z(system, copy),
                     jn_state_s(system, copy));
    jn_get_poses(system, work, poses);
  }
  jni_free(system->alloc, copy);
  jn_work_free(work);
  return copy ? JN_OK : JN_NO_MEMORY;
}

// ---- things --------------------------------------------------------------------------------------------------------

jn_thing *jni_picture_add(jn_picture *picture, jn_thing_kind kind, int frame) {
  if (!jni_pool_grow(&picture->pool, &picture->things, &picture->capacity_things, picture->nthings + 1,
                     sizeof *picture->things))
    return NULL;
  jn_thing *thing = &picture->things[picture->nthings++];
  *thing = (jn_thing){.kind = kind, .shape = jn_shape_def_default(), .joint = {-1}, .force = {-1}, .name = ""};
  if (frame >= 0) {
    thing->body[0].i = picture->model->frames[frame].body;
    jnk_copy(picture->model->frames[frame].p, thing->p[0]);
  }
  return thing;
}

jn_shape_def *jni_picture_shape(jn_picture *picture, int body, const char *type) {
  jn_thing *thing = jni_picture_add(picture, JN_THING_SHAPE, -1);
  if (!thing) return NULL;
  picture->shaped[body] = picture->shaped[body] || body > 0;
  thing->body[0].i = thing->shape.body.i = body;
  thing->shape.type = type;
  return &thing->shape;
}

void jni_picture_link(jn_picture *picture, int body, const double a[3], const double b[3], double radius) {
  double d[3];
  jnk_sub(b, a, d);
  double length = jnk_normalize(d);
  jn_shape_def *shape = jni_picture_shape(picture, body, length > 0 ? "capsule" : "sphere");
  if (!shape) return;
  for (int i = 0; i < 3; i++) shape->at[i] = (a[i] + b[i]) / 2;
  shape->radius = radius;
  shape->length = length;
  if (length > 0) jni_shape_along(d, shape->quaternion);
}

bool jni_picture_is_ground_seen(const jn_picture *picture) {
  return picture->own[0] && picture->model->space == JN_SPACE;
}

static void take_shapes(jn_picture *picture) {
  for (int i = 0; i < picture->model->nshapes; i++) {
    const jn_shape_def *def = &picture->model->shapes[i].def;
    if (!def->draw) continue;
    jn_thing *thing = jni_picture_add(picture, JN_THING_SHAPE, -1);
    if (!thing) return;
    thing->body[0] = def->body;
    thing->shape = *def;
    thing->given = true;
    picture->own[def->body.i] = picture->shaped[def->body.i] = true;
  }
  for (int b = 1; b < picture->model->nbodies; b++)
    if (picture->model->bodies[b].unseen) picture->own[b] = picture->shaped[b] = true;
}

bool jni_picture_shows(const jn_picture *picture, const jni_joint_element *joint) {
  const jn_model *model = picture->model;
  for (int end = 0; end < 2 && joint->kind->two_ended; end++)
    if (model->bodies[model->frames[joint->def.between[end].i].body].unseen) return false;
  return true;
}

// ---- sizes ---------------------------------------------------------------------------------------------------------

static void use(jn_picture *picture, jn_frame frame) {
  if (frame.i >= 0 && frame.i < picture->model->nframes) picture->used[frame.i] = true;
}

static void find_used(jn_picture *picture) {
  const jn_model *model = picture->model;
  for (int j = 0; j < model->njoints; j++) {
    const jn_joint_def *def = &model->joints[j].def;
    if (!jni_picture_shows(picture, &model->joints[j])) continue;
    for (int end = 0; end < 2 && model->joints[j].kind->two_ended && !model->joints[j].kind->free; end++) {
      use(picture, def->between[end]);
      picture->held[model->frames[def->between[end].i].body]++;
    }
    for (int i = 0; i < def->nterms; i++) use(picture, def->terms[i].frame);
  }
  for (int f = 0; f < model->nforces; f++) {
    int n;
    const jn_frame *ends = jni_force_ends(&model->forces[f], &n);
    for (int end = 0; end < n; end++) use(picture, ends[end]);
  }
}

typedef struct {
  double low[3], high[3];
} bounds;

static void include(const jn_picture *picture, int frame, double radius, bounds *b) {
  double p[3];
  jni_picture_frame(picture, frame, p);
  for (int i = 0; i < 3; i++) {
    b->low[i] = fmin(b->low[i], p[i] - radius);
    b->high[i] = fmax(b->high[i], p[i] + radius);
  }
}

// Returns the size of the mechanism, m: the diagonal of the box around all points that are used or named, centres of
// mass and wheels; 0 if there are none. Named points of bodies with shapes of the model do not count.
static double extent(const jn_picture *picture) {
  const jn_model *model = picture->model;
  bounds all = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  for (int f = 0; f < model->nframes; f++) {
    int body = model->frames[f].body;
    bool com = body > 0 && !model->bodies[body].unseen && f == model->bodies[body].com_frame;
    if (picture->used[f] || (picture->named[f] && !picture->own[body]) || com) include(picture, f, 0, &all);
  }
  for (int j = 0; j < model->njoints; j++) {
    const jn_joint_def *def = &model->joints[j].def;
    if (model->joints[j].kind->look == JNI_LOOK_WHEEL)
      include(picture, def->between[1].i, def->radius + def->crown, &all);
  }
  for (int f = 0; f < model->nforces; f++)
    if (model->forces[f].kind->tyre)
      include(picture, model->forces[f].def.between[0].i, model->forces[f].def.tyre.radius, &all);
  double d[3];
  jnk_sub(all.high, all.low, d);
  double size = jnk_norm(d);
  return isfinite(size) ? size : 0;
}

// Returns the largest distance, m, of one of the n used points of a body (indices of frames) from the body's centre of
// mass or from another of these points.
static double reach_of(const jn_picture *picture, int body, const int *frames, int n) {
  const jn_model *model = picture->model;
  double most = 0;
  for (int i = 0; i < n; i++)
    for (int k = -1; k < i; k++) {
      double d[3];
      jnk_sub(model->frames[frames[i]].p, k < 0 ? model->bodies[body].com : model->frames[frames[k]].p, d);
      most = fmax(most, jnk_norm(d));
    }
  return most;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Returns the median, over the bodies with used points, of the largest distance of their points (reach_of), m; 0 if
// there are none.
static double median_reach(jn_picture *picture) {
  const jn_model *model = picture->model;
  double *all = jni_doubles(&picture->pool, (size_t)model->nbodies);
  int(*frames)[JNI_MOST_POINTS] = jni_take(&picture->pool, (size_t)model->nbodies, sizeof *frames);
  int *count = jni_ints(&picture->pool, (size_t)model->nbodies), n = 0;
  if (picture->pool.failed) return 0;
  for (int f = 0; f < model->nframes; f++) {
    int b = model->frames[f].body;
    if (picture->used[f] && b > 0 && count[b] < JNI_MOST_POINTS) frames[b][count[b]++] = f;
  }
  for (int b = 1; b < model->nbodies; b++) {
    double reach = reach_of(picture, b, frames[b], count[b]);
    if (reach > 0) all[n++] = reach;
  }
  qsort(all, (size_t)n, sizeof *all, ascending);
  double usual = n > 0 ? all[n / 2] : 0;
  jni_drop(&picture->pool, all);
  jni_drop(&picture->pool, frames);
  jni_drop(&picture->pool, count);
  return usual;
}

static void find_sizes(jn_picture *picture, const jn_system *system) {
  const double *g = picture->model->gravity;
  double size = extent(picture), usual = median_reach(picture), falling = jnk_norm(g);
  picture->length = size > 1e-9 * system->length_scale ? size : system->length_scale;
  picture->thin = THIN * picture->length;
  if (usual > 0) picture->thin = fmin(picture->thin, THIN_LINK * usual);
  picture->thin = fmax(picture->thin, THINNEST * picture->length);
  if (falling > 0) jnk_scale(1 / falling, g, picture->down);
  else if (picture->model->space == JN_PLANE) jnk_set(0, -1, 0, picture->down);
  else jnk_set(0, 0, -1, picture->down);
}

// ---- marks ---------------------------------------------------------------------------------------------------------

// Returns the index of the thing on which a stripe shows the rotation of a body: the body's largest shape, if all its
// shapes are round; -1: none.
static int find_marked(const jn_picture *picture, int body) {
  int largest = -1;
  for (int i = 0; i < picture->nthings; i++) {
    const jn_thing *thing = &picture->things[i];
    if (thing->kind != JN_THING_SHAPE || thing->body[0].i != body) continue;
    const jni_shape_kind *kind = jni_shape_kind_find(thing->shape.type);
    if (!kind || !kind->round) return -1;
    if (largest < 0 || thing->shape.radius > picture->things[largest].shape.radius) largest = i;
  }
  return largest;
}

static void mark_round_bodies(jn_picture *picture) {
  for (int b = 1; b < picture->model->nbodies && !picture->pool.failed; b++) {
    int marked = picture->model->bodies[b].particle ? -1 : find_marked(picture, b);
    if (marked >= 0) picture->things[marked].marked = true;
  }
}

static void add_points(jn_picture *picture) {
  for (int f = 0; f < picture->model->nframes; f++) {
    jn_thing *thing = picture->named[f] ? jni_picture_add(picture, JN_THING_POINT, f) : NULL;
    if (thing) {
      thing->size = POINT * picture->thin;
      thing->name = picture->model->frames[f].name;
    }
  }
}

// ---- joints that do not close --------------------------------------------------------------------------------------

static void find_open(jn_picture *picture, const jn_system *system, const double *state) {
  static const double OPEN = 1e-5;  // a joint is open if its violation is above this: m / size of the mechanism, or rad
  const jn_system *cartesian = jn_system_cartesian(system);
  double *moved = jni_doubles(&picture->pool, (size_t)jn_system_sizes(cartesian).nstate);
  jn_work *work = moved ? jn_work_new(cartesian) : NULL;
  if (!work) {
    picture->pool.failed = true;
    return;
  }
  jn_state_convert(system, state, cartesian, moved);
  jn_calc_position(cartesian, work, moved[0], jn_state_q(cartesian, moved), jn_state_z(cartesian, moved),
                   jn_state_s(cartesian, moved));
  for (int j = 0; j < picture->model->njoints; j++)
    for (int row = cartesian->joint_row[j]; row < cartesian->joint_row[j + 1]; row++)
      if (!(fabs(work->phi[row]) * cartesian->row_weight[row] < OPEN)) picture->open[j] = true;
  jn_work_free(work);
  jni_drop(&picture->pool, moved);
}

// ---- the picture ---------------------------------------------------------------------------------------------------

static jn_picture *allocate(const jn_alloc *alloc, const jn_model *model) {
  jn_picture *picture = jni_object_new(alloc, sizeof *picture);
  if (!picture) return NULL;
  picture->model = model;
  picture->poses = jni_doubles(&picture->pool, JN_POSE * (size_t)model->nbodies);
  picture->used = jni_flags(&picture->pool, (size_t)model->nframes);
  picture->named = jni_flags(&picture->pool, (size_t)model->nframes);
  picture->own = jni_flags(&picture->pool, (size_t)model->nbodies);
  picture->shaped = jni_flags(&picture->pool, (size_t)model->nbodies);
  picture->supported = jni_flags(&picture->pool, (size_t)model->nframes);
  picture->held = jni_ints(&picture->pool, (size_t)model->nbodies);
  picture->spin = jni_take(&picture->pool, (size_t)model->nbodies, sizeof *picture->spin);
  picture->open = jni_flags(&picture->pool, (size_t)model->njoints);
  return picture->pool.failed ? jni_object_free(picture) : picture;
}

static jn_picture *collect(jn_picture *picture, const jn_system *system) {
  find_used(picture);

  // Sets picture->named of the named points of moving bodies at which nothing acts; they are drawn as points.
  const jn_model *model = picture->model;
  for (int f = 0; f < model->nframes; f++) {
    int body = model->frames[f].body;
    bool own = body > 0 && (f == model->bodies[body].frame || f == model->bodies[body].com_frame);
    picture->named[f] =
        body > 0 && !own && !picture->used[f] && !model->bodies[body].unseen && model->frames[f].name[0];
  }

  take_shapes(picture);
  find_sizes(picture, system);
  jni_picture_forces(picture);
  jni_picture_gears(picture);
  jni_picture_joints(picture);
  jni_picture_walls(picture);
  jni_picture_bodies(picture);
  mark_round_bodies(picture);
  add_points(picture);
  return picture->pool.failed ? jni_object_free(picture) : picture;
}

jn_picture *jn_picture_new(const jn_alloc *alloc, const jn_system *system, const double *state) {
  JNI_ASSERT(system && state);
  jn_picture *picture = allocate(alloc, jn_system_model(system));
  if (!picture || jn_calc_poses(system, state, picture->poses) != JN_OK) return jni_object_free(picture);
  find_open(picture, system, state);
  return collect(picture, system);
}

static void take_poses(jn_picture *picture, const double *poses) {
  for (int b = 0; b < picture->model->nbodies; b++) {
    double *pose = picture->poses + JN_POSE * b;
    memcpy(pose, poses + JN_POSE * b, JN_POSE * sizeof *pose);
    jnk_quat_normalize(pose + 3);
  }
}

jn_picture *jn_picture_new_at(const jn_alloc *alloc, const jn_system *system, const double *poses) {
  JNI_ASSERT(system && poses);
  jn_picture *picture = allocate(alloc, jn_system_model(system));
  if (!picture) return NULL;
  take_poses(picture, poses);
  return collect(picture, system);
}

void *jn_picture_free(jn_picture *picture) { return jni_object_free(picture); }
int jn_picture_nthings(const jn_picture *picture) {
  JNI_ASSERT(picture);
  return picture->nthings;
}
double jn_picture_length(const jn_picture *picture) {
  JNI_ASSERT(picture);
  return picture->length;
}

const jn_thing *jn_picture_thing(const jn_picture *picture, int i) {
  JNI_ASSERT(picture && i >= 0 && i < picture->nthings);
  return &picture->things[i];
}

void jn_picture_pose(jn_picture *picture, const double *poses) {
  JNI_ASSERT(picture && poses);
  take_poses(picture, poses);
  for (int i = 0; i < picture->nthings; i++) picture->things[i].open = false;
  for (int j = 0; j < picture->model->njoints; j++) picture->open[j] = false;
}

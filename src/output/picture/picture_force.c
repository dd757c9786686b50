// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// picture_force.c - draws springs and dampers between points, tyres and tracks, and the roads under them.
#include <math.h>

#include "kernel/vec3.h"
#include "model/model.h"
#include "output/picture/picture.h"

static const double TYRE = 0.45;  // width of a wheel / radius
// radius of a coil, half the length of a wall, both / half the thickness of links
static const double COIL = 1.5, WALL = 3;
static const double AHEAD = 0.55;  // length of a road beyond the wheels / size of the mechanism
enum { TRACKS = 7, SAMPLES = 48 };

static bool is_law(const jn_law *law) { return law->n > 0 || law->ncoefficients > 0; }

// Returns the two frames between which a spring is drawn; NULL: it is not drawn, as a spring on an angle. For a spring
// on a displacement they are those of the joint, unless they are too close to each other.
static const jn_frame *ends_of(const jn_picture *picture, int force) {
  const jn_model *model = picture->model;
  const jni_force_element *e = &model->forces[force];
  if (e->kind->look != JNI_LOOK_SPRING) return NULL;
  if (e->def.between[0].i >= 0) return e->kind->angular ? NULL : e->def.between;
  if (e->def.joint.i < 0 || jni_is_angle(model, e->def.joint, e->def.coordinate) != 0) return NULL;
  const jni_joint_element *slide = &model->joints[e->def.joint.i];
  if (!slide->kind->two_ended) return NULL;
  double a[3], b[3];
  jni_picture_frame(picture, slide->def.between[0].i, a);
  jni_picture_frame(picture, slide->def.between[1].i, b);
  jnk_sub(b, a, b);
  return jnk_norm(b) > 4 * picture->thin ? slide->def.between : NULL;
}

static void add_between(jn_picture *picture, int force, jn_thing_kind kind, double offset) {
  const jn_frame *ends = ends_of(picture, force);
  jn_thing *thing = jni_picture_add(picture, kind, ends[0].i);
  if (!thing) return;
  const jni_frame *second = &picture->model->frames[ends[1].i];
  thing->body[1].i = second->body;
  thing->force.i = force;
  thing->size = COIL * picture->thin;
  thing->offset = offset * picture->thin;
  jnk_copy(second->p, thing->p[1]);
}

// Adds the symbol of a support at end `end` of a spring if that end is on the ground, where neither the ground has
// shapes nor a joint has a support.
static void add_wall(jn_picture *picture, int force, int end) {
  const jn_force_def *def = &picture->model->forces[force].def;
  int frame = def->between[end].i;
  double a[3], b[3];
  if (picture->model->frames[frame].body != 0 || jni_picture_is_ground_seen(picture) || picture->supported[frame])
    return;
  jni_picture_frame(picture, frame, a);
  jni_picture_frame(picture, def->between[1 - end].i, b);
  jnk_sub(b, a, b);
  jn_thing *wall = jnk_normalize(b) > 0 ? jni_picture_add(picture, JN_THING_SUPPORT, frame) : NULL;
  if (!wall) return;
  picture->supported[frame] = true;
  wall->force.i = force;
  wall->size = WALL * picture->thin;
  jnk_copy(b, wall->axis);
}

// Adds the symbols of a force element, of the damper if it has damping and of the spring if it has stiffness or no
// damping: side by side in the plane, one inside the other in space.
static void draw_spring(jn_picture *picture, int force) {
  const jn_force_def *def = &picture->model->forces[force].def;
  bool damps = def->damping > 0 || is_law(&def->damping_law) || def->damping_map.i >= 0;
  bool springs = def->stiffness > 0 || is_law(&def->law) || !damps;
  double offset = damps && springs && picture->model->space == JN_PLANE ? COIL : 0;
  if (damps) add_between(picture, force, JN_THING_DAMPER, -offset);
  if (springs) add_between(picture, force, JN_THING_SPRING, offset);
}

// ---- roads ---------------------------------------------------------------------------------------------------------

typedef struct {
  double low[2], high[2];  // bounds of the wheels in x and y, m
  const jnk_terrain *terrain;
} track;

static void put_line(jn_picture *picture, const track *t, bool along, double other) {
  jn_shape_def *line = jni_picture_shape(picture, 0, "line");
  double *at = jni_doubles(&picture->pool, 3 * SAMPLES);
  if (!line || !at) return;
  for (int k = 0; k < SAMPLES; k++) {
    int i = along ? 0 : 1;
    double s = t->low[i] + (t->high[i] - t->low[i]) * k / (SAMPLES - 1), z = 0;
    jnk_slope slope;
    double x = along ? s : other, y = along ? other : s;
    z = jnk_terrain_height(t->terrain, x, y, &slope);
    jnk_set(x, y, z, at + 3 * k);
  }
  line->points = (jn_points){at, SAMPLES};
  jn_colour_read("silver", line->colour);
}

static void draw_road(jn_picture *picture, track *t) {
  double margin = AHEAD * picture->length;
  for (int i = 0; i < 2; i++) {
    t->low[i] -= margin * (i ? 0.35 : 1);
    t->high[i] += margin * (i ? 0.35 : 1);
  }
  for (int k = 0; k < TRACKS; k++) put_line(picture, t, true, t->low[1] + (t->high[1] - t->low[1]) * k / (TRACKS - 1));
  double step = (t->high[1] - t->low[1]) / (TRACKS - 1);
  int across = step > 0 ? (int)fmin(40, floor((t->high[0] - t->low[0]) / step)) : 0;
  for (int k = 0; k <= across; k++)
    put_line(picture, t, false, t->low[0] + (t->high[0] - t->low[0]) * k / fmax(1, across));
}

// Extends the bounds in *t, which a road must cover, to the wheels of a tyre or track element on the road.
static void widen_road(const jn_picture *picture, int force, track *t) {
  const jni_force_element *e = &picture->model->forces[force];
  int n;
  const jn_frame *ends = jni_force_ends(e, &n);
  for (int end = 0; end < n; end++) {
    double centre[3];
    jni_picture_frame(picture, ends[end].i, centre);
    for (int i = 0; i < 2; i++) {
      t->low[i] = fmin(t->low[i], centre[i]);
      t->high[i] = fmax(t->high[i], centre[i]);
    }
  }
  if (!t->terrain) t->terrain = e->terrain;
}

// Returns whether the bounds of a shape of the ground in x and y contain the whole area of road t.
static bool covers(const jn_shape_def *def, jni_pool *pool, const track *t) {
  const jni_shape_kind *kind = jni_shape_kind_find(def->type);
  jni_facets facets = {.pool = pool, .round = 8, .step = HUGE_VAL};
  double R[9], low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  if (kind) kind->facets(def, &facets);
  jnk_quat_to_matrix(def->quaternion, R);
  for (int i = 0; i < facets.npoints && !pool->failed; i++) {
    double p[3];
    jnk_mat_vec(R, facets.points[i], p);
    for (int k = 0; k < 2; k++) {
      low[k] = fmin(low[k], def->at[k] + p[k]);
      high[k] = fmax(high[k], def->at[k] + p[k]);
    }
  }
  return low[0] <= t->low[0] && low[1] <= t->low[1] && high[0] >= t->high[0] && high[1] >= t->high[1];
}

// Returns whether shapes of the model show the road, so that none is drawn; cones and kerbs do not count.
static bool has_own_road(jn_picture *picture, const track *t) {
  jni_pool pool = {.alloc = picture->pool.alloc};
  bool found = false;
  for (int i = 0; i < picture->nthings && !found; i++) {
    const jn_thing *thing = &picture->things[i];
    if (thing->given && thing->body[0].i == 0) found = covers(&thing->shape, &pool, t);
  }
  picture->pool.failed = picture->pool.failed || pool.failed;
  jni_pool_free(&pool);
  return found;
}

static void draw_tyre(jn_picture *picture, int force) {
  const jn_force_def *def = &picture->model->forces[force].def;
  jni_picture_wheel(picture, def->between[0].i, def->tyre.axis[0], def->tyre.radius, TYRE);
}

static void draw_track(jn_picture *picture, int force) {
  const jn_force_def *def = &picture->model->forces[force].def;
  for (int i = 0; i < def->track.wheels.n; i++)
    jni_picture_wheel(picture, def->track.wheels.at[i].i, def->tyre.axis[0], def->tyre.radius, TYRE);
  jni_picture_band(picture, def);
}

void jni_picture_forces(jn_picture *picture) {
  track t = {.low = {HUGE_VAL, HUGE_VAL}, .high = {-HUGE_VAL, -HUGE_VAL}};
  for (int f = 0; f < picture->model->nforces && !picture->pool.failed; f++) {
    const jni_force_kind *kind = picture->model->forces[f].kind;
    if (picture->model->forces[f].terrain) widen_road(picture, f, &t);
    if (kind->tyre) draw_tyre(picture, f);
    else if (kind->look == JNI_LOOK_BAND) draw_track(picture, f);
    else if (ends_of(picture, f)) draw_spring(picture, f);
  }
  if (t.terrain && isfinite(t.low[0]) && !has_own_road(picture, &t)) draw_road(picture, &t);
}

// Adds the symbol of a support at each end of a spring that is on the ground, except where a joint has a support, and
// unless shapes of the ground are drawn.
void jni_picture_walls(jn_picture *picture) {
  for (int f = 0; f < picture->model->nforces && !picture->pool.failed; f++) {
    const jni_force_element *e = &picture->model->forces[f];
    if (e->def.between[0].i >= 0 && ends_of(picture, f)) {
      add_wall(picture, f, 0);
      add_wall(picture, f, 1);
    }
  }
}

// ---- a level floor -------------------------------------------------------------------------------------------------

void jni_picture_floor(jn_picture *picture, const double p[3], const double normal[3]) {
  double u[3], v[3], half = 0.6 * picture->length;
  jnk_perpendicular(normal, u);
  jnk_cross(normal, u, v);
  for (int direction = 0; direction < 2; direction++)
    for (int k = -3; k <= 3; k++) {
      jn_shape_def *line = jni_picture_shape(picture, 0, "line");
      double *at = jni_doubles(&picture->pool, 6);
      if (!line || !at) return;
      for (int end = 0; end < 2; end++) {
        jnk_add_scaled(p, (end ? 1 : -1) * half, direction ? u : v, at + 3 * end);
        jnk_add_scaled(at + 3 * end, k * half / 3, direction ? v : u, at + 3 * end);
      }
      line->points = (jn_points){at, 2};
      jn_colour_read("silver", line->colour);
    }
}

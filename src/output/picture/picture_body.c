// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// picture_body.c - makes shapes for bodies without shapes, from their points: those at which joints and forces act and
// those with names.
//
//   none, or only the centre of mass   a disc or a box with the body's inertia
//   one                                a bar about the centre of mass, or a rod with a ball there
//   two                                a link
//   more                               a plate if they are in a plane, else a star
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/model.h"
#include "output/picture/picture.h"

// points count as in a plane, as on a line: distance / largest distance of points
static const double FLAT = 0.02, NARROW = 0.02;
static const double LARGEST = 0.35;  // largest size of a shape / size of the mechanism
static const double SMALLEST = 1.6;  // smallest size of a shape / half the thickness of links
static const double HELD = 5;    // largest box at a point, or disc beside shapes of the model / half thickness of links
static const double BALL = 2.2;  // radius of a particle / half the thickness of links
static const double LARGE_PLATE = 0.4;  // plates from this size / size of the mechanism are transparent
static const double CLEAR = 0.35;       // opacity of such plates
// least distance of the centre of mass from the lines between points, to count as a point / distance of points
static const double ASIDE = 0.15;

typedef struct {
  double p[JNI_MOST_POINTS][3];
  int n;
} points;

static double distance(const double a[3], const double b[3]) {
  double d[3];
  jnk_sub(a, b, d);
  return jnk_norm(d);
}

static void collect(const jn_picture *picture, int frame, points *out) {
  const jni_frame *f = &picture->model->frames[frame];
  for (int i = 0; i < out->n; i++)
    if (distance(out->p[i], f->p) < 1e-6 * picture->length) return;
  if (out->n < JNI_MOST_POINTS) jnk_copy(f->p, out->p[out->n++]);
}

static double clamp(const jn_picture *picture, double size) {
  return fmax(SMALLEST * picture->thin, fmin(LARGEST * picture->length, isfinite(size) ? size : 0));
}

// ---- by inertia ----------------------------------------------------------------------------------------------------

// Adds a disc about the axis of a joint to a body, as large as its moments of inertia say; most: largest radius, m.
static void put_disc(jn_picture *picture, int body, const double axis[3], double most) {
  const jni_body *b = &picture->model->bodies[body];
  const double *I = b->inertia;
  const double J[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
  double turned[3];
  jnk_mat_vec(J, axis, turned);
  double about = jnk_dot(axis, turned), across = (I[0] + I[1] + I[2] - about) / 2;
  jn_shape_def *disc = jni_picture_shape(picture, body, "cylinder");
  if (!disc) return;
  double r = fmin(clamp(picture, sqrt(2 * about / b->mass)), most), square = 12 * across / b->mass - 3 * r * r;
  disc->radius = r;
  disc->length = fmax(0.15 * r, fmin(0.7 * r, square > 0 ? sqrt(square) : 0));
  jnk_copy(b->com, disc->at);
  jni_shape_along(axis, disc->quaternion);
  if (picture->model->space == JN_PLANE) disc->at[2] = -r;
}

// Adds a box about its centre of mass to a body, as large as its moments of inertia say; most: largest side, m.
static void put_box(jn_picture *picture, int body, double most) {
  const jni_body *b = &picture->model->bodies[body];
  const double *I = b->inertia;
  bool plane = picture->model->space == JN_PLANE;
  jn_shape_def *box = jni_picture_shape(picture, body, "box");
  if (!box) return;
  jnk_copy(b->com, box->at);
  for (int i = 0; i < 3; i++) {
    double square = plane ? 6 * I[2] / b->mass : 6 * (I[(i + 1) % 3] + I[(i + 2) % 3] - I[i]) / b->mass;
    box->size[i] = fmin(most, clamp(picture, square > 0 ? sqrt(square) : 0));
  }
}

// Returns whether the model defines shapes for any body. Then bodies without shapes, such as a crank or the carrier of
// a differential, get no large ones, which would hide those.
static bool has_shapes(const jn_picture *picture) {
  for (int b = 1; b < picture->model->nbodies; b++)
    if (picture->own[b]) return true;
  return false;
}

static void put_mass(jn_picture *picture, int body, bool held) {
  const double *axis = picture->spin[body];
  bool last = picture->held[body] == 1;  // only one joint connects it
  if (last && jnk_norm(axis) > 0.5)
    put_disc(picture, body, axis, has_shapes(picture) ? HELD * picture->thin : HUGE_VAL);
  else put_box(picture, body, held ? HELD * picture->thin : HUGE_VAL);
}

// Returns the square of the largest radius of gyration, m^2; h^2/3 for a bar of half length h; 0 without mass.
static double gyration(const jni_body *b) {
  return b->mass > 0 ? fmax(b->inertia[0], fmax(b->inertia[1], b->inertia[2])) / b->mass : 0;
}

// Adds a shape to a body that has one point p besides its centre of mass: a bar if its inertia is that of a bar,
// otherwise a rod with a ball at its end.
static void put_arm(jn_picture *picture, int body, const double p[3]) {
  const jni_body *b = &picture->model->bodies[body];
  double reach = distance(p, b->com), half = sqrt(3 * gyration(b)), end[3];
  bool bar = half > 0.5 * reach && half < 1.6 * reach;
  for (int i = 0; i < 3; i++) end[i] = bar ? 2 * b->com[i] - p[i] : b->com[i];
  jni_picture_link(picture, body, p, end, picture->thin);
  if (bar) return;
  jn_shape_def *bob = jni_picture_shape(picture, body, "sphere");
  if (!bob) return;
  jnk_copy(b->com, bob->at);
  bob->radius = fmin(clamp(picture, sqrt(2 * gyration(b))), 0.6 * reach);
}

// ---- by points -----------------------------------------------------------------------------------------------------

static void farthest_pair(const points *set, int *first, int *second) {
  double most = -1;
  for (int i = 0; i < set->n; i++)
    for (int k = 0; k < i; k++)
      if (distance(set->p[i], set->p[k]) > most) {
        most = distance(set->p[i], set->p[k]);
        *first = k;
        *second = i;
      }
}

// Finds the plane of the points: sets the columns of R to x from point `first` to point `second`, y towards the point
// farthest from this line, and the normal z. Returns false if the points are on a line, and then sets *line, or not in
// a plane.
static bool find_plane(const points *set, int first, int second, double R[9], bool *line) {
  double x[3], far[3] = {0, 0, 0}, z[3], length = distance(set->p[first], set->p[second]), most = 0;
  jnk_sub(set->p[second], set->p[first], x);
  jnk_normalize(x);
  for (int i = 0; i < set->n; i++) {
    double d[3];
    jnk_sub(set->p[i], set->p[first], d);
    jnk_add_scaled(d, -jnk_dot(d, x), x, d);
    if (jnk_norm(d) > most) {
      most = jnk_norm(d);
      jnk_copy(d, far);
    }
  }
  *line = most < NARROW * length;
  if (*line) return false;
  jnk_normalize(far);
  jnk_cross(x, far, z);
  for (int i = 0; i < set->n; i++) {
    double d[3];
    jnk_sub(set->p[i], set->p[first], d);
    if (fabs(jnk_dot(d, z)) > FLAT * length) return false;
  }
  for (int i = 0; i < 3; i++) {
    R[3 * i] = x[i];
    R[3 * i + 1] = far[i];
    R[3 * i + 2] = z[i];
  }
  return true;
}

static void put_plate(jn_picture *picture, int body, const points *set, int first, int second, const double R[9]) {
  const double *origin = set->p[first];
  double flat[JNI_MOST_POINTS][3];
  for (int i = 0; i < set->n; i++) {
    double d[3];
    jnk_sub(set->p[i], origin, d);
    jnk_mat_t_vec(R, d, flat[i]);
    flat[i][2] = 0;
  }
  jn_shape_def *plate = jni_picture_shape(picture, body, "polygon");
  double(*corners)[3] = jni_take(&picture->pool, JNI_MOST_POINTS + 2, sizeof *corners);
  if (!plate || !corners) return;
  plate->points = (jn_points){corners[0], jni_picture_convex_hull(flat, set->n, corners)};
  plate->thickness = picture->model->space == JN_PLANE ? 0 : picture->thin;
  jnk_copy(origin, plate->at);
  // A large plate is transparent, because it would hide the bodies that it carries.
  if (picture->model->space == JN_SPACE && distance(set->p[first], set->p[second]) > LARGE_PLATE * picture->length)
    plate->colour[3] = CLEAR;
  if (picture->model->space == JN_PLANE) plate->at[2] = -2 * picture->length;  // behind everything
  jnk_matrix_to_quat(R, plate->quaternion);
}

static void put_star(jn_picture *picture, int body, const points *set) {
  double hub[3] = {0, 0, 0};
  for (int i = 0; i < set->n; i++) jnk_add_scaled(hub, 1.0 / set->n, set->p[i], hub);
  for (int i = 0; i < set->n; i++) jni_picture_link(picture, body, hub, set->p[i], 0.8 * picture->thin);
}

static void put_links(jn_picture *picture, int body, const points *set) {
  int first = 0, second = 1;
  double R[9];
  bool line = set->n == 2;
  farthest_pair(set, &first, &second);
  if (!line && find_plane(set, first, second, R, &line)) put_plate(picture, body, set, first, second, R);
  else if (line) jni_picture_link(picture, body, set->p[first], set->p[second], picture->thin);
  else put_star(picture, body, set);
}

// ---- all bodies ----------------------------------------------------------------------------------------------------

// Appends the centre of mass to the points of a body if there are at least two and it is far from all lines between
// them.
static void add_centre(const jn_picture *picture, int body, points *set) {
  const double *com = picture->model->bodies[body].com;
  double nearest = HUGE_VAL, reach = 0;
  for (int i = 0; i < set->n; i++)
    for (int k = 0; k <= i; k++) {
      double a[3], b[3];
      jnk_sub(set->p[k], set->p[i], a);
      jnk_sub(com, set->p[i], b);
      double length = jnk_norm(a), part = length > 0 ? jnk_dot(a, b) / (length * length) : 0;
      jnk_add_scaled(b, -fmax(0, fmin(1, part)), a, b);
      nearest = fmin(nearest, jnk_norm(b));
      reach = fmax(reach, length);
    }
  if (set->n > 1 && set->n < JNI_MOST_POINTS && nearest > ASIDE * reach) jnk_copy(com, set->p[set->n++]);
}

static void put_body(jn_picture *picture, int body, const points *set, bool has_block) {
  const jni_body *b = &picture->model->bodies[body];
  bool alone = set->n == 0 || (set->n == 1 && distance(set->p[0], b->com) < 1e-6 * picture->length);
  if (b->particle) jni_picture_link(picture, body, b->com, b->com, BALL * picture->thin);
  else if (set->n > 1) put_links(picture, body, set);
  else if (!alone && !(has_block && !(b->mass > 0))) put_arm(picture, body, set->p[0]);
  else if (alone && !has_block && b->mass > 0) put_mass(picture, body, set->n > 0);
}

void jni_picture_bodies(jn_picture *picture) {
  const jn_model *model = picture->model;
  points *sets = jni_take(&picture->pool, (size_t)model->nbodies, sizeof *sets);
  bool *blocks = jni_flags(&picture->pool, (size_t)model->nbodies);
  if (picture->pool.failed) return;
  for (int f = 0; f < model->nframes; f++)
    if (picture->used[f] || picture->named[f]) collect(picture, f, &sets[model->frames[f].body]);
  for (int i = 0; i < picture->nthings; i++)
    if (picture->things[i].kind == JN_THING_SHAPE) blocks[picture->things[i].body[0].i] = true;
  for (int b = 1; b < model->nbodies; b++)
    if (!picture->shaped[b]) {
      add_centre(picture, b, &sets[b]);
      put_body(picture, b, &sets[b], blocks[b]);
    }
  jni_drop(&picture->pool, sets);
  jni_drop(&picture->pool, blocks);
}

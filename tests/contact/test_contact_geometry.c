// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact_geometry.c - gaps, rates and second rates of all pairs of shapes against differences along a motion, and
// the forces at points of contact against their conditions.
#include "check.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "contact/contact_features.h"
#include "contact/contact_geometry.h"
#include "contact/contact_polyhedron.h"
#include "contact/contact_solve.h"
#include "kernel/vec3.h"

// A number between two limits, by a linear congruential generator.
static double chance_between(uint64_t *seed, double low, double high) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(*seed >> 11) * 0x1p-53;
}

// ---- a motion -----------------------------------------------------------------------------------------------------

// Position and rotation are polynomials in time: r + v t + a t^2/2, R = exp([c0 + c1 t + c2 t^2]).
typedef struct {
  double r[3], v[3], a[3], c[3][3];
} course;

static void rotation_at(const course *c, double t, double R[9]) {
  double turn[3];
  for (int i = 0; i < 3; i++) turn[i] = c->c[0][i] + t * (c->c[1][i] + t * c->c[2][i]);
  double q[4];
  jnk_quat_from_rotation_vector(turn, q);
  jnk_quat_to_matrix(q, R);
}

static void angular_at(const course *c, double t, double w[3]) {
  const double h = 1e-4;
  double a[9], b[9], R[9];
  rotation_at(c, t - h, a);
  rotation_at(c, t + h, b);
  rotation_at(c, t, R);
  double W[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      W[3 * i + j] = 0;
      for (int k = 0; k < 3; k++) W[3 * i + j] += (b[3 * i + k] - a[3 * i + k]) / (2 * h) * R[3 * j + k];
    }
  jnk_set(W[7], W[2], W[3], w);
}

static void motion_at(const course *c, double t, jni_contact_motion *m) {
  const double h = 1e-3;
  double before[3], after[3];
  for (int i = 0; i < 3; i++) {
    m->r[i] = c->r[i] + t * (c->v[i] + 0.5 * t * c->a[i]);
    m->v[i] = c->v[i] + t * c->a[i];
    m->a[i] = c->a[i];
  }
  rotation_at(c, t, m->R);
  angular_at(c, t, m->w);
  angular_at(c, t - h, before);
  angular_at(c, t + h, after);
  for (int i = 0; i < 3; i++) m->alpha[i] = (after[i] - before[i]) / (2 * h);
}

static course random_course(uint64_t *seed, bool plane) {
  course c;
  double *x = &c.r[0];
  for (size_t i = 0; i < sizeof c / sizeof *x; i++) x[i] = chance_between(seed, -1, 1);
  if (plane) {
    c.r[2] = c.v[2] = c.a[2] = 0;
    for (int k = 0; k < 3; k++) c.c[k][0] = c.c[k][1] = 0;
  }
  return c;
}

// ---- rates --------------------------------------------------------------------------------------------------------

// The polyhedra of the shapes, freed at the end.
static jni_pool solids;

enum { HULL_POINTS = 20 };

static const jni_polyhedron *hull_of(uint64_t *seed) {
  double points[HULL_POINTS][3];
  char what[120];
  for (int i = 0; i < HULL_POINTS; i++)
    for (int k = 0; k < 3; k++) points[i][k] = chance_between(seed, -0.5, 0.5);
  return jni_polyhedron_new_hull(&solids, (const double(*)[3])points, HULL_POINTS, what, sizeof what);
}

static const jni_polyhedron *solid_of(const jni_contact_shape *s, uint64_t *seed) {
  switch (s->touch) {
    case JNI_TOUCH_PLANE: return jni_polyhedron_new_half_space(&solids);
    case JNI_TOUCH_SPHERE: return jni_polyhedron_new_point(&solids);
    case JNI_TOUCH_CAPSULE: return jni_polyhedron_new_segment(&solids, s->half[2]);
    case JNI_TOUCH_BOX:
      return s->plane ? jni_polyhedron_new_rectangle(&solids, s->half) : jni_polyhedron_new_box(&solids, s->half);
    case JNI_TOUCH_CYLINDER: return jni_polyhedron_new_ball(&solids, s->radius + s->half[2]);
    case JNI_TOUCH_HULL: return s->plane ? NULL : hull_of(seed);
    default: return NULL;
  }
}

static jni_contact_shape random_shape(uint64_t *seed, jni_touch touch, bool plane) {
  jni_contact_shape s = {.touch = touch, .plane = plane, .radius = chance_between(seed, 0.3, 0.6)};
  double turn[3], q[4];
  for (int i = 0; i < 3; i++) {
    s.p[i] = plane && i == 2 ? 0 : chance_between(seed, -0.3, 0.3);
    s.half[i] = chance_between(seed, 0.2, 0.5);
    turn[i] = plane && i < 2 ? 0 : chance_between(seed, -1, 1);
  }
  if (plane && (touch == JNI_TOUCH_PLANE || touch == JNI_TOUCH_CAPSULE)) jnk_set(1.5707963267948966, 0, 0, turn);
  if (touch == JNI_TOUCH_HOLE) s.radius = 2;
  jnk_quat_from_rotation_vector(turn, q);
  jnk_quat_to_matrix(q, s.R);
  s.solid = solid_of(&s, seed);
  return s;
}

// Moves the second body along the normal so that the gap is zero at t = 0.
static void close_gap(const jni_contact_shape *a, const jni_contact_shape *b, int feature, const course *x, course *y) {
  jni_contact_motion ma, mb;
  jni_contact_place place;
  for (int k = 0; k < 3; k++) {
    motion_at(x, 0, &ma);
    motion_at(y, 0, &mb);
    jni_contact_place_calc(a, b, feature, &ma, &mb, &place);
    for (int i = 0; i < 3; i++) y->r[i] -= place.gap * place.n[i];
  }
}

static double gap_at(const jni_contact_shape *a, const jni_contact_shape *b, int feature, const course *x,
                     const course *y, double t) {
  jni_contact_motion ma, mb;
  jni_contact_place place;
  motion_at(x, t, &ma);
  motion_at(y, t, &mb);
  jni_contact_place_calc(a, b, feature, &ma, &mb, &place);
  return place.gap;
}

// Returns whether a feature is a crossing of two edges that cannot touch like this, since one of their faces lies on
// the side of the other shape, or of edges at an angle below 45 degrees, whose place moves so fast that differences are
// inexact.
static bool is_no_crossing(const jni_contact_shape *a, const jni_contact_motion *ma, const jni_contact_shape *b,
                           const jni_contact_motion *mb, int feature, const double n[3]) {
  const jni_contact_shape *shape[2] = {a, b};
  const jni_contact_motion *motion[2] = {ma, mb};
  for (int i = 0; i < a->solid->nedges; i++)
    for (int j = 0; j < b->solid->nedges; j++) {
      if (jni_feature_code(JNI_EDGE_EDGE, i, j) != feature) continue;
      double x[3], y[3], u[2][3];
      for (int k = 0; k < 2; k++) {
        const jni_polyhedron_edge *e = &shape[k]->solid->edge[k == 0 ? i : j];
        jnk_mat_vec(shape[k]->R, e->u, x);
        jnk_mat_vec(motion[k]->R, x, u[k]);
        for (int side = 0; side < 2 && e->f[0] >= 0; side++) {
          jnk_mat_vec(shape[k]->R, e->into[side], x);
          jnk_mat_vec(motion[k]->R, x, y);
          if (jnk_dot(y, n) * (k == 0 ? 1 : -1) > 0) return true;
        }
      }
      return fabs(jnk_dot(u[0], u[1])) > 0.7;
    }
  return false;
}

static void check_point(uint64_t *seed, const jni_contact_shape *a, const jni_contact_shape *b, int feature) {
  const double h = 1e-3;
  course x = random_course(seed, a->plane), y = random_course(seed, a->plane);
  jni_contact_motion ma, mb;
  jni_contact_place place;
  jni_contact_rates rates;
  close_gap(a, b, feature, &x, &y);
  motion_at(&x, 0, &ma);
  motion_at(&y, 0, &mb);
  jni_contact_place_calc(a, b, feature, &ma, &mb, &place);
  jni_contact_rates_calc(&place, a->plane, &ma, &mb, &rates);
  double g[5];
  if (jni_has_features(a, b) && is_no_crossing(a, &ma, b, &mb, feature, place.n)) return;
  for (int k = 0; k < 5; k++) g[k] = gap_at(a, b, feature, &x, &y, (k - 2) * h);
  CHECK_NEAR(place.gap, 0, 1e-14);
  CHECK_NEAR(jnk_norm(place.n), 1, 1e-14);
  CHECK_NEAR(jnk_dot(place.t[0], place.n), 0, 1e-14);
  if (a->plane) CHECK(place.n[2] == 0 && place.t[0][2] == 0);
  for (int i = 0; i < 3; i++) CHECK_NEAR(place.point[0][i], place.point[1][i], 1e-13);
  CHECK_NEAR(jnk_dot(rates.slip, place.n), 0, 1e-13);
  CHECK_NEAR(rates.rate, (g[0] - 8 * g[1] + 8 * g[3] - g[4]) / (12 * h), 1e-6);
  CHECK_NEAR(rates.second, (-g[0] + 16 * g[1] - 30 * g[2] + 16 * g[3] - g[4]) / (12 * h * h), 2e-5);
}

// Checks the points of a pair, or some features of each type. Returns how many.
static int check_pair(uint64_t *seed, jni_touch first, jni_touch second, bool plane) {
  jni_contact_shape a = random_shape(seed, first, plane), b = random_shape(seed, second, plane);
  int n = jni_contact_npoints(&a, &b), checked = 0;
  CHECK(!jni_contact_swaps(&a, &b));
  CHECK(n > 0);
  if (!jni_has_features(&a, &b)) {
    for (int feature = 0; feature < n; feature++) check_point(seed, &a, &b, feature);
    return n;
  }
  const int step = second == JNI_TOUCH_CYLINDER ? 97 : 5;  // of the vertices, edges and faces that are checked
  bool sharp = first == JNI_TOUCH_BOX || first == JNI_TOUCH_HULL || first == JNI_TOUCH_PLANE;
  for (int type = 0; type < JNI_FEATURE_TYPES; type++)
    for (int i = 0; i < JNI_MOST_EDGES; i += i == 0 ? 1 : step)
      for (int j = 0; j < JNI_MOST_EDGES; j += j == 0 ? 1 : step) {
        int feature = jni_feature_code((jni_feature_type)type, i, j);
        bool round = type == JNI_VERTEX_EDGE || type == JNI_VERTEX_VERTEX || type == JNI_EDGE_VERTEX;
        if ((sharp && round) || !jni_feature_is_valid(&a, &b, feature)) continue;
        check_point(seed, &a, &b, feature);
        checked++;
      }
  return checked;
}

static const jni_touch all_kinds[] = {JNI_TOUCH_PLANE, JNI_TOUCH_HOLE,     JNI_TOUCH_SPHERE, JNI_TOUCH_CAPSULE,
                                      JNI_TOUCH_BOX,   JNI_TOUCH_CYLINDER, JNI_TOUCH_HULL};
enum { KINDS = sizeof all_kinds / sizeof *all_kinds };

static void test_rates(void) {
  uint64_t seed = 7;
  int npairs = 0;
  for (int k = 0; k < 20; k++)
    for (int i = 0; i < KINDS; i++)
      for (int j = i; j < KINDS; j++)
        for (int plane = 0; plane < 2; plane++) {
          jni_contact_shape a = random_shape(&seed, all_kinds[i], plane), b = random_shape(&seed, all_kinds[j], plane);
          if (jni_contact_npoints(&a, &b) == 0) continue;
          npairs += k == 0;
          CHECK(check_pair(&seed, all_kinds[i], all_kinds[j], plane) > 0);
        }
  CHECK(npairs == 2 * 10 + 6);
}

// ---- hulls --------------------------------------------------------------------------------------------------------

// Checks that a hull is closed and convex and contains the points.
static void check_hull(const jni_polyhedron *p, const double (*points)[3], int n) {
  CHECK(p && p->nvertices - p->nedges + p->nfaces == 2);
  if (!p) return;
  for (int f = 0; f < p->nfaces; f++) {
    CHECK_NEAR(jnk_norm(p->normal[f]), 1, 1e-14);
    for (int i = 0; i < n; i++) CHECK(jnk_dot(p->normal[f], points[i]) <= p->offset[f] + 1e-8);
    for (int i = 0; i < p->nvertices; i++) CHECK(jnk_dot(p->normal[f], p->vertex[i]) <= p->offset[f] + 1e-8);
  }
  for (int e = 0; e < p->nedges; e++)
    for (int side = 0; side < 2; side++) {
      const jni_polyhedron_edge *edge = &p->edge[e];
      CHECK(edge->f[side] >= 0);
      CHECK_NEAR(jnk_dot(edge->into[side], p->normal[edge->f[side]]), 0, 1e-9);
      for (int end = 0; end < 2; end++)
        CHECK_NEAR(jnk_dot(p->normal[edge->f[side]], p->vertex[edge->v[end]]), p->offset[edge->f[side]], 1e-8);
      CHECK(jnk_dot(edge->into[side], p->normal[edge->f[!side]]) < 0);
    }
}

static void test_hulls(void) {
  enum { MOST_POINTS = 400, GRID = 5 };
  double points[MOST_POINTS][3];
  char what[120];
  uint64_t seed = 31;
  for (int trial = 0; trial < 40; trial++) {
    int n = 4 + trial * 3;
    bool ball = trial % 3 == 0;
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 3; k++) points[i][k] = chance_between(&seed, -1, 1);
      if (ball) jnk_normalize(points[i]);
    }
    const jni_polyhedron *p = jni_polyhedron_new_hull(&solids, (const double(*)[3])points, n, what, sizeof what);
    check_hull(p, (const double(*)[3])points, n);
    if (ball && p) CHECK(p->nvertices == n && p->nfaces == 2 * n - 4);
  }
  int n = 0;  // a cube as a grid of points, and a point inside: eight corners, six faces
  for (int i = 0; i < GRID; i++)
    for (int j = 0; j < GRID; j++)
      for (int k = 0; k < GRID; k++) jnk_set(i / 7.0, j / 7.0, k / 7.0, points[n++]);
  const jni_polyhedron *cube = jni_polyhedron_new_hull(&solids, (const double(*)[3])points, n, what, sizeof what);
  check_hull(cube, (const double(*)[3])points, n);
  CHECK(cube && cube->nvertices == 8 && cube->nfaces == 6 && cube->nedges == 12 && cube->most_corners == 4);
  for (int i = 0; i < MOST_POINTS; i++) {
    for (int k = 0; k < 3; k++) points[i][k] = chance_between(&seed, -1, 1);
    jnk_normalize(points[i]);
  }
  CHECK(!jni_polyhedron_new_hull(&solids, (const double(*)[3])points, MOST_POINTS, what, sizeof what) && what[0]);
  for (int i = 0; i < MOST_POINTS; i++) points[i][2] = 0.5 * points[i][0];
  CHECK(!jni_polyhedron_new_hull(&solids, (const double(*)[3])points, MOST_POINTS, what, sizeof what) && what[0]);
}

// ---- gaps of pairs with features ----------------------------------------------------------------------------------

static void pose_of(const jni_contact_shape *s, const jni_contact_motion *m, double R[9], double p[3]) {
  jnk_mat_mul(m->R, s->R, R);
  jnk_mat_vec(m->R, s->p, p);
  jnk_add(p, m->r, p);
}

// Returns the largest distance of two boxes along the normals of their faces and of their pairs of edges: negative if
// they overlap.
static double separation(const jni_contact_shape *a, const jni_contact_motion *ma, const jni_contact_shape *b,
                         const jni_contact_motion *mb) {
  double R[2][9], p[2][3], d[3], most = -HUGE_VAL;
  pose_of(a, ma, R[0], p[0]);
  pose_of(b, mb, R[1], p[1]);
  jnk_sub(p[1], p[0], d);
  for (int k = 0; k < 15; k++) {
    double n[3];
    if (a->plane && (k > 5 || k % 3 == 2)) continue;
    if (k < 6)
      for (int i = 0; i < 3; i++) n[i] = R[k / 3][3 * i + k % 3];
    else {
      double u[3], v[3];
      for (int i = 0; i < 3; i++) {
        u[i] = R[0][3 * i + (k - 6) / 3];
        v[i] = R[1][3 * i + (k - 6) % 3];
      }
      jnk_cross(u, v, n);
      if (jnk_normalize(n) < 1e-6) continue;
    }
    double distance = fabs(jnk_dot(n, d));
    for (int s = 0; s < 2; s++)
      for (int c = 0; c < (a->plane ? 2 : 3); c++) {
        double along = 0;
        for (int i = 0; i < 3; i++) along += n[i] * R[s][3 * i + c];
        distance -= fabs(along) * (s == 0 ? a : b)->half[c];
      }
    most = fmax(most, distance);
  }
  return most;
}

// Returns the distance of a point on the ground from the middle part of a shape: its box, its segment or its centre.
static double distance_from(const jni_contact_shape *s, const jni_contact_motion *m, const double x[3]) {
  double R[9], p[3], d[3], y[3], square = 0;
  pose_of(s, m, R, p);
  jnk_sub(x, p, d);
  jnk_mat_t_vec(R, d, y);
  for (int i = 0; i < 3; i++) {
    bool free = s->touch == JNI_TOUCH_BOX || (s->touch == JNI_TOUCH_CAPSULE && i == 2);
    double outside = fmax(fabs(y[i]) - (free ? s->half[i] : 0), 0);
    square += outside * outside;
  }
  return sqrt(square);
}

// Returns the distance of two shapes without their radii, of which the first is a ball or capsule, by nested intervals.
static double distance_of(const jni_contact_shape *a, const jni_contact_motion *ma, const jni_contact_shape *b,
                          const jni_contact_motion *mb) {
  double R[9], p[3], x[3], low = -1, high = 1, value[2];
  pose_of(a, ma, R, p);
  for (int k = 0; k < 200; k++) {
    for (int side = 0; side < 2; side++) {
      double t = side == 0 ? low + (high - low) / 3 : high - (high - low) / 3;
      for (int i = 0; i < 3; i++) x[i] = p[i] + t * (a->touch == JNI_TOUCH_CAPSULE ? a->half[2] : 0) * R[3 * i + 2];
      value[side] = distance_from(b, mb, x);
    }
    if (value[0] < value[1]) high -= (high - low) / 3;
    else low += (high - low) / 3;
  }
  return fmin(value[0], value[1]);
}

// The least gap of all features against other formulas: of boxes its sign, of round shapes its value.
static void test_nearest(void) {
  enum { TRIALS = 3000 };
  static double scratch[1000];
  uint64_t seed = 23;
  int noverlaps = 0;
  for (int trial = 0; trial < TRIALS; trial++) {
    static const jni_touch pairs[][2] = {{JNI_TOUCH_BOX, JNI_TOUCH_BOX},
                                         {JNI_TOUCH_SPHERE, JNI_TOUCH_BOX},
                                         {JNI_TOUCH_CAPSULE, JNI_TOUCH_BOX},
                                         {JNI_TOUCH_CAPSULE, JNI_TOUCH_CAPSULE}};
    bool plane = trial & 1;
    const jni_touch *touch = pairs[trial / 2 % 4];
    jni_contact_shape a = random_shape(&seed, touch[0], plane), b = random_shape(&seed, touch[1], plane);
    course x = random_course(&seed, plane), y = random_course(&seed, plane);
    jni_contact_motion ma, mb;
    int feature;
    motion_at(&x, 0, &ma);
    motion_at(&y, 0, &mb);
    const jni_feature_pair pair = {&a, &b, &ma, &mb, {1e-12, 1e-14}, scratch};
    CHECK(jni_features_scratch(&a, &b) <= 1000);
    double gap = jni_features_nearest(&pair, NULL, 0, &feature);
    if (touch[0] == JNI_TOUCH_BOX) {
      double apart = separation(&a, &ma, &b, &mb);
      noverlaps += apart < 0;
      if (fabs(apart) > 2e-6) CHECK((gap < 0) == (apart < 0));
      continue;
    }
    double distance = distance_of(&a, &ma, &b, &mb);
    if (distance > 1e-6) CHECK_NEAR(gap, distance - a.radius - (touch[1] == JNI_TOUCH_CAPSULE ? b.radius : 0), 1e-7);
    else CHECK(gap < 0);
    if (distance > 1e-6 && feature > 0) CHECK(jni_feature_margin(&pair, feature) > -1e-9);
  }
  CHECK(noverlaps > TRIALS / 100 && noverlaps < TRIALS / 4);
}

// ---- forces -------------------------------------------------------------------------------------------------------

enum { MOST = 12 };

// Random points on a body with fewer freedoms than points: D = J J' is singular.
static void test_complementary(void) {
  uint64_t seed = 11;
  for (int trial = 0; trial < 300; trial++) {
    int n = 1 + trial % MOST, freedoms = 3;
    double J[MOST][3], D[MOST * MOST], b[MOST], push[3], zero[MOST] = {0}, F[MOST];
    int mode[MOST] = {0};
    for (int i = 0; i < n; i++)
      for (int k = 0; k < freedoms; k++) J[i][k] = chance_between(&seed, -1, 1);
    for (int k = 0; k < freedoms; k++) push[k] = chance_between(&seed, -1, 1);
    for (int i = 0; i < n; i++) {
      b[i] = J[i][0] * push[0] + J[i][1] * push[1] + J[i][2] * push[2];
      for (int j = 0; j < n; j++) D[i * n + j] = J[i][0] * J[j][0] + J[i][1] * J[j][1] + J[i][2] * J[j][2];
    }
    jni_contact_solver *s = jni_contact_solver_new(NULL, n, 0);
    const jni_contact_problem p = {.n = n, .D = D, .b = b, .mu = zero, .mu_stick = zero, .slide = zero};
    CHECK(s && jni_contact_solve(s, &p, mode, zero, F));
    for (int i = 0; i < n; i++) {
      double w = b[i];
      for (int j = 0; j < n; j++) w += D[i * n + j] * F[j];
      CHECK(F[i] >= -1e-9 && w >= -1e-9);
      CHECK_NEAR(F[i] * w, 0, 1e-9);
      CHECK(mode[i] != JNI_CONTACT_OPEN || F[i] == 0);
    }
    jni_object_free(s);
  }
}

int main(void) {
  test_rates();
  test_hulls();
  test_nearest();
  test_complementary();
  jni_pool_free(&solids);
  return check_report();
}

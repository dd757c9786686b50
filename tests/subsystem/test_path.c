// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_path.c - paths from points: their places against differences and closed forms, the nearest place, the laws of
// the drivers that follow.
#include <string.h>

#include "check.h"

#include "kernel/subsystem/follower.h"
#include "subsystem/path.h"

static const double square_x[4] = {40, 40, -40, -40}, square_y[4] = {-40, 40, 40, -40};
static const double wave_x[7] = {0, 12, 25, 33, 48, 60, 75}, wave_y[7] = {0, 1, 4, 3.5, -2, 0, 1};
static const double ring_x[7] = {0, 20, 35, 40, 22, 18, -3}, ring_y[7] = {0, -5, 3, 20, 31, 18, 15};
static const double wave_v[7] = {5, 6, 7, 8, 9, 10, 12};

typedef struct {
  jni_pool pool;
  jnk_path path;
  char what[200];
  bool fits;
} built;

static built build(jn_path def) {
  built b = {.fits = false};
  b.fits = jni_path_build(&b.pool, &def, &b.path, b.what, sizeof b.what);
  CHECK(!b.pool.failed);
  return b;
}

static jn_path wave(bool smooth, bool closed, double radius) {
  return (jn_path){.n = 7,
                   .x = closed ? ring_x : wave_x,
                   .y = closed ? ring_y : wave_y,
                   .speed = wave_v,
                   .smooth = smooth,
                   .closed = closed,
                   .radius = radius};
}

// Tangent, pace and curvature are the derivatives of the place, inside the pieces.
static void check_derivatives(const jnk_path *path, double tolerance) {
  const double h = 1e-4;
  for (int i = 0; i < path->n; i++)
    for (int k = 1; k < 4; k++) {
      jnk_place p, a, b;
      double u = path->u[i] + 0.25 * k * (path->u[i + 1] - path->u[i]);
      jnk_path_at(path, u, &p);
      jnk_path_at(path, u - h, &a);
      jnk_path_at(path, u + h, &b);
      CHECK_NEAR((b.x - a.x) / (2 * h), p.pace * p.tx, tolerance);
      CHECK_NEAR((b.y - a.y) / (2 * h), p.pace * p.ty, tolerance);
      CHECK_NEAR((p.tx * (b.ty - a.ty) - p.ty * (b.tx - a.tx)) / (2 * h), p.curvature * p.pace, tolerance);
      CHECK_NEAR(p.tx * p.tx + p.ty * p.ty, 1, 1e-14);
    }
}

// Places, and headings of all but sharp corners, go on from piece to piece.
static void check_joints(const jnk_path *path, bool sharp, bool bends_on) {
  const double h = 1e-9;
  for (int i = path->closed ? 0 : 1; i < path->n; i++) {
    jnk_place a, b;
    jnk_path_at(path, path->u[i] - h, &a);
    jnk_path_at(path, path->u[i] + h, &b);
    CHECK_NEAR(a.x, b.x, 1e-8);
    CHECK_NEAR(a.y, b.y, 1e-8);
    if (!sharp) CHECK_NEAR(a.tx * b.ty - a.ty * b.tx, 0, 1e-8);
    if (bends_on) CHECK_NEAR(a.curvature, b.curvature, 1e-8);
  }
}

static void check_points(const jnk_path *path) {
  for (int i = 0; i < 7; i++) {
    jnk_place p;
    jnk_path_at(path, path->at[i], &p);
    CHECK_NEAR(p.x, (path->closed ? ring_x : wave_x)[i], 1e-12);
    CHECK_NEAR(p.y, (path->closed ? ring_y : wave_y)[i], 1e-12);
    CHECK_NEAR(jnk_path_speed(path, path->at[i]), wave_v[i], 1e-12);
  }
}

// Distance between two u by many chords.
static double walked(const jnk_path *path, double from, double to) {
  double sum = 0;
  jnk_place last, p;
  jnk_path_at(path, from, &last);
  for (int k = 1; k <= 2000; k++) {
    jnk_path_at(path, from + (to - from) * k / 2000, &p);
    sum += sqrt((p.x - last.x) * (p.x - last.x) + (p.y - last.y) * (p.y - last.y));
    last = p;
  }
  return sum;
}

static void test_smooth(void) {
  for (int closed = 0; closed < 2; closed++) {
    built b = build(wave(true, closed, 0));
    CHECK(b.fits);
    check_derivatives(&b.path, 1e-6);
    check_joints(&b.path, false, true);
    check_points(&b.path);
    // knots are distances along the curve
    for (int i = 0; i < b.path.n; i++)
      CHECK_NEAR(walked(&b.path, b.path.u[i], b.path.u[i + 1]), b.path.u[i + 1] - b.path.u[i], 1e-4);
    jni_pool_free(&b.pool);
  }
}

// An open path is straight at its ends and beyond.
static void test_beyond(void) {
  built b = build(wave(true, false, 0));
  jnk_place end, p;
  double length = jnk_path_length(&b.path);
  jnk_path_at(&b.path, length, &end);
  jnk_path_at(&b.path, length + 3, &p);
  CHECK_NEAR(end.curvature, 0, 1e-10);
  CHECK_NEAR(p.x, end.x + 3 * end.pace * end.tx, 1e-12);
  CHECK_NEAR(p.y, end.y + 3 * end.pace * end.ty, 1e-12);
  CHECK_NEAR(p.curvature, 0, 0);
  jnk_path_at(&b.path, -2, &p);
  CHECK(p.x < -1.9);
  CHECK_NEAR(jnk_path_speed(&b.path, -2), 5, 0);
  CHECK_NEAR(jnk_path_speed(&b.path, 1e3), 12, 0);
  jni_pool_free(&b.pool);
}

static void test_corners(void) {
  for (int closed = 0; closed < 2; closed++)
    for (int round = 0; round < 2; round++) {
      built b = build(wave(false, closed, round ? 0.5 : 0));
      CHECK(b.fits);
      check_derivatives(&b.path, 1e-6);
      check_joints(&b.path, !round, false);
      if (!round && !closed) check_points(&b.path);
      jni_pool_free(&b.pool);
    }
}

// Four corners as large as the square are a circle: length, places and curvature of it.
static void test_circle(void) {
  built b = build((jn_path){.n = 4, .x = square_x, .y = square_y, .closed = true, .radius = 40});
  CHECK(b.fits);
  CHECK_NEAR(jnk_path_length(&b.path), 80 * JNK_PI, 1e-11);
  CHECK(b.path.n == 4);
  for (int k = 0; k < 20; k++) {
    jnk_place p;
    jnk_path_at(&b.path, 17.0 * k - 100, &p);
    CHECK_NEAR(sqrt(p.x * p.x + p.y * p.y), 40, 1e-12);
    CHECK_NEAR(p.curvature, 1 / 40.0, 1e-15);
  }
  jni_pool_free(&b.pool);
}

static void test_speeds_round(void) {
  const double v[4] = {10, 20, 10, 20};
  built b = build((jn_path){.n = 4, .x = square_x, .y = square_y, .speed = v, .closed = true, .radius = 40});
  double quarter = 20 * JNK_PI;
  CHECK_NEAR(jnk_path_speed(&b.path, 0.5 * quarter), 10, 1e-12);
  CHECK_NEAR(jnk_path_speed(&b.path, 1.5 * quarter), 20, 1e-12);
  CHECK_NEAR(jnk_path_speed(&b.path, 0), 15, 1e-12);
  CHECK_NEAR(jnk_path_speed(&b.path, -0.25 * quarter), 17.5, 1e-12);
  CHECK_NEAR(jnk_path_speed(&b.path, 4.25 * quarter), 12.5, 1e-12);
  jni_pool_free(&b.pool);
}

// From a place beside the path back to it, on the path and beyond its ends.
static void test_nearest(void) {
  for (int smooth = 0; smooth < 2; smooth++) {
    built b = build(wave(smooth, false, smooth ? 0 : 0.5));
    double length = jnk_path_length(&b.path);
    for (int k = -2; k <= 22; k++) {
      jnk_place p;
      double u = length * (k + 0.3) / 20, left = k % 2 ? 0.3 : -0.3;
      jnk_path_at(&b.path, u, &p);
      CHECK_NEAR(jnk_path_nearest(&b.path, p.x - left * p.ty, p.y + left * p.tx), u, 1e-9);
    }
    jni_pool_free(&b.pool);
  }
}

static void refused(jn_path def, const char *part) {
  built b = build(def);
  CHECK(!b.fits);
  if (!strstr(b.what, part)) printf("got: %s\n", b.what);
  CHECK(strstr(b.what, part));
  jni_pool_free(&b.pool);
}

static void test_refused(void) {
  const double same[3] = {1, 1, 2}, other[3] = {0, 0, 0}, again[4] = {0, 1, 1, 0}, up[4] = {0, 0, 1, 0};
  const double huge[3] = {0, 1e200, -1e300};
  refused((jn_path){.n = 1, .x = same, .y = other}, "at least 2 points, it has 1");
  refused((jn_path){.n = 2, .x = same, .y = other, .closed = true}, "a closed path needs at least 3");
  refused((jn_path){.n = 3, .x = same, .y = other}, "points 1 and 2 of the path are the same");
  refused((jn_path){.n = 4, .x = again, .y = up, .closed = true}, "leave out the last one");
  refused((jn_path){.n = 4, .x = square_x, .y = square_y, .closed = true, .radius = 41},
          "radius 41 m do not fit between points 1 and 2, which are 80 m apart");
  refused((jn_path){.n = 3, .x = huge, .y = other, .smooth = true}, "too far from each other");
}

// ---- the driver ------------------------------------------------------------------------------------

static const jnk_path_driver driver = {.distance = 5, .time = 0.2, .wheelbase = 3, .gain = 1, .limit = 0.6};

// A vehicle whose rear axle is its point moves along its heading and turns at v steer/wheelbase: by rk4.
typedef struct {
  double x, y, heading, u;
} rider;

static rider rates(const jnk_path *path, const rider *r, double v, double *steer, double *error) {
  jnk_path_command out;
  jnk_path_drive(path, &driver, &(jnk_path_vehicle){r->x, r->y, r->heading, v}, r->u, &out);
  *steer = out.steer;
  *error = out.error;
  return (rider){v * cos(r->heading), v * sin(r->heading), v * out.steer / driver.wheelbase, out.rate};
}

static rider moved(const rider *r, const rider *d, double h) {
  return (rider){r->x + h * d->x, r->y + h * d->y, r->heading + h * d->heading, r->u + h * d->u};
}

static rider ride(const jnk_path *path, rider r, double v, double until, double *most) {
  const double h = 0.005;
  *most = 0;
  for (double t = 0; t < until; t += h) {
    double steer, error;
    rider k1 = rates(path, &r, v, &steer, &error), m1 = moved(&r, &k1, h / 2);
    if (fabs(error) > *most) *most = fabs(error);
    rider k2 = rates(path, &m1, v, &steer, &error), m2 = moved(&r, &k2, h / 2);
    rider k3 = rates(path, &m2, v, &steer, &error), m3 = moved(&r, &k3, h);
    rider k4 = rates(path, &m3, v, &steer, &error);
    rider sum = moved(&k1, &k2, 2), more = moved(&k4, &k3, 2);
    sum = moved(&sum, &more, 1);
    r = moved(&r, &sum, h / 6);
  }
  return r;
}

// On a circle the pursuit has that circle's curvature, so that the vehicle stays on it; from beside it comes back.
static void test_on_circle(void) {
  built b = build((jn_path){.n = 4, .x = square_x, .y = square_y, .closed = true, .radius = 40});
  double most, turn = jnk_path_length(&b.path);
  rider r = {40, 0, JNK_PI / 2, jnk_path_nearest(&b.path, 40, 0)};
  rider end = ride(&b.path, r, 10, 60, &most);
  CHECK_NEAR(most, 0, 1e-8);
  CHECK_NEAR(end.u - r.u, 600, 1e-2);
  CHECK(end.u > 2 * turn);
  r.x = 42;
  end = ride(&b.path, r, 10, 60, &most);
  CHECK_NEAR(most, 2, 1e-9);
  CHECK_NEAR(sqrt(end.x * end.x + end.y * end.y), 40, 1e-6);
  jni_pool_free(&b.pool);
}

// Beside a straight line: e'' = -2 (e + p e')/p^2 over distance, damping 1/sqrt(2): after 2 pi p the error is
// e0 exp(-2 pi) (cos(2 pi) + sin(2 pi)), for small errors.
static void test_beside_line(void) {
  const double x[2] = {0, 200}, y[2] = {0, 0}, v = 10, p = driver.distance + driver.time * v, e0 = 1e-3;
  built b = build((jn_path){.n = 2, .x = x, .y = y});
  double most, until = 0.5 * p * JNK_PI / v;
  rider r = {0, e0, 0, 0}, end = ride(&b.path, r, v, until, &most);
  double z = end.x / p;
  CHECK_NEAR(end.y / e0, exp(-z) * (cos(z) + sin(z)), 1e-5);
  CHECK_NEAR(end.u, end.x, 1e-12);
  jni_pool_free(&b.pool);
}

// The foot stays the nearest place along the way, and comes back to it from beside: by exp(-20 t).
static void test_foot(void) {
  built b = build(wave(true, false, 0));
  double most;
  rider r = {-3, 0.5, 0, jnk_path_nearest(&b.path, -3, 0.5) + 0.3};
  for (int k = 0; k < 16; k++) {
    r = ride(&b.path, r, 8, 0.5, &most);
    CHECK_NEAR(jnk_path_nearest(&b.path, r.x, r.y), r.u, k ? 1e-6 : 1e-4);
  }
  jni_pool_free(&b.pool);
}

static void test_limits(void) {
  const double x[2] = {0, 200}, y[2] = {0, 0};
  built b = build((jn_path){.n = 2, .x = x, .y = y});
  jnk_path_command out;
  // the path is behind: as tight as it can be, towards it
  jnk_path_drive(&b.path, &driver, &(jnk_path_vehicle){50, 5, JNK_PI - 0.1, 5}, 50, &out);
  CHECK_NEAR(out.steer, 0.6, 0);
  CHECK_NEAR(out.heading_error, JNK_PI - 0.1, 1e-12);
  jnk_path_drive(&b.path, &driver, &(jnk_path_vehicle){50, 5, -JNK_PI + 0.1, 5}, 50, &out);
  CHECK_NEAR(out.error, 5, 1e-12);
  CHECK(out.rate < 0);
  jnk_path_drive(&b.path, &driver, &(jnk_path_vehicle){NAN, 5, 0, 5}, 50, &out);
  CHECK(!(out.error == out.error) && !(out.steer == out.steer));
  jni_pool_free(&b.pool);
}

// ---- the speed ---------------------------------------------------------------------------------------

static const jnk_speed_driver cruise = {.gain = 0.5, .integral = 0.1, .brake = 2, .hold = 0.8, .slow = 0.1};

// One pedal at a time; a pedal at its end stops the sum.
static void test_pedals(void) {
  for (int k = -40; k <= 40; k++) {
    jnk_speed_command out;
    jnk_speed_drive(&cruise, &(jnk_speed_input){10, 10 - 0.25 * k, 0.05}, 0.1, 0, &out);
    CHECK(out.throttle >= 0 && out.throttle <= 1 && out.brake >= 0 && out.brake <= 1);
    CHECK(out.throttle == 0 || out.brake == 0);
    double w = 0.125 * k + 0.15;
    if (w > -0.5 && w < 1) CHECK_NEAR(out.rate, 0.1 * 0.25 * k, 1e-15);
    if (w > 1) CHECK_NEAR(out.throttle, 1, 0);
    if (w < -0.5) CHECK_NEAR(out.brake, 1, 0);
  }
}

// A sum that has run far beyond what the pedal can do comes back to its end, w = 1.
static void test_windup(void) {
  double sum = 50, w = 0;
  for (int k = 0; k < 10000; k++) {
    jnk_speed_command out;
    jnk_speed_drive(&cruise, &(jnk_speed_input){20, 10, 0}, sum, 0, &out);
    sum += 0.01 * out.rate;
    w = 0.5 * 10 + sum;
  }
  CHECK_NEAR(w, 1 + cruise.gain * 10, 1e-6);  // the error of 10 m/s asks for as much more at any time
}

static void test_hold(void) {
  jnk_speed_command out;
  jnk_speed_drive(&cruise, &(jnk_speed_input){0, 0.01, 0}, 0.3, 1, &out);
  CHECK(out.throttle == 0 && out.brake == 0.8 && out.rate == 0);
  CHECK(jnk_speed_hold(&cruise, &(jnk_speed_input){0, 0.2, 0}, 0) > 0);
  CHECK(jnk_speed_hold(&cruise, &(jnk_speed_input){0, -0.05, 0}, 0) < 0);
  CHECK(jnk_speed_hold(&cruise, &(jnk_speed_input){5, 0, 0}, 0) > 0);
  CHECK(jnk_speed_hold(&cruise, &(jnk_speed_input){5, 0, 0}, 1) < 0);
  CHECK(jnk_speed_hold(&cruise, &(jnk_speed_input){0, 0, 0}, 1) > 0);
}

int main(void) {
  test_smooth();
  test_beyond();
  test_corners();
  test_circle();
  test_speeds_round();
  test_nearest();
  test_refused();
  test_on_circle();
  test_beside_line();
  test_foot();
  test_limits();
  test_pedals();
  test_windup();
  test_hold();
  return check_report();
}

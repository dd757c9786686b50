// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_nonholonomic_rows.c - velocity constraints: their meaning (slip at the contact point, found by search), counts,
// names and messages.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "kernel/vec3.h"
#include "nonholonomic.h"
#include "system/motion.h"
#include "system/system.h"

// ---- meaning of the constraints -------------------------------------------------------------------------------------

static unsigned long long seed = 4711;
static double random_number(void) {  // in (-1, 1)
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

static void randomize(bench *x) {
  double *q = jn_state_q(x->system, x->state), *v = jn_state_v(x->system, x->state);
  for (int i = 0; i < x->n.nq; i++) q[i] = random_number();
  for (int i = 0; i < x->n.nv; i++) v[i] = random_number();
  jn_manifold_normalize(x->system, q);
  jn_calc_position(x->system, x->work, 0, q, jn_state_z(x->system, x->state), jn_state_s(x->system, x->state));
  jn_calc_velocity(x->system, x->work, v);
  double G[8 * 12], nu[8];
  jn_get_G(x->system, x->work, G);
  jn_get_nu(x->system, x->work, nu);
  for (int i = 0; i < x->n.nc; i++) {
    x->rows[i] = -nu[i];
    for (int j = 0; j < x->n.nv; j++) x->rows[i] += G[i * x->n.nv + j] * v[j];
  }
}

// Returns the velocity of the material point of a body at a place.
static void material_velocity(const bench *x, int body, const double at[3], double out[3]) {
  jni_motion m;
  double arm[3], turn[3];
  jni_body_motion(x->system, x->work, body, &m);
  jnk_sub(at, m.r, arm);
  jnk_cross(m.w, arm, turn);
  jnk_add(m.v, turn, out);
}

static void slip_at(const bench *x, const double at[3], double out[3]) {
  double first[3], second[3];
  material_velocity(x, 1, at, first);
  material_velocity(x, 2, at, second);
  jnk_sub(second, first, out);
}

// Returns the height over the plane of the point of the disc at angle `turn`, and the point.
static double rim_height(const jni_motion *plane, const jni_motion *disc, double R, double turn, double point[3]) {
  // plane's z, disc about its y
  double p[3] = {R * cos(turn), 0, R * sin(turn)}, n[3] = {plane->R[2], plane->R[5], plane->R[8]}, d[3];
  jnk_mat_vec(disc->R, p, point);
  jnk_add(point, disc->r, point);
  jnk_sub(point, plane->r, d);
  return jnk_dot(n, d);
}

// Finds the lowest point by search, without the formulas of the constraints.
static double lowest_point(const jni_motion *plane, const jni_motion *disc, double R, double point[3]) {
  double best = 0, width = 3.2;
  for (int pass = 0; pass < 60; pass++) {
    double centre = best, least = HUGE_VAL;
    for (int k = -8; k <= 8; k++) {
      double turn = centre + width * k / 8, height = rim_height(plane, disc, R, turn, point);
      if (height < least) {
        least = height;
        best = turn;
      }
    }
    width *= 0.5;
  }
  return rim_height(plane, disc, R, best, point);
}

static const char *const two_bodies =
    "jounce: 1\nspace: space\nbodies:\n"
    "  a: {mass: 1, inertia: [1, 2, 2], com: [0.1, 0.2, 0.3],\n"
    "      frames: {F: {at: [0.2, 0.1, -0.3], orientation: {axis: [1, 2, 3], angle: 0.7}}}}\n"
    "  b: {mass: 1, inertia: [1, 2, 2], com: [0.1, 0, 0.2],\n"
    "      frames: {C: {at: [-0.1, 0.3, 0.2], orientation: {axis: [2, -1, 1], angle: 1.1}}}}\n"
    "joints: {J: {between: [a.F, b.C], %s}}\noutputs: [a.x]\n";

static bench two_body_bench(const char *joint, jn_model **model) {
  char text[1024];
  snprintf(text, sizeof text, two_bodies, joint);
  *model = read_text(text);
  return new_bench(*model);
}

static void test_rolling_rows(void) {
  static const double crowns[] = {0, 0.1};
  for (int k = 0; k < 2; k++) {
    jn_model *model;
    bench x = two_body_bench(k == 0 ? "type: rolling-disc, axes: [z, y], radius: 0.4"
                                    : "type: rolling-wheel, axes: [z, y], radius: 0.4, crown: 0.1",
                             &model);
    CHECK(x.n.nh == 1 && x.n.nn == 2 && x.n.nc == 3);
    for (int trial = 0; trial < 10; trial++) {
      jni_motion plane, disc;
      double point[3], slip[3], phi, heading[3], sideways[3];
      randomize(&x);
      jni_frame_motion(x.system, x.work, jn_model_find_frame(model, "a.F").i, &plane);
      jni_frame_motion(x.system, x.work, jn_model_find_frame(model, "b.C").i, &disc);
      double height = lowest_point(&plane, &disc, 0.4, point);
      const double n[3] = {plane.R[2], plane.R[5], plane.R[8]};
      jnk_add_scaled(point, -crowns[k], n, point);  // the tread hangs below its circle
      jn_get_phi(x.system, x.work, &phi);
      CHECK_NEAR(phi, height - crowns[k], 1e-12);
      slip_at(&x, point, slip);
      CHECK_NEAR(x.rows[0], jnk_dot(slip, n), 1e-6);  // the search knows the place to the root of rounding
      // the two constraints are its components along the heading, level in the disc's plane, and to the left of it
      const double a[3] = {disc.R[1], disc.R[4], disc.R[7]};
      jnk_cross(a, n, heading);
      jnk_normalize(heading);
      jnk_cross(n, heading, sideways);
      CHECK_NEAR(x.rows[1], jnk_dot(slip, heading), 1e-6);
      CHECK_NEAR(x.rows[2], jnk_dot(slip, sideways), 1e-6);
    }
    free_bench(&x);
    jn_model_free(model);
  }
}

// A ball touches below its centre in any orientation, and does not slip in any direction of the plane.
static void test_ball_rows(void) {
  jn_model *model;
  bench x = two_body_bench("type: rolling-wheel, axis: z, radius: 0, crown: 0.3", &model);
  CHECK(x.n.nh == 1 && x.n.nn == 2);
  for (int trial = 0; trial < 10; trial++) {
    jni_motion plane, ball;
    double point[3], d[3], slip[3], phi;
    randomize(&x);
    jni_frame_motion(x.system, x.work, jn_model_find_frame(model, "a.F").i, &plane);
    jni_frame_motion(x.system, x.work, jn_model_find_frame(model, "b.C").i, &ball);
    const double n[3] = {plane.R[2], plane.R[5], plane.R[8]}, first[3] = {plane.R[0], plane.R[3], plane.R[6]};
    const double second[3] = {plane.R[1], plane.R[4], plane.R[7]};
    jnk_add_scaled(ball.r, -0.3, n, point);
    jnk_sub(point, plane.r, d);
    jn_get_phi(x.system, x.work, &phi);
    CHECK_NEAR(phi, jnk_dot(d, n), 1e-13);
    slip_at(&x, point, slip);
    CHECK_NEAR(x.rows[0], jnk_dot(slip, n), 1e-13);
    CHECK_NEAR(x.rows[1], jnk_dot(slip, first), 1e-13);
    CHECK_NEAR(x.rows[2], jnk_dot(slip, second), 1e-13);
  }
  free_bench(&x);
  jn_model_free(model);
}

static void test_knife_row(void) {
  jn_model *model;
  bench x = two_body_bench("type: knife-edge, axis: y", &model);
  CHECK(x.n.nh == 0 && x.n.nn == 1);
  for (int trial = 0; trial < 10; trial++) {
    jni_motion blade;
    double slip[3];
    randomize(&x);
    jni_frame_motion(x.system, x.work, jn_model_find_frame(model, "b.C").i, &blade);
    slip_at(&x, blade.r, slip);
    const double sideways[3] = {blade.R[1], blade.R[4], blade.R[7]};
    CHECK_NEAR(x.rows[0], jnk_dot(slip, sideways), 1e-13);
  }
  free_bench(&x);
  jn_model_free(model);
}

// ---- counts, names, messages ----------------------------------------------------------------------------------------

static jn_mobility *mobility_of(bench *x, jn_report *report) {
  CHECK(jn_assemble(x->system, x->state, NULL, report) == JN_OK);
  jn_mobility *m = jn_mobility_new(x->system, x->state, report);
  CHECK(m != NULL);
  return m;
}

static void test_counts(void) {
  jn_report *report = jn_report_new(NULL);
  char name[160];
  jn_model *model = read_example("rolling-disc", NULL, 0);
  bench x = new_bench(model);
  jn_mobility *m = mobility_of(&x, report);
  CHECK(jn_mobility_freedoms(m) == 3 && jn_mobility_position_freedoms(m) == 5 && jn_mobility_redundant(m) == 0);
  CHECK(strcmp(jn_row_name(x.system, 0, name, sizeof name), "joint 'floor' (equation 1, touching)") == 0);
  CHECK(strcmp(jn_row_name(x.system, 2, name, sizeof name), "joint 'floor' (equation 3, rolling sideways)") == 0);
  CHECK(!jn_row_is_angle(x.system, 2));
  jn_mobility_free(m);
  free_bench(&x);
  jn_model_free(model);
  jn_report_free(report);
}

// Two blades at one place are redundant; at the front of a board a second blade of another direction removes another
// degree of freedom.
static void test_redundant_blades(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: plane\nbodies: {s: {mass: 1, inertia: 1, points: {P: [0, 0], Q: [1, 0]}}}\n"
      "joints:\n  A: {type: knife-edge, between: [ground, s.P], axis: y}\n"
      "  O: {type: point-on-line, between: [ground, s.P], axis: x}\n"
      "  B: {type: knife-edge, between: [ground, s.P], axis: y, scale: 2}\n"
      "  C: {type: knife-edge, between: [ground, s.Q], axis: [1, 2]}\n"
      "initial: {keep: {s.angle: 0.5}}\noutputs: [s.x]\n");
  jn_report *report = jn_report_new(NULL);
  bench x = new_bench(model);
  CHECK(x.n.nh == 1 && x.n.nn == 3);
  jn_mobility *m = mobility_of(&x, report);
  CHECK(jn_mobility_freedoms(m) == 0 && jn_mobility_position_freedoms(m) == 2 && jn_mobility_redundant(m) == 1);
  if (jn_mobility_redundant(m) == 1) {
    CHECK(jn_mobility_redundant_row(m, 0) == 2);
    CHECK(strcmp(jn_mobility_sentence(m, 0),
                 "joint 'B' (equation 1, lateral velocity) is redundant with 'A'; "
                 "these joints share their load") == 0);
  }
  jn_mobility_free(m);
  free_bench(&x);
  jn_model_free(model);
  jn_report_free(report);
}

// A lateral initial velocity of a blade cannot be kept, and the message names the value.
static void test_assembly(void) {
  static const char *const text =
      "jounce: 1\nspace: plane\nbodies: {s: {mass: 1, inertia: 1, points: {P: [0, 0]}}}\n"
      "joints: {A: {type: knife-edge, between: [ground, s.P], axis: y}}\n"
      "initial: {keep: {s.angle: 0, s.P.vx: 3, s.rate: 1%s}}\noutputs: [s.x]\n";
  for (int wrong = 0; wrong < 2; wrong++) {
    char buffer[512];
    jn_report *report = jn_report_new(NULL);
    snprintf(buffer, sizeof buffer, text, wrong ? ", s.P.vy: 2" : "");
    jn_model *model = read_text(buffer);
    bench x = new_bench(model);
    CHECK(jn_assemble(x.system, x.state, NULL, report) == (wrong ? JN_NO_ASSEMBLY : JN_OK));
    const double *v = jn_state_v(x.system, x.state);
    if (!wrong) CHECK(fabs(v[0] - 3) < 1e-12 && fabs(v[1]) < 1e-12 && fabs(v[2] - 1) < 1e-12);
    if (wrong) CHECK(jn_report_count(report, JN_FAULT) == 1 && strstr(jn_report_get(report, 0)->element, "s.P.vy"));
    free_bench(&x);
    jn_model_free(model);
    jn_report_free(report);
  }
}

// The redundant constraint is the same all the way round, and the message names it.
static void test_axle_redundancy(void) {
  jn_model *model = read_example("two-wheels", NULL, 0);
  jn_report *report = jn_report_new(NULL);
  bench x = new_bench(model);
  CHECK(jn_assemble(x.system, x.state, NULL, report) == JN_OK);
  double *q = jn_state_q(x.system, x.state);
  for (int i = 0; i < 8; i++) {
    char name[160];
    jn_mobility *m = jn_mobility_new(x.system, x.state, report);
    CHECK(m && jn_mobility_freedoms(m) == 2 && jn_mobility_redundant(m) == 1 && !jn_mobility_singular(m));
    if (!m || jn_mobility_redundant(m) != 1) break;
    jn_row_name(x.system, jn_mobility_redundant_row(m, 0), name, sizeof name);
    CHECK(strcmp(name, "joint 'floorR' (equation 3, rolling sideways)") == 0);
    jn_mobility_free(m);
    // everything rotated about the vertical through the middle of the axle
    const double yaw = JNK_PI / 4;
    for (int b = 1; b <= 3; b++) {
      double *r = q + x.system->q_at[b], px = r[0];
      r[0] = cos(yaw) * px - sin(yaw) * r[1];
      r[1] = sin(yaw) * px + cos(yaw) * r[1];
      const double about_z[4] = {cos(yaw / 2), 0, 0, sin(yaw / 2)};
      double before[4] = {r[3], r[4], r[5], r[6]};
      jnk_quat_mul(about_z, before, r + 3);
    }
  }
  free_bench(&x);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  test_rolling_rows();
  test_ball_rows();
  test_knife_row();
  test_counts();
  test_redundant_blades();
  test_assembly();
  test_axle_redundancy();
  return check_report();
}

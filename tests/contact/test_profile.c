// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_profile.c - contacts of profiles: gaps against samples of the outline, rates against differences of the gap,
// cams under flat and roller followers against references, sections that hand over to each other, refusals.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/contact_profile.h"
#include "kernel/vec3.h"
#include "model/model.h"
#include "model/profile.h"
#include "reference_table.h"
#include "simulate/run.h"
#include "system/contact_points.h"
#include "trial.h"

#define DATA JOUNCE_SOURCE_DIR "/tests/data/contact/"

static double chance_between(uint64_t *seed, double low, double high) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(*seed >> 11) * 0x1p-53;
}

// ---- profiles -----------------------------------------------------------------------------------------------------

enum { NPROFILES = 6 };

// Adds the profiles of the tests to a model.
static void add_profiles(jn_model *model) {
  static const double corners[] = {0, 0, 0.3, 0.1, 0.2, 0.35, -0.1, 0.2};
  static const double waves[] = {0.3, 0, 0.25, 0.2, 0, 0.3, -0.3, 0.25, -0.4, 0, -0.22, -0.2, 0, -0.35, 0.25, -0.2};
  static const jn_profile_piece stadium[] = {{.to = {0.2, -0.1}},
                                             {.to = {0.2, 0.1}, .radius = 0.1},
                                             {.to = {-0.2, 0.1}},
                                             {.to = {-0.2, -0.1}, .radius = 0.15}};
  static const jn_profile_piece hollow[] = {{.to = {0.3, 0.2}}, {.to = {-0.3, 0.2}, .radius = 0.9, .hollow = true}};
  jn_profile_def defs[NPROFILES];
  for (int i = 0; i < NPROFILES; i++) defs[i] = jn_profile_def_default();
  defs[0].type = "circle";
  defs[0].radius = 0.3;
  defs[0].centre[0] = 0.1;
  defs[1].type = "polyline";
  defs[1].points = (jn_corners){corners, 4};
  defs[2].type = "spline";
  defs[2].points = (jn_corners){waves, 8};
  defs[3].type = "path";
  defs[3].start[0] = -0.2;
  defs[3].start[1] = -0.1;
  defs[3].pieces = stadium;
  defs[3].npieces = 4;
  defs[4].type = "path";
  defs[4].start[0] = -0.3;
  defs[4].start[1] = -0.1;
  defs[4].pieces = (const jn_profile_piece[]){{.to = {0.3, -0.1}}, hollow[0], hollow[1]};
  defs[4].npieces = 3;
  defs[5].type = "gear";
  defs[5].module = 0.05;
  defs[5].teeth = 12;
  for (int i = 0; i < NPROFILES; i++) {
    char name[8];
    snprintf(name, sizeof name, "p%d", i);
    defs[i].name = name;
    jn_model_add_profile(model, &defs[i]);
  }
  for (int i = 0; i < jn_report_size(jn_model_report(model)); i++) {
    char text[512];
    jn_error_format(jn_report_get(jn_model_report(model), i), text, sizeof text);
    printf("  %s\n", text);
  }
  CHECK(jn_report_size(jn_model_report(model)) == 0);
}

// ---- motion -------------------------------------------------------------------------------------------------------

// A motion in the plane: r + v t + a t^2 / 2 and the angle c0 + c1 t + c2 t^2 / 2.
typedef struct {
  double r[2], v[2], a[2], c[3];
} course;

static course random_course(uint64_t *seed, double far) {
  course c;
  double turn = chance_between(seed, -3, 3);
  for (int i = 0; i < 2; i++) {
    c.r[i] = 0;
    c.v[i] = chance_between(seed, -1, 1);
    c.a[i] = chance_between(seed, -1, 1);
    c.c[i + 1] = chance_between(seed, -1, 1);
  }
  c.r[0] = far * jnk_cos(turn);
  c.r[1] = far * jnk_sin(turn);
  c.c[0] = chance_between(seed, -3, 3);
  return c;
}

static void motion_at(const course *c, double t, jni_contact_motion *m) {
  double angle = c->c[0] + c->c[1] * t + 0.5 * c->c[2] * t * t;
  memset(m, 0, sizeof *m);
  for (int i = 0; i < 2; i++) {
    m->r[i] = c->r[i] + c->v[i] * t + 0.5 * c->a[i] * t * t;
    m->v[i] = c->v[i] + c->a[i] * t;
    m->a[i] = c->a[i];
  }
  m->w[2] = c->c[1] + c->c[2] * t;
  m->alpha[2] = c->c[2];
  m->R[0] = m->R[4] = jnk_cos(angle);
  m->R[3] = jnk_sin(angle);
  m->R[1] = -m->R[3];
  m->R[8] = 1;
}

// ---- rates --------------------------------------------------------------------------------------------------------

static jni_contact_shape shape_of(jni_touch touch, const jni_profile *profile) {
  jni_contact_shape s = {.touch = touch, .plane = true, .R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .profile = profile};
  s.p[0] = 0.05;
  s.radius = touch == JNI_TOUCH_SPHERE ? 0.08 : 0;
  // the normal of a plane is the third column
  if (touch == JNI_TOUCH_PLANE) memcpy(s.R, (const double[9]){0, 0, 1, 1, 0, 0, 0, 1, 0}, sizeof s.R);
  return s;
}

// Returns the point of a pair with the least gap.
static int nearest(const jni_contact_shape *a, const jni_contact_shape *b, const jni_contact_motion *ma,
                   const jni_contact_motion *mb, jni_contact_place *place) {
  int least = 0;
  for (int i = 0; i < jni_contact_npoints(a, b); i++) {
    jni_contact_place other;
    jni_contact_place_calc(a, b, i, ma, mb, &other);
    if (i > 0 && other.gap >= place->gap) continue;
    *place = other;
    least = i;
  }
  return least;
}

static double gap_at(const jni_contact_shape *a, const jni_contact_shape *b, int feature, int hold, const course *x,
                     const course *y, double t) {
  jni_contact_motion ma, mb;
  jni_contact_place place;
  motion_at(x, t, &ma);
  motion_at(y, t, &mb);
  jni_profile_place_calc(a, b, feature, hold, &ma, &mb, &place, NULL);
  return place.gap;
}

// Returns the least distance of points on the sides of a profile's outline, `parts` on each, from a disc, a plane or
// such points of another outline. The corners of an outline are on the profile itself; its sides are not.
static double sampled_gap(const jni_contact_shape *a, const jni_contact_shape *b, const jni_contact_motion *ma,
                          const jni_contact_motion *mb, int parts) {
  double least = HUGE_VAL, n_parts = parts;
  const jni_profile *p = b->profile;
  for (int i = 0; i < p->noutline; i++)
    for (int k = 0; k < parts; k++) {
      const double *c = p->outline + 2 * i, *d = p->outline + 2 * ((i + 1) % p->noutline);
      double along = k / n_parts, y[3], o[3],
             x[3] = {b->p[0] + c[0] + along * (d[0] - c[0]), b->p[1] + c[1] + along * (d[1] - c[1]), 0};
      jnk_mat_vec(mb->R, x, y);
      jnk_add(y, mb->r, y);
      jnk_mat_vec(ma->R, a->p, o);
      jnk_add(o, ma->r, o);
      double n[3] = {a->R[2], a->R[5], 0}, to[3];
      jnk_mat_vec(ma->R, n, n);
      jnk_sub(y, o, to);
      if (a->touch == JNI_TOUCH_PLANE) least = fmin(least, jnk_dot(to, n));
      if (a->touch == JNI_TOUCH_SPHERE) least = fmin(least, jnk_norm(to) - a->radius);
      if (a->touch != JNI_TOUCH_PROFILE) continue;
      for (int j = 0; j < parts * a->profile->noutline; j++) {
        const double *e = a->profile->outline + 2 * (j / parts),
                     *f = a->profile->outline + 2 * ((j / parts + 1) % a->profile->noutline);
        double part = (j % parts) / n_parts,
               z[3] = {a->p[0] + e[0] + part * (f[0] - e[0]), a->p[1] + e[1] + part * (f[1] - e[1]), 0};
        jnk_mat_vec(ma->R, z, z);
        jnk_add(z, ma->r, z);
        jnk_sub(y, z, z);
        least = fmin(least, jnk_norm(z));
      }
    }
  return least;
}

static void check_pair(uint64_t *seed, const jni_contact_shape *a, const jni_contact_shape *b) {
  const double h = 1e-4;
  course x = random_course(seed, 0), y = random_course(seed, 1.6);
  jni_contact_motion ma, mb;
  jni_contact_place place;
  jni_contact_rates rates;
  motion_at(&x, 0, &ma);
  CHECK(!jni_contact_swaps(a, b) && jni_contact_npoints(a, b) > 0);
  int feature = 0, hold = 0;
  if (a->touch == JNI_TOUCH_PLANE) {  // in front of the plane
    double n[3] = {a->R[2], a->R[5], 0};
    jnk_mat_vec(ma.R, n, n);
    for (int i = 0; i < 2; i++) y.r[i] = 1.6 * n[i];
  }
  motion_at(&y, 0, &mb);
  feature = nearest(a, b, &ma, &mb, &place);
  CHECK(place.gap <= sampled_gap(a, b, &ma, &mb, 1) + 1e-12);
  CHECK_NEAR(place.gap, sampled_gap(a, b, &ma, &mb, 8), 0.004);
  if (place.corner[0] && place.corner[1]) return;  // corners that meet have no normal
  for (int k = 0; k < 4; k++) {                    // closes the gap
    for (int i = 0; i < 2; i++) y.r[i] -= place.gap * place.n[i];
    motion_at(&y, 0, &mb);
    double margin = jni_profile_place_calc(a, b, feature, 0, &ma, &mb, &place, &hold);
    CHECK(margin == HUGE_VAL);
  }
  CHECK(hold > 0);
  double margin = jni_profile_place_calc(a, b, feature, hold, &ma, &mb, &place, NULL);
  CHECK(margin >= -1e-9);
  jni_contact_rates_calc(&place, true, &ma, &mb, &rates);
  double g[5];
  for (int k = 0; k < 5; k++) g[k] = gap_at(a, b, feature, hold, &x, &y, (k - 2) * h);
  CHECK_NEAR(place.gap, 0, 1e-13);
  CHECK_NEAR(jnk_norm(place.n), 1, 1e-14);
  for (int i = 0; i < 3; i++) CHECK_NEAR(place.point[0][i], place.point[1][i], 1e-12);
  CHECK_NEAR(rates.rate, (g[0] - 8 * g[1] + 8 * g[3] - g[4]) / (12 * h), 1e-8);
  double second = (-g[0] + 16 * g[1] - 30 * g[2] + 16 * g[3] - g[4]) / (12 * h * h);
  CHECK_NEAR(rates.second, second, 2e-6 * (1 + fabs(second)));
}

static void test_rates(void) {
  jn_model *model = jn_model_new(NULL, "profiles", JN_PLANE);
  uint64_t seed = 5;
  add_profiles(model);
  for (int k = 0; k < (getenv("JOUNCE_LONG") ? 60 : 10); k++)
    for (int i = 0; i < NPROFILES; i++) {
      const jni_profile *profile = model->profiles[i].profile;
      CHECK(profile != NULL);
      if (!profile) continue;
      jni_contact_shape b = shape_of(JNI_TOUCH_PROFILE, profile), disc = shape_of(JNI_TOUCH_SPHERE, NULL),
                        plane = shape_of(JNI_TOUCH_PLANE, NULL);
      check_pair(&seed, &plane, &b);
      check_pair(&seed, &disc, &b);
      for (int j = 0; j < NPROFILES; j++) {
        jni_contact_shape a = shape_of(JNI_TOUCH_PROFILE, model->profiles[j].profile);
        check_pair(&seed, &a, &b);
      }
    }
  jn_model_free(model);
}

// ---- runs ---------------------------------------------------------------------------------------------------------

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;
  jn_status status;
  int opens;  // number of events of contacts
} opened;

static void listen(void *context, const jn_run_event *event) {
  if (event->kind == JN_EVENT_TOUCH) ++*(int *)context;
}

// Reads a model of tests/data/contact with settings and runs it with outputs at n times.
static void open_run(opened *o, const char *name, const jn_setting *settings, int n, const char *formulation,
                     const double *at, int nat) {
  char path[512];
  *o = (opened){.report = jn_report_new(NULL), .status = JN_REFUSED};
  snprintf(path, sizeof path, DATA "%s.yaml", name);
  o->model = jn_model_read(NULL, path, settings, n, o->report);
  if (o->model) {
    jn_choices choices = *jn_model_choices(o->model);
    if (formulation) snprintf(choices.formulation, sizeof choices.formulation, "%s", formulation);
    jn_run_options options = jn_run_options_default();
    options.choices = &choices;
    options.at = at;
    options.nat = nat;
    options.event = listen;
    options.event_context = &o->opens;
    o->run = jn_run_new(o->model, &options, o->report);
    if (o->run) o->status = jn_run_execute(o->run, o->report);
  }
  CHECK(o->status == JN_OK);
  for (int i = 0; o->status != JN_OK && i < jn_report_size(o->report); i++) {
    char text[512];
    jn_error_format(jn_report_get(o->report, i), text, sizeof text);
    printf("  %s\n", text);
  }
}

static void close_run(opened *o) {
  jn_run_free(o->run);
  jn_model_free(o->model);
  jn_report_free(o->report);
}

static int column_of(const opened *o, const char *name) {
  for (int i = 0; i < jn_run_noutputs(o->run); i++)
    if (strcmp(jn_run_output_name(o->run, i), name) == 0) return i;
  CHECK(false);
  return 0;
}

static double output(const opened *o, const char *name) { return jn_run_outputs(o->run)[column_of(o, name)]; }

typedef struct {
  const char *model, *profile, *table;
  double speed;        // rad/s
  double lowest;       // lift at which the spring has its preload, m
  double least_speed;  // at which the follower leaves the cam, rad/s; 0: not given
  double angle;        // where it leaves, degrees
  double start[2];     // lift there and its slope, m
  double tolerance;    // relative, of the lift
} cam_case;

static const char *text_of(double x, char *text, size_t size) {
  snprintf(text, size, "%.17g", x);
  return text;
}

// Runs a cam for one turn. factor: of its speed.
static void run_cam(opened *o, const cam_case *c, double speed, double turns, const char *formulation, const double *at,
                    int nat) {
  char numbers[5][32];
  const jn_setting settings[] = {{"bodies.cam.shapes.edge.profile", c->profile},
                                 {"parameters.speed", text_of(speed, numbers[0], 32)},
                                 {"parameters.start", text_of(c->start[0], numbers[1], 32)},
                                 {"parameters.slope", text_of(c->start[1], numbers[2], 32)},
                                 {"parameters.lowest", text_of(c->lowest, numbers[3], 32)},
                                 {"parameters.until", text_of(2 * JNK_PI * turns / speed, numbers[4], 32)}};
  open_run(o, c->model, settings, 6, formulation, at, nat);
}

static void test_cams(void) {
  static const char *const formulations[] = {"reduced", "multipliers"};
  static const cam_case cases[] = {
      {"cam-flat", "disc", "contact-cam-disc-flat", 60, 0.03, 144.8481963988506, 90, {0.04, 0.01}, 1e-12},
      {"cam-roller",
       "disc",
       "contact-cam-disc-roller",
       60,
       0.04,
       132.22770763598174,
       90,
       {0.048989794855663564, 0.01},
       1e-12},
      {"cam-flat",
       "lobe",
       "contact-cam-spline-flat",
       60,
       0.029856773719050753,
       94.43953261185617,
       271.01,
       {0.031362927088589634, -0.005632629037327517},
       1e-11},
      {"cam-roller",
       "lobe",
       "contact-cam-spline-roller",
       60,
       0.0398,
       0,
       0,
       {0.04106600424111221, -0.00428426495821764},
       1e-11},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int f = 0; f < 2; f++) {
      const cam_case *c = &cases[i];
      table t;
      double at[MOST_ROWS];
      opened o;
      if (!read_table(c->table, &t)) return;
      for (int k = 0; k < t.nrows; k++) at[k] = t.time[k] * (JNK_PI / 180) / c->speed;
      run_cam(&o, c, c->speed, 0.99, formulations[f], at, t.nrows);
      CHECK(o.status == JN_OK && jn_run_nsamples(o.run) == t.nrows);
      for (int k = 0; o.status == JN_OK && k < jn_run_nsamples(o.run); k++) {
        const double *y = jn_run_sample(o.run, k);
        double lift = t.value[k][0], slope = t.value[k][1], bend = t.value[k][2];
        double up = 0.3 * (bend * c->speed * c->speed + 9.81) + 20 + 2000 * (lift - c->lowest);
        CHECK_NEAR(y[column_of(&o, "joint.guide.displacement")], lift, c->tolerance * lift);
        CHECK_NEAR(y[column_of(&o, "joint.guide.displacement_rate")] / c->speed, slope, c->tolerance * lift);
        double push = t.ncolumns > 3 ? t.value[k][3] : up;
        if (t.ncolumns > 3 || strcmp(c->model, "cam-flat") == 0)
          CHECK_NEAR(y[column_of(&o, "contact.follow.normal")], push, c->tolerance * push);
        CHECK(fabs(y[column_of(&o, "contact.follow.gap")]) < 1e-14);
      }
      if (o.status == JN_OK) CHECK(output(&o, "contact.follow.impacts") == 0);
      close_run(&o);
      if (c->least_speed == 0) continue;
      if (strcmp(c->profile, "disc") == 0) {  // at the speed at which it leaves the force touches zero
        const double angles[3] = {c->angle - 0.1, c->angle, c->angle + 0.1};
        for (int k = 0; k < 3; k++) at[k] = angles[k] * (JNK_PI / 180) / c->least_speed;
        run_cam(&o, c, c->least_speed, 0.3, formulations[f], at, 3);
        int normal = column_of(&o, "contact.follow.normal");
        CHECK_NEAR(jn_run_sample(o.run, 1)[normal], 0, 1e-10);
        CHECK(jn_run_sample(o.run, 0)[normal] > 1e-6 && jn_run_sample(o.run, 2)[normal] > 1e-6);
        close_run(&o);
        continue;
      }
      for (int k = 0; k < 2; k++) {  // just below this speed it stays on the cam, just above it does not
        run_cam(&o, c, c->least_speed * (k == 0 ? 1 - 1e-5 : 1 + 1e-5), 0.99, formulations[f], NULL, 0);
        CHECK(k == 0 ? o.opens == 1 : o.opens > 1);  // it closes at the start
        close_run(&o);
      }
    }
}

// Lift and radius of curvature of the spline cam under a flat face; spline in double precision, contact by Newton's
// method with 40 digits.
static void test_cam_curvature(void) {
  static const double exact[][3] = {// angle of the cam in degrees, lift and radius of curvature in m
                                    {0, 0.031362927088589634, 0.04213817377473138},
                                    {60, 0.029887052209931757, 0.03155179673099159},
                                    {150, 0.03154718458839095, 0.034593203544744065},
                                    {225, 0.03731228626447665, 0.03735709038663138},
                                    {300, 0.038054295955432374, 0.03536584864135355}};
  static const double points[] = {0.03,  0, 0.021213,  0.021213,  0, 0.031,  -0.025456, 0.025456,
                                  -0.04, 0, -0.026163, -0.026163, 0, -0.033, 0.02192,   -0.02192};
  jn_model *model = jn_model_new(NULL, "cam", JN_PLANE);
  jn_profile_def def = jn_profile_def_default();
  def.name = "lobe";
  def.type = "spline";
  def.points = (jn_corners){points, 8};
  jn_model_add_profile(model, &def);
  CHECK(model->nprofiles == 1 && model->profiles[0].profile);
  jni_contact_shape face = shape_of(JNI_TOUCH_PLANE, NULL),
                    cam = shape_of(JNI_TOUCH_PROFILE, model->profiles[0].profile);
  face.p[0] = cam.p[0] = 0;
  for (size_t k = 0; k < sizeof exact / sizeof *exact; k++) {
    const course up = {.r = {0, exact[k][1]}, .c = {-JNK_PI / 2}}, turned = {.c = {exact[k][0] * JNK_PI / 180}};
    jni_contact_motion ma, mb;
    jni_contact_place place;
    motion_at(&up, 0, &ma);
    motion_at(&turned, 0, &mb);
    nearest(&face, &cam, &ma, &mb, &place);
    CHECK_NEAR(place.gap, 0, 1e-12 * exact[k][1]);
    CHECK_NEAR(1 / place.K[1][0], exact[k][2], 1e-11 * exact[k][2]);
  }
  jn_model_free(model);
}

// The disc passes lines, the halves of a hollow arc, and lines again: no impact, no loss.
static void test_channel(void) {
  opened o;
  open_run(&o, "channel", NULL, 0, NULL, NULL, 0);
  if (o.status == JN_OK) {
    CHECK(output(&o, "contact.touch.impacts") == 0 && output(&o, "contact.touch.state") == 0);
    CHECK_NEAR(output(&o, "energy.error"), 0, 1e-10);
    // it has left the second wall upwards
    CHECK(output(&o, "disc.x") > -0.4 && output(&o, "disc.y") > 0);
  }
  close_run(&o);
}

// A spline rolls over another one and crosses six inflections: it stays in contact after its first impact, without
// loss. By a third of a turn later the follower is as high as before, since the cam has three lobes.
static void test_wavy_cam(void) {
  static const double third = 2 * JNK_PI / 3 / 2;
  const double at[2] = {0.4, 0.4 + third};
  opened o;
  open_run(&o, "wavy-cam", NULL, 0, NULL, at, 2);
  if (o.status == JN_OK) {
    int lift = column_of(&o, "joint.guide.displacement");
    CHECK_NEAR(jn_run_sample(o.run, 0)[lift], jn_run_sample(o.run, 1)[lift], 1e-4);  // points have four digits
    CHECK(output(&o, "contact.follow.impacts") == 1 && output(&o, "contact.follow.state") == 2);
    CHECK_NEAR(output(&o, "contact.follow.gap"), 0, 1e-14);
    CHECK_NEAR(output(&o, "energy.error"), 0, 2e-9);
  }
  close_run(&o);
}

// Pieces in a state that name none, as in a damaged checkpoint, count as none.
static void test_damaged_hold(void) {
  static const double bad[] = {1e300, -1e300, 1e9, 3e9, -1, NAN, HUGE_VAL};
  opened o;
  open_run(&o, "channel", NULL, 0, NULL, NULL, 0);
  if (o.status == JN_OK) {
    const jn_system *system = o.run->system;
    double *s = jn_state_s(system, o.run->state), *hold = s + system->contact_points[0].s_at + JNI_CONTACT_FEATURE;
    *hold = 7;
    CHECK(jni_contact_feature_of(system, s, 0) == 7);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
      *hold = bad[i];
      CHECK(jni_contact_feature_of(system, s, 0) == 0);
      CHECK(isfinite(jn_contact_get(system, (jn_contact){0}, o.run->state).least_gap));
    }
  }
  close_run(&o);
}

// ---- Geneva drive -------------------------------------------------------------------------------------------------
// Wheel with 4 slots, axes 0.1 m apart, crank 10 rad/s, inertia of the wheel 1e-4: closed forms with 40 digits.

static void test_geneva(void) {
  // angle of the crank and the wheel from the line of centres, degrees; rate, acceleration, force at the pin
  static const double exact[][5] = {
      {-45, -45, 0, 100, 0.1414213562373095},
      {-30, -42.36780515862267, 4.08248290463863, 233.32118403568307, 0.44471979607778767},
      {-15, -30, 13.660254037844387, 509.8076211353316, 1.3928203230275509},
      {0, 0, 24.14213562373095, 0, 0},
      {15, 30, 13.660254037844387, -509.8076211353316, -1.3928203230275509},
      {30, 42.36780515862267, 4.08248290463863, -233.32118403568307, -0.44471979607778767}};
  enum { N = sizeof exact / sizeof *exact };
  double at[N];
  opened o;
  for (int i = 0; i < N; i++) at[i] = (exact[i][0] + 45) * (JNK_PI / 180) / 10;
  open_run(&o, "geneva-joint", NULL, 0, NULL, at, N);
  CHECK(o.status == JN_OK && jn_run_nsamples(o.run) == N);
  for (int i = 0; o.status == JN_OK && i < jn_run_nsamples(o.run); i++) {
    const double *y = jn_run_sample(o.run, i);
    CHECK_NEAR(y[0], -exact[i][1] * JNK_PI / 180, 1e-12);
    CHECK_NEAR(y[1], -exact[i][2], 1e-12 * 24);
    CHECK_NEAR(y[2], -exact[i][3], 1e-12 * 500);
    CHECK_NEAR(sqrt(y[3] * y[3] + y[4] * y[4]), fabs(exact[i][4]), 1e-12 * fmax(fabs(exact[i][4]), 1e-2));
  }
  close_run(&o);

  // with a play of 0.1 mm on each side: where the pin leaves the driving wall, and where it hits the other one
  static const struct {
    const char *event;
    double crank, wheel, rate;
  } ends[] = {{"leaves", 0.0335630450258304, -0.11459186460562637, 24.142218050625313},
              {"hits", 5.481123262682977, 13.037026797253445, 22.075397873296257}};
  for (int i = 0; i < 2; i++) {
    char path[64];
    snprintf(path, sizeof path, "events.%s.stop", ends[i].event);
    const jn_setting settings[] = {{path, "true"}, {"parameters.rate", "-11.747784780976996"}};
    open_run(&o, "geneva", settings, 2, i == 0 ? "reduced" : "multipliers", NULL, 0);
    if (o.status == JN_OK) {
      double time = (0.3 + ends[i].crank * JNK_PI / 180) / 10;
      CHECK(strcmp(jn_run_summary(o.run)->stopped_by, ends[i].event) == 0);
      CHECK_NEAR(jn_run_state(o.run)[0], time, 1e-9 * (ends[i].crank * JNK_PI / 180) / 10);
      CHECK_NEAR(output(&o, "joint.wheel.angle"), -ends[i].wheel * JNK_PI / 180,
                 1e-9 * fabs(ends[i].wheel) * JNK_PI / 180);
      CHECK_NEAR(output(&o, "joint.wheel.rate"), -ends[i].rate, 1e-9 * ends[i].rate);
      CHECK_NEAR(output(&o, "energy.error"), 0, 1e-12);
    }
    close_run(&o);
  }
}

// ---- gears --------------------------------------------------------------------------------------------------------
// 20 and 30 teeth of module 2 mm and 20 degrees, on their pitch circles and 1 mm apart: closed forms with 40 digits.

typedef struct {
  double apart;        // m
  double place[5][2];  // of the contact, for angles of gear 1 from -0.1 to 0.1, m
  double path[2];      // ends of the path of contact from the pitch point, m
  double backlash;     // angle of gear 2, rad
} gear_case;

static void place_gear(jni_contact_motion *m, double x, double angle) {
  const course c = {.r = {x, 0}, .c = {angle}};
  motion_at(&c, 0, m);
}

static void check_gears(const jni_profile *pinion, const jni_profile *wheel, const gear_case *c) {
  const double base[2] = {0.018793852415718168, 0.028190778623577252}, alpha = JNK_PI / 9;
  double working = jnk_acos((base[0] + base[1]) / c->apart),
         lag = jnk_sin(alpha) / jnk_cos(alpha) - alpha - jnk_sin(working) / jnk_cos(working) + working;
  jni_contact_shape a = shape_of(JNI_TOUCH_PROFILE, pinion), b = shape_of(JNI_TOUCH_PROFILE, wheel);
  jni_contact_motion ma, mb;
  jni_contact_place place;
  int feature = -1, hold = 0;
  a.p[0] = b.p[0] = 0;
  double first = -JNK_PI / 40 - lag, second = JNK_PI - JNK_PI / 60 - lag;
  for (int k = 0; k < 5; k++) {
    double angle = 0.05 * (k - 2);
    bool found = false;
    place_gear(&ma, 0, first + angle);
    place_gear(&mb, c->apart, second - angle / 1.5);
    for (int i = 0; i < jni_contact_npoints(&a, &b); i++) {
      int here;
      jni_profile_place_calc(&a, &b, i, 0, &ma, &mb, &place, &here);
      CHECK(place.gap > -1e-14);
      bool there = fabs(place.point[0][0] - c->place[k][0]) < 1e-14 && fabs(place.point[0][1] - c->place[k][1]) < 1e-14;
      if (place.gap > 1e-14 || place.n[1] < 0 || !there) continue;
      found = true;
      if (k == 2) feature = i;
      if (k == 2) hold = here;
    }
    CHECK(found || angle * base[0] < c->path[0] || angle * base[0] > c->path[1]);
  }
  CHECK(feature >= 0);
  for (int e = 0; e < 2 && feature >= 0; e++) {  // the flanks end where the path of contact does
    double angle = c->path[e] / base[0];
    place_gear(&ma, 0, first + angle);
    place_gear(&mb, c->apart, second - angle / 1.5);
    double margin = jni_profile_place_calc(&a, &b, feature, hold, &ma, &mb, &place, NULL);
    CHECK_NEAR(margin, 0, 1e-14);
    CHECK_NEAR(place.gap, 0, 1e-15);
  }
  place_gear(&ma, 0, first);  // gear 2 turned by the backlash touches the other flanks
  place_gear(&mb, c->apart, second - c->backlash);
  double least = HUGE_VAL;
  for (int i = 0; i < jni_contact_npoints(&a, &b); i++) {
    jni_contact_place_calc(&a, &b, i, &ma, &mb, &place);
    if (place.n[1] < 0) least = fmin(least, place.gap);
  }
  CHECK_NEAR(least, 0, 1e-14);
}

static void test_gears(void) {
  static const gear_case cases[] = {{0.05,
                                     {{0.01935721239031346, -0.0017660444431189782},
                                      {0.019678606195156732, -0.0008830222215594891},
                                      {0.02, 0},
                                      {0.02032139380484327, 0.0008830222215594891},
                                      {0.02064278760968654, 0.0017660444431189782}},
                                     {-0.0048813903045236496, 0.004595991293194675},
                                     0},
                                    {0.051,
                                     {{0.019669050546753594, -0.0017314161207048805},
                                      {0.020034525273376798, -0.0008657080603524402},
                                      {0.0204, 0},
                                      {0.0207654747266232, 0.0008657080603524402},
                                      {0.021130949453246405, 0.0017314161207048805}},
                                     {-0.0032407341417855545, 0.0035022205180359448},
                                     0.025980754742713153}};
  jn_model *model = jn_model_new(NULL, "gears", JN_PLANE);
  for (int k = 0; k < 2; k++) {
    jn_profile_def def = jn_profile_def_default();
    def.name = k == 0 ? "pinion" : "wheel";
    def.type = "gear";
    def.module = 0.002;
    def.teeth = k == 0 ? 20 : 30;
    jn_model_add_profile(model, &def);
  }
  CHECK(model->nprofiles == 2 && model->profiles[0].profile && model->profiles[1].profile);
  for (int k = 0; k < 2; k++) check_gears(model->profiles[0].profile, model->profiles[1].profile, &cases[k]);
  jn_model_free(model);

  // over three teeth the ratio is constant, also while two pairs of teeth share the force
  static const double at[] = {0.013, 0.031, 0.047, 0.062, 0.085, 0.1};
  opened o;
  open_run(&o, "gears", NULL, 0, NULL, at, 6);
  CHECK(o.status == JN_OK && jn_run_nsamples(o.run) == 6);
  for (int i = 0; o.status == JN_OK && i < jn_run_nsamples(o.run); i++) {
    const double *y = jn_run_sample(o.run, i);
    CHECK_NEAR(y[column_of(&o, "joint.b.angle")], -10 * at[i] / 1.5, 1e-14);
    CHECK_NEAR(y[column_of(&o, "joint.b.rate")], -10 / 1.5, 1e-12);
    CHECK_NEAR(y[column_of(&o, "contact.teeth.normal")], 532.0888862379561, 1e-12 * 532);
    CHECK_NEAR(y[column_of(&o, "joint.motor.push")], 10, 1e-11);
    CHECK(y[column_of(&o, "contact.teeth.impacts")] == 0);
  }
  close_run(&o);
}

// ---- escapement ---------------------------------------------------------------------------------------------------

// The escape wheel advances by one tooth in each period of the pendulum, and stands still while a tooth rests on a
// pallet, whose face is an arc about the pivot. JOUNCE_LONG: for a minute.
static void test_escapement(void) {
  const double teeth = 30, period = 1.0046;
  int periods = getenv("JOUNCE_LONG") ? 59 : 2;
  double at[MOST_ROWS];
  opened o;
  char until[32];
  const jn_setting settings[] = {{"simulate.until", text_of((periods + 0.75) * period, until, sizeof until)}};
  for (int k = 0; k < 3; k++) at[k] = (k == 0 ? 0.55 : k == 1 ? 1.55 : periods + 0.55) * period;
  open_run(&o, "../../../models/examples/anchor-escapement", settings, 1, NULL, at, periods > 1 ? 3 : 2);
  CHECK(o.status == JN_OK && jn_run_nsamples(o.run) == 3);
  if (o.status == JN_OK) {
    int wheel = column_of(&o, "joint.arbor.angle");
    double first = jn_run_sample(o.run, 0)[wheel];
    CHECK_NEAR(jn_run_sample(o.run, 1)[wheel] - first, -2 * JNK_PI / teeth, 1e-10);
    CHECK_NEAR(jn_run_sample(o.run, 2)[wheel] - first, -2 * JNK_PI * periods / teeth, 1e-10);
    CHECK(fabs(output(&o, "energy.error")) < 1e-6);
    CHECK(fabs(output(&o, "joint.pivot.angle")) < 4 * JNK_PI / 180);
  }
  close_run(&o);
}

// ---- refusals -----------------------------------------------------------------------------------------------------

#define HEAD "jounce: 1\nspace: plane\nprofiles:\n"
#define BODIES "bodies:\n  a: {mass: 1, inertia: 1, shapes: {s: {type: profile, profile: p}}}\n"

static void check_refused(const char *text, int line, const char *sentence) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "profile.yaml", text, strlen(text), NULL, 0, report);
  bool found = false;
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    found = found || (e->line == line && strstr(e->what, sentence));
  }
  CHECK(!model && found);
  if (!found) {
    printf("  expected in line %d: %s\n", line, sentence);
    for (int i = 0; i < jn_report_size(report); i++) {
      char full[512];
      jn_error_format(jn_report_get(report, i), full, sizeof full);
      printf("  %s\n", full);
    }
  }
  jn_model_free(model);
  jn_report_free(report);
}

static void test_refusals(void) {
  check_refused(HEAD "  p: {type: polyline, points: [[0, 0], [1, 1], [1, 0], [0, 1]]}\n" BODIES, 4, "crosses itself");
  check_refused(HEAD "  p: {type: splin, points: [[0, 0], [1, 1], [1, 0]]}\n" BODIES, 4, "unknown type");
  check_refused(HEAD "  p: {points: [[0, 0], [1, 1], [1, 0]]}\n" BODIES, 4, "needs 'type'");
  check_refused(HEAD "  p: {type: polyline, points: [[0, 0], [1, 0], [0, 0]]}\n" BODIES, 4, "doubles back");
  check_refused(HEAD "  p: {type: polyline, points: [[0, 0], [1, 0]]}\n" BODIES, 4, "at least 3 points");
  check_refused(HEAD "  p: {type: spline, points: 3}\n" BODIES, 4, "expected points");
  check_refused(HEAD "  p: {type: gear, module: 2 mm, teeth: 8.5}\n" BODIES, 4, "whole number");
  check_refused(HEAD "  p: {type: gear, module: 2 mm, teeth: 8, addendum: 3}\n" BODIES, 4, "end in points");
  check_refused(HEAD "  p: {type: path, start: [0, 0], pieces: [{to: [1, 0]}, {to: [2, 0], radius: 0.1}]}\n" BODIES, 4,
                "at least half");
  check_refused(HEAD "  p: {type: path, start: [0, 0], pieces: [{to: [1, 0], hollow: true}]}\n" BODIES, 4, "no arc");
  check_refused(HEAD "  q: {type: circle, radius: 1}\n" BODIES, 6, "no profile 'p'");
  check_refused(HEAD "  p: {type: circle, radius: 1}\n" BODIES
                     "  b: {mass: 1, inertia: 1, shapes: {s: {type: box, size: [1, 1]}}}\n"
                     "contacts: {c: {between: [a.s, b.s]}}\n",
                8, "cannot touch");
  check_refused(
      HEAD "  p: {type: path, closed: false, start: [1, 0], pieces: [{to: [-1, 0], radius: 1, hollow: true}]}\n" BODIES
           "  b: {mass: 1, inertia: 1, shapes: {s: {type: sphere, radius: 1}}}\n"
           "contacts: {c: {between: [a.s, b.s]}}\n",
      8, "must be smaller");
}

static void check_accepted(const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "profile.yaml", text, strlen(text), NULL, 0, report);
  CHECK(model && jn_report_size(report) == 0);
  for (int i = 0; i < jn_report_size(report); i++) {
    char full[512];
    jn_error_format(jn_report_get(report, i), full, sizeof full);
    printf("  %s\n", full);
  }
  jn_model_free(model);
  jn_report_free(report);
}

// Splines whose first and last intervals are hollow, or round, or one of each: their curvature is zero at both ends.
static void test_open_splines(void) {
  check_accepted(HEAD "  p: {type: spline, closed: false, points: [[0.1, 0.3], [0.2, 0.2], [0.3, 0.3]]}\n" BODIES);
  check_accepted(HEAD "  p: {type: spline, closed: false, points: [[0.3, 0.3], [0.2, 0.2], [0.1, 0.3]]}\n" BODIES);
  check_accepted(HEAD "  p: {type: spline, closed: false, points: [[0, 0], [1, 0.4], [2, 0], [3, 0.4]]}\n" BODIES);
  check_accepted(HEAD "  p: {type: spline, closed: false, points: [[3, 0.4], [2, 0], [1, 0.4], [0, 0]]}\n" BODIES);
  check_accepted(HEAD
                 "  p: {type: path, start: [1, 1], pieces: [{through: [[0.5, 0.6], [0, 0.5], [-0.5, 0.6], "
                 "[-1, 1]]}, {to: [-1, -1]}, {to: [1, -1]}]}\n" BODIES);
}

int main(void) {
  test_rates();
  test_cams();
  test_cam_curvature();
  test_channel();
  test_wavy_cam();
  test_damaged_hold();
  test_geneva();
  test_gears();
  test_escapement();
  test_refusals();
  test_open_splines();
  return check_report();
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_manoeuvres.c - the HMMWV with a driver: double lane change, constant radius against a single-track model with
// the same tyres, and step steer.
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "force/tyre/tyre.h"
#include "model/model.h"
#include "recorder.h"

#define VEHICLES JOUNCE_SOURCE_DIR "/models/vehicles/"

typedef struct {
  jn_model *model;
  jn_run *run;
  recorder rows;
} manoeuvre;

// Empty fields of the choices are the model's own.
static void drive(manoeuvre *m, const char *name, const jn_choices *asked) {
  char path[512];
  snprintf(path, sizeof path, VEHICLES "%s.yaml", name);
  jn_report *report = jn_report_new(NULL);
  recorder_init(&m->rows);
  jn_sink *const sinks[] = {&m->rows.sink};
  jn_run_options options = jn_run_options_default();
  options.sinks = sinks;
  options.nsinks = 1;
  m->model = jn_model_read(NULL, path, NULL, 0, report);
  if (m->model && asked->integrator[0]) {
    jn_choices *own = jn_model_choices(m->model);
    snprintf(own->integrator, sizeof own->integrator, "%s", asked->integrator);
    if (asked->step > 0) own->step = asked->step;
    if (asked->tolerance > 0) own->tolerance = asked->tolerance;
  }
  if (m->model && LIGHT) jn_model_choices(m->model)->until = 0.1;
  m->run = m->model ? jn_run_new(m->model, &options, report) : NULL;
  const bool ran = m->run && jn_run_execute(m->run, report) == JN_OK;
  CHECK(ran);
  for (int i = 0; !ran && i < jn_report_size(report); i++) printf("%s: %s\n", name, jn_report_get(report, i)->what);
  jn_report_free(report);
}

static void end(manoeuvre *m) {
  jn_run_free(m->run);
  jn_model_free(m->model);
  recorder_clear(&m->rows);
}

static double at(const manoeuvre *m, int row, const char *output) {
  for (int i = 0; m->run && i < jn_run_noutputs(m->run); i++)
    if (strcmp(jn_run_output_name(m->run, i), output) == 0) return recorder_at(&m->rows, row)[1 + i];
  return NAN;
}

static double time_at(const manoeuvre *m, int row) { return recorder_at(&m->rows, row)[0]; }

// ---- double lane change ---------------------------------------------------------------------------------------------

static void check_lanes(const manoeuvre *m) {
  const double error = 0.25, finish = 20 + 125;  // m
  const int last = m->rows.nrows - 1;
  double farthest = 0, nearest = 9;
  int inside = 0;  // rows in a lane
  for (int i = 0; i <= last; i++) {
    double off = fabs(at(m, i, "error")), clearance = at(m, i, "clearance");
    farthest = !(off <= farthest) ? off : farthest;
    nearest = !(clearance >= nearest) ? clearance : nearest;
    inside += clearance < 1;
  }
  CHECK(farthest < error && nearest > 0);
  CHECK(LIGHT || (inside > last / 4 && at(m, last, "chassis.x") > finish));
}

static void test_lane_change(void) {
  const double within = 1e-3;  // m
  manoeuvre fixed, adaptive;
  drive(&fixed, "hmmwv-lane-change", &(jn_choices){.integrator = "rk4", .step = 1e-3});
  drive(&adaptive, "hmmwv-lane-change", &(jn_choices){.integrator = "dopri5", .tolerance = 1e-8});
  check_lanes(&fixed);
  check_lanes(&adaptive);
  CHECK(fixed.rows.nrows == adaptive.rows.nrows && fixed.rows.nrows > 2);
  double apart = 0;
  for (int i = 0; i < fixed.rows.nrows && i < adaptive.rows.nrows; i++) {
    double d = jnk_hypot(at(&fixed, i, "chassis.x") - at(&adaptive, i, "chassis.x"),
                         at(&fixed, i, "chassis.y") - at(&adaptive, i, "chassis.y"));
    apart = !(d <= apart) ? d : apart;
  }
  CHECK(apart < within);
  end(&fixed);
  end(&adaptive);
}

// ---- constant radius ------------------------------------------------------------------------------------------------
// A single-track model with the tyres of the vehicle: each axle is a pair of them at one slip angle, under the loads of
// the run, driven as hard as the speed needs. So the transfer of load is in it, as it is in axle characteristics that
// are measured; steering by roll, camber, and different angles at the left and at the right are not.
//   lateral        (Yf cos d + Xf sin d) + Yr = m ay
//   yaw            a (Yf cos d + Xf sin d) - b Yr + Mz = 0
//   longitudinal   Xf cos d - Yf sin d + Xr = m ax + drag, ax = rise - r vy; Xf = Xr by the centre differential
// The two axles slip nearly alike, so small yaw moments count: Mz has the aligning moments, and those of the track
// width. Each of these is added to the plain model in turn.

enum { FRONT, REAR, AXLES };
enum { PLAIN, LOADS, ALIGNING, DRIVE, TRACK, MODELS };
static const double mass = 2597.138, wheelbase = 3.301984, half_track = 0.909701, radius = 0.4699, lock_torque = 100,
                    rolling = 0.015, rise = 0.2, drag = 1.225 / 2 * 0.5 * 5;
static const double kingpin = 0.76697;              // from the middle, at the height of the hubs
static const double share = 6577. / (6577 + 6162);  // of the weight on the front axle, at rest

typedef struct {
  double X, load[2];         // of both tyres; of the left and the right one, N
  double Y, more, Mz, slip;  // more: Y of the right tyre less that of the left; slip: tangent of the slip angle
} axle;

static void pair_force(const jni_force_element *tyre, axle *a, double slip) {
  a->Y = a->more = a->Mz = 0;
  a->slip = slip;
  for (int i = 0; i < 2; i++) {
    const double patch = 2 * sqrt(tyre->def.tyre.radius * a->load[i] / tyre->def.stiffness);
    jnk_slip s = {.y = slip, .Fz = a->load[i], .grip = 1, .patch = patch};
    jnk_slip_force out;
    for (int k = 0; k < 20; k++) {  // the slip that gives half of X
      tyre->kind->tyre->calc(jni_tyre_law_numbers(tyre), &s, &out);
      s.x = a->X / 2 / out.fx;
      s.y = slip * (1 - s.x);
    }
    a->Y += out.Fy;
    a->more += i ? out.Fy : -out.Fy;
    a->Mz += out.Mz;
  }
}

static void pair_slip(const jni_force_element *tyre, axle *a, double Y) {
  double low = 0, high = 0.33;
  for (int k = 0; k < 40; k++) {
    double middle = (low + high) / 2;
    pair_force(tyre, a, middle);
    if (a->Y < Y) low = middle;
    else high = middle;
  }
}

// Of the forces along x that are larger at the left: by the lock of the differential, by the rolling resistance of the
// right wheel, and at steered wheels by its side force: as the wheel swings about its kingpin, the arm of that is the
// kingpin's.
static double track_moment(const axle *a, double steer) {
  double along = lock_torque / radius + rolling * (a->load[1] - a->load[0]);
  return -half_track * along - kingpin * a->more * sin(steer);
}

static double yaw_moment(const axle pair[AXLES], double steer, int model) {
  double Mz = model >= ALIGNING ? pair[FRONT].Mz + pair[REAR].Mz : 0;
  return model >= TRACK ? Mz + track_moment(&pair[FRONT], steer) + track_moment(&pair[REAR], 0) : Mz;
}

static void rest_loads(axle pair[AXLES]) {
  for (int i = 0; i < 2; i++) {
    pair[FRONT].load[i] = share * mass * 9.81 / 2;
    pair[REAR].load[i] = (1 - share) * mass * 9.81 / 2;
  }
}

// The angle of the front wheels for a lateral acceleration, a speed and a yaw rate.
static double single_track(const jni_force_element *tyre, const axle loaded[AXLES], int model, double ay, double vx,
                           double r) {
  const double b = share * wheelbase, a = wheelbase - b;
  axle pair[AXLES] = {loaded[FRONT], loaded[REAR]};
  if (model < LOADS) rest_loads(pair);
  double d = wheelbase * r / vx, vy = 0;
  for (int k = 0; k < 30; k++) {
    double ax = rise - r * vy;
    double Yr = (a * mass * ay + yaw_moment(pair, d, model)) / wheelbase, side = mass * ay - Yr;
    double X = model < DRIVE ? 0 : (mass * ax + drag * vx * vx + pair[FRONT].Y * sin(d)) / (1 + cos(d));
    pair[FRONT].X = pair[REAR].X = X;
    pair_slip(tyre, &pair[FRONT], (side - X * sin(d)) / cos(d));
    pair_slip(tyre, &pair[REAR], Yr);
    vy = b * r - vx * pair[REAR].slip;
    d = atan(pair[FRONT].slip) + atan((vy + a * r) / vx);
  }
  return d;
}

static const jni_force_element *tyre_of(const jn_model *model) {
  for (int i = 0; model && i < model->nforces; i++)
    if (strcmp(model->forces[i].name, "fl.tyre") == 0) return &model->forces[i];
  return NULL;
}

typedef struct {
  double n, x, y, xx, xy;
} line;

static void line_add(line *l, double x, double y) {
  l->n++;
  l->x += x;
  l->y += y;
  l->xx += x * x;
  l->xy += x * y;
}
static double line_slope(const line *l) { return (l->n * l->xy - l->x * l->y) / (l->n * l->xx - l->x * l->x); }

static void test_constant_radius(void) {
  const double settled = 6, from = 2, to = 6;  // s, m/s^2
  const double parts[MODELS] = {0.16e-3, 4.99e-3, 6.48e-3, 5.29e-3, 8.70e-3};
  const int every = 100;  // rows
  manoeuvre m;
  drive(&m, "hmmwv-constant-radius", &(jn_choices){0});
  const jni_force_element *tyre = tyre_of(m.model);
  CHECK(tyre != NULL);
  line vehicle = {0}, track[MODELS] = {{0}};
  for (int i = 0; tyre && i < m.rows.nrows; i += every) {
    double ay = at(&m, i, "lateral"), vx = at(&m, i, "forward"), r = at(&m, i, "yaw_rate");
    axle pair[AXLES] = {{.load = {at(&m, i, "load_fl"), at(&m, i, "load_fr")}},
                        {.load = {at(&m, i, "load_rl"), at(&m, i, "load_rr")}}};
    if (time_at(&m, i) < settled || !(ay >= from) || !(ay <= to)) continue;
    const double without = wheelbase * r / vx;
    line_add(&vehicle, ay, at(&m, i, "wheel_angle") - without);
    for (int k = 0; k < MODELS; k++) line_add(&track[k], ay, single_track(tyre, pair, k, ay, vx, r) - without);
    CHECK_NEAR(vx / r, 40, 0.8);
  }
  CHECK(LIGHT || vehicle.n > 30);
  for (int k = 0; k < MODELS && !LIGHT; k++) CHECK_NEAR(line_slope(&track[k]), parts[k], 1e-4);
  if (!LIGHT) CHECK_NEAR(line_slope(&vehicle), line_slope(&track[TRACK]), 0.1 * line_slope(&track[TRACK]));
  end(&m);
}

// ---- step steer -----------------------------------------------------------------------------------------------------

static void test_step_steer(void) {
  manoeuvre m;
  drive(&m, "hmmwv-step-steer", &(jn_choices){0});
  const int last = m.rows.nrows - 1;
  double lateral = at(&m, last, "lateral"), most = 0;
  for (int i = 0; i <= last; i++) most = fmax(most, at(&m, i, "lateral"));
  if (!LIGHT) {
    CHECK_NEAR(lateral, 4, 0.2);
    CHECK_NEAR(at(&m, last, "forward"), 60 / 3.6, 0.2);
    CHECK_NEAR(at(&m, last, "yaw_rate"), lateral / at(&m, last, "forward"), 2e-3);
    CHECK(most < 1.2 * lateral);                  // it overshoots a little, and is stable
    CHECK(at(&m, last, "chassis.roll") > 0.005);  // outwards: to the right
  }
  end(&m);
}

int main(void) {
  test_lane_change();
  test_constant_radius();
  test_step_steer();
  return check_report();
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_full_travel.c - M_q of the report's two vehicles turned in space, and of the HMMWV with its steering free at
// full lock and with its wheels at the ends of their travel: change from M_q of the standing vehicle, and the number of
// independent variables on which each dependent one depends.
#include <math.h>
#include <string.h>

#include "petzold/petzold.h"

// Angles of the lower arms (wheels 0.1 m up, 0.09 m down) and of the Pitman arm at full lock.
static const double travel = 0.2, lock = 0.5235987755982988;  // rad
enum { CORNERS = 4, LOCKS = 3, PLACES = LOCKS << CORNERS, PIECES = 8 };
static const double part_of_travel = 0.25;  // part of the travel and of the lock for the variation of the claim
// Rotation vectors, rad: along and across a slope, on its side, on its roof, nose down, and about skew axes.
static const double orientations[][3] = {{0, -0.54, 0}, {0.54, 0, 0},     {1.57, 0, 0},       {3.14, 0, 0},
                                         {0, 1.57, 0},  {0, 0, 1.57},     {0, 0, 3.14},       {0.5, -0.8, 1.6},
                                         {-1, 2, 0.3},  {2.2, 1.1, -0.7}, {-0.9, -1.4, -1.2}, {1.2, 1.2, 1.2}};
enum { ORIENTATIONS = sizeof orientations / sizeof *orientations };

typedef struct {
  petzold_car car;
  const jn_reduced *reduced;
  double *start, *first, *now;
  bool depends[PETZOLD_MOST * PETZOLD_MOST];  // n x k: a dependent speed depends on an independent one at some place
  double most, chassis;                       // largest change of M_q, and of its block of the chassis
  double turned, turned_ground;  // largest change of M_q by the orientations, in the chassis' axes and in the ground's
} vehicle;

static int speed_named(const vehicle *v, const char *name) {
  for (int i = 0; i < v->reduced->nindependent; i++)
    if (strcmp(v->reduced->arcs[v->reduced->independent[i]], name) == 0) return v->reduced->independent[i];
  repro_fail(v->car.r, JN_BAD_ARGUMENT, "the HMMWV has no independent variable '%s'", name);
  return 0;
}

// Sets `way` to the changes of the independent angles from the start to a place, multiplied by `part`: one of the
// LOCKS, and one end of the travel for each corner.
static void way_to(const vehicle *v, int place, double part, double *way) {
  static const char *const corners[CORNERS] = {"joint.fl.lca.angle", "joint.fr.lca.angle", "joint.rl.lca.angle",
                                               "joint.rr.lca.angle"};
  way[speed_named(v, "joint.pitman.angle")] = part * lock * (place % LOCKS - 1);
  for (int c = 0; c < CORNERS; c++) {
    double end = (place / LOCKS) >> c & 1 ? travel : -travel;
    way[speed_named(v, corners[c])] = part * end;
  }
}

// Moves a piece of the way along the columns of B and closes the loops.
static void go_on(vehicle *v, const double *way) {
  const jn_system *system = v->car.motion->system;
  const petzold_partial *p = &v->car.partial;
  double d[PETZOLD_MOST] = {0};
  for (int i = 0; i < p->n; i++)
    for (int c = 0; c < p->k; c++) d[i] += p->B[i * p->k + c] * way[p->independent[c]] / PIECES;
  memcpy(v->car.near, v->car.state, (size_t)jn_system_sizes(system).nstate * sizeof *v->car.near);
  jn_manifold_step(system, jn_state_q(system, v->car.near), d, jn_state_q(system, v->car.state));
  if (jn_run_restart(v->car.motion->run, v->car.state) != JN_OK)
    repro_fail(v->car.r, JN_NO_CONVERGENCE, "the HMMWV cannot go to the end of its travel: %s",
               jn_run_summary(v->car.motion->run)->why);
  petzold_car_look(&v->car);
}

static bool go_to(vehicle *v, int place, double part) {
  double way[PETZOLD_MOST] = {0};
  way_to(v, place, part, way);
  memcpy(v->car.state, v->start, (size_t)jn_system_sizes(v->car.motion->system).nstate * sizeof *v->start);
  for (int k = 0; k < PIECES && repro_ok(v->car.r); k++)
    if (petzold_car_mass(&v->car, v->car.state, true, v->now)) go_on(v, way);
  return repro_ok(v->car.r) && petzold_car_mass(&v->car, v->car.state, true, v->now);
}

static void compare(vehicle *v) {
  const petzold_partial *p = &v->car.partial;
  double part[2][PETZOLD_FREE * PETZOLD_FREE];
  for (int i = 0; i < p->n * p->k; i++) v->depends[i] = v->depends[i] || fabs(p->B[i]) > 1e-9;
  for (int i = 0; i < PETZOLD_FREE; i++)
    for (int j = 0; j < PETZOLD_FREE; j++) {
      part[0][i * PETZOLD_FREE + j] = v->now[i * p->k + j];
      part[1][i * PETZOLD_FREE + j] = v->first[i * p->k + j];
    }
  v->chassis = repro_larger(v->chassis, petzold_change(PETZOLD_FREE, part[0], part[1]));
  v->most = repro_larger(v->most, petzold_change(p->k, v->now, v->first));
}

// Measures the change of M_q for all orientations of the standing vehicle. Returns false after a failure.
static bool turn(vehicle *v) {
  repro *r = v->car.r;
  double *ground = repro_scratch(r, PETZOLD_MOST * PETZOLD_MOST);
  double *turned = repro_scratch(r, jn_system_sizes(v->car.motion->system).nstate);
  if (!repro_ok(r) || !petzold_car_mass(&v->car, v->car.state, false, ground)) return false;
  for (int i = 0; i < ORIENTATIONS; i++) {
    petzold_car_turn(&v->car, orientations[i], turned);
    if (!petzold_car_mass(&v->car, turned, true, v->now)) return false;
    v->turned = repro_larger(v->turned, petzold_change(v->car.partial.k, v->now, v->first));
    if (!petzold_car_mass(&v->car, turned, false, v->now)) return false;
    v->turned_ground = repro_larger(v->turned_ground, petzold_change(v->car.partial.k, v->now, ground));
  }
  return true;
}

static bool begin(vehicle *v) {
  repro *r = v->car.r;
  v->start = repro_scratch(r, jn_system_sizes(v->car.motion->system).nstate);
  v->first = repro_scratch(r, PETZOLD_MOST * PETZOLD_MOST);
  v->now = repro_scratch(r, PETZOLD_MOST * PETZOLD_MOST);
  if (!repro_ok(r)) return false;
  memcpy(v->start, v->car.state, (size_t)jn_system_sizes(v->car.motion->system).nstate * sizeof *v->start);
  return petzold_car_mass(&v->car, v->car.state, true, v->first);
}

// Measures the change of M_q at all places. Returns false after a failure.
static bool travel_all(vehicle *v, double part) {
  v->most = v->chassis = 0;
  for (int place = 0; place < PLACES; place++) {
    if (!go_to(v, place, part)) return false;
    compare(v);
  }
  return true;
}

// Takes the independent variables of the model file, in which the chassis is first.
static void take_named(vehicle *v) {
  petzold_partial *p = &v->car.partial;
  p->k = v->reduced->nindependent;
  memcpy(p->independent, v->reduced->independent, (size_t)p->k * sizeof *p->independent);
}

static void judge_dependence(repro *r, const vehicle *v) {
  const petzold_partial *p = &v->car.partial;
  petzold_dependence d = petzold_count_dependence(p, v->depends);
  repro_add_claim(
      r, "few-variables-hmmwv", repro_share(REPRO_ALWAYS, d.dependent - d.on[PETZOLD_FEW], d.dependent),
      "In vehicle models the dependent variables are functions of a small number of elements in q: the HMMWV "
      "with its steering free.",
      "no dependent variable depends on more than three, at full lock and at the ends of the wheels' travel");
  repro_quote(r, "section 3, after (11)",
              "In vehicle models, the dependent variables are functions of a small number of elements in q.");
  repro_set_condition(r, "on the drive train: shafts between differentials turn with all wheels");
  repro_add_evidence(
      r,
      "%d dependent and %d independent ones; on none of these depend %d, on one %d, on two %d, on three %d, on more %d",
      d.dependent, p->k, d.on[0], d.on[1], d.on[2], d.on[3], d.on[PETZOLD_FEW]);
}

static void judge_orientations(repro *r, const vehicle *hmmwv, const vehicle *m2) {
  const double nearly = 0.05, most = repro_larger(hmmwv->turned, m2->turned);
  repro_add_claim(
      r, "mass-constant-hmmwv", repro_if(most < nearly),
      "In its chassis' coordinate system M_q of a vehicle is nearly constant for all orientations in space: "
      "the HMMWV and the M2.",
      "no element changes by more than 5 % when the standing vehicle is turned to twelve orientations");
  repro_quote(r, "section 4, second paragraph",
              "This keeps the entire vehicle's inertia matrix nearly constant for all possible vehicle orientations in "
              "space, which means that matrix M_q in (18) remains nearly constant.");
  repro_add_evidence(r,
                     "on slopes, on its side, on its roof, nose down and about skew axes: HMMWV %.1e, M2 %.1e; with "
                     "velocities along the ground's axes %.2g and %.2g",
                     hmmwv->turned, m2->turned, hmmwv->turned_ground, m2->turned_ground);
}

static void judge_travel(repro *r, const vehicle *full, const vehicle *less) {
  const double nearly = 0.05;
  repro_claim *claim = repro_add_claim(r, "mass-travel", repro_if(full->most < nearly),
                                       "M_q of the HMMWV is nearly constant also when steering and suspension move.",
                                       "no element changes by more than 5 % between standing, and full lock with the "
                                       "wheels at the ends of their travel");
  if (claim) claim->ours = true;
  repro_add_evidence(r,
                     "%.2g %% at most, in the part of the chassis alone %.2g %%, at %d places with the lower arms 0.2 "
                     "rad up or down and the Pitman arm at 30 degrees or straight",
                     100 * full->most, 100 * full->chassis, (int)PLACES);
  repro_vary(r, "the travel", repro_if(less->most < nearly),
             "a quarter of the travel and of the lock, as in a lane change: %.2g %%", 100 * less->most);
}

static bool new_vehicle(repro *r, const char *model_name, const char *title, vehicle *v) {
  jn_model *model = repro_model(r, model_name, NULL, 0);
  jn_choices choices = repro_choices(r, model);
  repro_choose(choices.coordinates, sizeof choices.coordinates, petzold_forms[PETZOLD_KE].coordinates);
  repro_choose(choices.formulation, sizeof choices.formulation, petzold_forms[PETZOLD_KE].formulation);
  repro_motion *motion = repro_follow(r, title, model, &choices, NULL, 0);
  if (!petzold_car_new(r, motion, &v->car)) return false;
  v->reduced = jn_run_reduced(motion->run);
  if (!v->reduced) repro_fail(r, JN_REFUSED, "'%s' was not reduced", model_name);
  if (!repro_ok(r)) return false;
  take_named(v);
  return begin(v) && turn(v);
}

void petzold_full_travel(repro *r) {
  vehicle hmmwv = {0}, m2 = {0}, less;
  if (!new_vehicle(r, "m2", "M2 turned in space", &m2)) return;
  if (!new_vehicle(r, "hmmwv", "HMMWV turned in space", &hmmwv) || !travel_all(&hmmwv, part_of_travel)) return;
  less = hmmwv;
  if (!travel_all(&hmmwv, 1)) return;
  judge_dependence(r, &hmmwv);
  judge_orientations(r, &hmmwv, &m2);
  judge_travel(r, &hmmwv, &less);
}

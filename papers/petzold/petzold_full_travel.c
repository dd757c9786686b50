// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_full_travel.c - the HMMWV with its steering free, at full lock and with its wheels at the ends of their
// travel: on how many independent variables the dependent ones depend, and how far M_q goes from that of the standing
// vehicle.
#include <math.h>
#include <string.h>

#include "petzold/petzold.h"

// Wheels 0.1 m up and 0.09 m down; the Pitman arm at full steering wheel.
static const double travel = 0.2, lock = 0.5235987755982988;  // rad
enum { CORNERS = 4, LOCKS = 3, PLACES = LOCKS << CORNERS, PIECES = 8 };

typedef struct {
  petzold_car car;
  const jn_reduced *reduced;
  double *start, *first, *now;
  bool depends[PETZOLD_MOST * PETZOLD_MOST];  // n x k: at any place
  double most, chassis;                       // largest change of M_q, and of its part of the chassis
} vehicle;

static int speed_named(const vehicle *v, const char *name) {
  for (int i = 0; i < v->reduced->nindependent; i++)
    if (strcmp(v->reduced->arcs[v->reduced->independent[i]], name) == 0) return v->reduced->independent[i];
  repro_fail(v->car.r, JN_BAD_ARGUMENT, "the HMMWV has no independent variable '%s'", name);
  return 0;
}

// How far the independent speeds go to a place: a lock, and of each corner one end of its travel.
static void way_to(const vehicle *v, int place, double *way) {
  static const char *const corners[CORNERS] = {"joint.fl.lca.angle", "joint.fr.lca.angle", "joint.rl.lca.angle",
                                               "joint.rr.lca.angle"};
  way[speed_named(v, "joint.pitman.angle")] = lock * (place % LOCKS - 1);
  for (int c = 0; c < CORNERS; c++) way[speed_named(v, corners[c])] = (place / LOCKS) >> c & 1 ? travel : -travel;
}

// Along B a piece of the way, and the loops closed.
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

static bool go_to(vehicle *v, int place) {
  double way[PETZOLD_MOST] = {0};
  way_to(v, place, way);
  memcpy(v->car.state, v->start, (size_t)jn_system_sizes(v->car.motion->system).nstate * sizeof *v->start);
  for (int k = 0; k < PIECES && repro_ok(v->car.r); k++)
    if (petzold_car_mass(&v->car, v->car.state, true, v->now)) go_on(v, way);
  return repro_ok(v->car.r) && petzold_car_mass(&v->car, v->car.state, true, v->now);
}

static void compare(vehicle *v) {
  const petzold_partial *p = &v->car.partial;
  double part[2][PETZOLD_FREE * PETZOLD_FREE];
  for (int i = 0; i < p->n * p->k; i++) v->depends[i] = v->depends[i] || fabs(p->B[i]) > 1e-9;
  v->most = repro_larger(v->most, petzold_change(p->k, v->now, v->first));
  for (int i = 0; i < PETZOLD_FREE; i++)
    for (int j = 0; j < PETZOLD_FREE; j++) {
      part[0][i * PETZOLD_FREE + j] = v->now[i * p->k + j];
      part[1][i * PETZOLD_FREE + j] = v->first[i * p->k + j];
    }
  v->chassis = repro_larger(v->chassis, petzold_change(PETZOLD_FREE, part[0], part[1]));
}

static bool look(vehicle *v) {
  repro *r = v->car.r;
  v->start = repro_scratch(r, jn_system_sizes(v->car.motion->system).nstate);
  v->first = repro_scratch(r, PETZOLD_MOST * PETZOLD_MOST), v->now = repro_scratch(r, PETZOLD_MOST * PETZOLD_MOST);
  if (!repro_ok(r)) return false;
  memcpy(v->start, v->car.state, (size_t)jn_system_sizes(v->car.motion->system).nstate * sizeof *v->start);
  if (!petzold_car_mass(&v->car, v->car.state, true, v->first)) return false;
  for (int place = 0; place < PLACES; place++) {
    if (!go_to(v, place)) return false;
    compare(v);
  }
  return true;
}

// The independent variables of the model file, the chassis first.
static void take_named(vehicle *v) {
  petzold_partial *p = &v->car.partial;
  p->k = v->reduced->nindependent;
  memcpy(p->independent, v->reduced->independent, (size_t)p->k * sizeof *p->independent);
}

static void judge(repro *r, const vehicle *v) {
  const petzold_partial *p = &v->car.partial;
  petzold_dependence d = petzold_count_dependence(p, v->depends);
  repro_add_claim(
      r, "few-variables-hmmwv", repro_share(REPRO_ALWAYS, d.dependent - d.on[PETZOLD_FEW], d.dependent),
      "In vehicle models the dependent variables are functions of a small number of elements in q: the HMMWV "
      "with its steering free.",
      "none on more than three, at full lock and at the ends of the wheels' travel");
  repro_set_condition(r, "shafts between differentials turn with all wheels");
  repro_add_evidence(
      r,
      "%d dependent and %d independent ones; on none of these depend %d, on one %d, on two %d, on three %d, on more %d",
      d.dependent, p->k, d.on[0], d.on[1], d.on[2], d.on[3], d.on[PETZOLD_FEW]);
  repro_add_claim(r, "mass-constant-hmmwv", repro_if(v->most < 0.05),
                  "M_q remains nearly constant: the HMMWV with its steering free.",
                  "no element changes by more than 5 % between standing, and full lock with the wheels at the ends of "
                  "their travel");
  repro_add_evidence(r,
                     "%.2g %% at most, in the part of the chassis alone %.2g %%, at %d places with the lower arms 0.2 "
                     "rad up or down and the Pitman arm at 30 degrees or straight",
                     100 * v->most, 100 * v->chassis, (int)PLACES);
}

void petzold_full_travel(repro *r) {
  vehicle v = {0};
  jn_model *model = repro_model(r, "hmmwv", NULL, 0);
  jn_choices choices = repro_choices(r, model);
  repro_motion *motion = repro_follow(r, "HMMWV at full lock", model, &choices, NULL, 0);
  if (!petzold_car_new(r, motion, &v.car)) return;
  v.reduced = jn_run_reduced(motion->run);
  if (!v.reduced) repro_fail(r, JN_REFUSED, "the HMMWV was not reduced");
  if (!repro_ok(r)) return;
  take_named(&v);
  if (look(&v)) judge(r, &v);
}

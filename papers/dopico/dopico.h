// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dopico.h - what the files of Dopico's paper share: the four methods, the pendulum and its equations written
// out, and the vehicle on its two roads.
//
// The stand-alone integration (dopico_alone.c) is the app's own, densely, of the pendulum only. It can make the
// multiplier updates as printed, which the engine does not offer, and it is a second implementation to compare with.
#ifndef APP_REPRODUCE_DOPICO_H
#define APP_REPRODUCE_DOPICO_H

#include "trial/trial.h"

enum { PLAIN, METHOD_A, METHOD_B, METHOD_AB, NMETHODS };  // equations (2); with projections; conserving; both

extern const char *const dopico_names[NMETHODS];         // "plain", "A", "B", "A + B"
extern const char *const dopico_formulations[NMETHODS];  // "index3", ...

extern const char *const dopico_combination;  // the section "Combination of both stabilizing strategies"

// no halvings: a step that fails ends the run
jn_choices dopico_choices(repro *r, jn_model *model, int method, double step);

// ---- dopico_alone.c: the pendulum's equations, q = (r1, r2)
enum { DOPICO_N = 6, DOPICO_M = 4 };

typedef struct {
  double t, q[DOPICO_N], v[DOPICO_N], a[DOPICO_N], lambda[DOPICO_M];
} dopico_state;

typedef struct {
  double phi, phidot, phiddot;  // Euclidean norms
  double energy, momentum;      // J, kg m^2/s about z
} dopico_measures;

// After Newton's increment by what it leaves; by the mean over the step, as (9) is printed; by alpha phi in the
// conserving scheme too; before q is moved by the increment.
typedef enum { UPDATE_RIGHT, UPDATE_MEAN, UPDATE_FULL, UPDATE_EARLY } dopico_update;

typedef struct {
  bool conserving, projected, geometric;  // geometric: the tangent has the second derivatives of the rows
  dopico_update update;                   // of the multipliers
  double step, penalty;
} dopico_scheme;

// accelerations and multipliers consistent; `stretch`: r1 = (1 + stretch, 0, 0)
dopico_state dopico_start(double stretch);
// One step; its iterations, 0: they did not converge, and the state is as it was.
int dopico_advance(const dopico_scheme *scheme, dopico_state *state);
// (3) with P = M + K (K: N x N, NULL: 0) and `factor` = k alpha: v in place.
void dopico_project_velocity(const double *q, double factor, const double *K, double *v);
void dopico_measure(const double *q, const double *v, const double *a, dopico_measures *out);

// ---- dopico_history.c: runs of the pendulum by the engine, with these measures along them
typedef struct {
  int n;  // 0: there is no run
  const double *time, *z, *vz, *energy, *momentum;
  double *phi, *phidot, *phiddot;  // Euclidean norms
  double max_phi, max_phidot, max_phiddot;
  double error;  // largest component of r1's, at 5 s; NaN: not reached
  jn_summary summary;
} dopico_history;

typedef struct {
  const char *title, *formulation, *integrator, *variant;  // NULL: of the file
  double step, until;
  double rho;  // spectral radius of the integrator; 0: of the file
} dopico_case;

dopico_history dopico_follow(repro *r, const dopico_case *what, repro_need need);
// one of the four; it may fail on the way
dopico_history dopico_method(repro *r, int method, double step, double until);
double dopico_energy_error(const dopico_history *h);  // the largest along it, J
// The potential energy between the highest and the lowest place, which the pendulum exchanges with kinetic energy, J.
double dopico_exchanged(const dopico_history *h);
// Has it stopped, do its velocities drift off (the largest |phidot| of the last quarter above twice that of the first),
// or does its energy rise by more than a hundredth of what is exchanged? Energy that is dissipated does not count.
bool dopico_is_unstable(const dopico_history *h, double exchanged);
// Mean period of the polar motion, by the first twelve maxima of z; NaN: fewer than two.
double dopico_period(const dopico_history *h);

extern const double dopico_exact_period;  // s
extern const double dopico_energy;        // J: that of the start

// ---- dopico_vehicle.c: the Iltis on its roads
// profile I, 5 s, with bumps of 4 m and of 2 m; profile II, 8 s, with four stairs of 0.15 m, with the six stairs of
// 0.1 m of the model, and with four of 0.12 and 0.16 m
enum { BUMPS, SHORT_BUMPS, STAIRS, STAIRS_10, STAIRS_12, STAIRS_16, NROADS };
enum {
  MIXED,
  PLAIN_NEWTON,
  EXACT,
  NNEWTONS
};  // ways of Newton's method: the usual variant, plain-newton, exact-newton

extern const char *const dopico_newtons[NNEWTONS];  // "mixed", "plain", "exact"

typedef struct {
  int road, method, newton;
  double step;
  double tolerance;       // of Newton's increments, relative to the size of the bodies; 0: 1e-10
  bool projects_by_mass;  // A with P = M and factors of its own, instead of those of the step
  double rows;            // time between rows, with accelerations; 0: 10 ms, without
} dopico_trip;

typedef struct {
  int n;  // 0: there is no run
  const double *time, *z;
  const double *az, *wheel_az;  // of the chassis, of the right front wheel; NULL: not asked for
  const double *right, *left;   // heights of the front wheels' centres
  jn_summary summary;
} dopico_ride;

double dopico_end(int road);  // s

dopico_ride dopico_drive(repro *r, const dopico_trip *trip);            // it may fail on the way
double dopico_reach(repro *r, const dopico_trip *trip);                 // the time to which it comes, without rows
dopico_ride dopico_thin(repro *r, const dopico_ride *ride, int every);  // one row of `every`, from the first on
// CPU time of several trips, taking turns.
void dopico_time_rides(repro *r, const dopico_trip *trips, int n, int turns, repro_timing *items);
// The largest step of a ladder from 100 down to 10 ms with which the whole ride runs without a failed step; 0: none.
double dopico_largest_step(repro *r, int road, int method, int newton);
double dopico_road(int road, bool left, double x);  // height, m
void dopico_add_vehicle(repro *r);                  // Fig. 7
// Largest |z - z of the reference| over the rows that both have.
double dopico_ride_error(const dopico_ride *ride, const dopico_ride *reference);
// The part of a curve between two times, and in mm how far it is from another one with the same rows.
void dopico_add_part(repro *r, repro_figure *figure, const char *label, const double *time, const double *y, int n,
                     double from, double to);
void dopico_add_difference(repro *r, repro_figure *figure, const char *label, const double *time, const double *y,
                           const double *other, int n);

// ---- the parts of the paper
void dopico_pendulum(repro *r);       // dopico_pendulum.c: the table, Figs 2 to 6
void dopico_pendulum_more(repro *r);  // dopico_more.c: order, period, long runs, integrators, penalty
void dopico_projections(repro *r);    // dopico_projections.c: what the projections do to the energy, by P
void dopico_mechanisms(repro *r);     // dopico_mechanisms.c: redundant rows and singular configurations
void dopico_misprints(repro *r);      // dopico_misprints.c
void dopico_beta(repro *r);           // dopico_beta.c: equation (10)
void dopico_profile_1(repro *r);      // dopico_bumps.c: Tables 1 and 2, Figs 8 to 10
void dopico_profile_2(repro *r);      // dopico_stairs.c: Figs 11 to 13

#endif

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dopico.h - shared by the files of Dopico's paper: the four methods, the pendulum with its equations written out, and
// the vehicle on its roads.
//
// The stand-alone integration (dopico_alone.c) does not use the engine and treats the pendulum only, with dense
// matrices. It can update the multipliers as printed, which the engine does not offer, and is a second implementation
// for comparison.
#ifndef APP_REPRODUCE_DOPICO_H
#define APP_REPRODUCE_DOPICO_H

#include "trial/trial.h"

// equations (2) alone; with projections; conserving scheme; conserving scheme with projections
enum { PLAIN, METHOD_A, METHOD_B, METHOD_AB, NMETHODS };

extern const char *const dopico_names[NMETHODS];         // "plain", "A", "B", "A + B"
extern const char *const dopico_formulations[NMETHODS];  // "index3", ...: formulations of the engine

extern const char *const dopico_combination;  // the section "Combination of both stabilizing strategies"

// Returns the choices of a method. Steps are not halved: a step that fails ends the run.
jn_choices dopico_choices(repro *r, jn_model *model, int method, double step);

// ---- dopico_alone.c: the equations of the pendulum, q = (r1, r2)
enum { DOPICO_N = 6, DOPICO_M = 4 };

typedef struct {
  double t, q[DOPICO_N], v[DOPICO_N], a[DOPICO_N], lambda[DOPICO_M];
} dopico_state;

typedef struct {
  double phi, phidot, phiddot;  // Euclidean norms of constraint violations
  double energy, momentum;      // J, kg m^2/s about z
} dopico_measures;

// Update of the multipliers after an iteration: by the residual at the end of the step, halved in the conserving scheme
// (corrected); by its mean over the step, as (9) is printed; by alpha phi in the conserving scheme, too; as corrected,
// but before q is incremented.
typedef enum { UPDATE_RIGHT, UPDATE_MEAN, UPDATE_FULL, UPDATE_EARLY } dopico_update;

typedef struct {
  // geometric: the tangent matrix contains the second derivatives of the constraint equations
  bool conserving, projected, geometric;
  dopico_update update;  // update of the multipliers
  double step, penalty;
} dopico_scheme;

// Returns the start with consistent accelerations and multipliers; r1 = (1 + stretch, 0, 0).
dopico_state dopico_start(double stretch);
// Takes one step. Returns the number of iterations; 0: they did not converge, and the state is unchanged.
int dopico_advance(const dopico_scheme *scheme, dopico_state *state);
// Projects v by (3) in place, with P = M + K (K: N x N; NULL: 0) and `factor` = k alpha.
void dopico_project_velocity(const double *q, double factor, const double *K, double *v);
void dopico_measure(const double *q, const double *v, const double *a, dopico_measures *out);

// ---- dopico_history.c: runs of the pendulum by the engine with their errors
typedef struct {
  int n;  // 0: there is no run
  const double *time, *z, *vz, *energy, *momentum;
  double *phi, *phidot, *phiddot;  // Euclidean norms of constraint violations at each row
  double max_phi, max_phidot, max_phiddot;
  double error;  // largest component of the error of r1 at 5 s, m; NaN: the run did not reach 5 s
  jn_summary summary;
} dopico_history;

typedef struct {
  const char *title, *formulation, *integrator, *variant;  // NULL: as in the model file
  double step, until;
  double rho;  // spectral radius of the integrator; 0: as in the model file
} dopico_case;

dopico_history dopico_follow(repro *r, const dopico_case *what, repro_need need);
// Runs one of the four methods; the run may fail.
dopico_history dopico_method(repro *r, int method, double step, double until);
double dopico_energy_error(const dopico_history *h);  // largest |E - E0| of a run, J
// Returns the difference of potential energy between the highest and the lowest position, J, which the pendulum
// exchanges with kinetic energy.
double dopico_exchanged(const dopico_history *h);
// Returns whether a run is unstable: it has stopped, the largest |phidot| of its last quarter exceeds twice that of the
// first, or its energy rises by more than a hundredth of `exchanged`. Dissipation is not instability.
bool dopico_is_unstable(const dopico_history *h, double exchanged);
// Returns the mean period of the polar motion from up to twelve maxima of z, s; NaN: there are fewer than two maxima.
double dopico_period(const dopico_history *h);

extern const double dopico_exact_period;  // s
extern const double dopico_energy;        // initial energy, J

// ---- dopico_vehicle.c: the Iltis on the roads
// Roads: profile I, 5 s, with bumps of 4 m and of 2 m; profile II, 8 s, with four stairs of 0.15 m, with six stairs of
// 0.1 m as in the model, and with four stairs of 0.12 m and of 0.16 m.
enum { BUMPS, SHORT_BUMPS, STAIRS, STAIRS_10, STAIRS_12, STAIRS_16, NROADS };
enum { MIXED, PLAIN_NEWTON, EXACT, NNEWTONS };  // variants of Newton's method: default, plain-newton, exact-newton

extern const char *const dopico_newtons[NNEWTONS];  // "mixed", "plain", "exact"

typedef struct {
  int road, method, newton;
  double step;
  double tolerance;       // tolerance of Newton's increments, relative to the size of the bodies; 0: 1e-10
  bool projects_by_mass;  // method A projects with P = M and its own factorisation, instead of that of the step
  double rows;            // time between rows, which then have accelerations, s; 0: 10 ms, without accelerations
} dopico_trip;

typedef struct {
  int n;  // 0: there is no run
  const double *time, *z;
  // vertical accelerations of the chassis and of the right front wheel, m/s^2; NULL: not requested
  const double *az, *wheel_az;
  const double *right, *left;  // heights of the front wheels' centres, m
  jn_summary summary;
} dopico_ride;

double dopico_end(int road);  // end time of a ride, s

dopico_ride dopico_drive(repro *r, const dopico_trip *trip);  // runs a ride, which may fail
// Returns the time that a ride reaches, s, without storing rows.
double dopico_reach(repro *r, const dopico_trip *trip);
// Returns the rows number 0, every, 2 every, ...
dopico_ride dopico_thin(repro *r, const dopico_ride *ride, int every);
// Measures the CPU time of several rides, which take turns.
void dopico_time_rides(repro *r, const dopico_trip *trips, int n, int turns, repro_timing *items);
// Returns the largest step from 100 down to 10 ms with which the whole ride runs without a failed step, s; 0: none.
double dopico_largest_step(repro *r, int road, int method, int newton);
double dopico_road(int road, bool left, double x);  // height of the road, m
void dopico_add_vehicle(repro *r);                  // adds Fig. 7
// Returns the largest difference of z between two rides over their common rows, m.
double dopico_ride_error(const dopico_ride *ride, const dopico_ride *reference);
// Add the part of a curve between two times, and the difference of two curves with the same rows, in mm.
void dopico_add_part(repro *r, repro_figure *figure, const char *label, const double *time, const double *y, int n,
                     double from, double to);
void dopico_add_difference(repro *r, repro_figure *figure, const char *label, const double *time, const double *y,
                           const double *other, int n);

// ---- parts of the reproduction
void dopico_pendulum(repro *r);       // dopico_pendulum.c: the table, Figs 2 to 6
void dopico_pendulum_more(repro *r);  // dopico_more.c: order, period, long runs, integrators, penalty
void dopico_projections(repro *r);    // dopico_projections.c: what the projections do to the energy, by P
void dopico_mechanisms(repro *r);     // dopico_mechanisms.c: redundant rows and singular configurations
void dopico_misprints(repro *r);      // dopico_misprints.c
void dopico_beta(repro *r);           // dopico_beta.c: equation (10)
void dopico_profile_1(repro *r);      // dopico_bumps.c: Tables 1 and 2, Figs 8 to 10
void dopico_profile_2(repro *r);      // dopico_stairs.c: Figs 11 to 13

#endif

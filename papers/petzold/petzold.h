// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold.h - what the files of Petzold and Wehage's report share: the mechanisms, the three forms of the equations,
// and the report's symbols at one state.
//
// The symbols are built outside the engine's solvers, from what any program may look at: velocities of the bodies in
// cartesian coordinates for unit rates of the joints are R_a H_a, rows of the cut joints say how rates depend on each
// other. Spatial vectors are taken at the origin of the ground and along its axes, as the Boolean C_a and C_c of the
// report need it: (angular velocity, velocity there), three numbers in the plane and six in space; forces are (moment
// about the origin, force).
#ifndef APP_REPRODUCE_PETZOLD_H
#define APP_REPRODUCE_PETZOLD_H

#include "trial/trial.h"

enum { PETZOLD_MOST = 80 };  // unknowns of a dense system of equations, at most

// ---- mechanisms and forms: petzold_models.c
enum { PETZOLD_NEE, PETZOLD_LE, PETZOLD_KE, PETZOLD_FORMS, PETZOLD_MECHANISMS = 10, PETZOLD_OUTPUTS = 2 };

typedef struct {
  const char *name, *coordinates, *formulation;
} petzold_form;

typedef struct {
  const char *title, *model;
  jn_setting settings[2];  // up to a NULL path
  double step, until;
  const char *outputs[PETZOLD_OUTPUTS];    // that errors are measured in
  const char *reactions[PETZOLD_OUTPUTS];  // of a joint of the tree and of a cut one; NULL: they are not unique
  bool tree;                               // without loops
} petzold_mechanism;

extern const petzold_form petzold_forms[PETZOLD_FORMS];
extern const petzold_mechanism petzold_mechanisms[PETZOLD_MECHANISMS];

jn_model *petzold_model(repro *r, const petzold_mechanism *mechanism);
jn_choices petzold_choices(repro *r, jn_model *model, const petzold_mechanism *mechanism, int form);

// ---- a run of which one looks at the equations: petzold_motion.c
// Dense M (nv x nv) and G (nc x nv) at the run's state; the frame frees them.
void petzold_look(repro *r, repro_motion *motion, double **M, double **G);

// ---- B_a of (12) by elimination: petzold_partial.c
typedef struct {
  int n, k;                       // joint rates, independent ones
  int independent[PETZOLD_MOST];  // k of them
  double *B;                      // n x k; NULL after a failure
} petzold_partial;

// G has m rows. The set is found by complete pivoting; `given` of an earlier one keeps its set.
petzold_partial petzold_find_partial(repro *r, int m, int n, const double *G, const petzold_partial *given);

// ---- the report's symbols: petzold_space.c
typedef struct {
  double at[PETZOLD_MOST][PETZOLD_MOST];
} petzold_matrix;

typedef struct {
  int width, bodies, chords;  // numbers in a spatial vector, n_a, n_c
  int n, k;                   // joint rates, independent ones
  int independent[PETZOLD_MOST];
  petzold_matrix Ca, Ra;  // one number a body: Boolean
  petzold_matrix Cc;      // chords x bodies
  petzold_matrix Ha, Ba;  // (width bodies) x n, n x k
  petzold_matrix Hadot, Badot;
  petzold_matrix M;                         // width x width for each body, side by side: row, width body + column
  double v[PETZOLD_MOST], a[PETZOLD_MOST];  // of the bodies; a by the engine, cartesian with multipliers
  double Mdotv[PETZOLD_MOST], g[PETZOLD_MOST];
  double qdot[PETZOLD_MOST], qddot[PETZOLD_MOST];  // qddot by the engine, joint with multipliers
} petzold_space;

// False after a failure. Looks at the run's state, with qdot times `factor`; Hadot and Badot are central differences
// over +-time.
bool petzold_look_space(repro *r, repro_motion *motion, double factor, double time, petzold_space *space);
// C x, C Boolean
void petzold_spread(const petzold_space *s, const petzold_matrix *C, int rows, const double *x, double *out);
void petzold_times(int rows, int columns, const petzold_matrix *A, const double *x, double *out);
// out += factor A' x
void petzold_add_transposed(int rows, int columns, const petzold_matrix *A, const double *x, double factor,
                            double *out);
void petzold_inertia(const petzold_space *s, const double *x, double *out);  // M x
// The report's products, from the reading of a symbol that is asked for.
void petzold_velocity(const petzold_space *s, const double *qdot, double *out);  // H_a B_a qdot
// (Hadot_a B_a + H_a Badot_a) qdot; printed in (4): H_a for Hadot_a
void petzold_convective(const petzold_space *s, bool printed, double *out);

// ---- M_q of a vehicle: petzold_mass.c
enum { PETZOLD_FREE = 6 };
typedef struct {
  repro *r;
  repro_motion *motion;
  const jn_system *other;     // cartesian
  int chassis[PETZOLD_FREE];  // speeds of the chassis: velocity, angular velocity
  petzold_partial partial;    // of the last look; its set stays. k = 0: it is found at the first
  double *state, *near, *bodies;
} petzold_car;
bool petzold_car_new(repro *r, repro_motion *motion, petzold_car *car);  // false after a failure
void petzold_car_look(petzold_car *car);                                 // the run's state
// M_q = B' M B at a state, k x k; in the chassis' axes or the ground's. False after a failure.
bool petzold_car_mass(petzold_car *car, double *state, bool own_axes, double *Mq);
// The state of car->state with the whole vehicle turned by a rotation vector (rad).
void petzold_car_turn(const petzold_car *car, const double by[3], double *turned);
// Largest change of an element, as a share of the diagonal ones of its row and column.
double petzold_change(int k, const double *now, const double *first);

// On how many independent speeds the dependent ones depend.
enum { PETZOLD_FEW = 4 };
typedef struct {
  int dependent, on[PETZOLD_FEW + 1];  // on none, one, two, three, more
} petzold_dependence;
petzold_dependence petzold_count_dependence(const petzold_partial *p, const bool *depends);  // depends: n x k

// ---- compiled models: petzold_code.c
// NULL after a failure; the frame frees it.
jn_compiled *petzold_compile(repro *r, const jn_model *model, const jn_compile_options *options);
jn_model *petzold_compiled_model(repro *r, const jn_compiled *compiled);  // through a file, as the engine runs it

// A turn of repro_take_turns: goes back to the start of the run in item->what, a repro_motion, and steps to the end of
// item->choices. The run is made once, for finding its start takes longer than the steps.
double petzold_turn_of_run(repro *r, repro_timing *item);
double petzold_micros(const repro_timing *item);  // of a step, median of such turns

// Printed C as a library.
typedef struct {
  void *library, *state;
  int lines;
  void (*init)(void *state);
  int (*steps)(void *state, long n);  // 0: good
} petzold_code;
petzold_code *petzold_load(repro *r, jn_compiled *compiled);  // NULL also where the compiler does not take it

// ---- the compiler: petzold_library_posix.c, petzold_library_windows.c
bool petzold_has_compiler(void);                          // cc, or what CC names
bool petzold_library_make(repro *r, const char *folder);  // m.so of around.c
bool petzold_library_open(const char *folder, petzold_code *code);
void petzold_library_close(void *library);

// ---- the parts
void petzold_counts(repro *r);       // petzold_counts.c
void petzold_costs(repro *r);        // petzold_cost.c
void petzold_loops(repro *r);        // petzold_loops.c
void petzold_variables(repro *r);    // petzold_variables.c
void petzold_vehicle(repro *r);      // petzold_vehicle.c
void petzold_full_travel(repro *r);  // petzold_full_travel.c
void petzold_vehicles(repro *r);     // petzold_vehicles.c
void petzold_precomputed(repro *r);  // petzold_ladder.c
void petzold_impacts(repro *r);      // petzold_impacts.c
void petzold_operator(repro *r);     // petzold_operator.c
void petzold_long_steps(repro *r);   // petzold_steps.c
void petzold_curves(repro *r);       // petzold_curves.c
void petzold_equations(repro *r);    // petzold_equations.c
void petzold_misprints(repro *r);    // petzold_misprints.c

#endif

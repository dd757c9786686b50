// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold.h - shared by the files of Petzold and Wehage's report: the mechanisms, the three forms of the equations, and
// the report's symbols at one state.
//
// The symbols are computed without the engine's solvers: velocities of the bodies in cartesian coordinates for unit
// rates of the joints are R_a H_a, and the constraint equations of the cut joints give the dependent rates. Spatial
// vectors refer to the origin of the ground and its axes, as the Boolean matrices C_a and C_c of the report require:
// (angular velocity, velocity of the point at the origin), three numbers in the plane and six in space; forces are
// (moment about the origin, force).
#ifndef APP_REPRODUCE_PETZOLD_H
#define APP_REPRODUCE_PETZOLD_H

#include "trial/trial.h"

enum { PETZOLD_MOST = 80 };  // largest number of unknowns of a dense system of equations

// ---- mechanisms and forms: petzold_models.c
enum { PETZOLD_NEE, PETZOLD_LE, PETZOLD_KE, PETZOLD_FORMS, PETZOLD_MECHANISMS = 10, PETZOLD_OUTPUTS = 2 };

typedef struct {
  const char *name, *coordinates, *formulation;
} petzold_form;

typedef struct {
  const char *title, *model;
  jn_setting settings[2];  // ended by a NULL path
  double step, until;
  const char *outputs[PETZOLD_OUTPUTS];  // outputs whose errors are measured
  // reactions of a joint of the tree and of a cut joint; NULL: they are not unique
  const char *reactions[PETZOLD_OUTPUTS];
  bool tree;  // the mechanism has no loops
} petzold_mechanism;

extern const petzold_form petzold_forms[PETZOLD_FORMS];
extern const petzold_mechanism petzold_mechanisms[PETZOLD_MECHANISMS];

jn_model *petzold_model(repro *r, const petzold_mechanism *mechanism);
jn_choices petzold_choices(repro *r, jn_model *model, const petzold_mechanism *mechanism, int form);

// ---- matrices of a run: petzold_motion.c
// Sets *M (nv x nv) and *G (nc x nv) to the dense matrices at the state of the run; the frame frees them.
void petzold_look(repro *r, repro_motion *motion, double **M, double **G);

// ---- B_a of (12) by elimination: petzold_partial.c
typedef struct {
  int n, k;                       // number of joint rates, and of independent ones
  int independent[PETZOLD_MOST];  // indices of the k independent rates
  double *B;                      // n x k; NULL after a failure
} petzold_partial;

// Returns B_a for the m rows of G. The independent rates are found by complete pivoting or, if `given` is not NULL, are
// those of `given`.
petzold_partial petzold_find_partial(repro *r, int m, int n, const double *G, const petzold_partial *given);

// ---- the report's symbols: petzold_space.c
typedef struct {
  double at[PETZOLD_MOST][PETZOLD_MOST];
} petzold_matrix;

typedef struct {
  int width, bodies, chords;  // width: numbers in a spatial vector; n_a bodies, n_c chords
  int n, k;                   // number of joint rates, and of independent ones
  int independent[PETZOLD_MOST];
  petzold_matrix Ca, Ra;  // Boolean, bodies x bodies; an element stands for a block of width x width
  petzold_matrix Cc;      // chords x bodies
  petzold_matrix Ha, Ba;  // (width bodies) x n, n x k
  petzold_matrix Hadot, Badot;
  petzold_matrix M;  // width x width for each body, side by side: element (row, width body + column)
  // of the bodies; a by the engine, from the cartesian equations with multipliers
  double v[PETZOLD_MOST], a[PETZOLD_MOST];
  double Mdotv[PETZOLD_MOST], g[PETZOLD_MOST];
  // independent rates; qddot by the engine, from the equations in joint coordinates with multipliers
  double qdot[PETZOLD_MOST], qddot[PETZOLD_MOST];
} petzold_space;

// Computes the symbols at the state of the run, with qdot multiplied by `factor`. Hadot and Badot are central
// differences over +-time, s. Returns false after a failure.
bool petzold_look_space(repro *r, repro_motion *motion, double factor, double time, petzold_space *space);
// Computes out = C x with a Boolean matrix C, block by block.
void petzold_spread(const petzold_space *s, const petzold_matrix *C, int rows, const double *x, double *out);
void petzold_times(int rows, int columns, const petzold_matrix *A, const double *x, double *out);
// Adds factor A' x to `out`.
void petzold_add_transposed(int rows, int columns, const petzold_matrix *A, const double *x, double factor,
                            double *out);
void petzold_inertia(const petzold_space *s, const double *x, double *out);  // computes M x
// Products of the report, with the symbols as corrected or as printed.
void petzold_velocity(const petzold_space *s, const double *qdot, double *out);  // computes H_a B_a qdot
// Computes (Hadot_a B_a + H_a Badot_a) qdot; `printed`: with H_a for Hadot_a, as printed in (4).
void petzold_convective(const petzold_space *s, bool printed, double *out);

// ---- M_q of a vehicle: petzold_mass.c
enum { PETZOLD_FREE = 6 };
typedef struct {
  repro *r;
  repro_motion *motion;
  const jn_system *other;     // the same model in cartesian coordinates
  int chassis[PETZOLD_FREE];  // indices of the chassis' speeds: velocity, angular velocity
  // B at the last evaluation. Its independent speeds are kept; k = 0: they are chosen at the first evaluation
  petzold_partial partial;
  double *state, *near, *bodies;
} petzold_car;
bool petzold_car_new(repro *r, repro_motion *motion, petzold_car *car);  // returns false after a failure
void petzold_car_look(petzold_car *car);                                 // sets `state` to the state of the run
// Computes M_q = B' M B at a state, k x k, with the chassis' velocity in its own axes or in those of the ground.
// Returns false after a failure.
bool petzold_car_mass(petzold_car *car, double *state, bool own_axes, double *Mq);
// Sets `turned` to car->state with the whole vehicle rotated by a rotation vector, rad.
void petzold_car_turn(const petzold_car *car, const double by[3], double *turned);
// Returns the largest change of an element, relative to the geometric mean of the diagonal elements of its row and
// column.
double petzold_change(int k, const double *now, const double *first);

// Counts of dependent speeds by the number of independent speeds that they depend on.
enum { PETZOLD_FEW = 4 };
typedef struct {
  int dependent, on[PETZOLD_FEW + 1];  // on[i]: number of speeds that depend on i independent ones; the last: on more
} petzold_dependence;
petzold_dependence petzold_count_dependence(const petzold_partial *p, const bool *depends);  // depends: n x k

// ---- compiled models: petzold_code.c
// Compiles a model. Returns NULL after a failure; the frame frees it.
jn_compiled *petzold_compile(repro *r, const jn_model *model, const jn_compile_options *options);
// Writes the compiled model to a file and returns it as the engine reads it; NULL after a failure.
jn_model *petzold_compiled_model(repro *r, const jn_compiled *compiled);

// Executes one turn of repro_take_turns: restarts the run item->what, a repro_motion, from its start, and steps to the
// end of item->choices. Returns the CPU time. The run is made only once, because computing its start takes longer than
// the steps.
double petzold_turn_of_run(repro *r, repro_timing *item);
double petzold_micros(const repro_timing *item);  // median CPU time of a step over the turns, us

// Printed C, compiled and loaded as a library.
typedef struct {
  void *library, *state;
  int lines;
  void (*init)(void *state);
  int (*steps)(void *state, long n);  // returns 0 on success
} petzold_code;
petzold_code *petzold_load(repro *r, jn_compiled *compiled);  // returns NULL also if the compiler refuses the C

// ---- the compiler: petzold_library_posix.c, petzold_library_windows.c
bool petzold_has_compiler(void);                          // whether there is a C compiler: cc, or the one in $CC
bool petzold_library_make(repro *r, const char *folder);  // compiles around.c to m.so
bool petzold_library_open(const char *folder, petzold_code *code);
void petzold_library_close(void *library);

// ---- parts of the reproduction
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

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics.h - the inside of prescribed motion.
//
// nv rows that are independent of each other, holonomic ones of the joints and drivers and those of a table of motion,
//   A = [G; K],     phi(q, t) = 0,  c(q) = s(t);     A v = [nu; sdot],     A vdot = [gamma; sddot - bias]
// are solved at one time after the other, by a sparse LU, or densely where A is small or singular: then corrections are
// the least ones from where velocity and acceleration point to, so that in a singular configuration, where A has lost a
// row, what it leaves open goes on as before. At a change point, where A is singular for a moment and det A changes its
// sign, limits are taken along the way (kinematics_change_point.c).
//
// Where these rows leave positions open but rows of velocities (rolling, knife edges) say how all moves, the latter are
// rows of A too, whose residual in positions is zero, and positions are integrated (kinematics_rolling.c).
#ifndef JNI_KINEMATICS_H
#define JNI_KINEMATICS_H

#include "analysis/assembly/row_rank.h"
#include "analysis/inverse/inverse.h"
#include "jounce/kinematics.h"
#include "linalg/dense/quintic_spline.h"
#include "linalg/lu/lu.h"
#include "system/system.h"

// A place on the way.
typedef struct {
  double *state;  // nstate
  double *vdot;   // nv
  int sign;       // of det A; 0: singular
  double pivot;   // smallest of A over its largest
  double error;   // of integrated positions: local ones, added up
  bool between;   // so close to a change point that it was taken from two places beside: k->left and k->kept
} jni_place_in_time;

// name, count, meaning
#define JNI_KINEMATICS_FIELDS(X)                                                \
  X(double, phi, nc, "residuals of all rows, and right sides")                  \
  X(double, r, n, "residual or right side of the rows in use")                  \
  X(double, d, n, "correction")                                                 \
  X(double, predicted, nq, "")                                                  \
  X(double, next, nq, "")                                                       \
  X(double, row, n, "scratch")                                                  \
  X(double, body, nbody, "scratch")                                             \
  X(double, zeros, nbody, "scratch that is zero between uses")                  \
  X(double, lambda, nc, "")                                                     \
  X(double, allowed, nc, "of rows of velocities: kinematics_omitted_rows.c")    \
  X(double, z, nz, "auxiliary states where a stride began")                     \
  X(double, rates, 4 * (nz + 1), "their rates, and that of work: k1 to k4")     \
  X(double, relaxed, 2 * nz, "of kinematics_stiff_states.c")                    \
  X(double, slopes, nz *nz, "likewise")                                         \
  X(int, pivots, nz, "likewise")                                                \
  X(double, path, 2 * nz, "of drivers that follow, kinematics_signal_driver.c") \
  X(double, timed, nz, "likewise, of those that follow time and inputs")        \
  X(double, roll, 6 * nq, "of integrated positions, kinematics_rolling.c")      \
  X(int, rows, nc, "of the system: those in use")

// Of the dense way, made where it is first needed.
#define JNI_KINEMATICS_DENSE_FIELDS(X)                   \
  X(double, A, n *n, "rows, then R")                     \
  X(double, LU, n *n, "for the sign of the determinant") \
  X(double, Q, n *n, "vectors one after the other")      \
  X(double, y, n, "scratch")                             \
  X(double, scratch, nscratch, "of LAPACK")              \
  X(int, pivot, n, "")

struct jn_kinematics {
  jni_pool pool;
  jni_pool of_splines;  // which may be chosen twice
  const jn_system *system;
  jn_work *work;
  jn_mobility *mobility;
  jn_inverse *inverse;
  double *tau;  // forces of the actuators
  jn_inverse_result result;
  int freedoms;                          // that the passive joints leave, at the start
  bool own_actuators;                    // drivers and columns: what moves is what pushes
  int leverage;                          // sign of det [B; -C] over that of det A; 0: not known
  double leverage_at, leverage_lost_at;  // when the actuators last had leverage on all freedoms, and first had not
  bool leverage_full, leverage_lost, leverage_told;
  bool refused;  // on the way to the time asked for: the actuators could not make the motion
  // motion
  jni_named *named;
  jni_spline *splines;
  double *offset;  // at the start: from the table to where the assembled state is
  double part;     // of it, still to go
  int nmotions;
  double first, last;  // times of the table
  int nrows;           // rows of the system in use
  int nrolling;        // rows of velocities among them, the last ones
  // kinematics_start.c: what stands in the first of these rows' places while the mechanism is brought to the table's
  // start
  jni_named *held;
  double *held_at;
  int nheld;
  bool standing;  // it is being brought there
  // A
  jni_sparse_rows sparse;  // its rows
  jni_lu *lu;              // NULL: always dense
  bool dense, dense_made;  // how it was factored last; whether there is room for that
  // where it stands
  // accepted; tried; left end of a search, and what was tried before it, or both sides of `here`
  jni_place_in_time here, there, left, kept;
  jni_known_times known;      // that it stands between
  double path_from, path_to;  // times of k->path
  double most_pivot;
  double change;     // when a place that is `between` has its change point
  bool in_singular;  // the last place was one
  double singular[JN_MOST_SINGULAR], last_singular;
  int nsingular;
  char open[JN_DIRECTION_NAME];  // what could go another way at the first of them
  bool singular_told;
  // largest rate of a row of velocities that the table leaves open, within the error of its splines
  double contradiction;
  int contradicts;  // that row
  long iterations;
#define JNI_X(type, name, count, meaning) type *name;
  JNI_KINEMATICS_FIELDS(JNI_X)
  JNI_KINEMATICS_DENSE_FIELDS(JNI_X)
#undef JNI_X
};

// Position stage at t and q, with the auxiliary states that stand before s in a state block.
static inline void jni_kinematics_place(jn_kinematics *k, double t, const double *q, const double *s) {
  jn_calc_position(k->system, k->work, t, q, s - k->system->sizes.nz, s);
}

// ---- kinematics_rows.c
// Chooses rows and columns; false with a fault that names what stays free.
bool jni_kinematics_choose(jn_kinematics *k, const jn_motion_table *table, jn_report *report);
void jni_kinematics_motion(const jn_kinematics *k, int i, double t, double out[3]);  // s, sdot, sddot
// A row over the speeds, or a coordinate: does it lead out of those before? Then it is taken among them. 1: yes, 0: no,
// -1: no memory.
int jni_kinematics_lead_row(jn_kinematics *k, jni_rank *span, int row, double tolerance);
int jni_kinematics_lead_named(jn_kinematics *k, jni_rank *span, const jni_named *named);

// ---- kinematics_start.c
// Chooses what is held; the work stands at the assembled state. False: no memory.
bool jni_kinematics_hold(jn_kinematics *k);
// Rows of A (dense) that are held instead of those of velocities; their residual.
void jni_kinematics_held_rows(jn_kinematics *k, double *A);
double jni_kinematics_held_residual(jn_kinematics *k, int row);
// Brings k->here to where the motion begins, and tells how far that led what the table does not name.
jn_status jni_kinematics_settle(jn_kinematics *k, jn_report *report);

// ---- kinematics_matrix.c
bool jni_kinematics_make_matrix(jn_kinematics *k);  // places of A, once rows and columns are chosen; false: no memory
bool jni_kinematics_make_dense(jn_kinematics *k);
void jni_kinematics_take(jn_kinematics *k);                          // the rows at the work's position stage
void jni_kinematics_matrix(jn_kinematics *k);                        // the same as a dense A
double jni_kinematics_way(const jn_kinematics *k, const double *x);  // largest of x, by speeds, each over its size
double jni_kinematics_row_size(const jn_kinematics *k, int i);  // of row i of A: the size of the mechanism, or 1 rad
int jni_kinematics_factor(jn_kinematics *k);                    // after them; the rank, -1: not finite
void jni_kinematics_correct(jn_kinematics *k, int rank);        // d from r
double jni_kinematics_pivot(jn_kinematics *k);    // smallest over largest, of A near a singular configuration; takes d
void jni_kinematics_find_open(jn_kinematics *k);  // d: direction that A nearly leaves open
int jni_kinematics_sign(jn_kinematics *k);        // of det A

// ---- kinematics_rolling.c
// Positions of t from those of `from`, into q; *error: what was lost on the way. False: that went wrong.
bool jni_kinematics_roll(jn_kinematics *k, const jni_place_in_time *from, double t, double *q, double *error);

// ---- kinematics_signal_driver.c: states of drivers that follow a signal, on their way within a stride
// From those of k->here to z0 + h rate at time `to`.
void jni_kinematics_head_for(jn_kinematics *k, double to, const double *z0, double h, const double *rate);
void jni_kinematics_follow(const jn_kinematics *k, double t, double *z);  // those of t into z
// Puts k->here, whose time stays, on z0 + h rate.
jn_status jni_kinematics_follow_here(jn_kinematics *k, const double *z0, double h, const double *rate,
                                     jn_report *report);
// Stride that filters allow which follow the motion, s.
double jni_kinematics_longest(const jn_kinematics *k);
bool jni_kinematics_follows_motion(const jn_kinematics *k);  // is there such a filter?
// Is this state of z one of a filter that follows time and inputs alone? Such states are integrated by themselves, from
// where k->here stands (start) and on to the next time.
bool jni_kinematics_is_timed(const jn_kinematics *k, int z);
void jni_kinematics_start_filters(jn_kinematics *k);
void jni_kinematics_time_filters(jn_kinematics *k, double from, double to);

// ---- kinematics_predict.c: q where velocity and acceleration point to, h on; how far that is, m or rad
double jni_kinematics_predict(jn_kinematics *k, const jni_place_in_time *from, double h, double *q);

// ---- kinematics_solve.c
// From `from` to time t, into k->there. far: correction that is too much to be the same branch, m or rad. False: none
// was found.
bool jni_kinematics_solve(jn_kinematics *k, const jni_place_in_time *from, double t, double far);
void jni_kinematics_velocity_side(jn_kinematics *k, double t);  // r = [nu; sdot], after the position stage

// ---- kinematics_omitted_rows.c
typedef struct {
  double by, allowed;  // what it lacks; what of that errors of the table's splines may do
  bool velocity;
} jni_open_row;

// A row that k->there leaves open; -1: none.
int jni_kinematics_open_row(jn_kinematics *k, jni_open_row *open);

// ---- kinematics_change_point.c
// k->there, which was reached from k->here, becomes a limit where it is too close to a change point. False: it was
// lost.
bool jni_kinematics_limit(jn_kinematics *k, double far);
// The same where t could not be reached from k->here. True: k->there is the limit.
bool jni_kinematics_rescue(jn_kinematics *k, double t);
// A coordinate along which the singular place could go another way; "": none.
void jni_kinematics_name_open(jn_kinematics *k, const jni_place_in_time *place, char name[JN_DIRECTION_NAME]);

// ---- kinematics_advance.c
void jni_kinematics_copy(const jn_kinematics *k, const jni_place_in_time *from, jni_place_in_time *to);
// Moves k->here to time t.
jn_status jni_kinematics_move(jn_kinematics *k, double t, jn_report *report);
// k->there contradicts: a fault. At the start: singular or not, is noted.
jn_status jni_kinematics_locked(jn_kinematics *k, double way, jn_report *report);  // a fault: it cannot go on
jn_status jni_kinematics_contradicts(jn_kinematics *k, int row, const jni_open_row *open, jn_report *report);
void jni_kinematics_note_start(jn_kinematics *k, jn_report *report);
// "driver 'motor', 'joint.O.angle'"
const char *jni_kinematics_prescribers(const jn_kinematics *k, char *text, size_t size);
void jni_kinematics_accept(jn_kinematics *k);

// ---- kinematics_stiff_states.c -------------------------------------------------------------------------------------
// Do auxiliary states settle faster than a step of h from k->z can follow? By the rates of its first three stages.
bool jni_kinematics_is_stiff(const jn_kinematics *k, double h, const double *k1, const double *k2, const double *k3);
// The same at its end, by the rates k4 of its last stage, which was reached with k3, and those of now.
bool jni_kinematics_ends_stiff(jn_kinematics *k, double h, const double *k3, const double *k4);
void jni_kinematics_relax(jn_kinematics *k, double h);  // those of k->here, at the end of a step from k->z

#endif

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dynamics.h - data of dynamics at a state.
#ifndef JNI_DYNAMICS_H
#define JNI_DYNAMICS_H

#include "jounce/dynamics.h"
#include "linalg/split/column_split.h"
#include "system/reaction.h"
#include "system/work.h"

// Results that are computed on first use, once for each state.
typedef enum {
  JNI_DYNAMICS_FORCE,     // force stage of the work, bias
  JNI_DYNAMICS_M,         // mass matrix
  JNI_DYNAMICS_G,         // constraint Jacobian
  JNI_DYNAMICS_GDOT,      // rate of G
  JNI_DYNAMICS_RIGHT,     // phi, nu, gamma
  JNI_DYNAMICS_FACTOR,    // factor of the dependent columns of G
  JNI_DYNAMICS_B,         // basis
  JNI_DYNAMICS_C,         // c
  JNI_DYNAMICS_E,         // e
  JNI_DYNAMICS_REDUCED,   // Mi
  JNI_DYNAMICS_BIASI,     // biasi
  JNI_DYNAMICS_CHOLESKY,  // factor of Mi
  JNI_DYNAMICS_OUTPUTS    // outputs of the model
} jni_dynamics_part;

// name, count, meaning; nc: all rows of the system, n: the rows that are not released, k: independent speeds
#define JNI_DYNAMICS_FIELDS(X)                            \
  X(double, state, nstate, "present state")               \
  X(double, all, nc *nv, "matrix with all rows")          \
  X(double, row, nc, "scratch")                           \
  X(double, M, nv *nv, "mass matrix")                     \
  X(double, bias, nv, "")                                 \
  X(double, G, n *nv, "")                                 \
  X(double, Gdot, n *nv, "")                              \
  X(double, phi, n, "")                                   \
  X(double, nu, n, "")                                    \
  X(double, gamma, n, "")                                 \
  X(double, B, nv *k, "")                                 \
  X(double, c, nv, "")                                    \
  X(double, e, nv, "")                                    \
  X(double, MB, nv *k, "vectors M b one after the other") \
  X(double, Mi, k *k, "")                                 \
  X(double, biasi, k, "")                                 \
  X(double, cholesky, k *k, "factor of Mi")               \
  X(double, right, nv, "right side of forward dynamics")  \
  X(double, vector, nv, "scratch")                        \
  X(double, zeros, nv, "")                                \
  X(double, reduced, k, "scratch")                        \
  X(double, body, nbody, "scratch")                       \
  X(double, J, 6 * nv, "Jacobian of a frame")             \
  X(double, outputs, noutputs, "")                        \
  X(double, vdot, nv, "accelerations of the outputs")     \
  X(double, lambda, nc, "their multipliers, all rows")    \
  X(double, trial_q, nq, "coordinates under correction")  \
  X(double, next_q, nq, "coordinates after a correction") \
  X(double, trial_v, nv, "speeds under correction")       \
  X(int, kept, n, "rows that are not released")           \
  X(int, independent, k, "indices in v")                  \
  X(bool, redundant, n, "equations that follow from others")

struct jn_dynamics {
  jni_pool pool;
  const jn_system *system;
  jn_work *work;
  jni_split *split;
  jn_probe *probe;   // outputs of the model
  jni_share *share;  // distributes the multipliers of redundant joints; NULL: no row is redundant
  int n, k;
  int *columns, *rows;          // order of the pivots when the object was made: nv columns, nv - k rows
  long repivots;                // how often the split had chosen other pivots when it was last set to this order
  unsigned done;                // bit set of jni_dynamics_part: results of the present state
  bool singular;                // the present state has no basis
  bool no_inverse;              // Mi of the present state is not positive definite
  const char **names, **units;  // nstate
  const char **force_units;     // nv
#define X(type, name, count, meaning) type *name;
  JNI_DYNAMICS_FIELDS(X)
#undef X
};

// Returns whether a part still has to be computed, and marks it as computed.
static inline bool jni_dynamics_begins(jn_dynamics *d, jni_dynamics_part part) {
  bool missing = !(d->done >> part & 1);
  d->done |= 1u << part;
  return missing;
}

// Evaluates the force stage of the work, if that has not been done at the present state.
void jni_dynamics_force(jn_dynamics *d);
// Factors the dependent columns of G at the present state, if that has not been done. Returns false if they are
// singular.
bool jni_dynamics_factor(jn_dynamics *d);
// Computes the multipliers of all rows of the system (nc) for accelerations vdot under forces tau (nv; NULL: none); 0
// for rows that are released or redundant. Needs the force stage and the factor.
void jni_dynamics_multipliers(jn_dynamics *d, const double *tau, const double *vdot, double *lambda);
// Chooses rows in force and independent speeds at `state`, to which it sets the position stage of the work: sets kept,
// redundant, n, k, split, its order of pivots, probe and share, but not yet `independent`. Returns false with a fault
// in the report, or without memory.
bool jni_dynamics_choose(jn_dynamics *d, const jn_dynamics_options *options, const double *state, jn_report *report);
// Makes d->probe and d->share. released, active: for each row of the system, whether it is released, and in force.
// Returns false after a fault, or if memory is short.
bool jni_dynamics_outputs_new(jn_dynamics *d, const bool *released, const bool *active, jn_report *report);
// Sets d->independent from the split. Returns false with a fault in the report if a named speed is not among them or
// more than d->k are named.
bool jni_dynamics_set_independent(jn_dynamics *d, const jn_dynamics_options *options, jn_report *report);
// Allocates and sets names and units of the numbers of a state, and the units of generalised forces. Returns false if
// memory is short.
bool jni_dynamics_names(jn_dynamics *d);

#endif

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_solve.h - forces or impulses at several points of contact. With the rows of each point in the order normal,
// tangents, and its unknown F = (N, T) in the same order,
//   w = D F + b      N >= 0, w_N >= 0, N w_N = 0      T = -mu N w_T / |w_T|, or |T| <= mu N where w_T = 0
// For forces w are accelerations, for impulses velocities afterwards. A point that slides already has a direction d
// (`slide`) and T = -mu N d for any w_T. D need not be regular: w is unique, and of the forces with this w the one of
// least norm that pushes at all points is taken.
#ifndef JNI_CONTACT_SOLVE_H
#define JNI_CONTACT_SOLVE_H

#include "base/pool.h"

typedef enum { JNI_CONTACT_OPEN, JNI_CONTACT_STICKS, JNI_CONTACT_SLIPS } jni_contact_mode;

typedef struct {
  int n, nt;               // number of points; number of tangents of each, 0 without friction
  const double *D, *b;     // rows x rows, rows: n (1 + nt)
  const double *mu;        // n: coefficients of friction of a slipping point
  const double *mu_stick;  // n: coefficients of friction of a sticking point
  const double *slide;     // n x nt: directions of points that slide already; zero: the point does not slide
  double rounding;         // error of b: rows of w below it are zero
  const double *least;     // n: smallest normal forces instead of 0 (jni_contact_solve_preloaded only)
} jni_contact_problem;

typedef struct jni_contact_solver jni_contact_solver;

// Makes a solver for at most `most` points with nt tangents each. Returns NULL without memory.
jni_contact_solver *jni_contact_solver_new(const jn_alloc *alloc, int most, int nt);

// Computes F (n (1 + nt)) for the modes `mode`; slip directions of points that do not slide yet are in `direction` (n x
// nt). Returns false if no force satisfies the equations; `spare` (NULL: not needed) gets 1 if the forces are not
// unique.
bool jni_contact_solve_modes(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction,
                             double *F, int *spare);
// Computes forces of any sign for the modes `mode`, of all solutions those of least norm: for corrections. Returns
// false if the equations contradict each other.
bool jni_contact_solve_equations(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction,
                                 double *F);
// Solves the contact problem: computes modes, slip directions and F. `mode` and `direction` hold the previous ones on
// entry, which are tried first, and the solution's afterwards. Returns false if no solution is found.
bool jni_contact_solve(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction, double *F);
// Returns how many sets of modes give a solution of the problem, where those with the same w as the first solution
// count once; in space, only sets in which no point begins to slip are tried. Returns 1 without counting if there are
// too many sets.
int jni_contact_count(jni_contact_solver *s, const jni_contact_problem *p);
// Solves the contact problem with normal forces of at least `least`: N >= least, w_N >= 0, (N - least) w_N = 0, and
// friction as above. Stores the forces in F. Returns false if the iteration does not converge.
bool jni_contact_solve_preloaded(jni_contact_solver *s, const jni_contact_problem *p, double *F);

// Projects forces z of a point (normal, then width - 1 tangential ones) onto its cone and stores them in F: N >= 0 and
// |T| <= mu N. J: the derivative, width x width.
void jni_contact_project(int width, double mu, const double *z, double *F, double J[9]);

#endif

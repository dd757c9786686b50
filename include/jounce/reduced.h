// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced.h - the joint variables of a run with formulation `reduced`: which are independent, and how loops are solved.
//
// The variables of the joints in the spanning tree are called arcs, those of the cut joints chords. With u the speeds
// of the independent arcs:
//   arcs     v = B_a u + c        B_a is the W of jn_run_tangent
//   chords   cdot = B_c u + ...   the dots are terms of drivers
// Loops are solved in groups, one after the other: each has as many active constraint equations as dependent arcs.
//
// Example: a slider-crank has three joints in its tree and one cut hinge; it moves with one independent variable.
//
//   #include <jounce/simulate.h>
//   int main(void) {
//     jn_report *report = jn_report_new(NULL);
//     jn_model *model = jn_model_read(NULL, "models/examples/slider-crank.yaml", NULL, 0, report);
//     jn_run *run = model ? jn_run_new(model, NULL, report) : NULL;  // `auto` is `reduced` where there are loops
//     const jn_reduced *reduced = run ? jn_run_reduced(run) : NULL;
//     bool good = reduced && reduced->narcs == 3 && reduced->nchords == 1 && reduced->nindependent == 1;
//     good = good && reduced->ngroups == 2 && reduced->group_at[2] == 2;  // two groups of one equation each
//     jn_run_free(run);
//     jn_model_free(model);
//     jn_report_free(report);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_REDUCED_H
#define JOUNCE_REDUCED_H

// Names are like joint.O.angle. All variables of a ball joint (and the angles of a universal one) have the name of the
// joint, those of a body that no joint holds the name of the body.
typedef struct {
  int narcs;                // nv
  const char *const *arcs;  // narcs names, in the order of v
  int nindependent;
  const int *independent;  // nindependent numbers of arcs
  // A cut joint has the variables that it would have in the tree, of its second end relative to its first. There are
  // none for joints that hold a particle, that leave no motion of their own (fixed, distance, couplings, drivers,
  // rolling) or that lie within one body. Of a ball joint the values are the rotation vector from the first body's axes
  // to the second's, the rates its angular velocity in axes of the second body.
  int nchords;
  const char *const *chords;     // nchords names
  const double *values, *rates;  // nchords: m, rad (angles in space up to whole turns), and per second
  const double *B_c;             // nchords x nindependent, row-major; NULL near a singular configuration
  int ngroups;
  const int *group_at;    // ngroups + 1: the members of group g are group_at[g] to group_at[g + 1] - 1
  const int *group_arcs;  // the arc that a member makes dependent,
  const int *group_rows;  // and the row that does it (jn_row_name)
  const char *warning;    // a named variable that could not stay independent; "": none
} jn_reduced;

#endif

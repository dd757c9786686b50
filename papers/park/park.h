// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// park.h - the parts of `jounce reproduce park`: tables by time and evaluations, figures, the change point of case I.
#ifndef APP_REPRODUCE_PARK_H
#define APP_REPRODUCE_PARK_H

#include "trial/trial.h"

enum { PROPOSED, GCP, CS, NMETHODS };  // in the order of the paper's tables

extern const char *const park_method_names[NMETHODS];

typedef struct {
  double integration, position;  // tolerances eps_int of the integrator, eps_pos of the positions
  double rate;                   // CS: alpha = beta = rate in the paper's (6)
} park_tolerances;

// One comparison of Tables 1 to 3: settings of the runs, and the values that the paper prints.
typedef struct {
  const char *title;
  int example;
  double until;  // end time, s
  park_tolerances tolerances;
  // CPU time / that of the proposed method, evaluations, mean step (s); NaN: not printed
  double ratio[NMETHODS], evaluations[NMETHODS], step[NMETHODS];
} park_block;

enum { PARK_NBLOCKS = 8 };

extern const park_block park_blocks[PARK_NBLOCKS];

enum { PENDULUM, CASE_I, CASE_II, SPATIAL, NEXAMPLES };

jn_model *park_model(repro *r, int example);
jn_choices park_choices(repro *r, jn_model *model, int method, const park_tolerances *tolerances, double until);
double park_reference(int example);  // theta1 at 10 s, rad
// Returns whether theta1 at the end is within 50 eps_int of the reference, rad.
bool park_is_right(repro *r, int example, const jn_choices *choices, double until, double reference);
// Writes a number with two digits, or "less than LIMIT" for a smaller one, because rounding errors differ between
// compilers.
const char *park_tell_small(double value, double limit, char text[32]);
void park_add_orders(repro *r);  // evaluations by the order of the integrator, and the gains of CS they imply
// Adds the equations with dense matrices: cost, (19), redundant constraints, misprints; Figs 1, 3 and 6.
void park_add_equations(repro *r);
void park_add_gains(repro *r);          // CS with several gains: evaluations, CPU time, errors
void park_add_lengths(repro *r);        // CS and GCP over 5 s and 50 s
void park_add_figures(repro *r);        // Figs 2, 5, 7, 8, and the values at 10 s
void park_add_branch(repro *r);         // Fig. 4: case I through its change point, over gains and tolerances
void park_add_disturbance(repro *r);    // disturbance of case II by a force of short duration
void park_add_first_variant(repro *r);  // GCP that integrates only the independent coordinates

#endif

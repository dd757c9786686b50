// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// park.h - the parts of `jounce reproduce park`: tables by time and evaluations, figures, the change point of case I.
#ifndef APP_REPRODUCE_PARK_H
#define APP_REPRODUCE_PARK_H

#include "trial/trial.h"

enum { PROPOSED, GCP, CS, NMETHODS };  // in the order of the paper's tables

extern const char *const park_method_names[NMETHODS];

typedef struct {
  double integration, position;  // tolerances eps_int, eps_pos
  double rate;                   // CS: alpha = beta = rate in the paper's (6)
} park_tolerances;

enum { PENDULUM, CASE_I, CASE_II, SPATIAL, NEXAMPLES };

jn_model *park_model(repro *r, int example);
jn_choices park_choices(repro *r, jn_model *model, int method, const park_tolerances *tolerances, double until);
double park_reference(int example);  // theta1 at 10 s, rad
// theta1 at the end within 50 eps_int of it
bool park_is_right(repro *r, int example, const jn_choices *choices, double until, double reference);
void park_add_gains(repro *r);          // CS by its gains: evaluations, CPU time, whether it is right
void park_add_lengths(repro *r);        // CS and GCP over 5 s and 50 s
void park_add_figures(repro *r);        // Figs 2, 5, 7, 8, and the values at 10 s
void park_add_branch(repro *r);         // Fig. 4: case I through its change point, over gains and tolerances
void park_add_disturbance(repro *r);    // a blow on case II
void park_add_first_variant(repro *r);  // GCP that integrates the independent coordinates alone

#endif

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// yoon.h - the parts of `jounce reproduce yoon`: the paper's example, and mechanisms beyond it.
#ifndef APP_REPRODUCE_YOON_H
#define APP_REPRODUCE_YOON_H

#include "trial/trial.h"

double yoon_exact_angle(double t);                          // of example 1, rad
void yoon_set_baumgarte(jn_choices *choices, double beta);  // critical damping: alpha = 2 sqrt(beta); eta = alpha
void yoon_set_energy(jn_choices *choices, const char *energy, double rate, double rho_v, double rho_q);
// Writes a number with three digits, or "below 1e-12" for a smaller one, because rounding errors differ between
// compilers.
const char *yoon_tell_small(double value, char text[32]);
void yoon_add_point(repro *r);       // equations evaluated as printed and as corrected, Fig. 1
void yoon_add_mechanisms(repro *r);  // general sentences on seven mechanisms
void yoon_add_coupling(repro *r);    // the measure (20) of example 1, and (15)
void yoon_add_motor(repro *r);       // psi with the work of a motor and a damper
void yoon_add_sleigh(repro *r);      // a nonholonomic constraint, (8)

#endif

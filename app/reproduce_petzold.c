// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reproduce_petzold.c - `jounce reproduce petzold`: fewer equations for vehicles. [petzold]
//
// The report has no tables of results. Its statements on the equations themselves (sections 2 and 3, and of section 4 what can be looked at
// without tables of precomputed coefficients) are tried on mechanisms and a vehicle of ours. One file per part, see reproduce_petzold.h.
#include "reproduce_petzold.h"

static void work(repro *r) {
  petzold_counts(r);
  petzold_costs(r);
  petzold_loops(r);
  petzold_variables(r);
  petzold_vehicle(r);
  petzold_equations(r);
  petzold_misprints(r);
}

const repro_paper paper_petzold = {
    .name = "petzold",
    .title = "Petzold and Wehage: Real-Time Simulation of Large-Scale Multibody Systems using Automated Equation Decoupling Techniques",
    .about =
        "The first part of the report, the equations: sections 2 and 3, and of section 4 what can be looked at without tables, on nine mechanisms and the "
        "Iltis. Its precomputed coefficients in B-splines, its real-time methods and its two vehicles (Figs 1 and 2, pictures) are not run here. "
        "The report prints no results, so the tables and figures here are ours.",
    .words =
        "NEE: Newton and Euler's equations (1), cartesian coordinates and multipliers. LE: Lagrange's (2), joint coordinates and multipliers. KE: Kane's "
        "(3), formulation 'reduced'. Chord: a joint that is cut to make a tree.",
    .runs = 148,
    .work = work};

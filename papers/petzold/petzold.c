// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold.c - `jounce reproduce petzold`: fewer equations for vehicles. [petzold]
//
// The report has no tables of results. Its statements on the equations (sections 2 and 3) are tried on mechanisms and a
// vehicle of ours, those on real-time vehicles (sections 4 and 5) on models of its two vehicles. One file per part, see
// petzold.h.
#include "petzold/petzold.h"

static void work(repro *r) {
  petzold_counts(r);
  petzold_costs(r);
  petzold_loops(r);
  petzold_variables(r);
  petzold_vehicle(r);
  petzold_full_travel(r);
  petzold_equations(r);
  petzold_misprints(r);
  petzold_vehicles(r);
  petzold_precomputed(r);
  petzold_long_steps(r);
  petzold_curves(r);
}

const repro_paper paper_petzold = {
    .name = "petzold",
    .title =
        "Petzold and Wehage: Real-Time Simulation of Large-Scale Multibody Systems using Automated Equation Decoupling "
        "Techniques",
    .about =
        "The equations of sections 2 and 3 on nine mechanisms and the Iltis; the real-time methods of section 4 on the "
        "HMMWV: what tables, a constant mass matrix and kinematic differentials each gain and cost; the two vehicles "
        "of section 5, counted and drawn. The report prints no results, so the tables and figures here are ours.",
    .words =
        "NEE: Newton and Euler's equations (1), cartesian coordinates and multipliers. LE: Lagrange's (2), joint "
        "coordinates and multipliers. KE: Kane's (3), formulation 'reduced'. (4): NEE once more, with accelerations of "
        "the bodies, reactions f_a in the tree's joints and accelerations of q as unknowns. p_a: variables of the "
        "tree's joints; p_c: of the chords, joints that are cut to make a tree; f_c: reactions in these; q: the "
        "independent ones among p_a and p_c. H_a: relative velocities in the tree's joints per rate of p_a. (11): "
        "Newton's iteration for the dependent variables. B_a, B_c (12): rates of p_a and p_c per rate of q. (13): "
        "accelerations of the bodies; (15): their balance of forces; (17): forces along p_a and p_c. M_q, Q_q (18), "
        "(19): mass and force in (3); Q_q^g (20): the part of Q_q that is quadratic in the rates, Q_ij its "
        "coefficients.",
    .runs = 300,
    .work = work};

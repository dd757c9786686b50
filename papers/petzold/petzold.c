// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold.c - `jounce reproduce petzold`: fewer equations for vehicles. [petzold]
//
// The report has no tables of results. Its statements on the equations (sections 2 and 3) are tried on mechanisms and a
// vehicle of ours, those on real-time vehicles (sections 4 and 5) on models of its two vehicles. One file per part, see
// petzold.h.
#include "petzold/petzold.h"

#include "petzold/petzold_ladder.h"

static const char *const counts = "ladder-counts";
enum { HMMWV = 0, M2 = 4 };  // columns of the operations in table `ladder-counts`

// Returns the share of the operations of the exact code that a rung saves, in percent.
static double saved(const repro *r, int rung, int column) {
  return 100 * (1 - repro_value(r, counts, rung, column) / repro_value(r, counts, PETZOLD_RUNG_EXACT, column));
}

static void conclude(repro *r) {
  static const repro_basis equations[] = {
      {"reduction", REPRO_HELD}, {"quadratic", REPRO_HELD}, {"misprints", REPRO_HELD}, {0}};
  static const repro_basis methods[] = {
      {"tables-accuracy", REPRO_HELD}, {"quadratic-tables", REPRO_HELD}, {"function-generation", REPRO_HELD},
      {"splitting", REPRO_HELD},       {"operator", REPRO_HELD},         {0}};
  static const repro_basis cost[] = {{"constant-mass", REPRO_DEPENDS}, {0}};
  static const repro_basis accuracy[] = {{"mass-accuracy", REPRO_HELD}, {0}};
  const char *errors = "ladder-errors";
  const int nominal = PETZOLD_RUNG_NOMINAL - 1;  // row of the errors, which begin with the second rung
  repro_conclude(r, equations, "The equations are right but for the misprints of table `misprints`.");
  repro_conclude(r, methods,
                 "Precomputed tables, function generation and the splitting of states work on the vehicles on which "
                 "they were tried, and both vehicles obey an operator.");
  repro_conclude(
      r, cost,
      "An evaluation of the HMMWV takes %.0f operations by exact straight-line code. M_q by tables saves %.0f "
      "%% of them, constant M_q and Q_ij %.0f %%. On the M2, which has no loops, it takes %.0f operations, and "
      "these save %.0f and %.0f %%.",
      repro_value(r, counts, PETZOLD_RUNG_EXACT, HMMWV), saved(r, PETZOLD_RUNG_MASS, HMMWV),
      saved(r, PETZOLD_RUNG_NOMINAL, HMMWV), repro_value(r, counts, PETZOLD_RUNG_EXACT, M2),
      saved(r, PETZOLD_RUNG_MASS, M2), saved(r, PETZOLD_RUNG_NOMINAL, M2));
  repro_conclude(r, accuracy,
                 "With constant coefficients the chassis is off by %.2g mm in a lane change and by %.2g mm in a turn, "
                 "but by %.0f mm on a road with bumps.",
                 repro_value(r, errors, nominal, 0), repro_value(r, errors, nominal, 6),
                 repro_value(r, errors, nominal, 4));
}

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
  petzold_impacts(r);
  petzold_operator(r);
  petzold_curves(r);
  conclude(r);
}

static const char *const method[] = {
    "A vehicle is a set of bodies and joints. Joints that close loops are cut (chords), so that the others form a "
    "tree. "
    "p are the joint variables, q the independent ones among them, one for each degree of freedom.",
    "  C_a v = H_a pdot_a,   R_c H_a pdot_a + H_c pdot_c = 0      (8), (9)",
    "The velocities v of all bodies follow from the rates of the joints; the loops tie these rates together. So all "
    "rates "
    "follow from the independent ones, and the dependent variables from Newton's iteration (11):",
    "  pdot_a = B_a(q) qdot      (12)",
    "Inserted into Newton's and Euler's equations, this leaves Kane's equations, as many as there are degrees of "
    "freedom:",
    "  M_q qddot = Q_q^s - Q_q^g,   M_q = (R_a H_a B_a)' M R_a H_a B_a      (3), (18)",
    "with applied forces Q_q^s, and inertia forces Q_q^g that are quadratic in the rates:",
    "  Q_q^g = 1/2 sum over i, j of Q_ij(q) qdot_i qdot_j      (20)",
    "For real time, p(q), B_a(q) and Q_ij(q) are computed beforehand as B-splines of the few variables that each "
    "depends "
    "on. In axes of the chassis M_q hardly changes; it is held at a nominal value and factored once, and so are the "
    "Q_ij:",
    "  qddot = M_0^-1 (Q_q^s - 1/2 sum Q_ij0 qdot_i qdot_j)",
    "Kinematic differentials leave only the chassis and the wheels in motion: poses of the wheels are B-splines of q, "
    "while "
    "M_q has the inertia of all bodies.",
    NULL};

const repro_paper paper_petzold = {
    .name = "petzold",
    .title =
        "Petzold and Wehage: Real-Time Simulation of Large-Scale Multibody Systems using Automated Equation Decoupling "
        "Techniques",
    .about =
        "The equations of sections 2 and 3 on nine mechanisms and the Iltis; the real-time methods of section 4 on the "
        "HMMWV and the M2: what tables, constant coefficients and kinematic differentials each gain and cost; the two "
        "vehicles of section 5, counted, drawn and driven. The report prints no results, so the tables and figures "
        "here "
        "are ours.",
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
    .method = method,
    .drawing = "figure-1",
    .runs = 258,
    .work = work};

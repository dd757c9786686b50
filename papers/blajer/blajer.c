// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer.c - `jounce reproduce blajer`: the orthonormal basis of the tangent space. [blajer]
//
// The paper has one illustration without numbers (section 6) and many statements. The illustration is run with numbers
// of our own; the statements are tried on it and on models of other papers. One file per part, see blajer.h.
#include "blajer/blajer.h"

static void work(repro *r) {
  blajer_section_6(r);
  blajer_figures(r);
  blajer_basis_claims(r);
  blajer_nonholonomic_claim(r);
  blajer_reaction_claims(r);
  blajer_drift_claims(r);
  blajer_choice_claims(r);
  blajer_cost_claims(r);
  blajer_rival_claims(r);
  blajer_sparse_claim(r);
  blajer_unit_claims(r);
  blajer_misprints(r);
}

static const char *const method[] = {
    "A mechanism has n speeds v, a mass matrix M, forces h and m constraint equations f(x) = 0 with the constraint "
    "vectors c_1 to c_m, the columns of C; the equations of motion are",
    "  M vdot = h + C lambda,   C' v = 0",
    "The velocities that the constraints allow form a space of k = n - m dimensions. The method makes a basis of it: "
    "it "
    "supplements C by k unit vectors E and orthonormalises all n vectors one after the other (Gram-Schmidt), where the "
    "product of two vectors is weighted by the masses, (a, b) = a' M b. A star marks W* = M W.",
    "  [C E] -> W = [Wc Wd],   W' M W = I,   C' Wd = 0",
    "Wc spans the constrained directions, Wd the permitted ones. With k tangent speeds u the equations of motion need "
    "no "
    "multipliers and no solution of linear equations, because their mass matrix is the identity:",
    "  xdot = Wd u,   udot = Wd' (h - M Wd_dot u),   u_0 = Wd' M xdot_0",
    "Numerical errors let x leave f = 0. Either x is corrected across the constraints after a step, (4.5a), or a "
    "proportional and integral feedback is added to xdot, (4.6a):",
    "  dx = -M^-1 C (C' M^-1 C)^-1 f      xdot = Wd u - M^-1 C (C' M^-1 C)^-1 (G1 f + G0 integral of f)",
    "The reactions follow without a further solution, in the basis Wc:",
    "  lambda_w = Wc*' Wd_dot u - Wc' h,   C lambda = Wc* lambda_w",
    NULL};

const repro_paper paper_blajer = {
    .name = "blajer",
    .title = "Blajer: Formulation of constrained system dynamics by orthonormalizing the configuration space",
    .about =
        "Section 6, the moving physical pendulum, against its printed equations; the statements of sections 2 to 5 and "
        "7 tried on it and on other models; the cost beside the other bases of section 1. Figs 1 to 3, all of the "
        "paper, are drawings without results; they are drawn here from the model.",
    .words =
        "Formulation 'orthonormal' of the engine is the method; variant 'mass' makes Wd from a factor of [M G'; G 0], "
        "'mass-recursion' by (3.2) and (3.5). 'multipliers' solves M vdot = h + C lambda without a basis. Products "
        "are multiplications and divisions.",
    .method = method,
    .drawing = "figure-1",
    .conclusion =
        "The method does what its equations say, once six misprints are corrected: the basis is orthonormal, "
        "velocities "
        "keep the constraints, and initial speeds and reactions come out exactly, for nonholonomic constraints too. "
        "The "
        "rule that chooses E at one stroke can fail and needs the choice one after the other. The recursion is cheaper "
        "than singular values and zero eigenvalues where constraints are many, never cheaper than LU or Householder; "
        "the correction (4.5a) is exact, whereas the PI scheme can increase a violation with Runge-Kutta steps.",
    .runs = 211,
    .work = work};

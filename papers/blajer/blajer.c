// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer.c - `jounce reproduce blajer`: the orthonormal basis of the tangent space. [blajer]
//
// The paper has one illustration without numbers (section 6) and many statements. The illustration is run with numbers
// of our own; the statements are tried on it and on models of other papers. One file per part, see blajer.h.
#include "blajer/blajer.h"

#include <math.h>

// Counts the comparisons of table `products`, one per case and rival, in which a rival takes more products than the
// recursion by more than the margin. *of: number of comparisons.
static int count_cheaper(const repro *r, int rival, int other, int *of) {
  enum { RECURSION = 1 };  // row
  int n = 0;
  *of = 0;
  for (int column = 0; !isnan(repro_value(r, "products", RECURSION, column)); column++) {
    double mine = (1 + repro_margin) * repro_value(r, "products", RECURSION, column);
    n += (repro_value(r, "products", rival, column) > mine) + (repro_value(r, "products", other, column) > mine);
    *of += 2;
  }
  return n;
}

static void conclude(repro *r) {
  enum { LU = 4, HOUSEHOLDER, SINGULAR_VALUES, EIGENVALUES };  // rows of table `products`
  static const repro_basis equations[] = {{"misprints", REPRO_HELD},      {"resolved", REPRO_HELD},
                                          {"complement", REPRO_HELD},     {"velocities-held", REPRO_HELD},
                                          {"initial-speeds", REPRO_HELD}, {"reactions", REPRO_HELD},
                                          {"nonholonomic", REPRO_HELD},   {0}};
  static const repro_basis choice[] = {{"any-supplement", REPRO_DID_NOT_HOLD},
                                       {"one-stroke-supplement", REPRO_DEPENDS},
                                       {"greedy-supplement", REPRO_HELD},
                                       {0}};
  static const repro_basis cost[] = {{"efficient", REPRO_DEPENDS}, {0}};
  static const repro_basis correction[] = {
      {"correction", REPRO_HELD}, {"pi-while-integrating", REPRO_DEPENDS}, {"pi-real-violation", REPRO_HELD}, {0}};
  int direct_of, iterated_of;
  int direct = count_cheaper(r, LU, HOUSEHOLDER, &direct_of);
  int iterated = count_cheaper(r, SINGULAR_VALUES, EIGENVALUES, &iterated_of);
  repro_conclude(r, equations,
                 "The method does what its equations say, once they are corrected as in table `misprints`: the basis "
                 "is orthonormal, velocities keep the constraints, and initial speeds and reactions come out exactly, "
                 "for nonholonomic constraints too.");
  repro_conclude(r, choice,
                 "The rule that chooses E at one stroke can fail; choosing one vector after the other repairs it.");
  repro_conclude(r, cost,
                 "By counted products the recursion is cheaper than LU or Householder reflections in %d of %d "
                 "comparisons, and cheaper than singular values or zero eigenvalues in %d of %d.",
                 direct, direct_of, iterated, iterated_of);
  repro_conclude(r, correction,
                 "The correction (4.5a) keeps the constraints. The PI scheme removes a violation that is there at the "
                 "start; whether it reduces the errors of integration depends on the integrator and the gains.");
}

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
  conclude(r);
}

static const char *const method[] = {
    "A mechanism has n speeds v, a mass matrix M, forces h and m constraint equations f(x) = 0 with the constraint "
    "vectors c_1 to c_m, the columns of C; the equations of motion are",
    "  M vdot = h + C lambda,   C' v = 0",
    "The velocities that the constraints allow form a space of k = n - m dimensions. The method makes a basis of it: "
    "it "
    "supplements C by k unit vectors E and orthonormalises all n vectors M^-1 [C E] one after the other "
    "(Gram-Schmidt), where the "
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
    .runs = 211,
    .work = work};

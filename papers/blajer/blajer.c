// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer.c - `jounce reproduce blajer`: the orthonormal basis of the tangent space. [blajer]
//
// The paper has one illustration without numbers (section 6) and many statements. The illustration is run with numbers
// of our own; the statements are tried on it and on models of other papers. One file per part, see blajer.h.
#include "blajer/blajer.h"

static void work(repro *r) {
  blajer_section_6(r);
  blajer_basis_claims(r);
  blajer_drift_claims(r);
  blajer_choice_claims(r);
  blajer_cost_claims(r);
  blajer_rival_claims(r);
  blajer_sparse_claim(r);
  blajer_unit_claims(r);
  blajer_misprints(r);
}

const repro_paper paper_blajer = {
    .name = "blajer",
    .title = "Blajer: Formulation of constrained system dynamics by orthonormalizing the configuration space",
    .about =
        "Section 6, the moving physical pendulum, against its printed equations; the statements of sections 3 to 5 and "
        "7 tried on it and on four other models; the cost beside the other bases of section 1. Figs 1 to 3, all of the "
        "paper, are drawings without results and are not redrawn; the figures here are ours.",
    .runs = 92,
    .work = work};

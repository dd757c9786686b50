// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dopico.c - `jounce reproduce dopico`: index-3 augmented Lagrangian with projections, or conserving.
// [dopico]
//
// Formulation A of the paper is `index3-projected` with the trapezoidal rule, B is `index3-conserving`, the combination
// is `index3-conserving-projected`, the equations (2) alone are `index3`. One file per part, see dopico.h.
#include "dopico/dopico.h"

static void work(repro *r) {
  dopico_pendulum(r);
  dopico_pendulum_more(r);
  dopico_projections(r);
  dopico_mechanisms(r);
  dopico_misprints(r);
  dopico_profile_1(r);
  dopico_profile_2(r);
}

const repro_paper paper_dopico = {.name = "dopico",
                                  .title =
                                      "D. Dopico, J. C. Garcia Orden, J. Cuadrado, A. Luaces: Application Criteria for "
                                      "Conserving Integrators and Projection Methods in Multibody Dynamics",
                                  .about =
                                      "A spherical pendulum and the Iltis vehicle on two roads, by an index-3 "
                                      "augmented Lagrangian with projections (A), in conserving form (B), "
                                      "and both (A + B): violations, energy, iterations, CPU time and the largest "
                                      "step. Figs 1 and 7 are drawings of the systems and are not redrawn.",
                                  .words =
                                      "A: index3-projected. B: index3-conserving. A + B: index3-conserving-projected. "
                                      "Plain, or (2): index3. |.| is the Euclidean norm of all rows.",
                                  .runs = 135,
                                  .work = work};

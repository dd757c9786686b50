// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_models.c - the mechanisms to which the three forms of the equations are applied, and the forms.
#include "petzold/petzold.h"

const petzold_form petzold_forms[PETZOLD_FORMS] = {[PETZOLD_NEE] = {"NEE (1)", "cartesian", "multipliers"},
                                                   [PETZOLD_LE] = {"LE (2)", "joint", "multipliers"},
                                                   [PETZOLD_KE] = {"KE (3)", "joint", "reduced"}};

// End times give some hundred steps each; chains of four-bars end before they are flat. Bricard's mechanism has a
// redundant constraint, so that its reactions are not unique.
// clang-format off
const petzold_mechanism petzold_mechanisms[PETZOLD_MECHANISMS] = {
    {"four-bar", "park-four-bar", {{0}}, 1e-3, 1, {"theta1"}, {"joint.A.force.x", "joint.B.force.x"}, false},
    {"4 four-bars", "n-four-bar-a02", {{"N", "4"}}, 1e-3, 0.6, {"B0.x", "B0.y"},
     {"joint.A0.force.x", "joint.R4.force.x"}, false},
    {"40 four-bars", "n-four-bar-a02", {{"N", "40"}}, 1e-3, 0.3, {"B0.x", "B0.y"},
     {"joint.A0.force.x", "joint.R40.force.x"}, false},
    {"spatial slider-crank", "spatial-slider-crank", {{0}}, 5e-4, 0.5, {"angle"},
     {"joint.A.force.y", "joint.ball.force.y"}, false},
    {"spatial four-bar", "park-spatial-four-bar", {{0}}, 1e-3, 1, {"theta1"}, {"joint.O.force.y", "joint.B.force.y"},
     false},
    {"Andrews' squeezer", "andrews-a03", {{0}}, 1e-5, 0.01, {"beta"}, {"joint.O.force.x", "joint.E1.force.x"}, false},
    {"Bricard's mechanism", "bricard-a04", {{0}}, 1e-3, 1, {"bar2.P3.x", "bar2.P3.y"}, {NULL}, false},
    {"flyball governor", "flyball-governor-a05", {{0}}, 4e-5, 0.04, {"s", "alpha"},
     {"joint.spin.force.z", "joint.hinge1.force.z"}, true},
    {"double wishbone", "double-wishbone-corner", {{0}}, 5e-4, 0.5, {"height", "jounce"},
     {"joint.lower.force.y", "joint.ball_lower.force.y"}, false},
    {"Iltis", "iltis", {{"speed", "5"}, {"road", "1"}}, 1e-3, 0.5, {"chassis.z", "pitch"},
     {"joint.fl.arm.force.z", "joint.fl.ball.force.z"}, false},
};
// clang-format on

jn_model *petzold_model(repro *r, const petzold_mechanism *mechanism) {
  int n = 0;
  while (n < 2 && mechanism->settings[n].path) n++;
  return repro_model(r, mechanism->model, mechanism->settings, n);
}

jn_choices petzold_choices(repro *r, jn_model *model, const petzold_mechanism *mechanism, int form) {
  enum { ROWS = 50 };
  jn_choices choices = repro_choices(r, model);
  repro_choose(choices.coordinates, sizeof choices.coordinates, petzold_forms[form].coordinates);
  repro_choose(choices.formulation, sizeof choices.formulation, petzold_forms[form].formulation);
  repro_choose(choices.integrator, sizeof choices.integrator, "rk4");
  repro_choose(choices.position, sizeof choices.position, "newton");
  repro_choose(choices.velocity, sizeof choices.velocity, "projection");
  choices.tolerance = jn_choices_default().tolerance;  // default, since only variable steps use it
  choices.step = mechanism->step;
  choices.until = mechanism->until;
  choices.output_step = choices.until / ROWS;
  choices.checkpoint_step = choices.until;
  return choices;
}

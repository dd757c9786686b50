// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse.c - `jounce inverse`: computes the forces of actuators that produce a prescribed motion.
#include "kinematics.h"

static jn_status inverse_work(app_command *command) { return prescribed_motion_work(command, "inverse"); }

static const char *const examples[] = {
    "jounce inverse models/examples/driven-slider-crank.yaml",
    "jounce inverse models/examples/driven-slider-crank.yaml --actuators joint.A.angle --until 1 --no-output",
    "jounce inverse models/examples/four-bar.yaml --actuators joint.O.angle,joint.D.angle --plot forces.svg "
    "--no-output",
    "jounce run models/examples/pendulum.yaml --until 1 -o swing.csv --quiet",
    "jounce inverse models/examples/pendulum.yaml --motion swing.csv --no-output",
    NULL,
};

const app_verb verb_inverse = {
    .name = "inverse",
    .words = "MODEL",
    .needs = "a model file",
    .help = "inverse dynamics: the actuator forces that produce a given motion",
    .details =
        "The motion is that of the drivers, or of --motion (a .csv file or the results of a run). --actuators names "
        "the forces that produce it: coordinates of joints, bodies or points (joint.O.angle, crank.angle), drivers, "
        "force elements (force.cylinder; its own law is ignored) or inputs. By default the prescribed coordinates are "
        "the actuators; drivers that are not named exert no force. As many actuators as degrees of freedom give a "
        "unique solution; with more, the minimum-norm solution is given. A motion that the actuators cannot produce is "
        "refused, with the coordinate that none of them moves. Columns are called actuator.NAME.\nExit codes: 0 "
        "success, 2 usage, motion not prescribed or not possible, 3 model invalid, 4 assembly failed, 5 locked up, 7 "
        "input or output failed, 130 interrupted.",
    .examples = examples,
    .bit = FOR_INVERSE,
    .least = 1,
    .most = 1,
    .work = inverse_work};

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// analysis_options.c - options of equilibrium, modes, kinematics and inverse.
#include "option_tables.h"

const app_option analysis_options[] = {
    {"time", 0, OPTION_NUMBER, "TIME", SECONDS, FIELD(time), FOR_EQUILIBRIUM,
     "time at which drivers and inputs are evaluated (default 0)"},
    {"method", 0, OPTION_TEXT, "newton|energy|relaxation", NUMBER, FIELD(method), FOR_EQUILIBRIUM,
     "use only this method: newton, energy or relaxation"},
    {"at", 0, OPTION_TEXT, "start|equilibrium|TIME", NUMBER, FIELD(modes_at), FOR_MODES,
     "state to linearise about: start (default), equilibrium, or a time to run to first"},
    {"sweep", 0, OPTION_TEXT, "NAME=FROM:TO:N", NUMBER, FIELD(sweep), FOR_MODES,
     "repeat for N values of a parameter or of any number of the file"},
    {"plot", 0, OPTION_TEXT, "FILE.svg", NUMBER, FIELD(plot), FOR_MODES,
     "plot the eigenvalues in the complex plane; with --sweep over the parameter"},
    {"locus", 0, OPTION_TEXT, "FILE.svg", NUMBER, FIELD(locus), FOR_MODES,
     "with --sweep: plot the root locus in the complex plane"},
    {"shapes", 0, OPTION_TEXT, "FILE.svg", NUMBER, FIELD(shapes), FOR_MODES,
     "draw the mode shapes, animated in browsers"},
    {"output", 'o', OPTION_TEXT, "FILE.csv", NUMBER, FIELD(output), FOR_MODES,
     "with --sweep: write a table of the eigenvalues with their branches"},
    {"step", 0, OPTION_CHOICE, "TIME", SECONDS, JN_CHOICE_output_step, FOR_MOTION,
     "time between outputs; the same as --output-step"},
    {"motion", 0, OPTION_TEXT, "RESULT", NUMBER, FIELD(motion), FOR_MOTION,
     "motion of free coordinates: a .csv file with columns time and names, or results"},
    {"actuators", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(actuators), FOR_INVERSE,
     "what produces the motion: coordinates, drivers, forces or inputs"},
    {NULL, 0, OPTION_FLAG, NULL, NUMBER, 0, 0, NULL},
};

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run_options.c - options of runs and their outputs.
#include "option_tables.h"

const app_option run_options[] = {
    {"at", 0, OPTION_NUMBERS, "T1,T2,...", SECONDS, FIELD(at), FOR_RUN | FOR_MOTION,
     "print all outputs at these times"},
    {"probe", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(probes),
     FOR_RUN | FOR_MOTION | FOR_MODES | FOR_SWEEP | FOR_EXPORT, "additional outputs"},
    {"poses", 0, OPTION_FLAG, NULL, NUMBER, FIELD(poses), FOR_RUN,
     "add columns with positions and orientations of all bodies; .h5 files store poses in any case"},
    {"output", 'o', OPTION_TEXT, "FILE", NUMBER, FIELD(output), FOR_RUN | FOR_MOTION, "results file, .h5 or .csv"},
    {"no-output", 0, OPTION_FLAG, NULL, NUMBER, FIELD(no_output), FOR_RUN | FOR_MOTION, "write no results file"},
    {"plot", 0, OPTION_TEXT, "FILE.svg", NUMBER, FIELD(plot), FOR_RUN | FOR_MOTION, "plot the outputs"},
    {"x", 0, OPTION_TEXT, "NAME", NUMBER, FIELD(x), FOR_RUN | FOR_MOTION,
     "output on the horizontal axis of the plot (default: time)"},
    {"report", 0, OPTION_TEXT, "FILE.html", NUMBER, FIELD(report),
     FOR_RUN | FOR_MOTION | FOR_EQUILIBRIUM | FOR_MODES | FOR_COMPARE,
     "write one page with summary, tables, plots and the moving mechanism"},
    {"continue", 0, OPTION_TEXT, "RESULT", NUMBER, FIELD(resume), FOR_RUN,
     "continue from the last checkpoint of this .h5 file"},
    {NULL, 0, OPTION_FLAG, NULL, NUMBER, 0, 0, NULL},
};

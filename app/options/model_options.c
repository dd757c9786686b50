// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// model_options.c - options that change the model: settings, courses, robots, tyres.
#include "option_tables.h"

const app_option model_options[] = {
    {"set", 0, OPTION_SETTING, "PATH=VALUE", NUMBER, FIELD(settings),
     FOR_MODEL | FOR_COMPARE | FOR_EQUILIBRIUM | FOR_MOTION | FOR_MODES | FOR_DRAW | FOR_CURVES | FOR_VIEW | FOR_DRIVE |
         FOR_COMPILE | FOR_EXPORT | FOR_STUDY,
     "set a parameter, or any number or text of the model file; may be repeated"},
    {"course", 0, OPTION_TEXT, "COURSE", NUMBER, FIELD(course),
     FOR_MODEL | FOR_COMPARE | FOR_EQUILIBRIUM | FOR_MODES | FOR_DRAW | FOR_VIEW | FOR_DRIVE | FOR_COMPILE | FOR_EXPORT,
     "put the vehicle on this course: a name such as bumps or stairs, or your own .yml file"},
    {"allow-code", 0, OPTION_FLAG, NULL, NUMBER, FIELD(allow_code),
     FOR_RUN | FOR_CHECK | FOR_COMPARE | FOR_EQUILIBRIUM | FOR_MOTION | FOR_MODES | FOR_STUDY,
     "load the compiled controllers and FMUs that the model names; this code has all your permissions"},
    {"base", 0, OPTION_TEXT, "fixed|free", NUMBER, FIELD(base), FOR_IMPORT,
     "URDF: the root link is the ground (fixed, default) or a free body (free)"},
    {"limits", 0, OPTION_TEXT, "stops|list", NUMBER, FIELD(limits), FOR_IMPORT,
     "make stops of joint limits (stops, default) or only list them (list)"},
    {"keyframe", 0, OPTION_TEXT, "NAME", NUMBER, FIELD(keyframe), FOR_IMPORT | FOR_ROBOT,
     "robots (MJCF): start from this keyframe; keyframes without a name are numbered from 0"},
    {"contacts", 0, OPTION_TEXT, "rigid|compliant|none", NUMBER, FIELD(contacts), FOR_IMPORT | FOR_ROBOT,
     "robots: make contacts of collision shapes that are rigid (default) or compliant, or only list them (none)"},
    {"balance-inertia", 0, OPTION_FLAG, NULL, NUMBER, FIELD(balance_inertia), FOR_IMPORT | FOR_ROBOT,
     "robots: replace physically impossible inertias by the nearest possible ones, and list them"},
    {"output", 'o', OPTION_TEXT, "FILE", NUMBER, FIELD(output), FOR_IMPORT,
     "model file to write; - is standard output (default: ROBOT.yaml in the current folder)"},
    {"output", 'o', OPTION_TEXT, "FOLDER", NUMBER, FIELD(output), FOR_FLATTEN | FOR_REPRODUCE | FOR_GALLERY,
     "output folder, created if necessary"},
    {"deflection", 0, OPTION_NUMBER, "LENGTH", METRES, FIELD(deflection), FOR_CURVES,
     "largest depth of the tyre below the road surface (default 0.2 m)"},
    {"knots", 0, OPTION_NUMBER, "N", NUMBER, FIELD(knots), FOR_CURVES,
     "knots along deflection and slip angle; along slip 2 N - 1 (default 25)"},
    {"output", 'o', OPTION_TEXT, "NAME", NUMBER, FIELD(output), FOR_CURVES,
     "names of the files begin with this (default: name of the tyre)"},
    {NULL, 0, OPTION_FLAG, NULL, NUMBER, 0, 0, NULL},
};

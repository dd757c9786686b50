// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// picture_options.c - options of pictures, pages and plots of results.
#include "option_tables.h"

const app_option picture_options[] = {
    {"draw", 0, OPTION_TEXT, "FILE.svg", NUMBER, FIELD(draw), FOR_CHECK,
     "draw the mechanism at its start, with joints that do not close in red"},
    {"at", 0, OPTION_NUMBER, "TIME", SECONDS, FIELD(time), FOR_DRAW,
     "draw the pose of RESULT at this time (default: its last)"},
    {"view", 0, OPTION_TEXT, "front|side|top|AXIS", NUMBER, FIELD(view), FOR_DRAW,
     "viewpoint in space: front, side, top, an axis such as -y, or three numbers such as 1,-2,0.5"},
    {"about", 0, OPTION_TEXT, "BODY", NUMBER, FIELD(about), FOR_DRAW, "show only this body and its surroundings"},
    {"watch", 0, OPTION_FLAG, NULL, NUMBER, FIELD(watch), FOR_VIEW,
     "write the page again whenever a file of the model changes, until Ctrl-C"},
    {"no-open", 0, OPTION_FLAG, NULL, NUMBER, FIELD(no_open), FOR_VIEW | FOR_DRIVE,
     "do not open the page in the browser"},
    {"output", 'o', OPTION_TEXT, "FILE.html", NUMBER, FIELD(output), FOR_VIEW | FOR_DRIVE, "page to write"},
    {"output", 'o', OPTION_TEXT, "FILE.svg", NUMBER, FIELD(output), FOR_PLOT | FOR_DRAW,
     "picture to write; - is standard output"},
    {"x", 0, OPTION_TEXT, "NAME", NUMBER, FIELD(x), FOR_PLOT, "column of the horizontal axis (default: time)"},
    {"title", 0, OPTION_TEXT, "TEXT", NUMBER, FIELD(title), FOR_PLOT, "title of the plot"},
    {"log-x", 0, OPTION_FLAG, NULL, NUMBER, FIELD(log_x), FOR_PLOT, "logarithmic horizontal axis"},
    {"log-y", 0, OPTION_FLAG, NULL, NUMBER, FIELD(log_y), FOR_PLOT, "logarithmic vertical axis"},
    {"equal", 0, OPTION_FLAG, NULL, NUMBER, FIELD(equal), FOR_PLOT,
     "use one scale for both axes if both are lengths, however different their ranges are"},
    {"stretch", 0, OPTION_FLAG, NULL, NUMBER, FIELD(stretch), FOR_PLOT,
     "fill the picture: separate scales even if both axes are lengths"},
    {"model", 0, OPTION_FLAG, NULL, NUMBER, FIELD(model), FOR_SHOW, "print the text of the model file of the run"},
    {"files", 0, OPTION_TEXT, "FOLDER", NUMBER, FIELD(files), FOR_SHOW,
     "write all files of the model into this folder, created if necessary"},
    {NULL, 0, OPTION_FLAG, NULL, NUMBER, 0, 0, NULL},
};

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// export_options.c - options of FMUs.
#include "option_tables.h"

const app_option export_options[] = {
    {"output", 'o', OPTION_TEXT, "FILE.fmu", NUMBER, FIELD(output), FOR_EXPORT,
     "FMU to write (default: MODEL.fmu in the current folder)"},
    {"fmi", 0, OPTION_NUMBER, "2|3", NUMBER, FIELD(fmi), FOR_EXPORT, "version of the standard (default 3)"},
    {"inputs", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(inputs), FOR_EXPORT,
     "inputs of the model that the other program sets (default: all; none: they follow their functions of time)"},
    {"reference", 0, OPTION_FLAG, NULL, NUMBER, FIELD(reference_results), FOR_EXPORT,
     "run the default experiment and add its results, by which importers can check theirs"},
    {NULL, 0, OPTION_FLAG, NULL, NUMBER, 0, 0, NULL},
};

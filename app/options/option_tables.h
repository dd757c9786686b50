// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// option_tables.h - the tables of options, one per subject, and the groups of verbs that share options.
#ifndef APP_OPTION_TABLES_H
#define APP_OPTION_TABLES_H

#include <stddef.h>

#include "options.h"

#define FIELD(name) offsetof(app_options, name)
// dimensions: exponents of m, kg, s and rad
#define NUMBER \
  { 0, 0, 0, 0 }
#define METRES \
  { 1, 0, 0, 0 }
#define SECONDS \
  { 0, 0, 1, 0 }

enum {
  FOR_MOTION = FOR_KINEMATICS | FOR_INVERSE,
  FOR_MODEL = FOR_RUN | FOR_CHECK | FOR_ASSEMBLE,
  FOR_STUDY = FOR_SWEEP | FOR_FIND,
  // verbs that read robots and take the options of `import`
  FOR_ROBOT = FOR_MODEL | FOR_COMPARE | FOR_EQUILIBRIUM | FOR_MOTION | FOR_MODES | FOR_DRAW | FOR_COMPILE | FOR_VIEW |
              FOR_DRIVE | FOR_FLATTEN | FOR_EXPORT | FOR_STUDY,
  FOR_ALL = FOR_STUDY | FOR_MODEL | FOR_PLOT | FOR_TEXT | FOR_COMPARE | FOR_REPRODUCE | FOR_EQUILIBRIUM | FOR_MODES |
            FOR_MOTION | FOR_IMPORT | FOR_DIFF | FOR_SHOW | FOR_DRAW | FOR_CURVES | FOR_VIEW | FOR_DRIVE | FOR_FLATTEN |
            FOR_GALLERY | FOR_COMPILE | FOR_HELP | FOR_EXPORT
};

// Tables of options, each ended by an option without a name.
extern const app_option model_options[];     // settings of the model, robots, courses, tyres
extern const app_option run_options[];       // runs and their outputs
extern const app_option realtime_options[];  // runs that keep pace with the clock
extern const app_option analysis_options[];  // equilibrium, modes, kinematics, inverse
extern const app_option picture_options[];   // pictures, pages, plots of results
extern const app_option compare_options[];   // comparisons of methods, papers, differences of results
extern const app_option compile_options[];   // compiled models
extern const app_option export_options[];    // FMUs
extern const app_option study_options[];     // sweeps and searches

#endif

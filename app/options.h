// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// options.h - the options of the command line: one table from which parsing, --help and "did you mean" follow.
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include <jounce/jounce.h>

typedef struct {
  char **items;  // each its own block
  int n, capacity;
} text_list;

typedef struct {
  double *items;
  int n, capacity;
} number_list;

// NULL and NaN: not given.
typedef struct {
  bool help, json, quiet, verbose;
  text_list settings;                          // "path=value"
  const char *course;                          // what it drives on
  bool allow_code;                             // of controllers in shared objects
  const char *method;                          // of an equilibrium
  const char *where, *sweep, *locus, *shapes;  // of modes
  double time;
  double deflection, knots;  // of curves
  const char *view, *about;  // of a picture
  jn_choices chosen;         // of these alone
  bool given[JN_NCHOICES];
  text_list lists[JN_NCHOICES];  // compare: names to try
  number_list at;                // ascending
  text_list probes;
  const char *output, *report, *plot, *resume;
  const char *draw;  // a picture of the mechanism
  bool poses;
  const char *motion;  // a table of motion
  text_list actuators;
  // real time
  bool real_time, lock, keep_denormals, signals;
  double cpu, priority, period, grace, silence;
  const char *on_overrun, *udp_in, *udp_out;
  bool no_output;
  bool no_open, watch;  // view
  const char *x, *title;
  bool log_x, log_y, equal, stretch;
  double within, absolute;  // tolerances of a difference of results
  bool common;
  bool model;         // show: the text of the model
  const char *files;  // show: the folder to write all files to
  // compare
  bool all;
  double ladder, repeat, limit, from, to;
  const char *reference, *search, *measure;
  const char *base, *limits;  // import
  bool balance_inertia;       // import, and verbs that read a robot
  const char *keyframe;
  // compile
  const char *code;  // file of C
  text_list outputs, keep, stiff;
  double lanes, newton;
  bool no_fma, blocks, tables, mass_tables, constant_mass, quadratic_terms, force_tables, stops, creep, no_creep,
      code_bodies;
  const char *preset;
  text_list keep_bodies, ranges, manoeuvres;
  double table_error;
  // sweep, find
  text_list vary, random, take;
  double runs, latin, seed, threads, shards, shard, save_every, most_runs;
  bool histories, go_on, collect, slurm;
  const char *least, *largest;
  text_list words;  // what is no option
  text_list typed;  // what a result depends on besides the settings: names and values in turn
} app_options;

enum {
  // verbs, a bit each
  FOR_RUN = 1 << 0,
  FOR_CHECK = 1 << 1,
  FOR_ASSEMBLE = 1 << 2,
  FOR_PLOT = 1 << 3,
  FOR_TEXT = 1 << 4,
  FOR_COMPARE = 1 << 5,
  FOR_REPRODUCE = 1 << 6,
  FOR_EQUILIBRIUM = 1 << 7,
  FOR_KINEMATICS = 1 << 8,
  FOR_INVERSE = 1 << 9,
  FOR_MODES = 1 << 10,
  FOR_IMPORT = 1 << 11,
  FOR_DIFF = 1 << 12,
  FOR_SHOW = 1 << 13,
  FOR_DRAW = 1 << 14,
  FOR_CURVES = 1 << 15,
  FOR_VIEW = 1 << 16,
  FOR_GALLERY = 1 << 17,
  FOR_DRIVE = 1 << 18,
  FOR_FLATTEN = 1 << 20,
  FOR_COMPILE = 1 << 21,
  FOR_SWEEP = 1 << 22,
  FOR_FIND = 1 << 23
};

typedef enum {
  OPTION_FLAG,
  OPTION_TEXT,
  OPTION_TEXTS,
  OPTION_SETTING,
  OPTION_NUMBER,
  OPTION_NUMBERS,
  OPTION_CHOICE
} option_type;

typedef struct {
  const char *name;  // without the dashes
  char letter;       // of the short form, 0: none
  option_type type;
  const char *value;       // what it takes, for the help: "TIME"; NULL for a flag
  jn_dimension dimension;  // of a number
  size_t offset;           // in app_options; of OPTION_CHOICE the number of the choice
  unsigned verbs;          // FOR_...
  const char *help;        // NULL: that of the choice
} app_option;

// The options in the order of the help: --set, the choices of the library's list, the others. False past the last.
bool option_get(int i, app_option *option);

app_options options_default(void);
void options_choose(app_options *options, jn_choice which, const char *name);  // as if it had been typed
const char *options_typed_name(const app_options *options, jn_choice which);   // NULL: it was not typed
void options_free(app_options *options);
// Parses the words after the verb. `verb` and `bit` say whose options they are.
jn_status options_parse(app_options *options, const char *verb, unsigned bit, int argc, char **argv, jn_report *report);

bool text_list_add(text_list *list, const char *text, size_t length);
void text_list_free(text_list *list);

#endif

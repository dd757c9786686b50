// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// options.h - the options of the command line: one list from which the parser, --help and "did you mean" are made.
//
// An option is an entry in a table of option_tables.h and a field of app_options. Choices of the library
// (jounce/choices.def) are options without an entry.
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include <jounce/jounce.h>

#include "common/text_list.h"

// Values of the options, in members of the same names. Texts that were not given are NULL, numbers NaN, lists empty.
typedef struct {
  bool help, man, json, quiet, verbose;
  text_list words;  // words of the command line that are not options
  // options that a result depends on, for its record: names and values alternate; --set is not among them
  text_list typed;

  // choices of the library, valid only where given[] is set
  jn_choices chosen;
  bool given[JN_NCHOICES];       // of each choice: its option was typed
  text_list lists[JN_NCHOICES];  // for compare: names of each choice to be tried

  // options that change the model; settings: "path=value" of --set
  text_list settings;
  const char *course;
  bool allow_code;
  const char *base, *limits, *keyframe, *contacts;  // options for the import of robots
  bool balance_inertia;                             // option for the import of robots
  double deflection, knots;                         // curves: largest deflection, m; number of knots

  // runs and their outputs; at: times, s, ascending
  number_list at;
  text_list probes;
  bool poses, no_output;
  const char *output, *report, *plot, *x;
  const char *resume;  // the value of --continue

  // runs in real time
  bool real_time, lock, keep_denormals, signals;
  double cpu, priority;
  double period, grace, silence;  // s
  const char *on_overrun, *udp_in, *udp_out;

  // analyses; time: that of equilibrium --time or draw --at, s
  double time;
  const char *method;                             // option of equilibrium
  const char *modes_at, *sweep, *locus, *shapes;  // options of modes
  const char *motion;                             // option of kinematics and inverse
  text_list actuators;                            // option of inverse

  // pictures, pages, plots; draw: option of check
  const char *draw;
  const char *view, *about;
  bool no_open, watch;
  const char *title;
  bool log_x, log_y, equal, stretch;
  bool model;         // option of show
  const char *files;  // option of show

  // compare, diff
  bool all;
  double ladder, repeat;
  double limit;  // s
  const char *reference;
  double difference, absolute;  // options --tolerance and --absolute of diff
  bool common;                  // option of diff

  // options of compile; code: the value of --c
  const char *code;
  const char *fmu;
  double fmi;
  bool reference_results;
  text_list outputs, keep, stiff, inputs;
  double lanes, newton;
  bool no_fma, derivatives, blocks, code_bodies;
  const char *preset;
  bool tables, mass_tables, constant_mass, quadratic_terms, force_tables, stops, creep, no_creep;
  text_list keep_bodies, ranges, manoeuvres;
  double table_error;  // m or rad

  // sweep, find
  text_list vary, random, take;
  double runs, latin, seed, threads, shards, shard, most_runs;
  double save_every;               // s
  bool histories, continue_study;  // continue_study: --resume
  bool collect, slurm;
  const char *least, *largest;
} app_options;

// Verbs, one bit each, so that an option can name all verbs that take it.
enum {
  FOR_RUN = 1 << 0,
  FOR_CHECK = 1 << 1,
  FOR_ASSEMBLE = 1 << 2,
  FOR_PLOT = 1 << 3,
  FOR_TEXT = 1 << 4,  // verbs that print a text: kinds, schema, completion, version
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
  FOR_FIND = 1 << 23,
  FOR_HELP = 1 << 24,
  FOR_EXPORT = 1 << 25
};

typedef enum {
  OPTION_FLAG,
  OPTION_TEXT,
  OPTION_TEXTS,    // separated by commas; each occurrence adds to the list
  OPTION_SETTING,  // NAME=VALUE; each occurrence adds to a list
  OPTION_NUMBER,   // >= 0
  OPTION_NUMBERS,  // >= 0, separated by commas
  OPTION_CHOICE    // value of a choice of the library: a name, number, list of names or flag
} option_type;

typedef struct {
  const char *name;  // without the dashes
  char letter;       // letter of the short form; 0: there is none
  option_type type;
  const char *value;       // placeholder of the value, see app/shell/values.h: "TIME", "FILE.svg"; NULL: a flag
  jn_dimension dimension;  // dimension of numbers: exponents of m, kg, s and rad
  size_t offset;           // offset of the member in app_options; for OPTION_CHOICE: the jn_choice
  unsigned verbs;          // bits FOR_... of the verbs that take the option
  const char *help;        // one line; NULL: the help of the choice
} app_option;

// Sets *option to option i, from 0, in the order of the help. Returns false if there are no more.
bool option_get(int i, app_option *option);
// Returns the help of an option: its own text or, for a choice, one that is written into `text`.
const char *option_help(const app_option *option, char *text, size_t size);

// Returns the values of the options if none is typed.
app_options options_default(void);
// Sets a choice to a name, as if its option had been typed.
void options_choose(app_options *options, jn_choice which, const char *name);
// Returns the name that was typed for a choice; NULL: none.
const char *options_typed_name(const app_options *options, jn_choice which);
void options_free(app_options *options);
// Parses the words after the verb, whose bit is FOR_..., into *options. Reports every mistake and returns the status of
// the first; JN_OK if there is none.
jn_status options_parse(app_options *options, const char *verb, unsigned bit, int argc, char **argv, jn_report *report);

#endif

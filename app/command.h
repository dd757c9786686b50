// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// command.h - what the verbs of the command share: the table of verbs, the parsed options, messages, models.
//
// A verb does its work through the library, adds faults to `report` and returns a status. Messages go to standard
// error, answers to standard output: a readable text, or with --json exactly one JSON object.
#ifndef APP_COMMAND_H
#define APP_COMMAND_H

#include "common/json.h"
#include "options/options.h"

typedef struct app_command app_command;

typedef struct {
  const char *name;
  const char *words;    // placeholders of the words after the verb, for usage lines: "MODEL", "RESULT [NAME...]"
  const char *needs;    // what these words are, for messages: "a model file"
  const char *help;     // one line
  const char *details;  // further paragraphs of the help; NULL: none
  const char *const *examples;  // command lines, ended by NULL; the tests run each of them
  unsigned bit;                 // selects the options of the verb (FOR_...)
  int least, most;              // least and largest number of words; most < 0: no limit
  jn_status (*work)(app_command *command);
  bool prints_notes;  // notes are printed even without -v
  // returns name i that the first word can be, for completion; NULL: it is a file or any text
  const char *(*name_of)(int i);
} app_verb;

struct app_command {
  const app_verb *verb;  // is NULL until the verb is found
  app_options options;
  jn_report *report;
  char stem[256];  // name of the model's file without folder and ending; names a model without a name
  int nprinted;    // number of messages of the report that print_messages has printed or omitted
  bool answered;   // the JSON object has been printed
};

// All verbs in the order of the overview. A new verb is a file in app/verb and an entry here. The target jounce_first
// omits the papers.
// clang-format off
#ifdef APP_WITHOUT_PAPERS
#define APP_PAPER_VERBS(X)
#else
#define APP_PAPER_VERBS(X) X(reproduce)
#endif
#define APP_VERB_LIST(X)                                                                                    \
  X(run) X(sweep) X(find) X(compare) X(check) X(assemble) X(equilibrium) X(modes) X(kinematics) X(inverse)   \
  X(import) X(draw) X(view) X(drive) X(gallery) X(compile) X(flatten) X(export) X(plot) X(curves) X(diff) X(show)      \
  APP_PAPER_VERBS(X) X(schema) X(kinds) X(completion) X(help) X(version)
// clang-format on
#define APP_X(name) extern const app_verb verb_##name;
APP_VERB_LIST(APP_X)
#undef APP_X
extern const app_verb *const verbs[];          // ended by NULL
const app_verb *verb_named(const char *name);  // returns NULL if there is no such verb

// ---- messages ---------------------------------------------------------------------------------------------
// Prints the messages since its last call: faults always, warnings unless -q, notes with -v, or unless -q if the verb
// prints notes. After the first 100 messages it prints only how many more there are.
void print_messages(app_command *command);
// Prints the notes of the report about elements, as lines of a summary; prints nothing if print_messages prints notes
// (-v).
void print_notes(const app_command *command);
// Adds a fault about the command line to the report and returns its status, JN_BAD_ARGUMENT (exit code 2).
jn_status usage_fault(app_command *command, const char *format, ...) JN_PRINTF(2, 3);
// Returns the status of the worst fault in the report, after a call that failed with NULL; never JN_OK. If the report
// has no fault, adds one that `what` failed, with status `otherwise`; returns JN_NO_MEMORY if a fault could not be
// stored.
jn_status worst_fault(app_command *command, jn_status otherwise, const char *what);
// Returns `status`, made consistent with the report: if it is a failure other than JN_INTERRUPTED and JN_DIFFERENT and
// the report has no fault, adds one that names `what`; if it is JN_OK and the report has faults, returns the status of
// the worst.
jn_status checked_status(app_command *command, jn_status status, const char *what);

// ---- JSON -----------------------------------------------------------------------------------------------------
// These begin and end the JSON object of an answer: it begins with status, exit_code and message, and ends with the
// messages of the report.
void answer_begin(app_command *command, app_json *out, jn_status status);
void answer_end(app_command *command, app_json *out);

// ---- model and choices ------------------------------------------------------------------------------------------
// Reads the model that the first word of the command line names, with --set, --independent and --course, and loads its
// compiled controllers if the verb needs and --allow-code allows them. Returns NULL with faults in the report. Also
// sets command->stem.
jn_model *load_model(app_command *command);
// Reads another model file with the same --set options. Returns NULL with faults in the report.
jn_model *load_other_model(app_command *command, const char *path);
jn_import_options import_options(const app_command *command);
jn_status check_import_options(app_command *command);  // refuses a value of --contacts that does not exist
// Returns the name of a model for headings: its own, or if it has none that of its file without folder and ending.
const char *shown_name(const app_command *command, const jn_model *model);
// Sets *choices to those of the model, replaced where options give others. Values `auto` are not resolved yet.
void load_choices(app_command *command, jn_model *model, jn_choices *choices);
// Replaces `auto` in *choices, checks whether the choices can be combined, and warns of options without effect. Returns
// JN_BAD_MODEL if the choices of the file contradict each other, JN_BAD_ARGUMENT if the options do not fit them; the
// fault is in the report.
jn_status resolve_choices(app_command *command, jn_model *model, jn_choices *choices);
// For verbs that do not integrate: sets formulation, variant, integrator and corrections to auto, and coordinates to
// cartesian unless others than auto were typed, so that methods in the file do not restrict them.
void ignore_methods(app_options *options);
// Sets *field to `value`, that of a whole-number option, if it is from `least` to `most`, else returns a fault that
// names the option. NaN (not given) leaves *field unchanged.
jn_status take_count(app_command *command, const char *name, double value, int least, int most, int *field);

enum { MOST_CURVES = 16 };  // largest number of curves of a plot for which no columns are named

// ---- help ------------------------------------------------------------------------------------------------
void print_overview(FILE *out);
// Prints the help of a verb (verb NULL: the overview): as text, with --man as manual page, with --json as JSON. Returns
// JN_OK.
jn_status print_help(app_command *command, const app_verb *verb);

#endif

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
  const char *words;            // placeholders of the words after the verb: "MODEL", "RESULT [NAME...]"
  const char *needs;            // the same as a noun phrase: "a model file"
  const char *help;             // one line
  const char *details;          // further paragraphs of the help; NULL: none
  const char *const *examples;  // command lines, ended by NULL; the tests run each of them
  unsigned bit;                 // selects the options of the verb (FOR_...)
  int least, most;              // number of words; most < 0: no limit
  jn_status (*work)(app_command *command);
  bool prints_notes;              // prints notes without -v
  const char *(*name_of)(int i);  // names that the first word can be, for completion; NULL: files or any text
} app_verb;

struct app_command {
  const app_verb *verb;  // NULL until it is found
  app_options options;
  jn_report *report;
  char stem[256];  // name of the model's file without folder and ending; names a model without a name
  int nprinted;    // number of messages that have been printed
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
// Prints the messages that have not been printed yet: faults always, warnings unless -q, notes with -v.
void print_messages(app_command *command);
// Prints notes about elements as lines of a summary, unless print_messages prints them (-v).
void print_notes(const app_command *command);
// Reports a mistake on the command line (exit code 2).
jn_status usage_fault(app_command *command, const char *format, ...) JN_PRINTF(2, 3);
// Returns the status of the worst fault of the report, after a call that failed with NULL; never JN_OK. If the report
// has no fault, adds one that `what` failed, with status `otherwise`. JN_NO_MEMORY: a fault was lost.
jn_status worst_fault(app_command *command, jn_status otherwise, const char *what);
// Returns the status of a call so that status and report agree: a failure without a fault gets a fault that names
// `what`; JN_OK with faults in the report becomes the status of the worst.
jn_status checked_status(app_command *command, jn_status status, const char *what);

// ---- JSON -----------------------------------------------------------------------------------------------------
// Begin and end the JSON object: it begins with status, exit_code and message, and ends with the messages.
void answer_begin(app_command *command, app_json *out, jn_status status);
void answer_end(app_command *command, app_json *out);

// ---- model and choices ------------------------------------------------------------------------------------------
// Reads the model that the first word names, with --set and --course. NULL with faults in the report.
jn_model *load_model(app_command *command);
// Reads another model with the same settings. NULL with faults in the report.
jn_model *load_other_model(app_command *command, const char *path);
jn_import_options import_options(const app_command *command);
jn_status check_import_options(app_command *command);  // refuses a value of --contacts that does not exist
// Returns the name of a model in headings: its own, else that of its file.
const char *shown_name(const app_command *command, const jn_model *model);
// Sets the choices of the model, replaced by the options. `auto` is not resolved yet.
void load_choices(app_command *command, jn_model *model, jn_choices *choices);
// Resolves `auto`, checks the combination, and warns of options without effect. JN_BAD_MODEL: the file contradicts
// itself; JN_BAD_ARGUMENT: the options do not suit.
jn_status resolve_choices(app_command *command, jn_model *model, jn_choices *choices);
// Sets formulation, integrator and corrections to auto, and coordinates to cartesian unless they were typed, for verbs
// that do not integrate: methods in the file must not restrict them.
void ignore_methods(app_options *options);
// Sets *field to the value of a whole-number option and checks its range; NaN leaves *field unchanged.
jn_status take_count(app_command *command, const char *name, double value, int least, int most, int *field);

enum { MOST_CURVES = 16 };  // curves of a plot without names of columns

// ---- help ------------------------------------------------------------------------------------------------
void print_overview(FILE *out);
// Prints the help of a verb; verb NULL: the overview.
jn_status print_help(app_command *command, const app_verb *verb);

#endif

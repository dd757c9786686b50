// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// command.h - what the verbs of the command share: the verb table, the parsed options, the messages.
//
// A verb does its work through the library, adds what went wrong to `report` and returns a status. Messages go to
// standard error, answers to standard output: a readable text, or with --json exactly one JSON object.
#ifndef APP_COMMAND_H
#define APP_COMMAND_H

#include "common/json.h"
#include "options/options.h"

typedef struct app_command app_command;

typedef struct {
  const char *name;
  const char *words;            // what follows the verb: "MODEL", "RESULT [NAME...]"
  const char *needs;            // the same in words: "a model file"
  const char *help;             // one line
  const char *details;          // for `jounce VERB --help`; NULL: nothing more
  const char *const *examples;  // lines, ended by NULL; the tests run every one of them
  unsigned bit;                 // which options it takes
  int least, most;              // number of words; most < 0: any
  jn_status (*work)(app_command *command);
  bool tells_notes;  // notes are part of its answer, not only with -v
} app_verb;

struct app_command {
  const app_verb *verb;  // NULL until it is known
  app_options options;
  jn_report *report;
  char stem[256];  // of the model's file, for a model without a name
  int told;        // how many messages have been printed
  bool answered;   // the JSON object has been printed
};

// The verbs, in the order of the overview. A new one is a file in app/verb and a word here.
// clang-format off
#define APP_VERB_LIST(X)                                                                                    \
  X(run) X(sweep) X(find) X(compare) X(check) X(assemble) X(equilibrium) X(modes) X(kinematics) X(inverse)   \
  X(import) X(draw) X(view) X(drive) X(gallery) X(compile) X(flatten) X(plot) X(curves) X(diff) X(show)      \
  X(reproduce) X(schema) X(kinds) X(help) X(version)
// clang-format on
#define APP_X(name) extern const app_verb verb_##name;
APP_VERB_LIST(APP_X)
#undef APP_X
extern const app_verb *const verbs[];  // ended by NULL
const app_verb *verb_named(const char *name);

// ---- messages ---------------------------------------------------------------------------------------------
// Prints the messages that have not been printed yet: faults always, warnings unless -q, notes with -v.
void tell_messages(app_command *command);
// Notes about elements, as lines of a summary on standard output, unless they have been told.
void print_notes(const app_command *command);
// A fault about what was typed: exit code 2.
jn_status usage_fault(app_command *command, const char *format, ...) JN_PRINTF(2, 3);
// For a call that has failed with nothing but NULL: the status of the worst fault of the report, never JN_OK;
// JN_NO_MEMORY when a fault was lost. When the report holds no fault, `otherwise`, and a fault that `what` failed is
// added.
jn_status worst_fault(app_command *command, jn_status otherwise, const char *what);
// For a call that has returned a status: a failure without a fault gets one, and a fault without a failure is one.
jn_status explained(app_command *command, jn_status status, const char *what);

// ---- the JSON answer: every object begins with status, exit_code and message and ends with the messages -----
void answer_begin(app_command *command, app_json *out, jn_status status);
void answer_end(app_command *command, app_json *out);

// ---- the model and the choices of the command line -----------------------------------------------------------
// Reads the model named by the first word, with the values of --set. NULL with faults in the report.
jn_model *load_model(app_command *command);
jn_import_options import_options(const app_command *command);  // of the command line
// Another model beside it, with the same settings. NULL with faults in the report.
jn_model *load_other(app_command *command, const char *path);
// What a model is called in headings: its name, else its file's.
const char *shown_name(const app_command *command, const jn_model *model);
// The model's choices, changed by the options of the command line, not yet settled.
void load_choices(app_command *command, jn_model *model, jn_choices *choices);
// For verbs that do not step through time: how the file would does not matter, nor which coordinates suit that.
void leave_methods(app_options *options);
enum { MOST_CURVES = 16 };  // of a plot when no names are given
// A whole number of an option; NaN leaves the field as it is.
jn_status take_count(app_command *command, const char *name, double given, int least, int most, int *field);
jn_status settle_choices(app_command *command, jn_model *model, jn_choices *choices);

// ---- help ------------------------------------------------------------------------------------------------
void print_overview(FILE *out);
jn_status tell_help(app_command *command, const app_verb *verb);  // verb NULL: all of them

#endif

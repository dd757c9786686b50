// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial.h - the frame of `jounce reproduce PAPER`: what a reproduction is made of, and how a paper fills it in.
//
// A paper is a folder, papers/<name>, with its page, its models and its code; <name>.c has the table
// `const repro_paper paper_<name>`, entered in `repro_papers` (papers.c). Its `work` runs the models that the command
// carries (see embedded.h, by their file's name) and adds
//
//   tables    rows of numbers, the printed one beside ours
//   figures   curves, titled as in the paper, or a mechanism drawn
//   claims    a sentence with its quotation, the verdict, the criterion, the evidence, and variations of the settings
//
// A verdict is computed from the measurements by the criterion beside it; no verdict is written by hand. The criterion
// follows the words of the sentence: "can" needs one case, "usually" most cases, a plain statement all of them
// (repro_quantifier). A claim that did not hold has at least one variation (repro_vary): settings changed by a stated
// amount and judged again. If the verdict turns, the claim depends on what was varied.
//
// The frame prints the results and writes the folder: index.html, results.md, and per figure an .svg and a .csv with
// its curves. papers/<name>/<name>.md contains results.md, inserted by papers/check.sh --write; the tests compare it
// with a new run, except for tables and claims that depend on the clock (`timed`).
//
// How a paper's work looks (every call may be made after a failure: it then does nothing, and the status stays in r):
//
//   jn_model *model = repro_model(r, "yoon-pendulum", NULL, 0);   // settings as of --set; the frame frees it
//   jn_choices choices = repro_choices(r, model);                 // of the file; edit, then
//   repro_rows *rows = repro_run(r, "no control", model, &choices, probes, nprobes, REPRO_MUST_RUN);
//       // the frame frees it
//   const double *x = repro_values(r, rows, "bob.x");             // rows->n values; rows->time, rows->summary too
//   repro_table *table = repro_add_table(r, "table-1", "Table 1: ...", "method", columns, ncolumns);
//   int row = repro_add_row(r, table, "GCP");
//   repro_set_pair(table, row, 0, printed, ours);                 // repro_set: without a printed value; repro_set_text
//   repro_figure *figure = repro_add_figure(r, "figure-2", "Fig. 2: ...", "time (s)", "theta2 (rad)");
//   repro_add_curve(r, figure, "GCP", rows->time, y, rows->n);    // copies
//   repro_add_claim(r, "same-evaluations", repro_if(a < 1.04 * b), "sentence", "criterion");
//   repro_quote(r, "section 5", "the exact words");               // of the last claim
//   repro_add_evidence(r, "GCP %d, proposed %d", ...);            // to the last claim; may be called again
//   repro_vary(r, "the step", repro_if(...), "h = 5 ms instead of 10: GCP %d, proposed %d", ...);
//   repro_conclude(r, (repro_basis[]){{"same-evaluations", REPRO_HELD}, {NULL}}, "GCP takes %d evaluations.", ...);
#ifndef PAPERS_TRIAL_H
#define PAPERS_TRIAL_H

#include <jounce/jounce.h>
#include <stdlib.h>

#include "common/json.h"

enum { REPRO_COLUMNS = 8 };  // largest number of columns of a table

typedef struct repro repro;

typedef struct {
  const char *name;           // word on the command line: "yoon"
  const char *title;          // authors and title
  const char *about;          // one sentence about the models that are run
  const char *words;          // meaning of the short names in its tables and claims; NULL: nothing to explain
  const char *const *method;  // paragraphs that explain the method to a student, ended by NULL; a paragraph that begins
                              // with two spaces is an equation; NULL: none
  const char *drawing;        // figure that is shown beside the method; NULL: none
  int runs;                   // number of runs, for the progress
  void (*work)(repro *r);
} repro_paper;

extern const repro_paper paper_yoon, paper_park, paper_blajer, paper_dopico, paper_petzold;
extern const repro_paper *const repro_papers[];  // papers.c; ended by NULL

// ---- tables ------------------------------------------------------------------------------------------------
typedef struct {
  const char *name;     // heading, with the unit
  const char *printed;  // source of the printed values, such as "paper"; NULL: the column has only ours
  int digits;           // significant digits; 0: integers
} repro_column;

typedef struct {
  double printed, ours;  // NaN: none
  char *text;            // replaces the numbers; NULL: none
} repro_cell;

typedef struct {
  char *label;
  repro_cell cells[REPRO_COLUMNS];
} repro_row;

typedef struct {
  char *id, *title, *row_title, *note;
  repro_column columns[REPRO_COLUMNS];  // the caller keeps their texts
  int ncolumns;
  repro_row *rows;
  int nrows;
  bool timed;  // contains CPU times, which differ from run to run; may be set after the table was added
} repro_table;

repro_table *repro_add_table(repro *r, const char *id, const char *title, const char *row_title,
                             const repro_column *columns, int n);
int repro_add_row(repro *r, repro_table *table, const char *label);  // returns the index of the row; -1: no memory
void repro_set(repro_table *table, int row, int column, double ours);
void repro_set_pair(repro_table *table, int row, int column, double printed, double ours);
void repro_set_text(repro *r, repro_table *table, int row, int column, const char *format, ...) JN_PRINTF(5, 6);
void repro_set_note(repro *r, repro_table *table, const char *format, ...) JN_PRINTF(3, 4);  // text below the table
// Returns |ours - printed| / |printed|, or |ours| if printed = 0; NaN if one of them is missing.
double repro_difference(const repro_cell *cell);
// Returns the largest difference in a row; NaN: it has no pair of numbers.
double repro_row_difference(const repro_table *table, const repro_row *row);

// ---- figures -----------------------------------------------------------------------------------------------
typedef struct {
  char *label;
  double *x, *y;
  int n;
} repro_curve;

typedef struct {
  char *id, *title, *x_label, *y_label, *note;
  bool log_x, log_y;  // may be set after the figure was added
  repro_curve *curves;
  int ncurves;  // 0: a picture
  char *svg;    // picture, or the plot of the curves, which is drawn after the paper's work
} repro_figure;

repro_figure *repro_add_figure(repro *r, const char *id, const char *title, const char *x_label, const char *y_label);
void repro_add_curve(repro *r, repro_figure *figure, const char *label, const double *x, const double *y, int n);
void repro_add_scaled_curve(repro *r, repro_figure *figure, const char *label, const double *x, const double *y, int n,
                            double factor);
// Adds a figure of a mechanism at a state.
repro_figure *repro_add_picture(repro *r, const char *id, const char *title, const jn_system *system,
                                const double *state);
void repro_set_caption(repro *r, repro_figure *figure, const char *format, ...) JN_PRINTF(3, 4);

// ---- claims ------------------------------------------------------------------------------------------------
typedef enum { REPRO_HELD, REPRO_DID_NOT_HOLD, REPRO_DEPENDS, REPRO_LEVEL, REPRO_UNDECIDED } repro_verdict;
enum { REPRO_VERDICTS = REPRO_UNDECIDED + 1 };

// Share of the cases that the words of a claim require.
typedef enum {
  REPRO_ALWAYS,   // a plain statement, "all", "always": every case
  REPRO_USUALLY,  // "most", "usually", "often", "tends to": more than half of the cases
  REPRO_CAN,      // "can", "may", "is possible": one case
} repro_quantifier;

// Changed settings with the verdict that they give.
typedef struct {
  char *what;      // name of the setting, such as "the gains"
  char *evidence;  // the change and the resulting numbers
  repro_verdict verdict;
} repro_variation;

typedef struct {
  char *id, *sentence, *criterion, *evidence;
  char *quote, *place;  // exact words of the paper, and their section or page; NULL: the claim is ours
  char *condition;      // REPRO_DEPENDS: what the verdict depends on, such as "on the step"; NULL: not stated
  repro_variation *variations;
  int nvariations;
  repro_verdict verdict;
  bool turned;  // did not hold, but does with a variation
  bool timed;   // depends on the clock: another run or machine may judge otherwise
  bool ours;    // the paper does not make this claim
} repro_claim;

// Returns "held", "did not hold", "depends", "level" or "cannot be decided here".
const char *repro_verdict_text(repro_verdict verdict);
repro_verdict repro_if(bool held);
// Judges a share of cases: held if the quantifier is fulfilled, did not hold if no case was, otherwise depends.
repro_verdict repro_share(repro_quantifier quantifier, int held, int of);
// Adds a claim. Its members `timed` and `ours` may be set until the next claim is added. Returns NULL if memory ran
// out.
repro_claim *repro_add_claim(repro *r, const char *id, repro_verdict verdict, const char *sentence,
                             const char *criterion);
void repro_add_evidence(repro *r, const char *format, ...) JN_PRINTF(2, 3);
// Sets the quotation of the last claim: its section or page, and the exact words.
void repro_quote(repro *r, const char *place, const char *quote);
// Sets on what the last claim depends; does nothing unless its verdict is REPRO_DEPENDS.
void repro_set_condition(repro *r, const char *condition);
// Adds a variation to the last claim; `what` is a noun, "the gains". If the claim did not hold and holds with the
// variation, it becomes REPRO_DEPENDS, "on the gains".
void repro_vary(repro *r, const char *what, repro_verdict verdict, const char *format, ...) JN_PRINTF(4, 5);
// Writes "Of 14 claims of the paper, 12 held, 1 depends, 1 did not hold."; with `ours`, of our own claims.
void repro_count_verdicts(const repro *r, bool ours, char *text, size_t size);

// ---- the conclusion ------------------------------------------------------------------------------------------------
// A claim and its verdict, on which a sentence of the conclusion rests.
typedef struct {
  const char *claim;  // NULL ends a list
  repro_verdict verdict;
} repro_basis;

typedef struct {
  char *text;
  const repro_basis *basis;
  bool holds;  // the verdicts of this run are those of the basis; otherwise the text names one that differs
  bool timed;  // a claim of the basis depends on the clock
} repro_sentence;

// Adds a sentence after all claims of its basis have been added. The sentence is left out if a verdict differs from its
// basis, so that the conclusion always agrees with the verdicts. An empty basis, or a claim that does not exist, is a
// failure. `basis` is kept, not copied.
void repro_conclude(repro *r, const repro_basis *basis, const char *format, ...) JN_PRINTF(3, 4);
// Returns our value in a table, for the numbers of the conclusion; NaN: there is no such cell.
double repro_value(const repro *r, const char *table, int row, int column);

// ---- models and runs ---------------------------------------------------------------------------------------
typedef struct {
  jn_table *table;  // outputs of the model, then the probes
  jn_summary summary;
  const double *time;
  int n;
} repro_rows;

typedef enum { REPRO_MUST_RUN, REPRO_MAY_FAIL } repro_need;

// Reads a model. Returns NULL after a failure, also an earlier one; the functions below then do nothing.
jn_model *repro_model(repro *r, const char *name, const jn_setting *settings, int nsettings);
jn_choices repro_choices(repro *r, jn_model *model);
// Sets a choice by its name: repro_choose(c.formulation, sizeof c.formulation, "...").
void repro_choose(char *field, size_t size, const char *name);
// Runs to the end of the choices and returns the rows. `title` is shown during the run. With REPRO_MAY_FAIL a run that
// stops early or takes too many steps is no failure of the reproduction: the rows end where it stopped, and
// summary.status has the reason.
repro_rows *repro_run(repro *r, const char *title, const jn_model *model, const jn_choices *choices,
                      const char *const *probes, int nprobes, repro_need need);
// States that a compiled model has the same initial state as the model or the other code `like`, so that the start is
// computed only once.
void repro_starts_alike(repro *r, const jn_model *model, const jn_model *like);  // trial_start.c
// Returns the values of a column; NULL if rows is NULL or has no such column.
const double *repro_values(repro *r, const repro_rows *rows, const char *name);
double repro_largest(const double *values, int n);               // returns the largest |value|; NaN if a value is NaN
double repro_furthest(const double *a, const double *b, int n);  // returns the largest |a - b|; NaN if a value is NaN
// Return the larger or the smaller number; NaN if one of them is NaN.
static inline double repro_larger(double most, double x) { return most >= x || most != most ? most : x; }
static inline double repro_smaller(double least, double x) { return least <= x || least != least ? least : x; }

// A run that is stepped by hand, so that its equations can be read. NULL after a failure; the frame frees it.
typedef struct {
  jn_run *run;
  const jn_system *system;
  jn_work *work;
  double *state;  // copy of the run's state, which may be changed
} repro_motion;

repro_motion *repro_follow(repro *r, const char *title, const jn_model *model, const jn_choices *choices,
                           const char *const *probes, int nprobes);
void repro_go(repro *r, repro_motion *motion, double t);  // steps to the time t, s, and copies the state

// Solves A x = b with the first n rows and columns of a matrix that has rows of `width`. A is destroyed, x replaces b.
// Returns false if A is singular.
bool repro_solve(int n, int width, double *A, double *b);

// ---- timing --------------------------------------------------------------------------------------------------
// A run whose CPU time is compared with that of others. The caller sets title, model and choices.
typedef struct {
  const char *title;
  const jn_model *model;
  jn_choices choices;
  double seconds;  // CPU time of the steps, median over the turns, s
  double *turns;   // nturns: CPU time of each turn, s; the frame frees it
  int nturns;
  double reached;  // simulated time reached, s
  jn_summary summary;
  const void *what;  // work other than a run, see repro_take_turns
} repro_timing;

// Steps each item through its whole time in each of `repetitions` turns. If the ratio of an item to the first one is
// then uncertain by more than a third of the margin, as on a busy machine, adds turns, up to three times as many in
// all.
void repro_time(repro *r, repro_timing *items, int n, int repetitions);
// Does the same for work of any kind: `turn` executes item->what once and returns its CPU time, s.
typedef double repro_turn(repro *r, repro_timing *item);
void repro_take_turns(repro *r, repro_timing *items, int n, int repetitions, repro_turn *turn);
double repro_cpu_seconds(void);

// Comparison of two items. The ratio is the median of the ratios of their turns, so that a slower phase of the machine
// affects both. One is faster only if the ratio exceeds the margin by twice its uncertainty; with fewer than five turns
// they are even.
typedef enum { REPRO_FASTER, REPRO_EVEN, REPRO_SLOWER } repro_outcome;

typedef struct {
  double ratio;  // time of the other item / time of mine
  double
      noise;  // uncertainty of the ratio, relative: the middle half of the turns, over the square root of their number
  repro_outcome result;
} repro_race;

extern const double repro_margin;  // 7 %: three times the typical difference of medians between runs
repro_race repro_compare(repro *r, const repro_timing *mine, const repro_timing *other);
// Combines the outcomes against two others: faster than both, slower than one of them, else even.
repro_outcome repro_worse(repro_outcome a, repro_outcome b);

// Judges a ratio with its relative uncertainty: faster if it exceeds the margin by twice the uncertainty, slower if its
// inverse does, else even.
repro_outcome repro_outcome_of(double ratio, double noise, double margin);
repro_outcome repro_trend(double growth);  // judges an exact ratio by repro_margin

typedef struct {
  int faster, even, slower;
} repro_tally;

void repro_count(repro_tally *tally, repro_outcome outcome);
// Judges a tally: held if the quantifier is fulfilled by the faster cases; level if all are even; did not hold if it is
// fulfilled by the slower ones, or, with REPRO_CAN, if none is faster; otherwise depends.
repro_verdict repro_judge(repro_quantifier quantifier, const repro_tally *tally);

// ---- failures --------------------------------------------------------------------------------------------------
void repro_fail(repro *r, jn_status status, const char *format, ...) JN_PRINTF(3, 4);
bool repro_ok(const repro *r);
double *repro_scratch(repro *r, int n);  // returns n doubles, all NaN; the frame frees them; NULL: no memory

// ---- the frame itself ----------------------------------------------------------------------------------------
struct repro {
  jn_report *report;    // receives faults and warnings
  bool shows_progress;  // on the terminal
  bool verbose;         // reports the warnings of the runs, too
  const repro_paper *paper;
  jn_status status;  // status of the first failure
  repro_table **tables;
  int ntables;
  repro_figure **figures;
  int nfigures;
  repro_claim **claims;
  int nclaims;
  repro_sentence *conclusion;
  int nconclusion;
  struct repro_start *starts;  // see trial_start.c
  int nstarts;
  struct repro_alike *alike;
  int nalike;
  struct repro_kept *kept;  // objects that are freed at the end
  int nkept;
  int runs;    // number of runs done
  int repeat;  // turns of timed runs; 0: as the paper's code requests
  double started;
  bool drawn;  // a line of progress is on the terminal
};

void repro_free(repro *r);  // trial_build.c
// trial_build.c: lets the frame free `thing` at the end and returns it; NULL: `thing` is NULL, or memory ran out
void *repro_keep(repro *r, void *thing, void *(*drop)(void *));
void repro_show(repro *r, const char *title);  // trial_run.c: progress
// Lets a run begin at the initial state of its model, which is computed at the first call for these coordinates. If
// there is none, leaves the options unchanged, so that the run reports the reason.
void repro_begin_at(repro *r, const jn_model *model, const jn_choices *choices,
                    jn_run_options *options);  // trial_start.c
void repro_free_starts(repro *r);              // trial_start.c
// Copies the messages of a run to the report: faults only with `faults`, warnings only with --verbose. With `failed`
// faults become warnings, because the run has reached its end and has numbers to show.
void repro_pass_on(repro *r, const char *title, const jn_report *said, bool faults, bool failed);  // trial_run.c
void repro_hide(repro *r);
void repro_format(double value, int digits, char *text, size_t size);  // trial_print.c: "7.376e-5", "303"
void repro_format_difference(double off, char *text, size_t size);     // trial_print.c: "0.02 %"; "" for NaN
void repro_print(const repro *r, const char *folder);                  // trial_print.c
void repro_put(const repro *r, const char *folder, app_json *out);     // trial_json.c
char *repro_page(const repro *r);                                      // trial_page.c: free() it; NULL: no memory
char *repro_markdown(const repro *r);                                  // trial_markdown.c: likewise
jn_status repro_check_folder(repro *r, const char *folder);            // trial_folder.c: before any work
jn_status repro_write_folder(repro *r, const char *folder);            // trial_folder.c

#endif

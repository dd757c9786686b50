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

enum { REPRO_COLUMNS = 8 };  // of a table, at most

typedef struct repro repro;

typedef struct {
  const char *name;           // word on the command line: "yoon"
  const char *title;          // authors and title
  const char *about;          // a sentence: what is run here
  const char *words;          // what short names in its tables and claims mean; NULL: nothing to explain
  const char *const *method;  // paragraphs that explain the method to a student, ended by NULL; a paragraph that begins
                              // with two spaces is an equation; NULL: none
  const char *drawing;        // figure that is shown beside the method; NULL: none
  int runs;                   // that its work takes, for the progress
  void (*work)(repro *r);
} repro_paper;

extern const repro_paper paper_yoon, paper_park, paper_blajer, paper_dopico, paper_petzold;
extern const repro_paper *const repro_papers[];  // papers.c; ended by NULL

// ---- tables ------------------------------------------------------------------------------------------------
typedef struct {
  const char *name;     // heading, with the unit
  const char *printed;  // where the printed values stand: "paper"; NULL: the column has ours alone
  int digits;           // significant ones; 0: whole numbers
} repro_column;

typedef struct {
  double printed, ours;  // NaN: none
  char *text;            // instead of numbers; NULL: none
} repro_cell;

typedef struct {
  char *label;
  repro_cell cells[REPRO_COLUMNS];
} repro_row;

typedef struct {
  char *id, *title, *row_title, *note;
  repro_column columns[REPRO_COLUMNS];  // their texts are constants
  int ncolumns;
  repro_row *rows;
  int nrows;
  bool timed;  // contains CPU times: another run gives other numbers. May be set after it was added.
} repro_table;

repro_table *repro_add_table(repro *r, const char *id, const char *title, const char *row_title,
                             const repro_column *columns, int n);
int repro_add_row(repro *r, repro_table *table, const char *label);  // its number, -1: no memory
void repro_set(repro_table *table, int row, int column, double ours);
void repro_set_pair(repro_table *table, int row, int column, double printed, double ours);
void repro_set_text(repro *r, repro_table *table, int row, int column, const char *format, ...) JN_PRINTF(5, 6);
void repro_set_note(repro *r, repro_table *table, const char *format, ...) JN_PRINTF(3, 4);  // stands below the table
// |ours - printed| / |printed|; NaN when one of them is missing; with printed = 0, |ours|.
double repro_difference(const repro_cell *cell);
double repro_row_difference(const repro_table *table, const repro_row *row);  // the largest of its pairs, NaN: none

// ---- figures -----------------------------------------------------------------------------------------------
typedef struct {
  char *label;
  double *x, *y;
  int n;
} repro_curve;

typedef struct {
  char *id, *title, *x_label, *y_label, *note;
  bool log_x, log_y;  // may be set after it was added
  repro_curve *curves;
  int ncurves;  // 0: a picture
  char *svg;    // of curves: drawn when the paper has done its work
} repro_figure;

repro_figure *repro_add_figure(repro *r, const char *id, const char *title, const char *x_label, const char *y_label);
void repro_add_curve(repro *r, repro_figure *figure, const char *label, const double *x, const double *y, int n);
void repro_add_scaled_curve(repro *r, repro_figure *figure, const char *label, const double *x, const double *y, int n,
                            double factor);
// A mechanism at a state.
repro_figure *repro_add_picture(repro *r, const char *id, const char *title, const jn_system *system,
                                const double *state);
void repro_set_caption(repro *r, repro_figure *figure, const char *format, ...) JN_PRINTF(3, 4);

// ---- claims ------------------------------------------------------------------------------------------------
typedef enum { REPRO_HELD, REPRO_DID_NOT_HOLD, REPRO_DEPENDS, REPRO_LEVEL, REPRO_UNDECIDED } repro_verdict;
enum { REPRO_VERDICTS = REPRO_UNDECIDED + 1 };

// The share of cases that the words of a sentence claim.
typedef enum {
  REPRO_ALWAYS,   // a plain statement, "all", "always": every case
  REPRO_USUALLY,  // "most", "usually", "often", "tends to": more than half of the cases
  REPRO_CAN,      // "can", "may", "is possible": one case
} repro_quantifier;

// Settings changed by a stated amount, and the verdict with them.
typedef struct {
  char *what;      // "the gains"
  char *evidence;  // the change and the numbers with it
  repro_verdict verdict;
} repro_variation;

typedef struct {
  char *id, *sentence, *criterion, *evidence;
  char *quote, *place;  // exact words of the paper, and their section or page; NULL: a claim of ours
  char *condition;      // of REPRO_DEPENDS: on what, "on the step"; NULL: not said
  repro_variation *variations;
  int nvariations;
  repro_verdict verdict;
  bool turned;  // did not hold, but does with a variation
  bool timed;   // depends on the clock: another run or machine may judge otherwise
  bool ours;    // not said in the paper
} repro_claim;

// "held", "did not hold", "depends", "level", "cannot be decided here"
const char *repro_verdict_text(repro_verdict verdict);
repro_verdict repro_if(bool held);
// Judges a share of cases: held if the quantifier is fulfilled, did not hold if no case was, otherwise depends.
repro_verdict repro_share(repro_quantifier quantifier, int held, int of);
// The claim may be changed (timed, ours) until the next one is added; NULL: no memory.
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
// Our value in a table, for the numbers of the conclusion; NaN: there is no such cell.
double repro_value(const repro *r, const char *table, int row, int column);

// ---- models and runs ---------------------------------------------------------------------------------------
typedef struct {
  jn_table *table;  // all outputs of the model, the probes behind them
  jn_summary summary;
  const double *time;
  int n;
} repro_rows;

typedef enum { REPRO_MUST_RUN, REPRO_MAY_FAIL } repro_need;

// NULL after a failure, also an earlier one; then the calls below do nothing.
jn_model *repro_model(repro *r, const char *name, const jn_setting *settings, int nsettings);
jn_choices repro_choices(repro *r, jn_model *model);
// repro_choose(c.formulation, sizeof c.formulation, "...")
void repro_choose(char *field, size_t size, const char *name);
// Runs to the end of the choices and keeps the rows. `title` is shown while it runs. With REPRO_MAY_FAIL a run that
// does not get to its end, or takes far more steps than it should, is no failure: its rows go as far as it came, and
// summary.status tells.
repro_rows *repro_run(repro *r, const char *title, const jn_model *model, const jn_choices *choices,
                      const char *const *probes, int nprobes, repro_need need);
// States that a compiled model starts at the state of the model, or of the other code, that it was made like: the start
// is then computed once.
void repro_starts_alike(repro *r, const jn_model *model, const jn_model *like);  // trial_start.c
// NULL: rows is NULL, or there is no such column
const double *repro_values(repro *r, const repro_rows *rows, const char *name);
double repro_largest(const double *values, int n);               // |value|, NaN when there is any
double repro_furthest(const double *a, const double *b, int n);  // |a - b|, NaN when there is any
// For the largest and the smallest of many: NaN stays, whichever of them it was.
static inline double repro_larger(double most, double x) { return most >= x || most != most ? most : x; }
static inline double repro_smaller(double least, double x) { return least <= x || least != least ? least : x; }

// A run of which one looks at the equations. NULL after a failure; the frame frees it.
typedef struct {
  jn_run *run;
  const jn_system *system;
  jn_work *work;
  double *state;  // a copy of the run's, to be changed
} repro_motion;

repro_motion *repro_follow(repro *r, const char *title, const jn_model *model, const jn_choices *choices,
                           const char *const *probes, int nprobes);
void repro_go(repro *r, repro_motion *motion, double t);  // steps on to a time

// Solves A x = b with the first n rows and columns of a matrix that has rows of `width`; A destroyed, x in b; false:
// singular.
bool repro_solve(int n, int width, double *A, double *b);

// ---- timing --------------------------------------------------------------------------------------------------
// One way of solving a problem, to be timed against others: fill in title, model and choices.
typedef struct {
  const char *title;
  const jn_model *model;
  jn_choices choices;
  double seconds;  // CPU time of stepping alone, median over the turns
  double *turns;   // CPU time of every turn; the frame frees it
  int nturns;
  double reached;  // time
  jn_summary summary;
  const void *what;  // for other work than a run, see repro_take_turns
} repro_timing;

// Steps every item through its whole time, taking turns, `repetitions` times over. Where the ratio of an item to the
// first one is then still uncertain by more than a third of the margin, as on a busy machine, turns are added, up to
// three times as many in all.
void repro_time(repro *r, repro_timing *items, int n, int repetitions);
// The same for work of any kind: `turn` does what item->what says and returns its CPU time.
typedef double repro_turn(repro *r, repro_timing *item);
void repro_take_turns(repro *r, repro_timing *items, int n, int repetitions, repro_turn *turn);
double repro_cpu_seconds(void);

// Two ways that took turns. The ratio is the median of the ratios of their turns, so that a machine that slows down
// slows both. One way is faster only if the ratio exceeds the margin by twice its uncertainty; with fewer than five
// turns nothing is known, and they are even.
typedef enum { REPRO_FASTER, REPRO_EVEN, REPRO_SLOWER } repro_outcome;

typedef struct {
  double ratio;  // the other's time over mine
  double
      noise;  // uncertainty of the ratio, relative: the middle half of the turns, over the square root of their number
  repro_outcome result;
} repro_race;

extern const double repro_margin;  // 7 %: three times what medians differ by from run to run
repro_race repro_compare(repro *r, const repro_timing *mine, const repro_timing *other);
// against two others: faster than both, slower than one, else even
repro_outcome repro_worse(repro_outcome a, repro_outcome b);

// Judges a ratio with its relative uncertainty by a margin: beyond it by twice the uncertainty, the other way, or even.
repro_outcome repro_outcome_of(double ratio, double noise, double margin);
repro_outcome repro_trend(double growth);  // of a ratio that is exact, by repro_margin

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
double *repro_scratch(repro *r, int n);  // n doubles, NaN; the frame frees them; NULL: no memory

// ---- the frame itself ----------------------------------------------------------------------------------------
struct repro {
  jn_report *report;    // gets what goes wrong
  bool shows_progress;  // on the terminal
  bool verbose;         // warnings of the runs, too
  const repro_paper *paper;
  jn_status status;  // of the first failure
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
  struct repro_kept *kept;  // what is freed at the end
  int nkept;
  int runs;    // done so far
  int repeat;  // turns of what is timed; 0: as the paper says
  double started;
  bool drawn;  // a line of progress stands on the terminal
};

void repro_free(repro *r);  // trial_build.c
// trial_build.c: `thing` is freed at the end; NULL is a failure, and is returned where it could not be kept
void *repro_keep(repro *r, void *thing, void *(*drop)(void *));
void repro_show(repro *r, const char *title);  // trial_run.c: progress
// Lets a run begin at the initial state of its model, computed at the first call for these coordinates; leaves the
// options as they are if there is none, so that the run itself says why.
void repro_begin_at(repro *r, const jn_model *model, const jn_choices *choices,
                    jn_run_options *options);  // trial_start.c
void repro_free_starts(repro *r);              // trial_start.c
// Copies what a run has said: its faults when it had to succeed, its warnings with --verbose. One that came to its end
// has numbers to show: that it has failed all the same is a warning.
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

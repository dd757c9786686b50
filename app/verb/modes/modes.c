// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes.c - `jounce modes`: linearises the equations about a state and prints their eigenvalues and mode shapes; with
// --sweep over a parameter.
#include "modes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_paths.h"
#include "common/text.h"
#include "verb/report/reports.h"

static const double rounding = 1e-11;  // relative to |lambda|: real and imaginary parts up to this are printed as 0
static const double faint = 0.02;      // smallest share of a coordinate in a mode that is listed
enum { MOST_SHARES = 4, SHARES_VERBOSE = 12 };

// ---- the state ------------------------------------------------------------------------------------------------------

static jn_status read_where(app_command *command, app_modes_at *at) {
  const char *text = command->options.modes_at;
  jn_dimension dimension;
  bool has_unit;
  char what[200];
  if (!text || strcmp(text, "start") == 0) return JN_OK;
  if (strcmp(text, "equilibrium") == 0) {
    at->where = AT_EQUILIBRIUM;
    return JN_OK;
  }
  bool number = jn_unit_parse(text, &at->time, &dimension, &has_unit, what, sizeof what);
  bool seconds = number && (!has_unit || (dimension.s == 1 && !dimension.m && !dimension.kg && !dimension.rad));
  if (!seconds || !(at->time > 0))
    return usage_fault(command, "--at is start, equilibrium or a time after 0, as 2.5 or \"10 ms\", but got '%.60s'",
                       text);
  at->where = AT_TIME;
  return JN_OK;
}

static jn_status find_equilibrium(app_command *command, app_initial_state *start) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  jn_status status = jn_solve_equilibrium(start->system, &options, start->state, NULL, NULL, command->report);
  return checked_status(command, status, "the search for an equilibrium");
}

// Simulates the model up to the time of --at, with the choices of the file, but start, switches and largest number of
// steps of *start, and makes the state that is reached that of *start. Returns the first failure.
static jn_status run_to_time(app_command *command, app_initial_state *start, const app_modes_at *at) {
  jn_choices choices = *jn_model_choices(start->model);
  jn_run_options options = jn_run_options_default();
  memcpy(choices.start, start->choices.start, sizeof choices.start);
  memcpy(choices.switches, start->choices.switches, sizeof choices.switches);
  choices.max_steps = start->choices.max_steps;
  choices.until = at->time;
  options.choices = &choices;
  options.progress = at->progress;
  options.progress_context = at->progress_context;
  jn_run *run = jn_run_new(start->model, &options, command->report);
  if (!run) return worst_fault(command, JN_BAD_MODEL, "making the run");
  jn_status status = jn_run_execute(run, command->report);
  if (status == JN_OK) jn_state_convert(jn_run_system(run), jn_run_state(run), start->system, start->state);
  if (status == JN_INTERRUPTED)
    jn_report_warn(command->report, "", "interrupted: the run to the state has reached %.6g of %.6g s",
                   jn_run_state(run)[0], at->time);
  jn_run_free(run);
  return checked_status(command, status, "the run to the state");
}

// Converts state and system to the coordinates in which the equations are linearised (joint coordinates with armature,
// else at->coordinates), linearises them, and sets found->coordinates, linear and modes. Returns the first failure.
static jn_status linearise(app_command *command, const app_modes_at *at, app_modes *found) {
  app_initial_state *start = &found->start;
  jn_linear_options options = jn_linear_options_default();
  options.probes = (const char *const *)command->options.probes.items;
  options.nprobes = command->options.probes.n;
  const char *coordinates = jn_model_has_armature(start->model) ? "joint" : at->coordinates;
  found->coordinates = coordinates;
  bool own = strcmp(coordinates, "cartesian") == 0;
  jn_system *system = own ? start->system : jn_system_new(start->model, coordinates, command->report);
  if (!system) return worst_fault(command, JN_REFUSED, "making the equations");
  double *state = own ? start->state : calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  if (state && !own) jn_state_convert(start->system, start->state, system, state);
  if (state) found->linear = jn_linearise(system, state, &options, command->report);
  if (found->linear) found->modes = jn_modes_new(found->linear, command->report);
  if (!own) {
    free(state);
    jn_system_free(system);
  }
  return found->modes ? JN_OK : worst_fault(command, JN_NO_MEMORY, "the linearisation");
}

jn_status modes_calc(app_command *command, const app_modes_at *at, app_modes *found) {
  options_choose(&command->options, JN_CHOICE_coordinates, "cartesian");
  ignore_methods(&command->options);
  found->start.assemble_only = at->where == AT_EQUILIBRIUM;
  jn_status status = initial_state_load(command, &found->start);
  if (status == JN_OK) status = check_sources(command, found->start.model, command->options.output);
  if (status == JN_OK && at->where == AT_EQUILIBRIUM) status = find_equilibrium(command, &found->start);
  if (status == JN_OK && at->where == AT_TIME) status = run_to_time(command, &found->start, at);
  if (status != JN_OK) return status;
  found->time = found->start.state[0];
  return linearise(command, at, found);
}

void modes_free(app_modes *found) {
  jn_modes_free(found->modes);
  jn_linear_free(found->linear);
  initial_state_free(&found->start);
}

// ---- text -----------------------------------------------------------------------------------------------------------

double modes_clean(double part, double size) { return fabs(part) <= rounding * size ? 0 : part; }

// Prints amplitude and phase of a coordinate in a mode whose first coordinate, `first`, has the amplitude of one unit
// and phase 0.
static void print_share(const jn_share *share, const jn_share *first) {
  double square = first->re * first->re + first->im * first->im;
  double re = (share->re * first->re + share->im * first->im) / square,
         im = (share->im * first->re - share->re * first->im) / square;
  double size = hypot(re, im), phase = round(atan2(im, re) * 180 / 3.14159265358979323846);
  const char *space = share->unit[0] ? " " : "";
  printf("%s%s", share == first ? "" : ", ", share->name);
  bool in_phase = phase == 0 || fabs(phase) == 180;
  printf(" %.3g%s%s", in_phase ? copysign(size, re) : size, space, share->unit);
  if (!in_phase) printf(" (%.0f deg)", phase);
}

static void print_mode(const jn_modes *modes, int i, bool verbose) {
  jn_mode m = jn_modes_get(modes, i);
  double re = modes_clean(m.re, m.natural), im = modes_clean(m.im, m.natural);
  printf("  %4d %14.7g", i + 1, re);
  if (im > 0) printf(" %14.7g %12.6g", im, m.frequency);
  else printf(" %14s %12s", "-", "-");
  if (im > 0) printf(" %10.4g", re == 0 ? 0 : m.damping);
  else printf(" %10s", "-");
  if (re != 0) printf(" %12.5g  ", m.time_constant);
  else printf(" %12s  ", "-");

  // The dominant coordinates of the mode follow, sorted by size.
  const jn_share *shown[SHARES_VERBOSE];
  int n = jn_modes_nshares(modes, i), most = verbose ? SHARES_VERBOSE : MOST_SHARES, count = 0;
  for (int k = 0; k < n && k < most; k++) {
    const jn_share *share = jn_modes_share(modes, i, k);
    if (k > 0 && !(share->part > faint) && !(verbose && share->size > faint)) continue;
    int at = count++;
    for (; at > 0 && share->size > shown[at - 1]->size * (1 + 1e-6); at--) shown[at] = shown[at - 1];
    shown[at] = share;
  }
  for (int k = 0; k < count; k++) print_share(shown[k], shown[0]);
  putchar('\n');
}

static void print_zeros(const jn_modes *modes) {
  int n = jn_modes_zero(modes);
  if (n == 0) return;
  printf("\n%d zero eigenvalue%s, free motion: ", n, n == 1 ? "" : "s");
  for (int i = 0; i < n; i++) printf("%s%s", i ? ", " : "", jn_modes_zero_name(modes, i));
  putchar('\n');
}

static void print_verdict(const jn_modes *modes) {
  int growing = jn_modes_growing(modes), still = 0;
  for (int i = 0; i < jn_modes_count(modes); i++) still += jn_modes_trend(modes, i) == 0;
  if (growing > 0) printf("\nunstable: %d eigenvalue%s\n", growing, growing == 1 ? " grows" : "s grow");
  else if (still > 0) printf("\nundamped: %d mode%s with zero real part\n", still, still == 1 ? "" : "s");
  else printf("\nstable: all modes%s decay\n", jn_modes_zero(modes) > 0 ? " except free motion" : "");
}

static void print_matrix(const char *name, const double *A, int m, int n, const jn_linear *linear,
                         const char *(*row)(const jn_linear *, int)) {
  if (m == 0 || n == 0) return;
  printf("\n%s\n", name);
  for (int i = 0; i < m; i++) {
    printf("  %-32s", row(linear, i));
    for (int j = 0; j < n; j++) printf(" %12.6g", modes_clean(A[i * n + j], 1));
    putchar('\n');
  }
}

static void print_matrices(const jn_linear *linear) {
  jn_linear_sizes n = jn_linear_get_sizes(linear);
  print_matrix("A", jn_linear_A(linear), n.nx, n.nx, linear, jn_linear_state_name);
  print_matrix("B", jn_linear_B(linear), n.nx, n.nu, linear, jn_linear_state_name);
  print_matrix("C", jn_linear_C(linear), n.ny, n.nx, linear, jn_linear_output_name);
  print_matrix("D", jn_linear_D(linear), n.ny, n.nu, linear, jn_linear_output_name);
}

static void print_modes(const app_command *command, const app_modes *found, const app_modes_at *at) {
  jn_linear_sizes n = jn_linear_get_sizes(found->linear);
  const char *where = at->where == AT_EQUILIBRIUM ? "at rest" : at->where == AT_TIME ? "after a run" : "at the start";
  printf("%s: linearised %s, t = %g s\n", shown_name(command, found->start.model), where, found->time);
  printf("states: %d position%s, %d speed%s, %d auxiliary; %d input%s, %d output%s; in %s coordinates\n", n.np,
         n.np == 1 ? "" : "s", n.nf, n.nf == 1 ? "" : "s", n.nz, n.nu, n.nu == 1 ? "" : "s", n.ny, n.ny == 1 ? "" : "s",
         found->coordinates);
  if (jn_modes_count(found->modes) > 0)
    printf("\n  %4s %14s %14s %12s %10s %12s  %s\n  %4s %14s %14s %12s %10s %12s  %s\n", "mode", "real", "imaginary",
           "frequency", "damping", "time const.", "dominant coordinates", "", "1/s", "rad/s", "Hz", "ratio", "s",
           "amplitude (phase), relative to the first");
  for (int i = 0; i < jn_modes_count(found->modes); i++) print_mode(found->modes, i, command->options.verbose);
  print_zeros(found->modes);
  if (jn_modes_count(found->modes) > 0) print_verdict(found->modes);
  if (n.nx == 0) printf("\nno degrees of freedom\n");
  if (command->options.verbose) print_matrices(found->linear);
}

// ---- the verb -------------------------------------------------------------------------------------------------------

static jn_status check_options(app_command *command) {
  const app_options *o = &command->options;
  const char *const pictures[] = {o->plot, o->locus, o->shapes};
  for (int i = 0; i < 3; i++)
    if (pictures[i] && jn_file_format_of(pictures[i]) != JN_FORMAT_SVG)
      return usage_fault(command, "a plot is an .svg file, but got '%s'", pictures[i]);
  if (o->locus && !o->sweep)
    return usage_fault(command, "--locus draws the eigenvalues of a sweep, but there is no --sweep");
  if (o->shapes && o->sweep)
    return usage_fault(command, "--shapes draws the modes of one state, but there is a --sweep");
  if (o->output && !o->sweep)
    return usage_fault(command, "--output writes the eigenvalues of a sweep, but there is no --sweep");
  if (o->output && jn_file_format_of(o->output) != JN_FORMAT_CSV)
    return usage_fault(command, "the table is a .csv file, but got '%s'", o->output);
  jn_status status = report_check(command, false);
  if (status == JN_OK) status = check_targets(command, o->output);
  return status == JN_OK ? check_writable(command, o->output) : status;
}

static jn_status draw_shapes(app_command *command, const app_modes *found) {
  char *svg = jn_plot_modes(NULL, found->start.system, found->start.state, found->modes,
                            shown_name(command, found->start.model));
  if (!svg) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the picture");
  jn_status status = jn_text_write(command->options.shapes, svg, command->report);
  jn_text_free(NULL, svg);
  return status;
}

static jn_status one_state(app_command *command, app_modes_at *at) {
  app_modes found = {.linear = NULL};
  app_progress progress = progress_begin(!command->options.quiet);
  at->progress = progress_show;
  at->progress_context = &progress;
  jn_status status = modes_calc(command, at, &found);
  progress_erase(&progress);
  if (status == JN_OK && command->options.plot)
    status = plot_modes(command, found.modes, shown_name(command, found.start.model), command->options.plot);
  if (status == JN_OK && command->options.shapes) status = draw_shapes(command, &found);
  const char *report = NULL;
  if (status == JN_OK) status = report_modes(command, &found, at, &report);
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    if (found.modes) put_modes(&out, &found, at, shown_name(command, found.start.model));
    if (found.modes) json_text(&out, "report", report);
    answer_end(command, &out);
  } else if (found.modes && !command->options.quiet) {
    print_modes(command, &found, at);
    if (report) printf("\nreport: %s\n", report);
  }
  modes_free(&found);
  return status;
}

// Calculates, prints and draws the eigenvalues over the parameter of --sweep; of an interrupted sweep, as far as it
// came.
static jn_status over_parameter(app_command *command, const app_modes_at *at) {
  app_sweep sweep = {.locus = NULL};
  const app_options *o = &command->options;
  jn_status status = sweep_parse(command, o->sweep, &sweep), drawn = JN_OK;
  if (status == JN_OK) status = sweep_run(command, at, &sweep);
  bool has_answer = status == JN_OK || (status == JN_INTERRUPTED && sweep.locus->npoints > 0);
  if (has_answer && o->plot) drawn = plot_sweep(command, &sweep, sweep.title, o->plot);
  if (has_answer && o->locus && drawn == JN_OK) drawn = plot_locus(command, &sweep, sweep.title, o->locus);
  if (has_answer && o->output && drawn == JN_OK) drawn = sweep_write(command, &sweep, o->output);
  const char *report = NULL;
  if (has_answer && drawn == JN_OK) drawn = report_sweep(command, &sweep, &report);
  if (drawn != JN_OK) status = drawn;
  print_messages(command);
  if (o->json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    if (has_answer) {
      put_sweep(&out, &sweep, sweep.title);
      json_text(&out, "report", report);
    }
    answer_end(command, &out);
  } else if (has_answer && !o->quiet) {
    printf("%s: eigenvalues over %s\n\n", sweep.title, sweep.name);
    sweep_print(&sweep);
    if (report) printf("\nreport: %s\n", report);
  }
  jn_locus_free(sweep.locus);
  return status;
}

static jn_status modes_work(app_command *command) {
  const char *typed = options_typed_name(&command->options, JN_CHOICE_coordinates);
  app_modes_at at = {.coordinates = typed ? typed : "cartesian"};
  jn_status status = check_options(command);
  if (status == JN_OK) status = read_where(command, &at);
  if (status != JN_OK) return status;
  if (at.where == AT_TIME || command->options.sweep) progress_catch_signals();
  return command->options.sweep ? over_parameter(command, &at) : one_state(command, &at);
}

static const char *const examples[] = {
    "jounce modes models/examples/spring-mass.yaml",
    "jounce modes models/benchmarks/four-bar-diagonal-spring.yaml --at equilibrium",
    "jounce modes models/benchmarks/whipple-bicycle.yaml --set speed=4 --plot bicycle.svg",
    "jounce modes models/benchmarks/whipple-bicycle.yaml --sweep speed=0:10:101 --plot over-speed.svg --locus "
    "locus.svg -o table.csv",
    "jounce modes models/vehicles/iltis.yaml --at equilibrium --shapes modes.svg",
    NULL,
};

const app_verb verb_modes = {
    .name = "modes",
    .words = "MODEL",
    .needs = "a model file",
    .help = "linearisation about a state: eigenvalues, damping, mode shapes, root loci, A, B, C, D",
    .details =
        "Linearises the equations of motion about the initial state of a run (--start equilibrium: the equilibrium "
        "with the velocities of the file), about the equilibrium at rest (--at equilibrium), or about the state that a "
        "run reaches (--at TIME). x contains independent positions and speeds, chosen among coordinates of joints and "
        "bodies, and auxiliary states; u the inputs, y the outputs. Axes follow a steady motion, so rolling wheels and "
        "steady bends have eigenvalues too. Zero eigenvalues (free motion) are listed separately. -v prints the "
        "matrices, --json everything. --sweep NAME=FROM:TO:COUNT reads the model for each value as with --set, follows "
        "each eigenvalue as a branch, and reports where branches become stable or unstable and where real eigenvalues "
        "become pairs. --shapes draws the mode shapes; browsers animate them.\nExit codes: 0 success, 2 usage or a "
        "model that is refused, 3 model invalid, 4 assembly failed, 5 no equilibrium, a run to the state that failed, "
        "or a state without linear equations, 7 input or output failed, 130 interrupted.",
    .examples = examples,
    .bit = FOR_MODES,
    .least = 1,
    .most = 1,
    .work = modes_work};

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check.c - `jounce check`: counts, degrees of freedom, loops, redundancy by name, doubtful data.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "contact_arrows.h"
#include "fmu/fmu_verbs.h"
#include "initial_state.h"
#include "mechanism_picture.h"
#include "summary.h"

static const char *plural(int n) { return n == 1 ? "" : "s"; }

// Prints how many conditions of events, force elements and subsystems a run will locate within its steps; those of
// rigid contacts are not counted.
static void print_located(const jn_sizes *sizes) {
  int events = sizes->nroots - sizes->force_roots - sizes->subsystem_roots - sizes->contact_roots;
  const char *between = "  located        ";
  if (events > 0) {
    printf("%s%d condition%s of events", between, events, plural(events));
    between = ", ";
  }
  if (sizes->force_roots > 0) {
    printf("%s%d change%s of forces (contact, sticking)", between, sizes->force_roots, plural(sizes->force_roots));
    between = ", ";
  }
  if (sizes->subsystem_roots > 0)
    printf("%s%d jump%s of subsystems", between, sizes->subsystem_roots, plural(sizes->subsystem_roots));
  if (sizes->nroots > sizes->contact_roots) putchar('\n');
}

static void print_counts(const app_initial_state *start, const char *name) {
  const jn_model *model = start->model;
  jn_sizes sizes = jn_system_sizes(start->system);
  int bodies = jn_model_nbodies(model) - 1, drivers = jn_model_ndrivers(model), forces = jn_model_nforces(model);
  int joints = jn_model_njoints(model) - drivers, auxiliaries = jn_model_nauxiliaries(model),
      discretes = jn_model_ndiscretes(model), signals = jn_model_nsignals(model),
      subsystems = jn_model_nsubsystems(model), events = jn_model_nevents(model);
  printf("%s (%s)\n", name, jn_model_space(model) == JN_PLANE ? "in the plane" : "in space");
  printf("  elements       %d bod%s, %d joint%s", bodies, bodies == 1 ? "y" : "ies", joints, plural(joints));
  if (drivers > 0) printf(", %d driver%s", drivers, plural(drivers));
  printf(", %d force%s", forces, plural(forces));
  if (subsystems > 0) printf(", %d subsystem%s", subsystems, plural(subsystems));
  if (signals > 0) printf(", %d signal%s", signals, plural(signals));
  if (events > 0) printf(", %d event%s", events, plural(events));
  printf(", %d output%s\n", jn_model_noutputs(model), plural(jn_model_noutputs(model)));
  printf("  equations      %d coordinate%s, %d speed%s, %d constraint equation%s", sizes.nq, plural(sizes.nq), sizes.nv,
         plural(sizes.nv), sizes.nc, plural(sizes.nc));
  if (sizes.nn > 0) printf(" (%d nonholonomic)", sizes.nn);
  if (auxiliaries > 0) printf(", %d auxiliary state%s", auxiliaries, plural(auxiliaries));
  if (discretes > 0) printf(", %d discrete state%s", discretes, plural(discretes));
  putchar('\n');
  print_located(&sizes);
}

static void print_mobility(const jn_mobility *mobility, bool driven) {
  int freedoms = jn_mobility_freedoms(mobility), loops = jn_mobility_loops(mobility);
  int redundant = jn_mobility_redundant(mobility), positions = jn_mobility_position_freedoms(mobility);
  const char *prescribed = freedoms == 0 && driven ? " (all motion is prescribed)" : "";
  printf("  mobility       %d degree%s of freedom", freedoms, plural(freedoms));
  if (positions != freedoms) printf(" of velocity%s and %d of position", prescribed, positions);
  else fputs(prescribed, stdout);
  printf(", %d independent loop%s\n", loops, plural(loops));
  if (redundant == 0) puts("  redundancy     no redundant constraint equations");
  else printf("  redundancy     %d redundant constraint equation%s\n", redundant, plural(redundant));
  for (int i = 0; i < redundant; i++) printf("                 %s\n", jn_mobility_sentence(mobility, i));
  for (int i = 0; i < jn_mobility_nshared(mobility); i++)
    printf("  %-14s %s\n", i == 0 ? "shared" : "", jn_mobility_shared(mobility, i));
  if (jn_mobility_singular(mobility))
    puts("  singular       the start is a singular configuration: the motion can branch here");
}

// Prints the names of the drivers that follow a signal by a filter, whose position, rate and acceleration are states.
static void print_followers(const jn_system *system) {
  static const char last[] = ".position";
  char name[320];
  int n = 0;
  for (int i = 0; i < jn_system_sizes(system).nz; i++) {
    size_t length = strlen(jn_state_name(system, i, name, sizeof name)), tail = sizeof last - 1;
    if (strncmp(name, "driver.", 7) != 0 || length < tail || strcmp(name + length - tail, last) != 0) continue;
    printf("%s%.*s", n++ ? ", " : "  followers      ", (int)(length - tail), name);
  }
  if (n > 0) puts(": their .position, .rate and .acceleration are states");
}

// Prints the two shapes of a contact that are closest.
static void print_nearest(const jn_model *model, const jn_contact_info *info) {
  for (int k = 0; k < 2 && info->nearest[k].i >= 0; k++) {
    const jn_shape_def *def = jn_model_shape(model, info->nearest[k]);
    printf("%s%s.%s", k == 0 ? " (" : " with ", jn_model_body_name(model, def->body), def->name);
  }
  if (info->nearest[0].i >= 0) putchar(')');
}

// Prints for each contact the number of its pairs of shapes and of its points, its least gap, how many points touch,
// stick and slip at the start, how many pairs are omitted, and whether the friction is so large that rigid contact may
// have no solution.
static void print_contacts(const app_initial_state *start) {
  const jn_model *model = start->model;
  for (int i = 0; i < jn_model_ncontacts(model); i++) {
    const jn_contact_info info = jn_contact_get(start->system, (jn_contact){i}, start->state);
    printf("  %-14s %s: %d pair%s with %d point%s, least gap %.6g m", i == 0 ? "contacts" : "", info.name, info.npairs,
           plural(info.npairs), info.npoints, plural(info.npoints), info.least_gap);
    print_nearest(model, &info);
    printf(", %d touch%s", info.ntouching, info.ntouching == 1 ? "es" : "");
    int sticking, slipping;
    if (info.ntouching > 0 && contact_modes_start(start->system, &info, &sticking, &slipping))
      printf(" (%d stick%s, %d slip%s)", sticking, sticking == 1 ? "s" : "", slipping, slipping == 1 ? "s" : "");
    if (info.nleft_out > 0)
      printf("; %d pair%s omitted: a joint connects the bodies", info.nleft_out, plural(info.nleft_out));
    double friction, bound = jn_contact_friction_bound(start->system, (jn_contact){i}, start->state, &friction);
    if (friction > bound)
      printf("; friction %.4g is above %.4g: rigid contact may have no solution or several here", friction, bound);
    putchar('\n');
  }
}

static void print_check(const app_initial_state *start, const char *name, const jn_mobility *mobility) {
  print_counts(start, name);
  if (mobility) print_mobility(mobility, jn_model_ndrivers(start->model) > 0);
  print_tree(start->system);
  print_followers(start->system);
  print_contacts(start);
  if (start->assembled)
    printf("  assembly       %d iteration%s, residuals %.2g (positions), %.2g (velocities)\n",
           start->assembly.iterations, plural(start->assembly.iterations), start->assembly.position_residual,
           start->assembly.velocity_residual);
  print_choices("will run", &start->choices);
}

static void put_states(app_json *out, const jn_system *system) {
  char name[320];
  json_open(out, "states", '[');
  for (int i = 0; i < jn_system_sizes(system).nz; i++)
    json_text(out, NULL, jn_state_name(system, i, name, sizeof name));
  json_close(out, ']');
}

static void put_contacts(app_json *out, const app_initial_state *start) {
  if (jn_model_ncontacts(start->model) == 0) return;
  json_open(out, "contacts", '[');
  for (int i = 0; i < jn_model_ncontacts(start->model); i++) {
    const jn_contact_info info = jn_contact_get(start->system, (jn_contact){i}, start->state);
    json_open(out, NULL, '{');
    json_text(out, "name", info.name);
    json_integer(out, "pairs", info.npairs);
    json_integer(out, "points", info.npoints);
    json_number(out, "least_gap", info.least_gap);
    double friction, bound = jn_contact_friction_bound(start->system, (jn_contact){i}, start->state, &friction);
    if (bound < HUGE_VAL) json_number(out, "friction_bound", bound);
    json_integer(out, "touching", info.ntouching);
    json_integer(out, "left_out", info.nleft_out);
    int sticking, slipping;
    if (info.ntouching > 0 && contact_modes_start(start->system, &info, &sticking, &slipping)) {
      json_integer(out, "sticking", sticking);
      json_integer(out, "slipping", slipping);
    }
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_counts(app_json *out, const app_initial_state *start, const char *name) {
  jn_sizes sizes = jn_system_sizes(start->system);
  json_text(out, "name", name);
  json_text(out, "space", jn_model_space(start->model) == JN_PLANE ? "plane" : "space");
  json_integer(out, "bodies", jn_model_nbodies(start->model) - 1);
  json_integer(out, "joints", jn_model_njoints(start->model));
  json_integer(out, "forces", jn_model_nforces(start->model));
  if (jn_model_nsubsystems(start->model) > 0) json_integer(out, "subsystems", jn_model_nsubsystems(start->model));
  json_integer(out, "outputs", jn_model_noutputs(start->model));
  json_integer(out, "nq", sizes.nq);
  json_integer(out, "nv", sizes.nv);
  json_integer(out, "rows", sizes.nc);
  json_integer(out, "nonholonomic_rows", sizes.nn);
  json_integer(out, "events", jn_model_nevents(start->model));
  json_integer(out, "force_roots", sizes.force_roots);
  json_integer(out, "subsystem_roots", sizes.subsystem_roots);
  put_states(out, start->system);
  json_text(out, "coordinates", start->choices.coordinates);
  json_text(out, "formulation", start->choices.formulation);
  json_text(out, "integrator", start->choices.integrator);
  json_text(out, "auto", start->choices.reason);
  json_flag(out, "assembled", start->assembled);
  json_number(out, "position_residual", start->assembly.position_residual);
  json_number(out, "velocity_residual", start->assembly.velocity_residual);
  put_contacts(out, start);
}

static void put_mobility(app_json *out, const app_initial_state *start, const jn_mobility *mobility) {
  json_integer(out, "freedoms", jn_mobility_freedoms(mobility));
  json_integer(out, "position_freedoms", jn_mobility_position_freedoms(mobility));
  json_integer(out, "loops", jn_mobility_loops(mobility));
  json_integer(out, "redundant", jn_mobility_redundant(mobility));
  json_flag(out, "singular_start", jn_mobility_singular(mobility));
  json_open(out, "redundant_rows", '[');
  for (int i = 0; i < jn_mobility_redundant(mobility); i++) {
    char name[320];
    json_open(out, NULL, '{');
    json_text(out, "row", jn_row_name(start->system, jn_mobility_redundant_row(mobility, i), name, sizeof name));
    json_text(out, "sentence", jn_mobility_sentence(mobility, i));
    json_close(out, '}');
  }
  json_close(out, ']');
  json_open(out, "shared", '[');
  for (int i = 0; i < jn_mobility_nshared(mobility); i++) json_text(out, NULL, jn_mobility_shared(mobility, i));
  json_close(out, ']');
}

static bool is_redundancy_sentence(const jn_mobility *mobility, const char *what) {
  for (int i = 0; i < jn_mobility_redundant(mobility); i++)
    if (strcmp(jn_mobility_sentence(mobility, i), what) == 0) return true;
  return false;
}

// Makes a run at the start and adds its messages to the report, except those that the report has already and those
// about redundancy that the answer prints. Sets *run, NULL if it failed, and returns its status.
static jn_status start_run(app_command *command, const app_initial_state *start, const jn_mobility *mobility,
                           jn_run **run) {
  jn_report *own = jn_report_new(NULL);
  if (!own) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the messages");
  int before = jn_report_size(command->report);
  jn_run_options options = jn_run_options_default();
  options.choices = &start->choices;
  options.system = start->system;
  options.start = start->state;
  *run = jn_run_new(start->model, &options, own);
  const jn_reduced *variables = *run ? jn_run_reduced(*run) : NULL;
  if (variables && variables->warning[0]) jn_report_warn(own, "", "%s", variables->warning);
  for (int i = 0; i < jn_report_size(own); i++) {
    const jn_error *error = jn_report_get(own, i);
    bool reported = is_redundancy_sentence(mobility, error->what);
    for (int k = 0; k < before; k++)
      reported = reported || strcmp(jn_report_get(command->report, k)->what, error->what) == 0;
    if (!reported) jn_report_add(command->report, error);
  }
  jn_report_free(own);
  return *run ? JN_OK : worst_fault(command, JN_SINGULAR, "the start of a run");
}

static jn_status check_choices(app_command *command, const app_initial_state *start, const jn_mobility *mobility,
                               jn_run **run) {
  bool variables = strcmp(start->choices.formulation, "reduced") == 0, code = jn_model_is_compiled(start->model);
  if (variables || code) return start_run(command, start, mobility, run);
  jn_choices_tell(&start->choices, command->report);
  return JN_OK;
}

// Adds the notes that the library has about outputs in general, without their faults: only a run knows whether its
// coordinates support all of them.
static void note_outputs(app_command *command, const app_initial_state *start) {
  jn_report *own = jn_report_new(NULL);
  jn_probe_free(jn_probe_new(start->system, NULL, 0, true, own));
  for (int i = 0; own && i < jn_report_size(own); i++)
    if (jn_report_get(own, i)->severity == JN_NOTE) jn_report_add(command->report, jn_report_get(own, i));
  jn_report_free(own);
}

// Returns the count of degrees of freedom; NULL on failure, with faults in the report. If the answer is a text, it
// lists the redundant constraints, and the notes about them are dropped.
static jn_mobility *count_freedoms(app_command *command, const app_initial_state *start) {
  jn_report *own = jn_report_new(NULL);
  jn_mobility *mobility = jn_mobility_new(start->system, start->state, own);
  bool printed = mobility && !command->options.json && !command->options.quiet;
  for (int i = 0; own && i < jn_report_size(own); i++)
    if (!printed || jn_report_get(own, i)->severity != JN_NOTE) jn_report_add(command->report, jn_report_get(own, i));
  jn_report_free(own);
  return mobility;
}

// Writes the picture of --draw, if that is given, also after a failed assembly. Returns `status`, or if that is JN_OK
// the status of the picture.
static jn_status draw_start(app_command *command, const app_initial_state *start, jn_status status) {
  const char *path = command->options.draw;
  if (!path || !start->state) return status;
  jn_status drawn = picture_write(command, start->system, start->state, path);
  return status != JN_OK ? status : drawn;
}

static jn_status check_work(app_command *command) {
  if (fmu_is_named(command)) return fmu_check_work(command);
  if (command->options.allow_code)
    return usage_fault(command, "--allow-code tries FMUs here; the check of a model loads no code");
  app_initial_state start = {.model = NULL};
  jn_mobility *mobility = NULL;
  jn_run *run = NULL;
  jn_code *code = NULL;
  jn_status status = picture_check_path(command, "draw", command->options.draw, false);
  if (status != JN_OK) return status;
  status = initial_state_load(command, &start);
  status = draw_start(command, &start, status);
  if (start.model) jn_check_sanity(start.model, command->report);
  if (status == JN_OK) {
    mobility = count_freedoms(command, &start);
    if (!mobility) status = worst_fault(command, JN_SINGULAR, "counting the degrees of freedom");
    else status = jn_check_start(start.system, start.state, command->report);
    if (status == JN_OK) note_outputs(command, &start);
    if (status == JN_OK) status = read_code(command, start.model, &code);
    if (status == JN_OK) status = check_choices(command, &start, mobility, &run);
  }
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    if (start.system) put_counts(&out, &start, shown_name(command, start.model));
    if (mobility) put_mobility(&out, &start, mobility);
    if (start.system) put_tree(&out, start.system);
    if (run) {
      put_independent(&out, run);
      put_groups(&out, run);
    }
    put_code(&out, code);
    answer_end(command, &out);
  } else if (start.system && !command->options.quiet) {
    print_check(&start, shown_name(command, start.model), mobility);
    if (run) print_independent(run, command->options.verbose);
    if (run && command->options.verbose) print_groups(run);
    print_code(code, command->options.verbose);
  }
  jn_code_free(code);
  jn_run_free(run);
  jn_mobility_free(mobility);
  initial_state_free(&start);
  return status;
}

static const char *const examples[] = {
    "jounce check models/examples/four-bar.yaml",
    "jounce check models/benchmarks/bricard-a04.yaml --json",
    "jounce check models/benchmarks/n-four-bar-a02.yaml --set N=10",
    "jounce check models/benchmarks/spatial-slider-crank.yaml --coordinates joint",
    "jounce check models/examples/four-bar.yaml --draw four-bar.svg",
    NULL,
};

const app_verb verb_check = {
    .name = "check",
    .words = "MODEL",
    .needs = "a model file",
    .help = "degrees of freedom, loops, redundant constraints by joint name, suspicious data",
    .details =
        "Reads and assembles the model without running it. MODEL is a YAML or JSON file, a robot (.urdf, .xml, .mjcf), "
        "a compiled model (.jnc), whose code is described, too, or an FMU (.fmu), which is checked against the rules "
        "of "
        "FMI; its code is tried with --allow-code only, in a process of its own. Redundant constraints are reported by "
        "joint name; "
        "they are no error. In joint coordinates the spanning tree is reported: for each loop the cut joint, the "
        "reason, and the bodies of the loop.\nExit codes: 0 the model can be run, 3 model invalid, 4 assembly failed, "
        "5 equations singular at the start.",
    .examples = examples,
    .bit = FOR_CHECK,
    .prints_notes = true,
    .least = 1,
    .most = 1,
    .work = check_work};

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.c - `jounce equilibrium`: static equilibrium with its forces.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_paths.h"
#include "common/progress.h"
#include "equilibrium.h"
#include "report/reports.h"

static const double rounding = 1e-13;  // relative to the load, or m and rad: smaller values are printed as 0

static bool make_room(app_rest *rest) {
  const app_initial_state *start = &rest->start;
  jn_sizes n = jn_system_sizes(start->system);
  rest->work = jn_work_new(start->system);
  rest->before = calloc((size_t)n.nstate, sizeof *rest->before);
  rest->lambda = calloc((size_t)n.nc + 1, sizeof *rest->lambda);
  rest->vdot = calloc((size_t)n.nv + 1, sizeof *rest->vdot);
  return rest->work && rest->before && rest->lambda && rest->vdot;
}

static bool show_progress(void *self, const jn_equilibrium_progress *now) {
  char line[160];
  snprintf(line, sizeof line, "%s: %d iteration%s, residual %.2g of the load", now->method, now->iterations,
           now->iterations == 1 ? "" : "s", now->left);
  return progress_line(self, now->wall_seconds, line);
}

static jn_status find(app_command *command, app_rest *rest) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  options.method = command->options.method;
  if (!isnan(command->options.time)) options.time = command->options.time;
  rest->time = options.time;
  app_progress progress = progress_begin(!command->options.quiet);
  options.progress = show_progress;
  options.progress_context = &progress;
  memcpy(rest->before, rest->start.state, (size_t)jn_system_sizes(rest->start.system).nstate * sizeof *rest->before);
  jn_status status = jn_solve_equilibrium(rest->start.system, &options, rest->start.state, rest->lambda, &rest->found,
                                          command->report);
  progress_erase(&progress);
  return checked_status(command, status, "the search for an equilibrium");
}

// ---- values by name -------------------------------------------------------------------------------------------

int rest_values(const app_rest *rest, const char *name, bool before, double *values, int most,
                jn_dimension *dimension) {
  jn_probe *probe = jn_probe_new(rest->start.system, &name, 1, false, NULL);
  int n = probe ? jn_probe_count(probe) : 0;
  if (n > most) n = 0;
  if (n > 0) {
    jn_probe_calc(probe, rest->work, before ? rest->before : rest->start.state, rest->vdot, rest->lambda, values);
    if (dimension) *dimension = jn_probe_dimension(probe, 0);
  }
  jn_probe_free(probe);
  return n;
}

static double clean(double x, double scale) { return fabs(x) <= rounding * scale ? 0 : x; }

static void note_width(const char *name, int *most) {
  int length = (int)strlen(name);
  if (length > *most) *most = length;
}

static int widest(const app_rest *rest) {
  const jn_model *model = rest->start.model;
  int most = 5;
  for (int i = 1; i < jn_model_nbodies(model); i++) note_width(jn_model_body_name(model, (jn_body){i}), &most);
  for (int i = 0; i < jn_model_njoints(model); i++) note_width(jn_model_joint_name(model, (jn_joint){i}), &most);
  for (int i = 0; i < jn_model_nforces(model); i++) note_width(jn_model_force_name(model, (jn_force){i}), &most);
  return most;
}

// ---- tables -----------------------------------------------------------------------------------------------------

static const char *const plane_names[] = {"x", "y", "angle", NULL}, *const space_names[] = {"x", "y", "z", NULL};

static void print_bodies(const app_rest *rest, int width) {
  const jn_model *model = rest->start.model;
  bool plane = jn_model_space(model) == JN_PLANE;
  const char *const *names = plane ? plane_names : space_names;
  printf("%s\n  %-*s",
         plane ? "positions (m, rad) and displacement from the start"
               : "positions (m) and displacement from the start; rotation "
                 "(rad)",
         width, "body");
  for (int i = 0; names[i]; i++) printf(" %14s %12s", names[i], "moved");
  printf(plane ? "\n" : " %12s\n", "turned");
  for (int body = 1; body < jn_model_nbodies(model); body++) {
    printf("  %-*s", width, jn_model_body_name(model, (jn_body){body}));
    for (int i = 0; names[i]; i++) {
      char name[300];
      double now = 0, then = 0;
      snprintf(name, sizeof name, "%s.%s", jn_model_body_name(model, (jn_body){body}), names[i]);
      bool known =
          rest_values(rest, name, false, &now, 1, NULL) == 1 && rest_values(rest, name, true, &then, 1, NULL) == 1;
      if (known) printf(" %14.8g %12.5g", clean(now, 1), clean(now - then, 1));
      else printf(" %14s %12s", "-", "-");
    }
    double turned = rest_turn(rest, body);
    if (!plane && turned >= 0) printf(" %12.5g", clean(turned, 1));
    else if (!plane) printf(" %12s", "-");
    putchar('\n');
  }
}

static void print_value(const app_rest *rest, const char *element, const char *what, double scale) {
  char name[300], unit[48] = "";
  double value = 0;
  jn_dimension dimension = JN_NUMBER;
  snprintf(name, sizeof name, "%s.%s", element, what);
  if (rest_values(rest, name, false, &value, 1, &dimension) == 1) {
    jn_unit_format(dimension, unit, sizeof unit);
    printf(" %14.8g %-4s", clean(value, scale), unit);
  } else {
    printf(" %14s %-4s", "-", "");
  }
}

// Returns whether a force stores energy that cannot be separated from its losses: tyres, contacts, friction.
static bool stores_unseen(const app_rest *rest, const char *force) {
  static const char *const words[] = {"fz", "fn", "slip"};
  char name[300];
  double value;
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "%s.%s", force, words[i]);
    if (rest_values(rest, name, false, &value, 1, NULL) == 1) return true;
  }
  return false;
}

static void print_forces(const app_rest *rest, int width) {
  const jn_model *model = rest->start.model;
  if (jn_model_nforces(model) == 0) return;
  printf("\nforces\n  %-*s %14s      %14s      %14s\n", width, "name", "length", "value", "energy");
  for (int i = 0; i < jn_model_nforces(model); i++) {
    char name[200];
    snprintf(name, sizeof name, "force.%s", jn_model_force_name(model, (jn_force){i}));
    printf("  %-*s", width, jn_model_force_name(model, (jn_force){i}));
    print_value(rest, name, "length", 1);
    print_value(rest, name, "value", rest->found.load);
    if (stores_unseen(rest, name)) printf(" %14s", "-");
    else print_value(rest, name, "energy", rest->found.load);
    putchar('\n');
  }
}

static void print_joints(const app_rest *rest, int width) {
  const jn_model *model = rest->start.model;
  if (jn_model_njoints(model) == 0) return;
  bool plane = jn_model_space(model) == JN_PLANE, headed = false;
  for (int i = 0; i < jn_model_njoints(model); i++) {
    char name[200];
    double F[3], T[3];
    snprintf(name, sizeof name, "joint.%s.force", jn_model_joint_name(model, (jn_joint){i}));
    int nf = rest_values(rest, name, false, F, 3, NULL);
    snprintf(name, sizeof name, "joint.%s.torque", jn_model_joint_name(model, (jn_joint){i}));
    int nt = rest_values(rest, name, false, T, 3, NULL);
    if (nf + nt == 0) continue;
    if (!headed)
      printf(
          "\nreactions of the joints on their second body, at its point (teeth: at the pitch point), ground axes (N, N "
          "m)\n  %-*s %s\n",
          width, "joint",
          plane ? "            Fx             Fy             Mz"
                : "            Fx             Fy             Fz             Mx             My             Mz");
    headed = true;
    printf("  %-*s", width, jn_model_joint_name(model, (jn_joint){i}));
    for (int k = 0; k < nf; k++) printf(" %14.8g", clean(F[k], rest->found.load));
    for (int k = 0; k < nt; k++) printf(" %14.8g", clean(T[k], rest->found.load));
    putchar('\n');
  }
}

bool rest_push(const app_rest *rest, int joint, double *push) {
  char name[200];
  const char *of = jn_model_joint_name(rest->start.model, (jn_joint){joint});
  double values[8];
  snprintf(name, sizeof name, "joint.%s.push", of);
  if (rest_values(rest, name, false, push, 1, NULL) == 1) return true;
  snprintf(name, sizeof name, "joint.%s.force", of);
  if (rest_values(rest, name, false, values, 8, NULL) > 0) return false;
  snprintf(name, sizeof name, "joint.%s.lambda.1", of);
  if (rest_values(rest, name, false, push, 1, NULL) != 1) return false;
  *push = -*push;
  return true;
}

static void print_pushes(const app_rest *rest, int width) {
  const jn_model *model = rest->start.model;
  bool headed = false;
  for (int i = 0; i < jn_model_njoints(model); i++) {
    double push;
    if (!rest_push(rest, i, &push)) continue;
    if (!headed)
      printf(
          "\n"
          "drivers and couplings: force or torque along their coordinate (N or N m); included in the reactions "
          "above\n");
    headed = true;
    printf("  %-*s %14.8g\n", width, jn_model_joint_name(model, (jn_joint){i}), clean(push, rest->found.load));
  }
}

static void print_neutral(const jn_equilibrium *found) {
  if (found->neutral == 0) return;
  printf("\nneutral directions: ");
  for (int i = 0; i < found->neutral && i < JN_MOST_NEUTRAL; i++)
    printf("%s%s", i ? ", " : "", found->neutral_names[i]);
  if (found->neutral > JN_MOST_NEUTRAL) printf(" and %d more", found->neutral - JN_MOST_NEUTRAL);
  putchar('\n');
}

static void print_rest(const app_rest *rest) {
  const jn_equilibrium *found = &rest->found;
  if (!found->method)
    printf("NO equilibrium found; nearest configuration after %d iteration%s\n\n", found->iterations,
           found->iterations == 1 ? "" : "s");
  else
    printf("%s equilibrium at t = %g s, by %s after %d iteration%s\n\n", jn_stability_name(found->stability),
           rest->time, found->method, found->iterations, found->iterations == 1 ? "" : "s");
  int width = widest(rest);
  print_bodies(rest, width);
  print_forces(rest, width);
  print_joints(rest, width);
  print_pushes(rest, width);
  print_neutral(found);
  if (found->method)
    printf("\ndirections: %d stable, %d neutral, %d unstable\n", found->stable, found->neutral, found->unstable);
  if (found->creep > 0) printf("held by tyres, which creep by less than %.2g m/s\n", found->creep);
  printf("%slargest residual force %.3g N, largest load %.6g N; largest constraint violation %.3g\n",
         found->method ? "" : "\n", found->residual, found->load, found->position_residual);
}

// Prints the notes about the search.
static void print_search(const app_command *command) {
  for (int i = 0; i < jn_report_size(command->report) && !command->options.verbose; i++) {
    const jn_error *note = jn_report_get(command->report, i);
    if (note->severity == JN_NOTE && !note->file[0] && !note->element[0]) printf("%s\n", note->what);
  }
}

// Makes a probe of the reactions that are printed, so that the notes about them are reported.
static void note_reactions(app_command *command, const app_rest *rest) {
  const jn_model *model = rest->start.model;
  int n = 0, most = jn_model_njoints(model);
  char(*texts)[80] = calloc((size_t)most + 1, sizeof *texts);
  const char **names = calloc((size_t)most + 1, sizeof *names);
  double values[3];
  for (int i = 0; texts && names && i < most; i++) {
    snprintf(texts[n], sizeof texts[n], "joint.%.63s.force", jn_model_joint_name(model, (jn_joint){i}));
    if (rest_values(rest, texts[n], false, values, 3, NULL) > 0) {
      names[n] = texts[n];
      n++;
    }
  }
  if (n > 0) jn_probe_free(jn_probe_new(rest->start.system, names, n, false, command->report));
  free(texts);
  free(names);
}

// ---- the verb -----------------------------------------------------------------------------------------------------

static void rest_free(app_rest *rest) {
  jn_work_free(rest->work);
  free(rest->before);
  free(rest->lambda);
  free(rest->vdot);
  initial_state_free(&rest->start);
}

static jn_status check_files(app_command *command) {
  jn_status status = report_check(command, false);
  if (status == JN_OK) status = check_targets(command, NULL);
  return status == JN_OK ? check_writable(command, NULL) : status;
}

static void tell(app_command *command, const app_rest *rest, jn_status status, bool told) {
  const char *name = told ? shown_name(command, rest->start.model) : "";
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    if (told) put_rest(&out, rest, name);
    answer_end(command, &out);
  } else if (told && !command->options.quiet) {
    printf("%s: ", name);
    print_rest(rest);
    print_search(command);
    print_notes(command);
    if (rest->report) printf("report: %s\n", rest->report);
  }
}

static jn_status equilibrium_work(app_command *command) {
  app_rest rest = {.start = {.assemble_only = true}};
  progress_catch_signals();
  ignore_methods(&command->options);
  jn_status status = check_files(command);
  if (status == JN_OK) status = initial_state_load(command, &rest.start);
  if (status == JN_OK) status = check_sources(command, rest.start.model, NULL);
  bool started = status == JN_OK, ready = started && make_room(&rest);
  if (started && !ready)
    status = jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the search");
  if (ready) status = find(command, &rest);
  if (ready) note_reactions(command, &rest);
  bool told = ready && (status == JN_OK || (status != JN_INTERRUPTED && rest.found.load > 0));
  jn_status reported = told ? report_rest(command, &rest, &rest.report) : JN_OK;
  if (status == JN_OK) status = reported;
  tell(command, &rest, status, told);
  rest_free(&rest);
  return status;
}

static const char *const examples[] = {
    "jounce equilibrium models/examples/spring-mass.yaml",
    "jounce equilibrium models/benchmarks/four-bar-diagonal-spring.yaml",
    "jounce equilibrium models/examples/pendulum.yaml --method relaxation",
    "jounce equilibrium models/examples/driven-slider-crank.yaml --time 0.2 --json",
    NULL,
};

const app_verb verb_equilibrium = {
    .name = "equilibrium",
    .words = "MODEL",
    .needs = "a model file",
    .help = "static equilibrium: positions, forces, joint reactions, stability",
    .details =
        "Searches from the assembled start for a configuration at rest in which all forces balance. Drivers and inputs "
        "have their values at --time. Newton's method, energy minimisation and viscous relaxation are tried in turn; "
        "the result names the method that converged. Neutral directions, in which nothing pushes back, keep their "
        "start values and are named. If there is no equilibrium, the body with the largest residual force is named "
        "(exit code 5). To start a run in the equilibrium, write 'start: equilibrium' under simulate, or use --start "
        "equilibrium.",
    .examples = examples,
    .bit = FOR_EQUILIBRIUM,
    .least = 1,
    .most = 1,
    .work = equilibrium_work};

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

// values up to this size are printed as 0; relative to the largest load, or m and rad
static const double rounding = 1e-13;

static bool allocate_results(app_equilibrium *result) {
  const app_initial_state *start = &result->start;
  jn_sizes n = jn_system_sizes(start->system);
  result->work = jn_work_new(start->system);
  result->before = calloc((size_t)n.nstate, sizeof *result->before);
  result->lambda = calloc((size_t)n.nc + 1, sizeof *result->lambda);
  result->vdot = calloc((size_t)n.nv + 1, sizeof *result->vdot);
  return result->work && result->before && result->lambda && result->vdot;
}

static bool show_progress(void *self, const jn_equilibrium_progress *now) {
  char line[160];
  snprintf(line, sizeof line, "%s: %d iteration%s, residual %.2g of the load", now->method, now->iterations,
           now->iterations == 1 ? "" : "s", now->left);
  return progress_line(self, now->wall_seconds, line);
}

static jn_status find(app_command *command, app_equilibrium *result) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  options.method = command->options.method;
  if (!isnan(command->options.time)) options.time = command->options.time;
  result->time = options.time;
  app_progress progress = progress_begin(!command->options.quiet);
  options.progress = show_progress;
  options.progress_context = &progress;
  memcpy(result->before, result->start.state,
         (size_t)jn_system_sizes(result->start.system).nstate * sizeof *result->before);
  jn_status status = jn_solve_equilibrium(result->start.system, &options, result->start.state, result->lambda,
                                          &result->found, command->report);
  progress_erase(&progress);
  if (status == JN_OK && !jn_equilibrium_hold(result->start.system, result->start.state, result->work))
    status =
        jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the forces at contacts");
  return checked_status(command, status, "the search for an equilibrium");
}

// ---- values by name -------------------------------------------------------------------------------------------

int equilibrium_values(const app_equilibrium *result, const char *name, bool before, double *values, int most,
                       jn_dimension *dimension) {
  jn_probe *probe = jn_probe_new(result->start.system, &name, 1, false, NULL);
  int n = probe ? jn_probe_count(probe) : 0;
  if (n > most) n = 0;
  if (n > 0) {
    jn_probe_calc(probe, result->work, before ? result->before : result->start.state, result->vdot, result->lambda,
                  values);
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

static int widest(const app_equilibrium *result) {
  const jn_model *model = result->start.model;
  int most = 5;
  for (int i = 1; i < jn_model_nbodies(model); i++) note_width(jn_model_body_name(model, (jn_body){i}), &most);
  for (int i = 0; i < jn_model_njoints(model); i++) note_width(jn_model_joint_name(model, (jn_joint){i}), &most);
  for (int i = 0; i < jn_model_nforces(model); i++) note_width(jn_model_force_name(model, (jn_force){i}), &most);
  for (int i = 0; i < jn_model_ncontacts(model); i++) note_width(jn_model_contact_name(model, (jn_contact){i}), &most);
  return most;
}

// ---- tables -----------------------------------------------------------------------------------------------------

static const char *const plane_names[] = {"x", "y", "angle", NULL}, *const space_names[] = {"x", "y", "z", NULL};

static void print_bodies(const app_equilibrium *result, int width) {
  const jn_model *model = result->start.model;
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
      bool known = equilibrium_values(result, name, false, &now, 1, NULL) == 1 &&
                   equilibrium_values(result, name, true, &then, 1, NULL) == 1;
      if (known) printf(" %14.8g %12.5g", clean(now, 1), clean(now - then, 1));
      else printf(" %14s %12s", "-", "-");
    }
    double turned = equilibrium_rotation(result, body);
    if (!plane && turned >= 0) printf(" %12.5g", clean(turned, 1));
    else if (!plane) printf(" %12s", "-");
    putchar('\n');
  }
}

static void print_value(const app_equilibrium *result, const char *element, const char *what, double scale) {
  char name[300], unit[48] = "";
  double value = 0;
  jn_dimension dimension = JN_NUMBER;
  snprintf(name, sizeof name, "%s.%s", element, what);
  if (equilibrium_values(result, name, false, &value, 1, &dimension) == 1) {
    jn_unit_format(dimension, unit, sizeof unit);
    printf(" %14.8g %-4s", clean(value, scale), unit);
  } else {
    printf(" %14s %-4s", "-", "");
  }
}

// Returns whether a force element is one whose stored energy is not separated from its losses (tyres, contacts,
// friction): it has a signal fz, fn or slip.
static bool stores_unseen(const app_equilibrium *result, const char *force) {
  static const char *const words[] = {"fz", "fn", "slip"};
  char name[300];
  double value;
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "%s.%s", force, words[i]);
    if (equilibrium_values(result, name, false, &value, 1, NULL) == 1) return true;
  }
  return false;
}

static void print_forces(const app_equilibrium *result, int width) {
  const jn_model *model = result->start.model;
  if (jn_model_nforces(model) == 0) return;
  printf("\nforces\n  %-*s %14s      %14s      %14s\n", width, "name", "length", "value", "energy");
  for (int i = 0; i < jn_model_nforces(model); i++) {
    char name[200];
    snprintf(name, sizeof name, "force.%s", jn_model_force_name(model, (jn_force){i}));
    printf("  %-*s", width, jn_model_force_name(model, (jn_force){i}));
    print_value(result, name, "length", 1);
    print_value(result, name, "value", result->found.load);
    if (stores_unseen(result, name)) printf(" %14s", "-");
    else print_value(result, name, "energy", result->found.load);
    putchar('\n');
  }
}

static void print_contacts(const app_equilibrium *result, int width) {
  const jn_model *model = result->start.model;
  if (jn_model_ncontacts(model) == 0) return;
  printf("\ncontacts\n  %-*s %14s      %14s\n", width, "name", "normal", "friction");
  for (int i = 0; i < jn_model_ncontacts(model); i++) {
    char name[200];
    snprintf(name, sizeof name, "contact.%s", jn_model_contact_name(model, (jn_contact){i}));
    printf("  %-*s", width, jn_model_contact_name(model, (jn_contact){i}));
    print_value(result, name, "normal", result->found.load);
    print_value(result, name, "friction", result->found.load);
    putchar('\n');
  }
}

static void print_joints(const app_equilibrium *result, int width) {
  const jn_model *model = result->start.model;
  if (jn_model_njoints(model) == 0) return;
  bool plane = jn_model_space(model) == JN_PLANE, headed = false;
  for (int i = 0; i < jn_model_njoints(model); i++) {
    char name[200];
    double F[3], T[3];
    snprintf(name, sizeof name, "joint.%s.force", jn_model_joint_name(model, (jn_joint){i}));
    int nf = equilibrium_values(result, name, false, F, 3, NULL);
    snprintf(name, sizeof name, "joint.%s.torque", jn_model_joint_name(model, (jn_joint){i}));
    int nt = equilibrium_values(result, name, false, T, 3, NULL);
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
    for (int k = 0; k < nf; k++) printf(" %14.8g", clean(F[k], result->found.load));
    for (int k = 0; k < nt; k++) printf(" %14.8g", clean(T[k], result->found.load));
    putchar('\n');
  }
}

bool equilibrium_push(const app_equilibrium *result, int joint, double *push) {
  char name[200];
  const char *of = jn_model_joint_name(result->start.model, (jn_joint){joint});
  double values[8];
  snprintf(name, sizeof name, "joint.%s.push", of);
  if (equilibrium_values(result, name, false, push, 1, NULL) == 1) return true;
  snprintf(name, sizeof name, "joint.%s.force", of);
  if (equilibrium_values(result, name, false, values, 8, NULL) > 0) return false;
  snprintf(name, sizeof name, "joint.%s.lambda.1", of);
  if (equilibrium_values(result, name, false, push, 1, NULL) != 1) return false;
  *push = -*push;
  return true;
}

static void print_pushes(const app_equilibrium *result, int width) {
  const jn_model *model = result->start.model;
  bool headed = false;
  for (int i = 0; i < jn_model_njoints(model); i++) {
    double push;
    if (!equilibrium_push(result, i, &push)) continue;
    if (!headed)
      printf(
          "\n"
          "drivers and couplings: force or torque along their coordinate (N or N m); included in the reactions "
          "above\n");
    headed = true;
    printf("  %-*s %14.8g\n", width, jn_model_joint_name(model, (jn_joint){i}), clean(push, result->found.load));
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

static void print_equilibrium(const app_equilibrium *result) {
  const jn_equilibrium *found = &result->found;
  if (!found->method)
    printf("NO equilibrium found; nearest configuration after %d iteration%s\n\n", found->iterations,
           found->iterations == 1 ? "" : "s");
  else if (found->stability == JN_STABILITY_UNKNOWN && jn_model_ncontacts(result->start.model) > 0)
    printf("equilibrium at t = %g s, held by %s%s\n\n", result->time, found->method,
           found->moved_body > 0 ? "; the mechanism has settled there from its start" : "");
  else
    printf("%s equilibrium at t = %g s, by %s after %d iteration%s\n\n", jn_stability_name(found->stability),
           result->time, found->method, found->iterations, found->iterations == 1 ? "" : "s");
  int width = widest(result);
  print_bodies(result, width);
  print_forces(result, width);
  print_contacts(result, width);
  print_joints(result, width);
  print_pushes(result, width);
  print_neutral(found);
  if (found->method && found->stability != JN_STABILITY_UNKNOWN)
    printf("\ndirections: %d stable, %d neutral, %d unstable\n", found->stable, found->neutral, found->unstable);
  if (found->creep > 0) printf("held by tyres, which creep by less than %.2g m/s\n", found->creep);
  printf("%slargest residual force %.3g N, largest load %.6g N; largest constraint violation %.3g\n",
         found->method ? "" : "\n", found->residual, found->load, found->position_residual);
}

// Adds to the report the notes that the library has about the printed reactions, such as those of redundant joints:
// makes a probe of them, which reports these notes, and frees it.
static void note_reactions(app_command *command, const app_equilibrium *result) {
  const jn_model *model = result->start.model;
  int n = 0, most = jn_model_njoints(model);
  char(*texts)[80] = calloc((size_t)most + 1, sizeof *texts);
  const char **names = calloc((size_t)most + 1, sizeof *names);
  double values[3];
  for (int i = 0; texts && names && i < most; i++) {
    snprintf(texts[n], sizeof texts[n], "joint.%.63s.force", jn_model_joint_name(model, (jn_joint){i}));
    if (equilibrium_values(result, texts[n], false, values, 3, NULL) > 0) {
      names[n] = texts[n];
      n++;
    }
  }
  if (n > 0) jn_probe_free(jn_probe_new(result->start.system, names, n, false, command->report));
  free(texts);
  free(names);
}

// ---- the verb -----------------------------------------------------------------------------------------------------

static void equilibrium_free(app_equilibrium *result) {
  jn_work_free(result->work);
  free(result->before);
  free(result->lambda);
  free(result->vdot);
  initial_state_free(&result->start);
}

static jn_status check_files(app_command *command) {
  jn_status status = report_check(command, false);
  if (status == JN_OK) status = check_targets(command, NULL);
  return status == JN_OK ? check_writable(command, NULL) : status;
}

static void print_answer(app_command *command, const app_equilibrium *result, jn_status status, bool has_answer) {
  const char *name = has_answer ? shown_name(command, result->start.model) : "";
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    if (has_answer) put_equilibrium(&out, result, name);
    answer_end(command, &out);
  } else if (has_answer && !command->options.quiet) {
    printf("%s: ", name);
    print_equilibrium(result);

    // Prints the notes of the report about the search, if -v does not print all notes anyway.
    for (int i = 0; i < jn_report_size(command->report) && !command->options.verbose; i++) {
      const jn_error *note = jn_report_get(command->report, i);
      if (note->severity == JN_NOTE && !note->file[0] && !note->element[0]) printf("%s\n", note->what);
    }

    print_notes(command);
    if (result->report) printf("report: %s\n", result->report);
  }
}

static jn_status equilibrium_work(app_command *command) {
  app_equilibrium result = {.start = {.assemble_only = true}};
  progress_catch_signals();
  ignore_methods(&command->options);
  jn_status status = check_files(command);
  if (status == JN_OK) status = initial_state_load(command, &result.start);
  if (status == JN_OK) status = check_sources(command, result.start.model, NULL);
  bool started = status == JN_OK, ready = started && allocate_results(&result);
  if (started && !ready)
    status = jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the search");
  if (ready) status = find(command, &result);
  if (ready) note_reactions(command, &result);
  bool has_answer = ready && (status == JN_OK || (status != JN_INTERRUPTED && result.found.load > 0));
  jn_status reported = has_answer ? report_equilibrium(command, &result, &result.report) : JN_OK;
  if (status == JN_OK) status = reported;
  print_answer(command, &result, status, has_answer);
  equilibrium_free(&result);
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

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// summary.c - prints the summary of a run, as text and as JSON.
#include "summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/text.h"
#include "compare.h"
#include "realtime/real_time.h"
#include "run_record.h"

// ---- text ----------------------------------------------------------------------------------------------------

static const char *plural(long n) { return n == 1 ? "" : "s"; }

// Returns whether the choices include a correction of positions, velocities or energy. Methods that solve the
// constraint equations in each step have none.
static bool corrects(const jn_choices *choices) {
  const char *const names[] = {choices->position, choices->velocity, choices->energy};
  for (int i = 0; i < 3; i++)
    if (strcmp(names[i], "none") != 0) return true;
  return false;
}

void print_choices(const char *title, const jn_choices *choices) {
  bool varied = choices->variant[0] && strcmp(choices->variant, "none") != 0;
  printf("  %-14s %s%s%s in %s coordinates, %s", title, choices->formulation, varied ? "/" : "",
         varied ? choices->variant : "", choices->coordinates, choices->integrator);
  char step[32];
  format_seconds(choices->step, step, sizeof step);
  if (jn_integrator_is_fixed(choices->integrator)) printf(" with step %s\n", step);
  else printf(" with tolerance %g\n", choices->tolerance);
  if (choices->reason[0]) printf("  auto           %s\n", choices->reason);
  if (corrects(choices))
    printf("  corrections    position %s, velocity %s, energy %s\n", choices->position, choices->velocity,
           choices->energy);
  else puts("  corrections    none");
  if (strcmp(choices->start, "equilibrium") == 0)
    puts("  start          static equilibrium, with the velocities of 'initial'");
}

static const char *independent_name(const jn_reduced *r, int i) { return r->arcs[r->independent[i]]; }

// Returns whether variable i belongs to the same joint as the variable before, so that the joint is not listed again.
static bool is_named(const jn_reduced *r, int i) {
  return i > 0 && strcmp(independent_name(r, i - 1), independent_name(r, i)) == 0;
}

static int group_size(const jn_reduced *r, int group) { return r->group_at[group + 1] - r->group_at[group]; }

static int count_size(const jn_reduced *r, int size) {
  int n = 0;
  for (int g = 0; g < r->ngroups; g++) n += group_size(r, g) == size;
  return n;
}

// Prints the sizes of the groups of loops as "40 groups of 2" or "5 groups: 4 of 3, 1 of 1".
static void print_group_sizes(const jn_reduced *r) {
  int most = 0;
  if (r->ngroups == 0) {
    puts("; no loops");
    return;
  }
  for (int g = 0; g < r->ngroups; g++) most = group_size(r, g) > most ? group_size(r, g) : most;
  printf("; loops in %d group%s", r->ngroups, plural(r->ngroups));
  bool alike = count_size(r, most) == r->ngroups;
  if (alike) printf(" of %d", most);
  for (int size = most, nprinted = 0; size > 0 && !alike; size--) {
    int n = count_size(r, size);
    if (n > 0) printf("%s %d of %d", nprinted++ ? "," : ":", n, size);
  }
  putchar('\n');
}

void print_independent(jn_run *run, bool all) {
  enum { MOST_NAMES = 8 };
  const jn_reduced *r = jn_run_reduced(run);
  if (!r) return;
  int n = r->nindependent, nprinted = 0, i = 0;
  fputs(n > 0 ? "  independent    " : "  independent    none", stdout);
  for (; i < n && (all || nprinted < MOST_NAMES); i++)
    if (!is_named(r, i)) printf("%s%s", nprinted++ ? ", " : "", independent_name(r, i));
  if (i < n) printf(" and %d more", n - i);
  if (jn_run_summary(run)->set_changes > 0) fputs(" at the end", stdout);
  print_group_sizes(r);
}

static void print_status(const jn_summary *s, jn_status status) {
  char time[32], until[32];
  format_seconds(s->time, time, sizeof time);
  format_seconds(s->choices.until, until, sizeof until);
  if (status == JN_OK && s->stopped_by[0])
    printf("  done           stopped by event '%s' at %s of %s", s->stopped_by, time, until);
  else if (status == JN_OK) printf("  done           %s simulated", time);
  else printf("  %-14s at %s of %s", status == JN_INTERRUPTED ? "interrupted" : "FAILED", time, until);
  printf(" in %.3g s: %.3g times real time\n", s->wall_seconds, s->real_time_factor);
}

// Prints for how many steps bdf replaced the explicit integrator because the motion is stiff, and how much work that
// saved.
static void print_stiffness(const jn_summary *s) {
  char steps[32];
  if (s->stiff_steps == 0) return;
  format_count(s->stiff_steps, steps, sizeof steps);
  printf("  stiff          the motion is stiff from %.6g s on: bdf took %s step%s", s->stiff_from, steps,
         plural(s->stiff_steps));
  if (s->stiff_changes > 2) printf(" in %ld intervals", (s->stiff_changes + 1) / 2);
  if (s->stiff_gain > 0) printf(" and needed %.2g times less work\n", s->stiff_gain);
  else puts(" but was not faster");
}

// Prints how often forces changed their branch (contact, sticking), and how many jumps and samples of subsystems the
// run had.
static void print_changes(const jn_summary *s) {
  const struct {
    long n;
    const char *what;
  } changes[] = {{s->touches, "of forces (contact, sticking)"}, {s->jumps, "of subsystems"}};
  const char *between = "  changes        ";
  for (int i = 0; i < 2; i++)
    if (changes[i].n > 0) {
      printf("%s%ld %s", between, changes[i].n, changes[i].what);
      between = ", ";
    }
  if (s->samples > 0) {
    printf("%s%ld sample%s of subsystems", between, s->samples, plural(s->samples));
    between = "";
  }
  if (between[0] != ' ') putchar('\n');
}

// Prints the number of impacts with their energy loss, of changes of contact points, and of special events (reduced
// restitution, jams, several solutions); nothing if there are none.
static void print_contacts(const jn_summary *s) {
  if (s->impacts + s->contact_changes + s->ambiguous == 0) return;
  printf("  contacts       %ld impact%s", s->impacts, plural(s->impacts));
  if (s->impact_loss != 0) printf(" with a loss of %.6g J", s->impact_loss);
  printf(", %ld change%s of points\n", s->contact_changes, plural(s->contact_changes));
  if (s->reduced_impacts > 0)
    printf(
        "                 restitution of %ld impact%s was reduced, because friction would have made %s gain energy\n",
        s->reduced_impacts, plural(s->reduced_impacts), s->reduced_impacts == 1 ? "it" : "them");
  if (s->jams > 0)
    printf("                 %ld impact%s without collision: friction stopped slip that no finite force allows\n",
           s->jams, plural(s->jams));
  if (s->ambiguous > 0)
    printf("                 forces at contacts had several solutions %ld time%s\n", s->ambiguous,
           plural(s->ambiguous));
}

static void print_work(const jn_summary *s, const jn_choices *choices, bool verbose) {
  char steps[32], evaluations[32], iterations[32];
  format_count(s->steps, steps, sizeof steps);
  format_count(s->evaluations, evaluations, sizeof evaluations);
  format_count(s->iterations, iterations, sizeof iterations);
  printf("  work           %s step%s", steps, plural(s->steps));
  if (s->rejected > 0) printf(" (%ld rejected)", s->rejected);
  if (s->halved > 0) printf(" (%ld halved)", s->halved);
  if (s->cuts > 0) printf(" (%ld shortened)", s->cuts);
  printf(", %s evaluation%s, %s %s%s", evaluations, plural(s->evaluations), iterations,
         corrects(choices) ? "correction" : "Newton iteration", plural(s->iterations));
  if (s->set_changes > 0) printf(", %ld change%s of the independent variables", s->set_changes, plural(s->set_changes));
  if (s->events > 0) printf(", %ld event%s", s->events, plural(s->events));
  putchar('\n');
  print_contacts(s);
  print_changes(s);
  print_stiffness(s);
  if (s->switches > 0)
    printf("  switches       %ld switch point%s in force laws located, from %.6g s on\n", s->switches,
           plural(s->switches), s->switches_from);
  if (verbose)
    printf("                 %ld factorisation%s, %ld with new pivots, smallest relative pivot %.3g\n", s->factors,
           plural(s->factors), s->repivots, s->least_pivot);
}

static void print_violations(const jn_summary *s) {
  printf("  violation      position %.2g m, velocity %.2g m/s, acceleration %.2g m/s^2\n", s->max_position_violation,
         s->max_velocity_violation, s->max_acceleration_violation);
  if (s->max_angle_violation > 0 || s->max_angle_velocity_violation > 0 || s->max_angle_acceleration_violation > 0)
    printf("                 angles %.2g rad, %.2g rad/s, %.2g rad/s^2\n", s->max_angle_violation,
           s->max_angle_velocity_violation, s->max_angle_acceleration_violation);
}

static void print_mobility(const run_account *account, const jn_summary *s) {
  printf("  mobility       %d degree%s of freedom%s, ", s->freedoms, plural(s->freedoms),
         s->freedoms == 0 ? " (all motion is prescribed)" : "");
  if (s->redundant == 0) puts("no redundant constraint equations");
  else printf("%d redundant constraint equation%s\n", s->redundant, plural(s->redundant));
  for (int i = 0; i < s->redundant; i++)
    printf("                 %s\n", jn_mobility_sentence(jn_run_mobility(account->run), i));
  for (int i = 0; i < jn_mobility_nshared(jn_run_mobility(account->run)); i++)
    printf("  %-14s %s\n", i == 0 ? "shared" : "", jn_mobility_shared(jn_run_mobility(account->run), i));
  if (s->singular_passes > 0)
    printf("  singular       passed %d singular configuration%s, the first at %.6g s\n", s->singular_passes,
           plural(s->singular_passes), s->first_singular_time);
}

static int nvisible(const run_account *account) {
  return account->visible > 0 ? account->visible : jn_run_noutputs(account->run);
}

static void print_outputs(const run_account *account) {
  jn_run *run = account->run;
  int n = nvisible(account), width = 0;
  if (n == 0) return;
  for (int i = 0; i < n; i++) {
    int length = (int)strlen(jn_run_output_name(run, i));
    if (length > width) width = length;
  }
  const double *values = jn_run_outputs(run);
  printf("  final values\n");
  for (int i = 0; i < n; i++) {
    const char *unit = jn_run_output_unit(run, i);
    printf("    %-*s %18.10g%s%s\n", width, jn_run_output_name(run, i), unsigned_zero(values[i]), *unit ? " " : "",
           unit);
  }
}

static void print_samples(const run_account *account) {
  jn_run *run = account->run;
  for (int k = 0; k < jn_run_nsamples(run); k++) {
    printf("  at %.10g s\n", jn_run_sample_time(run, k));
    for (int i = 0; i < nvisible(account); i++)
      printf("    %-30s %18.10g\n", jn_run_output_name(run, i), unsigned_zero(jn_run_sample(run, k)[i]));
  }
}

// Prints the largest distance by which a body was moved from the assembled start to the equilibrium at which the run
// starts, and the body; nothing if the run does not start in an equilibrium.
static void print_start_moved(const run_account *account, const jn_summary *s) {
  if (isnan(s->start_moved)) return;
  const char *body = jn_model_body_name(jn_system_model(jn_run_system(account->run)), s->start_body);
  if (s->start_body.i == 0) puts("                 at the given positions");
  else printf("                 bodies moved by up to %.3g m from the assembled start (%s)\n", s->start_moved, body);
}

void print_summary(const run_account *account, bool verbose) {
  const jn_summary *s = jn_run_summary(account->run);
  printf("%s\n", account->model);
  print_choices("solved by", &s->choices);
  print_start_moved(account, s);
  print_independent(account->run, verbose);
  print_status(s, account->status);
  print_pace(&s->pace);
  print_work(s, &s->choices, verbose);
  print_mobility(account, s);
  print_violations(s);
  printf("  energy         %.6g J at the start, %.6g J at the end, largest error %.2g J\n",
         unsigned_zero(s->energy_initial), unsigned_zero(s->energy_final), s->max_energy_error);
  if (s->monitored <= s->steps)
    printf("                 violation and energy checked at %ld steps, those of rows and checkpoints\n",
           s->monitored - 1);
  print_samples(account);
  print_outputs(account);
  printf("  state hash     %016" PRIx64 "\n", s->state_hash);
  if (account->results) printf("  results        %s\n", account->results);
  if (account->plot) printf("  plot           %s", account->plot);
  if (account->plot && account->drawn < account->drawable)
    printf(" (the first %d of %d outputs; 'jounce plot RESULT NAME...' draws others)", account->drawn,
           account->drawable);
  if (account->plot) putchar('\n');
  if (account->report) printf("  report         %s\n", account->report);
}

// ---- JSON ----------------------------------------------------------------------------------------------------

static void put_choices(app_json *out, const jn_choices *choices) {
  put_combination_names(out, choices);
  json_text(out, "auto", choices->reason);
  json_text(out, "start", choices->start);
  json_number(out, "step", choices->step);
  json_number(out, "tolerance", choices->tolerance);
  json_number(out, "until", choices->until);
  json_open(out, "choices", '{');
  for (int i = 0; i < JN_NCHOICES; i++) {
    const char *key = jn_choice_get((jn_choice)i)->key, *text = jn_choice_text(choices, (jn_choice)i);
    if (!jn_choice_is_used(choices, (jn_choice)i)) continue;
    if (text) json_text(out, key, text);
    else json_number(out, key, jn_choice_number(choices, (jn_choice)i));
  }
  json_close(out, '}');
}

// Writes the independent variables and groups of loops of formulation `reduced` as JSON; nothing for other
// formulations.
void put_independent(app_json *out, jn_run *run) {
  const jn_reduced *r = jn_run_reduced(run);
  if (!r) return;
  json_open(out, "independent", '[');
  for (int i = 0; i < r->nindependent; i++)
    if (!is_named(r, i)) json_text(out, NULL, independent_name(r, i));
  json_close(out, ']');
  json_integer(out, "groups", r->ngroups);
  json_open(out, "group_sizes", '[');
  for (int g = 0; g < r->ngroups; g++) json_integer(out, NULL, group_size(r, g));
  json_close(out, ']');
}

static void put_work(app_json *out, const jn_summary *s) {
  const struct {
    const char *name;
    long value;
  } counts[] = {{"steps", s->steps},
                {"rejected", s->rejected},
                {"evaluations", s->evaluations},
                {"iterations", s->iterations},
                {"events", s->events},
                {"touches", s->touches},
                {"impacts", s->impacts},
                {"contact_changes", s->contact_changes},
                {"reduced_impacts", s->reduced_impacts},
                {"jams", s->jams},
                {"ambiguous", s->ambiguous},
                {"subsystem_jumps", s->jumps},
                {"subsystem_samples", s->samples},
                {"factors", s->factors},
                {"repivots", s->repivots},
                {"set_changes", s->set_changes},
                {"halved_steps", s->halved},
                {"cut_steps", s->cuts},
                {"switches", s->switches},
                {"stiff_limited", s->stiff_limited},
                {"stiff_steps", s->stiff_steps},
                {"stiff_changes", s->stiff_changes},
                {"monitored_steps", s->monitored}};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) json_integer(out, counts[i].name, counts[i].value);
}

static void put_accuracy(app_json *out, const jn_summary *s) {
  const struct {
    const char *name;
    double value;
  } numbers[] = {{"wall_seconds", s->wall_seconds},
                 {"real_time_factor", s->real_time_factor},
                 {"max_position_violation", s->max_position_violation},
                 {"max_velocity_violation", s->max_velocity_violation},
                 {"max_acceleration_violation", s->max_acceleration_violation},
                 {"max_angle_violation", s->max_angle_violation},
                 {"max_angle_velocity_violation", s->max_angle_velocity_violation},
                 {"max_angle_acceleration_violation", s->max_angle_acceleration_violation},
                 {"energy_initial", s->energy_initial},
                 {"energy_final", s->energy_final},
                 {"max_energy_error", s->max_energy_error},
                 {"first_singular_time", s->first_singular_time},
                 {"switches_from", s->switches_from},
                 {"stiff_from", s->stiff_from},
                 {"stiff_time", s->stiff_time},
                 {"stiff_gain", s->stiff_gain},
                 {"least_pivot", s->least_pivot}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) json_number(out, numbers[i].name, numbers[i].value);
}

static void put_redundancy(app_json *out, const run_account *account, const jn_summary *s) {
  json_integer(out, "freedoms", s->freedoms);
  json_integer(out, "redundant", s->redundant);
  json_open(out, "redundant_rows", '[');
  for (int i = 0; i < s->redundant; i++) json_text(out, NULL, jn_mobility_sentence(jn_run_mobility(account->run), i));
  json_close(out, ']');
  json_open(out, "shared", '[');
  for (int i = 0; i < jn_mobility_nshared(jn_run_mobility(account->run)); i++)
    json_text(out, NULL, jn_mobility_shared(jn_run_mobility(account->run), i));
  json_close(out, ']');
  json_integer(out, "singular_passes", s->singular_passes);
}

static void put_values(app_json *out, jn_run *run, const char *key, const double *values) {
  json_open(out, key, '{');
  for (int i = 0; i < jn_run_noutputs(run); i++) json_number(out, jn_run_output_name(run, i), values[i]);
  json_close(out, '}');
}

static void put_units(app_json *out, jn_run *run) {
  json_open(out, "units", '{');
  for (int i = 0; i < jn_run_noutputs(run); i++) json_text(out, jn_run_output_name(run, i), jn_run_output_unit(run, i));
  json_close(out, '}');
}

static void put_samples(app_json *out, jn_run *run) {
  json_open(out, "samples", '[');
  for (int k = 0; k < jn_run_nsamples(run); k++) {
    json_open(out, NULL, '{');
    json_number(out, "time", jn_run_sample_time(run, k));
    put_values(out, run, "values", jn_run_sample(run, k));
    json_close(out, '}');
  }
  json_close(out, ']');
}

void put_summary(app_json *out, const run_account *account) {
  const jn_summary *s = jn_run_summary(account->run);
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, s->state_hash);
  json_text(out, "name", account->model);
  json_text(out, "file", account->file);
  json_number(out, "time", s->time);
  json_flag(out, "stopped", jn_run_stopped(account->run));
  if (s->stopped_by[0]) json_text(out, "stopped_by", s->stopped_by);
  put_work(out, s);
  put_accuracy(out, s);
  put_pace(out, &s->pace);
  put_redundancy(out, account, s);
  json_text(out, "state_hash", hash);
  put_choices(out, &s->choices);
  put_independent(out, account->run);
  put_values(out, account->run, "outputs", jn_run_outputs(account->run));
  put_units(out, account->run);
  put_samples(out, account->run);
  json_text(out, "results", account->results);
  json_text(out, "plot", account->plot);
  json_text(out, "report", account->report);
  put_record(out, "record", account->record);
}

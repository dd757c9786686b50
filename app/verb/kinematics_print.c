// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_print.c - prints the results of a prescribed motion, as text and as JSON.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/text.h"
#include "kinematics.h"

// MOST_TIMES: largest number of singular configurations listed in the text
enum { MOST_TIMES = 8, MOST_PRESCRIBERS = 12 };
static const double ROUNDING = 1e-13;  // forces up to this fraction of the load are printed as 0

static const char *plural(long n) { return n == 1 ? "" : "s"; }

static bool is_driver(const jn_model *model, int joint) {
  return joint >= jn_model_njoints(model) - jn_model_ndrivers(model);
}

// ---- text ----------------------------------------------------------------------------------------------------

static void print_prescriber(const char *what, const char *name, int i) {
  if (i < MOST_PRESCRIBERS) printf("%s%s%s%s", i ? ", " : "", what, name, *what ? "'" : "");
}

static void print_prescribers(const app_prescribed_motion *p) {
  const jn_model *model = p->start.model;
  int n = 0;
  printf("  prescribed by  ");
  for (int j = 0; j < jn_model_njoints(model); j++)
    if (is_driver(model, j)) print_prescriber("driver '", jn_model_joint_name(model, (jn_joint){j}), n++);
  for (int i = 0; i < jn_kinematics_nmotions(p->kinematics); i++)
    print_prescriber("", jn_kinematics_motion(p->kinematics, i), n++);
  if (n > MOST_PRESCRIBERS) printf(" and %d more", n - MOST_PRESCRIBERS);
  printf("%s, in %s coordinates\n", n ? "" : "the joints alone", jn_system_coordinates(p->start.system));
}

static void print_integration(const app_prescribed_motion *p) {
  int rolling = jn_kinematics_nrolling(p->kinematics);
  if (rolling == 0) return;
  printf(
      "  integrated     %d velocity constraint%s of rolling and knife edges require%s integration, by "
      "Runge-Kutta steps of\n"
      "                 order 5; sum of the estimated errors %.1e (rad, or m over the size of the "
      "mechanism)\n",
      rolling, plural(rolling), rolling == 1 ? "s" : "", jn_kinematics_error(p->kinematics));
}

static void print_contradiction(const app_prescribed_motion *p) {
  char name[320];
  double most = jn_kinematics_contradiction(p->kinematics, name, sizeof name);
  if (most == 0) return;
  printf(
      "  contradiction  the table violates %s by up to %.2g (m/s or rad/s),\n"
      "                 within the accuracy of its points and their spacing\n",
      name, most);
}

static void print_mobility(const app_prescribed_motion *p) {
  const jn_mobility *m = jn_kinematics_mobility(p->kinematics);
  int redundant = jn_mobility_redundant(m), singular = jn_kinematics_nsingular(p->kinematics);
  printf("  mobility       0 degrees of freedom, %d redundant constraint equation%s\n", redundant, plural(redundant));
  for (int i = 0; i < redundant; i++) printf("                 %s\n", jn_mobility_sentence(m, i));
  for (int i = 0; i < jn_mobility_nshared(m); i++)
    printf("  %-14s %s\n", i == 0 ? "shared" : "", jn_mobility_shared(m, i));
  if (singular == 0) return;
  printf("  singular       %d configuration%s, at ", singular, plural(singular));
  for (int i = 0; i < singular && i < MOST_TIMES; i++)
    printf("%s%.6g", i ? ", " : "", jn_kinematics_singular_time(p->kinematics, i));
  printf(" s%s\n", singular > MOST_TIMES ? ", ..." : "");
}

// Returns the force of an actuator; 0 if it is only rounding errors.
static double rounded_force(const app_prescribed_motion *p, double force) {
  return fabs(force) <= ROUNDING * p->load ? 0 : unsigned_zero(force);
}

static void print_actuators(const app_prescribed_motion *p) {
  const jn_inverse *inverse = jn_kinematics_inverse(p->kinematics);
  const jn_inverse_result *result = jn_kinematics_result(p->kinematics);
  int width = 0;
  printf("  actuators      %d ", p->nforces);
  if (result->contacts > 0) printf("and %d closed point%s of contacts ", result->contacts, plural(result->contacts));
  printf("for %d degree%s of freedom", result->freedoms, plural(result->freedoms));
  if (result->rank < p->nforces && result->rank < result->freedoms) printf(", %d of them effective", result->rank);
  printf(": ");
  if (p->surplus > 0)
    printf("%d surplus%s; minimum-norm solution (least sum of squares; N and N m count alike)\n", p->surplus,
           result->contacts == 0 ? ""
           : p->surplus == 1     ? " force"
                                 : " forces");
  else if (result->rank < result->freedoms) printf("enough for this motion, but not for every motion\n");
  else printf("unique solution\n");
  for (int i = 0; i < p->nforces; i++) {
    int length = (int)strlen(jn_inverse_name(inverse, i));
    if (length > width) width = length;
  }
  for (int i = 0; i < p->nforces && p->rows > 0; i++) {
    char unit[48];
    jn_unit_format(jn_inverse_dimension(inverse, i), unit, sizeof unit);
    printf("    %-*s from %.6g (at %.6g s) to %.6g (at %.6g s)%s%s\n", width, jn_inverse_name(inverse, i),
           rounded_force(p, p->ranges[i].least), p->ranges[i].least_at, rounded_force(p, p->ranges[i].most),
           p->ranges[i].most_at, *unit ? " " : "", unit);
  }
}

// Prints the forces of contacts that were closed, and marks those that a contact cannot give.
static void print_contacts(const app_prescribed_motion *p) {
  bool first = true;
  for (int i = 0; i < jn_model_ncontacts(p->start.model); i++) {
    const app_contact_range *r = &p->contacts[i];
    if (r->rows == 0) continue;
    printf("  %-14s %s: normal force of its points from %.6g (at %.6g s) to %.6g N (at %.6g s)",
           first ? "contacts" : "", jn_model_contact_name(p->start.model, (jn_contact){i}), rounded_force(p, r->least),
           r->least_at, rounded_force(p, r->most), r->most_at);
    if (r->sticks && !r->pulls) printf("; friction up to %.3g %% of the limit", 100 * r->share);
    if (r->pulls) printf(": PULLS");
    if (r->slips) printf(": SLIPS");
    if (r->rows < p->rows) printf("; closed in %d of %ld rows", r->rows, p->rows);
    putchar('\n');
    first = false;
  }
}

static void print_values(const app_prescribed_motion *p, const double *values) {
  int width = 0;
  for (int i = 0; i < p->ncolumns; i++) {
    int length = (int)strlen(p->list[i]);
    if (length > width) width = length;
  }
  for (int i = 0; i < p->ncolumns; i++) {
    const char *unit = p->units[i];
    printf("    %-*s %18.10g%s%s\n", width, p->list[i],
           i < p->nprobe ? unsigned_zero(values[i]) : rounded_force(p, values[i]), *unit ? " " : "", unit);
  }
}

void print_prescribed_motion(const app_prescribed_motion *p) {
  const app_options *o = &p->command->options;
  bool whole = p->time >= p->until;
  printf("%s\n", shown_name(p->command, p->start.model));
  print_prescribers(p);
  printf("  %-14s %.6g to %.6g s", whole ? "done" : p->interrupted ? "interrupted" : "FAILED", p->from, p->time);
  if (!whole) printf(" of %.6g s", p->until);
  printf(" in %.3g s: %ld output time%s, %ld iteration%s\n", p->wall_seconds, p->rows, plural(p->rows),
         jn_kinematics_iterations(p->kinematics), plural(jn_kinematics_iterations(p->kinematics)));
  print_integration(p);
  print_contradiction(p);
  print_mobility(p);
  print_actuators(p);
  print_contacts(p);
  for (int k = 0; k < o->at.n && o->at.items[k] <= p->time; k++) {
    printf("  at %.10g s\n", o->at.items[k]);
    print_values(p, p->samples + (size_t)k * (size_t)p->ncolumns);
  }
  if (p->rows > 0) {
    printf("  final values\n");
    print_values(p, p->values);
  }
  if (p->results) printf("  results        %s\n", p->results);
  if (p->plot) printf("  plot           %s", p->plot);
  if (p->plot && p->drawn < p->ncolumns)
    printf(" (%d of %d columns; 'jounce plot RESULT NAME...' draws others)", p->drawn, p->ncolumns);
  if (p->plot) putchar('\n');
  if (p->report) printf("  report         %s\n", p->report);
}

// ---- JSON ----------------------------------------------------------------------------------------------------

static void put_values(app_json *out, const app_prescribed_motion *p, const char *key, const double *values) {
  json_open(out, key, '{');
  for (int i = 0; i < p->ncolumns; i++) json_number(out, p->list[i], values[i]);
  json_close(out, '}');
}

static void put_mobility(app_json *out, const app_prescribed_motion *p) {
  const jn_mobility *m = jn_kinematics_mobility(p->kinematics);
  int singular = jn_kinematics_nsingular(p->kinematics);
  json_integer(out, "redundant", jn_mobility_redundant(m));
  json_open(out, "redundant_rows", '[');
  for (int i = 0; i < jn_mobility_redundant(m); i++) json_text(out, NULL, jn_mobility_sentence(m, i));
  json_close(out, ']');
  json_integer(out, "singular_passes", singular);
  json_open(out, "singular_times", '[');
  for (int i = 0; i < singular && i < JN_MOST_SINGULAR; i++)
    json_number(out, NULL, jn_kinematics_singular_time(p->kinematics, i));
  json_close(out, ']');
}

static void put_actuators(app_json *out, const app_prescribed_motion *p) {
  const jn_inverse *inverse = jn_kinematics_inverse(p->kinematics);
  json_integer(out, "freedoms", jn_kinematics_result(p->kinematics)->freedoms);
  json_integer(out, "surplus", p->surplus);
  json_flag(out, "least_norm", p->surplus > 0);
  json_open(out, "actuators", '[');
  for (int i = 0; i < p->nforces; i++) {
    char unit[48];
    jn_unit_format(jn_inverse_dimension(inverse, i), unit, sizeof unit);
    json_open(out, NULL, '{');
    json_text(out, "name", jn_inverse_name(inverse, i));
    json_text(out, "unit", unit);
    json_number(out, "least", p->ranges[i].least);
    json_number(out, "least_at", p->ranges[i].least_at);
    json_number(out, "most", p->ranges[i].most);
    json_number(out, "most_at", p->ranges[i].most_at);
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_contacts(app_json *out, const app_prescribed_motion *p) {
  json_open(out, "contacts", '[');
  for (int i = 0; i < jn_model_ncontacts(p->start.model); i++) {
    const app_contact_range *r = &p->contacts[i];
    if (r->rows == 0) continue;
    json_open(out, NULL, '{');
    json_text(out, "name", jn_model_contact_name(p->start.model, (jn_contact){i}));
    json_integer(out, "rows", r->rows);
    json_number(out, "least", r->least);
    json_number(out, "least_at", r->least_at);
    json_number(out, "most", r->most);
    json_number(out, "most_at", r->most_at);
    json_number(out, "friction_share", r->share);
    json_flag(out, "pulls", r->pulls);
    json_flag(out, "slips", r->slips);
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_samples(app_json *out, const app_prescribed_motion *p) {
  const number_list *at = &p->command->options.at;
  json_open(out, "samples", '[');
  for (int k = 0; k < at->n && at->items[k] <= p->time; k++) {
    json_open(out, NULL, '{');
    json_number(out, "time", at->items[k]);
    put_values(out, p, "values", p->samples + (size_t)k * (size_t)p->ncolumns);
    json_close(out, '}');
  }
  json_close(out, ']');
}

void put_prescribed_motion(app_json *out, const app_prescribed_motion *p) {
  char name[320];
  json_text(out, "name", shown_name(p->command, p->start.model));
  json_text(out, "file", p->command->options.words.items[0]);
  json_text(out, "coordinates", jn_system_coordinates(p->start.system));
  json_number(out, "from", p->from);
  json_number(out, "time", p->time);
  json_integer(out, "rows", p->rows);
  json_integer(out, "iterations", jn_kinematics_iterations(p->kinematics));
  json_number(out, "wall_seconds", p->wall_seconds);
  json_integer(out, "integrated_rows", jn_kinematics_nrolling(p->kinematics));
  json_number(out, "integration_error", jn_kinematics_error(p->kinematics));
  json_number(out, "contradiction", jn_kinematics_contradiction(p->kinematics, name, sizeof name));
  put_mobility(out, p);
  put_actuators(out, p);
  put_contacts(out, p);
  put_values(out, p, "outputs", p->values);
  json_open(out, "units", '{');
  for (int i = 0; i < p->ncolumns; i++) json_text(out, p->list[i], p->units[i]);
  json_close(out, '}');
  put_samples(out, p);
  json_text(out, "results", p->results);
  json_text(out, "plot", p->plot);
  json_text(out, "report", p->report);
}

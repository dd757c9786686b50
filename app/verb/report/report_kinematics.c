// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report_kinematics.c - writes the report of a prescribed motion.
#include <math.h>
#include <stdio.h>

#include "reports.h"

static void put_status(app_json *out, const app_prescribed_motion *p) {
  bool whole = p->time >= p->until;
  report_open(out, "badges", "");
  if (whole) report_badge(out, "good", "done: %.6g to %.6g s", p->from, p->time);
  else
    report_badge(out, p->interrupted ? "warn" : "bad", "%s at %.6g of %.6g s",
                 p->interrupted ? "interrupted" : "failed", p->time, p->until);
  report_close(out);
}

// Writes cards with the largest force of each of the first actuators.
static void put_cards(app_json *out, const app_prescribed_motion *p) {
  enum { MOST_CARDS = 4 };
  const jn_inverse *inverse = jn_kinematics_inverse(p->kinematics);
  if (p->nforces == 0 || p->rows == 0) return;
  report_open(out, "cards", "");
  for (int i = 0; i < p->nforces && i < MOST_CARDS; i++) {
    const app_range *range = &p->ranges[i];
    char name[200];
    snprintf(name, sizeof name, "%.150s, largest", jn_inverse_name(inverse, i));
    report_fact(out, name, fabs(range->least) > fabs(range->most) ? range->least : range->most, 5,
                p->units[p->nprobe + i]);
  }
  report_close(out);
}

// Writes the least and largest force of each actuator with their times.
static void put_actuators(app_json *out, const app_prescribed_motion *p) {
  static const report_head heads[] = {{"actuator", "", 0}, {"unit", "", 0}, {"least", "", 6},
                                      {"at", "s", 6},      {"most", "", 6}, {"at", "s", 6}};
  const jn_inverse *inverse = jn_kinematics_inverse(p->kinematics);
  if (p->nforces == 0 || p->rows == 0) return;
  const char *note = "More actuators than degrees of freedom: the solution with the smallest sum of squares.";
  report_open_table(
      out, &(report_table){
               .title = "Driving forces and torques", .note = p->surplus > 0 ? note : NULL, .heads = heads, .n = 6});
  for (int i = 0; i < p->nforces; i++) {
    const app_range *range = &p->ranges[i];
    json_open(out, NULL, '[');
    json_text(out, NULL, jn_inverse_name(inverse, i));
    json_text(out, NULL, p->units[p->nprobe + i]);
    json_number(out, NULL, range->least);
    json_number(out, NULL, range->least_at);
    json_number(out, NULL, range->most);
    json_number(out, NULL, range->most_at);
    json_close(out, ']');
  }
  report_close(out);
}

static void put_values(app_json *out, const app_prescribed_motion *p) {
  static const report_head heads[] = {{"output", "", 0}, {"unit", "", 0}, {"at the end", "", 10}};
  if (p->rows == 0 || p->ncolumns == 0) return;
  report_open_table(out, &(report_table){.title = "Outputs", .heads = heads, .n = 3});
  for (int i = 0; i < p->ncolumns; i++) {
    json_open(out, NULL, '[');
    json_text(out, NULL, p->list[i]);
    json_text(out, NULL, p->units[i]);
    json_number(out, NULL, p->values[i]);
    json_close(out, ']');
  }
  report_close(out);
}

static void put_singular(app_json *out, const app_prescribed_motion *p) {
  static const report_head time[] = {{"time", "s", 9}};
  int n = jn_kinematics_nsingular(p->kinematics);
  if (n == 0) return;
  report_open_table(out, &(report_table){.title = "Singular configurations", .heads = time, .n = 1});
  for (int i = 0; i < n && i < JN_MOST_SINGULAR; i++) {
    json_open(out, NULL, '[');
    json_number(out, NULL, jn_kinematics_singular_time(p->kinematics, i));
    json_close(out, ']');
  }
  report_close(out);
}

static void put_work(app_json *out, const app_prescribed_motion *p) {
  const jn_inverse_result *result = jn_kinematics_result(p->kinematics);
  char name[320];
  report_open(out, "facts", "Work");
  report_word(out, "coordinates", jn_system_coordinates(p->start.system));
  report_fact(out, "from", p->from, 9, "s");
  report_fact(out, "time reached", p->time, 9, "s");
  report_fact(out, "output times", (double)p->rows, 0, "");
  report_fact(out, "iterations", (double)jn_kinematics_iterations(p->kinematics), 0, "");
  report_fact(out, "wall time", p->wall_seconds, 4, "s");
  report_fact(out, "actuators", p->nforces, 0, "");
  report_fact(out, "degrees of freedom that they move", result->freedoms, 0, "");
  report_fact(out, "redundant constraint equations", jn_mobility_redundant(jn_kinematics_mobility(p->kinematics)), 0,
              "");
  if (jn_kinematics_nrolling(p->kinematics) > 0)
    report_fact(out, "estimated error of the integration of rolling", jn_kinematics_error(p->kinematics), 2, "");
  double contradiction = jn_kinematics_contradiction(p->kinematics, name, sizeof name);
  if (contradiction > 0) report_fact(out, "contradiction of the table of motion", contradiction, 2, "m/s or rad/s");
  report_close(out);
}

static void put_sections(const void *user, app_json *out) {
  const app_prescribed_motion *p = user;
  put_status(out, p);
  put_cards(out, p);
  report_messages(out, p->command->report);
  put_actuators(out, p);
  put_values(out, p);
  report_redundant(out, jn_kinematics_mobility(p->kinematics));
  put_singular(out, p);
  put_work(out, p);
  report_record(out, p->table ? jn_table_record(p->table) : NULL);
}

jn_status report_prescribed_motion(const app_prescribed_motion *p, const char **written) {
  report_content content = {
      .model = p->start.model, .user = p, .sections = put_sections, .rows = p->table, .of = "the prescribed motion"};
  return p->rows > 0 ? report_write(p->command, &content, written) : JN_OK;
}

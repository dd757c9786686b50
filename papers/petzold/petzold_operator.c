// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_operator.c - the two vehicles driven by a script of an operator's commands: throttle, steering, brake and
// reverse gear. The M2 has its controller, which selects gears, converter lock, steering ratio and brakes.
#include <math.h>

#include "petzold/petzold.h"

enum { SETTINGS = 5, PHASES = 4 };

// The operator accelerates, steers, brakes, and drives backwards until these times, s.
static const double ends[PHASES] = {5.5, 8.5, 14, 20};

typedef struct {
  const char *name, *model;
  jn_setting settings[SETTINGS];
  const char *gear;  // output of the gear that the control of the drive train selects
} vehicle;

static const vehicle vehicles[] = {
    {"HMMWV",
     "hmmwv",
     {{"inputs.gear", "if(t < 14, 3, -1)"},
      {"inputs.throttle", "0.6*smooth(2*t)*(1 - smooth(2*t - 17)) + 0.4*smooth(2*t - 30)"},
      {"inputs.steer", "0.3*smooth(2*t - 11)*(1 - smooth(2*t - 15))"},
      {"inputs.brake", "smooth(2*t - 18)*(1 - smooth(2*t - 29))"},
      {"start_gear", "1"}},
     "subsystem.gearbox.gear"},
    {"M2",
     "m2",
     {{"inputs.gear", "if(t < 14, 4, -1)"},
      {"inputs.throttle", "0.8*smooth(2*t)*(1 - smooth(2*t - 17)) + 0.5*smooth(2*t - 30)"},
      {"inputs.steer", "smooth(2*t - 11)*(1 - smooth(2*t - 15))"},
      {"inputs.brake", "smooth(2*t - 18)*(1 - smooth(2*t - 29))"},
      {NULL, NULL}},
     "subsystem.transmission.gear"},
};
enum { VEHICLES = sizeof vehicles / sizeof *vehicles };

typedef struct {
  // at the ends of the phases: speed, m/s; change of yaw, rad; speed, m/s; speed, m/s
  double fastest, turned, standing, backwards;
  int obeyed;           // number of phases in which the vehicle obeyed the commands
  int shifts, highest;  // number of gear changes without a command of the operator; highest gear
  double seconds;       // CPU time of the run, s
  const repro_rows *rows;
  double *speed;  // forward speed at all rows, m/s
} finding;

static double at_time(const repro_rows *rows, const double *values, double t) {
  int i = 0;
  while (i + 1 < rows->n && rows->time[i] < t - 1e-9) i++;
  return values[i];
}

static void judge_commands(const double *speed, const double *yaw, const repro_rows *rows, finding *f) {
  f->fastest = at_time(rows, speed, ends[0]);
  f->turned = at_time(rows, yaw, ends[1]) - at_time(rows, yaw, ends[0]);
  f->standing = at_time(rows, speed, ends[2]);
  f->backwards = at_time(rows, speed, ends[3]);
  f->obeyed = (f->fastest > 3) + (f->turned > 0.15) + (fabs(f->standing) < 0.2) + (f->backwards < -0.5);
}

static bool drive(repro *r, const vehicle *v, finding *f) {
  const char *const probes[] = {"chassis.vx", "chassis.vy", "chassis.yaw", v->gear};
  int n = 0;
  while (n < SETTINGS && v->settings[n].path) n++;
  jn_model *model = repro_model(r, v->model, v->settings, n);
  jn_choices choices = repro_choices(r, model);
  repro_choose(choices.formulation, sizeof choices.formulation, "compiled");
  repro_choose(choices.integrator, sizeof choices.integrator, "euler");
  choices.tolerance = jn_choices_default().tolerance;
  choices.step = 1e-3;
  choices.until = ends[PHASES - 1];
  choices.output_step = 0.05;
  choices.checkpoint_step = choices.until;
  double start = repro_cpu_seconds();
  repro_rows *rows = repro_run(r, v->name, model, &choices, probes, 4, REPRO_MUST_RUN);
  f->seconds = repro_cpu_seconds() - start;
  const double *vx = repro_values(r, rows, probes[0]), *vy = repro_values(r, rows, probes[1]);
  const double *yaw = repro_values(r, rows, probes[2]), *gear = repro_values(r, rows, probes[3]);
  if (!vx || !vy || !yaw || !gear) return false;
  f->rows = rows;
  f->speed = repro_scratch(r, rows->n);
  if (!f->speed) return false;
  for (int i = 0; i < rows->n; i++) f->speed[i] = vx[i] * cos(yaw[i]) + vy[i] * sin(yaw[i]);
  judge_commands(f->speed, yaw, rows, f);
  for (int i = 1; i < rows->n && rows->time[i] < ends[2] - 1e-9; i++) {
    f->shifts += gear[i] != gear[i - 1];
    if (gear[i] > f->highest) f->highest = (int)gear[i];
  }
  return true;
}

static void add_table(repro *r, const finding *all) {
  static const repro_column columns[] = {{"speed after throttle (m/s)", NULL, 3},
                                         {"turned by steering (deg)", NULL, 3},
                                         {"speed after brake (m/s)", NULL, 1},
                                         {"speed in reverse (m/s)", NULL, 3},
                                         {"changes of gear", NULL, 0},
                                         {"highest gear", NULL, 0}};
  static const double degree = 57.29577951308232;
  repro_table *table =
      repro_add_table(r, "operator", "A script of an operator's commands on both vehicles", "vehicle", columns, 6);
  for (int i = 0; i < VEHICLES; i++) {
    int row = repro_add_row(r, table, vehicles[i].name);
    repro_set(table, row, 0, all[i].fastest);
    repro_set(table, row, 1, degree * all[i].turned);
    repro_set_text(r, table, row, 2, "%s", fabs(all[i].standing) < 0.2 ? "below 0.2" : "moves");
    repro_set(table, row, 3, all[i].backwards);
    repro_set(table, row, 4, all[i].shifts);
    repro_set(table, row, 5, all[i].highest);
  }
  repro_set_note(r, table,
                 "20 s by compiled code, semi-implicit Euler with steps of 1 ms: throttle to 5.5 s, steering to 8.5 s, "
                 "brake to 14 s, reverse gear with throttle to 20 s. Changes of gear before 14 s, where the operator "
                 "allows the highest one all the time.");
  repro_figure *figure = repro_add_figure(r, "figure-operator", "Both vehicles driven by a script: forward speed",
                                          "time (s)", "forward speed (m/s)");
  for (int i = 0; i < VEHICLES; i++)
    repro_add_curve(r, figure, vehicles[i].name, all[i].rows->time, all[i].speed, all[i].rows->n);
  repro_set_caption(r, figure, "Ours: throttle, steering, brake, reverse gear.");
}

void petzold_operator(repro *r) {
  finding all[VEHICLES] = {{0}};
  int obeyed = 0, real_time = 0;
  for (int i = 0; i < VEHICLES; i++)
    if (!drive(r, &vehicles[i], &all[i])) return;
  add_table(r, all);
  for (int i = 0; i < VEHICLES; i++) {
    obeyed += all[i].obeyed;
    real_time += all[i].seconds < ends[PHASES - 1];
  }
  repro_add_claim(
      r, "operator", repro_share(REPRO_ALWAYS, obeyed, VEHICLES * PHASES),
      "Operator inputs to both models are through throttle, braking, steering and gear selection.",
      "on each vehicle throttle gives more than 3 m/s, steering to the left turns it by more than 0.15 rad, "
      "the brake stops it below 0.2 m/s, and the reverse gear drives it backwards faster than 0.5 m/s");
  repro_quote(r, "section 5",
              "Operator inputs to the model are through throttle, braking, steering and gear selection commands.");
  repro_add_evidence(r, "%d of %d commands had their effect", obeyed, VEHICLES * PHASES);
  const finding *m2 = &all[VEHICLES - 1];
  repro_add_claim(r, "controller", repro_if(m2->shifts >= 3 && m2->highest >= 3 && m2->obeyed == PHASES),
                  "The M2's electronic controller is installed directly in the model and drives its empirical engine, "
                  "transmission and steering.",
                  "the controller's program, run in the model, selects three gears or more while the operator's "
                  "selection stays, and the M2 obeys all four commands through it");
  repro_quote(r, "section 4, on empirical subsystem models",
              "This computer algorithm is installed directly into the model and interfaced with empirical "
              "representations of the engine, transmission and steering.");
  repro_add_evidence(r, "%d changes of gear, up to gear %d; the program is ours, not the vehicle's", m2->shifts,
                     m2->highest);
  repro_claim *claim =
      repro_add_claim(r, "real-time", repro_share(REPRO_ALWAYS, real_time, VEHICLES),
                      "Models of both vehicles take the operator's commands in real time.",
                      "the CPU time of each drive, compilation and start included, is below the simulated time");
  if (claim) claim->timed = true;
  repro_quote(
      r, "section 1, first paragraph",
      "Therefore models must be capable of incorporating operator inputs in real time when they are important.");
  for (int i = 0; i < VEHICLES; i++)
    repro_add_evidence(r, "%s %.2g s for %g s", vehicles[i].name, all[i].seconds, ends[PHASES - 1]);
}

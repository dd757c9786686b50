// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// html_facts.c - lists the numbers of a run's summary with their labels and units.
#include <math.h>

#include "jounce/result.h"

typedef struct {
  jn_fact *facts;
  int n;
  const char *group;
} list;

static void add(list *to, const char *name, double value, int digits, const char *unit) {
  to->facts[to->n++] = (jn_fact){.group = to->group, .name = name, .unit = unit, .value = value, .digits = digits};
}

static void add_count(list *to, const char *name, long value) { add(to, name, (double)value, 0, ""); }

// Appends a count to the list unless it is 0.
static void add_nonzero(list *to, const char *name, long value) {
  if (value > 0) add_count(to, name, value);
}

static void add_accuracy(list *to, const jn_summary *s) {
  to->group = "Accuracy";
  add(to, "position violation", s->max_position_violation, 4, "m");
  add(to, "velocity violation", s->max_velocity_violation, 4, "m/s");
  add(to, "acceleration violation", s->max_acceleration_violation, 4, "m/s\xc2\xb2");
  add(to, "angle violation", s->max_angle_violation, 4, "rad");
  add(to, "angular velocity violation", s->max_angle_velocity_violation, 4, "rad/s");
  add(to, "angular acceleration violation", s->max_angle_acceleration_violation, 4, "rad/s\xc2\xb2");
  add(to, "energy at the start", s->energy_initial, 9, "J");
  add(to, "energy at the end", s->energy_final, 9, "J");
  add(to, "largest energy error", s->max_energy_error, 4, "J");
  double energy = fmax(fabs(s->energy_initial), fabs(s->energy_final));
  if (energy > 0) add(to, "energy error, relative", s->max_energy_error / energy, 4, "");
  add_nonzero(to, "singular configurations passed", s->singular_passes);
  if (s->singular_passes > 0) add(to, "first of them at", s->first_singular_time, 9, "s");
  add(to, "smallest relative pivot", s->least_pivot, 4, "");
}

static void add_work(list *to, const jn_summary *s) {
  to->group = "Work";
  add(to, "time reached", s->time, 9, "s");
  add_count(to, "steps", s->steps);
  add_count(to, "rejected steps", s->rejected);
  add_nonzero(to, "halved steps", s->halved);
  add_nonzero(to, "shortened steps", s->cuts);
  add_nonzero(to, "switches located", s->switches);
  add_count(to, "evaluations", s->evaluations);
  add_count(to, "iterations", s->iterations);
  add_count(to, "factorisations", s->factors);
  add_nonzero(to, "with new pivots", s->repivots);
  add_nonzero(to, "changes of the independent variables", s->set_changes);
  add_count(to, "events", s->events);
  add_nonzero(to, "changes of contact or sticking", s->touches);
  add_nonzero(to, "jumps of subsystems", s->jumps);
  add_nonzero(to, "samples of subsystems", s->samples);
  add(to, "wall time", s->wall_seconds, 4, "s");
  add(to, "real-time factor", s->real_time_factor, 4, "");
  add_count(to, "degrees of freedom", s->freedoms);
  add_count(to, "redundant constraint equations", s->redundant);
}

static void add_quantiles(list *to, const char *const names[4], const jn_quantiles *q) {
  const double values[4] = {q->p50, q->p99, q->p999, q->most};
  for (int i = 0; i < 4; i++) add(to, names[i], 1e6 * values[i], 4, "\xc2\xb5s");
}

static void add_packets(list *to, const jn_pace *p) {
  if (p->hears) add_count(to, "input packets", p->heard);
  add_nonzero(to, "dropped as old", p->old);
  add_nonzero(to, "dropped as foreign", p->foreign);
  add_nonzero(to, "dropped as not finite", p->unusable);
  add_nonzero(to, "silences", p->silences);
  if (p->speaks) add_count(to, "output packets", p->sent);
  add_nonzero(to, "refused by the system", p->unsent);
  add_nonzero(to, "rows lost", p->lost_rows);
}

static void add_pace(list *to, const jn_pace *p) {
  static const char *const late[] = {"waking late, median", "waking late, 99 %", "waking late, 99.9 %",
                                     "waking late, largest"};
  static const char *const work[] = {"computing, median", "computing, 99 %", "computing, 99.9 %", "computing, largest"};
  to->group = "Real time";
  if (!(p->period > 0)) return;
  add(to, "period", p->period, 9, "s");
  add_count(to, "periods", p->periods);
  add_count(to, "overruns", p->overruns);
  add_nonzero(to, "overruns in the grace period", p->early);
  add(to, "behind the clock", p->lost, 4, "s");
  add_quantiles(to, late, &p->late);
  add_quantiles(to, work, &p->work);
  add_packets(to, p);
}

int jn_summary_facts(const jn_summary *summary, jn_fact *facts) {
  if (!summary || !facts) return 0;
  list to = {.facts = facts};
  add_accuracy(&to, summary);
  add_work(&to, summary);
  add_pace(&to, &summary->pace);
  return to.n;
}

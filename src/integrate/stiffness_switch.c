// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiffness_switch.c - stiffness detection and the choice between an explicit and an implicit integrator.
//
// The motion is stiff if h |eigenvalue|, which the explicit method estimates from its last stages, is at the stability
// limit in 15 steps without an interruption of 6 consecutive steps.                                 [Hairer 1996, IV.2]
// Then the implicit integrator runs on trial. It is kept if it advances 1.5 times as much simulated time per work as
// the explicit one did while the motion was stiff. Work is the number of evaluations plus the cost of the linear
// algebra in units of an evaluation, and is compared after a warm-up. After a failed trial the explicit integrator
// continues, and the distance to the next trial doubles; trials of the explicit integrator, after a successful one,
// follow the same rule. The decisions use counts only, no clock, and all counts are part of the history: a continued
// run takes the same decisions.
#include "integrate/stiffness_switch.h"

#include <math.h>
#include <string.h>

#include "integrate/integrator_common.h"
#include "integrate/smoothness.h"
#include "kernel/elementary.h"

static const double border = 3.25;  // h |eigenvalue| above which a step is stiff; the stability region ends at 3.3
enum { STIFF_ENOUGH = 15, CALM_ENOUGH = 6, STEPS_A_LOOK = 10 };
// Factor of the tolerances of the implicit method. With equal tolerances its errors would be about a hundred
// tolerances, those of the explicit method a few.
static const double strictness = 0.01;
// The implicit method on trial is kept if it advances this many times as much simulated time per work as the explicit
// one did; the explicit one on trial if it advances at least as much as the implicit one.
static const double worth = 1.5;
// Amounts of work, in evaluations. first_warm: work of the explicit method until it runs at full step size;
// first_known: work until its speed can be computed. other_warm: of the implicit method until it runs at full step
// size, in addition to the work of its start.
static const double first_warm = 60, first_known = 400, other_warm = 100;
// rest: the next trial comes after this many times the work of a trial. The number doubles after each failed trial, up
// to longest_rest.
static const double rest = 10, longest_rest = 320;

typedef enum { FIRST, OTHER } runner;

// State of the trials. All members are double, so that the struct can be saved as an array.
typedef struct {
  double active;  // runner: the integrator in use
  // numbers of all steps, of stiff ones without an interruption by CALM_ENOUGH calm ones, and of consecutive calm ones
  double steps, stiff, calm;
  double racing, warm;  // flags: the integrator in use is on trial; its warm-up is over
  double time, work;    // simulated time, s, and work of the integrator in use since its measurement began
  double pace;          // simulated time per work of the other integrator, s per evaluation
  double spent, rest;   // work since the last trial; the next one comes after `rest` times the work of a trial
  // starts: restarts while the motion was stiff; longer: jni_smooth.longer; the others as in jni_relay_account.
  double limited, starts, longer, from, stiff_time, gain, stiff_steps, changes;
} race;

enum { NUMBERS = sizeof(race) / sizeof(double) };

typedef struct {
  jni_integrator base;
  jni_integrator *runners[2];
  race race;
  jni_smooth smooth;  // estimates the gain if there is no implicit integrator
} relay;

static jni_integrator *active(const relay *r) { return r->runners[(int)r->race.active]; }

bool jni_integrator_is_built(const jni_integrator_kind *kind) { return kind->step != NULL; }

// ---- members copied from the integrator in use ------------------------------------------------------------------

static void add_counts(jni_integrator_counts *sum, const jni_integrator_counts *more) {
  sum->steps += more->steps;
  sum->rejected += more->rejected;
  sum->evaluations += more->evaluations;
  sum->iterations += more->iterations;
  sum->halved += more->halved;
  sum->setups += more->setups;
}

// Copies the members of the integrator in use, and the counts of both, to r->base.
static void mirror(relay *r) {
  jni_integrator *base = &r->base, *m = active(r);
  base->t = m->t;
  base->t_previous = m->t_previous;
  base->y = m->y;
  base->ydot = m->ydot;
  base->projected = m->projected;
  base->limited = m->limited;
  base->begun_limited = m->begun_limited;
  base->counts = r->runners[FIRST]->counts;
  if (r->runners[OTHER]) add_counts(&base->counts, &r->runners[OTHER]->counts);
  memcpy(base->message, m->message, sizeof base->message);
}

static jn_status start(jni_integrator *integrator, double t, const double *y) {
  relay *r = (relay *)integrator;
  if (integrator->renew) r->race.active = r->race.active == FIRST ? OTHER : FIRST;
  integrator->renew = false;
  if (r->race.stiff >= STIFF_ENOUGH) r->race.starts++;
  jni_smooth_begin(&r->smooth);
  jn_status status = active(r)->kind->start(active(r), t, y);
  mirror(r);
  return status;
}

static void interpolate(const jni_integrator *integrator, double t, double *y) {
  const jni_integrator *m = active((const relay *)integrator);
  m->kind->interpolate(m, t, y);
}

// ---- work -------------------------------------------------------------------------------------------------------

// Returns the work of an integrator so far, in evaluations: its evaluations plus the cost of its linear algebra, where
// an evaluation counts as about a thousand operations per unknown.
static double work_of(const jni_integrator *m) {
  double n = m->ode.n;
  return (double)m->counts.evaluations + (double)m->counts.setups * n * n / 3000 +
         (double)m->counts.iterations * n / 500;
}

static double warm_work(const relay *r) {
  return r->race.active == FIRST ? first_warm : other_warm + 2 * r->base.ode.n;
}
static double known_work(const relay *r) { return r->race.active == FIRST ? first_known : warm_work(r); }
static double race_work(const relay *r) { return first_known + other_warm + 2 * r->base.ode.n; }

static double pace(const relay *r) { return r->race.work > 0 ? r->race.time / r->race.work : 0; }
static void measure_anew(relay *r) { r->race.time = r->race.work = 0; }

// ---- trials -----------------------------------------------------------------------------------------------------

// Requests the change to the other integrator by a restart (base.renew) and begins a new measurement. racing: the other
// one is on trial.
static void hand_over(relay *r, bool racing) {
  race *c = &r->race;
  c->pace = pace(r);
  c->racing = racing;
  c->warm = c->stiff = c->calm = c->spent = 0;
  c->changes++;
  r->base.renew = true;
  measure_anew(r);
}

// Ends a trial. won: the integrator in use is kept; otherwise hands over to the other and doubles the distance to the
// next trial.
static void end_race(relay *r, bool won) {
  race *c = &r->race;
  c->racing = c->warm = c->spent = 0;
  c->rest = !won ? fmin(fmax(2 * c->rest, rest), longest_rest) : c->active == OTHER ? rest : 0;
  if (!won) hand_over(r, false);
  else measure_anew(r);
}

// Returns whether the speed of the integrator in use can be computed, because it has done enough work since its
// warm-up. At the end of the warm-up, starts to measure.
static bool is_measured(relay *r) {
  race *c = &r->race;
  bool was_warm = c->warm != 0;
  if (c->work < (was_warm ? known_work(r) : warm_work(r))) return false;
  if (!was_warm) {
    c->warm = 1;
    measure_anew(r);
  }
  return was_warm;
}

static bool may_race(const relay *r) {
  const race *c = &r->race;
  return r->runners[OTHER] && c->spent >= c->rest * race_work(r);
}

// ---- explicit integrator ----------------------------------------------------------------------------------------

// Counts stiff and calm steps of the explicit integrator after a step; looks only at every tenth step until one is
// stiff. Returns true if the motion counts as stiff now.
static bool watch(relay *r) {
  race *c = &r->race;
  jni_integrator *m = r->runners[FIRST];
  if (c->stiff == 0 && jnk_fmod(c->steps, STEPS_A_LOOK) != 0) return false;
  if (m->kind->stiffness(m) > border) {
    if (c->stiff++ == 0 && c->racing == 0) measure_anew(r);
    c->calm = 0;
  } else if (++c->calm >= CALM_ENOUGH) {
    c->stiff = c->calm = 0;
  }
  return c->stiff >= STIFF_ENOUGH;
}

// Returns the work of the explicit method in stiff motion, six evaluations per step, over the estimated work of an
// implicit method, which consists of its steps, as long as `smooth` allows, its linear algebra and its restarts.
static double estimated_gain(const relay *r) {
  const race *c = &r->race;
  double n = r->base.ode.n, work = 6 * c->limited;
  double pace_there = 6 * r->smooth.longer / (1.6 + n / 40 + n * n / 60000), starts = c->starts + 1;
  return work / (work / pace_there + starts * (other_warm + 50 + 4 * n));
}

static void notice(relay *r, double step) {
  race *c = &r->race;
  if (c->limited++ == 0) c->from = r->base.t;
  c->stiff_time += step;
  if (r->runners[OTHER]) return;
  jni_smooth_step(&r->smooth, &r->base);
  c->longer = r->smooth.longer;
  if (r->smooth.longer > 0) c->gain = estimated_gain(r);
}

static void judge_first(relay *r, double step) {
  race *c = &r->race;
  bool stiff = watch(r);
  if (c->racing != 0) {
    bool measured = is_measured(r) || (stiff && c->warm != 0);
    if (measured) end_race(r, pace(r) >= c->pace);
  } else if (stiff) {
    notice(r, step);
    if (may_race(r)) hand_over(r, true);
  }
}

// ---- implicit integrator ----------------------------------------------------------------------------------------

static void judge_other(relay *r, double step) {
  race *c = &r->race;
  c->stiff_steps++;
  c->stiff_time += step;
  if (c->racing != 0) {
    if (!is_measured(r)) return;
    double gain = pace(r) / c->pace;
    if (gain >= worth) c->gain = gain;
    end_race(r, gain >= worth);
  } else if (may_race(r)) {
    hand_over(r, true);
  }
}

// Changes to the explicit integrator after the implicit one has failed, and takes the step with it. Returns the status.
static jn_status fall_back(relay *r, double t_limit) {
  jni_integrator *first = r->runners[FIRST], *other = r->runners[OTHER];
  end_race(r, false);
  r->race.active = FIRST;
  r->base.renew = false;
  jn_status status = first->kind->start(first, other->t, other->y);
  return status == JN_OK ? first->kind->step(first, t_limit) : status;
}

static jn_status step_once(jni_integrator *integrator, double t_limit) {
  relay *r = (relay *)integrator;
  race *c = &r->race;
  double before = work_of(active(r));
  jn_status status = active(r)->kind->step(active(r), t_limit);
  if (status != JN_OK && c->active == OTHER) {
    status = fall_back(r, t_limit);
    before = work_of(active(r));
  }
  mirror(r);
  if (status != JN_OK) return status;
  double work = work_of(active(r)) - before, step = integrator->t - integrator->t_previous;
  c->steps++;
  c->time += step;
  c->work += work;
  c->spent += work;
  if (c->active == FIRST) judge_first(r, step);
  else judge_other(r, step);
  return JN_OK;
}

// ---- history ----------------------------------------------------------------------------------------------------

// Returns the length of the history: the numbers of `race` and the history of the explicit integrator. The implicit one
// has none, because it restarts at a checkpoint.
static int history(const jni_integrator *integrator) {
  const jni_integrator *first = ((const relay *)integrator)->runners[FIRST];
  return NUMBERS + first->kind->history(first);
}

static void save(const jni_integrator *integrator, double *numbers) {
  const relay *r = (const relay *)integrator;
  memset(numbers, 0, (size_t)history(integrator) * sizeof *numbers);
  memcpy(numbers, &r->race, sizeof(race));
  if (r->race.active == FIRST) r->runners[FIRST]->kind->save(r->runners[FIRST], numbers + NUMBERS);
}

static void forget(jni_integrator *integrator) {
  relay *r = (relay *)integrator;
  r->race = (race){.active = FIRST};
  r->smooth.longer = 0;
  jni_smooth_begin(&r->smooth);
  integrator->renew = integrator->anew = false;
}

static bool is_plausible(const double *numbers) {
  for (int i = 0; i < NUMBERS; i++)
    if (!(fabs(numbers[i]) < 1e18)) return false;
  return true;
}

static void load(jni_integrator *integrator, double t, const double *numbers) {
  relay *r = (relay *)integrator;
  jni_integrator *first = r->runners[FIRST];
  forget(integrator);
  if (is_plausible(numbers)) memcpy(&r->race, numbers, sizeof(race));
  r->smooth.longer = r->race.longer;
  integrator->anew = numbers[0] != FIRST;
  if (r->race.active != FIRST) r->race.active = r->runners[OTHER] ? OTHER : FIRST;
  if (!integrator->anew) first->kind->load(first, t, numbers + NUMBERS);
  mirror(r);
}

static const jni_integrator_kind kind = {
    .name = "dopri5",
    .help = "",
    .start = start,
    .step = step_once,
    .interpolate = interpolate,
    .history = history,
    .save = save,
    .load = load,
    .forget = forget,
};

// Returns the gain measured or estimated so far, 0 if unknown; while the implicit integrator runs without a measured
// gain, the ratio of its simulated time per work to that of the explicit one.
static double gain_so_far(const relay *r) {
  const race *c = &r->race;
  return c->gain > 0 || c->active == FIRST || !(c->pace > 0) ? c->gain : pace(r) / c->pace;
}

bool jni_relay_get_account(const jni_integrator *integrator, jni_relay_account *account) {
  if (integrator->kind != &kind) return false;
  const relay *r = (const relay *)integrator;
  const race *c = &r->race;
  *account = (jni_relay_account){.from = c->limited > 0 ? c->from : NAN,
                                 .time = c->stiff_time,
                                 .gain = gain_so_far(r),
                                 .limited = (long)c->limited,
                                 .stiff_steps = (long)c->stiff_steps,
                                 .changes = (long)c->changes,
                                 .alone = !r->runners[OTHER]};
  return true;
}

jni_integrator *jni_relay_new(const jni_integrator_kind *first, const jni_integrator_kind *other, const jn_alloc *alloc,
                              const jni_ode *ode, const jni_integrator_options *options, jn_report *report) {
  double *vectors;
  relay *r =
      jni_integrator_make(&kind, sizeof *r, other ? 0 : JNI_SMOOTH_VECTORS, alloc, ode, options, &vectors, report);
  if (!r) return NULL;
  jni_integrator_options strict = *options;
  strict.strictness = strictness;
  jni_smooth_make(&r->smooth, ode->n, vectors);
  r->race.active = FIRST;
  r->runners[FIRST] = jni_keep(&r->base.pool, first->create(alloc, ode, options, report), jni_object_free);
  if (r->runners[FIRST] && other)
    r->runners[OTHER] = jni_keep(&r->base.pool, other->create(alloc, ode, &strict, report), jni_object_free);
  if (r->base.pool.failed) return jni_object_free(r);
  mirror(r);
  return &r->base;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_event.c - events of contacts: impacts, points that close or open, and the modes that hold until the next
// event.
//
// Every event ends with the acceleration problem over all points that touch and have no normal velocity: it decides
// which points are closed. A point that leaves so slowly that it would rise by less than the tolerance of positions
// closes; so a bouncing ball comes to rest after a finite number of impacts.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formulation/control/contact_layer.h"
#include "formulation/formulation_common.h"
#include "kernel/vec3.h"
#include "model/fault.h"
#include "simulate/run.h"
#include "system/contact_points.h"
#include "system/event.h"
#include "system/stage.h"

enum { MOST_IMPACTS = 1000 };  // largest number of impacts at one time
enum { MOST_ROUNDS = 100 };    // largest number of rounds of model events that contacts trigger
enum { MOST_JAMS = 10 };       // largest number of impacts without collision at one time
enum { MOST_DIP = 40 };        // largest number of evaluations in the search for a touch within a step

static const double no_speed = 1e-12;   // normal speeds below this part of the largest speed are zero
static const double dip_part = 0.5;     // a gap that falls within a step to less than this part of its fall may touch
static const double passed_part = 0.1;  // largest predicted overlap of a step, part of the size
// Limit below which a negative normal force, or friction beyond its limit, counts as rounding, as a part of the largest
// force. It is larger than the rounding limit of the acceleration problem.
static const double no_force = 4e-11;
static const double contradiction = -1e30;  // root function of friction where no forces keep all modes, N

bool jni_contacts_new(jn_run *run) {
  size_t np = (size_t)run->system->ncontact_points;
  jni_contact_run *c = &run->contacts;
  c->paradox = -1;
  if (np == 0) return true;
  c->list = jni_ints(&run->pool, np);
  c->mode = jni_ints(&run->pool, np);
  c->before = jni_ints(&run->pool, np);
  c->crossed = jni_flags(&run->pool, np);
  c->left = jni_flags(&run->pool, np);
  c->hit = jni_flags(&run->pool, np);
  c->touches = jni_flags(&run->pool, np);
  c->rests = jni_flags(&run->pool, np);
  c->slips = jni_flags(&run->pool, np);
  c->impulse = jni_doubles(&run->pool, 3 * np);
  c->slip = jni_take(&run->pool, np, sizeof *c->slip);
  c->direction = jni_take(&run->pool, np, sizeof *c->direction);
  c->rate = jni_doubles(&run->pool, np);
  c->vdot = jni_doubles(&run->pool, (size_t)run->system->sizes.nv);
  return !run->pool.failed;
}

static void calc_stages(const jn_run *run, const double *state) {
  const jn_system *system = run->system;
  jn_work *work = run->formulation->work;
  jni_load_state(system, work, state);
  jni_stage_position(system, work);
  jni_stage_velocity(system, work);
  jni_contact_rates_update(system, work);
}

static void write_name(const jn_model *model, int shape, char *text, size_t size) {
  const jn_shape_def *def = &model->shapes[shape].def;
  snprintf(text, size, "%.60s.%.60s", model->bodies[def->body.i].name, def->name);
}

jn_status jni_contacts_check_start(jn_run *run, jn_report *report) {
  const jn_system *system = run->system;
  jn_status status = JN_OK;
  if (system->ncontact_points == 0) return JN_OK;
  calc_stages(run, run->state);
  jni_contact_nearest_update(system, run->formulation->work, true, false);
  for (int i = 0; i < system->ncontact_points; i++) {
    const jni_contact_pair *pair = system->contact_points[i].pair;
    const jni_contact_element *contact = &system->model->contacts[system->contact_points[i].contact];
    double gap = run->formulation->work->contact_points[i].place.gap;
    char first[130], second[130];
    if (gap >= -jni_contact_start_slack(system, i) ||
        (i > 0 && pair == system->contact_points[i - 1].pair && status != JN_OK))
      continue;
    jn_error error = {.status = JN_REFUSED, .severity = JN_FAULT};
    jni_model_place(system->model, contact->place, &error);
    write_name(system->model, pair->shape[0], first, sizeof first);
    write_name(system->model, pair->shape[1], second, sizeof second);
    jni_print(error.element, sizeof error.element, "contact '%.120s'", contact->name);
    jni_print(error.what, sizeof error.what,
              "'%s' and '%s' overlap by %.3g m at the start; move them apart in 'initial'", first, second, -gap);
    jn_report_add(report, &error);
    status = JN_REFUSED;
  }
  return status;
}

// ---- roots --------------------------------------------------------------------------------------------------------

// Returns the root function of friction at point i. While it sticks: the friction that is left before it slips, plus
// `rounding`, N. While it slips: its present slip velocity along the slip direction of the last event or accepted step,
// m/s. Without friction: 1.
static double friction_root(const jn_run *run, int i, double rounding) {
  const jn_system *system = run->system;
  const jn_work *work = run->formulation->work;
  const jni_contact_result *point = &work->contact_points[i];
  const jni_contact_pair *pair = system->contact_points[i].pair;
  if (!(pair->friction_static > 0)) return 1;
  if (jni_contact_mode_of(system, work->s, i) == JNI_CONTACT_STICKS)
    return pair->friction_static * point->normal - jnk_norm(point->friction) + rounding;
  return jnk_dot(work->s + system->contact_points[i].s_at + JNI_CONTACT_DIRECTION, point->rates.slip);
}

void jni_contacts_calc_roots(jn_run *run, const double *state, jni_root_values *at) {
  const jn_system *system = run->system;
  jni_formulation *f = run->formulation;
  int np = system->ncontact_points;
  if (np == 0) return;
  bool solved = f->acceleration(f, state, run->contacts.vdot, NULL) == JN_OK;
  bool contradicts = solved && jni_contact_layer_contradicts(f->contacts);
  jni_contact_rates_update(system, f->work);
  jni_contact_nearest_update(system, f->work, false, true);
  double largest = 0;
  for (int i = 0; i < system->nbody_v; i++) largest = fmax(largest, fabs(f->work->body_f[i]));
  for (int i = 0; i < np; i++) largest = fmax(largest, fabs(f->work->contact_points[i].normal));
  for (int i = 0; i < np; i++) {
    double *e = at->e + system->contact_root_at + JNI_CONTACT_ROOTS * i, normal = f->work->contact_points[i].normal;
    bool open = jni_contact_mode_of(system, f->work->s, i) == JNI_CONTACT_OPEN;
    at->gap_rate[i] = f->work->contact_points[i].rates.rate;
    if (open) e[JNI_CONTACT_ROOT_GAP] = f->work->contact_points[i].place.gap;
    else if (solved) e[JNI_CONTACT_ROOT_NORMAL] = normal + no_force * largest;
    if (!open) e[JNI_CONTACT_ROOT_GAP] = jni_contact_margin(system, f->work, i);
    if (!open && solved) e[JNI_CONTACT_ROOT_FRICTION] = friction_root(run, i, no_force * largest);
    // If no forces keep all modes, as when a hand begins to lift a body from a table, the roots of the points that
    // stick become negative, so that an event chooses new modes.
    if (contradicts && jni_contact_mode_of(system, f->work->s, i) == JNI_CONTACT_STICKS)
      e[JNI_CONTACT_ROOT_FRICTION] = contradiction;
    double margin = f->work->contact_points[i].margin;
    if (!open && margin < HUGE_VAL) e[JNI_CONTACT_ROOT_PIECE] = margin;
  }
  for (int i = system->contact_root_at; i < system->sizes.nroots; i++) at->side[i] = (at->e[i] > 0) - (at->e[i] < 0);
}

// Returns the level for root function i of a contact: the event happens when the value falls below it. `before`: value
// at the beginning of the step.
static double root_level(const jn_run *run, int i, double before) {
  int point = (i - run->system->contact_root_at) / JNI_CONTACT_ROOTS;
  int sort = (i - run->system->contact_root_at) % JNI_CONTACT_ROOTS;
  bool gap = sort == JNI_CONTACT_ROOT_GAP;
  double rounding = 16 * DBL_EPSILON * run->system->extent, limit = fmin(before, 0) - rounding;
  if (sort == JNI_CONTACT_ROOT_PIECE) {  // The next piece begins at this end, but for rounding.
    double least = 1000 * jni_contact_slack(run->system, point);
    return before > least ? 0 : fmin(before, 0) - least;
  }
  if (sort == JNI_CONTACT_ROOT_FRICTION) {
    bool slips = jni_contact_mode_of(run->system, run->formulation->work->s, point) == JNI_CONTACT_SLIPS;
    double least = slips ? 1e-14 * run->system->length_scale : 0;  // A slip may begin at zero.
    return before > least || before <= contradiction ? 0 : 4 * fmin(before, 0) - least;
  }
  // Forces that the choice of modes leaves on the wrong side, by the rounding of slip directions, must grow before the
  // modes are chosen again.
  if (sort == JNI_CONTACT_ROOT_NORMAL) return before > 0 ? 0 : 4 * before;
  if (!gap || before > rounding) return 0;
  // A point that has just opened may be on the wrong side, and it may go further by rounding.
  double slack = jni_contact_slack(run->system, point);
  return before > -slack ? fmax(limit, -slack) : limit;
}

double jni_contacts_indicator(const jn_run *run, int i, double now, double slack) {
  double margin = now - root_level(run, i, run->roots.e[i]);
  // A gap has no further slack: a body that falls through it would gain speed in each of its impacts and never rest.
  return (i - run->system->contact_root_at) % JNI_CONTACT_ROOTS == JNI_CONTACT_ROOT_GAP ? margin : margin + slack;
}

bool jni_contacts_crossed(const jn_run *run, int i, double before, double now) {
  return now < root_level(run, i, before);
}

double jni_contacts_limit(jn_run *run, double target) {
  const jn_system *system = run->system;
  jni_formulation *f = run->formulation;
  if (system->ncontact_points == 0 || jni_run_refresh(run) != JN_OK) return target;
  if (f->acceleration(f, run->state, run->contacts.vdot, NULL) != JN_OK) return target;
  double least = HUGE_VAL;
  jni_contact_rates_update(system, f->work);  // It would replace the nearest features.
  jni_contact_nearest_update(system, f->work, false, true);
  for (int i = 0; i < system->ncontact_points; i++) {
    least = fmin(least, jni_contact_time_bound(system, f->work, i));
    if (jni_contact_mode_of(system, f->work->s, i) != JNI_CONTACT_OPEN) continue;
    if (!(f->work->contact_points[i].place.gap < HUGE_VAL)) continue;
    double second = jni_contact_layer_second_rate(f->contacts, i, run->contacts.vdot);
    const jni_contact_result *point = &f->work->contact_points[i];
    // The first time at which the gap is -passed_part of the size.
    double c = fmax(point->place.gap, 0) + passed_part * jni_contact_size(system, i), b = point->rates.rate;
    double a = 0.5 * second, speed = jni_contact_speed_bound(system, f->work, i);
    if (speed > 0) least = fmin(least, c / speed);
    double root = b * b - 4 * a * c;
    if (b >= 0 && a >= 0) continue;
    // The first form cancels where a is rounding.
    if (b >= 0 || -4 * a * c > 1e-8 * b * b) least = fmin(least, (-b - sqrt(root)) / (2 * a));
    else if (root >= 0) least = fmin(least, 2 * c / (-b + sqrt(root)));
  }
  return fmin(target, run->state[0] + least);
}

// Returns the smallest value within a step of length h of the cubic polynomial with the values g and slopes r at its
// ends, HUGE_VAL if it has no minimum there. Sets *at to the place of the minimum, part of the step.
static double smallest_within(const double g[2], const double r[2], double h, double *at) {
  double m0 = h * r[0], m1 = h * r[1], c3 = 2 * (g[0] - g[1]) + m0 + m1, c2 = 3 * (g[1] - g[0]) - 2 * m0 - m1;
  double square = c2 * c2 - 3 * c3 * m0;
  *at = square >= 0 ? -m0 / (c2 + sqrt(square)) : -1;
  if (!(*at > 0 && *at < 1)) return HUGE_VAL;
  return g[0] + *at * (m0 + *at * (c2 + *at * c3));
}

// Finds a time within the last step (a, b) at which the gap of a point is past its root, by the sign of its rate. g, r:
// gaps and rates at a and b; part: where the search begins. Returns NAN if the gap has no such minimum.
static double find_dip(jn_run *run, int point, double a, double b, const double g[2], const double r[2], double part) {
  int root = run->system->contact_root_at + JNI_CONTACT_ROOTS * point + JNI_CONTACT_ROOT_GAP;
  double left = a, right = b, gl = g[0], gr = g[1], rl = r[0], rr = r[1], t = a + part * (b - a);
  for (int k = 0; k < MOST_DIP; k++) {
    if (jni_run_interpolate(run, t, run->trial) != JN_OK) return NAN;
    calc_stages(run, run->trial);
    jni_contact_nearest_update(run->system, run->formulation->work, false, true);
    const jni_contact_result *now = &run->formulation->work->contact_points[point];
    double gap = now->place.gap, rate = now->rates.rate;
    if (jni_contacts_crossed(run, root, g[0], gap)) return t;
    if (rate < 0) {
      left = t;
      gl = gap;
      rl = rate;
    } else {
      right = t;
      gr = gap;
      rr = rate;
    }
    if (!(rr > rl) || !(rr >= 0)) return NAN;
    // The tangents at both ends meet at the gap `lowest`, which is not above a convex gap.
    double x = (gl - gr + rr * (right - left)) / (rr - rl), lowest = gl + rl * x;
    if (!jni_contacts_crossed(run, root, g[0], lowest)) return NAN;
    t = k % 3 == 2 ? 0.5 * (left + right) : left + (right - left) * (-rl / (rr - rl));
    if (!(t > left && t < right)) return NAN;
  }
  return NAN;
}

double jni_contacts_find_touch(jn_run *run, double a, double b) {
  const jn_system *system = run->system;
  double first = NAN;
  for (int i = 0; i < system->ncontact_points; i++) {
    int root = system->contact_root_at + JNI_CONTACT_ROOTS * i + JNI_CONTACT_ROOT_GAP;
    double g[2] = {run->roots.e[root], run->right_roots.e[root]},
           r[2] = {run->roots.gap_rate[i], run->right_roots.gap_rate[i]}, at;
    if (jni_contact_mode_of(system, run->formulation->s, i) != JNI_CONTACT_OPEN) continue;
    if (jni_contacts_crossed(run, root, g[0], g[1])) continue;  // The crossing is found at b.
    double lowest = smallest_within(g, r, b - a, &at);
    if (!(lowest < dip_part * (fmax(g[0], g[1]) - lowest))) continue;
    double t = find_dip(run, i, a, b, g, r, at);
    if (isnan(first) || t < first) first = t;
  }
  return first;
}

// ---- impacts ------------------------------------------------------------------------------------------------------

// Returns the normal speed below which a point counts as neither approaching nor leaving, m/s.
static double least_speed(const jn_run *run) {
  const jn_system *system = run->system;
  const jn_work *work = run->formulation->work;
  double largest = 0;
  for (int i = 0; i < system->sizes.nv; i++)
    largest = fmax(largest, fabs(work->v[i]) * (system->v_is_length[i] ? 1 : system->length_scale));
  return no_speed * largest + 1e-14 * system->length_scale;
}

static double kinetic_at(const jn_run *run, const double *state) {
  calc_stages(run, state);
  return jn_get_kinetic(run->system, run->formulation->work);
}

static jni_impact_law law_of(const jn_choices *choices) {
  static const char *const names[] = {
      [JNI_IMPACT_NEWTON] = "newton", [JNI_IMPACT_POISSON] = "poisson", [JNI_IMPACT_ENERGETIC] = "energetic"};
  if (strcmp(choices->impacts, "sequential") == 0) return JNI_IMPACT_SEQUENTIAL;
  for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
    if (names[i] && strcmp(choices->impact_law, names[i]) == 0) return (jni_impact_law)i;
  return JNI_IMPACT_NEWTON;
}

// Applies the impact law to all points that touch: changes the speeds in run->state, adds the change of kinetic energy
// to the work state, and records impulse, loss and number of impacts of each point that was hit. Returns JN_OK or the
// status with which the law failed.
static jn_status apply_impact(jn_run *run) {
  const jn_system *system = run->system;
  jni_contact_run *c = &run->contacts;
  const jni_contact_result *points = run->formulation->work->contact_points;
  double *v = jn_state_v(system, run->state), *z = jn_state_z(system, run->state), *s = jn_state_s(system, run->state);
  int n = 0;
  jni_impact_law law = law_of(&run->choices);
  double before = jn_get_kinetic(system, run->formulation->work);
  int width = 1 + jni_contact_layer_tangents(run->formulation->contacts);
  double factor;
  for (int i = 0; i < system->ncontact_points; i++)
    if (c->touches[i]) {
      c->rate[n] = points[i].rates.rate;
      jnk_copy(points[i].rates.slip, c->slip[n]);
      c->list[n++] = i;
    }
  jn_status status = jni_contact_layer_impact(run->formulation->contacts, c->list, n, law, v, c->impulse, &factor);
  if (status != JN_OK) return status;
  if (factor < 1) run->summary.reduced_impacts++;
  z[system->work_state] += kinetic_at(run, run->state) - before;
  for (int k = 0; k < n; k++) {
    double *own = s + system->contact_points[c->list[k]].s_at;
    const jni_contact_result *point = &points[c->list[k]];
    const double *P = c->impulse + k * width;
    if (!(P[0] > 0)) continue;
    double lost = -0.5 * P[0] * (c->rate[k] + point->rates.rate);
    for (int d = 0; d + 1 < width; d++)
      lost -= 0.5 * P[1 + d] * (jnk_dot(point->place.t[d], c->slip[k]) + jnk_dot(point->place.t[d], point->rates.slip));
    c->hit[c->list[k]] = true;
    own[JNI_CONTACT_IMPACTS] += 1;
    own[JNI_CONTACT_LOST] += lost;
    own[JNI_CONTACT_IMPULSE] = P[0];
    run->counts.impacts++;
    run->summary.impact_loss += lost;
  }
  return JN_OK;
}

// Stops the normal motion of points that leave too slowly, and the slip of closed points that creep, so that the
// acceleration problem decides about them from rest. This is no impact; the energy that it takes is added to the work.
static jn_status stop_slow(jn_run *run) {
  const jn_system *system = run->system;
  jni_contact_run *c = &run->contacts;
  const jni_contact_result *points = run->formulation->work->contact_points;
  calc_stages(run, run->state);
  double zero = least_speed(run), most = jni_contact_layer_no_slip(run->formulation->contacts),
         before = jn_get_kinetic(system, run->formulation->work);
  bool any = false;
  int n = 0;
  for (int i = 0; i < system->ncontact_points; i++) {
    if (!c->touches[i] || (points[i].rates.rate > zero && !c->rests[i])) continue;
    double speed = jnk_norm(points[i].rates.slip);
    any = any || c->rests[i] || (system->contact_points[i].pair->friction_static > 0 && speed > zero && speed <= most);
    c->list[n++] = i;
  }
  if (!any) return JN_OK;
  jn_status status = jni_contact_layer_stop(run->formulation->contacts, c->list, n, jn_state_v(system, run->state));
  if (status == JN_OK) jn_state_z(system, run->state)[system->work_state] += kinetic_at(run, run->state) - before;
  return status;
}

// Applies impacts until no point that touches approaches. Returns JN_STEP_TOO_SMALL if MOST_IMPACTS are not enough, or
// the status of an impact that fails.
static jn_status apply_impacts(jn_run *run) {
  const jn_system *system = run->system;
  for (int k = 0; k < MOST_IMPACTS; k++) {
    bool approaches = false;
    double zero = least_speed(run);
    for (int i = 0; i < system->ncontact_points; i++)
      approaches =
          approaches || (run->contacts.touches[i] && run->formulation->work->contact_points[i].rates.rate < -zero);
    if (!approaches) return JN_OK;
    jn_status status = apply_impact(run);
    if (status != JN_OK) return status;
  }
  return JN_STEP_TOO_SMALL;
}

// ---- modes --------------------------------------------------------------------------------------------------------

static void set_mode(const jn_run *run, double *state, int point, jni_contact_mode mode) {
  jn_state_s(run->system, state)[run->system->contact_points[point].s_at + JNI_CONTACT_MODE] = mode;
}

// Stores in the discrete states the pieces of the two profiles at which a point closes, which are held while it is
// closed; clears them if the point is open. Does nothing for points of polyhedra.
static void hold_pieces(const jn_run *run, int point) {
  double *s = jn_state_s(run->system, run->state), *own = s + run->system->contact_points[point].s_at;
  if (run->system->contact_points[point].pair->has_features) return;
  if (own[JNI_CONTACT_MODE] == JNI_CONTACT_OPEN) own[JNI_CONTACT_FEATURE] = 0;
  else if (jni_contact_feature_of(run->system, s, point) == 0)
    own[JNI_CONTACT_FEATURE] = run->formulation->work->contact_points[point].feature;
}

void jni_contacts_end(jn_run *run) {
  const jni_contact_run *c = &run->contacts;
  long jams = run->summary.jams, several = run->summary.ambiguous;
  if (jams + several == 0 || c->paradox < 0 || run->system->ncontact_points == 0) return;
  const jni_contact_point *point = &run->system->contact_points[c->paradox];
  char element[160];
  jni_print(element, sizeof element, "contact '%.120s'", run->system->model->contacts[point->contact].name);
  if (c->nsolutions == 0)
    jn_report_warn(
        run->report, element,
        "at t = %.9g s no force satisfies the laws of rigid contact with friction %.4g (Painleve's paradox); "
        "an impact without collision has stopped the slip, %ld time%s in this run",
        c->paradox_time, point->pair->friction, jams, jams == 1 ? "" : "s");
  else
    jn_report_warn(
        run->report, element,
        "at t = %.9g s the laws of rigid contact with friction %.4g have %d solutions (Painleve's paradox); "
        "the previous state of the contact was kept where it is one of them; several solutions %ld time%s in "
        "this run",
        c->paradox_time, point->pair->friction, c->nsolutions, several, several == 1 ? "" : "s");
}

// Records the point and the time at which the contact forces have no solution or several ones (nsolutions). Only the
// first occurrence in the run is kept.
static void note_paradox(jn_run *run, int point, int nsolutions) {
  jni_contact_run *c = &run->contacts;
  if (c->paradox >= 0) return;
  c->paradox = point;
  c->nsolutions = nsolutions;
  c->paradox_time = run->state[0];
}

// Returns whether point i, in mode slip, begins or ceases to slip slowly by the last accelerations.
static bool changes_pace(const jn_run *run, int i) {
  const double *own = jn_state_s(run->system, run->state) + run->system->contact_points[i].s_at;
  bool was_slow = own[JNI_CONTACT_SLOW] == 1;
  return was_slow != jni_contact_layer_is_slow(run->formulation->contacts, i, was_slow);
}

// Stores in the discrete states which points slip slowly. Returns whether any of these states has changed.
static bool store_slow(jn_run *run) {
  const jn_system *system = run->system;
  bool any = false;
  for (int i = 0; i < system->ncontact_points; i++) {
    double *own = jn_state_s(system, run->state) + system->contact_points[i].s_at, before = own[JNI_CONTACT_SLOW];
    if (own[JNI_CONTACT_MODE] != JNI_CONTACT_SLIPS) own[JNI_CONTACT_SLOW] = 0;
    else if (changes_pace(run, i)) own[JNI_CONTACT_SLOW] = 1 - before;
    any = any || own[JNI_CONTACT_SLOW] != before;
  }
  return any;
}

// Solves the acceleration problem over the points that touch and do not leave, or rest (c->rests), and sets modes and
// directions of slip in run->state; points that do not take part are open, and all are if it fails. Leaves the
// accelerations in c->vdot. Sets c->jams to the number of points in c->list if the forces of a jamming point have no
// solution, and returns JN_NO_CONVERGENCE; otherwise c->jams is 0. Records the first point of the run whose forces have
// no solution or several ones.
static jn_status choose_modes(jn_run *run) {
  const jn_system *system = run->system;
  jni_formulation *f = run->formulation;
  jni_contact_run *c = &run->contacts;
  int n = 0;
  double zero = least_speed(run);
  for (int i = 0; i < system->ncontact_points; i++) {
    if (c->touches[i] && (f->work->contact_points[i].rates.rate <= zero || c->rests[i])) {
      c->mode[n] = c->before[i] == JNI_CONTACT_OPEN && c->rests[i] ? JNI_CONTACT_SLIPS : c->before[i];
      c->list[n++] = i;
    }
    set_mode(run, run->state, i, JNI_CONTACT_OPEN);
  }
  jn_status status = f->acceleration(f, run->state, c->vdot, NULL);
  if (status == JN_OK && n > 0)
    status = jni_contact_layer_choose_modes(f->contacts, c->list, n, c->mode, c->direction, c->vdot);
  // A point can jam before its own share is used up, because the forces at other points depend on its force.
  double share = 1;
  int jamming = n > 0 ? jni_contact_layer_jamming_point(f->contacts, &share) : -1;
  int solutions = jamming >= 0 && !(share > 0) ? jni_contact_layer_count_solutions(f->contacts) : 1;
  c->jams = status == JN_NO_CONVERGENCE && jamming >= 0 ? n : 0;
  if (c->jams > 0 || solutions > 1) note_paradox(run, jamming, c->jams > 0 ? 0 : solutions);
  run->summary.ambiguous += status == JN_OK && solutions > 1;
  for (int k = 0; k < n && status == JN_OK; k++) {
    set_mode(run, run->state, c->list[k], (jni_contact_mode)c->mode[k]);
    jnk_copy(c->direction[k],
             jn_state_s(system, run->state) + system->contact_points[c->list[k]].s_at + JNI_CONTACT_DIRECTION);
  }
  if (status == JN_OK) store_slow(run);
  for (int i = 0; i < system->ncontact_points && status == JN_OK; i++) hold_pieces(run, i);
  return status;
}

// Applies an impact without collision to the points of the acceleration problem that has no solution, and chooses the
// modes afterwards. The change of kinetic energy is added to the work.
static jn_status jam(jn_run *run) {
  const jn_system *system = run->system;
  jni_contact_run *c = &run->contacts;
  int n = c->jams, width = 1 + jni_contact_layer_tangents(run->formulation->contacts);
  c->jams = 0;
  calc_stages(run, run->state);
  double before = jn_get_kinetic(system, run->formulation->work);
  if (!jni_contact_layer_jam(run->formulation->contacts, c->list, n, jn_state_v(system, run->state), c->impulse))
    return JN_NO_CONVERGENCE;
  double lost = before - kinetic_at(run, run->state);
  jn_state_z(system, run->state)[system->work_state] -= lost;
  run->summary.jams++;
  run->summary.impact_loss += lost;
  for (int k = 0; k < n; k++) {
    double *own = jn_state_s(system, run->state) + system->contact_points[c->list[k]].s_at;
    if (!(c->impulse[k * width] > 0)) continue;
    c->hit[c->list[k]] = true;
    own[JNI_CONTACT_IMPACTS] += 1;
    own[JNI_CONTACT_IMPULSE] = c->impulse[k * width];
    run->counts.impacts++;
  }
  return choose_modes(run);
}

// Marks in c->rests the touching points that leave so slowly that, with the accelerations c->vdot of choose_modes, they
// would fall back before they have risen by the tolerance. Returns whether points were added.
static bool find_resting(jn_run *run) {
  const jn_system *system = run->system;
  jni_contact_run *c = &run->contacts;
  double zero = least_speed(run);
  bool any = false;
  for (int i = 0; i < system->ncontact_points; i++) {
    double rate = run->formulation->work->contact_points[i].rates.rate;
    if (!c->touches[i] || c->rests[i] || rate <= zero) continue;
    double second = jni_contact_layer_second_rate(run->formulation->contacts, i, c->vdot);
    if (!(second < 0 && rate * rate < -2 * second * jni_contact_slack(system, i))) continue;
    c->rests[i] = true;
    any = true;
  }
  return any;
}

// ---- changes of contacts ------------------------------------------------------------------------------------------

// Reports a change of a contact to the listener of the run and applies the events of the model that wait for this
// change. Returns whether there were any such events.
static bool report_change(jn_run *run, int contact, jni_contact_change change) {
  jni_run_note_event(run, JN_EVENT_TOUCH, contact);
  return jni_event_apply_contact(run->system, run->formulation->work, contact, change, run->state, jni_run_note_event,
                                 run);
}

// Reports what has happened to each contact, in the order of the file. Returns whether events of the model followed.
static bool report_changes(jn_run *run) {
  const jn_system *system = run->system;
  const double *s = jn_state_s(system, run->state);
  bool any = false;
  for (int k = 0; k < system->model->ncontacts; k++) {
    const jni_contact_element *contact = &system->model->contacts[k];
    bool happened[JNI_CONTACT_NCHANGES] = {false};
    for (int i = contact->first; !contact->compliant && i < contact->first + contact->npoints; i++) {
      bool was_open = run->contacts.before[i] == JNI_CONTACT_OPEN,
           is_open = jni_contact_mode_of(system, s, i) == JNI_CONTACT_OPEN;
      jni_contact_mode now = jni_contact_mode_of(system, s, i);
      bool rough = system->contact_points[i].pair->friction_static > 0, changed = run->contacts.before[i] != (int)now;
      if (was_open != is_open) happened[is_open ? JNI_CONTACT_OPENS : JNI_CONTACT_CLOSES] = true;
      if (rough && changed && now == JNI_CONTACT_STICKS) happened[JNI_CONTACT_BEGINS_STICK] = true;
      if (rough && changed && now == JNI_CONTACT_SLIPS) happened[JNI_CONTACT_BEGINS_SLIP] = true;
      if (changed) run->counts.contact_changes++;
      if (run->contacts.hit[i]) happened[JNI_CONTACT_HITS] = true;
    }
    for (int change = 0; change < JNI_CONTACT_NCHANGES; change++)
      if (happened[change] && report_change(run, k, (jni_contact_change)change)) any = true;
  }
  return any;
}

// For each point that has passed the end of its piece of a profile: stores the next piece as the one that is held. If
// the next piece belongs to another point of the pair, the own point opens and that point takes over the contact,
// unless that point is closed and does not hand over its own contact to a third. Speeds do not change, since the gap is
// smooth there. Overwrites list, mode, before and direction of the workspace, and clears `left`.
static void change_pieces(jn_run *run) {
  const jn_system *system = run->system;
  jni_contact_run *c = &run->contacts;
  int *heir = c->list, *hold = c->before;
  double *s = jn_state_s(system, run->state);
  bool any = false;
  // All points are read before any is stored: one may move to another that moves on at the same time.
  for (int i = 0; i < system->ncontact_points; i++) {
    double *own = s + system->contact_points[i].s_at;
    c->left[i] = c->left[i] && jni_contact_feature_of(system, s, i) > 0;
    if (!c->left[i]) continue;
    any = true;
    heir[i] = i;
    hold[i] = jni_contact_next_pieces(system, run->formulation->work, i, &heir[i]);
    c->mode[i] = (int)jni_contact_mode_of(system, s, i);
    jnk_copy(own + JNI_CONTACT_DIRECTION, c->direction[i]);
    if (heir[i] == i) continue;
    own[JNI_CONTACT_MODE] = JNI_CONTACT_OPEN;
    own[JNI_CONTACT_FEATURE] = 0;
  }
  for (int i = 0; i < system->ncontact_points; i++) {
    if (!c->left[i]) continue;
    c->left[i] = false;
    double *own = s + system->contact_points[heir[i]].s_at;
    if (heir[i] != i && jni_contact_mode_of(system, s, heir[i]) != JNI_CONTACT_OPEN) continue;
    own[JNI_CONTACT_MODE] = c->mode[i];
    jnk_copy(c->direction[i], own + JNI_CONTACT_DIRECTION);
    own[JNI_CONTACT_FEATURE] = hold[i];
  }
  if (any) calc_stages(run, run->state);
}

// Handles piece changes, impacts and the choice of modes at run->state once. *again: an event of the model has
// followed, which may have changed the forces, so that it has to be called once more.
static jn_status settle_once(jn_run *run, bool at_start, bool *again) {
  const jn_system *system = run->system;
  jni_contact_run *c = &run->contacts;
  const double *s = jn_state_s(system, run->state);
  calc_stages(run, run->state);
  change_pieces(run);
  for (int i = 0; i < system->ncontact_points; i++) c->before[i] = (int)jni_contact_mode_of(system, s, i);
  jni_contact_features_update(system, run->formulation->work, at_start ? JNI_CONTACT_START_SLACK : 0, c->crossed,
                              jn_state_s(system, run->state));
  calc_stages(run, run->state);
  for (int i = 0; i < system->ncontact_points; i++) {
    double gap = run->formulation->work->contact_points[i].place.gap,
           slack = at_start ? jni_contact_start_slack(system, i) : jni_contact_slack(system, i);
    bool features = system->contact_points[i].pair->has_features;
    c->hit[i] = c->rests[i] = false;
    c->touches[i] = features ? jni_contact_feature_of(system, s, i) > 0
                             : c->before[i] != JNI_CONTACT_OPEN || gap <= slack || c->crossed[i];
    c->crossed[i] = false;
  }
  jn_status status = apply_impacts(run);
  if (status == JN_OK) status = stop_slow(run);
  if (status == JN_OK) status = choose_modes(run);
  for (int k = 0; k < MOST_JAMS && c->jams > 0; k++) status = jam(run);
  while (status == JN_OK && find_resting(run)) {
    status = stop_slow(run);
    if (status == JN_OK) status = choose_modes(run);
  }
  jni_contact_features_forget(system, jn_state_s(system, run->state));
  if (status == JN_OK) *again = report_changes(run);
  return status;
}

void jni_contacts_note_crossed(jn_run *run, const jni_root_values *at) {
  for (int i = 0; i < run->system->ncontact_points; i++) {
    int root = run->system->contact_root_at + JNI_CONTACT_ROOTS * i + JNI_CONTACT_ROOT_GAP;
    run->contacts.crossed[i] = jni_contacts_crossed(run, root, run->roots.e[root], at->e[root]);
    root += JNI_CONTACT_ROOT_PIECE - JNI_CONTACT_ROOT_GAP;
    run->contacts.left[i] = jni_contacts_crossed(run, root, run->roots.e[root], at->e[root]);
  }
}

// Returns whether point i is in mode slip, has friction, and slips faster than the limit below which slip has no
// direction of its own. Reads the mode from run->state and the slip from the work, whose velocity stage must belong to
// it.
static bool slips_freely(const jn_run *run, int i) {
  if (!(run->system->contact_points[i].pair->friction_static > 0)) return false;
  if (jni_contact_mode_of(run->system, jn_state_s(run->system, run->state), i) != JNI_CONTACT_SLIPS) return false;
  const double *slip = run->formulation->work->contact_points[i].rates.slip;
  return jnk_norm(slip) > jni_contact_layer_no_slip(run->formulation->contacts);
}

// Stores, at an accepted step, the pieces of profiles that the places have reached and, in space, the slip directions
// of points that slip freely, along which the next roots are searched, since slip turns; records these points in
// contacts.slips. Returns whether any value was stored; the states of the formulation are then updated, too.
bool jni_contacts_store_directions(jn_run *run) {
  const jn_system *system = run->system;
  bool any = false;
  if (system->ncontact_points == 0) return false;
  jni_contact_rates_update(system, run->formulation->work);
  for (int i = 0; i < system->ncontact_points; i++) {
    // A place that has moved along a spline is on a neighbour of the piece that was held; nothing else changes.
    double *s = jn_state_s(system, run->state);
    int hold = jni_contact_feature_of(system, s, i), found = run->formulation->work->contact_points[i].feature;
    if (hold == 0 || hold == found) continue;
    s[system->contact_points[i].s_at + JNI_CONTACT_FEATURE] = found;
    any = true;
  }
  for (int i = 0; i < system->ncontact_points && system->model->space != JN_PLANE; i++) {
    const double *slip = run->formulation->work->contact_points[i].rates.slip;
    run->contacts.slips[i] = slips_freely(run, i);
    if (!run->contacts.slips[i]) continue;
    jnk_scale(1 / jnk_norm(slip), slip,
              jn_state_s(system, run->state) + system->contact_points[i].s_at + JNI_CONTACT_DIRECTION);
    any = true;
  }
  if (any) memcpy(run->formulation->s, jn_state_s(system, run->state), (size_t)system->sizes.ns * sizeof(double));
  return any;
}

bool jni_contacts_any_creep(const jn_run *run) {
  const jn_system *system = run->system;
  if (system->ncontact_points == 0 || system->model->space == JN_PLANE) return false;
  for (int i = 0; i < system->ncontact_points; i++)
    if (jni_contact_mode_of(system, jn_state_s(system, run->state), i) == JNI_CONTACT_SLIPS &&
        ((run->contacts.slips[i] && !slips_freely(run, i)) || changes_pace(run, i)))
      return true;
  return false;
}

jn_status jni_contacts_settle(jn_run *run, bool at_start) {
  if (run->system->ncontact_points == 0) return JN_OK;
  bool again = true;
  jn_status status = JN_OK;
  for (int k = 0; k < MOST_ROUNDS && again && status == JN_OK; k++) {
    again = false;
    status = settle_once(run, at_start, &again);
  }
  if (status == JN_OK && again) status = JN_STEP_TOO_SMALL;
  int ntouching = 0;
  for (int i = 0; i < run->system->ncontact_points; i++) ntouching += run->contacts.touches[i];
  const char *text = status == JN_STEP_TOO_SMALL ? "events of contacts follow each other without end at t = %.9g s"
                     : status == JN_REFUSED
                         ? "'restitution: energetic' needs impacts at one point that touches nothing else through its "
                           "bodies, but at t = %.9g s several points depend on each other; use 'newton' or 'poisson'"
                     : ntouching > JNI_CONTACT_MOST_CLOSED
                         ? "more points touch at t = %.9g s than the equations of contacts have room for"
                     : run->contacts.paradox >= 0
                         ? "no forces at the points that touch at t = %.9g s satisfy the laws of rigid contact with "
                           "friction (Painleve's paradox); with 'law: compliant' there always are forces"
                         : "the forces at the contacts could not be found at t = %.9g s";
  if (status != JN_OK) jni_print(run->integrator->message, sizeof run->integrator->message, text, run->state[0]);
  return status;
}

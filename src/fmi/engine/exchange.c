// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// exchange.c - see exchange.h. The run takes no steps itself: its state is the last accepted point, and force laws are
// frozen on the branches that its root functions had there.
#include "fmi/engine/exchange.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulate/run.h"

// A root function whose value has crossed zero by more than this, in its own unit, causes an event. It is larger than
// rounding errors, so that the value does not change its sign again after the event.
static const double root_slack = 1e-10;
// The event indicator of the independent set becomes negative where the choice is worse than its limit by more than
// this fraction, so that rounding does not make the choice acceptable again when the event is handled.
static const double choice_slack = 1e-6;
// Closed points of contact may change a state by this fraction of its nominal value without a report to the importer.
static const double most_drift = 1e-8;

struct jni_exchange {
  jni_pool pool;
  jn_run *run;
  int npositions, nspeeds, nauxiliary;  // number of slots of positions, speeds and auxiliary states
  int nx;
  int nroots, nz;    // number of event indicators of the run; with that of the independent set
  int *component;    // nx: index in y of the component that each slot of x holds; -1: the slot is unused
  double t, *x;      // present trial point: time, s, and nx states
  double *before;    // nx: x before events were handled
  double *y, *ydot;  // y of the formulation `reduced` and its rates at the present point
  double *state;     // state of the system at the present point
  double *accepted;  // y at the last accepted point; its dependent components are used near singular configurations
  bool has_rates, has_state;  // ydot belongs to the present point; state does
};

// ---- layout ---------------------------------------------------------------------------------------------------------

static bool is_idle(const jni_exchange *e, int i) {
  const jni_ode *ode = &e->run->formulation->ode;
  return ode->idle && ode->idle[i];
}

static int list_components(jni_exchange *e, int from, int n, int slot, int nslots) {
  int used = 0;
  for (int i = from; i < from + n && used < nslots; i++)
    if (!is_idle(e, i)) e->component[slot + used++] = i;
  for (int i = used; i < nslots; i++) e->component[slot + i] = -1;
  return slot + nslots;
}

// Assigns to each slot of x the component of y that is integrated at present: positions, speeds and auxiliary states in
// this order. Unused slots get -1.
static void set_layout(jni_exchange *e) {
  const jni_ode *ode = &e->run->formulation->ode;
  int slot = list_components(e, 0, ode->npositions, 0, e->npositions);
  slot = list_components(e, ode->npositions, ode->nspeeds, slot, e->nspeeds);
  list_components(e, ode->npositions + ode->nspeeds, e->nauxiliary, slot, e->nauxiliary);
}

static void count_slots(jni_exchange *e) {
  const jn_run *run = e->run;
  const jn_system *system = run->system;
  const jn_sizes *n = &system->sizes;
  const jni_ode *ode = &run->formulation->ode;
  int holonomic = 0, all = 0, plain = 0;
  for (int i = 0; i < n->nc; i++) {
    bool active = !run->active || run->active[i];
    holonomic += active && i < n->nh;
    all += active;
  }
  for (int i = 0; i < n->nv; i++) plain += system->speed_q[i] >= 0;
  int independent = n->nv - holonomic;
  e->npositions = n->nq - plain + (plain < independent ? plain : independent);
  e->nspeeds = n->nv - all;
  e->nauxiliary = ode->n - ode->npositions - ode->nspeeds;
  e->nx = e->npositions + e->nspeeds + e->nauxiliary;
  e->nroots = jni_run_nindicators(run);
  e->nz = e->nroots + (run->formulation->choice_margin != NULL);
}

// Multiplies the rates of quaternions in ydot by their lengths: they are evaluated for normalised quaternions, and a
// length that has drifted from 1 must not change the rotation.
static void scale_quaternions(jni_exchange *e) {
  const jn_system *system = e->run->system;
  for (int i = 0; i < system->nturns; i++) {
    const double *p = e->y + system->turns[i].q_at;
    double length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    for (int k = 0; k < 4; k++) e->ydot[system->turns[i].q_at + k] *= length;
  }
}

// Makes the present y of the run, which must have been started, the present point x and the last accepted point.
static void take_start(jni_exchange *e) {
  const jni_integrator *m = e->run->integrator;
  set_layout(e);
  memcpy(e->accepted, m->y, (size_t)m->ode.n * sizeof *m->y);
  for (int i = 0; i < e->nx; i++) e->x[i] = e->component[i] >= 0 ? m->y[e->component[i]] : 0;
  e->has_rates = e->has_state = false;
}

// ---- construction ---------------------------------------------------------------------------------------------------

// Sets the choices that Model Exchange prescribes: formulation `reduced` in joint coordinates, in automatic variants,
// without corrections of energy, with switches located as roots, and an integrator with a step, which the run needs
// although it takes no steps here.
static void choose(const jn_model *model, jn_choices *choices, jn_report *report) {
  jn_choices named = jn_choices_default();
  bool given[JN_NCHOICES] = {false};
  snprintf(named.formulation, sizeof named.formulation, "reduced");
  snprintf(named.coordinates, sizeof named.coordinates, "joint");
  snprintf(named.integrator, sizeof named.integrator, "rk4");
  snprintf(named.energy, sizeof named.energy, "none");
  snprintf(named.switches, sizeof named.switches, "always");
  given[JN_CHOICE_formulation] = given[JN_CHOICE_coordinates] = given[JN_CHOICE_integrator] = true;
  given[JN_CHOICE_energy] = given[JN_CHOICE_switches] = true;
  named.locate_roots = true;
  given[JN_CHOICE_locate_roots] = true;
  jn_choices_take(model, choices, &named, given, report);
  snprintf(choices->variant, sizeof choices->variant, "auto");
  snprintf(choices->position, sizeof choices->position, "auto");
  snprintf(choices->velocity, sizeof choices->velocity, "auto");
  if (!(choices->step > 0)) choices->step = 1e-3 * choices->until;
}

jni_exchange *jni_exchange_new(const jn_model *model, const jn_choices *choices, const char *const *probes, int nprobes,
                               double start, jn_report *report) {
  jni_exchange *e = jni_object_new(NULL, sizeof *e);
  if (!e) {
    jni_report_no_memory(report);
    return NULL;
  }
  jn_choices chosen = *choices;
  choose(model, &chosen, NULL);
  jn_run_options options = jn_run_options_default();
  options.choices = &chosen;
  options.probes = probes;
  options.nprobes = nprobes;
  e->run = jn_run_new(model, &options, report);
  if (!e->run) return jni_object_free(e);
  jni_keep(&e->pool, e->run, jni_object_free);
  count_slots(e);
  size_t n = (size_t)e->run->formulation->ode.n;
  const jni_vector vectors[] = {
      {&e->x, (size_t)e->nx}, {&e->before, (size_t)e->nx}, {&e->y, n},
      {&e->ydot, n},          {&e->accepted, n},           {&e->state, (size_t)e->run->system->sizes.nstate}};
  jni_vectors(&e->pool, vectors, sizeof vectors / sizeof *vectors);
  e->component = jni_ints(&e->pool, (size_t)e->nx);
  if (e->pool.failed) {
    jni_report_no_memory(report);
    return jni_object_free(e);
  }
  e->t = e->run->state[0];
  take_start(e);
  if (start == e->t) return e;
  memcpy(e->state, e->run->state, (size_t)e->run->system->sizes.nstate * sizeof *e->state);
  e->state[0] = start;
  if (jni_exchange_restart(e, e->state) == JN_OK) return e;
  jn_report_fault(report, JN_NO_ASSEMBLY, "", "the model cannot start at t = %.9g s: %s", start, e->run->summary.why);
  return jni_object_free(e);
}

void *jni_exchange_free(jni_exchange *e) { return jni_object_free(e); }

jn_run *jni_exchange_run(const jni_exchange *e) { return e->run; }

// ---- slots ----------------------------------------------------------------------------------------------------------

int jni_exchange_nx(const jni_exchange *e) { return e->nx; }
int jni_exchange_nz(const jni_exchange *e) { return e->nz; }

int jni_exchange_sort(const jni_exchange *e, int i) {
  if (i < e->npositions) return JNI_EXCHANGE_POSITION;
  return i < e->npositions + e->nspeeds ? JNI_EXCHANGE_SPEED : JNI_EXCHANGE_AUXILIARY;
}

int jni_exchange_number(const jni_exchange *e, int i) {
  if (i < e->npositions) return i;
  return i < e->npositions + e->nspeeds ? i - e->npositions : i - e->npositions - e->nspeeds;
}

int jni_exchange_component(const jni_exchange *e, int i) { return e->component[i]; }

// Returns the slot of x in which a speed of the system is; -1: the speed is dependent now.
static int slot_of_speed(const jni_exchange *e, int speed) {
  int component = e->run->formulation->ode.npositions + speed;
  for (int i = e->npositions; i < e->npositions + e->nspeeds; i++)
    if (e->component[i] == component) return i;
  return -1;
}

static int speed_of_coordinate(const jni_exchange *e, int q) {
  const jn_system *system = e->run->system;
  for (int i = 0; i < system->sizes.nv; i++)
    if (system->speed_q[i] == q) return i;
  return -1;
}

int jni_exchange_speed_of(const jni_exchange *e, int i) {
  // A rate is fixed to one speed only without constraints, because the independent set can change and velocity
  // constraints have another one, and only without contacts, because closed points correct the speeds.
  if (i >= e->npositions || e->run->system->sizes.nc > 0 || e->run->system->ncontact_points > 0) return -1;
  int speed = speed_of_coordinate(e, e->component[i]);
  return speed >= 0 ? slot_of_speed(e, speed) : -1;
}

const char *jni_exchange_name(const jni_exchange *e, int i, char *text, size_t size) {
  const jni_ode *ode = &e->run->formulation->ode;
  const jn_reduced *reduced = jn_run_reduced(e->run);
  int component = e->component[i], auxiliary = component - ode->npositions - ode->nspeeds;
  text[0] = 0;
  if (component < 0) return text;
  if (auxiliary >= e->run->system->sizes.nz) return text;
  if (auxiliary >= 0) return jn_state_name(e->run->system, auxiliary, text, size);
  int speed = component < ode->npositions ? speed_of_coordinate(e, component) : component - ode->npositions;
  if (speed >= 0 && reduced && speed < reduced->narcs) snprintf(text, size, "%s", reduced->arcs[speed]);
  else if (speed < 0) snprintf(text, size, "coordinate %d", component + 1);
  return text;
}

static double nominal_of(const jni_exchange *e, int i) {
  const jni_ode *ode = &e->run->formulation->ode;
  double nominal = e->component[i] >= 0 ? ode->absolute[e->component[i]] / ode->relative : 1;
  return nominal > 0 && isfinite(nominal) ? nominal : 1;
}

void jni_exchange_nominals(const jni_exchange *e, double *nominals) {
  for (int i = 0; i < e->nx; i++) nominals[i] = nominal_of(e, i);
}

// ---- trial points ---------------------------------------------------------------------------------------------------

void jni_exchange_hold(jni_exchange *e, int input, double value) {
  jn_work *work = e->run->formulation->work;
  jn_work_hold_input(work, input, value);
  e->has_rates = e->has_state = false;
}

void jni_exchange_set_time(jni_exchange *e, double t) {
  if (t == e->t) return;
  e->t = t;
  e->has_rates = e->has_state = false;
}

void jni_exchange_set_states(jni_exchange *e, const double *x) {
  if (e->nx == 0 || memcmp(e->x, x, (size_t)e->nx * sizeof *x) == 0) return;
  memcpy(e->x, x, (size_t)e->nx * sizeof *x);
  e->has_rates = e->has_state = false;
}

const double *jni_exchange_states(const jni_exchange *e) { return e->x; }

static void set_y(jni_exchange *e) {
  memcpy(e->y, e->accepted, (size_t)e->run->formulation->ode.n * sizeof *e->y);
  for (int i = 0; i < e->nx; i++)
    if (e->component[i] >= 0) e->y[e->component[i]] = e->x[i];
}

jn_status jni_exchange_rates(jni_exchange *e, double *rates) {
  const jni_ode *ode = &e->run->formulation->ode;
  if (!e->has_rates) {
    set_y(e);
    jn_status status = jni_run_report_status(e->run, ode->rhs(ode->self, e->t, e->y, e->ydot), e->t);
    if (status != JN_OK) return status;
    scale_quaternions(e);
    e->has_rates = true;
  }
  for (int i = 0; i < e->nx; i++) rates[i] = e->component[i] >= 0 ? e->ydot[e->component[i]] : 0;
  return JN_OK;
}

static jn_status calc_state(jni_exchange *e) {
  if (e->has_state) return JN_OK;
  jni_formulation *f = e->run->formulation;
  set_y(e);
  jn_status status = jni_run_report_status(e->run, f->unpack_corrected(f, e->t, e->y, e->state), e->t);
  e->has_state = status == JN_OK;
  return status;
}

jn_status jni_exchange_outputs(jni_exchange *e, const double **outputs) {
  jn_status status = calc_state(e);
  if (status == JN_OK) *outputs = jni_output_values(e->run, e->state, e->run->values);
  return status;
}

jn_status jni_exchange_indicators(jni_exchange *e, double *indicators) {
  if (e->nz == 0) return JN_OK;
  jn_status status = calc_state(e);
  if (status != JN_OK) return status;
  jni_formulation *f = e->run->formulation;
  jni_run_calc_indicators(e->run, e->state, root_slack, indicators);
  if (e->nz > e->nroots) indicators[e->nroots] = f->choice_margin(f, e->state) + choice_slack;
  return JN_OK;
}

// ---- accepted points ------------------------------------------------------------------------------------------------

// Returns true if the correction of closed points of contact has changed a state since the last accepted point by so
// much (most_drift) that the importer must be told that states have changed.
static bool has_drifted(const jni_exchange *e) {
  if (e->run->system->ncontact_points == 0) return false;
  for (int i = 0; i < e->nx; i++) {
    int k = e->component[i];
    if (k >= 0 && !(fabs(e->accepted[k] - e->x[i]) <= most_drift * nominal_of(e, i))) return true;
  }
  return false;
}

jn_status jni_exchange_accept(jni_exchange *e, bool *event) {
  set_y(e);
  jn_status status = jni_run_accept(e->run, e->t, e->y);
  if (status != JN_OK) return status;
  memcpy(e->accepted, e->run->integrator->y, (size_t)e->run->formulation->ode.n * sizeof *e->y);
  e->has_rates = e->has_state = false;
  *event = e->run->formulation->stale || has_drifted(e);
  return JN_OK;
}

jn_status jni_exchange_handle(jni_exchange *e, jni_exchange_update *update) {
  jn_run *run = e->run;
  long changes = run->formulation->counts.set_changes;
  bool event;
  jn_status status = jni_exchange_accept(e, &event);
  if (status == JN_OK) status = jni_run_handle_events(run, e->t);
  if (status != JN_OK) return status;
  memcpy(e->before, e->x, (size_t)e->nx * sizeof *e->x);
  take_start(e);
  *update = (jni_exchange_update){.terminate = run->stopped, .next_time = run->time_event.next};
  update->values_changed = e->nx > 0 && memcmp(e->before, e->x, (size_t)e->nx * sizeof *e->x) != 0;
  update->nominals_changed = run->formulation->counts.set_changes != changes;
  return JN_OK;
}

jn_status jni_exchange_restart(jni_exchange *e, const double *state) {
  jn_status status = jn_run_restart(e->run, state);
  if (status != JN_OK) return status;
  e->t = e->run->state[0];
  take_start(e);
  return JN_OK;
}

bool jni_exchange_follow(jni_exchange *e, jni_exchange *from, jn_report *report) {
  const jn_system *system = e->run->system, *other = from->run->system;
  bool same = jni_same_tree(other, system) && other->sizes.nstate == system->sizes.nstate;
  jn_status status = calc_state(from);
  if (status == JN_OK && same) memcpy(e->state, from->state, (size_t)system->sizes.nstate * sizeof *e->state);
  else if (status == JN_OK) jn_state_convert(other, from->state, system, e->state);
  if (status == JN_OK) status = jni_exchange_restart(e, e->state);
  if (status == JN_OK) return true;
  jn_report_fault(report, status, "", "the motion cannot continue with these parameters: %s", e->run->summary.why);
  return false;
}

// ---- saved states ---------------------------------------------------------------------------------------------------

int jni_exchange_save_size(const jni_exchange *e) { return 1 + e->nx + jn_run_checkpoint_size(e->run); }

// Sets the slots, and the last accepted point to the y of the run's integrator. To be called after the run was loaded
// or saved.
static void resume(jni_exchange *e) {
  set_layout(e);
  memcpy(e->accepted, e->run->integrator->y, (size_t)e->run->formulation->ode.n * sizeof *e->y);
  e->has_rates = e->has_state = false;
}

jn_status jni_exchange_save(jni_exchange *e, double *block) {
  block[0] = e->t;
  memcpy(block + 1, e->x, (size_t)e->nx * sizeof *block);
  jn_status status = jn_run_save(e->run, block + 1 + e->nx);
  resume(e);
  return status;
}

jn_status jni_exchange_load(jni_exchange *e, const double *block, jn_report *report) {
  jn_status status = jn_run_load(e->run, block + 1 + e->nx, jn_run_checkpoint_size(e->run), report);
  if (status != JN_OK) return status;
  e->t = block[0];
  memcpy(e->x, block + 1, (size_t)e->nx * sizeof *block);
  resume(e);
  return JN_OK;
}

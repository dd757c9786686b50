// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_end.c - see step_end.h.
#include "compile/states/step_end.h"

#include <math.h>
#include <string.h>

#include "kernel/subsystem/jump.h"
#include "subsystem/code.h"
#include "system/system.h"

// ---- sizes --------------------------------------------------------------------------------------------------------

int jni_memory_size(const jn_system *system) {
  int n = system->nevents + system->nsubsystems > 0;
  for (int i = 0; i < system->nevents; i++) n += system->events[i].event->when != NULL;
  return n;
}

bool jni_has_finish(const jn_system *system) {
  return jni_memory_size(system) > 0 || system->nwindings > 0 || system->nfollowed > 0 ||
         system->model->ncompliant_points > 0;
}

jni_finish_layout jni_finish_at(int nz, int ns, int nm) {
  return (jni_finish_layout){0, nz, nz + ns, nz + ns + nm, nz + ns + nm + 1};
}

// ---- events -------------------------------------------------------------------------------------------------------

static const jni_kernel times_passed = {"jnk_call_times_passed", 2, 1, jnk_call_times_passed, NULL};

static jni_node sign_of(jni_graph *g, jni_node e) {
  jni_node below = jni_apply(g, JNI_DO_less, e, JNI_ZERO, 0), above = jni_apply(g, JNI_DO_less, JNI_ZERO, e, 0);
  return jni_minus(g, above, below);
}

// Returns a node that is 1 if the value e of an event has changed its sign in the event's direction since the last end
// of a step, else 0; also 0 if the sign at the last end is unknown. Sets *side to the sign at this end; where e is zero
// to that at the last end, where e is NaN to 0 (unknown).
static jni_node crosses(jni_graph *g, jni_node e, int direction, jni_node last, jni_node *side) {
  jni_node now = sign_of(g, e), other = jni_apply(g, JNI_DO_less, jni_times(g, now, last), JNI_ZERO, 0);
  jni_node known = jni_graph_add(g, JNI_DO_equal, e, e, 0);
  *side = jni_select(g, now, now, jni_select(g, known, last, JNI_ZERO));
  if (direction == 0) return other;
  jni_node right = jni_apply(g, JNI_DO_equal, now, jni_number(g, direction), 0);
  return jni_select(g, other, right, JNI_ZERO);
}

typedef struct {
  jni_writer *w;
  jni_node *z, *s, *m, *stop;  // results of the pass, as in jni_finish_layout
  int side;  // index in m of the sign of the next event that depends on a value; counts up while events are written
} ending;

// Kinds of changes of a compliant contact as nodes: 1 if the change has happened at a point since the end of the last
// step, else 0.
typedef struct {
  jni_node closes, opens, hits;
  jni_node speed;  // new speed of approach among the discrete states
} touching;

static touching write_touching(jni_writer *w, int force) {
  jni_graph *g = w->g;
  const jni_force_plan *plan = &w->system->forces[force];
  const jni_code_output *out = &jni_write_force(w, force)->out;
  jni_node speed = w->s[plan->discrete_at + JNI_COMPLIANT_SPEED], rest = jni_number(g, plan->element->pair->law.rest);
  jni_node was = jni_apply(g, JNI_DO_less, JNI_ZERO, speed, 0),
           is = jni_apply(g, JNI_DO_less, out->length, JNI_ZERO, 0);
  jni_node approach = jni_opposite(g, out->length_rate), fast = jni_apply(g, JNI_DO_less, rest, approach, 0);
  touching t = {.closes = jni_select(g, was, JNI_ZERO, is), .opens = jni_select(g, is, JNI_ZERO, was)};
  t.hits = jni_select(g, t.closes, fast, JNI_ZERO);
  t.speed = jni_select(g, is, jni_select(g, was, speed, jni_select(g, fast, approach, rest)), JNI_ZERO);
  return t;
}

// Returns a node that is 1 if the contact of an event has changed as the event asks, at one of its points, since the
// end of the last step, else 0; JNI_UNWRITTEN, with a reason in w->refused, if that change has no compiled form.
static jni_node contact_changes(jni_writer *w, const jni_event *event) {
  jni_node any = JNI_ZERO;
  for (int i = 0; i < w->system->nforces; i++) {
    if (!w->system->forces[i].element->pair || w->system->forces[i].element->contact != event->contact) continue;
    touching t = write_touching(w, i);
    switch (event->change) {
      case JNI_CONTACT_HITS: any = jni_select(w->g, t.hits, JNI_ONE, any); break;
      case JNI_CONTACT_CLOSES: any = jni_select(w->g, t.closes, JNI_ONE, any); break;
      case JNI_CONTACT_OPENS: any = jni_select(w->g, t.opens, JNI_ONE, any); break;
      default:
        jni_refuse(w, "event '%s' has no compiled form: contacts of compiled models have 'closes', 'opens' and 'hits'",
                   event->name);
        return JNI_UNWRITTEN;
    }
  }
  return any;
}

static jni_node happens(ending *x, const jni_event_plan *plan) {
  jni_writer *w = x->w;
  const jni_event *event = plan->event;
  if (event->contact >= 0) return contact_changes(w, event);
  if (!event->when) {
    const double times[2] = {event->at, event->every};
    const jni_node in[2] = {w->m[0], w->t};
    return jni_result(w->g, jni_call(w->g, &times_passed, times, 2, in), 0);
  }
  int i = x->side++;
  jni_node e = jni_write_formula(w, &plan->when);
  return e == JNI_UNWRITTEN ? JNI_UNWRITTEN : crosses(w->g, e, event->direction, w->m[i], &x->m[i]);
}

// Writes the actions of event i into x->z, x->s and x->stop, under the condition that it happens. All formulas are
// evaluated with the state before the pass. Returns false if a formula has no compiled form.
static bool write_event(ending *x, int i) {
  jni_graph *g = x->w->g;
  const jni_event_plan *plan = &x->w->system->events[i];
  int ns = x->w->system->sizes.ns;
  jni_node now = happens(x, plan);
  if (now == JNI_UNWRITTEN) return false;
  for (int k = 0; k < plan->event->nset; k++) {
    jni_node value = jni_write_formula(x->w, &plan->set[k]);
    jni_node *to = plan->target[k] < ns ? &x->s[plan->target[k]] : &x->z[plan->target[k] - ns];
    if (value == JNI_UNWRITTEN) return false;
    *to = jni_select(g, now, value, *to);
  }
  jni_node ends = jni_select(g, now, jni_number(g, 1 + i), JNI_ZERO);
  if (plan->event->stop) *x->stop = jni_select(g, *x->stop, *x->stop, ends);
  return true;
}

// ---- records ------------------------------------------------------------------------------------------------------

static void note(ending *x, int at, jni_node value, jni_node rate) {
  x->s[at + JNI_WINDING_VALUE] = value;
  x->s[at + JNI_WINDING_RATE] = rate;
  x->s[at + JNI_WINDING_TIME] = x->w->t;
}

static bool note_turns(ending *x) {
  jni_writer *w = x->w;
  const jn_system *system = w->system;
  for (int i = 0; i < system->ncoordinates; i++) {
    if (system->coordinates[i].winding < 0) continue;
    jni_written_coordinate c = jni_write_coordinate(w, i);
    note(x, system->coordinates[i].winding, c.value, c.rate);
  }
  for (int i = 0; i < system->nfollowed; i++) {
    jni_signal turn = system->followed[i], rate = turn;
    int at = system->followed_at + JNI_WINDING * i;
    if (turn.kind == JNI_SIGNAL_LOAD) {
      x->s[at] = jni_write_load(w, turn.a);
      if (x->s[at] == JNI_UNWRITTEN) return false;
      continue;
    }
    rate.kind = JNI_SIGNAL_TURN_RATE;
    jni_node turning = jni_write_signal(w, &rate), good = jni_graph_add(w->g, JNI_DO_equal, turning, turning, 0);
    note(x, at, jni_write_signal(w, &turn), jni_select(w->g, good, turning, JNI_ZERO));
  }
  return true;
}

// Writes the new values of two discrete states of each compliant contact: its speed of approach, 0 while it is open,
// and its number of impacts.
static void note_contacts(ending *x) {
  jni_graph *g = x->w->g;
  for (int i = 0; i < x->w->system->nforces; i++) {
    const jni_force_plan *plan = &x->w->system->forces[i];
    if (!plan->element->pair) continue;
    touching t = write_touching(x->w, i);
    jni_node *impacts = &x->s[plan->discrete_at + JNI_COMPLIANT_IMPACTS];
    x->s[plan->discrete_at + JNI_COMPLIANT_SPEED] = t.speed;
    *impacts = jni_plus(g, *impacts, t.hits);
  }
}

// ---- one pass -----------------------------------------------------------------------------------------------------

bool jni_write_finish(jni_writer *w, jni_node *results) {
  const jn_sizes *n = &w->system->sizes;
  int nm = jni_memory_size(w->system);
  jni_finish_layout at = jni_finish_at(n->nz, n->ns, nm);
  ending x = {w, results + at.z, results + at.s, results + at.m, results + at.stop, 1};
  bool good = true;
  memcpy(x.z, w->z, (size_t)n->nz * sizeof *x.z);
  memcpy(x.s, w->s, (size_t)n->ns * sizeof *x.s);
  if (nm > 0) {
    memcpy(x.m, w->m, (size_t)nm * sizeof *x.m);
    x.m[0] = w->t;
  }
  *x.stop = JNI_ZERO;
  for (int i = 0; i < w->system->nevents && good; i++) good = write_event(&x, i);
  for (int i = 0; i < w->system->nsubsystems && good; i++) {
    jni_node fails = JNI_ZERO;
    good = jni_write_jump(w, i, w->m[0], x.z, x.s, &fails);
    *x.stop = jni_select(w->g, *x.stop, *x.stop, jni_select(w->g, fails, jni_number(w->g, -1 - i), JNI_ZERO));
  }
  note_contacts(&x);
  return good && note_turns(&x);
}

void jni_memory_begin(jni_writer *w, jni_values *values, double *m) {
  int side = 1;
  if (jni_memory_size(w->system) == 0) return;
  m[0] = values->variables[0];
  for (int i = 0; i < w->system->nevents; i++) {
    const jni_event_plan *plan = &w->system->events[i];
    jni_node e = plan->event->when ? jni_write_formula(w, &plan->when) : JNI_UNWRITTEN;
    if (!plan->event->when) continue;
    double value = e == JNI_UNWRITTEN ? NAN : jni_value_of(values, e);
    m[side++] = (value > 0) - (value < 0);
  }
}

// ---- descriptions for reports -------------------------------------------------------------------------------------

bool jni_finish_note(const jn_system *system, int i, char *text, size_t size) {
  if (i < system->nevents) {
    jni_print(text, size, "event '%.80s'", system->events[i].event->name);
    return true;
  }
  i -= system->nevents;
  for (int k = 0; k < system->nsubsystems; k++) {
    const jni_subsystem_element *e = system->subsystems[k].element;
    const char *what = e->kind->code ? e->kind->code->at_ends : NULL;
    if (what && i-- == 0) {
      jni_print(text, size, "%s of '%.80s'", what, e->name);
      return true;
    }
  }
  return false;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// start.c - computes the state at which a run begins: assembled, or in static equilibrium.
#include <math.h>
#include <string.h>

#include "analysis/assembly/doubtful_start.h"
#include "analysis/assembly/opposed_axes.h"
#include "analysis/assembly/start_velocity.h"
#include "analysis/equilibrium/equilibrium.h"
#include "analysis/message.h"
#include "linalg/dense/dense.h"
#include "model/fault.h"
#include "system/drive/drive.h"
#include "system/event.h"

// Largest change of a driver's position, over 1 + position, at which it counts as at rest.
static const double RESTS = 1e-10;

typedef struct {
  jn_assembly *assembly;
  jn_equilibrium *equilibrium;
  jn_report *report;
} start_results;

// Sets the entries of v (speeds of all bodies) that `initial: keep` gives to zero, so that only guessed velocities
// remain; the equations of the kept velocities set the others later.
static void drop_kept(const jn_system *system, const jni_kept_list *kept, double *v) {
  for (int i = 0; i < kept->n; i++) {
    const jni_signal *s = &kept->items[i].signal;
    int body = s->kind == JNI_SIGNAL_VELOCITY ? system->model->frames[s->a].body : s->a;
    if (!kept->items[i].keep || kept->items[i].coordinate >= 0 || body == 0) continue;
    double *own = v + system->v_at[body];
    if (s->kind == JNI_SIGNAL_VELOCITY) own[s->component] = 0;
    else if (system->width[body] == 3) own[2] = 0;
    else if (system->width[body] == 6) own[3 + s->component % 3] = 0;
  }
}

// Converts v in place from speeds of the bodies to speeds of the system, at the configuration of `state`.
static void convert_speeds(const jn_system *system, const jni_balance *b, const double *state, double *v) {
  const jn_system *bodies = b->bodies;
  if (!system->tree) return;
  jn_state_convert(system, state, bodies, b->body_state);
  memcpy(jn_state_v(bodies, b->body_state), v, (size_t)b->nb * sizeof *v);
  jn_state_convert(bodies, b->body_state, system, b->trial);
  memcpy(v, jn_state_v(system, b->trial), (size_t)b->nv * sizeof *v);
}

// Sets the velocities of `state` from v, the velocities of the bodies that `initial` gives, kept and guessed. Unless a
// base carries the mechanism (jni_start_is_carried), v is first changed along neutral directions so that it satisfies
// the kept velocities. Then all velocities are corrected to satisfy the constraints.
static jn_status set_velocities(const jn_system *system, jni_balance *b, double *v, double *state,
                                const start_results *a) {
  jni_kept_list kept;
  bool ok = jni_kept_new(b->bodies, JNI_LEVEL_VELOCITY, &kept), carried = false;
  ok = ok && jni_start_is_carried(b->bodies, &carried);
  if (ok && !carried) drop_kept(b->bodies, &kept, v);
  if (ok) convert_speeds(system, b, state, v);
  if (!carried) ok = ok && jni_equilibrium_velocity(b, &kept, state, v);
  jni_kept_free(system, &kept);
  if (!ok) return jni_report_no_memory(a->report);
  jn_assembly velocities;
  memcpy(jn_state_v(system, state), v, (size_t)system->sizes.nv * sizeof *v);
  jn_status status = jni_assemble_start_velocities(system, state, &velocities, a->report);
  a->assembly->iterations += velocities.iterations;
  a->assembly->position_residual = velocities.position_residual;
  a->assembly->velocity_residual = velocities.velocity_residual;
  return status;
}

// Sets the velocities of `state`, an equilibrium, to the start velocities, and its auxiliary states to their values at
// rest at these velocities. v: velocities that `initial` gives the bodies; overwritten.
static jn_status start_moving(const jn_system *system, double *v, double *state, const start_results *a) {
  jni_balance balance;
  jn_status status = jni_balance_new(system, NULL, &balance) ? JN_OK : jni_report_no_memory(a->report);
  if (status == JN_OK) {
    jni_balance_floor(&balance, state);
    jni_balance_choose(&balance, state, false);
    status = set_velocities(system, &balance, v, state, a);
  }
  if (status == JN_OK) {
    jni_balance_choose_every(&balance);
    if (a->equilibrium->creep > 0) jni_friction_exclude(&balance, state);
    jni_balance_solve_auxiliaries(&balance, state);
  }
  jni_balance_free(&balance);
  return status;
}

// Returns the system in whose coordinates the static problem is solved: joint coordinates, which have the fewest
// unknowns, so that the start does not depend on the coordinates of the run; cartesian ones if the model or the
// assembled state `bodies` does not allow joint coordinates. The caller frees *made (may be NULL).
static const jn_system *static_system(const jn_system *system, double *bodies, jn_system **made) {
  *made = system->tree ? NULL : jni_system_new_beside(system->cartesian, "joint", NULL);
  if (system->tree) return system;
  return *made && jni_refuse_opposed(*made, bodies, NULL) == JN_OK ? *made : system->cartesian;
}

// Solves the static problem, where subsystems read their inputs at the velocities of `settled`, stores the equilibrium
// in `settled`, and sets its velocities to the start velocities. v: velocities that `initial` gives the bodies.
// *change: largest difference between a velocity before and after, over 1 + its magnitude; 0 if no subsystem reads
// velocities other than zero.
static jn_status solve_at_velocities(const jn_system *in, const jni_static_rows *rows, const double *v,
                                     double *workspace, double *settled, double *change, const start_results *a) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  int nv = in->sizes.nv;
  double *start_v = workspace, *force = start_v + nv, *own_v = force + rows->n;
  memcpy(start_v, jn_state_v(in, settled), (size_t)nv * sizeof *start_v);
  memcpy(own_v, v, (size_t)in->cartesian->sizes.nv * sizeof *own_v);
  options.time = settled[0];
  bool moving = false;  // subsystems read velocities other than zero
  for (int i = 0; i < nv && in->nsubsystems > 0; i++) moving = moving || start_v[i] != 0;
  const jni_static_problem problem = {rows, start_v, force};
  jn_status status =
      jni_solve_static(in, rows->n > 0 || moving ? &problem : NULL, &options, settled, a->equilibrium, a->report);
  if (status == JN_OK) {
    double *bodies = jni_cartesian_state(in, settled);
    status = bodies ? jni_static_report(in->cartesian, rows, force, a->equilibrium, bodies, a->report)
                    : jni_report_no_memory(a->report);
    jni_free(in->alloc, bodies);
  }
  if (status == JN_OK) status = start_moving(in, own_v, settled, a);
  *change = 0;
  for (int i = 0; i < nv && moving; i++) {
    double now = jn_state_v(in, settled)[i];
    *change = fmax(*change, fabs(now - start_v[i]) / (1 + fabs(now)));
  }
  return status;
}

// Adds all messages of one report to another.
static void copy_messages(const jn_report *from, jn_report *to) {
  for (int i = 0; i < jn_report_size(from); i++) jn_report_add(to, jn_report_get(from, i));
}

// Repeats solve_at_velocities on `settled` until the start velocities no longer change, at most MOST_TIMES times:
// velocities depend on the configuration, and the forces of subsystems on velocities. Adds only the messages of the
// last solution to the report.
static jn_status solve_consistently(const jn_system *in, const jni_static_rows *rows, const double *v,
                                    double *workspace, double *settled, const start_results *a) {
  enum { MOST_TIMES = 8 };
  const double agree = 1e-9;
  jn_status status = JN_OK;
  double change = HUGE_VAL, *z = workspace;
  size_t nz = (size_t)in->sizes.nz;
  memcpy(z, jn_state_z(in, settled), nz * sizeof *z);
  for (int k = 0; k < MOST_TIMES && status == JN_OK && change > agree; k++) {
    if (k > 0) memcpy(jn_state_z(in, settled), z, nz * sizeof *z);  // moving tyres have deflections of their own
    jn_report *messages = jn_report_new(in->alloc);
    start_results own = {a->assembly, a->equilibrium, messages};
    status = messages ? solve_at_velocities(in, rows, v, workspace + nz, settled, &change, &own)
                      : jni_report_no_memory(a->report);
    if (status != JN_OK || !(change > agree) || k == MOST_TIMES - 1) copy_messages(messages, a->report);
    jn_report_free(messages);
  }
  return status;
}

// Sets result->moved_body to the body whose centre of mass has moved farthest between two cartesian states, and
// result->moved to that distance, m.
static void measure_move(const jn_system *cartesian, const double *before, const double *after,
                         jn_equilibrium *result) {
  int n = cartesian->model->space == JN_PLANE ? 2 : 3;
  result->moved = 0;
  result->moved_body = 0;
  for (int body = 1; body < cartesian->nbodies; body++) {
    double sum = 0;
    for (int i = 1 + cartesian->q_at[body]; i < 1 + cartesian->q_at[body] + n; i++)
      sum += (after[i] - before[i]) * (after[i] - before[i]);
    if (!(sqrt(sum) > result->moved)) continue;
    result->moved = sqrt(sum);
    result->moved_body = body;
  }
}

// Computes the static equilibrium with start velocities and stores it in `state`. bodies: the assembled state,
// cartesian; v: velocities that `initial` gives the bodies, overwritten.
static jn_status solve_start(const jn_system *system, double *bodies, double *v, double *state,
                             const start_results *a) {
  jn_system *made;
  jni_static_rows rows;
  const jn_system *in = static_system(system, bodies, &made);
  bool listed = jni_static_rows_new(system->cartesian, bodies, &rows);
  size_t nstate = (size_t)in->sizes.nstate, nv = (size_t)in->sizes.nv, nb = (size_t)system->cartesian->sizes.nv,
         nz = (size_t)in->sizes.nz;
  double *settled = jni_alloc0(system->alloc, nstate + nz + nv + (size_t)rows.n + nb, sizeof *settled);
  jn_status status = listed && settled ? JN_OK : jni_report_no_memory(a->report);
  if (status == JN_OK) {
    jn_state_convert(system->cartesian, bodies, in, settled);
    status = solve_consistently(in, &rows, v, settled + nstate, settled, a);
    jn_state_convert(in, settled, system, state);
    double *after = jni_cartesian_state(in, settled);
    if (after) measure_move(system->cartesian, bodies, after, a->equilibrium);
    else status = jni_report_no_memory(a->report);
    jni_free(system->alloc, after);
  }
  jni_free(system->alloc, settled);
  jni_static_rows_free(system->cartesian, &rows);
  jn_system_free(made);
  return status;
}

// ---- first events ----------------------------------------------------------------------

// Cartesian states of the search for an equilibrium with first events. bodies: assembled, after the first events;
// before: without them; begun: workspace, the state as the run will begin.
typedef struct {
  double *bodies, *before, *begun, *v;
  jn_work *work;
} first_events;

static bool make_first_events(const jn_system *cartesian, double *bodies, first_events *m) {
  int n = cartesian->sizes.nstate;
  *m = (first_events){.bodies = bodies, .before = jni_doubles_copy(cartesian->alloc, bodies, n)};
  m->begun = jni_doubles_copy(cartesian->alloc, bodies, n);
  m->v = jni_alloc0(cartesian->alloc, (size_t)cartesian->sizes.nv, sizeof *m->v);
  m->work = jn_work_new(cartesian);
  return m->before && m->begun && m->v && m->work && jni_first_events_apply(cartesian, m->work, bodies);
}

static void free_first_events(const jn_system *cartesian, first_events *m) {
  jni_free(cartesian->alloc, m->before);
  jni_free(cartesian->alloc, m->begun);
  jni_free(cartesian->alloc, m->v);
  jn_work_free(m->work);
}

// Solves for the equilibrium with the discrete states of m->bodies, then undoes the first events in `state`, since the
// run applies them again. Sets *same to whether the events, applied at the equilibrium, leave the same discrete states;
// if not, copies these to m->bodies for the next try.
static jn_status solve_once(const jn_system *system, first_events *m, const double *v, double *state, bool *same,
                            const start_results *a) {
  const jn_system *cartesian = system->cartesian;
  memcpy(m->v, v, (size_t)cartesian->sizes.nv * sizeof *v);
  jn_status status = solve_start(system, m->bodies, m->v, state, a);
  if (status != JN_OK) return status;
  jni_first_events_undo(system, jni_state_z(cartesian, m->before), jni_state_z(cartesian, m->bodies), state);
  jn_state_convert(system, state, cartesian, m->begun);
  if (!jni_first_events_apply(cartesian, m->work, m->begun)) return jni_report_no_memory(a->report);
  *same = jni_first_events_equal(cartesian, m->begun, m->bodies);
  if (!*same) jni_first_events_copy(cartesian, m->begun, m->bodies);
  return JN_OK;
}

// Repeats solve_once, at most MOST_TIMES times, until the first events at the equilibrium leave the discrete states for
// which it was computed. Adds only the messages of the last solution to the report.
static jn_status solve_repeatedly(const jn_system *system, first_events *m, const double *v, double *state,
                                  const start_results *a) {
  enum { MOST_TIMES = 8 };
  jn_status status = JN_OK;
  bool same = false;
  for (int k = 0; k < MOST_TIMES && status == JN_OK && !same; k++) {
    jn_report *messages = jn_report_new(system->alloc);
    start_results own = {a->assembly, a->equilibrium, messages};
    status = messages ? solve_once(system, m, v, state, &same, &own) : jni_report_no_memory(a->report);
    if (status != JN_OK || same || k == MOST_TIMES - 1) copy_messages(messages, a->report);
    jn_report_free(messages);
  }
  return status;
}

static jn_status solve_after_events(const jn_system *system, double *bodies, double *v, double *state,
                                    const start_results *a) {
  if (!jni_first_events_possible(system)) return solve_start(system, bodies, v, state, a);
  first_events m;
  jn_status status = make_first_events(system->cartesian, bodies, &m) ? solve_repeatedly(system, &m, v, state, a)
                                                                      : jni_report_no_memory(a->report);
  free_first_events(system->cartesian, &m);
  return status;
}

// ---- assembly ----------------------------------------------------------------------------------------------------

// Reports a fault for each driver whose signal is not finite at the start or depends on its own position; returns
// JN_NO_ASSEMBLY. before: the state of the last try; NULL: only signals that are not finite.
static jn_status refuse_signal(const jn_system *cartesian, const double *before, const double *bodies,
                               jn_report *report) {
  for (int i = 0; i < cartesian->nmotions; i++) {
    const jni_drive *drive = &cartesian->drives[i];
    const jni_joint_element *joint = &cartesian->model->joints[drive->joint];
    double p = jni_drive_follows(drive) ? jni_state_z(cartesian, bodies)[drive->state_at] : 0;
    jni_message message = {cartesian->model, report, JN_FAULT, JN_NO_ASSEMBLY};
    if (!isfinite(p))
      jni_message_add(&message, jni_joint_word(joint), joint->name, joint->place,
                      "the signal that it follows is not finite at the start");
    else if (jni_drive_follows(drive) && before && p != jni_state_z(cartesian, before)[drive->state_at])
      jni_message_add(&message, jni_joint_word(joint), joint->name, joint->place,
                      "the signal that it follows depends on where it is, and no start at rest on it was found; give "
                      "the driven coordinate under 'initial: keep'");
  }
  return JN_NO_ASSEMBLY;
}

static bool signals_are_finite(const jn_system *cartesian, const double *bodies) {
  return cartesian->nfollowers == 0 || jni_all_finite(jni_state_z(cartesian, bodies), cartesian->sizes.nz);
}

// Sets the drivers that follow a signal to its value and assembles again, until that no longer changes the drivers.
// bodies: the assembled state, which is updated; before: workspace for a state. Returns JN_NO_ASSEMBLY with faults if
// this does not end.
static jn_status rest_drivers(const jn_system *cartesian, jn_work *work, double *before, double *bodies,
                              const start_results *a) {
  enum { MOST_TIMES = 100 };
  for (int k = 0; k < MOST_TIMES; k++) {
    memcpy(before, bodies, (size_t)cartesian->sizes.nstate * sizeof *before);
    jni_stages_update(cartesian, work, bodies);
    double change = jni_drives_rest(cartesian, work, true, bodies);
    if (change <= RESTS) return JN_OK;
    if (!signals_are_finite(cartesian, bodies)) break;
    jn_status status = jni_assemble_start(cartesian, bodies, a->assembly, a->report);
    if (status != JN_OK) return status;
  }
  return refuse_signal(cartesian, before, bodies, a->report);
}

static jn_status assemble(const jn_system *cartesian, double *bodies, const start_results *a) {
  if (!signals_are_finite(cartesian, bodies)) return refuse_signal(cartesian, NULL, bodies, a->report);
  jn_status status = jni_assemble_start(cartesian, bodies, a->assembly, a->report);
  if (status != JN_OK || cartesian->nfollowers == 0) return status;
  double *before = jni_alloc0(cartesian->alloc, (size_t)cartesian->sizes.nstate, sizeof *before);
  jn_work *work = jn_work_new(cartesian);
  status = before && work ? rest_drivers(cartesian, work, before, bodies, a) : jni_report_no_memory(a->report);
  jn_work_free(work);
  jni_free(cartesian->alloc, before);
  return status;
}

// Computes the state at which a run begins and stores it in `state`: assembled, and if `settled` in static equilibrium.
// bodies: workspace for a state in cartesian coordinates.
static jn_status start_with(const jn_system *system, bool settled, double *bodies, double *state,
                            const start_results *a) {
  const jn_system *cartesian = system->cartesian;
  if (jn_system_initial_state(cartesian, bodies) != JN_OK) return jni_report_no_memory(a->report);
  double *v = jni_doubles_copy(system->alloc, jn_state_v(cartesian, bodies), cartesian->sizes.nv);
  if (!v) return jni_report_no_memory(a->report);
  jn_status status = assemble(cartesian, bodies, a);
  if (status == JN_OK) status = jni_refuse_opposed(system, bodies, a->report);
  if (status == JN_OK && settled) status = solve_after_events(system, bodies, v, state, a);
  else jn_state_convert(cartesian, bodies, system, state);
  jni_free(system->alloc, v);
  return status;
}

jn_status jn_start(const jn_system *system, const jn_choices *choices, double *state, jn_assembly *result,
                   jn_equilibrium *equilibrium, jn_report *report) {
  JNI_ASSERT(system && state);
  jn_assembly assembly;
  jn_equilibrium none;
  start_results a = {result ? result : &assembly, equilibrium ? equilibrium : &none, report};
  *a.equilibrium = (jn_equilibrium){.method = NULL};
  *a.assembly = (jn_assembly){0};
  memset(state, 0, (size_t)system->sizes.nstate * sizeof *state);
  bool settled = strcmp((choices ? choices : &system->model->choices)->start, "equilibrium") == 0;
  double *bodies = jni_alloc0(system->alloc, (size_t)system->cartesian->sizes.nstate, sizeof *bodies);
  jn_status status = bodies ? start_with(system, settled, bodies, state, &a) : jni_report_no_memory(report);
  jni_free(system->alloc, bodies);
  if (status == JN_OK && !jni_warn_sunk(system, state, report)) status = jni_report_no_memory(report);
  return status;
}

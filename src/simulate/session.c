// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// session.c - a run with held inputs that can be saved as bytes, loaded and cloned.
#include "jounce/session.h"

#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "simulate/run.h"
#include "subsystem/code_allow.h"
#include "system/event.h"

// Data that a session shares with its clones. All use the system, the mobility and the outputs of the first run, which
// is freed with the last of them.
typedef struct {
  const jn_alloc *alloc;
  atomic_int users;
  jn_run *first;
  jn_model *own;  // model with changed parameters; NULL: the model of the caller is used
} session_group;

struct jn_session {
  jni_pool pool;
  jn_run *run;
  session_group *group;
  double *held;         // ninputs: values at which inputs are held; NaN: not held
  double *poses;        // nbodies x JN_POSE
  double *block;        // a saved session, as numbers
  jn_name_list probes;  // outputs besides those of the model
};

// ---- creation ------------------------------------------------------------------------------------------------------

static session_group *group_new(jn_run *first) {
  const jn_alloc *alloc = first->model->pool.alloc;
  session_group *f = jni_alloc0(alloc, 1, sizeof *f);
  if (!f) return NULL;
  f->alloc = alloc;
  f->first = first;
  atomic_init(&f->users, 1);
  return f;
}

static void group_leave(session_group *f) {
  if (!f || atomic_fetch_sub(&f->users, 1) > 1) return;
  jn_run_free(f->first);
  jn_model_free(f->own);
  jni_free(f->alloc, f);
}

// Returns a session that owns the run; NULL if run is NULL, because making the run has failed, or if memory is short
// (then the run is freed). group_of_run: the group to join; NULL: a new one.
static jn_session *make(jn_run *run, session_group *group_of_run, jn_report *report) {
  if (!run) return NULL;
  jn_session *s = jni_object_new(run->model->pool.alloc, sizeof *s);
  session_group *own = s && !group_of_run ? group_new(run) : group_of_run;
  if (!s || !own) {
    jn_run_free(run);
    jni_object_free(s);
    jni_report_no_memory(report);
    return NULL;
  }
  if (group_of_run) atomic_fetch_add(&group_of_run->users, 1);
  s->run = run;
  s->group = own;
  s->held = jni_doubles(&s->pool, (size_t)jn_session_ninputs(s));
  s->poses = jni_doubles(&s->pool, (size_t)run->model->nbodies * JN_POSE);
  s->block = jni_take(&s->pool, jn_session_save_size(s), 1);
  if (s->pool.failed) {
    jni_report_no_memory(report);
    return jn_session_free(s);
  }
  for (int i = 0; i < jn_session_ninputs(s); i++) s->held[i] = NAN;
  return s;
}

// Copies the n names of additional outputs into the session, for runs that it makes later. Returns the session; frees
// it and returns NULL if memory is short.
static jn_session *keep_probes(jn_session *s, const char *const *list, int n, jn_report *report) {
  const char **names = s ? jni_take(&s->pool, (size_t)n + 1, sizeof *names) : NULL;
  for (int i = 0; names && i < n; i++) names[i] = jni_pool_text(&s->pool, list[i], strlen(list[i]));
  if (!s || s->pool.failed) {
    s ? jni_report_no_memory(report) : JN_OK;
    return jn_session_free(s);
  }
  s->probes = (jn_name_list){.list = names, .n = n};
  return s;
}

jn_session *jn_session_new(const jn_model *model, const jn_run_options *options, jn_report *report) {
  jn_session *s = make(jn_run_new(model, options, report), NULL, report);
  return keep_probes(s, options ? options->probes : NULL, options ? options->nprobes : 0, report);
}

void *jn_session_free(jn_session *session) {
  if (!session) return NULL;
  if (session->run != session->group->first) jn_run_free(session->run);
  group_leave(session->group);
  return jni_object_free(session);
}

jn_session *jn_session_clone(jn_session *session, jn_report *report) {
  JNI_ASSERT(session);
  jn_status status = jn_session_save(session, session->block);
  if (status != JN_OK) {
    jn_report_fault(report, status, "", "%s", session->run->summary.why);
    return NULL;
  }
  jn_session *clone = make(jni_run_new_like(session->group->first, report), session->group, report);
  clone = keep_probes(clone, session->probes.list, session->probes.n, report);
  if (!clone) return NULL;
  status = jn_session_load(clone, session->block, jn_session_save_size(session), report);
  return status == JN_OK ? clone : jn_session_free(clone);
}

jn_run *jn_session_run(const jn_session *session) {
  JNI_ASSERT(session);
  return session->run;
}

// ---- inputs --------------------------------------------------------------------------------------------------------

int jn_session_ninputs(const jn_session *session) {
  JNI_ASSERT(session);
  return session->run->system->sizes.nu;
}

const char *jn_session_input_name(const jn_session *session, int i) {
  JNI_ASSERT(session && i >= 0 && i < jn_session_ninputs(session));
  return jn_model_input_name(session->run->model, i);
}

int jn_session_input_find(const jn_session *session, const char *name) {
  JNI_ASSERT(session && name);
  return jn_input_find(session->run->system, name);
}

jn_status jn_session_hold(jn_session *session, int i, double value) {
  JNI_ASSERT(session && i >= 0 && i < jn_session_ninputs(session));
  if (isinf(value)) return JN_BAD_ARGUMENT;
  jn_run_hold_input(session->run, i, value);
  session->held[i] = value;
  return JN_OK;
}

double jn_session_held(const jn_session *session, int i) {
  JNI_ASSERT(session && i >= 0 && i < jn_session_ninputs(session));
  return session->held[i];
}

// ---- steps ---------------------------------------------------------------------------------------------------------

double jn_session_time(const jn_session *session) {
  JNI_ASSERT(session);
  return jni_run_time(session->run);
}
bool jn_session_stopped(const jn_session *session) {
  JNI_ASSERT(session);
  return session->run->stopped;
}

jn_status jn_session_step(jn_session *session, double limit) {
  JNI_ASSERT(session);
  return jn_run_step(session->run, limit);
}

jn_status jn_session_step_to(jn_session *session, double time) {
  JNI_ASSERT(session);
  jn_status status = JN_OK;
  if (!(time >= jn_session_time(session) && isfinite(time))) return jn_session_step(session, NAN);
  while (status == JN_OK && jn_session_time(session) < time && !session->run->stopped)
    status = jn_session_step(session, time);
  return status;
}

void jn_session_listen(jn_session *session, void (*event)(void *context, const jn_run_event *event), void *context) {
  JNI_ASSERT(session);
  session->run->options.event = event;
  session->run->options.event_context = context;
}

// ---- outputs -------------------------------------------------------------------------------------------------------

int jn_session_noutputs(const jn_session *session) {
  JNI_ASSERT(session);
  return jn_run_noutputs(session->run);
}

const char *jn_session_output_name(const jn_session *session, int i) {
  JNI_ASSERT(session && i >= 0 && i < jn_session_noutputs(session));
  return jn_run_output_name(session->run, i);
}

const char *jn_session_output_unit(const jn_session *session, int i) {
  JNI_ASSERT(session && i >= 0 && i < jn_session_noutputs(session));
  return jn_run_output_unit(session->run, i);
}

int jn_session_output_find(const jn_session *session, const char *name) {
  JNI_ASSERT(session && name);
  for (int i = 0; i < jn_session_noutputs(session); i++)
    if (strcmp(jn_run_output_name(session->run, i), name) == 0) return i;
  return -1;
}

const double *jn_session_outputs(jn_session *session) {
  JNI_ASSERT(session);
  return jn_run_outputs(session->run);
}

int jn_session_nbodies(const jn_session *session) {
  JNI_ASSERT(session);
  return session->run->model->nbodies;
}

const char *jn_session_body_name(const jn_session *session, int i) {
  JNI_ASSERT(session && i >= 0 && i < jn_session_nbodies(session));
  return jn_model_body_name(session->run->model, (jn_body){i});
}

const double *jn_session_poses(jn_session *session) {
  JNI_ASSERT(session);
  jn_run *run = session->run;
  jni_stages_update(run->system, run->formulation->work, jn_run_state(run));
  jn_get_poses(run->system, run->formulation->work, session->poses);
  return session->poses;
}

int jn_session_nstate(const jn_session *session) {
  JNI_ASSERT(session);
  return session->run->system->sizes.nstate;
}
const double *jn_session_state(jn_session *session) {
  JNI_ASSERT(session);
  return jn_run_state(session->run);
}

// ---- restart ----------------------------------------------------------------------------------------------------

jn_status jn_session_restart(jn_session *session, const double *state) {
  JNI_ASSERT(session);
  return jn_run_restart(session->run, state ? state : session->run->start_state);
}

// ---- parameters ----------------------------------------------------------------------------------------------------

bool jni_same_tree(const jn_system *first, const jn_system *second) {
  const jni_tree *a = first->tree, *b = second->tree;
  if (!a || !b) return !a && !b;
  bool same = a->nlinks == b->nlinks;
  for (int i = 0; same && i < a->nlinks; i++)
    same = a->links[i].kind == b->links[i].kind && a->links[i].body == b->links[i].body &&
           a->links[i].parent == b->links[i].parent && a->links[i].joint == b->links[i].joint;
  return same;
}

// Returns a new run of the model with changed parameters, at the state of the session; NULL with a fault in the report.
static jn_run *changed_run(const jn_session *session, const jn_model *model, jn_report *report) {
  jn_run *old = session->run;
  jn_choices choices = old->choices;
  jn_run_options options = old->options;
  int faults = jn_report_count(report, JN_FAULT);
  snprintf(choices.start, sizeof choices.start,
           "assembly");  // no start is searched: the run takes the state of the session
  options.choices = &choices;
  options.probes = session->probes.list;
  options.nprobes = session->probes.n;
  options.system = NULL;
  options.start = NULL;
  options.resume = NULL;
  options.at = NULL;
  options.nat = 0;
  jn_run *run = jn_run_new(model, &options, report);
  if (!run) return NULL;
  int n = old->system->sizes.nstate;
  bool same_sizes = run->system->sizes.nstate == n && jn_run_checkpoint_size(run) == jn_run_checkpoint_size(old) &&
                    jn_run_noutputs(run) == jn_run_noutputs(old) && model->nbodies == old->model->nbodies;
  double *state = jni_doubles(&run->pool, (size_t)n);
  if (same_sizes && state) {
    for (int i = 0; i < run->system->sizes.nu; i++) jn_run_hold_input(run, i, session->held[i]);
    if (jni_same_tree(old->system, run->system)) memcpy(state, jn_run_state(old), (size_t)n * sizeof *state);
    else jn_state_convert(old->system, jn_run_state(old), run->system, state);
    if (jn_run_restart(run, state) == JN_OK) return run;
    jn_report_fault(report, JN_REFUSED, "", "a run with these values cannot start from the state of the session: %s",
                    run->summary.why);
  } else if (state) {
    jn_report_fault(report, JN_REFUSED, "", "with these values the model has other elements: begin a new session");
  }
  if (jn_report_count(report, JN_FAULT) == faults) jni_report_no_memory(report);
  jn_run_free(run);
  return NULL;
}

jn_status jn_session_set_parameters(jn_session *session, const char *const *names, const double *values, int n,
                                    jn_report *report) {
  JNI_ASSERT(session && n >= 0 && ((names && values) || n == 0));
  jn_model *model = jn_model_with_parameters(session->run->model, names, values, n, report);
  bool loaded = model && jni_code_allow_again(session->run->model, model, report) == JN_OK;
  jn_run *run = loaded ? changed_run(session, model, report) : NULL;
  session_group *own = run ? group_new(run) : NULL;
  if (!own) {
    if (run) jni_report_no_memory(report);
    jn_run_free(run);
    jn_model_free(model);
    return JN_REFUSED;
  }
  own->own = model;
  if (session->run != session->group->first) jn_run_free(session->run);
  group_leave(session->group);
  session->run = run;
  session->group = own;
  return JN_OK;
}

static const double magic = 1246647109, version = 1;  // "JNSE"
// Layout of a saved session: magic, version, length, number of inputs, event that has stopped the session (-1: none);
// then the held inputs (NaN: not held); then a checkpoint of the run.
enum { LENGTH = 2, NINPUTS, STOPPED_BY, HEAD };

static int length(const jn_session *session) {
  return HEAD + jn_session_ninputs(session) + jn_run_checkpoint_size(session->run);
}

size_t jn_session_save_size(const jn_session *session) {
  JNI_ASSERT(session);
  return (size_t)length(session) * sizeof(double);
}

jn_status jn_session_save(jn_session *session, void *bytes) {
  JNI_ASSERT(session && bytes);
  jn_run *run = session->run;
  int nu = jn_session_ninputs(session);
  const double head[HEAD] = {magic, version, length(session), nu, run->stopped ? run->stop_event : -1};
  memcpy(session->block, head, sizeof head);
  if (nu > 0) memcpy(session->block + HEAD, session->held, (size_t)nu * sizeof *session->held);
  jn_status status = jn_run_save(run, session->block + HEAD + nu);
  if (status == JN_OK && bytes != session->block) memcpy(bytes, session->block, jn_session_save_size(session));
  return status;
}

static jn_status report_damage(jn_report *report) {
  return jn_report_fault(report, JN_BAD_ARGUMENT, "", "the saved session is damaged");
}

// Checks a saved session of n numbers, of which the first `ncopied` are in `block` (all if n is the length for this
// session). Returns JN_OK, or reports a fault and returns its status.
static jn_status check(const jn_session *session, const double *block, int ncopied, int n, jn_report *report) {
  const jn_run *run = session->run;
  int nu = jn_session_ninputs(session);
  if (n < HEAD || !(block[0] == magic))
    return jn_report_fault(report, JN_BAD_ARGUMENT, "", "this is not a saved session");
  if (!(block[1] == version))
    return jn_report_fault(report, JN_BAD_ARGUMENT, "", "the session was saved by another version of the program");
  if (!(block[LENGTH] == n && block[NINPUTS] >= 0 && block[NINPUTS] <= ncopied - HEAD - JNI_BLOCK_HEAD))
    return report_damage(report);
  // Checks only the head of the checkpoint if the lengths differ: it says whether the model or the choices are others.
  int theirs = (int)block[NINPUTS];
  bool fits = n == length(session) && theirs == nu;
  jn_status status = jni_block_check(run, block + HEAD + theirs, fits ? n - HEAD - nu : JNI_BLOCK_HEAD, report);
  if (status != JN_OK) return status;
  double stop = block[STOPPED_BY];
  bool good = stop >= -1 && stop < run->system->nevents && stop == floor(stop);
  for (int i = 0; good && i < nu; i++) good = !isinf(block[HEAD + i]);
  return good ? JN_OK : report_damage(report);
}

jn_status jn_session_load(jn_session *session, const void *bytes, size_t size, jn_report *report) {
  JNI_ASSERT(session && bytes);
  jn_run *run = session->run;
  double *block = session->block;
  int nu = jn_session_ninputs(session);
  size_t all = size / sizeof *block, capacity = (size_t)length(session);
  if (all > INT_MAX || size % sizeof *block != 0) return report_damage(report);
  int n = (int)all, ncopied = (int)(all < capacity ? all : capacity);
  if (ncopied > 0 && bytes != block) memcpy(block, bytes, (size_t)ncopied * sizeof *block);
  jn_status status = check(session, block, ncopied, n, report);
  if (status != JN_OK) return status;
  for (int i = 0; i < nu; i++) jn_session_hold(session, i, block[HEAD + i]);
  status = jn_run_load(run, block + HEAD + nu, n - HEAD - nu, report);
  if (status != JN_OK)
    return jn_report_fault(report, status, "", "the session cannot continue from the loaded state: %s",
                           run->summary.why);
  if (block[STOPPED_BY] >= 0) jni_run_stop(run, (int)block[STOPPED_BY]);
  return JN_OK;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run.c - creates a run (choices, system, assembled start, formulation, integrator, outputs, all memory), starts and
// restarts it, and has the functions for programs that make the steps themselves.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrate/stiffness_switch.h"
#include "jounce/equilibrium.h"
#include "model/hash.h"
#include "simulate/redundancy.h"
#include "simulate/run.h"
#include "simulate/velocity_jump.h"
#include "subsystem/code_allow.h"
#include "system/compliant_contact.h"
#include "system/signal_value.h"
#include "system/stage.h"
#include "system/subsystem.h"
#include "system/work.h"

enum { COOKIE = 0x6a6e };

jn_run_options jn_run_options_default(void) { return (jn_run_options){.cookie = COOKIE}; }

void *jn_run_free(jn_run *run) { return jni_object_free(run); }

// ---- parts, in the order in which they are made -----------------------------------------------------------------

static bool make_start(jn_run *run, const jn_run_options *options, jn_report *report) {
  run->system = options->system;
  if (!run->system)
    run->system = jni_keep(&run->pool, jn_system_new(run->model, run->choices.coordinates, report), jni_object_free);
  if (!run->system || jni_refuse_armature(run->system, report)) return false;
  JNI_ASSERT(run->system->model == run->model);
  if (strcmp(run->system->kind->name, run->choices.coordinates) != 0) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "",
                    "the system given to the run has %s coordinates, but its choices have %s", run->system->kind->name,
                    run->choices.coordinates);
    return false;
  }
  size_t n = (size_t)run->system->sizes.nstate;
  run->state = jni_doubles(&run->pool, n);
  run->start_state = jni_doubles(&run->pool, n);
  if (!run->start_state) {
    jni_report_no_memory(report);
    return false;
  }
  run->summary.start_moved = NAN;
  if (options->start) memcpy(run->state, options->start, n * sizeof *run->state);
  else {
    jn_equilibrium found;
    jn_status status = jn_start(run->system, &run->choices, run->state, NULL, &found, report);
    if (found.method) {
      run->summary.start_moved = found.moved;
      run->summary.start_body.i = found.moved_body;
    }
    if (status != JN_OK) return false;
  }
  memcpy(run->start_state, run->state, n * sizeof *run->state);
  return true;
}

// Sets the mobility of the run, which says which equations are redundant and therefore omitted, and adds notes on them.
// The mobility is that of the assembled start, also if the run continues from a checkpoint. Returns false after a
// fault.
static bool make_mobility(jn_run *run, jn_report *report) {
  bool own = !run->mobility;
  if (own) run->mobility = jni_keep(&run->pool, jn_mobility_new(run->system, run->state, report), jni_object_free);
  if (!run->mobility) return false;
  run->active = jn_mobility_active(run->mobility);
  run->summary.freedoms = jn_mobility_freedoms(run->mobility);
  run->summary.redundant = jn_mobility_redundant(run->mobility);
  for (int i = 0; own && i < jn_mobility_redundant(run->mobility); i++) {
    jn_error note = {.status = JN_OK, .severity = JN_NOTE};
    snprintf(note.what, sizeof note.what, "%s", jn_mobility_sentence(run->mobility, i));
    jn_report_add(report, &note);
  }
  bool shared = jni_share_new(run->system, run->active, NULL, &run->share) &&
                (!run->share || jni_keep(&run->pool, run->share, jni_object_free));
  if (!shared) {
    jni_report_no_memory(report);
    return false;
  }
  int refused = jni_share_refused(run->share);
  if (own && refused > 0)
    jn_report_warn(report, "",
                   "%d constraint equations are redundant, too many to share loads: the reactions of redundant joints "
                   "are one choice among many",
                   refused);
  return true;
}

// Prepares the formulation and returns the integrator of the run; some formulations bring their own one. An explicit
// method with variable steps is monitored for stiffness; if the choices left the integrator open, `bdf` takes over
// while the motion is stiff. NULL after a fault.
static jni_integrator *make_integrator(jn_run *run, const jni_integrator_options *options, jn_report *report) {
  jni_formulation *f = run->formulation;
  jni_integrator *own = NULL;
  const jni_integrator_kind *kind = jni_integrator_kind_find(run->choices.integrator),
                            *bdf = jni_integrator_kind_find("bdf");
  jn_status status = f->prepare ? f->prepare(f, run->state, report) : JN_OK;
  if (status == JN_OK && f->integrator) status = f->integrator(f, kind, options, report, &own);
  if (status != JN_OK) return NULL;
  if (own) return own;
  bool other = run->choices.stiff_bdf && f->ode.n <= JNI_RELAY_MOST && jni_integrator_is_built(bdf);
  if (f->ode.n > 0 && !kind->fixed_step && kind->stiffness)
    return jni_relay_new(kind, other ? bdf : NULL, run->pool.alloc, &f->ode, options, report);
  return kind->create(run->pool.alloc, &f->ode, options, report);
}

static bool make_method(jn_run *run, jn_report *report) {
  const jn_choices *c = &run->choices;
  const jni_formulation_kind *formulation = jni_formulation_kind_find(c->formulation);
  jni_integrator_options options = {.step = c->step,
                                    .max_step = c->max_step,
                                    .max_order = c->max_order,
                                    .until = c->until,
                                    .pace = jni_run_time_scale(run),
                                    .rho = c->rho,
                                    .jacobian_every = c->jacobian_every,
                                    .halvings = c->halvings};
  run->formulation =
      jni_keep(&run->pool, formulation->create(formulation, run->system, c, run->active, report), jni_object_free);
  if (run->formulation) run->integrator = jni_keep(&run->pool, make_integrator(run, &options, report), jni_object_free);
  return run->integrator != NULL;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static bool make_outputs(jn_run *run, const jn_run_options *options, jn_report *report) {
  if (!run->probe)
    run->probe = jni_keep(&run->pool, jn_probe_new(run->system, options->probes, options->nprobes, true, report),
                          jni_object_free);
  if (!run->probe) return false;
  int n = jn_probe_count(run->probe);
  run->nsamples = options->nat;
  for (int i = 0; i < options->nat; i++)
    if (!(options->at[i] >= 0 && options->at[i] <= run->choices.until * (1 + 1e-12))) {
      jn_report_fault(report, JN_BAD_ARGUMENT, "",
                      "a sample is requested at t = %g s, but the run goes from 0 "
                      "to %g s",
                      options->at[i], run->choices.until);
      return false;
    }
  run->sample_times = jni_doubles(&run->pool, options->nat);
  run->samples = jni_take(&run->pool, options->nat, (size_t)(n + 1) * sizeof(double));
  run->values = jni_doubles(&run->pool, n);
  run->names = jni_take(&run->pool, n, sizeof *run->names);
  run->dimensions = jni_take(&run->pool, n, sizeof *run->dimensions);
  run->units = jni_take(&run->pool, n, sizeof *run->units);
  if (run->pool.failed) {
    jni_report_no_memory(report);
    return false;
  }
  if (options->nat > 0) memcpy(run->sample_times, options->at, (size_t)options->nat * sizeof *run->sample_times);
  qsort(run->sample_times, (size_t)run->nsamples, sizeof *run->sample_times, ascending);
  for (int i = 0; i < n; i++) {
    run->names[i] = jn_probe_name(run->probe, i);
    run->units[i] = jn_probe_unit(run->probe, i);
    run->dimensions[i] = jn_probe_dimension(run->probe, i);
  }
  return true;
}

// Sets run->slack of the gaps of force elements to the error of positions that the tolerance allows, m or rad.
static void set_slack(jn_run *run) {
  const jn_system *system = run->system;
  double length = system->length_scale, position = run->choices.tolerance_position;
  if (!(position > 0)) position = run->choices.tolerance * length;
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    const jni_force_kind *kind = plan->element->kind;
    int n = !kind->touches ? 0 : kind->ngaps ? kind->ngaps(plan->element) : plan->nswitches;
    bool angle = n > 0 && jni_force_is_angular(system->model, plan->element);
    for (int k = 0; k < n; k++) run->slack[plan->switch_at + k] = angle ? position / length : position;
  }
}

static bool make_workspace(jn_run *run, const jn_run_options *options, jn_report *report) {
  const jn_sizes *n = &run->system->sizes;
  int ny = run->formulation->ode.n;
  int nroots = n->nroots + run->system->nswitches;
  int npoints = run->system->ncontact_points + run->system->model->ncompliant_points;
  run->nblock = jni_block_size(run);
  bool repeats = nroots > 0 && run->integrator->kind->fixed_step && run->choices.locate_roots,
       keeps_last_good = jni_last_good_size(run) > 0;
  jn_sink **sinks = jni_take(&run->pool, options->nsinks, sizeof *sinks);
  for (int i = 0; sinks && i < options->nsinks; i++) sinks[i] = options->sinks[i];
  run->options.sinks = sinks;
  run->sides = jni_take(&run->pool, 5 * (size_t)nroots, sizeof *run->sides);
  jni_root_values *const root_values[] = {&run->roots, &run->trial_roots, &run->left_roots, &run->right_roots};
  bool wants_poses = false;
  for (int i = 0; i < options->nsinks; i++) wants_poses = wants_poses || options->sinks[i]->poses;
  if (wants_poses) run->poses = jni_doubles(&run->pool, JN_POSE * run->model->nbodies);
  run->y_previous = repeats ? jni_doubles(&run->pool, ny) : NULL;
  run->last_good_state = keeps_last_good ? jni_doubles(&run->pool, n->nstate) : NULL;
  const jni_vector vectors[] = {{&run->y, ny},
                                {&run->trial, n->nstate},
                                {&run->roots.e, nroots},
                                {&run->trial_roots.e, nroots},
                                {&run->left_roots.e, nroots},
                                {&run->right_roots.e, nroots},
                                {&run->roots.gap_rate, npoints},
                                {&run->trial_roots.gap_rate, npoints},
                                {&run->left_roots.gap_rate, npoints},
                                {&run->right_roots.gap_rate, npoints},
                                {&run->slack, nroots},
                                {&run->vdot, n->nv},
                                {&run->lambda, n->nc},
                                {&run->rows, n->nc},
                                {&run->block, run->nblock}};
  jni_vectors(&run->pool, vectors, sizeof vectors / sizeof *vectors);
  if (run->pool.failed) {
    jni_report_no_memory(report);
    return false;
  }
  for (int i = 0; i < 4; i++) root_values[i]->side = run->sides + (i + 1) * nroots;
  if (!run->integrator->kind->fixed_step) set_slack(run);
  if (!jni_contacts_new(run)) {
    jni_report_no_memory(report);
    return false;
  }
  if (jni_redundancy_new(run->system, run->active, &run->redundancy, report) != JN_OK) return false;
  if (run->redundancy && !jni_keep(&run->pool, run->redundancy, jni_object_free)) return false;
  if (jni_jump_new(run->system, run->active, &run->jump, report) != JN_OK) return false;
  return !run->jump || jni_keep(&run->pool, run->jump, jni_object_free);
}

// ---- start --------------------------------------------------------------------------------------------

// Sets run->counts so that, with the counts of formulation and integrator added, they continue those in the summary:
// what these have counted before the start does not count.
static void begin_counts(jn_run *run) {
  const jni_formulation_counts *f = &run->formulation->counts;
  const jni_integrator_counts *m = &run->integrator->counts;
  const jn_summary *s = &run->summary;
  run->counts = (jni_run_counts){.steps = s->steps,
                                 .events = s->events,
                                 .rejected = s->rejected - m->rejected,
                                 .evaluations = s->evaluations - f->evaluations,
                                 .iterations = s->iterations - f->iterations - m->iterations,
                                 .factors = s->factors - f->factors,
                                 .repivots = s->repivots - f->repivots,
                                 .set_changes = s->set_changes - f->set_changes,
                                 .halved = s->halved - m->halved,
                                 .cuts = s->cuts,
                                 .switches = s->switches,
                                 .touches = s->touches,
                                 .jumps = s->jumps,
                                 .samples = s->samples,
                                 .contact_changes = s->contact_changes,
                                 .impacts = s->impacts};
}

// Returns x as a whole number, limited to +-1e15.
static int64_t to_whole(double x) { return (int64_t)fmax(-1e15, fmin(1e15, x)); }

// Clears everything that the run has recorded about its motion: pivots, energies, failures, sides. Finds the next
// output row, sample, checkpoint and time event after run->state.
static void reset_history(jn_run *run) {
  double t = run->state[0];
  run->pivots = (jni_pivot_history){.last = HUGE_VAL, .previous = HUGE_VAL, .least_row = -1};
  run->warned = run->resumed = run->counted = run->limited_by_end = run->failed = false;
  run->end_limit = 0;
  run->last_root_time = -HUGE_VAL;
  run->crowded_roots = 0;
  run->last_row_time = NAN;
  run->rate_checked_at = run->counts.steps > 0 ? NAN : t;
  jni_run_set_time_events(run, t);
  memset(run->sides, 0, (size_t)(run->system->sizes.nroots + run->system->nswitches) * sizeof *run->sides);
  jni_switches_set_located(run, jni_switches_always_located(run));
  run->cuts = run->watched_steps = run->passed_switches = run->recent_rejected = run->slow_intervals = 0;
  run->interval_start = t;
  run->longest_interval = 0;
  run->rejected_before = run->integrator->counts.rejected;
  run->next_row = to_whole(ceil(t / run->choices.output_step * (1 - 1e-12)));
  jni_checkpoint_schedule(run);
  run->next_sample = 0;
  while (run->next_sample < run->nsamples && run->sample_times[run->next_sample] < t) run->next_sample++;
  run->first_sample = run->next_sample;
  run->integrator->message[0] = 0;
  if (run->integrator->kind->forget) run->integrator->kind->forget(run->integrator);
}

// Begins the motion at run->state, at the first start and after a reset: applies the events, samples and jumps of that
// time, starts the integrator and the monitors, and chooses the sides of switches.
static jn_status begin(jn_run *run) {
  jni_formulation *f = run->formulation;
  reset_history(run);
  run->integrator->origin = run->state[0];
  f->stale = false;
  if (f->nmemory > 0) memset(f->memory, 0, (size_t)f->nmemory * sizeof *f->memory);
  run->stopped = run->cause_named = false;
  run->summary.stopped_by[0] = 0;
  run->counts.impacts += jni_compliant_begin(run->system, run->formulation->work, run->state);
  jni_run_apply(run, -1);
  jn_status status = jni_run_check_jumps(run);
  if (status == JN_OK && !jni_subsystem_apply_jumps(run->system, run->formulation->work, run->state)) {
    jni_print(run->integrator->message, sizeof run->integrator->message,
              "changes of subsystems follow each other without end at t = %.9g s", run->state[0]);
    status = JN_STEP_TOO_SMALL;
  }
  if (status == JN_OK) status = jni_run_check_jumps(run);
  if (status != JN_OK) return status;
  jni_monitor_set_reference(run);
  status = jni_run_start(run);
  if (status == JN_OK && run->system->ncontact_points > 0) {  // accelerations need a started formulation
    status = jni_contacts_settle(run, true);
    if (status == JN_OK) status = jni_run_start(run);
    if (status == JN_OK) status = jni_run_refresh(run);
  }
  // Computes the loads of joints, on which friction depends. Friction changes these loads; two passes are accurate
  // enough for loads that are held constant over a step.
  for (int pass = 0; pass < 2 && status == JN_OK && jni_has_loads(run->system); pass++) {
    status = jni_run_hold_loads(run);
    if (status == JN_OK) status = jni_run_start(run);
  }
  if (status == JN_OK) status = jni_monitor_start(run);
  if (status == JN_OK) jni_run_reset_root_sides(run);
  if (status == JN_OK && jni_switches_choose_sides(run)) status = jni_run_start(run);
  return status;
}

// Sets the run to the state of a checkpoint (n numbers) and restarts there. Returns JN_BAD_ARGUMENT with a fault if the
// checkpoint does not belong to this run, or the status of the restart.
static jn_status continue_from(jn_run *run, const double *block, int n, jn_report *report) {
  reset_history(run);
  if (jni_block_read(run, block, n, report) != JN_OK) return JN_BAD_ARGUMENT;
  if (block != run->block) memcpy(run->block, block, (size_t)run->nblock * sizeof *run->block);
  run->resumed = true;
  jni_switches_freeze(run);
  while (run->next_sample < run->nsamples && run->sample_times[run->next_sample] <= run->state[0]) run->next_sample++;
  run->first_sample = run->next_sample;
  begin_counts(run);
  jni_checkpoint_schedule(run);
  run->formulation->work->energy_initial = run->summary.energy_initial;
  jn_status status = jni_run_continue(run, run->block + run->nblock - jni_history_size(run));
  if (status == JN_OK) jni_run_calc_roots(run);
  return status;
}

static bool start(jn_run *run, const jn_run_options *options, jn_report *report) {
  int faults = jn_report_count(report, JN_FAULT);
  run->summary.choices = run->choices;
  run->summary.first_singular_time = NAN;
  run->summary.first_halved_time = NAN;
  run->summary.stiff_from = NAN;
  run->summary.least_pivot = 1;
  jn_status status;
  if (options->resume) {
    status = jni_block_check(run, options->resume, options->nresume, report);
    if (status == JN_OK) status = jni_block_check_end(run, options->resume, report);
    status = status == JN_OK ? continue_from(run, options->resume, options->nresume, report) : JN_BAD_ARGUMENT;
  } else {
    begin_counts(run);
    status = jni_contacts_check_start(run, report);
    if (status == JN_OK) status = begin(run);
  }
  if (status == JN_SINGULAR && jn_report_count(report, JN_FAULT) == faults)
    jn_check_start(run->system, run->state, report);
  if (status != JN_OK && jn_report_count(report, JN_FAULT) == faults)
    jn_report_fault(report, status, "", "the run cannot start: %s", run->integrator->message);
  return status == JN_OK;
}

// Adds warnings of choices that have no effect to the report. For a file with compiled code, choices that its model
// makes for the engine and its code ignores, such as a tolerance, cause no warning.
static void report_choices(const jn_model *model, const jn_choices *choices, jn_report *report) {
  const jn_choices usual = jn_choices_default();
  jn_choices reported = *choices;
  for (int i = 0; model->code && i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    const char *own = (const char *)&model->choices + info->offset, *now = (const char *)choices + info->offset;
    if (jn_choice_acts(choices, (jn_choice)i) || memcmp(own, now, info->size) != 0) continue;
    memcpy((char *)&reported + info->offset, (const char *)&usual + info->offset, info->size);
  }
  jn_choices_tell(&reported, report);
}

// Makes a run. resolved: the choices with `auto` replaced. like: a run whose system, mobility and outputs it shares;
// NULL: it makes its own. Returns NULL with a fault in the report.
static jn_run *make(const jn_model *model, const jn_choices *resolved, const jn_run_options *options,
                    const jn_run *like, jn_report *report) {
  jn_run *run = jni_object_new(model->pool.alloc, sizeof *run);
  if (!run) {
    jni_report_no_memory(report);
    return NULL;
  }
  int before = jn_report_count(report, JN_FAULT);
  run->model = model;
  run->choices = *resolved;
  run->options = *options;
  run->options.sinks = NULL;
  run->model_hash = like ? like->model_hash : jni_model_hash(model, resolved);
  run->equations_hash = like ? like->equations_hash : jni_equations_hash(model);
  if (like) {
    run->mobility = like->mobility;
    run->probe = like->probe;
  } else report_choices(model, resolved, report);
  bool ok = make_start(run, options, report) && make_mobility(run, report) && make_method(run, report) &&
            make_outputs(run, options, report) && make_workspace(run, options, report) && start(run, options, report);
  if (run->pool.failed && jn_report_count(report, JN_FAULT) == before) jni_report_no_memory(report);
  return ok ? run : jn_run_free(run);
}

jn_run *jn_run_new(const jn_model *model, const jn_run_options *options, jn_report *report) {
  const jn_run_options usual = jn_run_options_default();
  if (!options) options = &usual;
  JNI_ASSERT(model && options->cookie == COOKIE);
  jn_choices choices = options->choices ? *options->choices : model->choices;
  if (options->resume) jn_checkpoint_grid(options->resume, options->nresume, &choices);
  if (!jni_code_is_allowed(model, report) || jn_choices_resolve(model, &choices, report) != JN_OK) return NULL;
  return make(model, &choices, options, NULL, report);
}

jn_run *jni_run_new_like(const jn_run *run, jn_report *report) {
  jn_run_options options = jn_run_options_default();
  options.system = run->system;
  options.start = run->start_state;
  jn_run *like = make(run->model, &run->choices, &options, run, report);
  if (like) {
    like->summary.start_moved = run->summary.start_moved;
    like->summary.start_body = run->summary.start_body;
  }
  return like;
}

// ---- for programs that make the steps themselves -------------------------------------------------------------------

// Writes status and message `why` to the summary of the run; returns status.
static jn_status record_status(jn_run *run, jn_status status, const char *why) {
  jn_summary *s = &run->summary;
  s->status = status;
  s->why[0] = 0;
  if (status != JN_OK) snprintf(s->why, sizeof s->why, "%s", why[0] ? why : jn_status_text(status));
  return status;
}

jn_status jn_run_step(jn_run *run, double t_limit) {
  JNI_ASSERT(run);
  if (run->stopped) {
    char text[256];
    snprintf(text, sizeof text, "the event '%.150s' has stopped the run; restart it to continue",
             run->summary.stopped_by);
    return record_status(run, JN_BAD_ARGUMENT, text);
  }
  if (!(t_limit > run->integrator->t))
    return record_status(run, JN_BAD_ARGUMENT, "the end of a step is not after its start");
  run->counted = false;
  return record_status(run, jni_run_advance(run, t_limit, NULL), run->integrator->message);
}

bool jn_run_stopped(const jn_run *run) {
  JNI_ASSERT(run);
  return run->stopped;
}

jn_status jn_run_restart(jn_run *run, const double *state) {
  JNI_ASSERT(run && state);
  int n = run->system->sizes.nstate;
  if (!jni_all_finite(state, n)) return record_status(run, JN_BAD_ARGUMENT, "the state to restart from is not finite");
  if (state != run->state) memcpy(run->state, state, (size_t)n * sizeof *state);
  return record_status(run, begin(run), run->integrator->message);
}

int jn_run_checkpoint_size(const jn_run *run) {
  JNI_ASSERT(run);
  return run->nblock;
}

// Writes a checkpoint to `block` and restarts from it, as a run does that is continued from this checkpoint. Sets
// next_row first, since single steps by the caller do not.
jn_status jn_run_save(jn_run *run, double *block) {
  JNI_ASSERT(run && block);
  jn_status status = jni_run_refresh(run);
  if (status == JN_OK && run->restart_pending) status = jni_run_start(run);
  if (status == JN_OK) status = jni_run_refresh(run);
  if (status != JN_OK) return record_status(run, status, run->integrator->message);
  run->next_row = to_whole(ceil(run->state[0] / run->choices.output_step * (1 - 1e-12)));
  jni_monitor_counts(run);
  jni_block_write(run, run->block);
  memcpy(block, run->block, (size_t)run->nblock * sizeof *block);
  return record_status(run, jni_run_continue(run, run->block + run->nblock - jni_history_size(run)),
                       run->integrator->message);
}

jn_status jn_run_load(jn_run *run, const double *block, int n, jn_report *report) {
  JNI_ASSERT(run && block);
  jn_status status = jni_block_check(run, block, n, report);
  if (status != JN_OK) return record_status(run, status, "this is no checkpoint of this run");
  run->stopped = run->cause_named = run->restart_pending = false;
  run->summary.stopped_by[0] = 0;
  return record_status(run, continue_from(run, block, n, report), run->integrator->message);
}

int jn_run_tangent(jn_run *run, double *W, double *u) {
  JNI_ASSERT(run);
  jni_formulation *formulation = run->formulation;
  return formulation->tangent ? formulation->tangent(formulation, jn_run_state(run), W, u) : 0;
}

const jn_reduced *jn_run_reduced(jn_run *run) {
  JNI_ASSERT(run);
  jni_formulation *formulation = run->formulation;
  return formulation->variables ? formulation->variables(formulation, jn_run_state(run)) : NULL;
}

bool jn_run_own_acceleration(jn_run *run, double *vdot) {
  JNI_ASSERT(run);
  jni_formulation *formulation = run->formulation;
  return formulation->own_acceleration && formulation->own_acceleration(formulation, jn_run_state(run), vdot);
}

// Holds an input at a value during the next steps; NaN: its formula or table applies again. Restarts the integrator
// before the next step, since multistep methods use values from before the change.
void jn_run_hold_input(jn_run *run, int input, double value) {
  JNI_ASSERT(run);
  jn_work *work = run->formulation->work;
  bool held = !isnan(value);
  JNI_ASSERT(input >= 0 && input < run->system->sizes.nu);
  if (held == work->held[input] && (!held || value == work->u[input])) return;
  jn_work_hold_input(work, input, value);
  run->restart_pending = true;
}

// ---- access ----------------------------------------------------------------------------------------------------

const jn_system *jn_run_system(const jn_run *run) {
  JNI_ASSERT(run);
  return run->system;
}
const jn_mobility *jn_run_mobility(const jn_run *run) {
  JNI_ASSERT(run);
  return run->mobility;
}
int jn_run_noutputs(const jn_run *run) {
  JNI_ASSERT(run);
  return jn_probe_count(run->probe);
}
const char *jn_run_output_name(const jn_run *run, int i) {
  JNI_ASSERT(run);
  return jn_probe_name(run->probe, i);
}
jn_dimension jn_run_output_dimension(const jn_run *run, int i) {
  JNI_ASSERT(run);
  return jn_probe_dimension(run->probe, i);
}
const char *jn_run_output_unit(const jn_run *run, int i) {
  JNI_ASSERT(run);
  return jn_probe_unit(run->probe, i);
}
int jn_run_nsamples(const jn_run *run) {
  JNI_ASSERT(run);
  return run->next_sample - run->first_sample;
}
double jn_run_sample_time(const jn_run *run, int i) {
  JNI_ASSERT(run);
  return run->sample_times[run->first_sample + i];
}

// Returns the summary. After single steps by the caller it updates the counts; those of an executed run stay as they
// were at its end.
const jn_summary *jn_run_summary(jn_run *run) {
  JNI_ASSERT(run);
  if (!run->counted) {
    jni_run_refresh(run);
    jni_monitor_counts(run);
  }
  return &run->summary;
}

const double *jn_run_state(jn_run *run) {
  JNI_ASSERT(run);
  jni_run_refresh(run);
  return run->state;
}

const double *jn_run_outputs(jn_run *run) {
  JNI_ASSERT(run);
  return jni_output_values(run, jn_run_state(run), run->values);
}

const double *jn_run_sample(const jn_run *run, int i) {
  JNI_ASSERT(run);
  return run->samples + (size_t)(run->first_sample + i) * (size_t)jn_probe_count(run->probe);
}

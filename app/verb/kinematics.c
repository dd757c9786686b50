// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics.c - `jounce kinematics`: computes the motion that drivers and a table prescribe, and its forces. Also does
// the work of `inverse`.
#include "kinematics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_paths.h"
#include "common/progress.h"
#include "common/text.h"
#include "plot_outputs.h"
#include "report/reports.h"

static jn_status no_memory(const app_prescribed_motion *p) {
  return jn_report_fault(p->command->report, JN_NO_MEMORY, "", "there is not enough memory for the results");
}

// ---- preparation ----------------------------------------------------------------------------------------------

static jn_status choose_path(app_prescribed_motion *p) {
  const app_options *o = &p->command->options;
  char ending[40];
  p->path = o->output;
  if (!p->path && !o->no_output) {
    snprintf(ending, sizeof ending, "-%s%s", p->ending, jn_result_has_hdf5() ? ".h5" : ".csv");
    p->path = p->default_path = path_stem_with(o->words.items[0], ending);
    if (!p->path) return no_memory(p);
  }
  if (p->path && o->motion && path_same(p->path, o->motion))
    return usage_fault(
        p->command, "the results would overwrite the motion: '%s' is the same file; choose another name with --output",
        p->path);
  jn_status status = check_targets(p->command, p->path);
  return status == JN_OK ? check_writable(p->command, p->path) : status;
}

static jn_status choose_times(app_prescribed_motion *p) {
  const app_options *o = &p->command->options;
  const jn_motion_table *motion = &p->motion.motion;
  p->from = jn_kinematics_state(p->kinematics)[0];
  p->until = p->start.choices.until;
  bool table = jn_kinematics_nmotions(p->kinematics) > 0;
  if (table && !o->given[JN_CHOICE_until]) p->until = motion->times[motion->ntimes - 1];
  if (table && p->until > motion->times[motion->ntimes - 1])
    return usage_fault(p->command, "the motion is given up to %g s, but --until is %g s",
                       motion->times[motion->ntimes - 1], p->until);
  if (!(p->until >= p->from))
    return usage_fault(p->command, "the motion begins at %g s, after the end at %g s", p->from, p->until);
  p->step = p->start.choices.output_step > 0 ? p->start.choices.output_step : p->until / 500;
  if (!(p->step > 0) || (p->until - p->from) / p->step > 1e8)
    return usage_fault(
        p->command, "the time between outputs must be positive and give at most 1e8 outputs, but it is %g s", p->step);
  if (o->at.n > 0 && o->at.items[o->at.n - 1] > p->until)
    return usage_fault(p->command, "--at has %g s, but the motion ends at %g s (see --until)", o->at.items[o->at.n - 1],
                       p->until);
  if (o->at.n > 0 && o->at.items[0] < p->from)
    return usage_fault(p->command, "--at has %g s, but the motion begins at %g s", o->at.items[0], p->from);
  return JN_OK;
}

static jn_status make_kinematics(app_prescribed_motion *p) {
  const app_options *o = &p->command->options;
  jn_kinematics_options how = jn_kinematics_options_default();
  if (p->motion.table) how.motion = &p->motion.motion;
  how.actuators = (const char *const *)o->actuators.items;
  how.nactuators = o->actuators.n;
  p->kinematics = jn_kinematics_new(p->start.system, &how, p->start.state, p->command->report);
  if (!p->kinematics) return worst_fault(p->command, JN_REFUSED, "prescribing the motion");
  p->probe = jn_probe_new(p->start.system, (const char *const *)o->probes.items, o->probes.n, true, p->command->report);
  return p->probe ? JN_OK : worst_fault(p->command, JN_BAD_ARGUMENT, "finding the outputs");
}

static bool allocate_results(app_prescribed_motion *p) {
  size_t n = (size_t)p->ncolumns + 1;
  p->names = calloc(n, sizeof *p->names);
  p->list = calloc(n, sizeof *p->list);
  p->dimensions = calloc(n, sizeof *p->dimensions);
  p->units = calloc(n, sizeof *p->units);
  p->unit_list = calloc(n, sizeof *p->unit_list);
  p->values = calloc(n, sizeof *p->values);
  p->samples = calloc(n * ((size_t)p->command->options.at.n + 1), sizeof *p->samples);
  p->ranges = calloc(n, sizeof *p->ranges);
  p->contacts = calloc((size_t)jn_model_ncontacts(p->start.model) + 1, sizeof *p->contacts);
  p->poses = calloc((size_t)jn_model_nbodies(p->start.model), JN_POSE * sizeof *p->poses);
  return p->contacts && p->poses && p->names && p->list && p->dimensions && p->units && p->unit_list && p->values &&
         p->samples && p->ranges;
}

static void name_column(app_prescribed_motion *p, const jn_inverse *inverse, int i) {
  int force = i - p->nprobe;
  p->list[i] = p->names[i];
  p->unit_list[i] = p->units[i];
  if (force < 0) {
    snprintf(p->names[i], sizeof *p->names, "%.120s", jn_probe_name(p->probe, i));
    snprintf(p->units[i], sizeof *p->units, "%s", jn_probe_unit(p->probe, i));
    p->dimensions[i] = jn_probe_dimension(p->probe, i);
  } else {
    snprintf(p->names[i], sizeof *p->names, "actuator.%.100s", jn_inverse_name(inverse, force));
    p->dimensions[i] = jn_inverse_dimension(inverse, force);
    jn_unit_format(p->dimensions[i], p->units[i], sizeof *p->units);
  }
}

// Makes the columns of the results: outputs, then forces of the actuators. Returns JN_NO_MEMORY with a fault on
// failure.
static jn_status make_columns(app_prescribed_motion *p) {
  const jn_inverse *inverse = jn_kinematics_inverse(p->kinematics);
  p->nprobe = jn_probe_count(p->probe);
  p->nforces = jn_inverse_count(inverse);
  p->ncolumns = p->nprobe + p->nforces;
  if (!allocate_results(p)) return no_memory(p);
  for (int i = 0; i < p->ncolumns; i++) name_column(p, inverse, i);
  return JN_OK;
}

static jn_status open_sinks(app_prescribed_motion *p) {
  const char *title = shown_name(p->command, p->start.model);
  jn_run_header header = {.model = jn_model_name(p->start.model),
                          .file = p->command->options.words.items[0],
                          .ncolumns = p->ncolumns,
                          .names = p->list,
                          .dimensions = p->dimensions,
                          .units = p->unit_list,
                          .nstate = 0,
                          .from = p->start.model,
                          .asked = p->recorded.items,
                          .nasked = p->recorded.n};
  jn_status status = JN_OK;
  if (p->path) {
    results_sink_open(&p->output, p->path, title, NULL, p->command->report);
    status = p->output.sink.begin(p->output.sink.self, &header);
  }
  if (status != JN_OK || (!p->command->options.plot && !p->command->options.report))
    return checked_status(p->command, status, "opening the results");
  p->table = jn_table_new(NULL);
  if (!p->table) return no_memory(p);
  if (p->command->options.report) jn_table_keep_poses(p->table);
  results_sink_open_table(&p->memory, title, p->table, p->command->report);
  return checked_status(p->command, p->memory.sink.begin(p->memory.sink.self, &header), "opening the table");
}

// ---- rows -----------------------------------------------------------------------------------------------------

static void record_contacts(app_prescribed_motion *p, double t) {
  const jn_inverse *inverse = jn_kinematics_inverse(p->kinematics);
  int last = -1;
  for (int i = 0; i < jn_inverse_ncontacts(inverse); i++) {
    const jn_inverse_contact c = jn_inverse_get_contact(inverse, i);
    app_contact_range *r = &p->contacts[c.contact.i];
    if (r->rows == 0 || c.normal < r->least) {
      r->least = c.normal;
      r->least_at = t;
    }
    if (r->rows == 0 || c.normal > r->most) {
      r->most = c.normal;
      r->most_at = t;
    }
    if (c.sticks && c.limit > 0) r->share = fmax(r->share, c.friction / c.limit);
    r->sticks = r->sticks || c.sticks;
    r->pulls = r->pulls || c.pulls;
    r->slips = r->slips || c.slips;
    r->rows += c.contact.i != last;
    last = c.contact.i;
  }
}

static void record_values(app_prescribed_motion *p, double t) {
  const double *forces = jn_kinematics_forces(p->kinematics);
  jn_probe_calc(p->probe, jn_kinematics_work(p->kinematics), jn_kinematics_state(p->kinematics),
                jn_kinematics_vdot(p->kinematics), jn_kinematics_lambda(p->kinematics), p->values);
  for (int i = 0; i < p->nforces; i++) {
    app_range *r = &p->ranges[i];
    p->values[p->nprobe + i] = forces[i];
    if (p->rows == 0 || forces[i] < r->least) {
      r->least = forces[i];
      r->least_at = t;
    }
    if (p->rows == 0 || forces[i] > r->most) {
      r->most = forces[i];
      r->most_at = t;
    }
  }
  record_contacts(p, t);
  int surplus = jn_kinematics_result(p->kinematics)->surplus;
  p->load = fmax(p->load, jn_kinematics_result(p->kinematics)->load);
  if (surplus > p->surplus || p->rows == 0) p->surplus = surplus;
}

static jn_status put_row(const app_prescribed_motion *p, const jn_sink *sink, double t) {
  jn_status status = sink->poses(sink->self, p->poses);
  return status == JN_OK ? sink->row(sink->self, t, p->values) : status;
}

static jn_status write_row(app_prescribed_motion *p, double t) {
  jn_get_poses(p->start.system, jn_kinematics_work(p->kinematics), p->poses);
  jn_status status = p->path ? put_row(p, &p->output.sink, t) : JN_OK;
  if (status == JN_OK && p->table) status = put_row(p, &p->memory.sink, t);
  p->rows++;
  return status;
}

static double grid_time(const app_prescribed_motion *p, long i) {
  double first = ceil(p->from / p->step - 1e-9), t = (first + (double)i) * p->step;
  return i < 0 || t < p->from ? p->from : t > p->until * (1 - 1e-12) ? p->until : t;
}

// Computes the motion at the output times, at the beginning and at the end, and writes a row for each; stores the
// samples at the times of --at. Returns the first failure, JN_INTERRUPTED after a signal.
static jn_status compute_rows(app_prescribed_motion *p, app_progress *progress, double start) {
  const number_list *at = &p->command->options.at;
  jn_status status = JN_OK;
  int sample = 0;
  long i = grid_time(p, 0) > p->from ? -1 : 0;
  for (bool last = false; status == JN_OK && !last;) {
    double row = grid_time(p, i), t = sample < at->n ? fmin(row, at->items[sample]) : row;
    status = jn_kinematics_go(p->kinematics, t, p->command->report);
    if (status != JN_OK) break;
    p->time = t;
    record_values(p, t);
    if (sample < at->n && t == at->items[sample])
      memcpy(p->samples + (size_t)sample++ * (size_t)p->ncolumns, p->values, (size_t)p->ncolumns * sizeof *p->values);
    if (t == row) {
      status = write_row(p, t);
      i++;
    }
    last = t == row && row >= p->until;
    jn_progress now = {.time = t, .until = p->until, .wall_seconds = progress_clock() - start, .steps = p->rows};
    if (status == JN_OK && !last && !progress_show(progress, &now)) status = JN_INTERRUPTED;
  }
  return status;
}

static void close_sinks(app_prescribed_motion *p, jn_status status) {
  jn_summary summary = {.status = status,
                        .time = p->time,
                        .steps = p->rows,
                        .wall_seconds = p->wall_seconds,
                        .first_singular_time = NAN,
                        .iterations = jn_kinematics_iterations(p->kinematics),
                        .singular_passes = jn_kinematics_nsingular(p->kinematics)};
  if (summary.singular_passes > 0) summary.first_singular_time = jn_kinematics_singular_time(p->kinematics, 0);
  if (p->output.begun) p->output.sink.end(p->output.sink.self, &summary);
  if (p->table && p->memory.begun) p->memory.sink.end(p->memory.sink.self, &summary);
}

static jn_status follow(app_prescribed_motion *p) {
  jn_status status = open_sinks(p);
  if (status != JN_OK) return status;
  app_progress progress = progress_begin(!p->command->options.quiet);
  progress.start = p->from;
  double start = progress_clock();
  p->time = p->from;
  print_messages(p->command);
  status = compute_rows(p, &progress, start);
  progress_erase(&progress);
  p->wall_seconds = progress_clock() - start;
  p->interrupted = status == JN_INTERRUPTED;
  close_sinks(p, status);
  return checked_status(p->command, status, "the motion");
}

// ---- results --------------------------------------------------------------------------------------------------

// Writes the plot of --plot: forces of the actuators first, then outputs up to MOST_CURVES curves; with --x only
// outputs.
static jn_status write_plot(app_prescribed_motion *p) {
  const app_options *o = &p->command->options;
  int columns[MOST_CURVES], n = 0;
  if (!o->plot || !p->table || p->rows == 0) return JN_OK;
  for (int i = p->nprobe; i < p->ncolumns && n < MOST_CURVES && !o->x; i++) columns[n++] = i + 1;
  for (int i = 0; i < p->nprobe && n < MOST_CURVES; i++) columns[n++] = i + 1;
  jn_status status = plot_outputs_write(p->command, p->table, columns, &n);
  p->drawn = n;
  if (status == JN_OK) p->plot = o->plot;
  return status;
}

static void print_answer(app_prescribed_motion *p, jn_status status) {
  print_messages(p->command);
  bool has_columns = p->list != NULL;
  if (p->command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(p->command, &out, status);
    if (has_columns) put_prescribed_motion(&out, p);
    answer_end(p->command, &out);
  } else if (has_columns && !p->command->options.quiet) {
    print_prescribed_motion(p);
    print_notes(p->command);
  }
}

static void path_free(app_prescribed_motion *p) {
  jn_table_free(p->table);
  jn_probe_free(p->probe);
  jn_kinematics_free(p->kinematics);
  motion_free(&p->motion);
  recorded_options_free(&p->recorded);
  free(p->names);
  free(p->list);
  free(p->dimensions);
  free(p->units);
  free(p->unit_list);
  free(p->values);
  free(p->poses);
  free(p->samples);
  free(p->ranges);
  free(p->contacts);
  free(p->default_path);
  initial_state_free(&p->start);
}

static jn_status prepare(app_prescribed_motion *p) {
  const app_options *o = &p->command->options;
  jn_status status = check_result_options(p->command);
  if (status == JN_OK) status = report_check(p->command, false);
  if (status == JN_OK) status = recorded_options_make(p->command, &p->recorded);
  if (status == JN_OK) status = choose_path(p);
  if (status == JN_OK && o->motion) status = motion_read(p->command, o->motion, &p->motion);
  if (status == JN_OK) status = initial_state_load(p->command, &p->start);
  if (status == JN_OK) status = check_sources(p->command, p->start.model, p->path);
  if (status == JN_OK) status = make_kinematics(p);
  if (status == JN_OK) status = choose_times(p);
  return status == JN_OK ? make_columns(p) : status;
}

jn_status prescribed_motion_work(app_command *command, const char *ending) {
  app_prescribed_motion p = {.command = command, .ending = ending, .start = {.assemble_only = true}};
  ignore_methods(&command->options);
  progress_catch_signals();
  jn_status status = prepare(&p);
  if (status == JN_OK) status = follow(&p);
  if (results_sink_close(&p.output)) p.results = p.path;
  jn_status plotted = write_plot(&p), reported = report_prescribed_motion(&p, &p.report);
  if (status == JN_OK) status = plotted != JN_OK ? plotted : reported;
  print_answer(&p, status);
  path_free(&p);
  return status;
}

static jn_status kinematics_work(app_command *command) { return prescribed_motion_work(command, "kinematics"); }

static const char *const examples[] = {
    "jounce kinematics models/examples/driven-slider-crank.yaml",
    "jounce kinematics models/examples/four-bar.yaml --until 2 --step '10 ms' -o motion.csv --plot motion.svg",
    "jounce run models/examples/pendulum.yaml --until 1 -o swing.csv --quiet",
    "jounce kinematics models/examples/pendulum.yaml --motion swing.csv --no-output",
    "jounce kinematics models/examples/four-bar.yaml --probe joint.B.force --at 0.5,1 --json --no-output",
    NULL,
};

const app_verb verb_kinematics = {
    .name = "kinematics",
    .words = "MODEL",
    .needs = "a model file",
    .help = "prescribed motion: positions, velocities, accelerations, reactions, driver forces",
    .details =
        "For mechanisms whose drivers remove all degrees of freedom; remaining ones are named. Positions are found by "
        "Newton's method at each output time (integrated only where rolling requires it), then velocities, "
        "accelerations, reactions and driver forces (columns actuator.NAME). --motion reads the motion of free "
        "coordinates from a .csv or .h5 file: a column 'time' and columns with names of outputs (joint.O.angle, "
        "crank.angle, rod.P.x), interpolated by a spline of fifth degree. Singular configurations, lock-up and "
        "redundant constraints are reported.\nExit codes: 0 success, 2 usage or motion not prescribed, 3 model "
        "invalid, 4 assembly failed, 5 locked up, 7 input or output failed, 130 interrupted.",
    .examples = examples,
    .bit = FOR_KINEMATICS,
    .least = 1,
    .most = 1,
    .work = kinematics_work};

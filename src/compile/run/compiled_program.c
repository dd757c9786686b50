// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled_program.c - the program of a run: that of the file, or one made at the start.
#include <math.h>
#include <string.h>

#include "compile/file/program_file.h"
#include "compile/run/compiled.h"
#include "compile/tables/stop_tables.h"
#include "model/hash.h"
#include "model/model.h"
#include "system/system.h"

const jni_code_options jni_code_defaults = {.fused = true};

double *jni_variables_at(jni_pool *pool, const jn_system *system, const double *state, int more) {
  int nstate = system->sizes.nstate;
  double *variables = jni_doubles(pool, (size_t)jni_writer_nvariables(system) + (size_t)more);
  if (variables) memcpy(variables, state, (size_t)nstate * sizeof *variables);
  // An input of NaN follows the function of time that the model gives it.
  for (int i = 0; variables && i < system->sizes.nu; i++) variables[nstate + i] = NAN;
  return variables;
}

jni_program *jni_program_at(const jn_system *system, const jn_reduced *reduced, const double *state,
                            const jni_code_options *options, jn_report *report) {
  int own = jni_writer_nvariables(system), kept = options->parameters.n,
      held = jni_stop_nvariables(options->tabulated.stops ? options->tabulated.stops->n : 0);
  int faults = jn_report_count(report, JN_FAULT);
  jni_pool scratch = {.alloc = system->pool.alloc};
  double *nominal = jni_variables_at(&scratch, system, state, kept + (kept > 0) + held + (options->second != NULL));
  double *other = options->second ? jni_variables_at(&scratch, system, options->second_state, 1) : NULL;
  for (int i = 0; nominal && i < kept; i++) nominal[own + i] = options->parameter_values[i];
  const jni_program_def def = {.system = system,
                               .reduced = reduced,
                               .nominal = nominal,
                               .newton = options->newton,
                               .fused = options->fused,
                               .implicit = options->implicit,
                               .probe = options->probe,
                               .poses = options->poses,
                               .parameters = options->parameters,
                               .tabulated = options->tabulated,
                               .second = {options->second, other}};
  jni_program *program = !scratch.failed ? jni_program_new(scratch.alloc, &def, report) : NULL;
  if (!program && jn_report_count(report, JN_FAULT) == faults) jni_report_no_memory(report);
  jni_pool_free(&scratch);
  return program;
}

// ---- code of the file -----------------------------------------------------------------------------------------------

static bool is_kept(const jni_model_code *code, const char *path) {
  static const char parameters[] = "parameters.";
  if (strncmp(path, parameters, sizeof parameters - 1) == 0) path += sizeof parameters - 1;
  for (int i = 0; i < code->nkept; i++)
    if (strcmp(code->kept[i], path) == 0) return true;
  return false;
}

// Returns true if a setting with this path does not change the code: those of the sections simulate, outputs, initial
// and name.
static bool is_free(const char *path) {
  static const char *const sections[] = {"simulate", "outputs", "initial", "name"};
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    size_t n = strlen(sections[i]);
    if (strncmp(path, sections[i], n) == 0 && (path[n] == '.' || !path[n])) return true;
  }
  return false;
}

// Returns the first setting of the user that changes the code and that the code was not made with; NULL: none.
static const char *foreign_setting(const jni_model_code *code) {
  for (int i = 0; i < code->nset; i++)
    if (!is_kept(code, code->set[i]) && !is_free(code->set[i])) return code->set[i];
  return NULL;
}

// Returns true if the code in the file was made for the equations of this model. Otherwise sets *anew to true if only
// settings of the user differ, so that new code can be written; else reports a fault.
static bool belongs(const jn_model *model, bool *anew, jn_report *report) {
  const jni_model_code *code = model->code;
  if (jni_code_hash(model) == code->hash) return true;
  const char *foreign = foreign_setting(code);
  *anew = !foreign && code->nset > 0;
  if (foreign)
    jn_report_fault(
        report, JN_REFUSED, "",
        "'%.100s' is a number in the compiled code; compile the model with this value, or with --keep %.100s", foreign,
        foreign);
  else if (!*anew)
    jn_report_fault(report, JN_BAD_MODEL, "",
                    "the code of the compiled model does not belong to its equations: compile the model again");
  return false;
}

static void *refuse(const char *why, jn_report *report) {
  if (*why) jn_report_fault(report, JN_BAD_MODEL, "", "this compiled model cannot be run: %s", why);
  else jni_report_no_memory(report);
  return NULL;
}

static jni_program *read_code(const jn_system *system, jn_report *report) {
  const jni_model_code *code = system->model->code;
  const char *why;
  jni_program *p = jni_program_read(system, code->bytes, code->n, &why);
  return p ? p : refuse(why, report);
}

// Converts the implicit variables of the code in the file to flags of all `most` speeds or states of the system, and
// returns the flags in the pool. list: n indices among the variables of the program; numbers: index in the system of
// each variable. Returns NULL without memory.
static bool *flags_of(jni_pool *pool, const int *list, int n, const int *numbers, int most) {
  bool *flags = jni_flags(pool, (size_t)most + 1);
  for (int i = 0; flags && i < n; i++)
    if (numbers[list[i]] < most) flags[numbers[list[i]]] = true;
  return flags;
}

// Sets the options with which new code is written to those of the code in the file: Newton steps, rounding, implicit
// variables, omitted friction states; to the defaults if the model has no code. Returns false with a fault in the
// report if the code cannot be read or memory is short.
static bool options_of(jni_compiled *c, jni_code_options *options, jn_report *report) {
  const jn_system *system = c->base->system;
  const jni_model_code *code = system->model->code;
  jni_pool *pool = &c->base->pool;
  const char *why;
  *options = jni_code_defaults;
  options->implicit = c->implicit;
  if (!code) return true;
  jni_program *before = jni_program_read_plan(system->pool.alloc, code->bytes, code->n, &why);
  if (!before) return refuse(why, report);
  options->newton = before->newton;
  options->fused = before->fused;
  options->tabulated.creeps = before->sizes.nz < before->sizes.all_z;
  const jni_implicit_part *part = &before->implicit;
  if (part->extent == JNI_IMPLICIT_STIFF && c->implicit.extent == JNI_IMPLICIT_STIFF) {
    options->implicit.named_speeds = flags_of(pool, part->speeds, part->nspeeds, before->speeds, system->sizes.nv);
    options->implicit.named_states = flags_of(pool, part->states, part->nstates, before->states, system->sizes.nz);
  }
  jni_program_free(before);
  return true;
}

static jni_program *make_code(jni_compiled *c, const double *state, jn_report *report) {
  jni_formulation *f = c->base;
  jni_code_options options;
  if (!options_of(c, &options, report)) return NULL;
  jni_pool scratch = {.alloc = f->pool.alloc};
  double *y = jni_doubles(&scratch, (size_t)f->ode.n + 1);
  jn_status status = y ? c->pack(f, state, y) : JN_NO_MEMORY;
  const jn_reduced *reduced = status == JN_OK ? f->variables(f, state) : NULL;
  if (status != JN_OK && status != JN_NO_MEMORY)
    jn_report_fault(report, status, "", "the model cannot be compiled at its start: %s", jn_status_text(status));
  jni_pool_free(&scratch);
  return reduced ? jni_program_at(f->system, reduced, state, &options, report) : NULL;
}

jni_program *jni_compiled_program(jni_compiled *c, const double *state, jn_report *report) {
  const jn_system *system = c->base->system;
  bool anew = true;
  c->from_file = system->model->code && belongs(system->model, &anew, report);
  if (c->from_file) return read_code(system, report);
  return anew ? make_code(c, state, report) : NULL;
}

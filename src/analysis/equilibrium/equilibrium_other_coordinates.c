// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_other_coordinates.c - searches in other coordinates than the system's: in joint coordinates for large
// systems, in cartesian ones for natural ones.
#include <stdio.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium_search.h"
#include "system/reaction.h"

const jn_system *jni_search_system(const jn_system *system, jn_system **made) {
  *made = NULL;
  if (system->tree) return system;
  if (system->kind->natural || system->sizes.nv <= JNI_SMALL) return system->cartesian;
  *made = jni_system_new_beside(system, "joint", NULL);
  // The cost of the dense decompositions grows with the cube of the number of speeds: joint coordinates are worth the
  // conversion if they halve that number.
  bool pays = *made && (system->sizes.nv > JNI_MOST_DENSE || jni_balance_kind_sparse.supports(*made) ||
                        2 * (*made)->sizes.nv <= system->sizes.nv);
  if (pays) return *made;
  *made = jn_system_free(*made);
  return system;
}

// Writes to lambda (nc, may be NULL) the multipliers of `system` at `state`. Natural coordinates take the multipliers
// `all` of the same joint equations in `other`; for cartesian coordinates lambda of minimum norm is computed anew.
static jn_status convert_lambda(const jn_system *system, const double *state, const jn_system *other, const double *all,
                                double *lambda, jn_report *report) {
  if (!lambda) return JN_OK;
  memset(lambda, 0, (size_t)system->sizes.nc * sizeof *lambda);
  if (!system->kind->natural)
    return jni_equilibrium_multipliers(system, state, lambda) ? JN_OK : jni_report_no_memory(report);
  for (int j = 0; j < system->model->njoints; j++)
    for (int i = 0; i < jni_joint_row_count(other, j) && i < jni_joint_row_count(system, j); i++)
      lambda[jni_joint_row(system, j, i)] = all[jni_joint_row(other, j, i)];
  return JN_OK;
}

// Searches for the equilibrium in the coordinates of `other`. If `system` has natural coordinates, only warnings and
// faults of that search are added to the report, no notes.
static jn_status solve_other(const jn_system *system, const jn_system *other, const jn_equilibrium_options *options,
                             double *state, double *lambda, jn_equilibrium *result, jn_report *report) {
  if (!system->kind->natural) return jni_solve_fixed_discretes(other, options, state, lambda, result, report);
  jn_report *messages = jn_report_new(system->alloc);
  jn_status status = messages ? jni_solve_fixed_discretes(other, options, state, lambda, result, messages)
                              : jni_report_no_memory(report);
  for (int i = 0; messages && i < jn_report_size(messages); i++)
    if (jn_report_get(messages, i)->severity != JN_NOTE) jn_report_add(report, jn_report_get(messages, i));
  jn_report_free(messages);
  return status;
}

jn_status jni_solve_in_coordinates(const jn_system *system, const jn_system *other,
                                   const jn_equilibrium_options *options, double *state, double *lambda,
                                   jn_equilibrium *result, jn_report *report) {
  double *own = jni_alloc0(system->alloc, (size_t)other->sizes.nstate, sizeof *own);
  double *all = jni_alloc0(system->alloc, (size_t)other->sizes.nc, sizeof *all);
  jn_status status = own && all ? JN_OK : jni_report_no_memory(report);
  if (status == JN_OK) {
    jn_state_convert(system, state, other, own);

    // Adds a note that says in which coordinates the equilibrium is computed.
    jn_error note = {.severity = JN_NOTE};
    if (system->kind->natural)
      snprintf(note.what, sizeof note.what,
               "the equilibrium is computed in %s coordinates and reported in natural ones",
               other->sizes.nv > JNI_MOST_DENSE ? "other" : "cartesian");
    else if (other->sizes.nv >= system->sizes.nv)
      snprintf(note.what, sizeof note.what,
               "the equilibrium is computed in joint coordinates and reported in "
               "cartesian ones");
    else
      snprintf(note.what, sizeof note.what,
               "the equilibrium is computed in joint coordinates, with %d speeds instead of %d, and reported in "
               "cartesian ones",
               other->sizes.nv, system->sizes.nv);
    jn_report_add(report, &note);

    status = solve_other(system, other, options, own, system->kind->natural && lambda ? all : NULL, result, report);
    jn_state_convert(other, own, system, state);
    jn_status carried = convert_lambda(system, state, other, all, lambda, report);
    if (status == JN_OK) status = carried;
  }
  jni_free(system->alloc, own);
  jni_free(system->alloc, all);
  return status;
}

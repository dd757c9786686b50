// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// independent.c - which joint variables are the unknowns of a run, for those who look at it.
#include "simulate/run.h"

int jn_run_nindependent(const jn_run *run) {
  JNI_ASSERT(run);
  return run->formulation->independent ? run->formulation->independent(run->formulation, -1, NULL, 0) : -1;
}

// The name of the i-th of a list; "": there is none.
static const char *name_of(const jn_run *run, int (*list)(const jni_formulation *, int, char *, size_t), int i,
                           char *text, size_t size) {
  if (size > 0) text[0] = 0;
  if (size > 0 && list) list(run->formulation, i, text, size);
  return text;
}

const char *jn_run_independent(const jn_run *run, int i, char *text, size_t size) {
  JNI_ASSERT(run);
  return name_of(run, run->formulation->independent, i, text, size);
}

const char *jn_run_arc(const jn_run *run, int i, char *text, size_t size) {
  JNI_ASSERT(run);
  return name_of(run, run->formulation->arc, i, text, size);
}

int jn_run_nchords(const jn_run *run) {
  JNI_ASSERT(run);
  return run->formulation->chord ? run->formulation->chord(run->formulation, -1, NULL, 0) : 0;
}

const char *jn_run_chord(const jn_run *run, int i, char *text, size_t size) {
  JNI_ASSERT(run);
  return name_of(run, run->formulation->chord, i, text, size);
}

bool jn_run_chords(jn_run *run, double *values, double *rates, double *B) {
  JNI_ASSERT(run);
  jni_formulation *formulation = run->formulation;
  return formulation->chords && formulation->chords(formulation, jn_run_state(run), values, rates, B);
}

int jn_run_ngroups(const jn_run *run) {
  return JNI_ASSERT(run), run->formulation->groups ? run->formulation->groups(run->formulation) : 0;
}

static int members(const jn_run *run, int group, const int **rows, const int **speeds) {
  return run->formulation->group ? run->formulation->group(run->formulation, group, rows, speeds) : 0;
}

int jn_run_group_size(const jn_run *run, int group) {
  JNI_ASSERT(run);
  const int *rows, *speeds;
  return members(run, group, &rows, &speeds);
}

int jn_run_group_arc(const jn_run *run, int group, int i) {
  JNI_ASSERT(run);
  const int *rows, *speeds;
  return i >= 0 && i < members(run, group, &rows, &speeds) ? speeds[i] : -1;
}

int jn_run_group_row(const jn_run *run, int group, int i) {
  JNI_ASSERT(run);
  const int *rows, *speeds;
  return i >= 0 && i < members(run, group, &rows, &speeds) ? rows[i] : -1;
}

void jn_run_tell_independent(const jn_run *run, jn_report *report) {
  JNI_ASSERT(run);
  if (run->formulation->independent && run->formulation->tell) run->formulation->tell(run->formulation, NULL, report);
}

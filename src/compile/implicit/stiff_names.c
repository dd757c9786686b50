// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiff_names.c - see stiff_names.h.
#include "compile/implicit/stiff_names.h"

#include <stdio.h>
#include <string.h>

#include "system/system.h"

enum { NAME_SIZE = 256 };

typedef struct {
  const jn_system *system;
  const jn_reduced *reduced;
  char (*states)[NAME_SIZE];
  bool *independent;            // nv: flags of the independent speeds
  bool *speeds, *states_named;  // nv, nz: flags of the speeds and states that a name denotes
} naming;

static bool stands_for(const char *name, const char *whole) {
  size_t n = strlen(name);
  return strncmp(name, whole, n) == 0 && (!whole[n] || whole[n] == '.');
}

static bool allocate(naming *w, jni_pool *pool, jni_pool *scratch) {
  size_t nv = (size_t)w->system->sizes.nv, nz = (size_t)w->system->sizes.nz;
  w->speeds = jni_flags(pool, nv + 1);
  w->states_named = jni_flags(pool, nz + 1);
  w->independent = jni_flags(scratch, nv + 1);
  w->states = jni_take(scratch, nz + 1, sizeof *w->states);
  if (pool->failed || scratch->failed) return false;
  for (int i = 0; i < w->reduced->nindependent; i++) w->independent[w->reduced->independent[i]] = true;
  for (int i = 0; i < w->system->sizes.nz; i++) {
    char text[NAME_SIZE];
    snprintf(w->states[i], NAME_SIZE, "%s", jn_state_name(w->system, i, text, sizeof text));
  }
  return true;
}

// Marks the independent speeds and the states that a name denotes, and returns their number. *dependent: number of
// dependent speeds that it denotes; these cannot be implicit.
static int mark(naming *w, const char *name, int *dependent) {
  int found = 0;
  *dependent = 0;
  for (int i = 0; i < w->reduced->narcs; i++) {
    if (!stands_for(name, w->reduced->arcs[i])) continue;
    if (w->independent[i]) {
      w->speeds[i] = true;
      found++;
    } else {
      ++*dependent;
    }
  }
  for (int i = 0; i < w->system->sizes.nz; i++)
    if (stands_for(name, w->states[i])) {
      w->states_named[i] = true;
      found++;
    }
  return found;
}

static const char *candidate(const void *context, int i) {
  const naming *w = context;
  if (i < w->reduced->nindependent) return w->reduced->arcs[w->reduced->independent[i]];
  i -= w->reduced->nindependent;
  return i < w->system->sizes.nz ? w->states[i] : NULL;
}

static bool refuse(const naming *w, const char *name, bool dependent, jn_report *report) {
  const char *nearest = dependent ? NULL : jni_nearest(name, candidate, w);
  if (dependent)
    jn_report_fault(report, JN_REFUSED, "",
                    "'%.100s' cannot be stiff by name: it depends on the independent variables; name one of those",
                    name);
  else
    jn_report_fault(report, JN_REFUSED, "", "there is no independent variable or state '%.100s' to be stiff%s%.100s%s",
                    name, nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
  return false;
}

bool jni_stiff_named(jni_pool *pool, const jn_system *system, const jn_reduced *reduced, const char *const *names,
                     int n, jni_implicit_def *def, jn_report *report) {
  jni_pool scratch = {.alloc = pool->alloc};
  naming w = {.system = system, .reduced = reduced};
  bool good = allocate(&w, pool, &scratch);
  for (int i = 0, dependent; good && i < n; i++)
    if (mark(&w, names[i], &dependent) == 0) good = refuse(&w, names[i], dependent > 0, report);
  def->named_speeds = w.speeds;
  def->named_states = w.states_named;
  pool->failed |= scratch.failed;
  jni_pool_free(&scratch);
  return good;
}

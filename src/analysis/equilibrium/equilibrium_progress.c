// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_progress.c - calls the progress function of the program during a search; it may end the search.
#include "analysis/equilibrium/equilibrium.h"

static const double period = 0.05;  // s of wall time

void jni_progress_begin(jni_search_progress *watch, const jn_equilibrium_options *options) {
  *watch = (jni_search_progress){.options = options && options->progress ? options : NULL, .method = ""};
  if (!watch->options) return;
  watch->begin = jni_wall_clock();
  watch->next = watch->begin + period;
}

bool jni_progress_report(jni_balance *b) {
  jni_search_progress *w = &b->progress;
  if (!w->options || w->interrupted) return !w->interrupted;
  double now = jni_wall_clock();
  if (now < w->next) return true;
  w->next = now + period;
  jn_equilibrium_progress progress = {
      .method = w->method, .iterations = b->iterations, .left = b->best_residual, .wall_seconds = now - w->begin};
  w->interrupted = !w->options->progress(w->options->progress_context, &progress);
  return !w->interrupted;
}

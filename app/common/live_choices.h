// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// live_choices.h - choices of runs that keep pace with the clock: those of pages in which a model is driven and of
// `jounce drive`.
#ifndef APP_LIVE_CHOICES_H
#define APP_LIVE_CHOICES_H

#include <jounce/jounce.h>

// Changes *choices to fixed steps. An integrator with fixed steps, or `auto`, keeps its step; the step is 1 ms if none
// is given. An integrator with variable steps is replaced by `auto` with 1 ms, whatever step is given, with a warning
// in the report. Resets the tolerance to its default.
void live_choose(jn_choices *choices, jn_report *report);

#endif

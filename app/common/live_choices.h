// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// live_choices.h - choices of a run at the pace of the clock, for the page that drives a model and for the command that tries
// its start.
#ifndef APP_LIVE_CHOICES_H
#define APP_LIVE_CHOICES_H

#include <jounce/jounce.h>

// Sets fixed steps: those of the model, or of 1 ms. Warns where they replace an integrator that chooses its own.
void live_choose(jn_choices *choices, jn_report *report);

#endif

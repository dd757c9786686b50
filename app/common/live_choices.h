// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// live_choices.h - choices of runs that keep pace with the clock, for driven pages and for `jounce drive`.
#ifndef APP_LIVE_CHOICES_H
#define APP_LIVE_CHOICES_H

#include <jounce/jounce.h>

// Sets *choices to an integrator with fixed steps: of the size that the model gives, otherwise 1 ms. Warns if this
// replaces an integrator with variable steps.
void live_choose(jn_choices *choices, jn_report *report);

#endif

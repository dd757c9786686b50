// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_arrows.h - forces at the points of contact, as arrows of a picture of the mechanism.
#ifndef APP_CONTACT_ARROWS_H
#define APP_CONTACT_ARROWS_H

#include "command.h"

// Computes the contact forces of the first 400 points at the start of a run of the model. Returns the number of arrows
// and sets *list to them, which the caller frees. Returns 0 and sets *list to NULL if there are none, if the run cannot
// start, or without memory.
int contact_arrows_start(const jn_system *system, const double *state, jn_arrow **list);
// Makes arrows from the columns of a result such as contact.floor.1.force.x and contact.floor.1.point.x in one row, and
// marks points that were hit since the row before (column contact.floor.1.impacts). Omits points without these columns.
// Returns their number and sets *list to them, which the caller frees, also if there are 0.
int contact_arrows_row(const jn_system *system, const double *state, const jn_table *table, int row, jn_arrow **list);
// Counts the points of a contact that stick and those that slip (or have no friction) at the start of a run of the
// model, into *sticking and *slipping. Returns false, with zeros, if the run cannot start, the contact has more than
// 400 points, or there is no memory.
bool contact_modes_start(const jn_system *system, const jn_contact_info *info, int *sticking, int *slipping);

#endif

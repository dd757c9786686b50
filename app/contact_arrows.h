// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_arrows.h - forces at the points of contact, as arrows of a picture of the mechanism.
#ifndef APP_CONTACT_ARROWS_H
#define APP_CONTACT_ARROWS_H

#include "command.h"

// Computes the contact forces at the start of a run of the model. Returns the number of arrows and sets *list to them,
// which the caller frees. Returns 0 and sets *list to NULL if there are none, or if the run cannot start.
int contact_arrows_start(const jn_system *system, const double *state, jn_arrow **list);
// Makes arrows from the columns of a result such as contact.floor.1.force.x and contact.floor.1.point.x in one row, and
// marks points that were hit since the row before (column contact.floor.1.impacts). Returns their number and sets *list
// as contact_arrows_start does.
int contact_arrows_row(const jn_system *system, const double *state, const jn_table *table, int row, jn_arrow **list);
// Counts the points of a contact that stick and those that slip (or have no friction) at the start of a run of the
// model, into *sticking and *slipping. Returns false if the run cannot start or the contact has more than 400 points.
bool contact_modes_start(const jn_system *system, const jn_contact_info *info, int *sticking, int *slipping);

#endif

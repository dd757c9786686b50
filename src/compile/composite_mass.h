// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// composite_mass.h - mass as the links carry it, with numbers: bodies that are welded to each other are one lump, and
// so are a body and a wheel, shaft or rotor on it whose mass does not show that it turns (centre of mass on the hinge's
// axis, equal inertia across it). Of such a rotor its moment of inertia about the axis is left where it is.
//
// The inertia of a lump about its centre of mass is round 1 + sum of weight axis axis'. Inertias that depend on kept
// parameters have no principal axes: they are taken whole.
#ifndef JNI_COMPOSITE_MASS_H
#define JNI_COMPOSITE_MASS_H

#include "jounce/system.h"
#include "system/tree/tree.h"

typedef struct {
  double mass;
  double c[3];  // its centre from the link's centre of mass, body axes
  double J[9];  // about it
  double round, weight[2], axis[2][3];
  int naxes;
  bool whole;   // round and axes are not known: J counts
  bool rotor;   // the link's own is in the lump of its parent, but for
  double spin;  // its moment of inertia about the hinge
} jni_composite_mass;

// One for each link; mass 0: nothing is left there. That of the ground is of no use.
void jni_composite_masses_find(const jn_system *system, jni_composite_mass *lumps);

#endif

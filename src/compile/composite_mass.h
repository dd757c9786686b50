// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// composite_mass.h - composite bodies: the mass that each link carries, as numbers. Bodies welded to each other are one
// composite body; so are a body and a balanced rotor on it, such as a wheel or shaft (centre of mass on the hinge axis,
// equal transverse moments of inertia). The moment of inertia of the rotor about its axis remains with the rotor's
// link.
//
// The inertia about the centre of mass is round 1 + sum of weight axis axis'. If it depends on kept parameters its
// principal axes are not constant, and J is used.
#ifndef JNI_COMPOSITE_MASS_H
#define JNI_COMPOSITE_MASS_H

#include "jounce/system.h"
#include "system/tree/tree.h"

typedef struct {
  // mass in kg; 0: the mass is included in that of the parent
  double mass;
  double c[3];  // from the link's centre of mass to this one, body axes, m
  double J[9];  // moment of inertia about this centre of mass, body axes, kg m^2
  double round, weight[2], axis[2][3];
  int naxes;
  bool whole;   // inertia depends on kept parameters: round and axes are not computed, J is used
  bool rotor;   // the link is a rotor: its mass is included in its parent's
  double spin;  // moment of inertia of the rotor about the hinge, kg m^2
} jni_composite_mass;

// Fills composites[1] to composites[nlinks - 1], one for each link except the ground. composites[0] is overwritten with
// what is welded to the ground, which no link carries. mass = 0 if the mass is included in that of the parent.
void jni_composite_masses_find(const jn_system *system, jni_composite_mass *composites);

#endif

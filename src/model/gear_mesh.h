// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gear_mesh.h - the pitch point of a gear, a rack or a coupling with `geometry`, computed from the joints that it
// relates.
//
// The teeth load two bodies, a and b, at the pitch point P with opposite forces, which a chain of joints from a to b
// carries. In a gear these are its two joints, on one carrier; in a planetary gear between sun and planet they may be
// the sun's joint on the ground, the carrier's on the ground and the planet's on the carrier. Joints up to the carrier
// turn about the axis of a, those behind it about that of b. With u the axis, e the unit vector from the first axis to
// the second, d their distance, sum of f_k c_k = offset the relation, and phi_k = +f_k or -f_k so that growing c_k
// turns what is on the side of b about u (one value phi_a for all joints about the first axis, one value phi_b for the
// others):
//   P = O_a + reach e,    reach = d phi_a / (phi_a - phi_b)        where a and b have the same velocity along t = u x e
//   F = -scale lambda (phi_a - phi_b) / d                          on b along t: its virtual work is that of the row
// A rack has the slide as its second joint: t is its direction, e = t x u, reach = phi_a / phi_b, F = -scale lambda
// phi_b.
// The separating force |F| tan(pressure angle) pushes a gear with outside teeth towards its own axis.
#ifndef JNI_GEAR_MESH_H
#define JNI_GEAR_MESH_H

#include "model/joint_element.h"

enum { JNI_MAX_MESH_JOINTS = 16 };

typedef struct {
  int body[2];        // a and b
  int carrier;        // body on which both axes are fixed, at a distance
  double origin[3];   // point of the first axis, in the carrier's frame, m
  double u[3], e[3];  // unit vectors, carrier's axes
  double reach;       // O_a to P along e, m
  double share;       // tooth force F per -scale lambda: (phi_a - phi_b) / d; of a rack phi_b
  double outward;     // sign of the separating force on b along e
  double slope;       // tan(pressure angle)
  int at;             // frame at the same position along u as the pitch point
  int njoints;        // the chain from a to b
  struct {
    int joint, end_a;  // end_a: index, 0 or 1, of the end of the joint on the side of a
  } joints[JNI_MAX_MESH_JOINTS];
} jni_gear_mesh;

// Returns whether a joint is a gear, rack or coupling whose definition has `geometry`. The definition must be checked.
static inline bool jni_has_teeth(const jni_joint_element *joint) {
  return joint->kind && joint->kind->teeth && joint->def.geometry.given;
}

// Computes the pitch point of a mesh from a definition, and stores it with the chain of joints in *mesh. Returns false
// with a sentence in `what` if the geometry is inconsistent with the joints.
bool jni_gear_mesh_find(const jn_model *model, const jni_joint_kind *kind, const jn_joint_def *def, jni_gear_mesh *mesh,
                        char *what, size_t size);
// Checks the `geometry` of a definition by computing the pitch point; it serves as jni_joint_kind.check. Returns false
// with a sentence in `what` if it is inconsistent. Accepts a definition without geometry, and one whose joints have
// faults of their own, which are reported elsewhere.
bool jni_gear_mesh_check(const jn_model *model, const jni_joint_kind *kind, const jn_joint_def *def, char *what,
                         size_t size);
// Sets *terms to the terms (factor and joint coordinate) of the relation of a gear, rack or coupling, and returns their
// number: those of the definition, or, for kinds that relate two joints, two terms that are written to `own`.
int jni_gear_mesh_terms(const jni_joint_kind *kind, const jn_joint_def *def, jn_term own[2], const jn_term **terms);

#endif

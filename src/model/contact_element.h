// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_element.h - contacts of a model: their pairs of shapes and points, and materials.
#ifndef JNI_CONTACT_ELEMENT_H
#define JNI_CONTACT_ELEMENT_H

#include "base/pool.h"
#include "contact/contact_geometry.h"
#include "kernel/force/compliant_push.h"
#include "model/kind_field.h"
#include "model/place.h"
#include "model/shape/shape_kind.h"

typedef struct {
  char *name;
  double friction, friction_static, restitution;  // friction_static: resolved to a number
  double young, poisson;  // Young's modulus, Pa, NaN: not given; Poisson's ratio, 0.3 if not given
} jni_material;

// A pair of shapes that may touch. They are in the order that contact_geometry.h requires, which depends on their
// kinds.
typedef struct jni_contact_pair {
  int shape[2];  // indices in the model
  jni_contact_shape geometry[2];
  double friction, friction_static, restitution;
  jnk_compliant law;   // law of a compliant contact
  int first, npoints;  // its points among all points of rigid, or of compliant, contacts of the model
  bool has_features;   // the points are features, which change (contact_features.h)
} jni_contact_pair;

typedef struct {
  char *name;
  jni_contact_pair *pairs;
  int npairs, capacity_pairs;
  bool compliant;      // false: rigid
  int first, npoints;  // its points among all points of rigid, or of compliant, contacts of the model
  int nleft_out;       // pairs of names of `among` omitted because a joint connects their bodies
  jni_place place;
} jni_contact_element;

// Indices of the discrete states of one point of rigid contact, within its JNI_CONTACT_STATES states.
enum {
  JNI_CONTACT_MODE,                                 // jni_contact_mode
  JNI_CONTACT_DIRECTION,                            // direction of slip in ground axes, three numbers
  JNI_CONTACT_IMPACTS = JNI_CONTACT_DIRECTION + 3,  // number of impacts so far
  JNI_CONTACT_LOST,                                 // energy lost in impacts, J
  JNI_CONTACT_IMPULSE,                              // normal impulse of the last impact, N s
  // what a closed point holds: a feature of two polyhedra (contact_features.h) or two pieces of profiles
  // (contact_profile.h); 0: nothing
  JNI_CONTACT_FEATURE,
  JNI_CONTACT_SLOW,  // 1: the point slips so slowly that its friction follows the slip with a lag; otherwise 0
  JNI_CONTACT_STATES
};

// Indices of the discrete states of one point of compliant contact, within its JNI_COMPLIANT_STATES states.
enum {
  JNI_COMPLIANT_SPEED,    // speed of approach at which the shapes touched, at least rest_speed, m/s; 0: open
  JNI_COMPLIANT_IMPACTS,  // number of times they touched faster than rest_speed
  JNI_COMPLIANT_STATES
};

// Indices of the outputs of the force element that the model adds for each point of compliant contact.
enum {
  JNI_COMPLIANT_FRICTION,                       // magnitude, N
  JNI_COMPLIANT_SLIP,                           // speed of slip, m/s
  JNI_COMPLIANT_STATE,                          // 0 open, 1 sticks, 2 slips or has no friction
  JNI_COMPLIANT_PLACE,                          // place of the force, ground axes, three numbers, m
  JNI_COMPLIANT_RUB = JNI_COMPLIANT_PLACE + 3,  // friction on the second body, ground axes, three numbers, N
  JNI_COMPLIANT_LOSS = JNI_COMPLIANT_RUB + 3,   // power of damping and slipping, at most 0, W
  JNI_COMPLIANT_OUTPUTS
};

// A change of a contact that can trigger an event.
typedef enum {
  JNI_CONTACT_HITS,    // an impact
  JNI_CONTACT_CLOSES,  // a point begins to touch, after an impact or without one
  JNI_CONTACT_OPENS,
  JNI_CONTACT_BEGINS_SLIP,
  JNI_CONTACT_BEGINS_STICK,
  JNI_CONTACT_NCHANGES
} jni_contact_change;
extern const char *const jni_contact_change_names[JNI_CONTACT_NCHANGES + 1];  // ended by NULL

// Returns a shape in the form of contact_geometry.h, except for its place: `p` is measured from the origin of the
// body's frame instead of from the centre of mass, and has the z of the definition also in the plane. It has no profile
// and no solid, and a mesh or profile has no size yet.
jni_contact_shape jni_contact_shape_of(const jni_shape_kind *kind, const jn_shape_def *def, bool plane);
// Makes the solid of a shape (contact_polyhedron.h) in memory of a pool and stores it in *shape, unless the shape has
// one already; sets the size of a hull. A kind of shape that has no solid is left as it is. Stores in `what` why the
// hull of a mesh cannot be made; "" if there is no problem, or if memory ran out, which sets pool->failed.
void jni_contact_add_solid(jni_pool *pool, const jn_shape_def *def, jni_contact_shape *shape, char *what, size_t room);

enum { JNI_CONTACT_NFIELDS = 13, JNI_MATERIAL_NFIELDS = 5 };
extern const jni_field jni_contact_fields[JNI_CONTACT_NFIELDS];    // fields of jn_contact_def
extern const jni_field jni_material_fields[JNI_MATERIAL_NFIELDS];  // fields of jn_material_def

#endif

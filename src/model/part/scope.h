// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// scope.h - the model and the uses of parts in it. Every section is read in each scope; functions that take names from
// the file look them up in r->scope.
#ifndef JNI_SCOPE_H
#define JNI_SCOPE_H

#include "model/part/part.h"
#include "model/part/part_place.h"
#include "model/read/parameter.h"

// The first scope is the model itself, the others are uses of parts.
struct jni_scope {
  jni_part *part;
  jni_scope *outer;    // that has the use; NULL: the model itself
  jni_scope *around;   // where parameters are looked up that the part does not have; NULL: nowhere
  const char *prefix;  // of names: "front.left.", "" for the model itself
  size_t length;       // of the prefix
  int depth;
  int use;                    // its number in the model, 0: the model itself
  const jni_node *node;       // of the use
  jni_parameter *parameters;  // of the part
  jni_port_binding *bound;    // what its ports are bound to
  jni_part_place place;       // in the outer scope
  jni_part_place placed;      // on the ground
  int ground;                 // frame that the part calls `ground` if it is placed elsewhere, 0: none yet
  jni_part_place start;       // placement of initial values: a part with a base begins where that body is
  int base;                   // the body that initial velocities are relative to, 0: the ground
  bool started;               // start and base are set
  int first_body, nbodies;    // its own bodies
  jni_scope *next;            // list of all scopes, each before those in it
};

// The scope to return to.
typedef struct {
  jni_scope *scope;
  int use, nindices;
  jni_index indices[JNI_MAX_INDICES];
} jni_scope_state;
jni_scope_state jni_read_enter(jni_reader *r, jni_scope *scope);
void jni_read_leave(jni_reader *r, const jni_scope_state *before);

// Returns the name in the model: "arm" is "front.left.arm" in that use. NULL: too long, a fault at the node, or no
// memory.
const char *jni_read_name(jni_reader *r, const jni_node *node, const char *name);
// Reports a fault, with a hint to ports, if the name exists outside of the part only. Returns true then, and also if it
// is missing because of a reported fault.
bool jni_read_report_outside(jni_reader *r, const jni_node *node, jni_name_group group, const jni_names *names,
                             const char *name);
// Returns names of signals in a formula as names in the model. NULL after a fault.
const char *jni_read_signal(jni_reader *r, const jni_node *node, const char *name);
// Returns whether the name, which has no dots, is `t`, an input, a state, a named signal or a port.
bool jni_read_names_signal(const jni_reader *r, const char *name);

enum { JNI_NAMES_BODY = 1, JNI_NAMES_JOINT = 2, JNI_NAMES_ROAD = 4, JNI_NAMES_VALUE = 8, JNI_NAMES_OTHER = 16 };
// Returns "body", "joint", ... if one of these sections has an entry of this name; NULL: none has.
const char *jni_read_kind_of(const jni_node *root, const char *name, unsigned sections);

#endif

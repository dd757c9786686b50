// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// scope.h - the model and the uses of parts in it. Every section is read in each scope; functions that take names from
// the file look them up in r->scope.
#ifndef JNI_SCOPE_H
#define JNI_SCOPE_H

#include "model/part/part.h"
#include "model/part/part_place.h"
#include "model/read/parameter.h"

// A scope: the model itself, which is the first in the list, or a use of a part. It determines what names and
// parameters mean.
struct jni_scope {
  jni_part *part;
  jni_scope *outer;    // scope that has the use; NULL: the model itself
  jni_scope *around;   // scope in which parameters are looked up that the part does not have; NULL: none
  const char *prefix;  // begins the names of its elements in the model: "front.left.", "" for the model itself
  size_t length;       // length of the prefix
  int depth;
  int use;                    // number of the use in the model; 0: the model itself
  const jni_node *node;       // entry of the use
  jni_parameter *parameters;  // values of the part's parameters
  jni_port_binding *bound;    // what its ports are bound to
  jni_part_place place;       // placement in the outer scope
  jni_part_place placed;      // placement on the ground
  int ground;                 // frame that the part calls `ground` if it is placed elsewhere, 0: none yet
  jni_part_place start;       // placement to which initial values are relative: for a part with a base that of the base
  int base;                   // body that initial velocities are relative to; 0: the ground
  bool started;               // start and base are set
  int first_body, nbodies;    // index of the first body of the part itself; number of these bodies
  jni_scope *next;            // next in the list of all scopes, in which a scope precedes the scopes inside it
};

// Part of the reader's state that jni_read_enter saves and jni_read_leave restores: scope and indices of `repeat`.
typedef struct {
  jni_scope *scope;
  int use, nindices;
  jni_index indices[JNI_MAX_INDICES];
} jni_scope_state;
jni_scope_state jni_read_enter(jni_reader *r, jni_scope *scope);
void jni_read_leave(jni_reader *r, const jni_scope_state *before);

// Returns the name that an element `name` of the present scope has in the model: in the use front.left "arm" is
// "front.left.arm". Reports a fault at the node and returns NULL if it is too long; also returns NULL if memory is
// short.
const char *jni_read_name(jni_reader *r, const jni_node *node, const char *name);
// If a name of the group exists only outside of the part, reports a fault with a hint to ports and returns true. Also
// returns true, without a further fault, if the element is missing because of a reported fault; otherwise returns
// false.
bool jni_read_report_outside(jni_reader *r, const jni_node *node, jni_name_group group, const jni_names *names,
                             const char *name);
// Returns the name in the model of a signal that a formula in the present scope calls `name`. NULL after a fault or if
// memory is short.
const char *jni_read_signal(jni_reader *r, const jni_node *node, const char *name);
// Returns whether a name without dots is `t` or that of an input, a state, a named signal or a port of the present
// part.
bool jni_read_names_signal(const jni_reader *r, const char *name);

enum { JNI_NAMES_BODY = 1, JNI_NAMES_JOINT = 2, JNI_NAMES_ROAD = 4, JNI_NAMES_VALUE = 8, JNI_NAMES_OTHER = 16 };
// Returns the word for the element, "body", "joint", ..., that has this name in the tree `root`; sections: set of the
// sections that are searched. "body" for `ground` if bodies are searched. NULL: none of them has an entry of this name.
const char *jni_read_kind_of(const jni_node *root, const char *name, unsigned sections);

#endif

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// names.h - a hash table from names to numbers.
#ifndef JNI_NAMES_H
#define JNI_NAMES_H

#include "base/pool.h"

typedef struct jni_names jni_names;

// Group of names, such as the names of bodies. The same name may be used in several groups.
typedef enum {
  JNI_NAME_BODY,
  JNI_NAME_FRAME,  // owner: its body
  JNI_NAME_POINT,  // all frames by the name of the point alone; JNI_NAME_SEVERAL: it is ambiguous
  JNI_NAME_JOINT,  // joints and drivers
  JNI_NAME_FORCE,
  JNI_NAME_SUBSYSTEM,
  JNI_NAME_ROAD,
  JNI_NAME_SOIL,
  JNI_NAME_SHAPE,  // owner: its body
  JNI_NAME_MATERIAL,
  JNI_NAME_PROFILE,
  JNI_NAME_CONTACT,
  JNI_NAME_MESH,  // files of meshes, by their paths
  JNI_NAME_INPUT,
  JNI_NAME_AUXILIARY,
  JNI_NAME_DISCRETE,
  JNI_NAME_COMPUTED,
  JNI_NAME_TABLE,
  JNI_NAME_EVENT,
  JNI_NAME_OUTPUT,
  JNI_NAME_USE,
  JNI_NAME_MISSING,    // uses and ports that are missing because of a reported fault
  JNI_NAME_START,      // values of `initial`, in the reader's own index
  JNI_NAME_PARAMETER,  // parameters, in the reader's own index; owner: number of the part
  JNI_NAME_PART,     // in the reader's own index; owner: part that has it in `parts`, 0: a file, -1: a robot on a body
  JNI_NAME_INITIAL,  // initial values that are set, in the reader's own index; named by kind and indices of the signal
  JNI_NAME_KEY,      // keys of one mapping while they are compared; owner: number of the mapping
} jni_name_group;

enum { JNI_NAME_NONE = -1, JNI_NAME_SEVERAL = -2 };

jni_names *jni_names_new(const jn_alloc *alloc);  // freed by jni_object_free
// Stores `number` under a name of a group and owner; replaces the number if the name is already stored. `text` is not
// copied and must outlive the table. Returns false if memory is short.
bool jni_names_put(jni_names *names, jni_name_group group, int owner, const char *text, int number);
// Returns the number stored under a name of a group and owner; JNI_NAME_NONE: the name is not stored.
int jni_names_get(const jni_names *names, jni_name_group group, int owner, const char *text);

// Largest length of the name of an element, and of a path, which consists of the names of uses and of an element with
// dots between them.
enum { JNI_MAX_NAME = 63, JNI_MAX_PATH = 255 };
bool jni_name_is_legal(const char *name);
// Returns the length of the longest beginning of `path` that is a name of the group and owner and that ends before a
// dot or at the end of the path, and sets *number to the number stored for it. Returns 0 if no beginning is such a
// name.
size_t jni_model_find_path(const jni_names *names, jni_name_group group, int owner, const char *path, int *number);

#endif

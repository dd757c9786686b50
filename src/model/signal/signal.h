// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal.h - a query for the signals of a name: the words of the name and the signals found so far.
#ifndef JNI_MODEL_SIGNAL_H
#define JNI_MODEL_SIGNAL_H

#include "model/signal/signal_kind.h"

enum { JNI_MAX_SIGNAL_WORDS = 64, JNI_MAX_SIGNAL_NAME = JNI_SIGNAL_NAME_SIZE - 1 };

typedef struct {
  const jn_model *model;
  const char *name;  // as asked for
  char buffer[JNI_MAX_SIGNAL_NAME + 1];
  const char *words[JNI_MAX_SIGNAL_WORDS];
  int nwords;
  jni_signal *signals;
  int most, n;
  char *what;
  size_t size;
} jni_query;

// Refuses a query: removes all its signals and writes a message to q->what. Returns false.
bool jni_query_refuse(jni_query *q, const char *format, ...) JN_PRINTF(2, 3);
// Appends a signal, or the components of a vector, to the answer; see signal.c. Return whether the query is valid.
bool jni_query_answer(jni_query *q, jni_signal s, const char *prefix, const char *suffix);
bool jni_query_axes(jni_query *q, jni_signal s, const char *prefix, const char *word);
bool jni_query_ends(jni_query *q, int words);  // refuses a name with more than this number of words
// Finds the longest name of a group and owner that the words from word `at` on form, and joins these words to one.
// Returns the number stored for the name; JNI_NAME_NONE: there is no such name.
int jni_query_name(jni_query *q, int at, jni_name_group group, int owner);
bool jni_query_unknown(jni_query *q, int at, const char *const *fixed, int body);

// Returns the candidate that is most similar to the words of the name from word `at` on; NULL if none is similar. Each
// candidate is compared with as many words as it has itself. Writes the words that were compared with the result to
// `own`.
const char *jni_query_nearest(const jni_query *q, int at, const char *(*candidate)(const void *context, int i),
                              const void *context, char own[JNI_MAX_PATH + 1]);
// Refuses the name because word 1 is not the name of an element of the sort `what` ("joint"), and suggests the nearest
// name. candidate: returns the name of element i, NULL past the last. Returns false.
bool jni_query_no_element(jni_query *q, const char *what, const char *(*candidate)(const void *context, int i));
int jni_query_axis_count(const jn_model *model);  // 2 in the plane, 3 in space
const char *jni_query_prefix(const jni_query *q, int n, char *text, size_t size);

// Resolves a signal of a body from word 1 of the name on (signal_body.c). Returns whether the query is valid.
bool jni_query_body(jni_query *q, int body);
// Resolves a signal of a point or frame. at: index of the first word after its name. Returns whether the query is
// valid.
bool jni_query_point(jni_query *q, int frame, int at);
// Resolves the word "force" or "torque" at word `at`, and the component after it, to a signal of kind `force` or
// `torque`; s has its other members. In the plane a torque has one component. Returns whether the query is valid.
bool jni_query_load(jni_query *q, jni_signal s, int at, jni_signal_kind force, jni_signal_kind torque);
bool jni_query_joint(jni_query *q);               // joint.NAME...., signal_joint.c
bool jni_query_force(jni_query *q);               // force.NAME...., signal_force.c
bool jni_query_contact(jni_query *q);             // contact.NAME...., signal_contact.c
bool jni_query_driver(jni_query *q);              // driver.NAME...., signal_driver.c
bool jni_query_is_driver(const jni_query *q);     // the name begins with driver.NAME of a driver
bool jni_query_subsystem(jni_query *q);           // subsystem.NAME.WORD, signal_subsystem.c
bool jni_query_is_subsystem(const jni_query *q);  // the name begins with subsystem.NAME of an existing subsystem

// A query for the motion of a body or frame relative to another body (signal_turn.c).
typedef struct {
  int body;       // body whose rotation is requested; -1: a point, which has none
  int frame;      // frame whose position is requested
  int from;       // reference body; 0: the ground
  int at;         // first word after the names
  bool relative;  // the name has `in OTHER`
} jni_relative_query;
// Resolves an angle of a body relative to another, or its rate. Returns false and leaves the query unchanged if the
// word is not an angle; otherwise returns true, also if the query is refused.
bool jni_query_turn(jni_query *q, const jni_relative_query *seen);
bool jni_query_relative(jni_query *q, jni_relative_query seen);  // resolves the words after `in OTHER`

#endif

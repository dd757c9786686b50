// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// place.h - where an element, a key or an expression is in the files of a model, for messages.
#ifndef JNI_PLACE_H
#define JNI_PLACE_H

#include <stdbool.h>

typedef struct {
  int line, column;  // both count from 1; line 0: made through the C API, or by a setting of the user
  int file;          // 0: the model's own file; otherwise the number, from 1, of a file that it names
  int use;           // number, from 1, of the use of a part that it belongs to; 0: none
} jni_place;

// A use of a part.
typedef struct {
  char *name;       // path: "front.left"
  jni_place place;  // place of its key; place.use is the enclosing use, 0: none
} jni_use;

// The place in a file or a setting at which an expression of the model is written, for messages.
typedef struct {
  const char *text;  // identified by its address
  jni_place place;
  const char *file;  // the setting, as messages call it; NULL: the file that `place` names
} jni_text_place;

// A formula that a use of a part binds to a port. It replaces the name of the port in the formulas of the part, in
// parentheses or braces (model/mirror.h).
typedef struct {
  const char *text, *port;
  jni_place place;
  const char *file;  // the setting, as messages call it; NULL: the file that `place` names
} jni_bound_formula;

// A key in the file's entry of the element that is being added, for messages.
typedef struct {
  const char *name;
  jni_place place;
  const char *file;  // the setting, as messages call it; NULL: the file that `place` names
  bool faulty;       // a fault in its value is reported
} jni_element_key;

#endif

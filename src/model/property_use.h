// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// property_use.h - which numbers a kind of force takes from a tyre property file.
#ifndef JNI_PROPERTY_USE_H
#define JNI_PROPERTY_USE_H

#include "model/kind_field.h"
#include "model/property/property.h"

// A field of a force whose value is taken from a key of a tyre property file.
typedef struct {
  const char *key, *field;
  const char *over;  // the value is divided by the value of this key; NULL: not divided
} jni_property_entry;

// A list of coefficients of a force that are taken from a tyre property file.
typedef struct {
  size_t offset;  // offset of a jn_numbers in jn_force_def
  // n: keys of the file, in the order of the coefficients; an element NULL: this coefficient always has its default.
  const char *const *keys;
  const double *usual;  // defaults where the file has no value; NULL: zeros
  int n;
  const jn_dimension *dimensions;  // dimensions of the first `ndimensions` coefficients; the others are plain numbers
  int ndimensions;
  // Ending of the names of sections whose nonzero keys cause a warning if no list or entry has them; that of the first
  // list counts.
  const char *sections;
} jni_property_list;

// A condition on the value of a key of a tyre property file.
typedef struct {
  const char *key;
  jni_range range;
  bool optional;  // the key may be absent
} jni_property_requirement;

typedef struct jni_property_use {
  const char *const *formats;  // accepted values of PROPERTY_FILE_FORMAT; ended by NULL
  const jni_property_entry *entries;
  int nentries;
  const jni_property_list *lists;
  int nlists;
  // Checks conditions on a tyre property file that the list `needs` cannot express. Returns false with the end of a
  // sentence in `what` that says what the file needs. NULL: there are none.
  bool (*fits)(const jni_properties *file, char *what, size_t size);
  const jni_property_requirement *needs;
  int nneeds;
} jni_property_use;

#endif

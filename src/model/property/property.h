// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// property.h - tyre property files (.tir): sections of keys with a number or a text, and tables.
//
//   $ comment                ! comment
//   [UNITS]                  LENGTH = 'meter', FORCE, ANGLE, MASS, TIME
//   [VERTICAL]
//   VERTICAL_STIFFNESS = 2.1e+005     $ comment
//   [DEFLECTION_LOAD_CURVE]
//   {pen fz}                 rows of numbers follow
#ifndef JNI_PROPERTY_H
#define JNI_PROPERTY_H

#include "base/base.h"
#include "base/pool.h"

typedef struct {
  const char *section, *key;
  const char *text;  // value in quotes; NULL: the value is a number
  double value;      // number, in the units of the file
  int line, column;  // place of the value, from 1
} jni_property;

typedef struct {
  jni_property *list;
  int n, capacity;
  double *rows;  // nrows x 2: [DEFLECTION_LOAD_CURVE], deflection and load in the units of the file
  int nrows, capacity_rows;
  double length, force, angle, mass, time;  // units of the file in m, N, rad, kg, s
} jni_properties;

typedef struct {
  int line, column;
  char what[256];
} jni_property_fault;

enum { JNI_MAX_PROPERTIES = 2000, JNI_MAX_PROPERTY_FAULTS = 16 };

typedef struct {
  jni_property_fault list[JNI_MAX_PROPERTY_FAULTS];
  int n;  // number of listed faults, of which there may be more; 0 if parsing has failed: no memory
} jni_property_faults;

// Parses the text of a tyre property file into *out, in memory of the pool. Returns false after faults, which are in
// *faults; without faults in it, memory was short.
bool jni_properties_parse(jni_pool *pool, const char *text, size_t size, jni_properties *out,
                          jni_property_faults *faults);
// Returns the first property with this key, whatever its section; upper and lower case are equal. NULL: there is none.
const jni_property *jni_property_find(const jni_properties *all, const char *key);
// Returns the factor by which a number of this dimension is multiplied to convert it from the units of the file to SI
// units.
double jni_property_unit(const jni_properties *all, jn_dimension dimension);

#endif

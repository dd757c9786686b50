// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// parameter.h - parameters of a model or part while it is read.
#ifndef JNI_PARAMETER_H
#define JNI_PARAMETER_H

#include "model/read/quantity.h"

typedef enum { JNI_NEW, JNI_BUSY, JNI_DONE, JNI_FAILED } jni_parameter_state;

typedef struct jni_parameter_use jni_parameter_use;

struct jni_parameter {
  const jni_node *node;  // entry of the parameter in the part: a value, or a mapping with the value and its limits
  jni_parameter_state state;
  const jni_node *value;   // value in its entry, or in the use that sets it
  jni_quantity is;         // quantity of that value
  jn_dimension dimension;  // dimension of the value; if it has no unit, that of the value in the part or of the limits
  bool has_unit;           // the dimension is determined
  double min, max;         // SI; -INFINITY, INFINITY: no limit
  const char *description;
  const char *text;          // value as the file has it
  jni_parameter_use *needs;  // parameters that its value is computed from
  bool structural;           // it decides which elements exist, or a parameter computed from it does
  int number;                // number in the model, from 1; 0: not in the model
};

struct jni_parameter_use {
  jni_parameter *parameter;
  jni_parameter_use *next;
};

void jni_read_parameters(jni_reader *r);  // reads the parameters of the scope
// Computes the value of a parameter from the number, quantity or expression at `node`, and records which other
// parameters it depends on. Returns false after a fault.
bool jni_read_set_parameter(jni_reader *r, jni_parameter *parameter, const jni_node *node);
// Sets *value to the value of the parameter or index (c, or c.x of its item) that this name means in a formula of
// signals, and returns true. Returns false if there is none, also if a signal of the part hides it, or if what the
// index stands for is not a number. A parameter that has a fault counts with whatever value it has.
bool jni_read_name_value(jni_reader *r, const char *name, double *value);
bool jni_read_is_name(const jni_reader *r, const char *name);  // whether it is a parameter or has a value by an index
bool jni_read_has_parameter(const jni_reader *r, const char *name);  // whether the scope, or one around it, has it
// Returns the name of parameter i of the scope and those around it, then those of the indices of `repeat`, for
// jni_suggest; NULL after the last.
const char *jni_parameter_candidate(const void *reader, int i);
// Returns the node of the value in an entry of `parameters`: the entry itself, or the key `value` if it is a mapping;
// NULL: the mapping has no such key.
const jni_node *jni_read_value_of(const jni_node *parameter);
// Reads unit, limits and description of a parameter and checks its value against the limits; in a model with kept
// parameters (model->trace) limits are not read. Called when the value is known. Returns false after a fault, for
// example if the value exceeds a limit.
bool jni_read_limits(jni_reader *r, jni_parameter *parameter);
void jni_read_mark_structural(jni_reader *r);  // sets `structural` of the model's parameters

#endif

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// variable.h - inputs, states, named signals, tables, events, initial values, outputs and parameters of a model.
#ifndef JNI_VARIABLE_H
#define JNI_VARIABLE_H

#include "kernel/ground/terrain.h"
#include "model/contact_element.h"
#include "model/expression/expression.h"
#include "model/place.h"
#include "model/signal/signal_kind.h"

typedef struct {
  char *name;
  char *expression;  // expression of t; NULL: the input is a table
  jn_law table;      // over time; n = 0: an expression
  double safe;       // value used when the program that sets the input stops responding; NaN: as the model defines it
  jni_place place;
} jni_input;

typedef struct {
  char *name;
  double initial;
  const char *rate;  // expression of an auxiliary state; NULL: a discrete state
  unsigned mirror;   // axes that the mirror of its use reflects
  jni_place place;
} jni_state;

// Which signals an expression may read: time and inputs only; in addition the motion, and the forces that depend only
// on it; all signals, also accelerations and reactions.
typedef enum { JNI_READS_TIME, JNI_READS_MOTION, JNI_READS_ALL } jni_readable;

// A named signal, an entry of the section `signals`: an expression that other expressions may read by its name.
typedef struct {
  char *name;
  const char *expression;
  // Given in the model; else that of a single signal or of a call of an inverse trigonometric function; else a number.
  jn_dimension dimension;
  bool has_unit;  // the model gives a `unit`
  // Highest level and reach among all signals that the expression reads, including those it reads through other named
  // signals. Set by jn_model_finish.
  jni_level level;
  jni_readable reach;
  const char *leaf;  // name of a signal that requires this reach; NULL: the expression reads t at most
  unsigned mirror;   // axes that the mirror of its use reflects; jn_model_finish reflects its expression
  jni_place place;
} jni_named_signal;

// A table of numbers with one or two arguments that expressions call like a function.
typedef struct {
  char *name;
  jnk_lookup lookup;
  jn_dimension over[2], unit;  // dimensions of the arguments and of the values
  bool has_over, has_unit;     // false: the dimensions are unknown
  bool faulty;                 // a fault is reported: has no numbers
  jni_place place;
} jni_table;

typedef struct {
  char *name;
  const char *when;           // expression whose zeros trigger the event; NULL: time event
  int direction;              // 1: rising zeros only, -1: falling zeros only, 0: all
  double at, every;           // time event: first time and period, s
  int contact;                // contact whose changes trigger the event; -1: none
  jni_contact_change change;  // change of that contact that triggers the event
  const char **set;           // 2 nset: pairs of name and expression
  int nset;
  bool stop;
  unsigned mirror;  // axes that the mirror of its use reflects
  jni_place place;
} jni_event;

typedef struct jni_initial jni_initial;
struct jni_initial {
  char *name;
  double value;
  bool keep;
  bool hold;          // the value is kept in an equilibrium too, for which other kept values are guesses
  unsigned mirror;    // axes that the mirror of its use reflects; jn_model_finish reflects the value
  int base;           // while the file is read: the body that a velocity is relative to, 0: the ground
  jni_signal signal;  // signal of that name; set by jn_model_finish
  jni_place place;
};

typedef struct {
  char *name;
  const char *expression;  // never NULL; often the name itself
  unsigned mirror;         // mirror that reflects a formula; a signal by its name is not reflected
  jni_place place;
  const char *unit;  // requested; NULL: SI
  double factor;     // SI value of one unit
  jn_dimension dimension;
} jni_output;

typedef struct {
  const char *name;
  double value;  // SI
  jn_dimension dimension;
  bool has_unit;     // false: the dimension is unknown
  double min, max;   // SI; -INFINITY, INFINITY: no limit
  const char *text;  // as written: "50 mm", "=2*l"
  const char *description;
  bool structural;  // decides which elements there are
} jni_parameter_value;

// Dimensions of arguments and values that a kind of force requires of the table in its field `key`.
typedef struct {
  const char *key;
  jn_dimension over[2], unit;
} jni_table_dimensions;
// Checks that the dimensions of a table, as far as they are determined, are those in `wish`. Returns false with a
// sentence in `what` otherwise; true if there is no such table or a fault of it is reported already.
bool jni_table_check(const jn_model *model, jn_lookup table, const jni_table_dimensions *wish, char *what, size_t size);
int jni_model_find_table(const jn_model *model, const char *name);  // returns -1: none
// Returns the name of table i for jni_nearest; NULL past the last, and past the last that it compares.
const char *jni_model_table_name(const jn_model *model, int i);

// Reports a fault if the user has requested a unit for an output, and the dimension `found` of its expression is
// neither that of this unit nor that of a plain number.
void jni_output_check_unit(jn_model *model, const jni_output *output, jn_dimension found);
// Returns whether a text consists of a single call of asin, acos, atan or atan2, so that its value is an angle.
bool jni_is_angle_call(const char *text);

#endif

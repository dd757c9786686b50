// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// model.h - a model: flat arrays of checked elements, constant after jn_model_finish.
#ifndef JNI_MODEL_H
#define JNI_MODEL_H

#include <string.h>

#include "base/pool.h"
#include "model/body_element.h"
#include "model/contact_element.h"
#include "model/force_element.h"
#include "model/joint_element.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/road/road_element.h"
#include "model/shape/shape_element.h"
#include "model/subsystem_element.h"
#include "model/variable.h"
#include "symbolic/trace.h"

// Compiled code of a model and what is needed to use it, as read from a compiled file (model/package/package.h).
typedef struct {
  const unsigned char *bytes;  // n: the code, in the format of compile/file
  size_t n;
  const unsigned char *precomputed_report;  // report on the precomputed tables, as bytes
  size_t nprecomputed_report;               // bytes; 0: nothing is precomputed
  uint64_t hash;                            // hash of the equations from which the code was compiled
  const char *const *kept;                  // nkept: parameters that can still be set
  int nkept;
  const char *const *set;  // nset: paths that the user has set after compilation
  int nset;
} jni_model_code;

enum { JNI_MAX_FAULTS = 100 };

struct jn_model {
  jni_pool pool;               // pool of all memory of the model
  const char *name, *file;     // file "": made through the C API
  jn_source own;               // source of `file`; `sources` are the other files: bases of variants, parts, tables
  size_t kept;                 // total bytes of the texts kept from all these files
  const jni_model_code *code;  // NULL: not compiled
  jn_space space;
  double gravity[3];  // m/s^2
  unsigned mirror;    // axes that the mirror of the next added elements reflects (mirror.h)
  jn_choices choices;
  jn_choices as_read;           // choices as the file gives them, before later changes
  struct jni_library *library;  // parsed files; NULL: made through the C API
  jni_trace *trace;             // formulas of its numbers over kept parameters (symbolic/trace.h); NULL: none
  bool finished;
  jn_report *report;
  const struct jn_files *files;  // source of files while the model is read; NULL: the disk
#define JNI_MODEL_ARRAYS(X)            \
  X(jni_body, bodies)                  \
  X(jni_frame, frames)                 \
  X(jni_joint_element, joints)         \
  X(jni_force_element, forces)         \
  X(jni_subsystem_element, subsystems) \
  X(jni_road_element, roads)           \
  X(jni_soil, soils)                   \
  X(jni_surface, surfaces)             \
  X(jni_shape_element, shapes)         \
  X(jni_mesh_file, meshes)             \
  X(jni_material, materials)           \
  X(jni_profile_element, profiles)     \
  X(jni_contact_element, contacts)     \
  X(jni_input, inputs)                 \
  X(jni_state, auxiliaries)            \
  X(jni_state, discretes)              \
  X(jni_named_signal, computed)        \
  X(jni_table, tables)                 \
  X(jni_event, events)                 \
  X(jni_initial, initials)             \
  X(jni_output, outputs)               \
  X(jni_signal, followed)              \
  X(jn_source, sources)                \
  X(jn_setting, settings)              \
  X(jni_parameter_value, parameters)   \
  X(jni_use, uses)                     \
  X(jni_text_place, text_places)       \
  X(jni_bound_formula, bound_formulas)
#define JNI_X(type, field) \
  type *field;             \
  int n##field, capacity_##field;
  JNI_MODEL_ARRAYS(JNI_X)
#undef JNI_X
  jni_place independent_place;  // place of the key `independent` in the file; line 0: there is none
  jni_place place;              // place of the next added element; set by the reader
  const char *place_file;       // setting that the next elements come from; NULL: the file that `place` names
  // Only of imported models: for each line of the model's text its place in the file of the other program; line 0 of a
  // place: there is none. NULL: the text was not imported.
  jni_place *lines;
  int nlines;
  const jni_element_key *keys;  // nkeys: keys of the next added element; NULL: made through the C API
  int nkeys;
  jni_names *names;
  // Order in which forces, named signals and stages of subsystems (numbered as in finish.h) are evaluated, so that each
  // follows what it depends on; NULL: nothing depends on another.
  int *order;
  // Number of all discrete states, set by jn_model_finish; code that is loaded into a subsystem later may add to it. In
  // their vector the `ndiscretes` states that the model declares are followed by those of subsystems, by
  // JNI_COMPLIANT_STATES for each point of compliant contact, and by JNI_CONTACT_STATES for each point of rigid
  // contact.
  int nown_discretes;
  int ncontact_points;  // points of all rigid contacts
  // Number of points of all compliant contacts. Each is a force element without a name; jn_model_finish adds these
  // elements after the other forces.
  int ncompliant_points;
  int road_numbers;  // amount of numbers in all roads
  // The name of the next added element begins with the path of its use of a part, of this length; the name after it has
  // no dots. Set by the reader.
  size_t path_length;
  int nfaults;
  jni_place fault_places[JNI_MAX_FAULTS];  // places of the reported faults
  bool muted;                              // faults are ignored, because they would repeat a reported one
  bool checked;                            // all joints are checked without a fault: their equations can be counted
  bool no_memory;
};

// Returns the number of forces that the model declares itself. The points of compliant contacts, which are forces too,
// follow them and are not counted.
static inline int jni_own_forces(const jn_model *model) {
  int n = model->nforces;
  while (n > 0 && model->forces[n - 1].pair) n--;
  return n;
}

// Reads the model again with n parameters set to other values, as jn_model_with_parameters does, and returns the new
// model; NULL after a fault. `trace` records the formulas of the new model's numbers and must outlive the new model
// (read/read_again.c).
jn_model *jni_model_traced(const jn_model *model, const char *const *names, const double *values, int n,
                           jni_trace *trace, jn_report *report);

#endif

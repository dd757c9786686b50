// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reader.h - the state of the reader while it reads a model file.
#ifndef JNI_READER_H
#define JNI_READER_H

#include "jounce/document.h"
#include "model/document/document.h"
#include "model/fault.h"

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { JNI_MAX_ELEMENTS = 2000 };  // a fuzzer needs many small models
#else
enum { JNI_MAX_ELEMENTS = 1000000 };  // repetitions and written elements together
#endif

enum {
  JNI_MAX_INDICES = 4,             // of one `repeat`
  JNI_MAX_READER_WORK = 20000000,  // values read, counted again in each repetition
  JNI_MAX_KEYS = 48,               // keys of an element
};

typedef struct jni_data_file jni_data_file;          // a file of numbers
typedef struct jni_removed_entry jni_removed_entry;  // an entry that a variant or a setting removes
typedef struct jni_parameter jni_parameter;          // read/parameter.h
typedef struct jni_part jni_part;                    // part/part.h
typedef struct jni_scope jni_scope;                  // part/scope.h
typedef struct jni_port jni_port;                    // part/port.c
typedef struct jni_port_binding jni_port_binding;    // part/port.c
typedef struct jni_part_place jni_part_place;        // part/part_place.h

// An index of `repeat` with its current value, while its entry is read.
typedef struct {
  const char *name;
  double value;
  const jni_node *item;  // item of a list of names, whose text or key is the value; NULL: a number
} jni_index;

typedef struct {
  jn_model *model;
  const char *path;   // path of the model's own file; NULL: the text is in memory
  jni_node *root;     // root of the tree of the scope that is being read
  jni_scope *scope;   // scope in which names are looked up
  jni_scope *scopes;  // the model itself and all uses
  jni_scope *last_scope;
  int use;                // number of the use in places of faults: that of the scope, or of the use being made
  jni_document *scratch;  // memory for texts, tables and terms while reading
  jni_data_file *files;   // files of numbers read so far
  jni_removed_entry *removed;
  jni_document **documents;
  int ndocuments, capacity_documents;
  jni_names *names;  // parameters, parts, initial values; also joints and roads before they are added to the model
  jni_part **parts;
  int nparts, capacity_parts;
  struct jni_start *starts;       // initial values of each body; NULL: not needed yet, or there are no parts
  const jni_part_place *placing;  // placement of the shapes being read; NULL: they belong to a body of the part itself
  int nesting;                    // depth of parameters that need each other
  jni_parameter *computing;       // parameter whose value is being computed; NULL: none
  char formula[300];              // if a trace is recorded: place in the file of the formula that is being evaluated
  const char *argument;  // name of the variable of the formula being read, which is not a parameter; NULL: none
  bool structural;       // the value being computed decides which elements exist
  jni_index indices[JNI_MAX_INDICES];
  int nindices;
  int elements;                        // elements read so far
  int nmappings;                       // mappings checked for repeated keys
  long work;                           // see JNI_MAX_READER_WORK
  bool fault_reported;                 // an expression failed because of a parameter whose fault is reported
  bool stop;                           // a limit is exceeded or memory is short: nothing more is read
  char element[JNI_ELEMENT_SIZE];      // element being read, "joint 'A'"
  jni_element_key keys[JNI_MAX_KEYS];  // keys of this element
  int nkeys;
} jni_reader;

// Counts an amount of work that reading takes: 1, and 1 more for each 16 of `amount`, such as characters. If the limit
// is exceeded, reports that at the node, stops reading and returns false; also returns false if reading has stopped
// already.
bool jni_count_work(jni_reader *r, const jni_node *node, size_t amount);

#endif

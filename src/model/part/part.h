// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// part.h - parts: the trees of model files and of entries of `parts`, and the uses of them.
#ifndef JNI_PART_H
#define JNI_PART_H

#include "model/read/reader.h"

// A value by which the model or part that contains a use of a part replaces a value inside this use.
typedef struct {
  const char *path;  // relative to the scope that has the use: "front.left.k", "bodies.front.left.arm.mass"
  const jni_node *value;
  jni_scope *scope;  // scope whose parameters the value may use; NULL: the scope that has the use
  bool used;
} jni_inner_setting;

// The tree of a model file, or of an entry of the section `parts`. It is not changed after it is read; all uses that
// change nothing in it share it.
struct jni_part {
  int number;            // owner of its parts in r->names
  int names;             // owner of its parameters in r->names
  jni_node *root;        // NULL: the tree cannot be read, and a fault is reported
  const char *name;      // name of its file, or in `parts`
  const char *file;      // normalised path; NULL: has no file of its own, or is the model
  jni_part *home;        // part of the file whose section `parts` contains it; a file is its own home
  const jni_part *from;  // part of which it is a changed copy; an original refers to itself
  const jni_node **parameters;
  int nparameters;
  jni_port *ports;
  int nports;
  int base;  // number of the port of the body that initial values are relative to; -1: the ground
  jni_inner_setting *settings;
  int nsettings, capacity_settings;
  bool own;        // no other part shares its tree
  bool converted;  // imported from a robot of another program
};

// Stores a document so that it lives as long as the reader. Returns false if memory is short, after freeing the
// document, and if `document` is NULL.
bool jni_read_keep_document(jni_reader *r, jni_document *document);
// Returns a new part with the tree `root`. home: part of the file whose section `parts` contains it; NULL: it is a file
// itself. Returns NULL if memory is short.
jni_part *jni_read_new_part(jni_reader *r, jni_node *root, const char *name, jni_part *home);
// Finds the parameters, ports, base and settings for inner elements in the tree of a part, and stores them in the part.
void jni_read_prepare_part(jni_reader *r, jni_part *part);
// Returns the part that the value `node` of the key `part` of a use names; it is read if this is its first use. use:
// number of that use. Returns NULL after a fault; a part whose tree cannot be read, which is reported, has the root
// NULL.
jni_part *jni_read_find_part(jni_reader *r, const jni_node *node, int use);
jni_part *jni_read_copy_part(jni_reader *r, const jni_part *part);  // shares the tree
// Gives a part that a use changes a copy of its tree, unless it has one already or the scope is the model itself.
// Returns false if memory is short.
bool jni_read_unshare_tree(jni_reader *r, jni_part *part);
// Reads the model file `name`, relative to the file of `node`, and returns the root of its tree; sets *path to its
// path. Returns NULL after a fault, which is reported at `node` or, if the text is faulty, at its place in the file.
jni_node *jni_read_open(jni_reader *r, const jni_node *node, const char *name, const char **path);

void jni_read_uses(jni_reader *r);  // reads `use` of the scope and of all scopes inside it
// Returns whether a path begins with the name of one of the uses in the tree `root`, followed by a dot.
bool jni_path_enters_use(const jni_node *root, const char *path);
bool jni_read_push_setting(jni_reader *r, jni_part *part, const char *path, const jni_node *value, jni_scope *scope);
// Returns whether an entry of a section concerns an element inside a use, as front.left.arm does in `bodies`, instead
// of adding an element of the model or part itself.
bool jni_read_is_inner_entry(const jni_reader *r, const jni_node *entry);
extern const char *const jni_element_sections[];  // sections whose entries have names; ended by NULL
extern const char *const jni_use_keys[];          // ended by NULL

// Returns whether a path, which begins with the name of a use, continues with the name of a use inside of that use:
// front.left does, but front.set leads to a key of the use `front`.
bool jni_path_enters_nested_use(const char *path);
// Checks the path of a setting for something in `part`: if it begins with use.NAME, the use NAME must exist. Returns
// the path; for use.NAME.set.KEY, unless the value is null, NAME.KEY, since the value is then computed in the scope
// where it is written. Returns NULL after a fault or without memory. *reported: entry at which an unknown use was last
// reported, so that it is reported once.
const char *jni_read_nested_path(jni_reader *r, const jni_part *part, const char *path, const jni_node *value,
                                 const jni_node **reported);

// Converts a robot of another program to a model text, and returns the root of its tree; NULL after a fault. on_body: a
// use binds the base of the robot to a body; false: to the ground.
jni_node *jni_read_open_converted(jni_reader *r, const jni_node *node, const char *path, bool on_body);

#endif

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// part.h - parts: the trees of model files and of entries of `parts`, and the uses of them.
#ifndef JNI_PART_H
#define JNI_PART_H

#include "model/read/reader.h"

// A value that a use sets for something inside of it.
typedef struct {
  const char *path;  // relative to the scope that has the use: "front.left.k", "bodies.front.left.arm.mass"
  const jni_node *value;
  jni_scope *scope;  // scope whose parameters the value may use; NULL: the scope that has the use
  bool used;
} jni_inner_setting;

// The tree of a model or of a part. It is constant, and shared by all uses that change nothing in it.
struct jni_part {
  int number;            // owner of its parts in r->names
  int names;             // owner of its parameters in r->names
  jni_node *root;        // NULL: the tree cannot be read, and a fault is reported
  const char *name;      // name of its file, or in `parts`
  const char *file;      // normalised path; NULL: has no file of its own, or is the model
  jni_part *home;        // part of the file in whose `parts` it is; for a file itself
  const jni_part *from;  // part that it is a changed copy of; for an original itself
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

// Keeps a document until the reader ends. Returns false if memory is short.
bool jni_read_keep_document(jni_reader *r, jni_document *document);
// Makes a part of a tree. NULL: no memory.
jni_part *jni_read_new_part(jni_reader *r, jni_node *root, const char *name, jni_part *home);
// Reads the parameters, ports, base and inner settings of a part.
void jni_read_prepare_part(jni_reader *r, jni_part *part);
// Returns the part that the key `part` of a use names; NULL after a fault. `use`: the number of that use.
jni_part *jni_read_find_part(jni_reader *r, const jni_node *node, int use);
jni_part *jni_read_copy_part(jni_reader *r, const jni_part *part);  // shares the tree
bool jni_read_unshare_tree(jni_reader *r, jni_part *part);          // copies the tree before it is changed
// Returns the root of the model file that `node` names, and its path in *path; NULL after a fault.
jni_node *jni_read_open(jni_reader *r, const jni_node *node, const char *name, const char **path);

void jni_read_uses(jni_reader *r);  // reads `use` of the scope and of all scopes inside it
// Returns whether the path of a setting begins with the name of a use.
bool jni_path_enters_use(const jni_node *root, const char *path);
bool jni_read_push_setting(jni_reader *r, jni_part *part, const char *path, const jni_node *value, jni_scope *scope);
// Returns whether an entry of a section sets something inside a use instead of adding an element.
bool jni_read_is_inner_entry(const jni_reader *r, const jni_node *entry);
extern const char *const jni_element_sections[];  // sections whose entries have names; ended by NULL
extern const char *const jni_use_keys[];          // ended by NULL

// Returns whether a path after "use." belongs to a use inside of that use, and not to a key of the use itself.
bool jni_path_enters_nested_use(const char *path);
// Converts the path of a setting for a nested use to a path in the part that has this use; NULL after a fault.
// *reported: the node of the last fault.
const char *jni_read_nested_path(jni_reader *r, const jni_part *part, const char *path, const jni_node *value,
                                 const jni_node **reported);

// Makes the tree of a robot of another program; NULL after a fault. on_body: its base is bound to a body instead of the
// ground.
jni_node *jni_read_open_converted(jni_reader *r, const jni_node *node, const char *path, bool on_body);

#endif

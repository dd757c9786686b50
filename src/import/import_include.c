// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_include.c - expands <include file="..."/> of MJCF: the children of the included file's root replace the
// element, as in MuJoCo.
//
// The name is relative to the folder of the imported file; if no such file exists, to the folder of the file that has
// the <include>. A file can be included only once, which excludes cycles. The number of files, their total size and the
// nesting depth of elements are limited.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "import/import.h"
#include "model/read/read_file.h"

enum { MOST_FILES = 100 };

// Returns the path of `name` relative to the folder of the file `path`.
static const char *path_beside(jni_import *im, const char *path, const char *name) {
  int folder = jni_path_root(name) > 0 ? 0 : (int)jni_path_folder(path);
  return jni_import_format(im, "%.*s%s", folder, path, name);
}

static const char *find_path(jni_import *im, const jni_xml *node, const char *name) {
  const char *path = path_beside(im, im->path, name),
             *other = path_beside(im, jni_import_file_of(im, node->file), name);
  return !jni_file_exists(path) && jni_file_exists(other) ? other : path;
}

static bool same_file(const jni_file_info *a, uint64_t device, uint64_t number) {
  return a->device == device && a->number == number;
}

static bool is_included(const jni_import *im, const jni_file_info *info) {
  jni_file_info first;
  if (jni_file_look(im->path, &first) && same_file(info, first.device, first.number)) return true;
  for (int i = 0; i < im->nfiles; i++)
    if (same_file(info, im->files[i].device, im->files[i].number)) return true;
  return false;
}

// Adds the file that an <include> names to im->files. Returns its number, from 1; 0 after a fault or without memory.
static int add_file(jni_import *im, const jni_xml *node, const char *name) {
  jni_file_info info = {.device = 0};
  if (!name || !name[0]) {
    jni_import_fault(im, node, "names no file");
    return 0;
  }
  if (!im->path) {
    jni_import_fault(im, node, "a text that is imported from memory cannot include '%.200s': import a file", name);
    return 0;
  }
  const char *path = find_path(im, node, name);
  if (jni_file_look(path, &info) && is_included(im, &info)) {
    jni_import_fault(im, node, "'%.200s' is included already: a file can be included once", path);
    return 0;
  }
  if (im->nfiles >= MOST_FILES) {
    jni_import_fault(im, node, "more than %d files are included", (int)MOST_FILES);
    return 0;
  }
  if (!jni_pool_grow(&im->pool, &im->files, &im->capacity_files, im->nfiles + 1, sizeof *im->files)) return 0;
  im->files[im->nfiles++] = (jni_included){.file = {.path = path}, .device = info.device, .number = info.number};
  return im->nfiles;
}

static jni_xml *parse(jni_import *im, const jni_xml *node, int number, int depth, const char *text, size_t size) {
  jni_xml_source source = {.file = im->files[number - 1].file.path,
                           .number = number,
                           .text = text,
                           .size = size,
                           .depth = depth,
                           .elements = &im->elements};
  im->bytes += size;
  if (im->bytes > JNI_MAX_TEXT_BYTES) {
    jni_import_fault(im, node, "the files are larger than 64 MiB together");
    return NULL;
  }
  jni_xml *root = jni_xml_parse(&im->pool, &source, im->report);
  if (!root) {
    im->failed = true;
    return NULL;
  }
  if (strcmp(root->name, "mujoco") == 0 || strcmp(root->name, "mujocoinclude") == 0) return root;
  jni_import_fault(im, root, "the first element of an included file should be <mujoco> or <mujocoinclude>");
  return NULL;
}

// Adds the file that an <include> names to im->files, reads and parses it, with elements nested from `depth` on.
// Returns its root element; NULL after a fault or without memory.
static jni_xml *load(jni_import *im, jni_xml *node, int depth) {
  char what[256] = "";
  jn_status status = JN_OK;
  size_t size = 0;
  int number = add_file(im, node, jni_xml_text(node, "file"));
  if (!number) return NULL;
  const char *path = im->files[number - 1].file.path;
  char *text = jni_read_file(im->alloc, path, &size, &status, what, sizeof what);
  if (!text && status == JN_NO_MEMORY) {
    im->pool.failed = true;
    return NULL;
  }
  if (!text) {
    jni_import_fault(im, node, "'%.200s': %s", path, what);
    return NULL;
  }
  jni_converted_file *file = &im->files[number - 1].file;
  file->bytes = jni_pool_text(&im->pool, text, size);
  file->size = size;
  jni_xml *root = parse(im, node, number, depth, text, size);
  jni_free(im->alloc, text);
  return root;
}

// Reports unused attributes of an <include> or of an included root: import_ignored.c does not see these elements, since
// the expansion removes them.
static void report_attributes(jni_import *im, const jni_xml *node) {
  for (const jni_xml_attribute *a = node->attributes; a; a = a->next)
    if (!a->used && strcmp(a->name, "model") != 0 && strncmp(a->name, "xmlns", 5) != 0)
      jni_import_say(im, JN_WARNING, node, "'%.60s' is not imported: it has no effect here", a->name);
}

// Replaces all <include> elements below `parent` by what they include, also those of included files.
static void expand(jni_import *im, jni_xml *parent, int depth) {
  jni_xml **link = &parent->first;
  parent->last = NULL;
  while (*link && !im->pool.failed) {
    jni_xml *node = *link;
    if (strcmp(node->name, "include") != 0) {
      expand(im, node, depth + 1);
      parent->last = node;
      link = &node->next;
      continue;
    }
    jni_xml *root = load(im, node, depth);
    if (root) {
      report_attributes(im, node);
      report_attributes(im, root);
    }
    for (jni_xml *child = root ? root->first : NULL; child; child = child->next) child->parent = parent;
    if (root && root->last) root->last->next = node->next;
    *link = root && root->first ? root->first : node->next;  // the next iteration expands the inserted children
  }
}

void jni_import_include(jni_import *im, jni_xml *root) {
  if (strcmp(root->name, "mujoco") == 0) expand(im, root, 1);
}

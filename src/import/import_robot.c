// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_robot.c - builds the robot from what the readers of URDF and MJCF find: messages, names, bodies, frames,
// entries of the other sections.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "import/import.h"

// ---- messages --------------------------------------------------------------------------------------------------

static const char *format_arguments(jni_import *im, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = jni_vprint(NULL, 0, format, arguments);
  char *text = length < 0 ? NULL : jni_take(&im->pool, (size_t)length + 1, 1);
  if (text) jni_vprint(text, (size_t)length + 1, format, again);
  va_end(again);
  return text ? text : "";
}

const char *jni_import_format(jni_import *im, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = format_arguments(im, format, arguments);
  va_end(arguments);
  return text;
}

// Returns how many bytes the first character of a text has if YAML refuses it or reads it as a line break, otherwise 0.
// Such characters are controls (in XML as &#10; or &#x85;), line and paragraph separators, the byte-order mark, and
// bytes of file names that are not UTF-8.
static int forbidden_bytes(const char *text) {
  const unsigned char *c = (const unsigned char *)text;
  if (c[0] < 0x20 || c[0] == 0x7f || jni_utf8_length(text) == 0) return 1;
  if (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) return 2;
  bool separator = c[0] == 0xe2 && c[1] == 0x80 && (c[2] == 0xa8 || c[2] == 0xa9),
       mark = c[0] == 0xef && c[1] == 0xbb && c[2] == 0xbf;
  return separator || mark ? 3 : 0;
}

char *jni_import_clean(char *text) {
  for (char *c = text; *c;) {
    size_t n = (size_t)forbidden_bytes(c);
    memset(c, '?', n);
    c += n > 0 ? n : jni_utf8_length(c);
  }
  return text;
}

const char *jni_import_file_of(const jni_import *im, int file) {
  return file > 0 ? im->files[file - 1].file.path : im->file;
}

jni_place jni_xml_place(const jni_xml *node) { return (jni_place){.line = node->line, .file = node->file}; }

// Returns a message with file, line, column and name of an element, whose text the caller fills in.
static jn_error message(const jni_import *im, const jni_xml *node) {
  jn_error error = {.line = node ? node->line : 0, .column = node ? node->column : 0};
  snprintf(error.file, sizeof error.file, "%s", jni_import_file_of(im, node ? node->file : 0));
  const jni_xml_attribute *a = node ? node->attributes : NULL;
  while (a && strcmp(a->name, "name") != 0) a = a->next;
  if (node && a) snprintf(error.element, sizeof error.element, "%.30s '%.50s'", node->name, a->value);
  else if (node) snprintf(error.element, sizeof error.element, "<%.60s>", node->name);
  jni_import_clean(error.element);
  return error;
}

bool jni_import_fault(jni_import *im, const jni_xml *node, const char *format, ...) {
  if (im->quiet) {
    im->doubtful = true;
    return false;
  }
  jn_error error = message(im, node);
  va_list arguments;
  va_start(arguments, format);
  jni_vprint(error.what, sizeof error.what, format, arguments);
  va_end(arguments);
  error.status = JN_BAD_MODEL;
  error.severity = JN_FAULT;
  jni_import_clean(error.what);
  if (im->nfaults++ < JNI_MAX_FAULTS) jn_report_add(im->report, &error);
  im->failed = true;
  return false;
}

static jni_import_remark *find_remark(jni_import *im, jn_severity severity, const char *kind, int file) {
  for (int i = 0; i < im->nremarks; i++) {
    jni_import_remark *r = &im->remarks[i];
    if (r->severity == severity && r->place.file == file && strcmp(r->kind, kind) == 0) return r;
  }
  return NULL;
}

static void remark(jni_import *im, jn_severity severity, const jni_xml *node, const char *kind, const char *format,
                   va_list arguments) {
  if (im->quiet) return;
  jni_place place = node ? jni_xml_place(node) : (jni_place){.line = 0};
  jni_import_remark *r = find_remark(im, severity, kind, place.file);
  if (!r) {
    if (!jni_pool_grow(&im->pool, &im->remarks, &im->capacity_remarks, im->nremarks + 1, sizeof *im->remarks)) return;
    r = &im->remarks[im->nremarks++];
    *r = (jni_import_remark){.severity = severity, .kind = kind, .first = message(im, node), .place = place};
    jni_vprint(r->first.what, sizeof r->first.what, format, arguments);
    r->first.severity = severity;
    jni_import_clean(r->first.what);
  }
  jni_import_count_line(&r->count, place.line);
}

void jni_import_say(jni_import *im, jn_severity severity, const jni_xml *node, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  remark(im, severity, node, format, format, arguments);
  va_end(arguments);
}

void jni_import_say_kind(jni_import *im, jn_severity severity, const jni_xml *node, const char *kind,
                         const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  remark(im, severity, node, kind, format, arguments);
  va_end(arguments);
}

void jni_import_count_line(jni_import_count *count, int line) {
  const int most = (int)(sizeof count->lines / sizeof *count->lines);
  bool repeated = count->nlines > 0 && count->lines[count->nlines - 1] == line;
  if (count->nlines < most && !repeated) count->lines[count->nlines++] = line;
  count->count++;
}

const char *jni_import_count_text(jni_import *im, const jni_import_count *count) {
  const int most =
      // the last element of `lines` only shows that there are more
      (int)(sizeof count->lines / sizeof *count->lines) - 1;
  const char *lines = count->nlines > 2 ? ", also lines" : count->nlines > 1 ? ", also line" : "";
  if (count->count < 2) return "";
  for (int i = 1; i < count->nlines && i < most; i++)
    lines = jni_import_format(im, "%s%s%d", lines, i > 1 ? ", " : " ", count->lines[i]);
  return jni_import_format(im, " (%d times%s%s)", count->count, lines, count->nlines > most ? ", ..." : "");
}

void jni_import_report(jni_import *im) {
  for (int i = 0; i < im->nremarks; i++) {
    jn_error *first = &im->remarks[i].first;
    size_t n = strlen(first->what);
    jni_print(first->what + n, sizeof first->what - n, "%s", jni_import_count_text(im, &im->remarks[i].count));
    jn_report_add(im->report, first);
  }
}

// ---- names -----------------------------------------------------------------------------------------------------

// Returns whether a name has another meaning in model files, so that the import must not use it.
static bool is_reserved(const char *name) {
  // clang-format off
  static const char *const words[] = {
      "joint", "force", "input", "time", "t",  "energy", "momentum", "angular_momentum", "violation", "pi", "e", "and",
      "or", "not", "if", "x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az", "wx", "wy", "wz", "qw", "qx", "qy", "qz",
      "position", "velocity", "acceleration", "angle", "rate", "angular_acceleration", "quaternion", "orientation",
      "omega", "ground", "com", "null", "true", "false", "repeat", "stop_rate", "friction_give", "contact_friction",
      "contact", "on", "in", NULL};
  // clang-format on
  for (int i = 0; words[i]; i++)
    if (strcmp(words[i], name) == 0) return true;
  return false;
}

enum { MOST_OF_NAME = JNI_MAX_NAME - 12 };  // leaves space for a number

// Returns a valid identifier similar to `wanted`, which is not unique yet.
static const char *valid_name(jni_import *im, const char *wanted) {
  char text[MOST_OF_NAME + 2];
  size_t n = 0;
  if (!wanted[0] || (wanted[0] >= '0' && wanted[0] <= '9')) text[n++] = '_';
  for (; *wanted && n < MOST_OF_NAME; wanted++) {
    char c = *wanted;
    bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (((unsigned char)c & 0xc0) == 0x80) continue;  // one '_' for a letter of several bytes
    text[n++] = fine ? c : '_';
  }
  text[n] = '\0';
  return jni_import_format(im, "%s%s", text, is_reserved(text) ? "_" : "");
}

const char *jni_import_name(jni_import *im, jni_name_group group, int owner, const char *wanted, const jni_xml *node) {
  const char *base = valid_name(im, wanted), *name = base;
  int number = jni_names_get(im->names, group, owner, base);
  while (number != JNI_NAME_NONE && !im->pool.failed) {
    number = number < 2 ? 2 : number + 1;
    if (!jni_names_put(im->names, group, owner, base, number)) im->pool.failed = true;
    name = jni_import_format(im, "%s_%d", base, number);
    if (jni_names_get(im->names, group, owner, name) == JNI_NAME_NONE) break;
  }
  if (!jni_names_put(im->names, group, owner, name, 1)) im->pool.failed = true;
  if (node && strcmp(name, wanted) != 0) jni_import_say(im, JN_NOTE, node, "is renamed to %s", name);
  return name;
}

// ---- bodies, frames, placements ----------------------------------------------------------------------------------

int jni_import_add_body(jni_import *im, const char *wanted, const jni_xml *node, int parent, const jni_mass *mass,
                        const jni_pose *world) {
  if (!jni_pool_grow(&im->pool, &im->bodies, &im->capacity_bodies, im->nbodies + 1, sizeof *im->bodies)) return 0;
  const char *name = im->nbodies == 0 ? "ground" : jni_import_name(im, JNI_NAME_BODY, 0, wanted, node);
  im->bodies[im->nbodies] = (jni_import_body){.name = name,
                                              .node = node,
                                              .parent = parent,
                                              .mass = *mass,
                                              .world = *world,
                                              .first = -1,
                                              .last = -1,
                                              .place = im->place};
  return im->nbodies++;
}

static const char *add_frame(jni_import *im, const jni_placement *at, const char *wanted, const jni_xml *node) {
  if (!jni_pool_grow(&im->pool, &im->frames, &im->capacity_frames, im->nframes + 1, sizeof *im->frames)) return "";
  jni_import_body *body = &im->bodies[at->body];
  int made = im->nframes++;
  const char *name = jni_import_name(im, JNI_NAME_FRAME, at->body, wanted, node);
  im->frames[made] = (jni_import_frame){name, at->body, at->pose, -1};
  if (body->last >= 0) im->frames[body->last].next = made;
  else body->first = made;
  body->last = made;
  return name;
}

void jni_import_add_frame(jni_import *im, const jni_placement *at, const char *wanted, const jni_xml *node) {
  add_frame(im, at, wanted, node);
}

const char *jni_import_end(jni_import *im, const jni_placement *at, const char *wanted) {
  const double *p = at->pose.p;
  const char *body = im->bodies[at->body].name;
  if (p[0] == 0 && p[1] == 0 && p[2] == 0 && !jni_pose_is_turned(&at->pose)) return body;
  return jni_import_format(im, "%s.%s", body, add_frame(im, at, wanted, NULL));
}

void jni_import_place(jni_import *im, const char *source, const jni_placement *at) {
  if (!jni_pool_grow(&im->pool, &im->placements, &im->capacity_placements, im->nplacements + 1, sizeof *im->placements))
    return;
  im->placements[im->nplacements] = *at;
  if (source && !jni_names_put(im->sources, JNI_NAME_BODY, 0, source, im->nplacements)) im->pool.failed = true;
  im->nplacements++;
}

const jni_placement *jni_import_placement(const jni_import *im, const char *source) {
  int i = jni_names_get(im->sources, JNI_NAME_BODY, 0, source);
  return i < 0 ? NULL : &im->placements[i];
}

jni_pose jni_placement_world(const jni_import *im, const jni_placement *at) {
  return jni_pose_after(&im->bodies[at->body].world, &at->pose);
}

// ---- lines -----------------------------------------------------------------------------------------------------

const char *jni_import_add_line(jni_import *im, jni_import_lines *lines, const char *name, const char *comment,
                                const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = format_arguments(im, format, arguments);
  va_end(arguments);
  if (!jni_pool_grow(&im->pool, &lines->items, &lines->capacity, lines->n + 1, sizeof *lines->items)) return name;
  lines->items[lines->n++] = (jni_import_line){name, text, comment, im->place};
  return name;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_write.c - writes a robot as a readable model file: first remarks about what was changed or omitted, then one
// line per element.
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "import/import.h"
#include "kernel/vec3.h"

typedef struct {
  jni_import *im;
  char *text;
  int size, capacity;
  jni_place place;  // place in the source of the element that is being written
  bool failed;
} page;

static void put(page *p, const char *format, ...) JN_PRINTF(2, 3);

// Appends the present place in the source to the map of lines, once for each line that ends in `text`, which is being
// written.
static void map_lines(page *p, const char *text) {
  jni_line_map *map = &p->im->map;
  for (const char *at = strchr(text, '\n'); at && !p->failed; at = strchr(at + 1, '\n')) {
    if (jni_pool_grow(&p->im->pool, &map->items, &map->capacity, map->n + 1, sizeof *map->items))
      map->items[map->n++] = p->place;
    else p->failed = true;
  }
}

static void put(page *p, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = jni_vprint(NULL, 0, format, arguments);
  va_end(arguments);
  if (length < 0 || !jni_grow(p->im->alloc, &p->text, &p->capacity, p->size + length + 1, 1)) p->failed = true;
  if (!p->failed) {
    jni_vprint(p->text + p->size, (size_t)length + 1, format, again);
    map_lines(p, p->text + p->size);
    p->size += length;
  }
  va_end(again);
}

// Writes a text in quotation marks, with parentheses in place of braces, which would be read as expressions.
static void put_quoted(page *p, const char *text) {
  put(p, "\"");
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') put(p, "\\%c", *text);
    else put(p, "%c", *text == '{' ? '(' : *text == '}' ? ')' : *text);
  }
  put(p, "\"");
}

// ---- head ------------------------------------------------------------------------------------------------------

static const char *clean_file_name(page *p, const char *path) {
  char *name = jni_pool_text(&p->im->pool, jni_path_name(path), strlen(jni_path_name(path)));
  return name ? jni_import_clean(name) : "";
}

static void put_remarks(page *p, jn_severity severity, const char *heading) {
  bool begun = false;
  for (int i = 0; i < p->im->nremarks; i++) {
    const jni_import_remark *r = &p->im->remarks[i];
    if (r->severity != severity) continue;
    if (!begun) put(p, "#\n# %s\n", heading);
    begun = true;
    put(p, "#   ");
    if (r->place.file > 0) put(p, "%s ", clean_file_name(p, jni_import_file_of(p->im, r->place.file)));
    if (r->place.line > 0) put(p, "line %d: ", r->place.line);
    put(p, "%s%s%s\n", r->first.element, r->first.element[0] ? ": " : "", r->first.what);
  }
}

static void put_name(page *p) {
  const char *file = jni_path_name(p->im->file), *dot = strrchr(file, '.');
  int stem = dot && dot > file ? (int)(dot - file) : (int)strlen(file);
  const char *name = p->im->name && p->im->name[0] ? p->im->name : jni_import_format(p->im, "%.*s", stem, file);
  char *clean = jni_pool_text(&p->im->pool, name, strlen(name));
  put_quoted(p, clean ? jni_import_clean(clean) : "");
}

static void put_head(page *p) {
  jni_import *im = p->im;
  put(p, "# Imported from %s (%s) by `jounce import`.\n", clean_file_name(p, im->file), im->format);
  put_remarks(p, JN_WARNING, "Not imported, or changed in meaning (lines of the source):");
  put_remarks(p, JN_NOTE, "Expressed differently:");
  put(p, "jounce: 1\nname: ");
  put_name(p);
  put(p, "\nspace: space\ngravity: %s\n", jni_vector_text(im, im->gravity, 3));
  if (im->has_stops || im->has_friction || im->has_contact_friction) put(p, "parameters:\n");
  if (im->has_contact_friction) put(p, "  contact_friction: 0.5  # of all contacts; URDF has no value\n");
  if (im->has_friction)
    put(p, "  friction_give: 1e-3  # rad or m; how far joints with dry friction give at most while they stick\n");
  if (im->has_stops) put(p, "  stop_rate: 100  # rad/s; hardness of the stops: contact lasts about pi/stop_rate\n");
}

// ---- bodies ----------------------------------------------------------------------------------------------------

static const char *angle_text(jni_import *im, double angle) {
  double back = 0;
  const char *text = jni_import_format(im, "%.15g", angle);
  // 15 digits suffice, because the quaternion is no more accurate
  bool same = jni_number_parse(text, &back) && fabs(back - angle) <= 4e-16 * fabs(angle);
  return same ? text : jni_number_text(im, angle);
}

const char *jni_orientation_text(jni_import *im, const double q[4]) {
  static const char *const axes[] = {"x", "y", "z"};
  for (int i = 0; i < 3; i++) {
    if (q[1 + (i + 1) % 3] != 0 || q[1 + (i + 2) % 3] != 0) continue;
    return jni_import_format(im, "{axis: %s, angle: %s}", axes[i], angle_text(im, 2 * jnk_atan2(q[1 + i], q[0])));
  }
  return jni_vector_text(im, q, 4);
}

// Writes the list `key` of frames of a body: if `turned` those with a rotation, otherwise those without.
static void put_frames(page *p, const jni_import_body *body, bool turned, const char *key, int indent) {
  int n = 0;
  for (int i = body->first; i >= 0; i = p->im->frames[i].next) {
    const jni_import_frame *f = &p->im->frames[i];
    if (jni_pose_is_turned(&f->pose) != turned) continue;
    if (n++ == 0) put(p, "%*s%s: {", indent, "", key);
    else put(p, ",\n%*s", indent + (int)strlen(key) + 3, "");
    put(p, "%s: ", f->name);
    const char *at = jni_vector_text(p->im, f->pose.p, 3);
    if (turned) put(p, "{at: %s, orientation: %s}", at, jni_orientation_text(p->im, f->pose.q));
    else put(p, "%s", at);
  }
  if (n > 0) put(p, "}\n");
}

static void put_shapes(page *p, const jni_import_body *body, int indent) {
  bool any = false;
  for (int i = body->first_shape; i > 0; i = p->im->shapes[i - 1].next) any = any || !p->im->shapes[i - 1].unused;
  if (any) put(p, "%*sshapes:\n", indent, "");
  for (int i = body->first_shape; i > 0; i = p->im->shapes[i - 1].next) {
    if (p->im->shapes[i - 1].unused) continue;
    put(p, "%*s%s: {%s}\n", indent + 2, "", p->im->shapes[i - 1].name, p->im->shapes[i - 1].text);
  }
}

static void put_ground(page *p) {
  const jni_import_body *ground = &p->im->bodies[0];
  if (ground->first < 0 && ground->first_shape == 0) return;
  put(p, "ground:\n");
  put_frames(p, ground, false, "points", 2);
  put_frames(p, ground, true, "frames", 2);
  put_shapes(p, ground, 2);
}

static void put_body(page *p, const jni_import_body *body) {
  const double *c = body->mass.com;
  double J[6];
  memcpy(J, body->mass.inertia, sizeof J);

  // Products of inertia and negative moments that are only rounding errors become zero (larger negative ones were
  // refused).
  for (int i = 0; i < 3; i++)
    if (J[i] < 0) J[i] = 0;
  double size = fmax(fabs(J[0]), fmax(fabs(J[1]), fabs(J[2])));
  for (int i = 3; i < 6; i++)
    if (fabs(J[i]) <= 4 * DBL_EPSILON * size) J[i] = 0;

  bool products = J[3] != 0 || J[4] != 0 || J[5] != 0, inertia = products || J[0] != 0 || J[1] != 0 || J[2] != 0;
  p->place = body->place;
  put(p, "  %s:", body->name);
  if (body->comment) put(p, "  # %s", body->comment);
  put(p, "\n    mass: %s\n", jni_number_text(p->im, body->mass.mass));
  if (c[0] != 0 || c[1] != 0 || c[2] != 0) put(p, "    com: %s\n", jni_vector_text(p->im, c, 3));
  if (inertia) put(p, "    inertia: %s\n", jni_vector_text(p->im, J, products ? 6 : 3));
  put_frames(p, body, false, "points", 4);
  put_frames(p, body, true, "frames", 4);
  put_shapes(p, body, 4);
  if (body->not_drawn) put(p, "    shapes: {}  # not drawn\n");
}

// ---- other sections --------------------------------------------------------------------------------------------

static void put_lines(page *p, const char *section, const jni_import_lines *lines) {
  if (lines->n > 0) put(p, "%s:\n", section);
  for (int i = 0; i < lines->n; i++) {
    const jni_import_line *line = &lines->items[i];
    p->place = line->place;
    put(p, "  %s: {%s}%s%s\n", line->name, line->text, line->comment ? "  # " : "", line->comment ? line->comment : "");
  }
  p->place = (jni_place){.line = 0};
}

static void put_pose(page *p, const jni_import_body *body) {
  put(p, "    %s.position: %s\n", body->name, jni_vector_text(p->im, body->world.p, 3));
  if (body->floats || jni_pose_is_turned(&body->world))
    put(p, "    %s.quaternion: %s\n", body->name, jni_vector_text(p->im, body->world.q, 4));
}

// Writes the velocities of a keyframe, those of free bodies and of joint coordinates, into the section `initial`.
static void put_velocities(page *p) {
  jni_import *im = p->im;
  for (int i = 0; im->start.qvel && i < im->nmoves; i++) {
    const jni_import_move *m = &im->moves[i];
    const double *v = im->start.qvel + m->qvel;
    if (m->kind == JNI_MOVE_FREE) {
      put(p, "    %s.velocity: %s\n", im->bodies[m->body].name, jni_vector_text(im, v, 3));
      put(p, "    %s.omega: %s\n", im->bodies[m->body].name, jni_vector_text(im, v + 3, 3));
    }
    if (m->dof >= 0 && !im->dofs[m->dof].follows)
      put(p, "    joint.%s_rate: %s\n", jni_dof_path(im, &im->dofs[m->dof]), jni_number_text(im, v[0]));
  }
}

// Writes the section `initial`. Poses of floating bodies are listed under `keep`, so that these bodies stay in place
// when a user adds joint coordinates to it; poses of other bodies are only guesses of the assembly.
static void put_initial(page *p) {
  const jni_import *im = p->im;
  bool kept = im->start.qvel != NULL;
  put(p, "initial:\n");
  if (im->options.keyframe) put(p, "  # the keyframe %s\n", jni_import_format(p->im, "%s", im->options.keyframe));
  else
    put(p,
        "  # poses while the source's coordinates are zero (or at ref), except those that follow others or have "
        "limits\n");
  put(p, "  # start elsewhere with joint.NAME.angle: 0.5 under 'keep'\n");
  for (int i = 1; i < im->nbodies; i++) kept = kept || im->bodies[i].floats;
  if (kept) put(p, "  keep:\n");
  for (int i = 1; i < im->nbodies; i++)
    if (im->bodies[i].floats) put_pose(p, &im->bodies[i]);
  put_velocities(p);
  for (int i = 1, any = 0; i < im->nbodies; i++) {
    if (im->bodies[i].floats) continue;
    if (any++ == 0) put(p, "  guess:\n");
    put_pose(p, &im->bodies[i]);
  }
}

static void put_outputs(page *p) {
  enum { MOST = 64 };
  put(p, "outputs:\n");
  for (int i = 0; i < p->im->outputs.n && i < MOST; i++) put(p, "  - %s\n", p->im->outputs.items[i].name);
  if (p->im->outputs.n > MOST) put(p, "  # and so on for the other joints\n");
  put(p, "  - energy\n");
}

char *jni_import_write(jni_import *im) {
  page p = {.im = im};
  put_head(&p);
  put_ground(&p);
  put(&p, "bodies:\n");
  for (int i = 1; i < im->nbodies; i++) put_body(&p, &im->bodies[i]);
  p.place = (jni_place){.line = 0};
  put_lines(&p, "joints", &im->joints);
  put_lines(&p, "contacts", &im->contacts);
  put_lines(&p, "forces", &im->forces);
  put_lines(&p, "inputs", &im->inputs);
  put_initial(&p);
  put(&p, "simulate: {until: 5}\n");
  put_outputs(&p);
  if (!p.failed && !im->pool.failed) return p.text;
  return jni_free(im->alloc, p.text);
}

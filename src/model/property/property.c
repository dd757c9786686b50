// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// property.c - parses tyre property files line by line and looks up their units.
#include "model/property/property.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct {
  jni_pool *pool;
  jni_properties *out;
  jni_property_faults *faults;
  bool no_memory, full;  // full: there are more than JNI_MAX_PROPERTIES keys
  const char *section;   // name of the current section; "": none yet
  int line;              // number of the current line, from 1
  char *start;           // begin of the current line; parsing writes terminating zeros into it
} property_reader;

// Adds a fault at the place `at` in the current line, NULL: at its beginning, to the list of faults unless that is
// full. Returns false.
static bool fail(const property_reader *r, const char *at, const char *format, ...) {
  if (r->faults->n == JNI_MAX_PROPERTY_FAULTS) return false;
  jni_property_fault *fault = &r->faults->list[r->faults->n++];
  va_list list;
  va_start(list, format);
  fault->line = r->line;
  fault->column = at ? (int)(at - r->start) + 1 : 1;
  jni_vprint(fault->what, sizeof fault->what, format, list);
  va_end(list);
  return false;
}

static bool no_memory(property_reader *r) {
  r->no_memory = true;
  return false;
}

static char *skip_blanks(char *s) { return s + strspn(s, " \t"); }

// Removes blanks at the end of a text in place. Returns the text.
static char *trimmed(char *s) {
  size_t n = strlen(s);
  while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t')) s[--n] = '\0';
  return s;
}

// ---- lines -----------------------------------------------------------------------------------------------------

static bool read_section(property_reader *r, char *s) {
  char *end = strchr(s, ']');
  if (!end) return fail(r, s, "expected ']' at the end of the name of a section");
  *end = '\0';
  r->section = trimmed(skip_blanks(s + 1));
  return true;
}

static bool add_property(property_reader *r, const jni_property *made) {
  jni_properties *out = r->out;
  for (int i = 0; i < out->n; i++)
    if (strcasecmp(out->list[i].key, made->key) == 0 && out->list[i].section == made->section)
      return fail(r, NULL, "'%.40s' is given twice in [%.40s], first in line %d", made->key, made->section,
                  out->list[i].line);
  if (out->n == JNI_MAX_PROPERTIES) {
    r->full = true;
    return fail(r, NULL, "more than %d keys", (int)JNI_MAX_PROPERTIES);
  }
  if (!jni_pool_grow(r->pool, &out->list, &out->capacity, out->n + 1, sizeof *out->list)) return no_memory(r);
  out->list[out->n++] = *made;
  return true;
}

// Reads a value, a number or a text in quotes, into *made. After a number only a comment may follow. Returns false
// after a fault.
static bool read_value(property_reader *r, char *s, jni_property *made) {
  char quote = *s;
  made->line = r->line;
  made->column = (int)(s - r->start) + 1;
  if (quote == '\'' || quote == '"') {
    char *end = strchr(s + 1, quote);
    if (!end) return fail(r, s, "expected %c at the end of the text", quote);
    *end = '\0';
    made->text = trimmed(skip_blanks(s + 1));
    return true;
  }
  const char *end = jni_number_parse(s, &made->value);
  if (!end || !isfinite(made->value) || (*end && !strchr(" \t$!", *end)))
    return fail(r, s, "expected a number or a text in quotes for '%.40s', got '%.20s'", made->key, s);
  const char *rest = end + strspn(end, " \t");
  if (*rest && !strchr("$!", *rest)) return fail(r, rest, "expected a comment after the number, got '%.20s'", rest);
  return true;
}

static bool read_key(property_reader *r, char *s, char *equals) {
  *equals = '\0';
  jni_property made = {.section = r->section, .key = trimmed(s)};
  if (made.key[0] == '\0') return fail(r, s, "expected a key before '='");
  return read_value(r, skip_blanks(equals + 1), &made) && add_property(r, &made);
}

// Adds a row of numbers to the curve if the present section is [DEFLECTION_LOAD_CURVE]; rows in other sections are
// ignored. Returns false after a fault or if memory is short.
static bool read_row(property_reader *r, char *s) {
  jni_properties *out = r->out;
  double row[2];
  const char *at = s;
  if (strcasecmp(r->section, "DEFLECTION_LOAD_CURVE") != 0) return true;
  for (int k = 0; k < 2; k++) {
    const char *begin = at + strspn(at, " \t"), *end = jni_number_parse(begin, &row[k]);
    if (!end || !isfinite(row[k])) return fail(r, begin, "expected two numbers, deflection and load");
    at = end;
  }
  if (!jni_pool_grow(r->pool, &out->rows, &out->capacity_rows, 2 * out->nrows + 2, sizeof *out->rows))
    return no_memory(r);
  memcpy(out->rows + 2 * (size_t)out->nrows, row, sizeof row);
  out->nrows++;
  return true;
}

static bool is_number(const char *s) { return isdigit((unsigned char)*s) || (*s && strchr("+-.", *s)); }

// Returns whether a line without a key has no data: it is empty or a comment, or any text in [MDI_HEADER].
static bool is_comment(const property_reader *r, const char *s) {
  return *s == '\0' || strchr("$!{('\"", *s) || strcasecmp(r->section, "MDI_HEADER") == 0;
}

static bool read_line(property_reader *r, char *line) {
  char *s = skip_blanks(line), *equals = strchr(s, '=');
  r->start = line;
  if (*s == '[') return read_section(r, s);
  if (*s && !strchr("$!{(", *s) && equals) return read_key(r, s, equals);
  if (is_comment(r, s)) return true;
  if (is_number(s)) return read_row(r, s);
  return fail(r, s, "expected a section '[NAME]', 'KEY = value' or a row of numbers, got '%.30s'", s);
}

// ---- units -------------------------------------------------------------------------------------------------------

typedef struct {
  const char *name;
  double value;  // value of the unit in SI units
} unit;

static const unit lengths[] = {
    {"meter", 1},     {"metre", 1},         {"m", 1},    {"mm", 1e-3},     {"millimeter", 1e-3},
    {"cm", 1e-2},     {"centimeter", 1e-2}, {"km", 1e3}, {"inch", 0.0254}, {"in", 0.0254},
    {"foot", 0.3048}, {"ft", 0.3048},       {NULL, 0}};
static const unit forces[] = {{"newton", 1},
                              {"n", 1},
                              {"kilonewton", 1e3},
                              {"knewton", 1e3},
                              {"kn", 1e3},
                              {"kg_force", 9.80665},
                              {"kgf", 9.80665},
                              {"pound_force", 4.4482216152605},
                              {"lbf", 4.4482216152605},
                              {NULL, 0}};
static const unit angles[] = {{"radians", 1},
                              {"radian", 1},
                              {"rad", 1},
                              {"degrees", 0.017453292519943295},
                              {"degree", 0.017453292519943295},
                              {"deg", 0.017453292519943295},
                              {NULL, 0}};
static const unit masses[] = {
    {"kg", 1},           {"kilogram", 1},           {"gram", 1e-3}, {"g", 1e-3}, {"pound_mass", 0.45359237},
    {"lbm", 0.45359237}, {"slug", 14.593902937206}, {NULL, 0}};
static const unit times[] = {{"second", 1}, {"sec", 1},     {"s", 1},       {"millisecond", 1e-3},
                             {"ms", 1e-3},  {"minute", 60}, {"hour", 3600}, {NULL, 0}};

// Reports that the value of a key is not a unit that is allowed there, with a list of the allowed ones. Returns false.
static bool refuse_unit(property_reader *r, const jni_property *entry, const unit *units) {
  char allowed[160] = "", got[40] = "a number";
  size_t used = 0;
  for (int i = 0; units[i].name && used < sizeof allowed; i++)
    used += (size_t)snprintf(allowed + used, sizeof allowed - used, "%s%s", i ? ", " : "", units[i].name);
  if (entry->text) snprintf(got, sizeof got, "'%.30s'", entry->text);
  int before = r->faults->n;
  fail(r, NULL, "unknown unit of %s, got %s; known are %s", entry->key, got, allowed);
  for (int i = before; i < r->faults->n; i++) {
    r->faults->list[i].line = entry->line;
    r->faults->list[i].column = entry->column;
  }
  return false;
}

// Sets *value to the SI value of the unit that a key of the file names; 1 if the file does not have the key. Returns
// false after a fault.
static bool find_unit(property_reader *r, const char *key, const unit *units, double *value) {
  const jni_property *entry = jni_property_find(r->out, key);
  *value = 1;
  if (!entry) return true;
  for (int i = 0; entry->text && units[i].name; i++)
    if (strcasecmp(units[i].name, entry->text) == 0) {
      *value = units[i].value;
      return true;
    }
  return refuse_unit(r, entry, units);
}

static bool read_units(property_reader *r) {
  jni_properties *out = r->out;
  bool sound = find_unit(r, "LENGTH", lengths, &out->length);
  sound = find_unit(r, "FORCE", forces, &out->force) && sound;
  sound = find_unit(r, "ANGLE", angles, &out->angle) && sound;
  sound = find_unit(r, "MASS", masses, &out->mass) && sound;
  return find_unit(r, "TIME", times, &out->time) && sound;
}

static double power(double x, int n) {
  double y = 1;
  for (int i = 0; i < (n < 0 ? -n : n); i++) y *= x;
  return n < 0 ? 1 / y : y;
}

// Returns the factor by which a number of dimension d is multiplied to convert it to SI units. A mass is converted by
// the units of force, length and time, kg = N s^2/m; the file's unit of mass is not used.
double jni_property_unit(const jni_properties *all, jn_dimension d) {
  return power(all->force, d.kg) * power(all->length, d.m - d.kg) * power(all->time, d.s + 2 * d.kg) *
         power(all->angle, d.rad);
}

// ---- files ---------------------------------------------------------------------------------------------------

const jni_property *jni_property_find(const jni_properties *all, const char *key) {
  for (int i = 0; i < all->n; i++)
    if (strcasecmp(all->list[i].key, key) == 0) return &all->list[i];
  return NULL;
}

// Returns whether the next line is read after a fault. Reading stops at a fault before the first section or key,
// because the file is then of another type, if memory is short, and after too many keys or faults.
static bool can_continue(const property_reader *r) {
  bool any = r->out->n > 0 || r->section[0];
  return any && !r->no_memory && !r->full && r->faults->n < JNI_MAX_PROPERTY_FAULTS;
}

// Returns whether the file was read without faults. If memory ran out, returns false and removes all faults.
static bool finish(property_reader *r) {
  if (r->no_memory) r->faults->n = 0;
  return !r->no_memory && r->faults->n == 0;
}

bool jni_properties_parse(jni_pool *pool, const char *text, size_t size, jni_properties *out,
                          jni_property_faults *faults) {
  property_reader r = {.pool = pool, .out = out, .faults = faults, .section = "", .line = 1};
  *out = (jni_properties){0};
  faults->n = 0;
  char *copy = jni_pool_text(pool, text, size);
  if (!copy) return false;
  if (size > 0 && memchr(text, '\0', size)) return fail(&r, NULL, "this is not a text file: it contains zero bytes");
  for (char *line = copy; line; r.line++) {
    char *end = line + strcspn(line, "\r\n"), *next = *end ? end + (end[0] == '\r' && end[1] == '\n' ? 2 : 1) : NULL;
    *end = '\0';
    if (!read_line(&r, line) && !can_continue(&r)) return finish(&r);
    line = next;
  }
  r.line = 1;
  if (out->n > 0) read_units(&r);
  else if (faults->n == 0) fail(&r, NULL, "there is no 'KEY = value' in it");
  return finish(&r);
}

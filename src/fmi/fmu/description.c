// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// description.c - reads modelDescription.xml of FMI 2 and 3; see description.h.
#include "fmi/fmu/description.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const jni_fmu_type_names[JNI_FMU_NTYPES] = {"Float64",     "Float32", "Int8",   "UInt8",  "Int16",
                                                        "UInt16",      "Int32",   "UInt32", "Int64",  "UInt64",
                                                        "Enumeration", "Boolean", "String", "Binary", "Clock"};
static const char *const type_names_2[JNI_FMU_NTYPES] = {[JNI_FMU_FLOAT64] = "Real",
                                                         [JNI_FMU_INT32] = "Integer",
                                                         [JNI_FMU_ENUMERATION] = "Enumeration",
                                                         [JNI_FMU_BOOLEAN] = "Boolean",
                                                         [JNI_FMU_STRING] = "String"};
const char *const jni_fmu_causality_names[JNI_FMU_NCAUSALITIES] = {
    "local", "parameter", "calculatedParameter", "input", "output", "independent", "structuralParameter"};
const char *const jni_fmu_variability_names[JNI_FMU_NVARIABILITIES] = {"constant", "fixed", "tunable", "discrete",
                                                                       "continuous"};
const char *const jni_fmu_initial_names[JNI_FMU_NINITIALS] = {"", "exact", "approx", "calculated"};
const char *const jni_fmu_base_names[JNI_FMU_NBASE] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};

typedef struct {
  jni_pool *pool;
  jni_fmu_description *d;
  const char *file;
  jn_report *report;
  int faults;
} reader;

// ---- faults -------------------------------------------------------------------------------------------------------

static void add_fault(const char *file, const jni_xml *node, const char *element, jn_report *report, const char *format,
                      va_list arguments) {
  jn_error error = {
      .status = JN_BAD_MODEL, .severity = JN_FAULT, .line = node ? node->line : 0, .column = node ? node->column : 0};
  jni_print(error.file, sizeof error.file, "%s", file);
  jni_print(error.element, sizeof error.element, "%s", element);
  jni_make_plain(error.element);
  jni_vprint(error.what, sizeof error.what, format, arguments);
  jni_make_plain(error.what);
  jn_report_add(report, &error);
}

void jni_fmu_fault(const char *file, const jni_xml *node, const char *element, jn_report *report, const char *format,
                   ...) {
  va_list arguments;
  va_start(arguments, format);
  add_fault(file, node, element, report, format, arguments);
  va_end(arguments);
}

// Reports a fault at an element of the file. After a hundred faults further ones are only counted.
JN_PRINTF(3, 4) static void fault(reader *r, const jni_xml *node, const char *format, ...) {
  enum { MOST_FAULTS = 100 };
  char element[200];
  const char *name = NULL;
  for (const jni_xml_attribute *a = node->attributes; a; a = a->next)
    if (strcmp(a->name, "name") == 0) name = a->value;
  if (r->faults++ >= MOST_FAULTS) return;
  if (name) jni_print(element, sizeof element, "%.60s '%.120s'", node->name, name);
  else jni_print(element, sizeof element, "%.60s", node->name);
  va_list arguments;
  va_start(arguments, format);
  add_fault(r->file, node, element, r->report, format, arguments);
  va_end(arguments);
}

// ---- attributes ---------------------------------------------------------------------------------------------------

static const char *need_text(reader *r, jni_xml *node, const char *name) {
  const char *text = jni_xml_text(node, name);
  if (!text) fault(r, node, "needs the attribute '%s'", name);
  return text ? text : "";
}

static bool read_flag(reader *r, jni_xml *node, const char *name, bool fallback) {
  const char *text = jni_xml_text(node, name);
  if (!text) return fallback;
  if (strcmp(text, "true") == 0 || strcmp(text, "1") == 0) return true;
  if (strcmp(text, "false") != 0 && strcmp(text, "0") != 0)
    fault(r, node, "%s must be true or false, got '%.60s'", name, text);
  return false;
}

static const char *skip_space(const char *text) { return text + strspn(text, " \t\r\n"); }

static double read_number(reader *r, jni_xml *node, const char *name, double fallback) {
  const char *text = jni_xml_text(node, name);
  double value;
  if (!text) return fallback;
  const char *end = jni_number_parse(skip_space(text), &value);
  if (end && !*skip_space(end)) return value;
  fault(r, node, "%s must be a finite number, got '%.60s'", name, text);
  return fallback;
}

// Parses a whole number from 0 to 2^32 - 1 into *value. Returns the position after it; NULL if the text is no such
// number.
static const char *parse_index(const char *text, uint32_t *value) {
  uint64_t sum = 0;
  const char *c = text;
  for (; *c >= '0' && *c <= '9'; c++) {
    sum = 10 * sum + (uint64_t)(*c - '0');
    if (sum > UINT32_MAX) return NULL;
  }
  *value = (uint32_t)sum;
  return c > text ? c : NULL;
}

static bool read_index(reader *r, jni_xml *node, const char *name, uint32_t *value) {
  const char *text = need_text(r, node, name);
  const char *end = parse_index(skip_space(text), value);
  if (end && !*skip_space(end)) return true;
  if (*text) fault(r, node, "%s must be a whole number from 0 to 4294967295, got '%.60s'", name, text);
  *value = 0;
  return false;
}

static int read_small(reader *r, jni_xml *node, const char *name, int low, int high) {
  const char *text = jni_xml_text(node, name);
  double value;
  if (!text) return 0;
  const char *end = jni_number_parse(skip_space(text), &value);
  if (end && !*skip_space(end) && value == floor(value) && value >= low && value <= high) return (int)value;
  fault(r, node, "%s must be a whole number from %d to %d, got '%.60s'", name, low, high, text);
  return 0;
}

// Returns the index, from `first` to n - 1, of the word in the list that is the value of attribute `name`; -1 after a
// fault that lists the words.
static int read_word(reader *r, jni_xml *node, const char *name, const char *const *words, int first, int n) {
  const char *text = jni_xml_text(node, name);
  char list[200] = "";
  for (int i = first; i < n; i++)
    if (strcmp(words[i], text) == 0) return i;
  for (int i = first; i < n; i++) {
    size_t at = strlen(list);
    jni_print(list + at, sizeof list - at, "%s%s", i == first ? "" : i == n - 1 ? " or " : ", ", words[i]);
  }
  fault(r, node, "%s must be %s, got '%.60s'", name, list, text);
  return -1;
}

static int count_children(const jni_xml *node, const char *name) {
  int n = 0;
  for (const jni_xml *c = node ? node->first : NULL; c; c = c->next) n += !name || strcmp(c->name, name) == 0;
  return n;
}

static void *take(reader *r, int n, size_t size) { return jni_take(r->pool, (size_t)n + 1, size); }

// ---- units and types ----------------------------------------------------------------------------------------------

static void read_units(reader *r) {
  jni_fmu_description *d = r->d;
  jni_xml *list = jni_xml_child(d->root, "UnitDefinitions");
  d->units = take(r, count_children(list, "Unit"), sizeof *d->units);
  if (!d->units) return;
  for (jni_xml *node = jni_xml_child(list, "Unit"); node; node = jni_xml_next(node, "Unit")) {
    jni_fmu_unit *unit = &d->units[d->nunits++];
    jni_xml *base = jni_xml_child(node, "BaseUnit");
    *unit = (jni_fmu_unit){.name = need_text(r, node, "name"), .factor = 1, .element = node, .has_base = base};
    if (!base) continue;
    for (int i = 0; i < JNI_FMU_NBASE; i++) unit->exponent[i] = read_small(r, base, jni_fmu_base_names[i], -100, 100);
    unit->factor = read_number(r, base, "factor", 1);
    unit->offset = read_number(r, base, "offset", 0);
    if (unit->factor == 0) fault(r, base, "factor must not be zero");
  }
}

// Returns the type for which the name of an element stands, such as Float64. suffix: "" for elements of variables,
// "Type" for those of type definitions. Returns -1 for other elements.
static int find_type(const jni_fmu_description *d, const char *name, const char *suffix) {
  const char *const *names = d->version == 2 ? type_names_2 : jni_fmu_type_names;
  for (int i = 0; i < JNI_FMU_NTYPES; i++) {
    size_t n = names[i] ? strlen(names[i]) : 0;
    if (n > 0 && strncmp(name, names[i], n) == 0 && strcmp(name + n, suffix) == 0) return i;
  }
  return -1;
}

static void read_types(reader *r) {
  jni_fmu_description *d = r->d;
  jni_xml *list = jni_xml_child(d->root, "TypeDefinitions");
  d->types = take(r, count_children(list, NULL), sizeof *d->types);
  if (!d->types || !list) return;
  for (jni_xml *node = list->first; node; node = node->next) {
    jni_xml *typed = node;
    int type = -1;
    if (d->version == 2) {
      if (strcmp(node->name, "SimpleType") != 0) {
        fault(r, node, "expected SimpleType");
        continue;
      }
      for (typed = node->first; typed && type < 0; typed = type < 0 ? typed->next : typed)
        type = find_type(d, typed->name, "");
    } else {
      type = find_type(d, node->name, "Type");
    }
    if (type < 0) {
      fault(r, node, "defines no type; expected %s",
            d->version == 2 ? "Real, Integer, Boolean, String or Enumeration" : "Float64Type or another type of FMI 3");
      continue;
    }
    d->types[d->ntypes++] = (jni_fmu_type_definition){.name = need_text(r, node, "name"),
                                                      .type = (jni_fmu_type)type,
                                                      .unit = jni_xml_text(typed, "unit"),
                                                      .display_unit = jni_xml_text(typed, "displayUnit"),
                                                      .element = node};
  }
}

// ---- variables ----------------------------------------------------------------------------------------------------

static bool is_float(jni_fmu_type type) { return type == JNI_FMU_FLOAT64 || type == JNI_FMU_FLOAT32; }
static bool is_parameter(jni_fmu_causality causality) {
  return causality == JNI_FMU_PARAMETER || causality == JNI_FMU_CALCULATED_PARAMETER ||
         causality == JNI_FMU_STRUCTURAL_PARAMETER;
}

static jni_fmu_variability default_variability(const jni_fmu_description *d, const jni_fmu_variable *v) {
  if (d->version == 2) return JNI_FMU_CONTINUOUS;
  if (is_parameter(v->causality)) return JNI_FMU_FIXED;
  return is_float(v->type) ? JNI_FMU_CONTINUOUS : JNI_FMU_DISCRETE;
}

static jni_fmu_initial default_initial(const jni_fmu_description *d, const jni_fmu_variable *v) {
  switch (v->causality) {
    case JNI_FMU_PARAMETER:
    case JNI_FMU_STRUCTURAL_PARAMETER: return JNI_FMU_EXACT;
    case JNI_FMU_CALCULATED_PARAMETER: return JNI_FMU_CALCULATED;
    case JNI_FMU_INPUT: return d->version == 2 ? JNI_FMU_NO_INITIAL : JNI_FMU_EXACT;
    case JNI_FMU_INDEPENDENT: return JNI_FMU_NO_INITIAL;
    default: return v->variability == JNI_FMU_CONSTANT ? JNI_FMU_EXACT : JNI_FMU_CALCULATED;
  }
}

// Reads the start value of a variable as text and, unless its type is String, Binary or Clock, as number, of an array
// the first one. Reports a fault if that is no number of the type (for Boolean: true or false), or if a scalar has
// several.
static void read_start(reader *r, jni_fmu_variable *v) {
  const char *text = jni_xml_text(v->typed, "start");
  jni_xml *child = jni_xml_child(v->typed, "Start");
  if (!text && child) text = jni_xml_text(child, "value");
  v->start = text;
  if (!text || v->type == JNI_FMU_STRING || v->type == JNI_FMU_BINARY || v->type == JNI_FMU_CLOCK) return;
  text = skip_space(text);
  if (v->type == JNI_FMU_BOOLEAN) {
    size_t n = strcspn(text, " \t\r\n");
    bool yes = (n == 4 && strncmp(text, "true", 4) == 0) || (n == 1 && *text == '1');
    bool no = (n == 5 && strncmp(text, "false", 5) == 0) || (n == 1 && *text == '0');
    if (!yes && !no) fault(r, v->element, "start must be true or false, got '%.60s'", v->start);
    v->start_value = yes;
    return;
  }
  const char *end = jni_number_parse(text, &v->start_value);
  if (!end || (*end && !strchr(" \t\r\n", *end)))
    fault(r, v->element, "start must be a finite number, got '%.60s'", v->start);
  else if (!is_float(v->type) && v->start_value != floor(v->start_value))
    fault(r, v->element, "start of type %s must be a whole number, got '%.60s'", jni_fmu_type_name(r->d, v->type),
          v->start);
  else if (!v->is_array && *skip_space(end)) fault(r, v->element, "start must be one number, got '%.60s'", v->start);
}

static const jni_fmu_type_definition *find_definition(const jni_fmu_description *d, const char *name) {
  for (int i = 0; i < d->ntypes; i++)
    if (strcmp(d->types[i].name, name) == 0) return &d->types[i];
  return NULL;
}

static void read_variable(reader *r, jni_xml *node, jni_xml *typed, jni_fmu_type type) {
  jni_fmu_description *d = r->d;
  jni_fmu_variable *v = &d->variables[d->nvariables++];
  *v = (jni_fmu_variable){.type = type, .derivative = -1, .array = -1, .length = 1, .element = node, .typed = typed};
  v->name = need_text(r, node, "name");
  v->description = jni_xml_text(node, "description");
  read_index(r, node, "valueReference", &v->reference);
  if (jni_xml_text(node, "causality")) {
    int n = d->version == 2 ? JNI_FMU_STRUCTURAL_PARAMETER : JNI_FMU_NCAUSALITIES;
    int i = read_word(r, node, "causality", jni_fmu_causality_names, 0, n);
    v->causality = i < 0 ? JNI_FMU_LOCAL : (jni_fmu_causality)i;
  }
  v->variability = default_variability(d, v);
  v->has_variability = jni_xml_text(node, "variability") != NULL;
  if (v->has_variability) {
    int i = read_word(r, node, "variability", jni_fmu_variability_names, 0, JNI_FMU_NVARIABILITIES);
    if (i >= 0) v->variability = (jni_fmu_variability)i;
  }
  v->initial = default_initial(d, v);
  v->has_initial = jni_xml_text(node, "initial") != NULL;
  if (v->has_initial) {
    int i = read_word(r, node, "initial", jni_fmu_initial_names, 1, JNI_FMU_NINITIALS);
    if (i >= 0) v->initial = (jni_fmu_initial)i;
  }
  v->is_array = d->version == 3 && jni_xml_child(typed, "Dimension");
  v->declared_type = jni_xml_text(typed, "declaredType");
  v->unit = jni_xml_text(typed, "unit");
  v->display_unit = jni_xml_text(typed, "displayUnit");
  const jni_fmu_type_definition *definition = v->declared_type ? find_definition(d, v->declared_type) : NULL;
  if (definition && !v->unit) v->unit = definition->unit;
  if (definition && !v->display_unit) v->display_unit = definition->display_unit;
  if (jni_xml_text(typed, "derivative")) {
    uint32_t of;
    if (read_index(r, typed, "derivative", &of)) v->derivative = (long)of;
  }
  read_start(r, v);
}

static void read_variables(reader *r) {
  jni_fmu_description *d = r->d;
  jni_xml *list = jni_xml_child(d->root, "ModelVariables");
  if (!list) fault(r, d->root, "needs the element ModelVariables");
  d->variables = take(r, count_children(list, NULL), sizeof *d->variables);
  if (!d->variables || !list) return;
  for (jni_xml *node = list->first; node; node = node->next) {
    jni_xml *typed = node;
    int type = -1;
    if (d->version == 2 && strcmp(node->name, "ScalarVariable") != 0) {
      fault(r, node, "expected ScalarVariable");
      continue;
    }
    if (d->version == 2) {
      for (typed = node->first; typed; typed = typed->next) {
        type = find_type(d, typed->name, "");
        if (type >= 0) break;
      }
    } else {
      type = find_type(d, node->name, "");
    }
    if (type < 0)
      fault(r, node,
            d->version == 2 ? "has no type: expected Real, Integer, Boolean, String or Enumeration"
                            : "is no type of variable of FMI 3");
    else read_variable(r, node, typed, (jni_fmu_type)type);
  }
}

// Entry of a list that is sorted: what is compared of a variable, because the comparison function of qsort gets no
// context, and the variable's index.
typedef struct {
  const char *name;
  uint32_t reference;
  int index;
} sort_entry;

static int compare_names(const void *a, const void *b) {
  const sort_entry *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

static int compare_references(const void *a, const void *b) {
  const sort_entry *x = a, *y = b;
  if (x->reference != y->reference) return x->reference < y->reference ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

// Returns the indices of the first n variables, sorted by `compare`; NULL without memory.
static int *sort_variables(reader *r, int n, int (*compare)(const void *, const void *)) {
  const jni_fmu_variable *variables = r->d->variables;
  sort_entry *entries = take(r, n, sizeof *entries);
  int *indices = take(r, n, sizeof *indices);
  if (r->pool->failed) return NULL;
  for (int i = 0; i < n; i++) entries[i] = (sort_entry){variables[i].name, variables[i].reference, i};
  qsort(entries, (size_t)n, sizeof *entries, compare);
  for (int i = 0; i < n; i++) indices[i] = entries[i].index;
  return indices;
}

int jni_fmu_find_variable(const jni_fmu_description *d, const char *name) {
  const int n = d->nvariables + d->nelements;
  int low = 0, high = n;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (strcmp(d->variables[d->by_name[middle]].name, name) < 0) low = middle + 1;
    else high = middle;
  }
  return low < n && strcmp(d->variables[d->by_name[low]].name, name) == 0 ? d->by_name[low] : -1;
}

int jni_fmu_find_reference(const jni_fmu_description *d, uint32_t reference) {
  int low = 0, high = d->nvariables;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (d->variables[d->by_reference[middle]].reference < reference) low = middle + 1;
    else high = middle;
  }
  return low < d->nvariables && d->variables[d->by_reference[low]].reference == reference ? d->by_reference[low] : -1;
}

const jni_fmu_unit *jni_fmu_find_unit(const jni_fmu_description *d, const char *name) {
  for (int i = 0; i < d->nunits; i++)
    if (strcmp(d->units[i].name, name) == 0) return &d->units[i];
  return NULL;
}

const char *jni_fmu_type_name(const jni_fmu_description *d, jni_fmu_type type) {
  return d->version == 2 && type_names_2[type] ? type_names_2[type] : jni_fmu_type_names[type];
}

typedef struct {
  const jni_fmu_description *d;
  jni_fmu_causality causality;
} candidates;

static const char *candidate_at(const void *context, int i) {
  const candidates *c = context;
  for (int k = 0; k < c->d->nvariables + c->d->nelements; k++) {
    const jni_fmu_variable *v = &c->d->variables[k];
    if (v->causality == c->causality && !v->is_array && i-- == 0) return v->name;
  }
  return NULL;
}

void jni_fmu_suggest(const jni_fmu_description *d, const char *name, jni_fmu_causality causality, char *text,
                     size_t size) {
  enum { MOST_CANDIDATES = 2000 };
  const candidates c = {d, causality};
  bool few = d->nvariables + d->nelements <= MOST_CANDIDATES;
  const char *nearest = few ? jni_nearest(name, candidate_at, &c) : NULL;
  text[0] = 0;
  if (nearest) jni_print(text, size, "; did you mean '%.60s'?", nearest);
}

// ---- arrays -------------------------------------------------------------------------------------------------------

enum { MOST_DIMENSIONS = 8, MOST_ELEMENTS = 100000 };

// Reads the dimensions of an array, constants or start values of structural parameters, into extents[], and sets
// v->length to their product. Returns the number of dimensions. Returns 0, with v->length unchanged, if the array
// cannot be divided into elements: a dimension is missing or wrong (a fault), there are more than MOST_DIMENSIONS, or
// the array is empty or too large.
static int read_dimensions(reader *r, jni_fmu_variable *v, int *extents) {
  int n = 0;
  int64_t length = 1;
  for (jni_xml *node = jni_xml_child(v->typed, "Dimension"); node; node = jni_xml_next(node, "Dimension")) {
    uint32_t extent = 0;
    if (jni_xml_text(node, "start")) {
      if (!read_index(r, node, "start", &extent)) return 0;
    } else {
      uint32_t reference;
      if (!read_index(r, node, "valueReference", &reference)) return 0;
      int k = jni_fmu_find_reference(r->d, reference);
      if (k < 0 || r->d->variables[k].causality != JNI_FMU_STRUCTURAL_PARAMETER) {
        fault(r, node, "valueReference %lu is not that of a structural parameter", (unsigned long)reference);
        return 0;
      }
      double start = r->d->variables[k].start_value;
      if (start >= 0 && start <= MOST_ELEMENTS) extent = (uint32_t)start;
    }
    length *= extent;
    if (n == MOST_DIMENSIONS || length < 1 || length > MOST_ELEMENTS) return 0;
    extents[n++] = (int)extent;
  }
  v->length = (int)length;
  return n;
}

// Sets v->start_value of one element of an array to the first word of `text`: a Boolean to 1 if the word begins with
// "t" or "1", else to 0; another type to the number. Keeps the value of the array if `text` is NULL or empty, or if the
// word is no number and the type not Boolean. Sets v->start to NULL. Returns the text after the word and the blanks
// that follow it.
static const char *read_element_start(const char *text, jni_fmu_variable *v) {
  v->start = NULL;
  if (!text || !*text) return text;
  size_t n = strcspn(text, " \t\r\n");
  double value;
  if (v->type == JNI_FMU_BOOLEAN) v->start_value = *text == 't' || *text == '1';
  else if (jni_number_parse(text, &value) == text + n) v->start_value = value;
  return skip_space(text + n);
}

// Writes the name of element k of an array into `name`: the array's name with n indices from 1, such as "a[1,3]".
static void write_element_name(const char *array, const int *extents, int n, int k, char *name, size_t size) {
  int indices[MOST_DIMENSIONS];
  for (int i = n - 1; i >= 0; i--) {
    indices[i] = k % extents[i] + 1;
    k /= extents[i];
  }
  jni_print(name, size, "%s[", array);
  for (int i = 0; i < n; i++) {
    size_t at = strlen(name);
    jni_print(name + at, size - at, "%d%s", indices[i], i == n - 1 ? "]" : ",");
  }
}

// Appends the elements of all numeric, enumeration and Boolean arrays to the variables of the description, as scalars;
// arrays that read_dimensions cannot divide, and those beyond MOST_ELEMENTS elements in total, are left out.
static void add_elements(reader *r) {
  jni_fmu_description *d = r->d;
  int *extents = take(r, d->nvariables * MOST_DIMENSIONS, sizeof *extents);
  int *ndimensions = take(r, d->nvariables, sizeof *ndimensions);
  int total = 0;
  if (r->pool->failed) return;
  for (int i = 0; i < d->nvariables; i++) {
    jni_fmu_variable *v = &d->variables[i];
    if (!v->is_array || v->type > JNI_FMU_BOOLEAN) continue;
    ndimensions[i] = read_dimensions(r, v, extents + (ptrdiff_t)i * MOST_DIMENSIONS);
    if (ndimensions[i] > 0 && v->length > MOST_ELEMENTS - total) ndimensions[i] = 0;
    if (ndimensions[i] > 0) total += v->length;
  }
  if (total == 0) return;
  jni_fmu_variable *all = take(r, d->nvariables + total, sizeof *all);
  if (!all) return;
  memcpy(all, d->variables, (size_t)d->nvariables * sizeof *all);
  for (int i = 0; i < d->nvariables; i++) {
    const jni_fmu_variable *array = &d->variables[i];
    if (ndimensions[i] == 0) continue;
    if (array->length > d->most_elements) d->most_elements = array->length;
    const char *start = array->start ? skip_space(array->start) : NULL;
    // a single number is the start value of all elements
    bool same = start && !*skip_space(start + strcspn(start, " \t\r\n"));
    for (int k = 0; k < array->length; k++) {
      jni_fmu_variable *v = &all[d->nvariables + d->nelements++];
      size_t size = strlen(array->name) + 12 * MOST_DIMENSIONS + 3;
      char *name = jni_take(r->pool, size, 1);
      if (!name) return;
      write_element_name(array->name, extents + (ptrdiff_t)i * MOST_DIMENSIONS, ndimensions[i], k, name, size);
      *v = *array;
      v->name = name;
      v->is_array = false;
      v->array = i;
      v->position = k;
      const char *next = read_element_start(start, v);
      if (!same) start = next;
    }
  }
  d->variables = all;
}

// ---- structure ----------------------------------------------------------------------------------------------------

// Returns the index of the variable that a number in the model structure denotes, in FMI 2 a position from 1, in FMI 3
// a value reference; -1: there is no such variable.
static int find_numbered(const jni_fmu_description *d, uint32_t number) {
  if (d->version == 3) return jni_fmu_find_reference(d, number);
  return number >= 1 && number <= (uint32_t)d->nvariables ? (int)number - 1 : -1;
}

static void read_dependencies(reader *r, jni_xml *node, jni_fmu_unknown *u) {
  const char *text = jni_xml_text(node, "dependencies");
  u->kinds = jni_xml_text(node, "dependenciesKind");
  if (!text) return;
  int n = 0;
  for (const char *c = text; *c; c++) n += *c >= '0' && *c <= '9' && (c == text || c[-1] < '0' || c[-1] > '9');
  u->has_dependencies = true;
  u->dependencies = take(r, n, sizeof *u->dependencies);
  for (text = skip_space(text); *text && u->dependencies; text = skip_space(text)) {
    uint32_t number;
    const char *end = parse_index(text, &number);
    if (!end || (*end && !strchr(" \t\r\n", *end)) || u->ndependencies >= n) {
      fault(r, node, "dependencies must be a list of whole numbers, got '%.30s'", text);
      return;
    }
    int variable = find_numbered(r->d, number);
    if (variable < 0)
      fault(r, node, "a dependency is %lu, and there is no variable with this %s", (unsigned long)number,
            r->d->version == 2 ? "index" : "value reference");
    else u->dependencies[u->ndependencies++] = variable;
    text = end;
  }
}

static void read_unknown(reader *r, jni_xml *node, jni_fmu_unknowns *list) {
  uint32_t number;
  bool good = read_index(r, node, r->d->version == 2 ? "index" : "valueReference", &number);
  int variable = good ? find_numbered(r->d, number) : -1;
  if (good && variable < 0)
    fault(r, node, "there is no variable with the %s %lu", r->d->version == 2 ? "index" : "value reference",
          (unsigned long)number);
  if (variable < 0) return;
  jni_fmu_unknown *u = &list->entries[list->n++];
  *u = (jni_fmu_unknown){.variable = variable, .element = node};
  read_dependencies(r, node, u);
}

// Returns the number of scalars in a list of the model structure, counting every element of an array; at most 10^8.
static int count_scalars(const jni_fmu_description *d, jni_fmu_list list) {
  enum { MOST = 100000000 };
  int64_t n = 0;
  for (int i = 0; i < d->lists[list].n; i++) n += d->variables[d->lists[list].entries[i].variable].length;
  return n < MOST ? (int)n : MOST;
}

static void read_structure(reader *r) {
  static const char *const lists[JNI_FMU_NLISTS] = {"Outputs", "Derivatives", "InitialUnknowns", NULL, NULL};
  static const char *const entries[JNI_FMU_NLISTS] = {"Output", "ContinuousStateDerivative", "InitialUnknown",
                                                      "EventIndicator", "ClockedState"};
  jni_fmu_description *d = r->d;
  jni_xml *structure = jni_xml_child(d->root, "ModelStructure");
  if (!structure) fault(r, d->root, "needs the element ModelStructure");
  for (int k = 0; k < JNI_FMU_NLISTS && !r->pool->failed; k++) {
    jni_xml *list = d->version == 3 ? structure : lists[k] ? jni_xml_child(structure, lists[k]) : NULL;
    const char *name = d->version == 3 ? entries[k] : "Unknown";
    d->lists[k].entries = take(r, count_children(list, name), sizeof *d->lists[k].entries);
    if (!d->lists[k].entries) return;
    for (jni_xml *node = jni_xml_child(list, name); node; node = jni_xml_next(node, name))
      read_unknown(r, node, &d->lists[k]);
  }
  d->nstates = count_scalars(d, JNI_FMU_DERIVATIVES);
  if (d->version == 3) d->nevent_indicators = count_scalars(d, JNI_FMU_EVENT_INDICATORS);
}

// ---- the description ----------------------------------------------------------------------------------------------

static void read_interface(reader *r, const char *name, jni_fmu_interface *out) {
  jni_xml *node = jni_xml_child(r->d->root, name);
  bool three = r->d->version == 3;
  *out = (jni_fmu_interface){.present = node, .element = node};
  if (!node) return;
  out->identifier = need_text(r, node, "modelIdentifier");
  out->can_get_and_set_state = read_flag(r, node, three ? "canGetAndSetFMUState" : "canGetAndSetFMUstate", false);
  out->can_serialize_state = read_flag(r, node, three ? "canSerializeFMUState" : "canSerializeFMUstate", false);
  out->directional_derivatives =
      read_flag(r, node, three ? "providesDirectionalDerivatives" : "providesDirectionalDerivative", false);
  out->adjoint_derivatives = read_flag(r, node, "providesAdjointDerivatives", false);
  out->needs_execution_tool = read_flag(r, node, "needsExecutionTool", false);
  out->only_once_per_process = read_flag(r, node, "canBeInstantiatedOnlyOncePerProcess", false);
  out->no_memory_functions = read_flag(r, node, "canNotUseMemoryManagementFunctions", false);
  out->variable_step = read_flag(r, node, "canHandleVariableCommunicationStepSize", false);
  out->fixed_step = read_number(r, node, "fixedInternalStepSize", 0);
  out->has_event_mode = read_flag(r, node, "hasEventMode", false);
  out->may_return_early = read_flag(r, node, "mightReturnEarlyFromDoStep", false);
  out->max_output_derivative_order = read_small(r, node, "maxOutputDerivativeOrder", 0, 1000);
}

static bool read_version(reader *r) {
  jni_fmu_description *d = r->d;
  const char *text = need_text(r, d->root, "fmiVersion");
  d->version_text = text;
  if (strcmp(text, "2.0") == 0) d->version = 2;
  else if (strncmp(text, "3.", 2) == 0) d->version = 3;
  else if (*text) fault(r, d->root, "fmiVersion must be 2.0 or 3.0, got '%.30s'", text);
  return d->version > 0;
}

static void read_experiment(reader *r) {
  jni_fmu_description *d = r->d;
  jni_xml *node = jni_xml_child(d->root, "DefaultExperiment");
  d->start_time = node ? read_number(r, node, "startTime", NAN) : NAN;
  d->stop_time = node ? read_number(r, node, "stopTime", NAN) : NAN;
  d->tolerance = node ? read_number(r, node, "tolerance", NAN) : NAN;
  d->step_size = node ? read_number(r, node, "stepSize", NAN) : NAN;
}

static void read_categories(reader *r) {
  jni_fmu_description *d = r->d;
  jni_xml *list = jni_xml_child(d->root, "LogCategories");
  d->log_categories = take(r, count_children(list, "Category"), sizeof *d->log_categories);
  if (!d->log_categories) return;
  for (jni_xml *node = jni_xml_child(list, "Category"); node; node = jni_xml_next(node, "Category"))
    d->log_categories[d->nlog_categories++] = need_text(r, node, "name");
}

static void read_root(reader *r) {
  jni_fmu_description *d = r->d;
  const char *naming = jni_xml_text(d->root, "variableNamingConvention");
  d->model_name = need_text(r, d->root, "modelName");
  d->token = need_text(r, d->root, d->version == 2 ? "guid" : "instantiationToken");
  d->description = jni_xml_text(d->root, "description");
  d->author = jni_xml_text(d->root, "author");
  d->model_version = jni_xml_text(d->root, "version");
  d->tool = jni_xml_text(d->root, "generationTool");
  d->date = jni_xml_text(d->root, "generationDateAndTime");
  d->structured_names = naming && strcmp(naming, "structured") == 0;
  if (naming && !d->structured_names && strcmp(naming, "flat") != 0)
    fault(r, d->root, "variableNamingConvention must be flat or structured, got '%.60s'", naming);
  if (d->version == 2) d->nevent_indicators = read_small(r, d->root, "numberOfEventIndicators", 0, 100000000);
  read_interface(r, "ModelExchange", &d->model_exchange);
  read_interface(r, "CoSimulation", &d->co_simulation);
  read_interface(r, "ScheduledExecution", &d->scheduled_execution);
  if (!d->model_exchange.present && !d->co_simulation.present && !d->scheduled_execution.present)
    fault(r, d->root, "needs the element ModelExchange or CoSimulation");
}

jni_fmu_description *jni_fmu_description_read(jni_pool *pool, const char *file, const char *text, size_t size,
                                              jn_report *report) {
  int elements = 0;
  const jni_xml_source source = {.file = file, .text = text, .size = size, .elements = &elements};
  jni_fmu_description *d = jni_take(pool, 1, sizeof *d);
  if (!d) {
    jni_report_no_memory(report);
    return NULL;
  }
  d->root = jni_xml_parse(pool, &source, report);
  if (!d->root) return NULL;
  d->file = jni_pool_text(pool, file, strlen(file));
  reader r = {.pool = pool, .d = d, .file = file, .report = report};
  if (strcmp(d->root->name, "fmiModelDescription") != 0) {
    fault(&r, d->root, "expected the root element fmiModelDescription");
    return NULL;
  }
  if (!read_version(&r)) return NULL;
  read_root(&r);
  read_units(&r);
  read_types(&r);
  read_categories(&r);
  read_experiment(&r);
  read_variables(&r);
  if (pool->failed) {
    jni_report_no_memory(report);
    return NULL;
  }
  d->by_reference = sort_variables(&r, d->nvariables, compare_references);
  if (!pool->failed) add_elements(&r);
  if (!pool->failed) d->by_name = sort_variables(&r, d->nvariables + d->nelements, compare_names);
  if (pool->failed) {
    jni_report_no_memory(report);
    return NULL;
  }
  read_structure(&r);
  if (pool->failed) {
    jni_report_no_memory(report);
    return NULL;
  }
  return r.faults > 0 ? NULL : d;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// parameter.c - parameters, computed in the order they need each other, "=expressions" over them, and {i} inside
// texts.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/expression/expression_trace.h"
#include "model/part/scope.h"
#include "model/read/read_expression.h"
#include "model/read/read_fault.h"
#include "model/read/read_value.h"

enum { MAX_NESTING = 200, MAX_LENGTH = 10000, USUAL_NAMES = 32, INDEX_SIZE = JNI_MAX_NAME + 1 };

const char jni_name_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.";

// ---- lookup of names --------------------------------------------------------------------------

static bool calc_parameter(jni_reader *r, jni_parameter *parameter);

// Returns the number of the innermost index of `repeat` that is called `name`; for a name with a dot, such as c.x, that
// is called as the part before the dot. -1: there is none.
static int find_index(const jni_reader *r, const char *name) {
  size_t length = strcspn(name, ".");
  for (int i = r->nindices - 1; i >= 0; i--)
    if (strlen(r->indices[i].name) == length && strncmp(r->indices[i].name, name, length) == 0) return i;
  return -1;
}

static jni_parameter *find_own_parameter(const jni_reader *r, const jni_scope *scope, const char *name) {
  int i = jni_names_get(r->names, JNI_NAME_PARAMETER, scope->part->names, name);
  return i >= 0 && scope->parameters ? &scope->parameters[i] : NULL;
}

// Returns the parameter of this name in the present scope, or, if this is a part from the section `parts`, else in the
// file of that section. NULL: there is none.
static jni_parameter *find_parameter(const jni_reader *r, const char *name) {
  jni_parameter *found = NULL;
  for (const jni_scope *scope = r->scope; scope && !found; scope = scope->around)
    found = find_own_parameter(r, scope, name);
  return found;
}

// Returns the parameter that a name means in a formula of signals. An input, state or signal of the part hides a
// parameter of the same name in an enclosing scope. NULL: the name means no parameter.
static jni_parameter *find_visible_parameter(const jni_reader *r, const char *name) {
  for (const jni_scope *scope = r->scope; scope; scope = scope->around) {
    jni_parameter *found = find_own_parameter(r, scope, name);
    if (found || !scope->around) return found;
    if (jni_read_kind_of(scope->part->root, name, JNI_NAMES_VALUE)) return NULL;
  }
  return NULL;
}

bool jni_read_has_parameter(const jni_reader *r, const char *name) { return find_parameter(r, name) != NULL; }

// For a name c.x, where c is an index of `repeat` whose items are mappings, returns the value of x in the current item;
// NULL: the name is not of this kind, or the item has no x.
static const jni_node *find_item_value(const jni_reader *r, const char *name) {
  int i = find_index(r, name);
  const char *dot = strchr(name, '.');
  return i >= 0 && dot && r->indices[i].item ? jni_node_get(r->indices[i].item, dot + 1) : NULL;
}

bool jni_read_is_name(const jni_reader *r, const char *name) {
  int i = find_index(r, name);
  if (i >= 0 && (strchr(name, '.') || r->indices[i].item)) return find_item_value(r, name) != NULL;
  return i >= 0 || find_parameter(r, name);
}

const char *jni_parameter_candidate(const void *reader, int i) {
  const jni_reader *r = reader;
  for (const jni_scope *scope = r->scope; scope; scope = scope->around) {
    if (i < scope->part->nparameters) return scope->part->parameters[i]->key;
    i -= scope->part->nparameters;
  }
  return i < r->nindices ? r->indices[i].name : NULL;
}

// ---- dependencies of values -------------------------------------------------------------------

static void mark_structural(jni_parameter *parameter) {
  if (parameter->structural) return;
  parameter->structural = true;
  for (const jni_parameter_use *use = parameter->needs; use; use = use->next) mark_structural(use->parameter);
}

// Records that the parameter whose value is being computed depends on `parameter`. If the value affects the structure
// of the model, marks `parameter` as structural.
static void record_need(jni_reader *r, jni_parameter *parameter) {
  if (r->structural) mark_structural(parameter);
  jni_parameter *by = r->computing;
  if (!by || (by->needs && by->needs->parameter == parameter)) return;
  jni_parameter_use *use = jni_document_take(r->scratch, sizeof *use);
  if (!use) return;
  *use = (jni_parameter_use){parameter, by->needs};
  by->needs = use;
  if (by->structural) mark_structural(parameter);
}

// The values of the parameters and indices in an expression, in the order in which the parser meets their names.
typedef struct {
  jni_reader *reader;
  double *values;
  int n, most;
} gathered;

static int gather(gathered *g, double value) {
  if (g->n == g->most) return -1;  // impossible: g->most is the largest number of names that the text can contain
  g->values[g->n] = value;
  return g->n++;
}

// Computes the quantity at `node`, a value of an item of the index with this number. It may use the indices outside of
// that one only. Returns false after a fault.
static bool calc_item(jni_reader *r, int index, const jni_node *node, jni_quantity *quantity) {
  int before = r->nindices;
  r->nindices = index;
  bool sound = jni_read_parameter(r, node, quantity);
  r->nindices = before;
  return sound;
}

static int resolve_item(gathered *g, int index, const char *name, char *what, size_t size) {
  jni_reader *r = g->reader;
  const jni_node *node = find_item_value(r, name);
  jni_quantity quantity;
  if (!node) {
    const jni_node *item = r->indices[index].item;
    const char *own = item ? (item->key ? item->key : item->text) : "";
    bool whole = !strchr(name, '.');
    snprintf(what, size,
             whole ? "the value of the index '%.60s' is the name '%.60s', which is not a number"
                   : "'%.60s' is not defined for the item '%.60s' of the index",
             name, own);
    return -1;
  }
  if (calc_item(r, index, node, &quantity)) return gather(g, quantity.value);
  snprintf(what, size, "'%.60s' has no value", name);
  r->fault_reported = true;
  return -1;
}

static int resolve(void *context, const char *name, char *what, size_t size) {
  gathered *g = context;
  jni_reader *r = g->reader;
  int index = find_index(r, name);
  if (index >= 0 && (r->indices[index].item || strchr(name, '.'))) return resolve_item(g, index, name, what, size);
  if (index >= 0) return gather(g, r->indices[index].value);
  jni_parameter *parameter = find_parameter(r, name);
  if (parameter) record_need(r, parameter);
  if (!parameter) {
    char hint[96];
    jni_suggest(name, jni_parameter_candidate, r, hint, sizeof hint);
    snprintf(what, size, "there is no parameter%s '%.60s'%s", r->nindices ? " or index" : "", name, hint);
  } else if (!calc_parameter(r, parameter)) {
    snprintf(what, size, "parameter '%.60s' has no value", name);
    r->fault_reported = true;
    return -1;
  }
  return parameter ? gather(g, parameter->is.value) : -1;
}

static bool calc_gathered(gathered *g, const char *text, double *value, char *what, size_t size) {
  jni_reader *r = g->reader;
  int at = 0;
  what[0] = '\0';
  jni_expression *expression = jni_expression_new(r->model->pool.alloc, text, resolve, g, what, size, &at);
  if (!expression) {
    if (strcmp(what, "out of memory") == 0) r->model->no_memory = r->stop = true;
    return false;
  }
  *value = jni_expression_trace(r->model->trace, expression, g->values, g->n, r->formula);
  jni_expression_free(expression);
  if (isfinite(*value)) return true;
  snprintf(what, size, "the result is not a finite number");
  return false;
}

// Computes the value of an expression of parameters and indices. Returns false with a sentence in `what` if the
// expression is invalid or a name in it has no value.
static bool calc_value(jni_reader *r, const char *text, double *value, char *what, size_t size) {
  double usual[USUAL_NAMES] = {0}, *many = NULL;
  gathered g = {r, usual, 0, (int)(strlen(text) / 2) + 1};  // names are separated by at least one character
  if (g.most > USUAL_NAMES) g.values = many = jni_alloc0(r->model->pool.alloc, (size_t)g.most, sizeof *many);
  if (!g.values) {
    r->model->no_memory = r->stop = true;
    return false;
  }
  bool sound = calc_gathered(&g, text, value, what, size);
  jni_free(r->model->pool.alloc, many);
  return sound;
}

// Stores in r->formula the key, element and line of the formula at `node`, for messages; an empty text for initial
// values and shapes, which are not part of the equations.
static void name_formula(jni_reader *r, const jni_node *node) {
  char line[100] = "";
  const jn_model *model = r->model;
  int file = node->place.file;
  r->formula[0] = '\0';
  if (strncmp(r->element, "initial", 7) == 0 || strncmp(r->element, "shape", 5) == 0) return;
  if (file > 0 && file <= model->nsources)
    snprintf(line, sizeof line, " (%.80s:%d)", model->sources[file - 1].name, node->place.line);
  else if (node->place.line > 0) snprintf(line, sizeof line, " (line %d)", node->place.line);
  if (node->key) jni_print(r->formula, sizeof r->formula, "'%.60s' of %.120s%s", node->key, r->element, line);
  else jni_print(r->formula, sizeof r->formula, "%.120s%s", r->element, line);
}

bool jni_read_evaluate(jni_reader *r, const jni_node *node, const char *text, double *value) {
  char what[256];
  if (!jni_count_work(r, node, strlen(text))) return false;
  r->fault_reported = false;
  if (r->model->trace) name_formula(r, node);
  if (calc_value(r, text, value, what, sizeof what)) return true;
  return r->fault_reported ? false : jni_read_fault(r, node, "in \"=%.80s\": %s", text, what);
}

bool jni_read_name_value(jni_reader *r, const char *name, double *value) {
  int i = find_index(r, name);
  const jni_parameter *parameter = i < 0 ? find_visible_parameter(r, name) : NULL;
  char what[256];
  if (i >= 0 && r->indices[i].item) return jni_read_is_name(r, name) && calc_value(r, name, value, what, sizeof what);
  if (i >= 0 && strchr(name, '.')) return false;
  if (i < 0 && !parameter) return false;
  *value = i >= 0 ? r->indices[i].value : parameter->is.value;
  return true;
}

// ---- parameters -------------------------------------------------------------------------------

// Returns whether the text is "=NAME", possibly with blanks; if so, copies the name to `name`.
static bool is_bare_name(const char *text, char name[JNI_SIGNAL_NAME_SIZE]) {
  if (*text != '=') return false;
  text += 1 + strspn(text + 1, " ");
  size_t length = strspn(text, jni_name_letters);
  if (!length || length >= JNI_SIGNAL_NAME_SIZE || text[length + strspn(text + length, " \t\n")]) return false;
  memcpy(name, text, length);
  name[length] = '\0';
  return true;
}

bool jni_read_named_quantity(jni_reader *r, const char *text, jni_quantity *quantity) {
  char name[JNI_SIGNAL_NAME_SIZE];
  if (!is_bare_name(text, name)) return false;
  int index = find_index(r, name);
  const jni_node *item = find_item_value(r, name);
  const jni_parameter *parameter = index < 0 ? find_parameter(r, name) : NULL;
  if (parameter) *quantity = parameter->is;
  return (parameter || (item && calc_item(r, index, item, quantity))) && quantity->text;
}

// Reads a number, a quantity with a unit of any dimension, or "=expression" into *quantity. "=NAME" has the unit with
// which the parameter NAME is written. Returns false after a fault.
bool jni_read_parameter(jni_reader *r, const jni_node *node, jni_quantity *quantity) {
  const char *text = node->kind == JNI_SCALAR ? node->text + strspn(node->text, " ") : "=";
  char why[160];
  bool has_unit;
  jni_quantity is = {.text = NULL};
  *quantity = is;
  if (*text == '=' || !jn_unit_parse(text, &is.value, &is.dimension, &has_unit, why, sizeof why)) {
    if (!jni_read_plain(r, node, &quantity->value)) return false;
    if (jni_read_named_quantity(r, text, &is)) *quantity = is;
    return true;
  }
  is.text = has_unit ? text : NULL;
  *quantity = is;
  return has_unit && jni_read_is_expression(r, text, false) ? jni_read_report_ambiguous(r, node, text, false) : true;
}

bool jni_read_set_parameter(jni_reader *r, jni_parameter *parameter, const jni_node *node) {
  jni_parameter *outer = r->computing;
  bool structural = r->structural;
  r->computing = parameter;
  r->structural = false;
  parameter->needs = NULL;
  parameter->text = node->text;
  parameter->value = node;
  bool sound = jni_read_parameter(r, node, &parameter->is);
  r->computing = outer;
  r->structural = structural;
  return sound;
}

// Computes the value of a parameter, if it is not computed yet. Returns false if it has none: a fault is then reported
// at the parameter, for example that it depends on itself.
static bool calc_parameter(jni_reader *r, jni_parameter *p) {
  if (p->state == JNI_DONE || p->state == JNI_FAILED) return p->state == JNI_DONE;
  char element[sizeof r->element];
  memcpy(element, r->element, sizeof element);
  jni_read_element(r, "parameter", p->node->key);
  if (p->state == JNI_BUSY || r->nesting >= MAX_NESTING) {
    jni_read_fault(r, p->node,
                   p->state == JNI_BUSY ? "its value depends on itself" : "the chain of parameters is too long");
    p->state = JNI_FAILED;
  } else {
    p->state = JNI_BUSY;
    r->nesting++;
    int nindices = r->nindices;
    r->nindices = 0;
    const jni_node *value = jni_read_value_of(p->node);
    bool sound = value
                     ? jni_read_set_parameter(r, p, value)
                     : jni_read_fault(r, p->node, "needs 'value'; 'min', 'max' and 'description' may stand beside it");
    r->nindices = nindices;
    r->nesting--;
    p->state = sound && p->state == JNI_BUSY ? JNI_DONE : JNI_FAILED;
  }
  memcpy(r->element, element, sizeof element);
  return p->state == JNI_DONE;
}

// Adds a parameter and its value to the model, so that users can query it; the path of its use precedes its name.
static void keep_parameter(jni_reader *r, jni_parameter *p) {
  jn_model *model = r->model;
  const jni_scope *scope = r->scope;
  size_t length = strlen(p->node->key);
  char *name = jni_take(&model->pool, scope->length + length + 1, 1);
  const char *text = jni_model_text(model, p->text ? p->text : "", NULL);
  const char *description = jni_model_text(model, p->description, NULL);
  bool grown = jni_model_grow(model, &model->parameters, &model->capacity_parameters, model->nparameters,
                              sizeof *model->parameters);
  if (!name || !grown || model->no_memory) {
    model->no_memory = true;
    return;
  }
  memcpy(name, scope->prefix, scope->length);
  memcpy(name + scope->length, p->node->key, length + 1);
  model->parameters[model->nparameters++] = (jni_parameter_value){.name = name,
                                                                  .value = p->is.value,
                                                                  .dimension = p->dimension,
                                                                  .has_unit = p->has_unit,
                                                                  .min = p->min,
                                                                  .max = p->max,
                                                                  .text = text,
                                                                  .description = description};
  p->number = model->nparameters;
}

void jni_read_parameters(jni_reader *r) {
  jni_scope *scope = r->scope;
  int n = scope->part->nparameters;
  if (!scope->parameters) scope->parameters = jni_document_take(r->scratch, (size_t)n * sizeof *scope->parameters + 1);
  if (!scope->parameters) {
    r->stop = true;
    return;
  }
  for (int i = 0; i < n; i++) scope->parameters[i].node = scope->part->parameters[i];
  for (int i = 0; i < n && !r->stop; i++) {
    jni_parameter *p = &scope->parameters[i];
    if (!calc_parameter(r, p)) continue;
    if (jni_read_limits(r, p)) keep_parameter(r, p);
    else p->state = JNI_FAILED;  // prevents further faults at elements that use the parameter
  }
  r->element[0] = '\0';
}

// Marks those parameters of the model whose value affects its structure (numbers of elements, names). To be called when
// the whole file is read, because this is known only then.
void jni_read_mark_structural(jni_reader *r) {
  for (const jni_scope *scope = r->scopes; scope; scope = scope->next)
    for (int i = 0; scope->parameters && i < scope->part->nparameters; i++) {
      const jni_parameter *p = &scope->parameters[i];
      if (p->number > 0) r->model->parameters[p->number - 1].structural = p->structural;
    }
}

// ---- {i} in texts -----------------------------------------------------------------------------

// If `text` is an index over names, returns its current name; if it is a value c.x of its current item that is a valid
// name, returns this value. Otherwise returns NULL.
static const char *index_name(const jni_reader *r, const char *text) {
  int i = find_index(r, text);
  const jni_node *item = i >= 0 ? r->indices[i].item : NULL, *value = find_item_value(r, text);
  if (item && !strchr(text, '.')) return item->key ? item->key : item->text;
  return value && value->kind == JNI_SCALAR && jni_name_is_legal(value->text) ? value->text : NULL;
}

// Evaluates the first `length` characters of `text`, which stood between braces, and writes the result, a name or a
// whole number, to `number`. Parameters in it become structural. Returns false after a fault.
static bool calc_index(jni_reader *r, const jni_node *node, const char *text, size_t length, char number[INDEX_SIZE]) {
  char inner[80], what[256] = "it is too long";
  double value = 0;
  bool sound = length < sizeof inner;
  if (sound) {
    memcpy(inner, text, length);
    inner[length] = '\0';
    const char *name = index_name(r, inner);
    if (name) {
      snprintf(number, INDEX_SIZE, "%s", name);
      return true;
    }
    bool structural = r->structural;
    r->structural = true;
    sound = calc_value(r, inner, &value, what, sizeof what);
    r->structural = structural;
  }
  if (!sound) return jni_read_fault(r, node, "in '{%.*s}': %s", (int)(length < 60 ? length : 60), text, what);
  if (value != floor(value) || fabs(value) > 1e9)
    return jni_read_fault(r, node, "'{%.*s}' must be a whole number, got %g", (int)length, text, value);
  jni_print(number, INDEX_SIZE, "%.0f", value == 0 ? 0.0 : value);
  return true;
}

bool jni_read_check_length(jni_reader *r, const jni_node *node, const char *text) {
  if (strlen(text) <= MAX_LENGTH) return true;
  return jni_read_fault(r, node, "the text is too long: more than %d characters", (int)MAX_LENGTH);
}

const char *jni_read_expand(jni_reader *r, const jni_node *node, const char *text) {
  if (!jni_count_work(r, node, strlen(text))) return NULL;
  size_t braces = 0;
  for (const char *at = strchr(text, '{'); at; at = strchr(at + 1, '{')) braces++;
  if (!braces) return text;
  if (!jni_read_check_length(r, node, text)) return NULL;
  char *made = jni_document_take(r->scratch, strlen(text) + braces * INDEX_SIZE + 1), *to = made;
  if (!made) return NULL;
  while (*text) {
    if (*text != '{') {
      *to++ = *text++;
      continue;
    }
    const char *end = strchr(text, '}');
    if (!end) {
      jni_read_fault(r, node, "'{' without '}' in \"%.60s\"", text);
      return NULL;
    }
    char number[INDEX_SIZE];
    if (!calc_index(r, node, text + 1, (size_t)(end - text - 1), number)) return NULL;
    size_t length = strlen(number);
    memcpy(to, number, length);
    to += length;
    text = end + 1;
  }
  *to = '\0';
  return made;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_expression.c - parameters (computed in the order they need each other), "=expressions" over them, {i} inside
// texts, and expressions of signals in which parameters and indices become numbers.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/read/reader.h"

enum { MAX_NESTING = 200, NUMBER_SIZE = 32, MAX_LENGTH = 10000 };

// ---- values of names --------------------------------------------------------------------------

static bool calc_parameter(jni_reader *r, int i);

// The place of a name in r->values, -1: unknown. Indices of `repeat` come first, the innermost before the outer ones.
static int find_value(const jni_reader *r, const char *name) {
  for (int i = r->nindices - 1; i >= 0; i--)
    if (strcmp(r->indices[i], name) == 0) return r->nparameters + i;
  return jni_names_get(r->names, JNI_NAME_PARAMETER, 0, name);
}

bool jni_read_knows(const jni_reader *r, const char *name) { return find_value(r, name) >= 0; }

const char *jni_parameter_candidate(const void *reader, int i) {
  const jni_reader *r = reader;
  if (i < r->nparameters) return r->parameters[i].node->key;
  return i < r->nparameters + r->nindices ? r->indices[i - r->nparameters] : NULL;
}

static int resolve(void *context, const char *name, char *what, size_t size) {
  jni_reader *r = context;
  int i = find_value(r, name);
  if (i < 0) {
    char hint[96];
    jni_suggest(name, jni_parameter_candidate, r, hint, sizeof hint);
    snprintf(what, size, "there is no parameter%s '%.60s'%s", r->nindices ? " or index" : "", name, hint);
  } else if (i < r->nparameters && !calc_parameter(r, i)) {
    snprintf(what, size, "parameter '%.60s' has no value", name);
    r->told = true;
    return -1;
  }
  return i;
}

// Value of an expression of parameters; a sentence in `what` when it has none.
static bool calc_value(jni_reader *r, const char *text, double *value, char *what, size_t size) {
  int at = 0;
  what[0] = '\0';
  jni_expression *expression = jni_expression_new(r->model->pool.alloc, text, resolve, r, what, size, &at);
  if (!expression) {
    if (strcmp(what, "out of memory") == 0) r->model->no_memory = r->stop = true;
    return false;
  }
  *value = jni_expression_value(expression, r->values);
  jni_expression_free(expression);
  if (isfinite(*value)) return true;
  snprintf(what, size, "the result is not a finite number");
  return false;
}

bool jni_read_evaluate(jni_reader *r, const jni_node *node, const char *text, double *value) {
  char what[256];
  if (!jni_count_work(r, node, strlen(text))) return false;
  r->told = false;
  if (calc_value(r, text, value, what, sizeof what)) return true;
  return r->told ? false : jni_read_fault(r, node, "in \"=%.80s\": %s", text, what);
}

// ---- parameters -------------------------------------------------------------------------------

// A quantity of any dimension, or a number. Parameters do not see the indices of whoever asks first.
static bool read_parameter(jni_reader *r, const jni_node *node, double *value) {
  const char *text = node->kind == JNI_SCALAR ? node->text + strspn(node->text, " ") : "=";
  jn_dimension any = JN_NUMBER;
  char why[160];
  bool has_unit;
  if (*text == '=' || !jn_unit_parse(text, value, &any, &has_unit, why, sizeof why))
    return jni_read_plain(r, node, value);
  return has_unit && jni_read_is_expression(r, text, false) ? jni_read_two_readings(r, node, text, false) : true;
}

// Reads parameter i when it has not been read yet. The faults stand at the parameter.
static bool calc_parameter(jni_reader *r, int i) {
  jni_parameter *p = &r->parameters[i];
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
    double value = 0;
    bool sound = read_parameter(r, p->node, &value);
    r->values[i] = value;
    r->nindices = nindices;
    r->nesting--;
    p->state = sound && p->state == JNI_BUSY ? JNI_DONE : JNI_FAILED;
  }
  memcpy(r->element, element, sizeof element);
  return p->state == JNI_DONE;
}

static void name_parameter(jni_reader *r, const jni_node *node) {
  static const char *const reserved[] = {"t", "time", "pi", "e", "and", "or", "not", "if", NULL};
  int i = r->nparameters++;
  r->parameters[i] = (jni_parameter){.node = node};
  jni_read_element(r, "parameter", node->key);
  if (!jni_name_is_legal(node->key))
    jni_read_fault_key(
        r, node, "a name consists of letters, digits and _, does not begin with a digit and has at most %d characters",
        (int)JNI_MAX_NAME);
  for (int k = 0; reserved[k]; k++)
    if (strcmp(reserved[k], node->key) == 0)
      jni_read_fault_key(r, node, "'%s' is a reserved word of expressions", node->key);
  if (!jni_names_put(r->names, JNI_NAME_PARAMETER, 0, node->key, i)) r->model->no_memory = r->stop = true;
}

void jni_read_parameters(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "parameters", NULL);
  int n = section && jni_read_is_mapping(r, section, true) ? section->size : 0;
  r->parameters = jni_document_take(r->scratch, (size_t)n * sizeof *r->parameters + 1);
  r->values = jni_document_take(r->scratch, ((size_t)n + JNI_MAX_INDICES) * sizeof *r->values);
  if (!r->parameters || !r->values) {
    r->stop = true;
    return;
  }
  if (n > 0)
    for (const jni_node *node = section->first; node && !r->stop; node = node->next) name_parameter(r, node);
  for (int i = 0; i < r->nparameters && !r->stop; i++)
    if (calc_parameter(r, i)) jni_read_keep_parameter(r->model, r->parameters[i].node->key, r->values[i]);
  r->element[0] = '\0';
}

// ---- {i} in texts -----------------------------------------------------------------------------

// The whole number that `text` (without its braces) stands for.
static bool calc_index(jni_reader *r, const jni_node *node, const char *text, size_t length, char number[NUMBER_SIZE]) {
  char inner[80], what[256] = "it is too long";
  double value = 0;
  bool sound = length < sizeof inner;
  if (sound) {
    memcpy(inner, text, length);
    inner[length] = '\0';
    sound = calc_value(r, inner, &value, what, sizeof what);
  }
  if (!sound) return jni_read_fault(r, node, "in '{%.*s}': %s", (int)(length < 60 ? length : 60), text, what);
  if (value != floor(value) || fabs(value) > 1e9)
    return jni_read_fault(r, node, "'{%.*s}' must be a whole number, got %g", (int)length, text, value);
  jni_print(number, NUMBER_SIZE, "%.0f", value == 0 ? 0.0 : value);
  return true;
}

static size_t count_braces(const char *text) {
  size_t n = 0;
  for (; (text = strchr(text, '{')) != NULL; text++) n++;
  return n;
}

static bool check_length(jni_reader *r, const jni_node *node, const char *text) {
  if (strlen(text) <= MAX_LENGTH) return true;
  return jni_read_fault(r, node, "the text is too long: more than %d characters", (int)MAX_LENGTH);
}

const char *jni_read_expand(jni_reader *r, const jni_node *node, const char *text) {
  if (!jni_count_work(r, node, strlen(text))) return NULL;
  size_t braces = count_braces(text);
  if (!braces) return text;
  if (!check_length(r, node, text)) return NULL;
  char *made = jni_document_take(r->scratch, strlen(text) + braces * NUMBER_SIZE + 1), *to = made;
  if (!made) return NULL;
  while (*text) {
    if (*text != '{') {
      *to++ = *text++;
      continue;
    }
    const char *end = strchr(text, '}');
    if (!end) return jni_read_fault(r, node, "'{' without '}' in \"%.60s\"", text), NULL;
    char number[NUMBER_SIZE];
    if (!calc_index(r, node, text + 1, (size_t)(end - text - 1), number)) return NULL;
    size_t length = strlen(number);
    memcpy(to, number, length);
    to += length;
    text = end + 1;
  }
  *to = '\0';
  return made;
}

// ---- expressions of signals -------------------------------------------------------------------

static const char name_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.";

// Length of the number or name at the start of text, 0: neither.
static size_t word_length(const char *text, bool *is_name) {
  double ignored;
  const char *end = (*text >= '0' && *text <= '9') || *text == '.' ? jni_number_parse(text, &ignored) : NULL;
  *is_name = !end && strchr(name_letters, *text) != NULL && !(*text >= '0' && *text <= '9') && *text != '.';
  return end ? (size_t)(end - text) : *is_name ? strspn(text, name_letters) : 0;
}

// The value of a parameter or index of that name; names of functions are none.
static bool name_value(jni_reader *r, const char *name, size_t length, double *value) {
  char text[JNI_MAX_NAME + 1];
  if (length > JNI_MAX_NAME || name[length + strspn(name + length, " ")] == '(') return false;
  memcpy(text, name, length);
  text[length] = '\0';
  int i = find_value(r, text);
  if (i < 0) return false;
  *value = r->values[i];
  return true;
}

// Parameters and indices become numbers in parentheses.
static const char *replace_names(jni_reader *r, const char *text) {
  size_t names = 0, length;
  bool is_name;
  for (const char *p = text; *p; p += length ? length : 1) {
    length = word_length(p, &is_name);
    names += is_name;
  }
  char *made = jni_document_take(r->scratch, strlen(text) + names * NUMBER_SIZE + 1), *to = made;
  if (!made) return NULL;
  for (const char *p = text; *p; p += length) {
    double value;
    length = word_length(p, &is_name);
    if (!length) length = 1;
    if (is_name && name_value(r, p, length, &value)) {
      to += jni_print(to, NUMBER_SIZE, "(%.17g)", value);
    } else {
      memcpy(to, p, length);
      to += length;
    }
  }
  *to = '\0';
  return made;
}

static const char *number_text(jni_reader *r, double value) {
  char *made = jni_document_take(r->scratch, NUMBER_SIZE);
  if (made) jni_print(made, NUMBER_SIZE, "%.17g", value);
  return made;
}

const char *jni_read_expression(jni_reader *r, const jni_node *node, jn_dimension dimension, jn_dimension alternative) {
  if (node->kind != JNI_SCALAR || jni_node_is_empty(node)) {
    jni_read_fault(r, node, "expected an expression, got %s", jni_node_kind_text(node));
    return NULL;
  }
  const char *text = jni_read_text(r, node);
  if (!text) return NULL;
  text += strspn(text, " \t\n");
  double value = 0;
  jn_dimension found = JN_NUMBER;
  bool has_unit = false;
  char why[160];
  bool is_number = *text == '=' || jn_unit_parse(text, &value, &found, &has_unit, why, sizeof why);
  bool both = has_unit && jni_read_is_expression(r, text, true);
  if (both && (jni_read_fits(found, dimension) || jni_read_fits(found, alternative)))
    return jni_read_two_readings(r, node, text, true), NULL;
  if (!is_number || both) return check_length(r, node, text) ? replace_names(r, text) : NULL;
  bool any_unit = !dimension.m && !dimension.kg && !dimension.s && !dimension.rad;
  bool sound = has_unit && any_unit ? true : jni_read_number(r, node, dimension, alternative, &value);
  return sound ? number_text(r, value) : NULL;
}

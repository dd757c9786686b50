// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression.c - the parser of expressions: recursive descent with bounded depth. Writes postfix code; calls with
// constant arguments are evaluated at once.
//
//   binary   = unary {operator unary}     by precedence, loosest first: or, and, comparisons (not chained), + -, * /
//   unary    = ("-" | "+") unary | "not" comparison | power
//   power    = primary ["^" unary]        so -x^2 is -(x^2), 2^-x and 2^3^2 = 2^(3^2) are read
//   primary  = number | name | function "(" binary {"," binary} ")" | "(" binary ")" | "{" digit binary "}"
// Braces are parentheses around a formula from a scope with another mirror, which the digit gives (model/mirror.c).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/expression/expression_code.h"

#define PI 3.14159265358979323846
#define EULER 2.71828182845904523536

enum { LONGEST_NAME = 255 };

typedef struct {
  const char *text, *p;  // whole text, next character
  jni_expression *expression;
  const jni_vocabulary *words;
  int depth;    // nesting depth of the parser
  int pending;  // number of values on the evaluation stack at this point
  char *what;
  size_t size;
  int *at;
} parser;

// ---- messages -----------------------------------------------------------------------------------

static bool JN_PRINTF(3, 4) fail(parser *s, const char *where, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  jni_vprint(s->what, s->size, format, arguments);
  va_end(arguments);
  *s->at = (int)(where - s->text);
  return false;
}

static bool fail_expected(parser *s, const char *expected) {
  unsigned char c = (unsigned char)*s->p;
  if (!c) return fail(s, s->p, "expected %s at the end of the expression", expected);
  if (c > ' ' && c < 0x7f) return fail(s, s->p, "expected %s at '%c'", expected, c);
  return fail(s, s->p, "expected %s at the byte 0x%02x", expected, c);
}

// ---- code -----------------------------------------------------------------------------------------

static bool emit(parser *s, const char *where, jni_op op) {
  jni_expression *e = s->expression;
  if (!jni_pool_grow(&e->pool, &e->ops, &e->capacity, e->nops + 1, sizeof *e->ops))
    return fail(s, where, "out of memory");
  e->ops[e->nops++] = op;
  s->pending += 1 - jni_op_arguments(&op);
  return s->pending <= JNI_EXPRESSION_STACK || fail(s, where, "the expression is nested too deeply");
}

static bool emit_number(parser *s, const char *where, double number) {
  return emit(s, where, (jni_op){.kind = JNI_OP_NUMBER, .number = number});
}

// Appends an operation to the code. If all its arguments are constants, computes it and replaces them by the result
// instead, unless words->unfolded is set. Returns false with a message if that result is not finite, if the stack would
// be too large, or without memory. where: place in the text for the message; name: of the function or table.
static bool emit_operation(parser *s, const char *where, jni_op op, const char *name) {
  jni_expression *e = s->expression;
  int n = jni_op_arguments(&op);
  const jni_op *arguments = e->ops + e->nops - n;
  double values[3];
  for (int i = 0; i < n; i++) {
    if (arguments[i].kind != JNI_OP_NUMBER || s->words->unfolded) return emit(s, where, op);
    values[i] = arguments[i].number;
  }
  double number =
      op.kind == JNI_OP_TABLE ? jni_table_value(op.table, values, NULL) : jni_functions[op.index].value(values);
  if (!isfinite(number)) return fail(s, where, "the result of '%s' on these constants is not a finite number", name);
  e->nops -= n;
  s->pending -= n;
  return emit_number(s, where, number);
}

static bool emit_call(parser *s, const char *where, int id) {
  return emit_operation(s, where, (jni_op){.kind = JNI_OP_CALL, .index = id}, jni_functions[id].text);
}

// ---- characters -----------------------------------------------------------------------------------

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_name_part(char c) { return is_letter(c) || is_digit(c) || c == '.'; }

static void skip_blanks(parser *s) {
  while (*s->p == ' ' || *s->p == '\t' || *s->p == '\n' || *s->p == '\r') s->p++;
}

static bool accept(parser *s, char c) {
  skip_blanks(s);
  if (*s->p != c) return false;
  s->p++;
  return true;
}

// Returns whether the remaining text begins with this operator. An operator made of letters must not be part of a
// longer word.
static bool stands(const parser *s, const char *token) {
  size_t n = strlen(token);
  return !strncmp(s->p, token, n) && !(is_letter(token[0]) && is_name_part(s->p[n]));
}

// ---- names and calls --------------------------------------------------------------------------------

static bool parse_binary(parser *s, int level);

static const char *function_name(const void *context, int i) {
  (void)context;
  int id = JNI_FUNCTION_sin + i;  // operators precede the functions in the list
  return id < JNI_FUNCTION_COUNT ? jni_functions[id].text : NULL;
}

static int function_find(const char *name) {
  for (int i = 0; function_name(NULL, i); i++)
    if (!strcmp(name, function_name(NULL, i))) return JNI_FUNCTION_sin + i;
  return -1;
}

// Parses the arguments of function `id` up to the closing parenthesis and appends its call to the code. min and max
// accept more than two arguments: max(a, b, c) becomes max(max(a, b), c). Returns false after a fault.
static bool parse_arguments(parser *s, const char *where, int id) {
  const jni_function *f = &jni_functions[id];
  bool open_ended = id == JNI_FUNCTION_min || id == JNI_FUNCTION_max;
  int n = 0;
  do {
    if (!parse_binary(s, 0)) return false;
    n++;
    if (open_ended && n > 2 && !emit_call(s, where, id)) return false;
    if (n == f->arguments && !emit_call(s, where, id)) return false;
    if (n > f->arguments && !open_ended) break;
  } while (accept(s, ','));
  if (n != f->arguments && !(open_ended && n > 2)) {
    const char *ending = f->arguments == 1 ? "" : open_ended ? "s or more" : "s";
    return fail(s, where, "'%s' takes %d argument%s", f->text, f->arguments, ending);
  }
  return accept(s, ')') || fail_expected(s, "',' or ')'");
}

static bool parse_table(parser *s, const char *where, const char *name, const jnk_lookup *table) {
  const int arguments = jni_table_arguments(table);
  int n = 0;
  do {
    if (!parse_binary(s, 0)) return false;
    n++;
  } while (n <= arguments && accept(s, ','));
  if (n != arguments)
    return fail(s, where, "the table '%s' takes %d argument%s", name, arguments, arguments == 1 ? "" : "s");
  if (!accept(s, ')')) return fail_expected(s, "',' or ')'");
  return emit_operation(s, where, (jni_op){.kind = JNI_OP_TABLE, .index = arguments, .table = table}, name);
}

bool jni_expression_is_function(const char *name) { return function_find(name) >= 0; }

static bool unknown_function(parser *s, const char *where, const char *name) {
  const jni_vocabulary *words = s->words;
  char sentence[512] = "";
  const char *table = words->table_name ? jni_nearest(name, words->table_name, words->context) : NULL,
             *similar = table ? table : jni_nearest(name, function_name, NULL);
  if (!strcmp(name, "pow") || !strcmp(name, "power"))
    return fail(s, where, "unknown function '%s'; a power is written 'x^y'", name);
  if (similar) return fail(s, where, "unknown function '%s'; did you mean '%s'?", name, similar);
  if (words->variable && words->variable(words->context, name, sentence, sizeof sentence) >= 0)
    return fail(s, where, "'%s' is no function: for a product write '%s*(...)'", name, name);
  return fail(s, where, "unknown function '%s'", name);
}

static bool parse_call(parser *s, const char *where, const char *name) {
  int id = function_find(name);
  if (id >= 0) return parse_arguments(s, where, id);
  const jnk_lookup *table = s->words->table ? s->words->table(s->words->context, name) : NULL;
  return table ? parse_table(s, where, name, table) : unknown_function(s, where, name);
}

static const struct {
  const char *name;
  double value;
} constants[] = {{"pi", PI}, {"e", EULER}};

bool jni_expression_is_constant(const char *name) {
  for (int i = 0; i < 2; i++)
    if (!strcmp(name, constants[i].name)) return true;
  return false;
}

// Appends the code of the expression `part`, which replaces a name in the text; its only variable becomes `variable`.
// Returns false after a fault.
static bool emit_part(parser *s, const char *where, const jni_expression *part, int variable) {
  for (int i = 0; i < part->nops; i++) {
    jni_op op = part->ops[i];
    if (op.kind == JNI_OP_VARIABLE) op.index = variable;
    if (!emit(s, where, op)) return false;
  }
  return true;
}

static bool parse_variable(parser *s, const char *where, const char *name) {
  const jni_vocabulary *words = s->words;
  for (int i = 0; i < 2; i++)
    if (!strcmp(name, constants[i].name)) return emit_number(s, where, constants[i].value);
  char sentence[512] = "";
  int variable = -1;
  const jni_expression *part = words->part ? words->part(words->context, name, &variable) : NULL;
  if (part) return emit_part(s, where, part, variable);
  int index = words->variable ? words->variable(words->context, name, sentence, sizeof sentence) : -1;
  if (index >= 0) return emit(s, where, (jni_op){.kind = JNI_OP_VARIABLE, .index = index});
  if (function_find(name) >= 0) return fail(s, where, "'%s' is a function and needs arguments in parentheses", name);
  if (words->table && words->table(words->context, name))
    return fail(s, where, "'%s' is a table and needs arguments in parentheses", name);
  if (sentence[0]) return fail(s, where, "%s", sentence);
  return fail(s, where, "unknown name '%s'", name);
}

static bool parse_name(parser *s) {
  const char *where = s->p;
  char name[LONGEST_NAME + 1];
  int n = 0;
  while (is_name_part(where[n])) {
    if (n == LONGEST_NAME) return fail(s, where, "a name is longer than %d characters", LONGEST_NAME);
    name[n] = where[n];
    n++;
  }
  name[n] = 0;
  if (!strcmp(name, "and") || !strcmp(name, "or")) return fail_expected(s, "a value before the operator");
  s->p += n;
  return accept(s, '(') ? parse_call(s, where, name) : parse_variable(s, where, name);
}

// Checks that no unit follows a number, which begins at `where` and stops at `end`. If one does, as in "20 mm", returns
// false with a message that gives the value in SI units. Returns true for anything else that follows, also a unit that
// is the name of a variable.
static bool refuse_unit(parser *s, const char *where, const char *end) {
  char quantity[64], why[160], sentence[512];
  double value;
  jn_dimension dimension;
  bool has_unit;
  const char *unit = end + strspn(end, " ");
  size_t n = strspn(unit, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  size_t length = (size_t)(unit - where) + n;
  if (n == 0 || is_name_part(unit[n]) || length >= sizeof quantity) return true;
  memcpy(quantity, where, length);
  quantity[length] = '\0';
  const char *name = quantity + (unit - where);
  const jni_vocabulary *words = s->words;
  if (words->variable && words->variable(words->context, name, sentence, sizeof sentence) >= 0) return true;
  if (!jn_unit_parse(quantity, &value, &dimension, &has_unit, why, sizeof why) || !has_unit) return true;
  return fail(s, where, "formulas have plain numbers in SI units: write %.9g instead of %s, or a parameter that is %s",
              value, quantity, quantity);
}

static bool parse_number(parser *s) {
  double number;
  const char *end = jni_number_parse(s->p, &number);
  if (!end) return fail(s, s->p, "this is not a finite decimal number");
  const char *where = s->p;
  s->p = end;
  if (!refuse_unit(s, where, end)) return false;
  if (is_name_part(*end)) return fail(s, end, "expected an operator between a number and what follows it");
  return emit_number(s, where, number);
}

// ---- operators ----------------------------------------------------------------------------------------

enum { LEVEL_COMPARISON = 2 };

// Operators with two operands. Texts are compared in this order, so an operator precedes those that it begins with (<=
// before <).
static const struct {
  const char *text;
  int id, level;
} operators[] = {
    {"or", JNI_FUNCTION_or, 0},
    {"and", JNI_FUNCTION_and, 1},
    {"<=", JNI_FUNCTION_less_equal, LEVEL_COMPARISON},
    {">=", JNI_FUNCTION_greater_equal, LEVEL_COMPARISON},
    {"==", JNI_FUNCTION_equal, LEVEL_COMPARISON},
    {"!=", JNI_FUNCTION_not_equal, LEVEL_COMPARISON},
    {"<", JNI_FUNCTION_less, LEVEL_COMPARISON},
    {">", JNI_FUNCTION_greater, LEVEL_COMPARISON},
    {"+", JNI_FUNCTION_add, 3},
    {"-", JNI_FUNCTION_subtract, 3},
    {"*", JNI_FUNCTION_multiply, 4},
    {"/", JNI_FUNCTION_divide, 4},
};
enum { NOPERATORS = sizeof operators / sizeof *operators };

// Returns the index in `operators` of the operator that comes next in the text; -1: none does.
static int next_operator(parser *s) {
  skip_blanks(s);
  for (int i = 0; i < NOPERATORS; i++)
    if (stands(s, operators[i].text)) return i;
  return -1;
}

static bool parse_primary(parser *s) {
  skip_blanks(s);
  if (is_digit(*s->p) || (*s->p == '.' && is_digit(s->p[1]))) return parse_number(s);
  if (is_letter(*s->p)) return parse_name(s);
  if (*s->p == '{' && is_digit(s->p[1])) {
    s->p += 2;
    return parse_binary(s, 0) && (accept(s, '}') || fail_expected(s, "an operator"));
  }
  if (!accept(s, '(')) return fail_expected(s, "a number, a name or '('");
  return parse_binary(s, 0) && (accept(s, ')') || fail_expected(s, "an operator or ')'"));
}

static bool parse_unary(parser *s);

static bool parse_power(parser *s) {
  if (!parse_primary(s)) return false;
  if (!accept(s, '^')) return true;
  const char *where = s->p - 1;
  return parse_unary(s) && emit_call(s, where, JNI_FUNCTION_power);
}

static bool parse_signed(parser *s) {
  skip_blanks(s);
  const char *where = s->p;
  if (accept(s, '-')) return parse_unary(s) && emit_call(s, where, JNI_FUNCTION_negate);
  if (accept(s, '+')) return parse_unary(s);
  if (!stands(s, "not")) return parse_power(s);
  s->p += strlen("not");
  return parse_binary(s, LEVEL_COMPARISON) && emit_call(s, where, JNI_FUNCTION_not);
}

// Parses a unary expression (grammar above). Each nested expression is parsed through this function, so the depth is
// limited here. Returns false after a fault.
static bool parse_unary(parser *s) {
  if (s->depth == JNI_EXPRESSION_DEPTH)
    return fail(s, s->p, "the expression is nested more than %d levels deep", JNI_EXPRESSION_DEPTH);
  s->depth++;
  bool ok = parse_signed(s);
  s->depth--;
  return ok;
}

// Parses an expression of operators whose level is at least `level`, that is, which bind at least as tightly, by
// precedence climbing. Returns false after a fault.
static bool parse_binary(parser *s, int level) {
  if (!parse_unary(s)) return false;
  bool compared = false;
  for (int i = next_operator(s); i >= 0 && operators[i].level >= level; i = next_operator(s)) {
    const char *where = s->p;
    bool compares = operators[i].level == LEVEL_COMPARISON;
    if (compares && compared) return fail(s, where, "comparisons cannot be chained; write 'a < b and b < c'");
    compared = compares;
    s->p += strlen(operators[i].text);
    if (!parse_binary(s, operators[i].level + 1) || !emit_call(s, where, operators[i].id)) return false;
  }
  return true;
}

static bool parse_all(parser *s) {
  if (strnlen(s->text, JNI_EXPRESSION_LENGTH + 1) > JNI_EXPRESSION_LENGTH)
    return fail(s, s->text, "the expression is longer than %d characters", JNI_EXPRESSION_LENGTH);
  skip_blanks(s);
  if (!*s->p) return fail(s, s->p, "the expression is empty");
  if (!parse_binary(s, 0)) return false;
  skip_blanks(s);
  if (!*s->p) return true;
  if (*s->p == '=') return fail(s, s->p, "a comparison is written '=='");
  return fail_expected(s, "an operator or the end");
}

// ---- the expression --------------------------------------------------------------------------------

jni_expression *jni_expression_in(const jn_alloc *alloc, const char *text, const jni_vocabulary *words, char *what,
                                  size_t size, int *at) {
  *at = 0;
  jni_expression *expression = jni_object_new(alloc, sizeof *expression);
  if (!expression) {
    snprintf(what, size, "out of memory");
    return NULL;
  }
  parser s = {.text = text, .p = text, .expression = expression, .words = words, .what = what, .size = size, .at = at};
  return parse_all(&s) ? expression : jni_expression_free(expression);
}

jni_expression *jni_expression_new(const jn_alloc *alloc, const char *text, jni_resolve resolve, void *context,
                                   char *what, size_t size, int *at) {
  const jni_vocabulary words = {.variable = resolve, .context = context};
  return jni_expression_in(alloc, text, &words, what, size, at);
}

void *jni_expression_free(jni_expression *expression) { return jni_object_free(expression); }

int jni_expression_size(const jni_expression *expression) { return expression->nops; }

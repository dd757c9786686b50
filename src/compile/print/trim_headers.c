// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trim_headers.c - see trim_headers.h.
#include "compile/print/trim_headers.h"

#include <stdlib.h>
#include <string.h>

// ---- words --------------------------------------------------------------------------------------------------------

typedef struct {
  const char *text;
  int length;
} word;

static const char letters[] = "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
static const char *const prefixes[] = {"jnk_", "jnl_", "jn_", "JNK_", "JNL_", "JN_"};

static word word_at(const char *at) { return (word){at, (int)strspn(at, letters)}; }

static bool is_letter(char c) { return c && strchr(letters, c); }

static bool is_ours(word w) {
  for (int i = 0; i < (int)(sizeof prefixes / sizeof *prefixes); i++) {
    int n = (int)strlen(prefixes[i]);
    if (w.length > n && !strncmp(w.text, prefixes[i], (size_t)n)) return true;
  }
  return false;
}

static bool is_word(word w, const char *text) {
  return w.length == (int)strlen(text) && !strncmp(w.text, text, (size_t)w.length);
}

// Returns the next word before `end` that begins with a prefix of the project (jnk_, JNK_, ...), and moves *at after
// it; a word of length 0 if there is none.
static word next_ours(const char **at, const char *end) {
  while (*at < end) {
    word w = word_at(*at);
    *at += w.length > 0 ? w.length : 1;
    if (is_ours(w)) return w;
  }
  return (word){end, 0};
}

// ---- comments -----------------------------------------------------------------------------------------------------

// Returns the position after a quoted text; at: its opening quotation mark.
static const char *skip_quoted(const char *at) {
  char mark = *at++;
  while (*at && *at != mark && *at != '\n') at += at[0] == '\\' && at[1] ? 2 : 1;
  return *at == mark ? at + 1 : at;
}

static const char *end_of_code(const char *line) {
  const char *at = line;
  while (*at && *at != '\n' && strncmp(at, "//", 2)) at = *at == '"' || *at == '\'' ? skip_quoted(at) : at + 1;
  while (at > line && at[-1] == ' ') at--;
  return at;
}

static const char *next_line(const char *at) {
  const char *end = strchr(at, '\n');
  return end ? end + 1 : at + strlen(at);
}

// Returns true for a line of a table of numbers: only numbers, with a comma at the end.
static bool is_of_table(const char *line, const char *end) {
  return (int)strspn(line, " {}.,+-0123456789abcdefpx") >= end - line && end[-1] == ',';
}

// Appends a line of a table of numbers to the last line, without double blanks; breaks the line only where it would
// become too long.
static void add_numbers(const char *at, const char *end, jni_source *out) {
  while (at < end) {
    at += strspn(at, " ");
    size_t length = strcspn(at, " \n");
    bool fits = out->length - out->line + 1 + (int)length <= JNI_SOURCE_COLUMNS;
    jni_source_put(out, fits ? " " : "\n    ", fits ? 1 : 5);
    jni_source_put(out, at, length);
    at += length;
  }
}

// ---- resolved conditions --------------------------------------------------------------------------------------------

enum { DEEPEST = 16 };
typedef struct {
  const char *const *omitted;
  int depth;  // number of #if that enclose the present line
  // of each enclosing #if: its condition is a JNK_WITHOUT_ macro, which is resolved here; its lines are included
  bool known[DEEPEST], holds[DEEPEST];
} conditions;

static bool begins(const char *at, const char *words) { return !strncmp(at, words, strlen(words)); }

static bool is_lacking(const conditions *c, word macro) {
  for (const char *const *it = c->omitted; it && *it; it++)
    if (is_word(macro, *it)) return true;
  return false;
}

static void enter(conditions *c, const char *line) {
  static const char with[] = "#ifndef JNK_WITHOUT_", without[] = "#ifdef JNK_WITHOUT_";
  bool negated = begins(line, with), known = negated || begins(line, without);
  JNI_ASSERT(c->depth < DEEPEST);
  c->known[c->depth] = known;
  c->holds[c->depth++] = !known || is_lacking(c, word_at(strchr(line, ' ') + 1)) != negated;
}

// Returns true if a line is kept. Drops the #if, #else and #endif of conditions JNK_WITHOUT_..., and the lines between
// them if the condition does not hold.
static bool is_kept(conditions *c, const char *line) {
  bool if_line = begins(line, "#if"), ours = false;
  if (if_line) enter(c, line);
  if (c->depth > 0) ours = c->known[c->depth - 1] && (if_line || begins(line, "#else") || begins(line, "#endif"));
  if (ours && begins(line, "#else")) c->holds[c->depth - 1] = !c->holds[c->depth - 1];
  bool stay = !ours;
  for (int i = 0; i < c->depth; i++) stay = stay && c->holds[i];
  if (begins(line, "#endif") && c->depth > 0) c->depth--;
  return stay;
}

static void drop_comments(const char *text, const char *const *omitted, jni_source *out) {
  bool before = false;
  conditions known = {.omitted = omitted};
  for (const char *line = text; *line; line = next_line(line)) {
    const char *end = end_of_code(line);
    if (end == line || !is_kept(&known, line)) continue;
    bool table = is_of_table(line, end);
    if (table && before) add_numbers(line, end, out);
    else {
      if (out->length > 0) jni_source_put(out, "\n", 1);
      jni_source_put(out, line, (size_t)(end - line));
    }
    before = table;
  }
  jni_source_put(out, "\n", 1);
}

// ---- definitions --------------------------------------------------------------------------------------------------

// Returns the position after a preprocessor line and its continuation lines.
static const char *end_of_directive(const char *at, const char *end) {
  do at = next_line(at);
  while (at < end && at[-2] == '\\');
  return at;
}

// Returns the position after the #endif that belongs to the #if at `at`.
static const char *end_of_condition(const char *at, const char *end) {
  int depth = 0;
  for (; at < end; at = next_line(at)) {
    depth += begins(at, "#if");
    if (begins(at, "#endif") && --depth == 0) return next_line(at);
  }
  return end;
}

// Returns true if a definition begins with MACRO(...).
static bool is_macro_call(const char *at) {
  word w = word_at(at);
  return w.length > 0 && at[w.length] == '(';
}

// Returns the position after a definition at the top level: a function with its body, a macro call, or a declaration
// with its semicolon.
static const char *end_of_declaration(const char *at, const char *end) {
  int depth = 0;
  bool function = false, call = is_macro_call(at);
  char last = 0;
  while (at < end) {
    char c = *at;
    if (c == '{' && depth == 0) function = last == ')';
    depth += (c == '(' || c == '{' || c == '[') - (c == ')' || c == '}' || c == ']');
    if (depth == 0 && (c == ';' || (c == '}' && function) || (c == ')' && call && at[1] == '\n'))) return next_line(at);
    if (c != ' ' && c != '\n') last = c;
    at = c == '"' || c == '\'' ? skip_quoted(at) : at + 1;
  }
  return end;
}

static const char *end_of_definition(const char *at, const char *end) {
  if (begins(at, "#if")) return end_of_condition(at, end);
  return *at == '#' ? end_of_directive(at, end) : end_of_declaration(at, end);
}

// ---- defined names ------------------------------------------------------------------------------------------------

typedef struct {
  const char *from, *to;
  bool named, kept;
} definition;

typedef struct {
  word word;
  int definition;
} name;

typedef struct {
  jni_pool pool;
  definition *list;
  int n, capacity;
  name *names;
  int nnames, capacity_names;
  int *waiting, nwaiting;  // indices of needed definitions whose names are not searched yet
} trimming;

static void add_name(trimming *t, word w) {
  if (!is_ours(w) || !jni_pool_grow(&t->pool, &t->names, &t->capacity_names, t->nnames + 1, sizeof *t->names)) return;
  t->names[t->nnames++] = (name){w, t->n - 1};
  t->list[t->n - 1].named = true;
}

// Records as names of the present definition all words with a prefix of the project that are outside of parentheses,
// brackets and braces; with `between` also those within, such as the constants of an enum.
static void name_words(trimming *t, const char *at, const char *end, bool between) {
  int depth = 0;
  while (at < end) {
    char c = *at;
    word w = word_at(at);
    if (w.length > 0 && (depth == 0 || between)) add_name(t, w);
    depth += (c == '(' || c == '{' || c == '[') - (c == ')' || c == '}' || c == ']');
    at += w.length > 0 ? w.length : 1;
  }
}

static const char *find_within(const char *at, const char *end, char c) {
  const char *found = memchr(at, c, (size_t)(end - at));
  return found ? found : end;
}

// Returns the word before the opening parenthesis of a function's definition, its name.
static word function_of(const char *at, const char *parenthesis) {
  const char *from = parenthesis;
  while (from > at && is_letter(from[-1])) from--;
  return word_at(from);
}

static void name_declaration(trimming *t, const char *at, const char *end) {
  const char *parenthesis = find_within(at, end, '('), *stop = end;
  word first = word_at(at);
  bool type = is_word(first, "typedef") || is_word(first, "enum") || is_word(first, "struct");
  for (const char *c = "=;{["; *c; c++)
    if (find_within(at, end, *c) < stop) stop = find_within(at, end, *c);
  if (is_macro_call(at)) add_name(t, word_at(parenthesis + 1));
  else if (type && parenthesis < stop && begins(parenthesis, "(*")) add_name(t, word_at(parenthesis + 2));
  else if (!type && parenthesis < stop) add_name(t, function_of(at, parenthesis));
  else name_words(t, at, end, is_word(first, "enum") || begins(at, "typedef enum"));
}

static void name_all(trimming *t, const char *at, const char *end) {
  static const char define[] = "#define ";
  if (begins(at, define)) add_name(t, word_at(at + sizeof define - 1));
  else if (begins(at, "#if"))
    for (at = next_line(at); at < end && !begins(at, "#endif");) {
      const char *next = end_of_definition(at, end);
      name_all(t, at, next);
      at = next;
    }
  else if (*at != '#') name_declaration(t, at, end);
}

static void list_definitions(trimming *t, const char *text) {
  const char *end = text + strlen(text);
  for (const char *at = text, *next; at < end; at = next) {
    next = end_of_definition(at, end);
    if (!jni_pool_grow(&t->pool, &t->list, &t->capacity, t->n + 1, sizeof *t->list)) return;
    t->list[t->n++] = (definition){.from = at, .to = next};
    name_all(t, at, next);
  }
}

// ---- needed definitions -------------------------------------------------------------------------------------------

static int compare_words(word a, word b) {
  int shorter = a.length < b.length ? a.length : b.length, order = strncmp(a.text, b.text, (size_t)shorter);
  return order != 0 ? order : a.length - b.length;
}

static int compare_names(const void *a, const void *b) {
  return compare_words(((const name *)a)->word, ((const name *)b)->word);
}

static int first_of(const trimming *t, word w) {
  int low = 0, high = t->nnames;
  while (low < high) {
    int middle = (low + high) / 2;
    if (compare_words(t->names[middle].word, w) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void keep(trimming *t, int i) {
  if (!t->list[i].kept) t->waiting[t->nwaiting++] = i;
  t->list[i].kept = true;
}

static void use(trimming *t, const char *at, const char *end) {
  for (word w = next_ours(&at, end); w.length > 0; w = next_ours(&at, end))
    for (int i = first_of(t, w); i < t->nnames && compare_words(t->names[i].word, w) == 0; i++)
      keep(t, t->names[i].definition);
}

static void find_used(trimming *t, const char *user) {
  if (t->nnames > 0) qsort(t->names, (size_t)t->nnames, sizeof *t->names, compare_names);
  for (int i = 0; i < t->n; i++)
    if (!t->list[i].named) keep(t, i);
  if (user) use(t, user, user + strlen(user));
  while (t->nwaiting > 0) {
    const definition *it = &t->list[t->waiting[--t->nwaiting]];
    use(t, it->from, it->to);
  }
}

void jni_trim(const char *headers, const char *user, const char *const *omitted, jni_source *out) {
  jni_source *bare = jni_source_new(out->pool.alloc);
  trimming t = {.pool = {.alloc = out->pool.alloc}};
  if (bare) drop_comments(headers, omitted, bare);
  if (bare && bare->text) list_definitions(&t, bare->text);
  t.waiting = jni_ints(&t.pool, (size_t)t.n + 1);
  bool good = bare && !bare->pool.failed && !t.pool.failed;
  if (good) find_used(&t, user);
  for (int i = 0; good && i < t.n; i++)
    if (t.list[i].kept) jni_source_put(out, t.list[i].from, (size_t)(t.list[i].to - t.list[i].from));
  if (!good) out->pool.failed = true;
  jni_pool_free(&t.pool);
  jni_source_free(bare);
}

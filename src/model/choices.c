// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// choices.c - the list of choices (jounce/choices.def) as a table: defaults, setting, checking and printing one of
// them.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "jounce/model.h"
#include "model/build.h"
#include "model/choice.h"

#define KINDS \
  { .names = NULL }
#define NAMES(...)                                       \
  {                                                      \
    .names = (const char *const[]) { __VA_ARGS__, NULL } \
  }
#define ABOVE(a) \
  { .least = a, .most = HUGE_VAL, .open = true }
#define FROM(a) \
  { .least = a, .most = HUGE_VAL }
#define BETWEEN(a, b) \
  { .least = a, .most = b, .open = true }
#define FROM_TO(a, b) \
  { .least = a, .most = b }
#define WHOLE(a, b) \
  { .least = a, .most = b, .whole = true }
#define MADE_FROM(member) \
  { .most = HUGE_VAL, .from = JN_CHOICE_##member }

static const jn_choice_info table[] = {
#define CHOICE(kind, member, usual, key, option, unit, values, applies, help) \
  {JN_CHOOSE_##kind,                                                          \
   key,                                                                       \
   option,                                                                    \
   unit,                                                                      \
   applies,                                                                   \
   help,                                                                      \
   values,                                                                    \
   offsetof(jn_choices, member),                                              \
   sizeof(((jn_choices *)0)->member)},
#include "jounce/choices.def"
#undef CHOICE
};

jn_choices jn_choices_default(void) {
  return (jn_choices){
#define CHOICE(kind, member, usual, ...) .member = usual,
#include "jounce/choices.def"
#undef CHOICE
  };
}

const jn_choice_info *jn_choice_get(jn_choice which) {
  JNI_ASSERT(which >= 0 && which < JN_NCHOICES);
  return &table[which];
}

int jni_choice_find(const char *key) {
  for (int i = 0; i < JN_NCHOICES; i++)
    if (strcmp(table[i].key, key) == 0) return i;
  return -1;
}

// ---- values of members ------------------------------------------------------------------------------------------

const char *jn_choice_text(const jn_choices *choices, jn_choice which) {
  JNI_ASSERT(choices);
  const jn_choice_info *info = jn_choice_get(which);
  return info->kind == JN_CHOOSE_NAME || info->kind == JN_CHOOSE_TEXT ? (const char *)choices + info->offset : NULL;
}

double jn_choice_number(const jn_choices *choices, jn_choice which) {
  JNI_ASSERT(choices);
  const jn_choice_info *info = jn_choice_get(which);
  const void *member = (const char *)choices + info->offset;
  switch (info->kind) {
    case JN_CHOOSE_NAME:
    case JN_CHOOSE_TEXT: break;
    case JN_CHOOSE_NUMBER:
    case JN_CHOOSE_LIMIT: return *(const double *)member;
    case JN_CHOOSE_COUNT: return *(const int *)member;
    case JN_CHOOSE_FLAG: return *(const bool *)member;
  }
  return NAN;
}

static void put_number(jn_choices *choices, const jn_choice_info *info, double value) {
  void *member = (char *)choices + info->offset;
  if (info->kind == JN_CHOOSE_COUNT) *(int *)member = (int)value;
  else if (info->kind == JN_CHOOSE_FLAG) *(bool *)member = value != 0;
  else *(double *)member = value;
}

static bool fits(const jn_choice_values *v, double x) {
  bool within = v->open ? x > v->least && x < v->most : x >= v->least && x <= v->most;
  return within && isfinite(x) && (!v->whole || x == floor(x));
}

// Returns whether a choice of a number accepts `auto`, that is, whether its default is a special value outside of its
// range, which stands for `auto`. Returns false for names, texts and flags.
static bool takes_auto(jn_choice which) {
  const jn_choices usual = jn_choices_default();
  return !jn_choice_text(&usual, which) && table[which].kind != JN_CHOOSE_FLAG &&
         !fits(&table[which].values, jn_choice_number(&usual, which));
}

bool jn_choice_is_open(const jn_choices *choices, jn_choice which) {
  const char *text = jn_choice_text(choices, which);
  if (text) return strcmp(text, "auto") == 0 || text[0] == 0;
  return takes_auto(which) && jni_choice_is_default(choices, which);
}

bool jni_choice_is_default(const jn_choices *choices, jn_choice which) {
  const jn_choices usual = jn_choices_default();
  const char *text = jn_choice_text(choices, which);
  if (text) return strcmp(text, jn_choice_text(&usual, which)) == 0;
  double value = jn_choice_number(choices, which), other = jn_choice_number(&usual, which);
  return value == other || (isnan(value) && isnan(other));
}

void jni_choice_noun(jn_choice which, char *text, size_t size) {
  const char *key = jn_choice_get(which)->key;
  bool control = strncmp(key, "controls.", 9) == 0;
  snprintf(text, size, "%s%s", control ? key + 9 : key, control ? " control" : "");
}

jn_dimension jni_choice_dimension(jn_choice which) {
  char text[32], what[96];
  double one;
  bool has_unit;
  jn_dimension dimension = JN_NUMBER;
  snprintf(text, sizeof text, "1 %s", jn_choice_get(which)->unit);
  JNI_ASSERT(jn_unit_parse(text, &one, &dimension, &has_unit, what, sizeof what));
  return dimension;
}

// ---- checks of values -------------------------------------------------------------------------------------------

const char *jn_choice_value(jn_choice which, int i) {
  const char *const *names = jn_choice_get(which)->values.names;
  if (table[which].kind != JN_CHOOSE_NAME || i < 0) return NULL;
  if (i == 0 || !names) return i == 0 ? "auto" : jni_choice_name(which, i - 1);
  for (int k = 0; names[k]; k++)
    if (k == i - 1) return names[k];
  return NULL;
}

const char *jn_choice_help(jn_choice which, const char *name) { return name ? jni_choice_help(which, name) : NULL; }

static const char *candidate(const void *which, int i) { return jn_choice_value(*(const jn_choice *)which, i); }

static void append(char *text, size_t size, const char *a, const char *b) {
  size_t used = strlen(text);
  snprintf(text + used, size - used, "%s%s", a, b);
}

static void list_values(jn_choice which, char *text, size_t size) {
  text[0] = 0;
  for (int i = 0; jn_choice_value(which, i); i++)
    append(text, size, i == 0 ? "" : jn_choice_value(which, i + 1) ? ", " : " or ", jn_choice_value(which, i));
}

static bool refuse_name(jn_choice which, const char *text, char *what, size_t size) {
  char allowed[256], hint[96];
  list_values(which, allowed, sizeof allowed);
  const char *slash = which == JN_CHOICE_formulation ? strchr(text, '/') : NULL;  // runs print FORMULATION/VARIANT
  if (slash) snprintf(hint, sizeof hint, "; '%.30s' is given apart, as variant", slash + 1);
  else jni_suggest(text, candidate, &which, hint, sizeof hint);
  snprintf(what, size, "cannot be '%.40s'; it is %s%s", text, allowed, hint);
  return false;
}

static bool check_name(jn_choice which, const char *text, char *what, size_t size) {
  for (int i = 0; jn_choice_value(which, i); i++)
    if (strcmp(jn_choice_value(which, i), text) == 0) return true;
  return refuse_name(which, text, what, size);
}

// Writes to `text` which numbers a choice accepts, such as "positive or auto" or "a whole number from 0 to 30".
static void describe_range(jn_choice which, char *text, size_t size) {
  const jn_choice_values *v = &table[which].values;
  bool half = v->most == HUGE_VAL, open = takes_auto(which);
  if (half && v->least == 0)
    snprintf(text, size, "%s", v->open ? "positive" : open ? "zero, positive" : "zero or positive");
  else if (half)
    jni_print(text, size, "%s%s %g", v->whole ? "a whole number, " : "", v->open ? "above" : "at least", v->least);
  else
    jni_print(text, size, "%s%s %g %s %g", v->whole ? "a whole number " : "", v->open ? "between" : "from", v->least,
              v->open ? "and" : "to", v->most);
  if (open) append(text, size, " or auto", "");
}

static bool check_number(jn_choice which, double value, char *what, size_t size) {
  if (table[which].kind == JN_CHOOSE_FLAG || fits(&table[which].values, value)) return true;
  char range[64];
  describe_range(which, range, sizeof range);
  jni_print(what, size, "must be %s, got %g", range, value);
  return false;
}

bool jn_choice_check(const jn_choices *choices, jn_choice which, char *what, size_t size) {
  const char *text = jn_choice_text(choices, which);
  if (jni_choice_is_default(choices, which) || (text && !text[0])) return true;
  if (table[which].kind == JN_CHOOSE_NAME) return check_name(which, text, what, size);
  return text || check_number(which, jn_choice_number(choices, which), what, size);
}

static const struct {
  jn_dimension dimension;
  const char *text;
} wanted_texts[] = {
    {{0, 0, 0, 0}, "a number such as 0.2"},
    {{1, 0, 0, 0}, "a length such as 0.2 or \"200 mm\""},
    {{0, 0, 0, 1}, "an angle such as 0.5 or \"30 deg\""},
    {{0, 1, 0, 0}, "a mass such as 0.2 or \"200 g\""},
    {{0, 0, 1, 0}, "a time such as 0.2 or \"200 ms\""},
    {{1, 0, -1, 0}, "a speed such as 3 or \"10 km/h\""},
    {{0, 0, -1, 1}, "an angular speed such as 3 or \"100 rpm\""},
    {{1, 0, -2, 0}, "an acceleration such as 9.81 or \"9.81 m/s^2\""},
    {{1, 1, -2, 0}, "a force such as 5 or \"5 N\""},
    {{2, 1, -2, 0}, "a moment such as 5 or \"5 N m\""},
    {{0, 1, -2, 0}, "a stiffness such as 500 or \"0.5 N/mm\""},
    {{0, 1, -1, 0}, "a damping such as 3 or \"3 N s/m\""},
    {{2, 1, -2, -2}, "an angular stiffness such as 100 or \"100 N m/rad\""},
    {{2, 1, -1, -2}, "an angular damping such as 3 or \"3 N m s/rad\""},
    {{2, 1, 0, 0}, "a moment of inertia such as 0.1 or \"0.1 kg m^2\""},
};

void jni_dimension_example(jn_dimension dimension, char *text, size_t size) {
  for (size_t i = 0; i < sizeof wanted_texts / sizeof *wanted_texts; i++)
    if (memcmp(&wanted_texts[i].dimension, &dimension, sizeof dimension) == 0) {
      snprintf(text, size, "%s", wanted_texts[i].text);
      return;
    }
  char unit[64];
  jn_unit_format(dimension, unit, sizeof unit);
  snprintf(text, size, "a number in %s", unit);
}

// ---- setting ----------------------------------------------------------------------------------------------------

bool jni_choice_set_number(jn_choices *choices, jn_choice which, double value, char *what, size_t size) {
  if (!check_number(which, value, what, size)) return false;
  put_number(choices, &table[which], value);
  return true;
}

static bool set_flag(jn_choices *choices, jn_choice which, const char *text, char *what, size_t size) {
  bool yes = strcmp(text, "true") == 0;
  if (yes || strcmp(text, "false") == 0) return jni_choice_set_number(choices, which, yes, what, size);
  snprintf(what, size, "must be true or false, got '%.40s'", text);
  return false;
}

bool jni_choice_set_auto(jn_choices *choices, jn_choice which, const char *text) {
  if (strcmp(text, "auto") != 0 || !takes_auto(which)) return false;
  const jn_choices usual = jn_choices_default();
  put_number(choices, &table[which], jn_choice_number(&usual, which));
  return true;
}

// Writes to `what` that the choice has no automatic value, so that `auto` is refused, and which default it has. Returns
// false.
static bool refuse_auto(jn_choice which, char *what, size_t size) {
  const jn_choices usual = jn_choices_default();
  char value[64];
  jn_choice_print(&usual, which, 6, value, sizeof value);
  snprintf(what, size, "has no 'auto'; leave it out for the default, %s", value);
  return false;
}

static bool parse_number(jn_choices *choices, jn_choice which, const char *text, char *what, size_t size) {
  if (strcmp(text, "auto") == 0) return refuse_auto(which, what, size);
  const jn_dimension wanted = jni_choice_dimension(which);
  jn_dimension found = JN_NUMBER;
  bool has_unit = false;
  double value;
  char why[160] = "", expected[96];
  bool number = jn_unit_parse(text, &value, &found, &has_unit, why, sizeof why);
  if (number && (!has_unit || memcmp(&found, &wanted, sizeof found) == 0))
    return jni_choice_set_number(choices, which, value, what, size);
  bool unit = !number && strncmp(why, "expected a finite", 17) != 0;
  jni_dimension_example(wanted, expected, sizeof expected);
  snprintf(what, size, "must be %s, got '%.40s'%s%s", expected, text, unit ? ": " : "", unit ? why : "");
  return false;
}

bool jn_choice_set(jn_choices *choices, jn_choice which, const char *text, char *what, size_t size) {
  JNI_ASSERT(choices && text && what);
  const jn_choice_info *info = jn_choice_get(which);
  bool name = info->kind == JN_CHOOSE_NAME;
  if (info->kind == JN_CHOOSE_FLAG) return set_flag(choices, which, text, what, size);
  if (!name && info->kind != JN_CHOOSE_TEXT)
    return jni_choice_set_auto(choices, which, text) || parse_number(choices, which, text, what, size);
  if (name && !check_name(which, text, what, size)) return false;
  if (strlen(text) >= info->size) {
    snprintf(what, size, "takes %d characters at the most", (int)info->size - 1);
    return false;
  }
  snprintf((char *)choices + info->offset, info->size, "%s", text);
  return true;
}

// ---- printing ---------------------------------------------------------------------------------------------------

void jn_choice_print(const jn_choices *choices, jn_choice which, int digits, char *text, size_t size) {
  const char *name = jn_choice_text(choices, which), *unit = jn_choice_get(which)->unit;
  double value = jn_choice_number(choices, which);
  if (name || jn_choice_is_open(choices, which)) snprintf(text, size, "%s", name ? name : "auto");
  else if (table[which].kind == JN_CHOOSE_FLAG) snprintf(text, size, "%s", value != 0 ? "true" : "false");
  else jni_print(text, size, "%.*g%s%s", digits, value, *unit ? " " : "", unit);
}

// Writes to `text` the names that a choice accepts, or the range of its numbers. Writes an empty text for flags and
// free texts, and if the list is longer than SHORT characters.
static void describe_values(jn_choice which, char *text, size_t size) {
  enum { SHORT = 60 };
  text[0] = 0;
  if (table[which].kind == JN_CHOOSE_NAME) list_values(which, text, size);
  else if (table[which].kind != JN_CHOOSE_TEXT && table[which].kind != JN_CHOOSE_FLAG)
    describe_range(which, text, size);
  if (strlen(text) > SHORT) text[0] = 0;
}

void jn_choice_describe(jn_choice which, char *text, size_t size) {
  const jn_choice_info *info = jn_choice_get(which);
  const jn_choices usual = jn_choices_default();
  char values[256], value[40];
  bool applies = info->applies[0] != 0, unit = info->unit[0] != 0;
  describe_values(which, values, sizeof values);
  jn_choice_print(&usual, which, 6, value, sizeof value);
  snprintf(text, size, "%s%s%s%s (%s%sdefault %s%s%s)", info->help, unit ? " [" : "", info->unit, unit ? "]" : "",
           values, values[0] ? ", " : "", value[0] ? value : "none", applies ? "; with " : "", info->applies);
}

// ---- conditions under which a choice has an effect --------------------------------------------------------------

// Copies the next word to `word`, shortened to 31 characters, and advances *text past it; blanks and commas separate
// words. Returns false if no word is left.
static bool next_word(const char **text, char word[32]) {
  *text += strspn(*text, " ,");
  size_t n = strcspn(*text, " ,");
  snprintf(word, 32, "%.*s", (int)n, *text);
  *text += n;
  return n > 0;
}

// Returns the present value of the choice of names whose key, or the part of it after the last dot, is `word`; NULL:
// there is no such choice.
static const char *chosen_by(const char *word, const jn_choices *choices) {
  for (int i = 0; i < JN_NCHOICES; i++) {
    const char *dot = strrchr(table[i].key, '.');
    if (table[i].kind == JN_CHOOSE_NAME && strcmp(dot ? dot + 1 : table[i].key, word) == 0)
      return jn_choice_text(choices, (jn_choice)i);
  }
  return NULL;
}

static bool holds(const char *condition, const jn_choices *choices) {
  bool any = condition[0] == 0, turned = false;
  const char *name = "";
  char word[32];
  while (next_word(&condition, word)) {
    const char *chosen = chosen_by(word, choices);
    if (chosen) name = chosen;
    else if (strcmp(word, "not") == 0) turned = true;
    else if (strcmp(word, "and") != 0) any = any || strcmp(word, name) == 0;
    else if (any == turned) return false;
    else any = turned = false;
  }
  return any != turned;
}

// Returns whether the value of a choice has an effect on a run with these values of the other choices. A choice that
// only supplies the default of other choices has an effect only if at least one of these is left open.
bool jn_choice_acts(const jn_choices *resolved, jn_choice which) {
  JNI_ASSERT(resolved);
  bool replaced = false;
  if (!holds(jn_choice_get(which)->applies, resolved)) return false;
  for (int i = 0; i < JN_NCHOICES; i++) {
    if (which == 0 || table[i].values.from != which || !holds(table[i].applies, resolved)) continue;
    if (jn_choice_is_open(resolved, (jn_choice)i)) return true;
    replaced = true;
  }
  return !replaced;
}

bool jn_choice_is_used(const jn_choices *resolved, jn_choice which) {
  const char *text = jn_choice_text(resolved, which);
  bool varied = which != JN_CHOICE_variant || strcmp(text, "none") != 0;  // not every formulation has variants
  return varied && !jn_choice_is_open(resolved, which) && jn_choice_acts(resolved, which);
}

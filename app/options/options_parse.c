// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// options_parse.c - parser of the command line: `--name value`, `--name=value`, `-o value`, `-qv`.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/text.h"
#include "option_tables.h"

typedef struct {
  app_options *options;
  const char *verb;
  unsigned bit;  // bit FOR_... of the verb whose options are parsed
  jn_report *report;
} app_parser;

// Adds a fault about the command line to the report and returns its status.
JN_PRINTF(2, 3) static jn_status refuse(const app_parser *parser, const char *format, ...) {
  char what[sizeof((jn_error){0}.what)];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "", "%s", what);
}

static jn_status no_memory(const app_parser *parser) {
  return jn_report_fault(parser->report, JN_NO_MEMORY, "", "there is not enough memory for the options");
}

// ---- values ------------------------------------------------------------------------------------------------

// Returns the end of the first item of a list: the next comma outside of brackets, or the end of the text.
static const char *item_end(const char *text) {
  int depth = 0;
  for (; *text && !(*text == ',' && depth <= 0); text++) depth += (*text == '(') - (*text == ')');
  return text;
}

static bool same_dimension(jn_dimension a, jn_dimension b) {
  return a.m == b.m && a.kg == b.kg && a.s == b.s && a.rad == b.rad;
}

// Parses a number >= 0, with or without a unit of the option's dimension, into *value. Returns a fault otherwise.
static jn_status parse_number(const app_parser *parser, const app_option *option, const char *text, double *value) {
  jn_dimension found = NUMBER;
  bool has_unit = false;
  char what[200] = "";
  if (!jn_unit_parse(text, value, &found, &has_unit, what, sizeof what)) {
    const char *expected = what;
    // the message names the kind of number that the option expects instead
    if (strncmp(what, "expected a finite", 17) == 0) {
      expected = "expected a number, with or without a unit";
      if (same_dimension(option->dimension, (jn_dimension)NUMBER)) expected = "expected a number";
      if (same_dimension(option->dimension, (jn_dimension)SECONDS))
        expected = "expected a time such as 0.25 or '250 ms'";
    }
    return refuse(parser, "--%s cannot be '%s': %s", option->name, text, expected);
  }
  if (has_unit && !same_dimension(found, option->dimension)) {
    char unit[32];
    jn_unit_format(option->dimension, unit, sizeof unit);
    return refuse(parser, "--%s takes %s%s, but '%s' has another unit", option->name,
                  *unit ? "a number in " : "a number without a unit", unit, text);
  }
  if (!(*value >= 0)) return refuse(parser, "--%s must be zero or positive, but got '%s'", option->name, text);
  return JN_OK;
}

static jn_status parse_numbers(const app_parser *parser, const app_option *option, const char *text,
                               number_list *list) {
  for (;;) {
    const char *end = item_end(text);
    char item[64];
    snprintf(item, sizeof item, "%.*s", (int)(end - text), text);
    double value;
    jn_status status = parse_number(parser, option, item, &value);
    if (status != JN_OK) return status;
    if (!number_list_insert(list, value)) return no_memory(parser);
    if (!*end) return JN_OK;
    text = end + 1;
  }
}

static jn_status parse_texts(const app_parser *parser, const app_option *option, const char *text, text_list *list) {
  for (;;) {
    const char *end = item_end(text), *start = text, *stop = end;
    while (start < stop && *start == ' ') start++;
    while (stop > start && stop[-1] == ' ') stop--;
    if (start == stop) return refuse(parser, "--%s takes names separated by commas, but one is empty", option->name);
    if (!text_list_add(list, start, (size_t)(stop - start))) return no_memory(parser);
    if (!*end) return JN_OK;
    text = end + 1;
  }
}

static jn_status parse_setting(const app_parser *parser, const app_option *option, const char *text, text_list *list) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text)
    return refuse(parser, "--%s takes PATH=VALUE, as in --set bodies.crank.mass=3, but got '%s'", option->name, text);
  return text_list_add(list, text, strlen(text)) ? JN_OK : no_memory(parser);
}

static jn_status refuse_second(const app_parser *parser, const app_option *option) {
  return refuse(parser, "--%s is given twice, and takes one value", option->name);
}

static jn_status parse_choice(const app_parser *parser, const app_option *option, const char *text) {
  char what[400];
  jn_choice which = (jn_choice)option->offset;
  bool *given = &parser->options->given[which];
  if (*given && which == JN_CHOICE_output_step && (parser->bit & FOR_MOTION))
    return refuse(parser, "--step and --output-step both mean the time between outputs here; give one of them");
  if (*given) return refuse_second(parser, option);
  *given = jn_choice_set(&parser->options->chosen, which, text, what, sizeof what);
  return *given ? JN_OK : refuse(parser, "--%s %s", option->name, what);
}

// Refuses names with control characters, which would have effects on a terminal when they are printed.
static jn_status check_name(const app_parser *parser, const char *name) {
  for (const char *c = name; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 0x7f)
      return refuse(parser, "'%.200s' must not contain control characters", name);
  return JN_OK;
}

// Parses the value of an option and stores it in the member of the options. Returns a fault if it is invalid.
static jn_status take_value(const app_parser *parser, const app_option *option, const char *text) {
  void *field = (char *)parser->options + option->offset;
  if (option->type != OPTION_FLAG && !*text)
    return refuse(parser, "--%s needs a value (%s), but got an empty one", option->name, option->value);
  switch (option->type) {
    case OPTION_FLAG: *(bool *)field = true; return JN_OK;
    case OPTION_TEXT:
      if (*(const char **)field) return refuse_second(parser, option);
      *(const char **)field = text;
      return check_name(parser, text);
    case OPTION_NUMBER:
      if (!isnan(*(double *)field)) return refuse_second(parser, option);
      return parse_number(parser, option, text, field);
    case OPTION_TEXTS: return parse_texts(parser, option, text, field);
    case OPTION_SETTING: return parse_setting(parser, option, text, field);
    case OPTION_NUMBERS: return parse_numbers(parser, option, text, field);
    case OPTION_CHOICE: return parse_choice(parser, option, text);
  }
  return JN_BAD_ARGUMENT;
}

// Returns whether results depend on an option, so that their record lists it. --set and --independent are not listed,
// because the model records settings.
static bool is_recorded(const app_option *option) {
  static const char *const names[] = {"motion", "allow-code", "keyframe", "balance-inertia", "contacts"};
  if (option->type == OPTION_CHOICE) return option->offset != JN_CHOICE_independent;
  if (option->type == OPTION_TEXTS || option->type == OPTION_NUMBERS) return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(option->name, names[i]) == 0) return true;
  return false;
}

// Stores the value of an option as above, and lists the option for the record of the run if results depend on it.
static jn_status parse_value(const app_parser *parser, const app_option *option, const char *text) {
  text_list *typed = &parser->options->typed;
  jn_status status = take_value(parser, option, text);
  if (status != JN_OK || !is_recorded(option)) return status;
  if (option->type == OPTION_FLAG) text = "";
  bool stored = text_list_add(typed, option->name, strlen(option->name)) && text_list_add(typed, text, strlen(text));
  return stored ? JN_OK : no_memory(parser);
}

// ---- words ------------------------------------------------------------------------------------------------

// Finds the option with this name (NULL: with this letter) into *found, first among those of the verb, then among those
// of other verbs. Returns false if there is none.
static bool find_option(const app_parser *parser, const char *name, size_t length, char letter, app_option *found) {
  app_option o;
  bool elsewhere = false;
  for (int i = 0; option_get(i, &o); i++) {
    bool same = name ? strlen(o.name) == length && strncmp(o.name, name, length) == 0 : o.letter == letter;
    if (!same) continue;
    *found = o;
    if (o.verbs & parser->bit) return true;
    elsewhere = true;
  }
  return elsewhere;
}

// Reports that an option does not exist, with the most similar option of the verb. typed: with dashes; name: without.
static jn_status refuse_unknown(const app_parser *parser, const char *typed, const char *name) {
  app_nearest nearest = {.word = name};
  app_option o;
  for (int i = 0; option_get(i, &o); i++)
    if (o.verbs & parser->bit) nearest_offer(&nearest, o.name);
  if (nearest.best) return refuse(parser, "there is no option '%s'; did you mean '--%s'?", typed, nearest.best);
  return refuse(parser, "there is no option '%s'; 'jounce %s --help' lists them all", typed, parser->verb);
}

// Stores an option with its value, which is `attached` or else next[0], the next word; sets *used to 2 if it is the
// next word. Returns a fault if the verb does not take the option or the value is missing or wrong.
static jn_status take_option(const app_parser *parser, const app_option *option, const char *attached, char **next,
                             int nnext, int *used) {
  if (!(option->verbs & parser->bit))
    return refuse(parser, "the option '--%s' does not belong to 'jounce %s'; 'jounce %s --help' lists its options",
                  option->name, parser->verb, parser->verb);
  if (option->type == OPTION_FLAG && attached)
    return refuse(parser, "--%s takes no value, but got '%s'", option->name, attached);
  if (option->type == OPTION_FLAG || attached) return parse_value(parser, option, attached);
  if (nnext < 1) return refuse(parser, "--%s needs a value: --%s %s", option->name, option->name, option->value);
  *used = 2;
  return parse_value(parser, option, next[0]);
}

static jn_status parse_long(const app_parser *parser, char **argv, int argc, int *used) {
  const char *name = argv[0] + 2, *equals = strchr(name, '=');
  size_t length = equals ? (size_t)(equals - name) : strlen(name);
  app_option option;
  if (find_option(parser, name, length, 0, &option))
    return take_option(parser, &option, equals ? equals + 1 : NULL, argv + 1, argc - 1, used);
  char typed[84];
  snprintf(typed, sizeof typed, "--%.*s", (int)(length < 80 ? length : 80), name);
  return refuse_unknown(parser, typed, typed + 2);
}

static jn_status parse_short(const app_parser *parser, char **argv, int argc, int *used) {
  for (const char *letter = argv[0] + 1; *letter; letter++) {
    app_option option;
    if (!find_option(parser, NULL, 0, *letter, &option)) return refuse_unknown(parser, argv[0], argv[0] + 1);
    bool flag = option.type == OPTION_FLAG;
    const char *attached = !flag && letter[1] ? letter + 1 : NULL;
    jn_status status = take_option(parser, &option, attached, argv + 1, argc - 1, used);
    if (status != JN_OK || !flag) return status;
  }
  return JN_OK;
}

jn_status options_parse(app_options *options, const char *verb, unsigned bit, int argc, char **argv,
                        jn_report *report) {
  app_parser parser = {options, verb, bit, report};
  bool only_words = false;  // "--" was found: all further words are no options
  jn_status first = JN_OK;
  for (int i = 0; i < argc;) {
    int used = 1;
    jn_status status = JN_OK;
    const char *word = argv[i];
    if (only_words || word[0] != '-' || !word[1]) {
      status = check_name(&parser, word);
      if (!text_list_add(&options->words, word, strlen(word))) status = no_memory(&parser);
    } else if (strcmp(word, "--") == 0) {
      only_words = true;
    } else if (word[1] == '-') {
      status = parse_long(&parser, argv + i, argc - i, &used);
    } else {
      status = parse_short(&parser, argv + i, argc - i, &used);
    }
    if (first == JN_OK) first = status;
    i += used;
  }
  return first;
}

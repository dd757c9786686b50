// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// manual.c - manual pages as roff (man(7)), with the texts of the help.
#include <ctype.h>
#include <string.h>

#include "options/option_tables.h"
#include "shell.h"

// Writes a text so that roff prints it as it is. '\n' begins a new paragraph.
static void put_text(FILE *out, const char *text) {
  for (bool first = true; *text; text++) {
    if (first && (*text == '.' || *text == '\'')) fputs("\\&", out);
    first = *text == '\n';
    switch (*text) {
      case '\n': fputs("\n.PP\n", out); break;
      case '\\': fputs("\\e", out); break;
      case '-': fputs("\\-", out); break;
      case '\'': fputs("\\(aq", out); break;
      case '`': fputs("\\(ga", out); break;
      case '^': fputs("\\(ha", out); break;
      case '~': fputs("\\(ti", out); break;
      default: fputc(*text, out);
    }
  }
}

// Writes a text in a font of roff: 'B' bold, 'I' italic.
static void put_font(FILE *out, char font, const char *text) {
  fprintf(out, "\\f%c", font);
  put_text(out, text);
  fputs("\\fR", out);
}

static void put_page_name(FILE *out, const app_verb *verb) {
  char name[64];
  snprintf(name, sizeof name, "jounce%s%s", verb ? "-" : "", verb ? verb->name : "");
  put_font(out, 'B', name);
  fputs("(1)", out);
}

static void put_head(FILE *out, const app_verb *verb, const char *help) {
  fputs(".TH JOUNCE", out);
  if (verb) fputs("\\-", out);
  for (const char *c = verb ? verb->name : ""; *c; c++) fputc(toupper((unsigned char)*c), out);
  fprintf(out, " 1 \"\" \"Jounce %s\" \"Manual of Jounce\"\n.SH NAME\njounce", jn_version());
  if (verb) fprintf(out, "\\-%s", verb->name);
  fputs(" \\- ", out);
  put_text(out, help);
  fputc('\n', out);
}

static void put_synopsis(FILE *out, const char *verb, const char *words) {
  fputs(".SH SYNOPSIS\n", out);
  put_font(out, 'B', "jounce");
  fputc(' ', out);
  put_font(out, islower((unsigned char)verb[0]) ? 'B' : 'I', verb);
  fputc(' ', out);
  if (*words) put_font(out, 'I', words);
  fputs(" [\\fIOPTIONS\\fR]\n", out);
}

// Writes the options that all of the verbs in `bits` (FOR_...) take.
static void put_options(FILE *out, unsigned bits) {
  app_option o;
  fputs(".SH OPTIONS\n", out);
  for (int i = 0; option_get(i, &o); i++) {
    char text[512], name[64];
    if ((o.verbs & bits) != bits) continue;
    fputs(".TP\n", out);
    snprintf(name, sizeof name, "-%c", o.letter);
    if (o.letter) put_font(out, 'B', name);
    if (o.letter) fputs(", ", out);
    snprintf(name, sizeof name, "--%s", o.name);
    put_font(out, 'B', name);
    if (o.value) fputc(' ', out);
    if (o.value) put_font(out, 'I', o.value);
    fputc('\n', out);
    put_text(out, option_help(&o, text, sizeof text));
    fputc('\n', out);
  }
}

static void put_exit_codes(FILE *out) {
  static const jn_status first[] = {
#define JN_X(name, code, text) JN_##name,
      JN_STATUS_LIST(JN_X)
#undef JN_X
  };
  fputs(".SH EXIT STATUS\n", out);
  for (int code = 0; code < 256; code++) {
    bool found = false;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
      if (jn_status_exit_code(first[i]) != code) continue;
      if (found) fputs("; ", out);
      else fprintf(out, ".TP\n.B %d\n", code);
      put_text(out, jn_status_text(first[i]));
      found = true;
    }
    if (found) fputc('\n', out);
  }
}

static void put_examples(FILE *out, const app_verb *verb) {
  fputs(".SH EXAMPLES\n.nf\n", out);
  for (int i = 0; verb->examples[i]; i++) {
    put_text(out, verb->examples[i]);
    fputc('\n', out);
  }
  fputs(".fi\n", out);
}

static void write_verb_manual(FILE *out, const app_verb *verb) {
  put_head(out, verb, verb->help);
  put_synopsis(out, verb->name, verb->words);
  fputs(".SH DESCRIPTION\n", out);
  put_text(out, verb->details ? verb->details : verb->help);
  fputc('\n', out);
  put_options(out, verb->bit);
  put_examples(out, verb);
  fputs(".SH SEE ALSO\n", out);
  put_page_name(out, NULL);
  fputc('\n', out);
}

static void write_command_manual(FILE *out) {
  put_head(out, NULL, "simulate mechanisms, machines and vehicles");
  put_synopsis(out, "VERB", "WORDS...");
  fputs(".SH DESCRIPTION\n", out);
  put_text(out,
           "Jounce simulates mechanisms, machines and vehicles made of rigid bodies, joints and forces. A model is a "
           "text file in YAML or JSON. Every verb has a page of its own, such as jounce-run(1), and prints the same "
           "text with --help.");
  fputs("\n.SH VERBS\n", out);
  for (int i = 0; verbs[i]; i++) {
    fputs(".TP\n", out);
    put_font(out, 'B', verbs[i]->name);
    if (*verbs[i]->words) fputc(' ', out);
    if (*verbs[i]->words) put_font(out, 'I', verbs[i]->words);
    fputc('\n', out);
    put_text(out, verbs[i]->help);
    fputc('\n', out);
  }
  put_options(out, FOR_ALL);
  put_exit_codes(out);
  fputs(".SH FILES\nBelow the prefix of the installation, such as \\fI/usr\\fR:\n", out);
  static const char *const files[][2] = {
      {"share/jounce/models", "shipped models"},
      {"share/jounce/docs/model.schema.json", "JSON Schema of model files, for editors"},
      {"share/doc/jounce", "documentation: guide.md, model-format.md, command.md and others"}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    fputs(".TP\n", out);
    put_font(out, 'I', files[i][0]);
    fputc('\n', out);
    put_text(out, files[i][1]);
    fputc('\n', out);
  }
  fputs(".SH SEE ALSO\n", out);
  for (int i = 0; verbs[i]; i++) {
    put_page_name(out, verbs[i]);
    fputs(verbs[i + 1] ? ",\n" : "\n", out);
  }
}

void write_manual(FILE *out, const app_verb *verb) {
  if (verb) write_verb_manual(out, verb);
  else write_command_manual(out);
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// zsh_completion.c - completion for zsh: specifications of _arguments for each verb, with the help of the options.
#include <string.h>

#include "shell.h"
#include "values.h"

static const char head[] =
    "#compdef jounce\n"
    "# Completion of jounce for zsh, written by 'jounce completion zsh'.\n"
    "\n"
    "_jounce() {\n"
    "  local curcontext=\"$curcontext\" state line\n"
    "  typeset -A opt_args\n"
    "  local -a verbs\n"
    "  verbs=(\n";

static const char middle[] =
    "  )\n"
    "  _arguments -C \\\n"
    "    '(- *)'{-h,--help}'[print the overview]' \\\n"
    "    '(- *)'{-V,--version}'[print the version]' \\\n"
    "    '1:verb:->verb' '*::words:->words' && return\n"
    "  case $state in\n"
    "    verb) _describe -t verbs verb verbs ;;\n"
    "    words)\n"
    "      curcontext=\"${curcontext%:*:*}:jounce-$words[1]:\"\n"
    "      case $words[1] in\n";

static const char tail[] =
    "      esac ;;\n"
    "  esac\n"
    "}\n"
    "\n"
    "if [ \"$funcstack[1]\" = _jounce ]; then\n"  // if zsh has loaded the function from a file
    "  _jounce \"$@\"\n"
    "else\n"  // if the file was sourced
    "  compdef _jounce jounce\n"
    "fi\n";

// Writes a text for use inside single quotes, with a backslash before each of `characters`.
static void put_escaped(FILE *out, const char *text, const char *characters) {
  for (; *text; text++) {
    if (*text == '\'') {
      fputs("'\\''", out);
      continue;
    }
    if (strchr(characters, *text)) fputc('\\', out);
    fputc(*text, out);
  }
}

// Writes the part of a specification that offers values.
static void put_action(FILE *out, const app_values *values) {
  bool files = values->any_file || values->endings.n > 0, both = values->names.n > 0 && (files || values->folder);
  if (both) fputc('{', out);
  if (values->names.n > 0) {
    fputs(values->listed ? "_sequence compadd -" : both ? "compadd -" : "(", out);
    for (int i = 0; i < values->names.n; i++)
      fprintf(out, "%s%s", i > 0 || values->listed || both ? " " : "", values->names.items[i]);
    if (!values->listed && !both) fputc(')', out);
  }
  if (both) fputs("; ", out);
  if (files) fputs("_files", out);
  else if (values->folder) fputs("_files -/", out);
  for (int i = 0; !values->any_file && i < values->endings.n; i++)
    fprintf(out, "%s%s", i == 0 ? " -g \"*.(" : "|", values->endings.items[i]);
  if (!values->any_file && values->endings.n > 0) fputs(")\"", out);
  if (both) fputc('}', out);
}

// Writes the specification of an option, such as '--until=[end of the simulation]:TIME:'. Returns false if there is no
// memory.
static bool put_option(FILE *out, const app_option *option) {
  bool flag = option->type == OPTION_FLAG, repeated = option->type == OPTION_SETTING;
  char text[512];
  if (repeated) fputs("            '*'", out);
  else if (option->letter) fprintf(out, "            '(-%c --%s)'", option->letter, option->name);
  else fputs("            ", out);
  if (option->letter) fprintf(out, "{-%c,--%s%s}'[", option->letter, option->name, flag ? "" : "=");
  else fprintf(out, "'--%s%s[", option->name, flag ? "" : "=");
  put_escaped(out, option_help(option, text, sizeof text), "[]\\");
  fputc(']', out);
  app_values values = {.any_file = false};
  bool stored = flag || values_of_option(option, &values);
  if (!flag) {
    fputc(':', out);
    put_escaped(out, option->value, ":\\");
    fputc(':', out);
    if (stored) put_action(out, &values);
  }
  fputs("' \\\n", out);
  values_free(&values);
  return stored;
}

static bool put_verb(FILE *out, const app_verb *verb) {
  bool repeats = false;
  int n = verb_places(verb, &repeats);
  app_option o;
  fprintf(out, "        %s)\n          _arguments -s -S \\\n", verb->name);
  for (int i = 0; option_get(i, &o); i++)
    if ((o.verbs & verb->bit) && !put_option(out, &o)) return false;
  for (int place = 0; place < n + repeats; place++) {
    app_values values = {.any_file = false};
    bool stored = values_of_word(verb, place, &values);
    if (place < n) fprintf(out, "            '%d:word:", place + 1);
    else fputs("            '*:word:", out);
    if (stored) put_action(out, &values);
    fputs("' \\\n", out);
    values_free(&values);
    if (!stored) return false;
  }
  fputs("            ;;\n", out);
  return true;
}

bool write_zsh_completion(FILE *out) {
  fputs(head, out);
  for (int i = 0; verbs[i]; i++) {
    fprintf(out, "    '%s:", verbs[i]->name);
    put_escaped(out, verbs[i]->help, ":\\");
    fputs("'\n", out);
  }
  fputs(middle, out);
  for (int i = 0; verbs[i]; i++)
    if (!put_verb(out, verbs[i])) return false;
  fputs(tail, out);
  return true;
}

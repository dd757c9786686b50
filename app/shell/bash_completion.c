// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bash_completion.c - completion for bash: two tables as functions, and the code that reads them.
//
// _jounce_verb VERB sets the options of a verb, _jounce_option VERB OPTION and _jounce_word VERB PLACE offer values.
#include "shell.h"
#include "values.h"

static const char head[] =
    "# Completion of jounce for bash, written by 'jounce completion bash'.\n"
    "\n"
    "# Offers those of the words that begin as the current one.\n"
    "_jounce_names() { mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -W \"$*\" -- \"$cur\"); }\n"
    "\n"
    "# Offers words for the last item of a list with commas.\n"
    "_jounce_list() {\n"
    "  local before=''\n"
    "  [[ $cur == *,* ]] && before=${cur%,*},\n"
    "  mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -P \"$before\" -W \"$*\" -- \"${cur##*,}\")\n"
    "  compopt -o nospace 2>/dev/null\n"
    "}\n"
    "\n"
    "# Offers folders.\n"
    "_jounce_folders() {\n"
    "  mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -d -- \"$cur\")\n"
    "  compopt -o filenames 2>/dev/null\n"
    "}\n"
    "\n"
    "# Offers files with these endings (none: all files), and the folders on the way to them.\n"
    "_jounce_files() {\n"
    "  local ending\n"
    "  if [[ $# = 0 ]]; then\n"
    "    mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$cur\")\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    return\n"
    "  fi\n"
    "  _jounce_folders\n"
    "  for ending in \"$@\"; do\n"
    "    mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -X \"!*.$ending\" -- \"$cur\")\n"
    "  done\n"
    "}\n"
    "\n";

static const char tail[] =
    "_jounce() {\n"
    "  local cur=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} options='' valued='' option=''\n"
    "  local place=0 ended='' glued='' i\n"
    "  COMPREPLY=()\n"
    "  if ((COMP_CWORD == 1)); then\n"
    "    _jounce_names \"$_jounce_verbs --help --version\"\n"
    "    return\n"
    "  fi\n"
    "  _jounce_verb \"$verb\"\n"
    "  # words before the current one: options, their values, words of the verb; bash cuts --name=value and a=1 at "
    "'='\n"
    "  for ((i = 2; i < COMP_CWORD; i++)); do\n"
    "    if [[ ${COMP_WORDS[i]} == '=' ]]; then\n"
    "      [[ -n $option ]] || glued=1\n"
    "    elif [[ -n $glued ]]; then\n"
    "      glued=''\n"
    "    elif [[ -n $option ]]; then\n"
    "      option=''\n"
    "    elif [[ -n $ended || ${COMP_WORDS[i]} != -?* ]]; then\n"
    "      ((place++))\n"
    "    elif [[ ${COMP_WORDS[i]} == -- ]]; then\n"
    "      ended=1\n"
    "    elif [[ $valued == *\" ${COMP_WORDS[i]} \"* ]]; then\n"
    "      option=${COMP_WORDS[i]}\n"
    "    fi\n"
    "  done\n"
    "  if [[ $cur == '=' ]]; then\n"
    "    cur=''\n"
    "    [[ -n $option ]] || glued=1\n"
    "  fi\n"
    "  if [[ -n $glued ]]; then\n"
    "    return\n"
    "  elif [[ -n $option ]]; then\n"
    "    _jounce_option \"$verb\" \"$option\"\n"
    "  elif [[ -z $ended && $cur == -* ]]; then\n"
    "    _jounce_names \"$options\"\n"
    "  else\n"
    "    _jounce_word \"$verb\" \"$place\"\n"
    "  fi\n"
    "}\n"
    "complete -o bashdefault -o default -F _jounce jounce\n";

// Writes calls of shell functions that offer these values, one on each line.
static void put_offers(FILE *out, const app_values *values) {
  if (values->names.n > 0) {
    fputs(values->listed ? "\n      _jounce_list" : "\n      _jounce_names", out);
    for (int i = 0; i < values->names.n; i++) fprintf(out, " %s", values->names.items[i]);
  }
  if (values->any_file || values->endings.n > 0) {
    fputs("\n      _jounce_files", out);
    for (int i = 0; !values->any_file && i < values->endings.n; i++) fprintf(out, " %s", values->endings.items[i]);
  } else if (values->folder) fputs("\n      _jounce_folders", out);
}

static void put_verb_options(FILE *out, const app_verb *verb) {
  app_option o;
  fprintf(out, "    %s)\n      options='", verb->name);
  for (int i = 0; option_get(i, &o); i++) {
    if (!(o.verbs & verb->bit)) continue;
    fprintf(out, "--%s ", o.name);
    if (o.letter) fprintf(out, "-%c ", o.letter);
  }
  fputs("'\n      valued=' ", out);
  for (int i = 0; option_get(i, &o); i++) {
    if (!(o.verbs & verb->bit) || o.type == OPTION_FLAG) continue;
    fprintf(out, "--%s ", o.name);
    if (o.letter) fprintf(out, "-%c ", o.letter);
  }
  fputs("' ;;\n", out);
}

// Writes the case of a shell function for an option of all verbs that take it, with its possible values. Returns false
// if there is no memory.
static bool put_option_values(FILE *out, const app_option *option) {
  app_values values = {.any_file = false};
  bool stored = values_of_option(option, &values);
  if (stored && !values_are_empty(&values)) {
    const char *separator = "";
    fputs("    ", out);
    for (int i = 0; verbs[i]; i++) {
      if (!(option->verbs & verbs[i]->bit)) continue;
      fprintf(out, "%s'%s --%s'", separator, verbs[i]->name, option->name);
      separator = "|";
      if (option->letter) fprintf(out, "|'%s -%c'", verbs[i]->name, option->letter);
    }
    fputs(")", out);
    put_offers(out, &values);
    fputs(" ;;\n", out);
  }
  values_free(&values);
  return stored;
}

static bool put_word_values(FILE *out, const app_verb *verb) {
  bool repeats = false;
  int n = verb_places(verb, &repeats);
  for (int place = 0; place < n + repeats; place++) {
    app_values values = {.any_file = false};
    bool stored = values_of_word(verb, place, &values);
    if (stored && !values_are_empty(&values)) {
      if (place < n) fprintf(out, "    '%s %d')", verb->name, place);
      else fprintf(out, "    '%s '*)", verb->name);
      put_offers(out, &values);
      fputs(" ;;\n", out);
    }
    values_free(&values);
    if (!stored) return false;
  }
  return true;
}

bool write_bash_completion(FILE *out) {
  app_option o;
  fputs(head, out);
  fputs("_jounce_verbs='", out);
  for (int i = 0; verbs[i]; i++) fprintf(out, "%s%s", i > 0 ? " " : "", verbs[i]->name);
  fputs("'\n\n_jounce_verb() {\n  case $1 in\n", out);
  for (int i = 0; verbs[i]; i++) put_verb_options(out, verbs[i]);
  fputs("  esac\n}\n\n_jounce_option() {\n  case \"$1 $2\" in\n", out);
  for (int i = 0; option_get(i, &o); i++)
    if (!put_option_values(out, &o)) return false;
  fputs("  esac\n}\n\n_jounce_word() {\n  case \"$1 $2\" in\n", out);
  for (int i = 0; verbs[i]; i++)
    if (!put_word_values(out, verbs[i])) return false;
  fprintf(out, "  esac\n}\n\n%s", tail);
  return true;
}

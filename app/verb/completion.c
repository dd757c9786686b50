// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// completion.c - `jounce completion`: a script with which a shell completes verbs, options, their values and files.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text_stream.h"
#include "shell/shell.h"

static const struct {
  const char *name;
  bool (*write)(FILE *out);
} shells[] = {{"bash", write_bash_completion}, {"zsh", write_zsh_completion}};
enum { NSHELLS = sizeof shells / sizeof *shells };

static jn_status completion_work(app_command *command) {
  const char *word = command->options.words.items[0];
  int shell = 0;
  while (shell < NSHELLS && strcmp(shells[shell].name, word) != 0) shell++;
  if (shell == NSHELLS)
    return usage_fault(command, "there is no completion for the shell '%.100s'; there is one for bash and zsh", word);
  text_stream script;
  FILE *out = text_stream_begin(&script);
  bool written = out && shells[shell].write(out);
  if (out && !text_stream_end(&script)) written = false;
  if (written && command->options.json) {
    app_json json = {.out = stdout};
    answer_begin(command, &json, JN_OK);
    json_text(&json, "script", script.text);
    answer_end(command, &json);
  } else if (written) fputs(script.text, stdout);
  free(script.text);
  if (written) return JN_OK;
  return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the script");
}

static const char *const examples[] = {
    "jounce completion bash > jounce.bash",
    "jounce completion zsh > _jounce",
    NULL,
};

const app_verb verb_completion = {
    .name = "completion",
    .words = "bash|zsh",
    .needs = "a shell (bash or zsh)",
    .help = "print a script with which a shell completes verbs, options and values",
    .details =
        "An installed package has these scripts in the places where shells look for them. Without a package, put "
        "'source <(jounce completion bash)' into ~/.bashrc, or 'source <(jounce completion zsh)' after compinit into "
        "~/.zshrc.",
    .examples = examples,
    .bit = FOR_TEXT,
    .least = 1,
    .most = 1,
    .work = completion_work};

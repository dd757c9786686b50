// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// flatten.c - `jounce flatten`: writes a model and its files as flat documents (jounce/document.h) under the same
// names, for programs without a YAML reader.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common/text.h"
#include "model_files.h"

// Returns whether a file is the model or has the format of one, as parts have: it is written as a flat document.
// Tables, meshes and tyre files are copied unchanged.
static bool is_document(const app_command *command, const char *name) {
  return strcmp(name, command->options.words.items[0]) == 0 || jn_file_format_of(name) == JN_FORMAT_MODEL;
}

static jn_status put_flat(app_command *command, const char *path, const jn_source *source) {
  size_t n = 0;
  unsigned char *flat = jn_document_flatten(NULL, source->text, source->size, &n);
  jn_status status = flat ? files_put(command, path, flat, n) : worst_fault(command, JN_NO_MEMORY, source->name);
  jn_document_free(NULL, flat);
  return status;
}

static jn_status put_copy(app_command *command, const char *path, const jn_source *source) {
  void *bytes = files_read(command, source);
  jn_status status = bytes ? files_put(command, path, bytes, source->size) : JN_IO;
  free(bytes);
  return status;
}

static jn_status put(app_command *command, const char *path, const jn_source *source) {
  if (!source->text) return put_copy(command, path, source);
  return is_document(command, source->name) ? put_flat(command, path, source)
                                            : files_put(command, path, source->text, source->size);
}

static void answer(app_command *command, const char *own, int n) {
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, JN_OK);
    json_text(&out, "model", own);
    json_integer(&out, "files", n);
    answer_end(command, &out);
  } else if (!command->options.quiet) {
    printf("Wrote %s, %d file%s in all.\n", own, n, n == 1 ? "" : "s");
  }
}

static jn_status flatten(app_command *command, const jn_model *model, const char *folder) {
  char own[FILES_PATH] = "";
  app_files files;
  jn_status status = files_of_model(model, &files) ? files_write(command, &files, folder, put, own)
                                                   : worst_fault(command, JN_NO_MEMORY, "the list of files");
  if (status == JN_OK) answer(command, own, files.n);
  files_free(&files);
  return status;
}

static jn_status flatten_work(app_command *command) {
  jn_model *model = load_model(command);
  if (!model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
  const char *typed = command->options.output;
  char *usual = typed ? NULL : path_stem_with(command->options.words.items[0], ".flat");
  const char *folder = typed ? typed : usual;
  jn_status status = folder ? flatten(command, model, folder) : worst_fault(command, JN_NO_MEMORY, "naming the folder");
  free(usual);
  jn_model_free(model);
  return status;
}

static const char *const examples[] = {"jounce flatten models/examples/four-bar.yaml",
                                       "jounce flatten models/vehicles/hmmwv.yaml -o hmmwv", NULL};

const app_verb verb_flatten = {
    .name = "flatten",
    .words = "MODEL",
    .needs = "a model file",
    .help = "the files of a model as flat documents, for programs without a YAML reader",
    .details =
        "Writes the model and every file that it names into a folder (MODEL.flat, unless -o names another) with the "
        "same relative paths. YAML and JSON become flat documents under the same names. Every build of Jounce reads "
        "them, also the core build, which has no YAML reader. No file is overwritten.",
    .examples = examples,
    .bit = FOR_FLATTEN,
    .least = 1,
    .most = 1,
    .work = flatten_work};

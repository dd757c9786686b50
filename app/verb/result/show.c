// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// show.c - `jounce show`: prints content and origin of a result; prints its model or writes its files.
#include "show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_files.h"
#include "result_columns.h"

static void put_table(app_json *out, const jn_table *table) {
  const double *times = jn_table_column(table, 0);
  int rows = jn_table_nrows(table);
  json_text(out, "title", jn_table_title(table));
  json_text(out, "run", jn_table_status(table)[0] ? jn_table_status(table) : NULL);
  json_text(out, "state_hash", jn_table_state_hash(table)[0] ? jn_table_state_hash(table) : NULL);
  json_integer(out, "rows", rows);
  if (rows > 0) json_number(out, "from", times[0]);
  if (rows > 0) json_number(out, "to", times[rows - 1]);
  json_open(out, "units", '{');
  for (int i = 0; i < jn_table_ncolumns(table); i++) json_text(out, jn_table_name(table, i), jn_table_unit(table, i));
  json_close(out, '}');
}

static void put_all(app_command *command, const jn_table *table, const char *written) {
  app_json out = {.out = stdout};
  answer_begin(command, &out, JN_OK);
  json_text(&out, "file", command->options.words.items[0]);
  put_table(&out, table);
  json_text(&out, "model_file", written);
  put_record(&out, "record", jn_table_record(table));
  answer_end(command, &out);
}

static jn_status check_options(app_command *command) {
  const app_options *o = &command->options;
  if (o->model && o->json) return usage_fault(command, "--model and --json both write to standard output");
  if (o->model && o->files) return usage_fault(command, "--model and --files cannot be combined; choose one of them");
  return JN_OK;
}

// Refuses --model and --files if the result does not record the model, and --model if the text of the model file is not
// stored.
static jn_status need_record(app_command *command, const jn_record *record) {
  const char *path = command->options.words.items[0];
  if (!record || jn_record_nsources(record) == 0)
    return usage_fault(command, "'%s' does not record which model was run", path);
  if (command->options.model && !jn_record_source(record, 0).text)
    return usage_fault(command, "the text of '%.200s' is not in '%s': it is no text, or larger than 4 MiB",
                       jn_record_source(record, 0).name, path);
  return JN_OK;
}

static jn_status write_source(app_command *command, const char *path, const jn_source *source) {
  if (source->text) return files_put(command, path, source->text, source->size);
  jn_report_warn(command->report, "",
                 "the content of '%.200s' is not in the result: it has %zu bytes and the hash %016llx", source->name,
                 source->size, (unsigned long long)source->hash);
  return JN_OK;
}

static jn_status write_files(app_command *command, const jn_record *record, char *own) {
  app_files files;
  jn_status status = files_of_record(record, &files)
                         ? files_write(command, &files, command->options.files, write_source, own)
                         : worst_fault(command, JN_NO_MEMORY, "the list of files");
  files_free(&files);
  return status;
}

static jn_status show_table(app_command *command, const jn_table *table) {
  const app_options *o = &command->options;
  const jn_record *record = jn_table_record(table);
  char own[FILES_PATH] = "";
  jn_status status = o->model || o->files ? need_record(command, record) : JN_OK;
  if (status == JN_OK && o->files) status = write_files(command, record, own);
  print_messages(command);
  if (status != JN_OK) return status;
  if (o->json) put_all(command, table, o->files ? own : NULL);
  else if (o->model) fputs(jn_record_source(record, 0).text, stdout);
  else if (o->files && !o->quiet) {
    printf("Wrote the files of the model below %s; run it with\n  ", o->files);
    show_print_command(record, own);
  } else if (!o->quiet) show_print(o->words.items[0], table);
  return JN_OK;
}

static jn_status show_work(app_command *command) {
  jn_status status = check_options(command);
  if (status != JN_OK) return status;
  jn_table *table = result_read(command, command->options.words.items[0]);
  if (!table) return worst_fault(command, JN_IO, "reading the result");
  status = show_table(command, table);
  jn_table_free(table);
  return status;
}

static const char *const examples[] = {
    "jounce run models/examples/four-bar.yaml --until 1 --set crank=0.12 -o four-bar.h5",
    "jounce show four-bar.h5",
    "jounce show four-bar.h5 --model",
    "jounce show four-bar.h5 --files again",
    NULL,
};

const app_verb verb_show = {
    .name = "show",
    .words = "RESULT",
    .needs = "a result file",
    .help = "the content of a result, and what was run: settings, parameters, methods, model files",
    .details =
        "An .h5 file records the run: version of the program, options and settings of the command line, values of "
        "parameters, methods, and the text of every file of the model. --model prints the model file. --files writes "
        "all files into a folder and prints the command that repeats the run. A .csv file has only columns.",
    .examples = examples,
    .bit = FOR_SHOW,
    .least = 1,
    .most = 1,
    .work = show_work};

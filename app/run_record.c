// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run_record.c - see run_record.h.
#include "run_record.h"

#include <stdlib.h>
#include <string.h>

jn_status recorded_options_make(app_command *command, recorded_options *recorded) {
  const text_list *typed = &command->options.typed;
  // two more entries: the verb, and the output step of a continued run
  recorded->items = calloc((size_t)typed->n / 2 + 2, sizeof *recorded->items);
  if (!recorded->items)
    return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the options");
  recorded->items[recorded->n++] = (jn_setting){"verb", command->verb->name};
  for (int i = 0; i + 1 < typed->n; i += 2)
    recorded->items[recorded->n++] = (jn_setting){typed->items[i], typed->items[i + 1]};
  return JN_OK;
}

void recorded_options_add_spacing(recorded_options *recorded, const jn_choices *choices, const double *block, int n) {
  jn_choices with = *choices;
  jn_checkpoint_grid(block, n, &with);
  if (with.output_step == choices->output_step) return;
  jn_choice_print(&with, JN_CHOICE_output_step, 17, recorded->spacing, sizeof recorded->spacing);
  recorded->items[recorded->n++] = (jn_setting){"output-step", recorded->spacing};
}

void recorded_options_free(recorded_options *recorded) { free(recorded->items); }

enum { MOST_CHANGES = 3 };

// Warns of a file, setting or parameter that has changed. Returns false, without a warning, for changed choices, which
// the run itself reports.
static bool warn_change(app_command *command, const jn_record_change *change) {
  if (strcmp(change->group, "files") == 0)
    jn_report_warn(command->report, "", "%.120s is not the file it was in the first part of the run", change->name);
  else if (strcmp(change->group, "settings") == 0 || strcmp(change->group, "parameters") == 0)
    jn_report_warn(command->report, "", "%.120s was %.60s in the first part of the run, and is %.60s now", change->name,
                   change->values[0] ? change->values[0] : "as in the file",
                   change->values[1] ? change->values[1] : "as in the file");
  else return false;
  return true;
}

void warn_changes(app_command *command, const char *result, const jn_record *now) {
  jn_table *table = jn_table_read(NULL, result, NULL);
  const jn_record *before = table ? jn_table_record(table) : NULL, *both[] = {before, now};
  jn_record_changes *changes = before && now ? jn_record_changes_new(NULL, both, 2) : NULL;
  for (int i = 0, nwarned = 0; changes && i < jn_record_changes_count(changes) && nwarned < MOST_CHANGES; i++)
    nwarned += warn_change(command, jn_record_changes_get(changes, i));
  jn_record_changes_free(changes);
  jn_table_free(table);
}

static void put_sources(app_json *out, const jn_record *record) {
  json_open(out, "files", '[');
  for (int i = 0; i < jn_record_nsources(record); i++) {
    jn_source source = jn_record_source(record, i);
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)source.hash);
    json_open(out, NULL, '{');
    json_text(out, "name", source.name);
    json_integer(out, "size", (long)source.size);
    json_text(out, "hash", hash);
    json_text(out, "text", source.text);
    json_close(out, '}');
  }
  json_close(out, ']');
}

void put_record(app_json *out, const char *key, const jn_record *record) {
  if (!record) {
    json_text(out, key, NULL);
    return;
  }
  json_open(out, key, '{');
  json_text(out, "version", jn_record_version(record));
  for (int g = 0; g < JN_RECORD_GROUPS; g++) {
    jn_record_group group = (jn_record_group)g;
    json_open(out, jn_record_group_name(group), '{');
    for (int i = 0; i < jn_record_count(record, group); i++) {
      jn_setting entry = jn_record_get(record, group, i);
      // of several settings for the same value only the last has an effect
      if (jn_record_find(record, group, entry.path) == entry.value) json_text(out, entry.path, entry.value);
    }
    json_close(out, '}');
  }
  put_sources(out, record);
  json_close(out, '}');
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// record.c - what was run: gathered from the command line, and as JSON.
#include "record.h"

#include <stdlib.h>

jn_status asked_make(app_command *command, asked_list *asked) {
  const text_list *typed = &command->options.typed;
  asked->items = calloc((size_t)typed->n / 2 + 1, sizeof *asked->items);
  if (!asked->items)
    return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the options");
  asked->items[asked->n++] = (jn_setting){"verb", command->verb->name};
  for (int i = 0; i + 1 < typed->n; i += 2)
    asked->items[asked->n++] = (jn_setting){typed->items[i], typed->items[i + 1]};
  return JN_OK;
}

void asked_free(asked_list *asked) { free(asked->items); }

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
      // of two settings of one value the last counts
      if (jn_record_find(record, group, entry.path) == entry.value) json_text(out, entry.path, entry.value);
    }
    json_close(out, '}');
  }
  put_sources(out, record);
  json_close(out, '}');
}

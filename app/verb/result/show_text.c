// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// show_text.c - prints a result and its record as text.
#include <stdio.h>
#include <string.h>

#include "model_files.h"
#include "show.h"

enum { MOST_LINES = 20, MOST_COLUMNS = 8 };

static void print_rows(const jn_table *table) {
  int rows = jn_table_nrows(table), columns = jn_table_ncolumns(table) - 1;
  const double *times = jn_table_column(table, 0);
  printf("  results        %d row%s", rows, rows == 1 ? "" : "s");
  if (rows > 0) printf(" from %g to %g %s", times[0], times[rows - 1], jn_table_unit(table, 0));
  printf(", %d column%s", columns, columns == 1 ? "" : "s");
  for (int i = 1; i <= columns && i <= MOST_COLUMNS; i++) {
    const char *unit = jn_table_unit(table, i);
    printf("%s %s%s%s%s", i == 1 ? ":" : ",", jn_table_name(table, i), *unit ? " [" : "", unit, *unit ? "]" : "");
  }
  puts(columns > MOST_COLUMNS ? ", ..." : "");
}

static void print_group(const jn_record *record, jn_record_group group) {
  int n = jn_record_count(record, group);
  for (int i = 0; i < n && i < MOST_LINES; i++) {
    jn_setting entry = jn_record_get(record, group, i);
    printf("  %-14s %s: %s\n", i == 0 ? jn_record_group_name(group) : "", entry.path, entry.value);
  }
  if (n > MOST_LINES) printf("                 and %d more (--json has all)\n", n - MOST_LINES);
}

static void print_files(const jn_record *record) {
  for (int i = 0; i < jn_record_nsources(record); i++) {
    jn_source s = jn_record_source(record, i);
    printf("  %-14s %s: %zu bytes, hash %016llx%s\n", i == 0 ? "files" : "", s.name, s.size, (unsigned long long)s.hash,
           s.text ? "" : ", content not kept");
  }
}

// ---- the command ----------------------------------------------------------------------------------------------

// Prints a word so that a shell reads it as one word: quoted if necessary.
static void print_word(const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=,:+-@%";
  if (word[0] && strspn(word, plain) == strlen(word)) {
    fputs(word, stdout);
    return;
  }
  putchar('\'');
  for (; *word; word++) fputs(*word == '\'' ? "'\\''" : (char[]){*word, 0}, stdout);
  putchar('\'');
}

void show_print_command(const jn_record *record, const char *own) {
  const char *verb = jn_record_find(record, JN_RECORD_OPTIONS, "verb");
  printf("jounce %s ", verb ? verb : "run");
  print_word(own);
  for (int i = 0; i < jn_record_count(record, JN_RECORD_SETTINGS); i++) {
    jn_setting s = jn_record_get(record, JN_RECORD_SETTINGS, i);
    char setting[FILES_PATH];
    snprintf(setting, sizeof setting, "%s=%s", s.path, s.value);
    fputs(" --set ", stdout);
    print_word(setting);
  }
  for (int i = 0; i < jn_record_count(record, JN_RECORD_OPTIONS); i++) {
    jn_setting option = jn_record_get(record, JN_RECORD_OPTIONS, i);
    if (strcmp(option.path, "verb") == 0) continue;
    printf(" --%s", option.path);
    if (!option.value[0]) continue;
    putchar(' ');
    print_word(option.value);
  }
  putchar('\n');
}

void show_print(const char *path, const jn_table *table) {
  const jn_record *record = jn_table_record(table);
  puts(path);
  if (record) printf("  model          %s\n", jn_record_model(record));
  print_rows(table);
  if (!record) {
    puts("  what was run   is not in the file");
    return;
  }
  if (jn_table_status(table)[0]) printf("  run            %s", jn_table_status(table));
  const char *hash = jn_table_state_hash(table);
  // a prescribed motion has no hash of its state: zeros
  if (strspn(hash, "0") < strlen(hash)) printf(", state hash %s", hash);
  if (jn_table_status(table)[0]) putchar('\n');
  printf("  program        jounce %s\n", jn_record_version(record));
  for (int g = 0; g < JN_RECORD_GROUPS; g++) print_group(record, (jn_record_group)g);
  print_files(record);
  if (jn_record_nsources(record) == 0) return;
  printf("  again          ");
  show_print_command(record, jn_record_source(record, 0).name);
}

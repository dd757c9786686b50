// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// record.h - the record of a run: version of the program, model files with their texts, settings, parameters, choices.
//
// The record determines the result y(t) of a run bit for bit,
//   (version, files, settings, options)  ->  y(t_k),
// and contains neither date nor machine: equal runs have equal records. The differences of two records explain the
// differences of the results.
//
// Example: the value that a parameter had in a run.
//
//   #include <jounce/record.h>
//   #include <jounce/result.h>
//   #include <string.h>
//   int main(void) {
//     const jn_setting settings[] = {{"crank", "0.12"}, {"simulate.until", "0.1"}};
//     jn_model *model = jn_model_read(NULL, "models/examples/four-bar.yaml", settings, 2, NULL);
//     jn_table *table = jn_table_new(NULL);
//     jn_sink *sink = jn_table_sink(table);
//     jn_run_options options = jn_run_options_default();
//     options.sinks = &sink;
//     options.nsinks = 1;
//     jn_run *run = jn_run_new(model, &options, NULL);
//     if (!run || jn_run_execute(run, NULL) != JN_OK) return 1;
//     const jn_record *record = jn_table_record(table);
//     const char *crank = jn_record_find(record, JN_RECORD_PARAMETERS, "crank");
//     bool good = crank && strcmp(crank, "0.12") == 0 && jn_record_count(record, JN_RECORD_SETTINGS) == 2 &&
//                 strstr(jn_record_source(record, 0).text, "jounce: 1");
//     jn_run_free(run);
//     jn_table_free(table);
//     jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_RECORD_H
#define JOUNCE_RECORD_H

#include "jounce/simulate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct jn_record jn_record;

// Lists of names and values, as text; numbers have all their digits.
typedef enum {
  JN_RECORD_OPTIONS,     // verb and options of the command
  JN_RECORD_SETTINGS,    // values that replaced those of the file
  JN_RECORD_PARAMETERS,  // parameters with their values, SI; the first 10000
  JN_RECORD_CHOICES,     // choices as used, with `auto` resolved
  JN_RECORD_GROUPS
} jn_record_group;
JN_API const char *jn_record_group_name(jn_record_group group);  // "options", ...

// Makes the record of a run that is about to begin. Returns NULL if memory ran out. For a result: jn_table_record.
JN_API jn_record *jn_record_new(const jn_alloc *alloc, const jn_run_header *header);
JN_API void *jn_record_free(jn_record *record);
JN_API const char *jn_record_version(const jn_record *record);  // of the program
JN_API const char *jn_record_model(const jn_record *record);    // name of the model
JN_API int jn_record_count(const jn_record *record, jn_record_group group);
JN_API jn_setting jn_record_get(const jn_record *record, jn_record_group group, int i);
JN_API const char *jn_record_find(const jn_record *record, jn_record_group group, const char *name);  // NULL: none
// The files of the model; the model file first.
JN_API int jn_record_nsources(const jn_record *record);
JN_API jn_source jn_record_source(const jn_record *record, int i);

// A difference between several records. Differences that follow from another one are omitted.
enum { JN_MOST_RECORDS = 64 };
typedef struct {
  const char *group;          // name of a jn_record_group, "files" or "program"
  const char *name;           // "damping", "integrator", ...
  const char *const *values;  // one for each record; NULL: the record has none
} jn_record_change;
typedef struct jn_record_changes jn_record_changes;
// Compares n <= JN_MOST_RECORDS records; NULL among them is unknown and differs from none. Returns NULL if memory ran
// out.
JN_API jn_record_changes *jn_record_changes_new(const jn_alloc *alloc, const jn_record *const *records, int n);
JN_API void *jn_record_changes_free(jn_record_changes *changes);
JN_API int jn_record_changes_count(const jn_record_changes *changes);
JN_API const jn_record_change *jn_record_changes_get(const jn_record_changes *changes, int i);

#ifdef __cplusplus
}
#endif
#endif

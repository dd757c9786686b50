// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine_internal.h - shared by the files of the engine.
#ifndef ENGINE_INTERNAL_H
#define ENGINE_INTERNAL_H

#include <jounce/jounce.h>

#include "common/json.h"
#include "engine.h"

typedef struct {
  char *path;
  void *bytes;
  size_t size;
} je_file;

typedef struct {
  char *text;
  size_t size;
} je_text;

struct je_engine {
  je_file *files;
  int nfiles;
  jn_model *base;   // without settings; models with settings are made from it without parsing; NULL: none
  char *base_path;  // path of the file of `base`
  jn_model *model;
  jn_report *report;  // messages of the last je_read
  jn_session *session;
  jn_report *run_report;   // messages of the session
  const jn_report *shown;  // report that je_messages prints; NULL: none
  jn_sink sink;
  char *asked;  // signals in addition to the outputs, each ended by a zero
  int nasked;
  int nown;      // number of columns of the model's own outputs
  double *rows;  // rows that je_rows has not returned yet
  int nrows, capacity;
  je_text messages, description, summary, signals, schema;
};

// je_text_begin opens a file to which json_... functions write; je_text_end closes it and returns the text. Both return
// NULL if memory ran out.
FILE *je_text_begin(je_text *text);
const char *je_text_end(je_text *text, FILE *out);
void je_stop(je_engine *e);           // frees the session
int je_ncolumns(const je_engine *e);  // outputs of the model and requested signals
void je_describe_vehicle(app_json *json, const jn_model *model);

#endif

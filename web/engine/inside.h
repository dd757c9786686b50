// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inside.h - what the files of the engine share.
#ifndef JE_INSIDE_H
#define JE_INSIDE_H

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
  jn_model *base;   // as its files have it: other settings are made from it, without parsing; NULL: none
  char *base_path;  // of its file
  jn_model *model;
  jn_report *report;  // of the last je_read
  jn_session *session;
  jn_report *run_report;   // lives as long as the session
  const jn_report *shown;  // which of them je_messages tells, NULL: none
  jn_sink sink;
  char *asked;  // signals besides the outputs, each ended by a zero
  int nasked;
  int nown;      // columns of the outputs of the model
  double *rows;  // that wait
  int nrows, capacity;
  je_text messages, description, summary, signals, schema;
};

// A text that is written by json_... to `out`; NULL: no memory.
FILE *je_text_begin(je_text *text);
const char *je_text_end(je_text *text, FILE *out);
void je_stop(je_engine *e);           // the session is gone
int je_ncolumns(const je_engine *e);  // outputs of the model and signals that are asked for
void je_describe_vehicle(app_json *json, const jn_model *model);

#endif

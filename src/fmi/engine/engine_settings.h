// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine_settings.h - settings of an FMU beside its model: the file resources/engine.txt, one setting on each line.
//
//   jounce-fmu 1
//   token TOKEN                  instantiation token
//   model PATH                   below the folder of resources
//   states N M                   numbers of continuous states and of event indicators of Model Exchange
//   setting PATH VALUE           of the model, as --set
//   choice KEY VALUE             that the user has named (choices.def)
//   probe NAME                   output in addition to those of the model
//   input NAME VALUE             that the importer sets, and its start value, SI
// Words are separated by one space; bytes that are no visible ASCII, and '%', are written as %XX.
#ifndef JNI_ENGINE_SETTINGS_H
#define JNI_ENGINE_SETTINGS_H

#include "base/pool.h"
#include "jounce/model.h"

typedef struct {
  const char *name;
  double start;  // value at the start, SI
} jni_engine_input;

typedef struct {
  const char *token, *model;
  // numbers of continuous states and event indicators in Model Exchange; nstates < 0: not counted yet
  int nstates, nindicators;
  jn_setting *settings;
  int nsettings, setting_capacity;
  jn_choices chosen;  // choices of the user; only those that `given` marks have an effect
  bool given[JN_NCHOICES];
  const char **probes;
  int nprobes, probe_capacity;
  jni_engine_input *inputs;
  int ninputs, input_capacity;
} jni_engine_settings;

#define JNI_ENGINE_SETTINGS_FILE "engine.txt"

// Reads engine.txt from a folder into *settings, whose memory is in the pool. Returns false with a fault in the report.
bool jni_engine_settings_read(jni_pool *pool, const char *folder, jni_engine_settings *settings, jn_report *report);
// Returns the text of engine.txt for these settings, which the caller frees with jni_free; NULL without memory.
char *jni_engine_settings_write(const jni_engine_settings *settings);

#endif

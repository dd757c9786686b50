// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// message.h - adds a message about an element of a model to a report, with the place of the element in its file.
#ifndef JNI_MESSAGE_H
#define JNI_MESSAGE_H

#include "jounce/model.h"
#include "model/place.h"

typedef struct {
  const jn_model *model;
  jn_report *report;  // NULL: messages are discarded
  jn_severity severity;
  jn_status status;  // JN_OK for notes and warnings
} jni_message;

// Adds a message to message->report, made from `format` as by printf. what, name: kind and name of the element, such as
// "joint" and "B"; what "": the message names no element. place: its place in the model file.
void jni_message_add(const jni_message *message, const char *what, const char *name, jni_place place,
                     const char *format, ...) JN_PRINTF(5, 6);

#endif

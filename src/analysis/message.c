// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// message.c - see message.h.
#include "analysis/message.h"
#include "model/fault.h"

#include <stdio.h>

void jni_message_add(const jni_message *message, const char *what, const char *name, jni_place place,
                     const char *format, ...) {
  jn_error error = {.status = message->status, .severity = message->severity};
  jni_model_place(message->model, place, &error);
  if (what[0]) snprintf(error.element, sizeof error.element, "%s '%.80s'", what, name);
  va_list arguments;
  va_start(arguments, format);
  jni_vprint(error.what, sizeof error.what, format, arguments);
  va_end(arguments);
  jn_report_add(message->report, &error);
}

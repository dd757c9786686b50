// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report.h - prints a report, for tests that find unexpected messages.
#ifndef JOUNCE_REPORT_H
#define JOUNCE_REPORT_H

#include <stdio.h>

#include "jounce/base.h"

static inline void print_report(const jn_report *report) {
  char text[1024];
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    printf("  %s\n", text);
  }
}

#endif

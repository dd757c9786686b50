// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_library_windows.c - on Windows no compiler is used: the page omits the measurements of printed C.
#include "petzold/petzold.h"

bool petzold_has_compiler(void) { return false; }
bool petzold_library_make(repro *r, const char *folder) {
  (void)r;
  (void)folder;
  return false;
}

bool petzold_library_open(const char *folder, petzold_code *code) {
  (void)folder;
  (void)code;
  return false;
}
void petzold_library_close(void *library) { (void)library; }

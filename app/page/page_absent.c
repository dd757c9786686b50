// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page_absent.c - replaces page_embedded.c in commands without the page.
#include "page/page.h"

const char *page_text(size_t *size) {
  *size = 0;
  return NULL;
}

const char *page_missing(void) { return JOUNCE_PAGE_MISSING; }

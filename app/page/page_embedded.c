// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page_embedded.c - the page as it is embedded in the command. The assembler includes the file directly, because a
// compiler would take long for an array of its bytes. Commands without the page have page_absent.c instead.
#include "page/page.h"

__asm__(
    ".pushsection .rodata\n"
    ".global jounce_page_begin, jounce_page_end\n"
    "jounce_page_begin: .incbin \"" JOUNCE_PAGE_FILE
    "\"\n"
    "jounce_page_end: .byte 0\n"
    ".popsection\n");
extern const char jounce_page_begin[], jounce_page_end[];

const char *page_text(size_t *size) {
  *size = (size_t)(jounce_page_end - jounce_page_begin);
  return jounce_page_begin;
}

const char *page_missing(void) { return ""; }

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page.h - the page of `jounce view` without its data, part of the command where it was built (cmake/page.cmake).
#ifndef APP_PAGE_H
#define APP_PAGE_H

#include <stddef.h>

const char *page_text(size_t *size);  // NULL: the command was built without it
const char *page_missing(void);       // what the build lacked, "": nothing

#endif

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text_list.h - growing lists of texts and of numbers.
#ifndef APP_TEXT_LIST_H
#define APP_TEXT_LIST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  char **items;  // each allocated separately
  int n, capacity;
} text_list;

typedef struct {
  double *items;
  int n, capacity;
} number_list;

// Appends a copy of the first `length` characters of a text. Returns false if there is no memory.
bool text_list_add(text_list *list, const char *text, size_t length);
// Frees the texts and empties the list.
void text_list_free(text_list *list);

// Inserts a number into the list in ascending order, unless the list contains it already. Returns false if there is no
// memory.
bool number_list_insert(number_list *list, double value);
void number_list_free(number_list *list);

#endif

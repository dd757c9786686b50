// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text_list.c - see text_list.h.
#include "text_list.h"

#include <stdlib.h>
#include <string.h>

// Enlarges a list with n items of `size` bytes if it is full: updates *items, a pointer to the block, and *capacity.
// Returns false, with both unchanged, if there is no memory.
static bool grow(void *items, int n, int *capacity, size_t size) {
  if (n < *capacity) return true;
  int wanted = *capacity ? 2 * *capacity : 8;
  void *block = realloc(*(void **)items, (size_t)wanted * size);
  if (!block) return false;
  *(void **)items = block;
  *capacity = wanted;
  return true;
}

bool text_list_add(text_list *list, const char *text, size_t length) {
  void *items = list->items;
  if (!grow(&items, list->n, &list->capacity, sizeof *list->items)) return false;
  list->items = items;
  char *copy = malloc(length + 1);
  if (!copy) return false;
  memcpy(copy, text, length);
  copy[length] = 0;
  list->items[list->n++] = copy;
  return true;
}

void text_list_free(text_list *list) {
  for (int i = 0; i < list->n; i++) free(list->items[i]);
  free(list->items);
  *list = (text_list){.items = NULL};
}

bool number_list_insert(number_list *list, double value) {
  void *items = list->items;
  if (!grow(&items, list->n, &list->capacity, sizeof *list->items)) return false;
  list->items = items;
  int i = list->n;
  while (i > 0 && list->items[i - 1] > value) i--;
  if (i > 0 && list->items[i - 1] == value) return true;
  memmove(list->items + i + 1, list->items + i, (size_t)(list->n - i) * sizeof *list->items);
  list->items[i] = value;
  list->n++;
  return true;
}

void number_list_free(number_list *list) {
  free(list->items);
  *list = (number_list){.items = NULL};
}

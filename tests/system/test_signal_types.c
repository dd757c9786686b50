// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_signal_types.c - every kind of signal has a complete and consistent description in its family.
#include <string.h>

#include "check.h"
#include "model/signal/signal_type.h"

static const char *const kinds[] = {
#define JNI_X(kind, family) #kind,
    JNI_SIGNAL_LIST(JNI_X)
#undef JNI_X
};

static void check_type(int kind, const jni_signal_type *type) {
  static const jn_dimension none = {0, 0, 0, 0};
  bool has_gradient = type->sort == JNI_GRADIENT_EXACT || type->sort == JNI_GRADIENT_DIFFERENCES;
  CHECK(type->names && *type->names);
  CHECK(type->meaning && *type->meaning);
  CHECK(type->value);
  CHECK(!type->write == (type->not_compiled != NULL));
  CHECK(!type->gradient == !has_gradient);
  CHECK(has_gradient || (!type->bodies && !type->states));
  CHECK(!has_gradient || type->bodies || type->states);
  CHECK(type->level != JNI_LEVEL_ACCELERATION || (!has_gradient && type->reach == JNI_READS_ALL));
  CHECK(!type->unit_of_element || memcmp(&type->unit, &none, sizeof none) == 0);
  if (kind != JNI_SIGNAL_TIME) CHECK(type->reach != JNI_READS_TIME);
}

int main(void) {
  for (int i = 0; i < JNI_SIGNAL_COUNT; i++) {
    const jni_signal_family *family = jni_signal_families[i];
    int at = i - (int)family->first;
    CHECK(at >= 0 && at < family->n);
    for (int k = 0; k < family->n; k++) CHECK(jni_signal_families[family->first + k] == family);
    if (at < 0 || at >= family->n) printf("%s is not in the family %s\n", kinds[i], family->name);
    else check_type(i, &family->types[at]);
  }
  return check_report();
}

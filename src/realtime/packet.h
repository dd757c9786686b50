// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// packet.h - packets of values: written, and read from bytes of any origin. realtime.h has the layout.
#ifndef JNI_PACKET_H
#define JNI_PACKET_H

#include "jounce/realtime.h"

typedef struct {
  uint64_t hash, sequence;
  int64_t time;  // ns
} jni_packet_head;

typedef enum { JNI_PACKET_GOOD, JNI_PACKET_FOREIGN, JNI_PACKET_UNUSABLE } jni_packet_sort;

size_t jni_packet_size(int nvalues);
void jni_packet_write(const jni_packet_head *head, const double *values, int n, unsigned char *packet);
// Of `size` bytes, which may be anything. Foreign: another length, mark, version or hash; unusable: a value is not
// finite. Head and values are those of good packets alone.
jni_packet_sort jni_packet_read(const unsigned char *packet, size_t size, uint64_t hash, int n, jni_packet_head *head,
                                double *values);

// Of a list: begins with the word, then every value.
uint64_t jni_list_begin(const char *word);
uint64_t jni_list_add(uint64_t hash, const char *name, const char *unit);

#endif

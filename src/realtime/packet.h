// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// packet.h - writes packets of values and reads them from untrusted bytes. The layout is in jounce/realtime.h.
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
// Reads a packet of n values from `size` bytes, which are not trusted. Returns whether it is good, foreign (another
// length, mark, version or hash) or unusable (a value is not finite). Sets *head and values only for a good packet.
jni_packet_sort jni_packet_read(const unsigned char *packet, size_t size, uint64_t hash, int n, jni_packet_head *head,
                                double *values);

// jni_list_begin returns the hash of an empty list of values called "inputs" or "outputs"; jni_list_add returns the
// hash of a list extended by one value with this name and unit.
uint64_t jni_list_begin(const char *word);
uint64_t jni_list_add(uint64_t hash, const char *name, const char *unit);

#endif

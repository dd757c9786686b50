// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// platform.h - what real time needs of the system: a clock, packets, a second thread, a processor of its own. A build
// without these (the core) says so where a paced run is asked for.
#ifndef JNI_REALTIME_PLATFORM_H
#define JNI_REALTIME_PLATFORM_H

#include "base/pool.h"
#include "jounce/realtime.h"

bool jni_realtime_is_available(void);

// ---- system_clock.c
jn_clock jni_system_clock(void);
void jni_pause(int64_t ns);  // about so long, for threads that have time

// ---- udp.c
// Sockets at "PORT" or "HOST:PORT", either NULL; they are closed with the pool. False: a fault in the report.
bool jni_udp_open(jni_pool *pool, const char *receive, const char *send, jn_link *link, jn_report *report);

// ---- thread.c
typedef struct jni_thread jni_thread;
jni_thread *jni_thread_start(jni_pool *pool, void (*work)(void *context),
                             void *context);  // NULL: there is none to have
void jni_thread_join(jni_thread *thread);

// ---- privilege.c: what the calling thread is given, and gives back
typedef struct jni_privilege jni_privilege;
jni_privilege *jni_privilege_new(jni_pool *pool, const jn_realtime_options *how);  // NULL: no memory
// A fault in the report where the system refuses; then nothing has changed.
jn_status jni_privilege_enter(jni_privilege *privilege, jn_report *report);
void jni_privilege_leave(jni_privilege *privilege);

// ---- denormal.c: results below the smallest normal number become zero in the calling thread, and such operands count
// as zero. Returns how it was, for the way back.
unsigned long jni_denormals_flush(void);
void jni_denormals_restore(unsigned long before);

#endif

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// platform.h - functions of the operating system that a run needs to keep pace with the clock: clock, UDP, threads,
// privileges. Builds without them (the core) refuse such runs.
#ifndef JNI_REALTIME_PLATFORM_H
#define JNI_REALTIME_PLATFORM_H

#include "base/pool.h"
#include "jounce/realtime.h"

bool jni_realtime_is_available(void);

// ---- system_clock.c
jn_clock jni_system_clock(void);
void jni_pause(int64_t ns);  // sleeps for about this time, ns

// ---- udp.c
// Opens sockets that receive at, and send to, an address "PORT" or "HOST:PORT" (NULL: none), and fills *link with
// functions that use them. They are closed when the pool is freed. Returns false with a fault in the report.
bool jni_udp_open(jni_pool *pool, const char *receive, const char *send, jn_link *link, jn_report *report);

// ---- thread.c
typedef struct jni_thread jni_thread;
// Starts a thread that calls work(context), and returns it. NULL: memory is short, there is no thread support, or the
// system has refused.
jni_thread *jni_thread_start(jni_pool *pool, void (*work)(void *context), void *context);
void jni_thread_join(jni_thread *thread);

// ---- privilege.c: processor, priority and locked memory of the calling thread
typedef struct jni_privilege jni_privilege;
jni_privilege *jni_privilege_new(jni_pool *pool, const jn_realtime_options *how);  // NULL: no memory
// Requests the privileges of a paced run for the calling thread: processor, priority, locked memory, precise timers. If
// the system refuses one of the first three, undoes all, adds a fault to the report and returns its status; otherwise
// JN_OK.
jn_status jni_privilege_enter(jni_privilege *privilege, jn_report *report);
void jni_privilege_leave(jni_privilege *privilege);

// ---- denormal.c
// Makes the calling thread treat denormal operands and results as zero. Returns the previous setting, for
// jni_denormals_restore.
unsigned long jni_denormals_flush(void);
void jni_denormals_restore(unsigned long before);

#endif

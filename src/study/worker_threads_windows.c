// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// worker_threads_windows.c - threads of Windows.
#include <process.h>
#include <windows.h>

#include "jounce/sweep.h"
#include "study/worker_threads.h"

bool jn_can_sweep_threads(void) { return true; }

int jni_processor_count(void) {
  SYSTEM_INFO system;
  GetSystemInfo(&system);
  DWORD n = system.dwNumberOfProcessors;
  return n > 1 ? n < 1024 ? (int)n : 1024 : 1;
}

// ---- locks --------------------------------------------------------------------------------------------------------

struct jni_lock {
  const jn_alloc *alloc;
  CRITICAL_SECTION section;
  CONDITION_VARIABLE signal;
};

jni_lock *jni_lock_new(const jn_alloc *alloc) {
  jni_lock *lock = jni_alloc0(alloc, 1, sizeof *lock);
  if (!lock) return NULL;
  lock->alloc = alloc;
  InitializeCriticalSection(&lock->section);
  InitializeConditionVariable(&lock->signal);
  return lock;
}

void *jni_lock_free(void *self) {
  jni_lock *lock = self;
  if (!lock) return NULL;
  DeleteCriticalSection(&lock->section);
  return jni_free(lock->alloc, lock);
}

void jni_lock_enter(jni_lock *lock) { EnterCriticalSection(&lock->section); }
void jni_lock_leave(jni_lock *lock) { LeaveCriticalSection(&lock->section); }
void jni_lock_signal(jni_lock *lock) { WakeConditionVariable(&lock->signal); }

bool jni_lock_wait(jni_lock *lock, double seconds) {
  return SleepConditionVariableCS(&lock->signal, &lock->section, (DWORD)(seconds * 1e3)) != 0;
}

// ---- threads ------------------------------------------------------------------------------------------------------

struct jni_worker {
  const jn_alloc *alloc;
  HANDLE handle;
  void (*work)(void *context);
  void *context;
};

static unsigned __stdcall begin(void *self) {
  jni_worker *worker = self;
  worker->work(worker->context);
  return 0;
}

jni_worker *jni_worker_start(const jn_alloc *alloc, void (*work)(void *context), void *context) {
  jni_worker *worker = jni_alloc0(alloc, 1, sizeof *worker);
  if (!worker) return NULL;
  worker->alloc = alloc;
  worker->work = work;
  worker->context = context;
  worker->handle = (HANDLE)_beginthreadex(NULL, 0, begin, worker, 0, NULL);
  return worker->handle ? worker : jni_free(alloc, worker);
}

void jni_worker_join(jni_worker *worker) {
  WaitForSingleObject(worker->handle, INFINITE);
  CloseHandle(worker->handle);
  jni_free(worker->alloc, worker);
}

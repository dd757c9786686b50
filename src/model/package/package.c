// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// package.c - see package.h.
#include "model/package/package.h"

#include <string.h>

enum { MAGIC = 8, HEAD = 32, VERSION = 5 };

// First bytes of a compiled file. As in PNG, one is not an ASCII character and some are line ends, so that a transfer
// as text, which changes them, is detected.
static const unsigned char magic[MAGIC] = {0x89, 'J', 'N', 'C', '\r', '\n', 0x1a, '\n'};

bool jni_is_package(const void *bytes, size_t n) { return n >= 4 && memcmp(bytes, magic, 4) == 0; }

// ---- writing --------------------------------------------------------------------------------------------------------

static void write_body(jni_bytes_out *out, const jni_package *p) {
  jni_put_int(out, p->nfiles);
  for (int i = 0; i < p->nfiles; i++) {
    const jni_package_file *file = &p->files[i];
    jni_put_text(out, file->name);
    jni_put_block(out, file->bytes, file->n);
    jni_put_block(out, file->flat, file->nflat);
  }
  jni_put_int(out, p->nsettings);
  for (int i = 0; i < p->nsettings; i++) {
    jni_put_text(out, p->settings[i].path);
    jni_put_text(out, p->settings[i].value);
  }
  jni_put_int(out, p->nkept);
  for (int i = 0; i < p->nkept; i++) jni_put_text(out, p->kept[i]);
  jni_put_word(out, p->hash);
  jni_put_block(out, p->code, p->ncode);
  jni_put_block(out, p->precomputed_report, p->nprecomputed_report);
}

void jni_package_write(jni_bytes_out *out, const jni_package *package) {
  jni_bytes_out body = {.alloc = out->alloc};
  write_body(&body, package);
  jni_put(out, magic, MAGIC);
  jni_put_int(out, VERSION);
  jni_put_int(out, 0);
  jni_put_word(out, (uint64_t)body.n);
  jni_put_word(out, jni_hash64(0, body.at, (size_t)body.n));
  jni_put(out, body.at, (size_t)body.n);
  out->failed |= body.failed;
  jni_free(body.alloc, body.at);
}

// ---- reading --------------------------------------------------------------------------------------------------------

static const char *look_at_head(const unsigned char *bytes, size_t n) {
  if (n < HEAD) return "it ends within its head";
  jni_bytes_in in = {bytes + MAGIC, n - MAGIC, false};
  int version = jni_get_int(&in), zero = jni_get_int(&in);
  uint64_t length = jni_get_word(&in), hash = jni_get_word(&in);
  if (memcmp(bytes, magic, MAGIC) != 0 || zero != 0) return "its first bytes are damaged; was it copied as text?";
  if (version != VERSION) return "it was written by another version of the program: compile the model again";
  if (length > in.left) return "it is not complete";
  if (length < in.left) return "there is something behind its end";
  return jni_hash64(0, in.at, in.left) == hash ? NULL : "it is damaged: its bytes are not those that were written";
}

static void read_files(jni_pool *pool, jni_bytes_in *in, jni_package *p) {
  enum { LEAST = 27 };  // bytes: three lengths, and a zero after each block
  int n = jni_get_count(in, LEAST);
  p->files = jni_take(pool, (size_t)n + 1, sizeof *p->files);
  for (p->nfiles = 0; p->files && p->nfiles < n; p->nfiles++) {
    jni_package_file *file = &p->files[p->nfiles];
    file->name = jni_get_text(in);
    file->bytes = jni_get_block(in, &file->n);
    file->flat = jni_get_block(in, &file->nflat);
  }
  if (n == 0) in->bad = true;
}

static void read_settings(jni_pool *pool, jni_bytes_in *in, jni_package *p) {
  enum { LEAST = 9 };
  int n = jni_get_count(in, 2 * LEAST);
  p->settings = jni_take(pool, (size_t)n + 1, sizeof *p->settings);
  for (p->nsettings = 0; p->settings && p->nsettings < n; p->nsettings++) {
    p->settings[p->nsettings].path = jni_get_text(in);
    p->settings[p->nsettings].value = jni_get_text(in);
  }
  n = jni_get_count(in, LEAST);
  p->kept = jni_take(pool, (size_t)n + 1, sizeof *p->kept);
  for (p->nkept = 0; p->kept && p->nkept < n; p->nkept++) p->kept[p->nkept] = jni_get_text(in);
}

bool jni_package_read(jni_pool *pool, const void *bytes, size_t n, jni_package *package, const char **why) {
  *package = (jni_package){.nfiles = 0};
  *why = look_at_head(bytes, n);
  if (*why) return false;
  jni_bytes_in in = {(const unsigned char *)bytes + HEAD, n - HEAD, false};
  read_files(pool, &in, package);
  read_settings(pool, &in, package);
  package->hash = jni_get_word(&in);
  package->code = jni_get_block(&in, &package->ncode);
  package->precomputed_report = jni_get_block(&in, &package->nprecomputed_report);
  *why = pool->failed ? "" : "its parts do not fit together";
  return !in.bad && in.left == 0 && !pool->failed;
}

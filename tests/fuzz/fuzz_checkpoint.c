// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_checkpoint.c - fuzz target: the first byte chooses a run, the second whether a checkpoint of it or a saved
// session is edited by the others. A run or session that goes on from there is refused with a sentence, or takes some
// steps: no crash, and no state that is not finite while all is said to be well. A refusal leaves a session as it was.
#include "fuzz_models.h"
#include "jounce/session.h"

enum { MOST_STEPS = 25 };

// Number `k` of the block becomes another one.
static void edit(double *block, int n, fuzz_bytes *bytes) {
  static const double values[] = {0,     -0.0,   1,      -1,          0.5,         1e9,      -1e9,        1e15,
                                  1e300, -1e300, 1e-300, 4294967296., 2147483648., HUGE_VAL, (double)NAN, 0.04};
  unsigned what = fuzz_byte(bytes);
  double *x = &block[fuzz_pair(bytes) % (unsigned)n];
  uint64_t bits;
  memcpy(&bits, x, sizeof bits);
  bits ^= 1ull << (what >> 2);
  switch (what % 4) {
    case 0: *x = values[fuzz_pick(bytes, sizeof values / sizeof *values)]; break;
    case 1: memcpy(x, &bits, sizeof bits); break;
    case 2: *x = block[fuzz_pair(bytes) % (unsigned)n]; break;
    default: *x += (double)((int)fuzz_byte(bytes) - 128);
  }
}

static jn_status go_on(const fuzz_case *c, jn_run *run, jn_report *report) {
  double t = jn_run_state(run)[0];
  jn_status status = JN_OK;
  if (c->choices.step > 0 && t >= 0) return jn_run_execute(run, report);  // the number of its steps is known
  for (int i = 0; i < MOST_STEPS && status == JN_OK && t < c->choices.until; i++) {
    status = jn_run_step(run, c->choices.until);
    if (!(jn_run_state(run)[0] > t)) break;
    t = jn_run_state(run)[0];
  }
  return status;
}

static void resume(fuzz_case *c, const double *block, int n) {
  jn_report *report = jn_report_new(NULL);
  recorder record;
  recorder_init(&record);
  jn_sink *sinks[] = {&record.sink};
  jn_run_options options = fuzz_options(c, sinks, 1);
  options.resume = block;
  options.nresume = n;
  jn_run *run = jn_run_new(c->model, &options, report);
  if (!run) FUZZ_CHECK(jn_report_count(report, JN_FAULT) > 0);  // a refusal without a word
  if (run && go_on(c, run, report) == JN_OK)
    FUZZ_CHECK(fuzz_all_finite(jn_run_state(run), jn_system_sizes(jn_run_system(run)).nstate));
  jn_run_free(run);
  recorder_clear(&record);
  jn_report_free(report);
}

// ---- sessions -------------------------------------------------------------------------------------------------------

static jn_session *session_of(fuzz_case *c) {
  jn_run_options options = fuzz_options(c, NULL, 0);
  jn_session *session = jn_session_new(c->model, &options, NULL);
  FUZZ_CHECK(session && jn_session_step_to(session, fuzz_checkpoint_at) == JN_OK);
  if (jn_session_ninputs(session) > 0) FUZZ_CHECK(jn_session_hold(session, 0, 0.25) == JN_OK);
  return session;
}

static void load(fuzz_case *c, const double *block, int n) {
  jn_session *session = session_of(c);
  jn_report *report = jn_report_new(NULL);
  int nstate = jn_session_nstate(session);
  uint64_t before = jn_run_summary(jn_session_run(session))->state_hash;
  jn_status status = jn_session_load(session, block, (size_t)n * sizeof *block, report);
  if (status != JN_OK) FUZZ_CHECK(jn_report_count(report, JN_FAULT) > 0);
  if (status == JN_REFUSED || status == JN_BAD_ARGUMENT)
    FUZZ_CHECK(jn_run_summary(jn_session_run(session))->state_hash == before);
  for (int i = 0; i < MOST_STEPS && status == JN_OK && !jn_session_stopped(session); i++) {
    double t = jn_session_time(session);
    status = jn_session_step(session, t + 0.1);
    if (!(jn_session_time(session) > t)) break;
  }
  if (status == JN_OK) FUZZ_CHECK(fuzz_all_finite(jn_session_state(session), nstate));
  jn_session_poses(session);
  jn_session_outputs(session);
  jn_session_free(session);
  jn_report_free(report);
}

static double *saved_session(fuzz_case *c, int *n) {
  jn_session *session = session_of(c);
  double *block = malloc(jn_session_save_size(session));
  FUZZ_CHECK(block && jn_session_save(session, block) == JN_OK);
  *n = (int)(jn_session_save_size(session) / sizeof *block);
  jn_session_free(session);
  return block;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static fuzz_case cases[FUZZ_METHODS];
  fuzz_bytes bytes = {data, size, 0};
  int method = (int)fuzz_pick(&bytes, FUZZ_METHODS);
  fuzz_case *c = &cases[method];
  if (!c->model) fuzz_case_make(c, method, NULL);
  unsigned how = fuzz_byte(&bytes);
  bool session = how / 16 % 2 == 1;
  int n = c->record.nblock;
  double *saved = session ? saved_session(c, &n) : c->record.blocks[0];
  int length = how % 16 == 15 ? (int)(fuzz_pair(&bytes) % (unsigned)(n + 3)) : n;  // another length
  double *block = calloc((size_t)(length > n ? length : n), sizeof *block);
  if (block) memcpy(block, saved, (size_t)n * sizeof *block);
  while (block && !fuzz_ends(&bytes)) edit(block, n, &bytes);
  if (block) block = realloc(block, (size_t)(length > 0 ? length : 1) * sizeof *block);  // reading past its end is seen
  if (block && session) load(c, block, length);
  else if (block) resume(c, block, length);
  if (session) free(saved);
  free(block);
  return 0;
}

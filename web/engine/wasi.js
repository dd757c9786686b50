// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// wasi.js - functions that the C library imports: a clock, and output that is discarded. There are no files.

const OK = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 52;

/** Returns the functions of `wasi_snapshot_preview1`; `memory()` is called after the instance exists. */
export function surroundings(memory) {
  const known = {
    clock_time_get(clock, precision, at) {
      const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
      new DataView(memory().buffer).setBigUint64(at, nanoseconds, true);
      return OK;
    },
    fd_write(descriptor, list, count, at) {
      const view = new DataView(memory().buffer);
      let size = 0;
      for (let i = 0; i < count; i++) size += view.getUint32(list + 8 * i + 4, true);
      view.setUint32(at, size, true); // discarded
      return OK;
    },
    fd_close: () => OK,
    fd_prestat_get: () => BAD_DESCRIPTOR,
    proc_exit(code) {
      throw new Error(`the engine has stopped with code ${code}`);
    },
  };
  return new Proxy(known, { get: (functions, name) => functions[name] ?? (() => NOT_SUPPORTED) });
}

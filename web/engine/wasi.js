// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// wasi.js - what the C library asks of its surroundings: a clock, and nowhere to write. There are no files.

const OK = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 52;

/** Functions of `wasi_snapshot_preview1`; `memory()` is called when the instance is there. */
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
      view.setUint32(at, size, true); // taken, and forgotten
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

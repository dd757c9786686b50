// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sample.js - selects the plotted rows of a run, and computes values of two runs at common times.

const finite = (x) => (Number.isFinite(x) ? x : null);

/** Returns the indices of about `most` rows, with the last. */
export function pickRows(n, most) {
  const every = Math.max(1, Math.ceil(n / most));
  const rows = [];
  for (let i = 0; i < n; i += every) rows.push(i);
  if (rows.length && rows.at(-1) !== n - 1) rows.push(n - 1);
  return rows;
}

/** Returns all times of two lists, ascending. */
export function unite(a, b) {
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}

/** Returns values at rows. */
export function valuesAt(trajectory, output, rows) {
  return rows.map((i) => finite(trajectory.value(i, output)));
}

/** Returns values at any times, interpolated linearly; null before the first row and after the last. */
export function valuesOver(trajectory, output, times) {
  return times.map((time) => {
    if (trajectory.n === 0 || time < trajectory.time(0) || time > trajectory.end) return null;
    const i = trajectory.find(time);
    const from = trajectory.value(i, output);
    const span = i + 1 < trajectory.n ? trajectory.time(i + 1) - trajectory.time(i) : 0;
    if (time === trajectory.time(i) || !(span > 0)) return finite(from);
    return finite(from + ((time - trajectory.time(i)) / span) * (trajectory.value(i + 1, output) - from));
  });
}

/** Returns the index of the last time not after a given one, in an ascending list; 0 if all are later. */
export function lastNotAfter(times, time) {
  let low = 0;
  let high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return low;
}

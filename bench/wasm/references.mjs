// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// references.mjs - what the engines are compared with: times, the watched values there, and the error of the reference
// itself.

// Integrates y'' = f(y) by the classical Runge-Kutta method.
function integrate(f, y, v, step, n) {
  for (let i = 0; i < n; i++) {
    const v2 = v + (step / 2) * f(y), v3 = v + (step / 2) * f(y + (step / 2) * v), v4 = v + step * f(y + (step / 2) * v2);
    const sum = f(y) + 2 * f(y + (step / 2) * v) + 2 * f(y + (step / 2) * v2) + f(y + step * v3);
    y += (step / 6) * (v + 2 * v2 + 2 * v3 + v4);
    v += (step / 6) * sum;
  }
  return [y, v];
}

const times = (until, every) => Array.from({ length: Math.round(until / every) }, (_, i) => (i + 1) * every);

/**
 * N four-bars: all cranks turn alike, so one equation is exact (see models/benchmarks/n-four-bar-a02.yaml). It is
 * integrated in steps of 0.1 ms; their error is estimated from steps twice as long.
 */
export function fourBarsReference(N, until) {
  const factor = (-9.81 * ((N + 1) / 2 + N)) / ((N + 1) / 3 + N);
  const at = times(until, 0.1);
  const path = (step) => {
    let [y, v] = [Math.PI / 2, -1];
    return at.map(() => {
      [y, v] = integrate((angle) => factor * Math.cos(angle), y, v, step, Math.round(0.1 / step));
      return [Math.cos(y), Math.sin(y)];
    });
  };
  const values = path(1e-4);
  return { times: at, values, uncertainty: largestDifference(values, path(2e-4)) / 15, source: "the equation of one angle, steps of 0.1 ms" };
}

/**
 * Angle of the crank of the spatial slider-crank at 1 to 5 s, from the equation of that angle alone in extended
 * precision; tests/simulate/test_benchmark_models.c recomputes it.
 */
export function sliderCrankReference() {
  const angles = [10.574206297609198, 20.156634608090823, 31.496458063191486, 42.126780125948791, 51.71042555004302];
  return { times: [1, 2, 3, 4, 5], values: angles.map((angle) => [angle]), uncertainty: 1e-13, source: "the equation of the crank's angle, extended precision" };
}

/** Returns the watched values of an engine at these times. */
export function valuesOf(side, at) {
  side.restart();
  let taken = 0;
  return at.map((time) => {
    const steps = Math.round(time / side.step);
    side.go(steps - taken);
    taken = steps;
    return side.look();
  });
}

/** Returns the largest difference of a watched value; Infinity if one is not finite. */
export function largestDifference(a, b) {
  let largest = 0;
  a.forEach((row, i) => row.forEach((value, j) => {
    const difference = Math.abs(value - b[i][j]);
    largest = difference <= largest ? largest : Number.isNaN(difference) ? Infinity : difference;
  }));
  return largest;
}

/**
 * A tree has no closed form: both engines run with a tenth of the step, and the reference is the run that changes less
 * when the step is halved again. Its uncertainty is the difference of the two engines, which share no code.
 */
export async function treeReference(makeJounce, makeMujoco, until) {
  const at = times(until, 0.05);
  const run = async (make, step) => {
    const side = await make(step);
    const values = valuesOf(side, at);
    side.free();
    return values;
  };
  const runs = [];
  for (const make of [makeJounce, makeMujoco]) {
    const coarse = await run(make, 1e-4), values = await run(make, 5e-5);
    runs.push({ values, change: largestDifference(values, coarse) });
  }
  const [jounce, mujoco] = runs;
  const best = jounce.change <= mujoco.change ? jounce : mujoco;
  return {
    times: at,
    values: best.values,
    uncertainty: largestDifference(jounce.values, mujoco.values),
    source: `${best === jounce ? "Jounce" : "MuJoCo"}, rk4, 0.05 ms; its uncertainty is the difference of both engines there`,
  };
}

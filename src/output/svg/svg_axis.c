// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_axis.c - axes: ranges, ticks at 1, 2 or 5 times a power of ten, and labels with a common exponent and offset.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/elementary.h"
#include "output/svg/svg.h"

// Magnitudes above `largest` are not shown, and values below `smallest` not on a log axis: their differences overflow
// or vanish.
static const double largest = 1e300, smallest = 1e-300;
static const double finest = 1e-11;  // least range / largest value; below it a range contains only rounding errors

// ---- ranges ---------------------------------------------------------------------------------------

jni_range jni_range_empty(void) { return (jni_range){HUGE_VAL, -HUGE_VAL}; }

bool jni_axis_shows(bool log, double value) { return fabs(value) <= largest && (!log || value >= smallest); }

void jni_range_add(jni_range *range, bool log, const double *values, const double *others, bool others_log, int n) {
  for (int i = 0; i < n; i++) {
    if (!jni_axis_shows(log, values[i]) || !jni_axis_shows(others_log, others[i])) continue;
    if (values[i] < range->low) range->low = values[i];
    if (values[i] > range->high) range->high = values[i];
  }
}

static jni_range widened(jni_range range, bool log) {
  if (!(range.low <= range.high)) return (jni_range){0, 1};  // the range is empty
  if (log) return (jni_range){jnk_log10(range.low), jnk_log10(range.high)};
  double size = fmax(fabs(range.low), fabs(range.high));
  double least = size < smallest ? 0 : finest * size;
  if (range.high - range.low > least && size >= smallest) return range;
  // A constant is shown in the middle of a range in which its value can be read.
  double middle = 0.5 * range.low + 0.5 * range.high, half = size < smallest           ? 1
                                                             : range.high == range.low ? 0.1 * size
                                                                                       : least;
  return (jni_range){middle - half, middle + half};
}

// ---- ticks ----------------------------------------------------------------------------------------

static double nice_step(double raw) {
  double power = jnk_pow(10, floor(jnk_log10(raw))), mantissa = raw / power;
  return power * (mantissa < 1.4 ? 1 : mantissa < 3.2 ? 2 : mantissa < 7.1 ? 5 : 10);
}

static double first_tick(const jni_axis *axis) { return ceil(axis->low / axis->step - 1e-6); }

// Sets the offset of the labels if the ticks differ only in the fifth digit or later, their common exponent if the
// labels would be long, and the number of their decimals.
static void choose_labels(jni_axis *axis) {
  double size = fmax(fabs(axis->low), fabs(axis->high)), span = axis->high - axis->low;
  if (span < 3e-4 * size)
    axis->offset = floor(0.5 * (axis->low + axis->high) / axis->step / 10 + 0.5) * axis->step * 10;
  double shown = fmax(fabs(axis->low - axis->offset), fabs(axis->high - axis->offset));
  int digits = (int)floor(jnk_log10(shown) + 1e-9), step_digits = (int)floor(jnk_log10(axis->step) + 1e-6);
  if (digits >= 5 || digits < -3 || (digits < -1 && step_digits < -4)) axis->exponent = digits;
  axis->decimals = axis->exponent > step_digits ? axis->exponent - step_digits : 0;
}

// Sets axis->step of a log axis, the distance between ticks in decades, to a whole number that gives at most `ticks`
// ticks; an axis of few decades has finer ticks as well (has_fine_ticks). Widens a range of less than a tenth of a
// decade.
static void choose_decades(jni_axis *axis, int ticks) {
  if (axis->high - axis->low < 0.1) {
    axis->low -= 0.05;
    axis->high += 0.05;
  }
  double decades = axis->high - axis->low;
  axis->step = decades <= ticks ? 1 : ceil(decades / ticks);
}

jni_axis jni_axis_new(jni_range range, bool log, double from, double to, double margin, int ticks) {
  jni_range wide = widened(range, log);
  double span = wide.high - wide.low;
  jni_axis axis = {
      .log = log, .low = wide.low - margin * span, .high = wide.high + margin * span, .from = from, .to = to};
  if (ticks < 2) ticks = 2;
  if (log) {
    choose_decades(&axis, ticks);
    return axis;
  }
  axis.step = nice_step((axis.high - axis.low) / ticks);
  choose_labels(&axis);
  return axis;
}

double jni_axis_pixel(const jni_axis *axis, double value) {
  double at = axis->log ? jnk_log10(value) : value;
  return axis->from + (at - axis->low) / (axis->high - axis->low) * (axis->to - axis->from);
}

// ---- labels: a log axis of few decades has ticks at 1, 2 and 5 times each power ---------------------

static bool has_fine_ticks(const jni_axis *axis) { return axis->log && axis->high - axis->low < 2.2; }

// Returns the decimal logarithm of number i in the sequence 1, 2, 5, 10, 20, 50, ...; i may be negative.
static double fine_tick(int i) {
  static const double mantissas[3] = {1, 2, 5};
  int decade = i >= 0 ? i / 3 : -((2 - i) / 3);
  return jnk_log10(mantissas[i - 3 * decade]) + decade;
}

static int first_fine_tick(const jni_axis *axis) {
  int i = 3 * (int)floor(axis->low);
  while (fine_tick(i) < axis->low - 1e-9) i++;
  return i;
}

static double tick_position(const jni_axis *axis, int i) {
  if (has_fine_ticks(axis)) return fine_tick(first_fine_tick(axis) + i);
  return (first_tick(axis) + i) * axis->step;
}

int jni_axis_nticks(const jni_axis *axis) {
  int n = 0;
  double slack = 1e-6 * (has_fine_ticks(axis) ? 1e-3 : axis->step);
  while (n < 100 && tick_position(axis, n) <= axis->high + slack) n++;
  return n;
}

double jni_axis_tick_pixel(const jni_axis *axis, int i) {
  return axis->from + (tick_position(axis, i) - axis->low) / (axis->high - axis->low) * (axis->to - axis->from);
}

static void put_minus_aware(jni_text *text, double value, int decimals) {
  jni_text number = jni_text_new(text->alloc);
  jni_text_decimals(&number, value, decimals);
  if (!number.failed && number.data[0] == '-') {
    jni_text_put(text, "\xe2\x88\x92");  // a true minus sign
    jni_text_put(text, number.data + 1);
  } else if (!number.failed) {
    jni_text_put(text, number.data);
  } else {
    text->failed = true;
  }
  jni_text_drop(&number);
}

static void log_label(const jni_axis *axis, double position, jni_text *text) {
  int decade = (int)floor(position + 1e-9);
  double mantissa = jnk_pow(10, position - decade);
  if (axis->low > -3.1 && axis->high < 4.1) {
    put_minus_aware(text, jnk_pow(10, position), decade < 0 ? -decade : 0);
    return;
  }
  if (mantissa > 1.5) jni_text_printf(text, "%.0f\xc3\x97", mantissa);
  jni_text_printf(text, "10^{%s%d}", decade < 0 ? "\xe2\x88\x92" : "", decade < 0 ? -decade : decade);
}

void jni_axis_tick_label(const jni_axis *axis, int i, jni_text *text) {
  double position = tick_position(axis, i);
  if (axis->log) {
    log_label(axis, position, text);
  } else {
    put_minus_aware(text, (position - axis->offset) * jnk_pow(10, -axis->exponent), axis->decimals);
  }
}

void jni_axis_scale_label(const jni_axis *axis, jni_text *text) {
  if (axis->exponent != 0) {
    bool negative = axis->exponent < 0;
    jni_text_printf(text,
                    "\xc3\x97"
                    "10^{%s%d}",
                    negative ? "\xe2\x88\x92" : "", negative ? -axis->exponent : axis->exponent);
  }
  // two spaces that viewers do not remove
  if (axis->offset != 0 && axis->exponent != 0) jni_text_put(text, "\xc2\xa0\xc2\xa0");
  if (axis->offset != 0) {
    // The offset is written with a resolution of a tenth of the distance between ticks.
    char number[64];
    int digits = (int)floor(jnk_log10(fabs(axis->offset))) - (int)floor(jnk_log10(axis->step)) + 1;
    jni_print(number, sizeof number, "%.*g", digits < 1 ? 1 : digits > 15 ? 15 : digits, fabs(axis->offset));
    jni_text_printf(text, "%s%s", axis->offset < 0 ? "\xe2\x88\x92 " : "+ ", number);
  }
}

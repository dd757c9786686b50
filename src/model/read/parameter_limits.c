// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// parameter_limits.c - parameters that are written as a mapping: `r: {value: 50 mm, min: 10 mm, max: "=l/2"}`. A value
// outside of the limits is refused, wherever it comes from: the file, a use of the part, a variant, a setting.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/read/parameter.h"
#include "model/read/read_fault.h"

static const double rounding = 1e-12;  // relative tolerance, so that 70 mm and 0.07 are the same limit

const jni_node *jni_read_value_of(const jni_node *parameter) {
  return parameter->kind == JNI_MAPPING ? jni_node_get(parameter, "value") : parameter;
}

enum { LONG = 16 };  // characters; longer numbers, as programs write them, are rounded in messages

// Writes a quantity to `out` for a message: as it is written at the node if it is short and has a unit there, otherwise
// in SI units.
static void quantity_text(const jni_parameter *p, const jni_node *node, double value, char *out, size_t size) {
  jn_dimension written;
  char unit[32] = "";
  if (p->has_unit) jn_unit_format(p->dimension, unit, sizeof unit);
  bool short_text = jni_read_has_written_unit(node, &written) && strlen(node->text) <= LONG;
  if (short_text) snprintf(out, size, "%s", node->text);
  else jni_print(out, size, "%.6g%s%s", value, *unit ? " " : "", unit);
}

// Reads the limit under `key` of a parameter into *value; without this key *value is unchanged. Returns false after a
// fault, such as a unit of another dimension than that of the parameter.
static bool read_limit(jni_reader *r, const jni_parameter *p, const char *key, double *value) {
  const jni_node *node = jni_node_get(p->node, key);
  jni_quantity quantity;
  char wanted[32];
  if (!node) return true;
  if (!jni_read_parameter(r, node, &quantity)) return false;
  if (quantity.text && p->has_unit && !jni_unit_fits(quantity.dimension, p->dimension)) {
    jn_unit_format(p->dimension, wanted, sizeof wanted);
    return jni_read_fault(r, node, "'%s' is %.50s, but the value is in %s", key, quantity.text, wanted);
  }
  *value = quantity.value;
  return true;
}

static bool check_limits(jni_reader *r, const jni_parameter *p) {
  const jni_node *low = jni_node_get(p->node, "min"), *high = jni_node_get(p->node, "max");
  char value[96], min[96], max[96];
  double size = fmax(isfinite(p->min) ? fabs(p->min) : 0, isfinite(p->max) ? fabs(p->max) : 0);
  quantity_text(p, p->value, p->is.value, value, sizeof value);
  if (low) quantity_text(p, low, p->min, min, sizeof min);
  if (high) quantity_text(p, high, p->max, max, sizeof max);
  if (!(p->min <= p->max)) return jni_read_fault(r, low, "'min' is %s, above 'max', %s", min, max);
  if (p->is.value >= p->min - rounding * size && p->is.value <= p->max + rounding * size) return true;
  if (low && high) return jni_read_fault(r, p->value, "the value must be from %s to %s, got %s", min, max, value);
  return jni_read_fault(r, p->value, "the value must be at %s %s, got %s", low ? "least" : "most", low ? min : max,
                        value);
}

bool jni_read_limits(jni_reader *r, jni_parameter *p) {
  static const char *const keys[] = {"value", "min", "max", "description", NULL};
  const jni_node *node = p->node, *text = jni_node_get(node, "description");
  p->min = -INFINITY;
  p->max = INFINITY;
  p->description = "";
  p->dimension = p->is.dimension;
  p->has_unit = p->is.text || jni_read_has_written_unit(jni_read_value_of(node), &p->dimension);
  if (node->kind != JNI_MAPPING) return true;
  jni_read_element(r, "parameter", node->key);
  jni_read_check_element_keys(r, node, keys);
  if (jni_node_get(node, "repeat")) jni_read_fault_key(r, jni_node_get(node, "repeat"), "a parameter is not repeated");
  if (text && text->kind != JNI_SCALAR)
    return jni_read_fault(r, text, "expected a text, got %s", jni_node_kind_text(text));
  if (text) p->description = text->text;
  if (r->model->trace) return true;  // if parameters are tunable, values need not be within the limits
  if (!p->has_unit) p->has_unit = jni_read_has_written_unit(jni_node_get(node, "min"), &p->dimension);
  if (!p->has_unit) p->has_unit = jni_read_has_written_unit(jni_node_get(node, "max"), &p->dimension);
  return read_limit(r, p, "min", &p->min) && read_limit(r, p, "max", &p->max) && check_limits(r, p);
}

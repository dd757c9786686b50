// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// print_calls.c - prints calls of kernels and blocks; see body_printer.h.
#include "compile/print/body_printer.h"

static int array_index(const jni_body *b, jni_node node) {
  const jni_graph_node *it = &b->g->nodes[node];
  bool copied = it->operation == JNI_DO_variable && it->a < JNI_BLOCK_CONSTANT;
  return copied ? it->a : b->pieces->slot[node];
}

static void print_constants(const jni_body *b, const jni_graph_call *call) {
  if (call->nconstants == 0) jni_source_add(b->text, "NULL");
  else jni_source_add(b->text, "%s_constants + %d", b->style->prefix, b->style->constant[call->constant_at] - 1);
}

// Prints the assignments "r[i] = ..." of the results of a block's call that are also results of the function. place:
// position of the call's first result in the order of nodes.
static void print_block_results(const jni_body *b, int place, int call) {
  const jni_body item = jni_body_item(b);
  for (int i = place; i < b->pieces->order->n; i++) {
    jni_node node = b->pieces->order->list[i];
    if (b->g->nodes[node].operation != JNI_DO_result || b->g->nodes[node].a != call) break;
    if (b->result_of[node] == 0) continue;
    jni_body_print_results(&item, node);
    jni_body_print_value(&item, node, JNI_ALONE);
    jni_lines_add(b->lines, "");
  }
}

void jni_body_print_block_call(const jni_body *b, int place) {
  int number = b->g->nodes[b->pieces->order->list[place]].a, n = 0;
  const jni_graph_call *call = &b->g->calls[number];
  int many = call->kernel->ninputs + call->kernel->nresults, *places = b->places;
  for (int i = 0; i < call->kernel->ninputs; i++) places[n++] = array_index(b, b->g->inputs[call->input_at + i]);
  for (; n < many; n++) places[n] = b->pieces->unused;
  for (int i = place; i < b->pieces->order->n; i++) {
    const jni_graph_node *it = &b->g->nodes[b->pieces->order->list[i]];
    if (it->operation != JNI_DO_result || it->a != number) break;
    places[call->kernel->ninputs + it->b] = b->pieces->slot[b->pieces->order->list[i]];
  }
  jni_lines_close(b->lines);
  jni_source_add(b->text, "  static const int at%d[%d] = {", number, many);
  for (int i = 0; i < many; i++)
    jni_source_add(b->text, "%s%d", i == 0 ? "" : i % 24 == 0 ? ",\n      " : ", ", places[i]);
  jni_source_add(b->text, "};\n  %s_%s(", b->style->prefix, call->kernel->name);
  print_constants(b, call);
  jni_source_add(b->text, ", at%d, w);\n", number);
  print_block_results(b, place, number);
}

// Prints the name of the function that a call uses: the kernel itself, or a function of print.c for a kernel without
// lanes, which is called for each lane in turn, or for a vectorised call.
static void print_kernel(const jni_body *b, const jni_kernel *kernel) {
  const jni_kernel *inner = jni_vectorised_inner(b->style->vectorised, kernel);
  if (inner) jni_lane_call_name(b->text, b->style->prefix, inner);
  else if (b->style->lanes == 0) jni_source_add(b->text, "%s", kernel->name);
  else if (jni_kernels_on_lanes(b->style->kernels, kernel->name)) jni_source_add(b->text, "jnl_%s", kernel->name + 4);
  else jni_lane_call_name(b->text, b->style->prefix, kernel);
  jni_source_add(b->text, "(");
}

void jni_lane_call_name(jni_source *text, const char *prefix, const jni_kernel *kernel) {
  jni_source_add(text, "%s_lanes_%s_%d_%d", prefix, kernel->name, kernel->ninputs, kernel->nresults);
}

// Prints the declaration of the array of results of the call to which `node` belongs: a pointer into the array of slots
// if later pieces or blocks read results, else an array of its own.
static void print_result_array(const jni_body *b, jni_node node) {
  int number = b->g->nodes[node].a, slot = b->pieces->slot[node];
  if (slot >= 0) jni_source_add(b->text, "  %s *const o%d = w + %d;\n", b->real, number, slot - b->g->nodes[node].b);
  else jni_source_add(b->text, "  %s o%d[%d];\n", b->real, number, b->g->calls[number].kernel->nresults);
}

bool jni_body_inputs_are_adjacent(const jni_body *b, const jni_graph_call *call) {
  const jni_node *inputs = b->g->inputs + call->input_at;
  for (int i = 0; i < call->kernel->ninputs; i++) {
    jni_value_place it = jni_body_place(b, inputs[i]), first = jni_body_place(b, inputs[0]);
    if (!it.array || it.array != first.array || it.call != first.call || it.index != first.index + i) return false;
  }
  return call->kernel->ninputs > 0;
}

bool jni_body_is_stored_directly(const jni_body *b, jni_node input, int piece) {
  jni_operation operation = b->g->nodes[input].operation;
  return b->pieces->at[input] >= 0 && operation != JNI_DO_result &&
         jni_piece_of(b->pieces, b->pieces->at[input]) == piece;
}

static void print_input_array(const jni_body *b, int number, const jni_graph_call *call) {
  if (!jni_body_inputs_are_adjacent(b, call)) {
    if (call->kernel->ninputs > 0) jni_source_add(b->text, "i%d", number);
    else jni_source_add(b->text, "NULL");
    return;
  }
  jni_value_place first = jni_body_place(b, b->g->inputs[call->input_at]);
  jni_body_print_array(b, first);
  jni_source_add(b->text, " + %d", first.index);
}

static void print_unless_known(const jni_body *b, int number, const jni_graph_call *call) {
  jni_source_add(b->text, "  if (!%s(", b->style->lanes > 0 ? "jnl_knows" : "jnk_knows");
  print_input_array(b, number, call);
  jni_source_add(b->text, ", %d, k + %d))\n  ", call->kernel->ninputs, b->style->cached->at[number]);
}

void jni_body_print_call(const jni_body *b, int place) {
  jni_node node = b->pieces->order->list[place];
  int number = b->g->nodes[node].a;
  const jni_graph_call *call = &b->g->calls[number];
  if (!jni_body_inputs_are_adjacent(b, call)) {
    // Prints assignments of the inputs that were not stored in the array where they were computed.
    const jni_body item = jni_body_item(b);
    for (int i = 0; i < call->kernel->ninputs; i++) {
      jni_node input = b->g->inputs[call->input_at + i];
      if (jni_body_is_stored_directly(b, input, b->piece)) continue;
      jni_source_add(item.text, "i%d[%d] = ", number, i);
      jni_body_print_value(&item, input, JNI_ALONE);
      jni_lines_add(b->lines, "");
    }
  }
  jni_lines_close(b->lines);
  if (jni_body_is_cached(b, number)) print_unless_known(b, number, call);
  else print_result_array(b, node);
  jni_source_add(b->text, "  ");
  print_kernel(b, call->kernel);
  print_constants(b, call);
  jni_source_add(b->text, ", ");
  print_input_array(b, number, call);
  if (jni_body_is_cached(b, number))
    jni_source_add(b->text, ", k + %d);\n", jni_cached_call_results(b->style->cached, b->g, number));
  else jni_source_add(b->text, ", o%d);\n", number);
}

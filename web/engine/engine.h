// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine.h - the library for the page: one model and one run of it, with texts as JSON and numbers as arrays. The same
// functions are compiled for WebAssembly and, for the tests, natively.
//
// Order of calls: je_new, je_put for every file, je_read, je_start; then je_go until it returns false (a run in slices,
// with the results of the command), or je_step (live, at the pace of the caller). je_read may be called again at any
// time. A text stays valid until the next call of the function that returned it.
#ifndef JE_ENGINE_H
#define JE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __wasm__
#define JE_API(name) __attribute__((export_name(#name)))
#else
#define JE_API(name)
#endif

typedef struct je_engine je_engine;

JE_API(je_alloc) void *je_alloc(size_t size);
JE_API(je_release) void je_release(void *block);
JE_API(je_new) je_engine *je_new(void);
JE_API(je_free) void je_free(je_engine *e);

// ---- files and the model ----------------------------------------------------------------------------------------
// Adds or replaces a file of the model. YAML is passed as text. Returns false if memory ran out.
JE_API(je_put) bool je_put(je_engine *e, const char *path, const void *bytes, size_t size);
JE_API(je_drop) void je_drop(je_engine *e);  // removes all files
// Reads the model with settings: path, value, path, value, ..., each ended by a zero, then an empty text. Returns false
// if the model is invalid, see je_messages; the previous model is kept.
JE_API(je_read) bool je_read(je_engine *e, const char *path, const char *settings);
// Returns [{severity, file, line, column, element, what}] of the last je_read, je_start or je_end.
JE_API(je_messages) const char *je_messages(je_engine *e);
// Returns the description of the model for the page, see describe.c.
JE_API(je_describe) const char *je_describe(je_engine *e);
// Returns the last words of the signals of an element (jounce/element.h): ["angle", "rate", "force", ...]; []: none.
JE_API(je_signals) const char *je_signals(je_engine *e, int sort, int i);
JE_API(je_schema) const char *je_schema(je_engine *e);
// Returns the height of a road, m; NaN: there is no such road.
JE_API(je_road_height) double je_road_height(const je_engine *e, int road, double x, double y);

// ---- a run ----------------------------------------------------------------------------------------------------------
// Sets the signals ("crank.vx", "joint.A.force") that rows of the next runs have in addition to the outputs of the
// model: texts, each ended by a zero, then an empty text. Returns false if memory ran out.
JE_API(je_ask) bool je_ask(je_engine *e, const char *names);
// Starts a run. live: without rows, with equal steps by je_step (the step of the model, else 1 ms); je_outputs returns
// the outputs and then the signals of je_ask. Returns false on failure, see je_messages.
JE_API(je_start) bool je_start(je_engine *e, bool live);
// Takes at most `steps` steps. Returns whether the run continues.
JE_API(je_go) bool je_go(je_engine *e, int steps);
// je_rows returns the rows since its last call: je_nrows rows of je_row_size numbers: time, outputs, signals of je_ask,
// and poses (7 numbers per body, without the ground).
JE_API(je_nrows) int je_nrows(const je_engine *e);
JE_API(je_row_size) int je_row_size(const je_engine *e);
JE_API(je_rows) const double *je_rows(je_engine *e);
JE_API(je_end) bool je_end(je_engine *e);
// Returns {status, why, time, steps, hash, ...} of the run so far.
JE_API(je_summary) const char *je_summary(je_engine *e);

// ---- live -----------------------------------------------------------------------------------------------------------
// Steps to a time, s. Returns false if a step failed or the run has stopped, see je_summary.
JE_API(je_step) bool je_step(je_engine *e, double time);
JE_API(je_time) double je_time(const je_engine *e);
JE_API(je_hold) void je_hold(je_engine *e, int input, double value);  // NaN: releases the input
JE_API(je_poses) const double *je_poses(je_engine *e);                // 7 numbers per body, without the ground
JE_API(je_outputs) const double *je_outputs(je_engine *e);
// Continues with other values of parameters, numbers with or without units in the form of je_read. Time, state and held
// inputs are kept. Returns false if the values are refused and nothing has changed, see je_messages.
JE_API(je_set_parameters) bool je_set_parameters(je_engine *e, const char *settings);
// Return the state, je_state_size numbers, and set a state.
JE_API(je_state_size) int je_state_size(const je_engine *e);
JE_API(je_state) const double *je_state(const je_engine *e);
JE_API(je_restart) bool je_restart(je_engine *e, const double *state);

#endif

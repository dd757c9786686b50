// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine.h - the library for the page: one model and one run of it, with texts as JSON and numbers as arrays. The same
// functions are compiled for WebAssembly and, for the tests, natively.
//
// Order of calls: je_new, je_put for every file, je_read, je_start, then je_go until it returns false (a run in slices,
// the same as the command's), or je_step (live, at the pace of the caller). je_read may come again at any time.
// Texts stay valid until the next call that makes the same text.
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
// A file of the model by its path; it replaces one of the same path. YAML as text.
JE_API(je_put) bool je_put(je_engine *e, const char *path, const void *bytes, size_t size);
JE_API(je_drop) void je_drop(je_engine *e);  // all files
// Reads the model with settings: path, value, path, value, each ended by a zero, then an empty one. False: je_messages
// says why, and the model before stays as it was.
JE_API(je_read) bool je_read(je_engine *e, const char *path, const char *settings);
// [{severity, file, line, column, element, what}] of the last je_read, je_start or je_end.
JE_API(je_messages) const char *je_messages(je_engine *e);
// All that the page shows of the model; see describe.c.
JE_API(je_describe) const char *je_describe(je_engine *e);
// ["angle", "rate", "force", ...]: signals of an element (jounce/element.h) behind its name; [] where there is none.
JE_API(je_signals) const char *je_signals(je_engine *e, int sort, int i);
JE_API(je_schema) const char *je_schema(je_engine *e);
JE_API(je_road_height) double je_road_height(const je_engine *e, int road, double x, double y);  // m; NaN: none

// ---- a run ----------------------------------------------------------------------------------------------------------
// Signals that the rows of the next runs have besides the outputs of the model ("crank.vx", "joint.A.force"), each ended
// by a zero, then an empty one. False: no memory.
JE_API(je_ask) bool je_ask(je_engine *e, const char *names);
// live: steps by je_step, all of one length (that of the model, or 1 ms), without rows; je_outputs has the signals that
// were asked for behind the outputs. False: je_messages says why.
JE_API(je_start) bool je_start(je_engine *e, bool live);
// So many steps, or fewer when it ends. True: there is more to do. The rows that were written meanwhile wait for je_rows.
JE_API(je_go) bool je_go(je_engine *e, int steps);
// Rows since the last call: je_row_size numbers each: time, outputs (also those asked for), poses (7 numbers for each
// body without the ground).
JE_API(je_nrows) int je_nrows(const je_engine *e);
JE_API(je_row_size) int je_row_size(const je_engine *e);
JE_API(je_rows) const double *je_rows(je_engine *e);
JE_API(je_end) bool je_end(je_engine *e);
// {status, why, time, steps, hash, ...} of the run as far as it has come.
JE_API(je_summary) const char *je_summary(je_engine *e);

// ---- live -----------------------------------------------------------------------------------------------------------
// Steps until `time`; as many as that takes. False: it failed or has stopped, and je_summary says why.
JE_API(je_step) bool je_step(je_engine *e, double time);
JE_API(je_time) double je_time(const je_engine *e);
JE_API(je_hold) void je_hold(je_engine *e, int input, double value);  // NaN releases
JE_API(je_poses) const double *je_poses(je_engine *e);                // 7 numbers for each body without the ground
JE_API(je_outputs) const double *je_outputs(je_engine *e);
// Goes on with other values of parameters, as je_read takes them but numbers with units alone; time, state and held
// inputs stay. False: je_messages says why, and nothing has changed.
JE_API(je_set_parameters) bool je_set_parameters(je_engine *e, const char *settings);
// The state, to go back to it: je_state_size numbers.
JE_API(je_state_size) int je_state_size(const je_engine *e);
JE_API(je_state) const double *je_state(const je_engine *e);
JE_API(je_restart) bool je_restart(je_engine *e, const double *state);

#endif

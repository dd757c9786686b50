// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// view.h - what `jounce view` shows: a model, results of it, a model that is being edited.
#ifndef APP_VIEW_H
#define APP_VIEW_H

#include "page/page.h"

// ---- view_results.c: one or two of the words are results
jn_status view_results(app_command *command, const char *path);
// ---- view_watch.c: the page is made anew when the model changes, until a signal comes
jn_status view_watch(app_command *command, const char *path);

#endif

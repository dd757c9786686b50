// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// view.h - parts of `jounce view`: pages of models and of results.
#ifndef APP_VIEW_H
#define APP_VIEW_H

#include "page/page.h"

// ---- view_results.c: pages of one or two results
jn_status view_results(app_command *command, const char *path);
// ---- view_watch.c: writes the page again when the model changes, until a signal comes
jn_status view_watch(app_command *command, const char *path);

#endif

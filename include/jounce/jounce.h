// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jounce.h - the whole public interface.
#ifndef JOUNCE_H
#define JOUNCE_H

#include "jounce/analysis.h"
#include "jounce/base.h"
#include "jounce/compare.h"
#include "jounce/import.h"
#include "jounce/model.h"
#include "jounce/result.h"
#include "jounce/simulate.h"
#include "jounce/system.h"

#endif

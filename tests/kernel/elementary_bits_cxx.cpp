// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary_bits_cxx.cpp - the checksums once more, from the headers as C++17.
#include "elementary_bits.c"

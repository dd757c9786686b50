// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_embed.h - macro that includes a file in the program as read-only data.
#ifndef APP_FMU_EMBED_H
#define APP_FMU_EMBED_H

#if defined(_WIN32)
#define FMU_EMBED_BEGIN ".section .rdata,\"dr\"\n"
#define FMU_EMBED_END ".text\n"
#else
#define FMU_EMBED_BEGIN ".pushsection .rodata\n"
#define FMU_EMBED_END ".popsection\n"
#endif

// Defines two symbols: jounce_NAME_begin is the first byte of the file, jounce_NAME_end the first one after it.
#define FMU_EMBED(name, file)                                               \
  __asm__(FMU_EMBED_BEGIN ".global jounce_" #name "_begin, jounce_" #name   \
                          "_end\n"                                          \
                          "jounce_" #name "_begin: .incbin \"" file         \
                          "\"\n"                                            \
                          "jounce_" #name "_end: .byte 0\n" FMU_EMBED_END); \
  extern const char jounce_##name##_begin[], jounce_##name##_end[]

#endif

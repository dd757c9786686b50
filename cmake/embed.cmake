# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# embed.cmake - turns model files into a C file that holds them:  cmake -D OUTPUT=file.c -D "FILES=a.yaml|b.yaml" -P embed.cmake
string(REPLACE "|" ";" FILES "${FILES}")
set(arrays "")
set(list "")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME_WE)
  string(MAKE_C_IDENTIFIER "text_${name}" symbol)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const unsigned char ${symbol}[] = {\n${bytes}0};\n")
  string(APPEND list "    {\"${name}\", ${symbol}, sizeof ${symbol} - 1},\n")
endforeach()
file(WRITE ${OUTPUT} "// made from the model files when the command was built\n#include \"common/embedded.h\"\n\n${arrays}\n"
  "const embedded_model embedded_models[] = {\n${list}    {NULL, NULL, 0},\n};\n")

# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# embed.cmake - converts files to a C file that contains them as a list:
#   cmake -D OUTPUT=file.c -D HEADER=common/embedded.h -D TYPE=embedded_model -D LIST=embedded_models -D ROOT=folder \
#     -D "FILES=a.yaml|b.yaml" -D NAMES=NAME_WE -P embed.cmake
# HEADER, TYPE: of the elements (name, path, text, size). NAMES: form of the names, NAME_WE without and NAME with
# ending.
string(REPLACE "|" ";" FILES "${FILES}")
set(arrays "")
set(list "")
foreach(file ${FILES})
  get_filename_component(name ${file} ${NAMES})
  file(RELATIVE_PATH path ${ROOT} ${file})
  string(MAKE_C_IDENTIFIER "text_${path}" symbol)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const unsigned char ${symbol}[] = {\n${bytes}0};\n")
  string(APPEND list "    {\"${name}\", \"${path}\", ${symbol}, sizeof ${symbol} - 1},\n")
endforeach()
file(WRITE ${OUTPUT} "// made from files of the source tree when this was built\n#include \"${HEADER}\"\n\n${arrays}\n"
  "const ${TYPE} ${LIST}[] = {\n${list}    {NULL, NULL, NULL, 0},\n};\n")

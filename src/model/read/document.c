// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// document.c - bytes are checked first (size, UTF-8, control characters), then libfyaml's events are hung into a tree.
#include "model/read/document.h"

#include <libfyaml.h>
#include <stdio.h>
#include <string.h>

// ---- memory: nodes and texts come in blocks and go together ------------------------------------------

typedef struct block {
  struct block *next;
  size_t used, size;
  max_align_t data[];
} block;

struct jni_document {
  jn_model *model;
  const char *from;
  int file;
  block *blocks;
  jni_node *root;
  int nnodes;
};

enum { BLOCK_SIZE = 1 << 14 };

void *jni_document_take(jni_document *document, size_t size) {
  size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
  block *b = document->blocks;
  if (!b || b->size - b->used < size) {
    size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    b = jni_alloc0(document->model->pool.alloc, 1, sizeof *b + room);
    if (!b) return document->model->no_memory = true, NULL;
    *b = (block){.next = document->blocks, .size = room};
    document->blocks = b;
  }
  void *made = (char *)b->data + b->used;
  b->used += size;
  return made;
}

void *jni_document_free(jni_document *document) {
  if (!document) return NULL;
  const jn_alloc *alloc = document->model->pool.alloc;
  for (block *b = document->blocks, *next; b; b = next) next = b->next, jni_free(alloc, b);
  return jni_free(alloc, document);
}

jni_node *jni_document_root(jni_document *document) { return document->root; }

// ---- nodes ------------------------------------------------------------------------------------

jni_node *jni_node_get(const jni_node *mapping, const char *key) {
  if (!mapping || mapping->kind != JNI_MAPPING) return NULL;
  for (jni_node *child = mapping->first; child; child = child->next)
    if (strcmp(child->key, key) == 0) return child;
  return NULL;
}

bool jni_node_is_empty(const jni_node *node) {
  if (!node) return true;
  if (node->kind != JNI_SCALAR || node->quoted) return false;
  return !node->text[0] || strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0;
}

bool jni_node_is_null(const jni_node *node) { return jni_node_is_empty(node) && node && node->text[0]; }

void jni_node_replace(jni_node *node, const jni_node *other) {
  node->kind = other->kind;
  node->quoted = other->quoted;
  node->place = other->place;
  node->from = other->from;
  node->text = other->text;
  node->first = other->first;
  node->last = other->last;
  node->size = other->size;
}

static void hang(jni_node *parent, jni_node *child) {
  child->parent = parent;
  if (parent->last) parent->last->next = child;
  else parent->first = child;
  parent->last = child;
  parent->size++;
}

void jni_node_append(jni_node *mapping, const char *key, const jni_node *other, jni_node *made) {
  *made = (jni_node){.key = key, .key_place = other->place};
  jni_node_replace(made, other);
  hang(mapping, made);
}

bool jni_node_remove(jni_node *parent, const jni_node *child) {
  jni_node *before = NULL, *node = parent->first;
  while (node && node != child) before = node, node = node->next;
  if (!node) return false;
  if (before) before->next = node->next;
  else parent->first = node->next;
  if (parent->last == node) parent->last = before;
  parent->size--;
  return true;
}

// ---- bytes ------------------------------------------------------------------------------------

static void complain(jni_document *document, jni_place place, const char *sentence) {
  jn_model *model = document->model;
  const char *file = model->place_file;
  place.file = document->file;
  model->place = document->from ? (jni_place){0} : place;
  model->place_file = document->from;
  jni_model_fault(model, "", "%s", sentence);
  model->place_file = file;
}

// Length of the UTF-8 sequence at p, 0 when it is none.
static size_t utf8_length(const unsigned char *p, size_t left) {
  static const unsigned least[5] = {0, 0, 0x80, 0x800, 0x10000};
  size_t n = p[0] < 0x80 ? 1 : (p[0] >> 5) == 6 ? 2 : (p[0] >> 4) == 14 ? 3 : (p[0] >> 3) == 30 ? 4 : 0;
  if (n <= 1 || n > left) return n > left ? 0 : n;
  unsigned code = p[0] & (0x7fu >> n);
  for (size_t i = 1; i < n; i++) {
    if ((p[i] & 0xc0) != 0x80) return 0;
    code = code << 6 | (p[i] & 0x3fu);
  }
  bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < least[n] || surrogate || code > 0x10ffff ? 0 : n;
}

static bool check_bytes(jni_document *document, const char *text, size_t size) {
  jni_place place = {.line = 1, .column = 1};
  if (size > JNI_MAX_TEXT_BYTES) return complain(document, (jni_place){0}, "the text is larger than 64 MiB"), false;
  for (size_t i = 0; i < size;) {
    unsigned char c = (unsigned char)text[i];
    size_t n = utf8_length((const unsigned char *)text + i, size - i);
    if (!n) return complain(document, place, "this is not UTF-8 text"), false;
    if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f)
      return complain(document, place, "a control character; this is not a text file"), false;
    if (c == '%' && place.column == 1)  // libfyaml takes for ever over a long one
      return complain(document, place, "directives ('%') are not supported"), false;
    if (place.column > JNI_MAX_LINE) return complain(document, place, "the line is too long: more than 1 MiB"), false;
    i += n;
    if (c == '\n') place = (jni_place){.line = place.line + 1, .column = 1};
    else place.column++;
  }
  return true;
}

// ---- events -----------------------------------------------------------------------------------

typedef struct {
  jni_document *document;
  jni_node *open;  // the mapping or sequence being filled
  int depth, ndocuments;
  const char *key;  // read, its value is to come
  jni_place key_place;
  jni_place last;  // of the last token seen: empty values have none of their own
} builder;

static jni_place place_of(builder *b, struct fy_token *token, bool quoted) {
  const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;
  if (mark)
    b->last = (jni_place){
        .line = mark->line + 1, .column = mark->column + 1 - (quoted && mark->column > 0), .file = b->document->file};
  return b->last;
}

static bool refuse(builder *b, const char *sentence) {
  complain(b->document, b->last, sentence);
  return false;
}

static char *copy_text(jni_document *document, struct fy_token *token) {
  size_t length = 0;
  const char *text = token ? fy_token_get_text(token, &length) : "";
  char *made = jni_document_take(document, length + 1);
  if (!made) return NULL;
  if (length) memcpy(made, text, length);
  made[length] = '\0';
  return made;
}

// Escapes in quotes can bring in what check_bytes has kept out.
static bool check_scalar(builder *b, struct fy_token *token) {
  size_t length = 0;
  const char *text = token ? fy_token_get_text(token, &length) : "";
  return !text || (length && memchr(text, '\0', length)) ? refuse(b, "a text with a zero byte in it") : true;
}

static bool check_key(builder *b, const char *key) {
  if (strcmp(key, "<<") == 0) return refuse(b, "merge keys ('<<') are not supported: write the values out");
  return true;
}

static jni_node *add_node(builder *b, jni_node_kind kind) {
  if (++b->document->nnodes > JNI_MAX_NODES) return refuse(b, "the text has too many values"), NULL;
  jni_node *node = jni_document_take(b->document, sizeof *node);
  if (!node) return NULL;
  *node =
      (jni_node){.kind = kind, .place = b->last, .from = b->document->from, .key = b->key, .key_place = b->key_place};
  b->key = NULL;
  if (b->open) hang(b->open, node);
  else b->document->root = node;
  return node;
}

static bool expects_key(const builder *b) { return b->open && b->open->kind == JNI_MAPPING && !b->key; }

static bool on_scalar(builder *b, struct fy_event *event) {
  struct fy_token *token = event->scalar.value;
  enum fy_scalar_style style = token ? fy_token_scalar_style(token) : FYSS_PLAIN;
  bool quoted = style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
  place_of(b, token, quoted);
  if (event->scalar.anchor) return refuse(b, "anchors ('&') are not supported: use parameters");
  if (event->scalar.tag) return refuse(b, "tags ('!') are not supported");
  if (!check_scalar(b, token)) return false;
  const char *text = copy_text(b->document, token);
  if (!text) return false;
  if (expects_key(b)) {
    b->key = text;
    b->key_place = b->last;
    return check_key(b, text);
  }
  jni_node *node = add_node(b, JNI_SCALAR);
  if (!node) return false;
  node->text = text;
  node->quoted = quoted;
  return true;
}

static bool on_start(builder *b, jni_node_kind kind, struct fy_token *token, bool anchor, bool tag) {
  place_of(b, token, false);
  if (anchor) return refuse(b, "anchors ('&') are not supported: use parameters");
  if (tag) return refuse(b, "tags ('!') are not supported");
  if (expects_key(b)) return refuse(b, "a key must be a plain text");
  if (++b->depth > JNI_MAX_NODE_DEPTH) return refuse(b, "the text is nested too deeply (more than 64 levels)");
  jni_node *node = add_node(b, kind);
  if (!node) return false;
  b->open = node;
  return true;
}

static bool on_end(builder *b) {
  b->depth--;
  b->open = b->open->parent;
  return true;
}

static bool on_event(builder *b, struct fy_event *event) {
  switch (event->type) {
    case FYET_DOCUMENT_START:
      place_of(b, event->document_start.document_start, false);
      return ++b->ndocuments == 1 || refuse(b, "a model file has one document, but a second begins here");
    case FYET_SCALAR: return on_scalar(b, event);
    case FYET_ALIAS:
      place_of(b, event->alias.anchor, false);
      return refuse(b, "aliases ('*') are not supported: use parameters");
    case FYET_MAPPING_START:
      return on_start(b, JNI_MAPPING, event->mapping_start.mapping_start, event->mapping_start.anchor,
                      event->mapping_start.tag);
    case FYET_SEQUENCE_START:
      return on_start(b, JNI_SEQUENCE, event->sequence_start.sequence_start, event->sequence_start.anchor,
                      event->sequence_start.tag);
    case FYET_MAPPING_END:
    case FYET_SEQUENCE_END: return on_end(b);
    default: return true;
  }
}

// ---- the parser -------------------------------------------------------------------------------

static void discard(struct fy_diag *diag, void *user, const char *text, size_t length) {
  (void)diag, (void)user, (void)text, (void)length;
}

static struct fy_diag *new_diag(void) {
  struct fy_diag_cfg config;
  fy_diag_cfg_default(&config);
  config.fp = NULL;
  config.output_fn = discard;
  config.colorize = false;
  struct fy_diag *diag = fy_diag_create(&config);
  if (diag) fy_diag_set_collect_errors(diag, true);
  return diag;
}

static void report_syntax(jni_document *document, struct fy_diag *diag) {
  void *at = NULL;
  const struct fy_diag_error *error = fy_diag_errors_iterate(diag, &at);
  char sentence[256];
  snprintf(sentence, sizeof sentence, "not valid YAML: %.200s",
           error && error->msg ? error->msg : "the text cannot be read");
  sentence[strcspn(sentence, "\n")] = '\0';
  complain(document,
           error ? (jni_place){.line = error->line, .column = error->column} : (jni_place){.line = 1, .column = 1},
           sentence);
}

static bool parse(jni_document *document, struct fy_parser *parser, struct fy_diag *diag) {
  builder b = {.document = document, .last = {.line = 1, .column = 1, .file = document->file}};
  bool sound = true;
  for (struct fy_event *event; sound && (event = fy_parser_parse(parser)) != NULL;) {
    sound = on_event(&b, event);
    fy_parser_event_free(parser, event);
  }
  if (sound && (fy_diag_got_error(diag) || b.open)) {
    report_syntax(document, diag);
    sound = false;
  }
  return sound;
}

static bool read_text(jni_document *document, const char *text, size_t size) {
  if (!check_bytes(document, text, size)) return false;
  struct fy_diag *diag = new_diag();
  struct fy_parse_cfg config = {
      .search_path = "", .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_JSON_NONE, .diag = diag};
  struct fy_parser *parser = diag ? fy_parser_create(&config) : NULL;
  bool sound = parser && fy_parser_set_string(parser, text, size) == 0;
  if (!sound) document->model->no_memory = true;
  sound = sound && parse(document, parser, diag);
  if (parser) fy_parser_destroy(parser);
  if (diag) fy_diag_destroy(diag);
  return sound;
}

jni_document *jni_document_empty(jn_model *model) {
  jni_document *document = jni_alloc0(model->pool.alloc, 1, sizeof *document);
  if (!document) return model->no_memory = true, NULL;
  document->model = model;
  return document;
}

jni_document *jni_document_new(jn_model *model, const char *text, size_t size, int file, const char *from) {
  jni_document *document = jni_document_empty(model);
  if (!document) return NULL;
  document->file = file;
  document->from = from;
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3, size -= 3;  // byte-order mark
  if (size > 0 && !read_text(document, text, size)) return jni_document_free(document);
  return document;
}

// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// flat_yaml.c - converts YAML or JSON text to a flat document. The bytes are checked first (size, UTF-8, control
// characters). Only events of libfyaml are read, not its documents: aliases and merge keys are refused, nothing
// recurses, and all sizes are bounded. No other file calls libfyaml; a build without it reads JSON (flat_flow.c).
#include "jounce/document.h"
#include "model/document/flat.h"

#ifdef JNI_HAVE_FYAML

#include <libfyaml.h>
#include <stdio.h>
#include <string.h>

// ---- events -----------------------------------------------------------------------------------

typedef struct {
  jni_flat_writer w;
  int ndocuments;
  jni_flat_place last;  // place of the last token, used for empty values, which have no token
} builder;

static void see(builder *b, struct fy_token *token, bool quoted) {
  const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;
  if (mark) b->last = (jni_flat_place){mark->line + 1, mark->column + 1 - (quoted && mark->column > 0)};
}

static bool refuse(builder *b, const char *sentence) {
  return jni_flat_refuse(&b->w, JNI_FLAT_REFUSED, b->last, sentence);
}

static bool on_scalar(builder *b, struct fy_event *event) {
  struct fy_token *token = event->scalar.value;
  enum fy_scalar_style style = token ? fy_token_scalar_style(token) : FYSS_PLAIN;
  bool quoted = style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
  size_t length = 0;
  const char *text = token ? fy_token_get_text(token, &length) : "";
  see(b, token, quoted);
  if (event->scalar.anchor) return refuse(b, "anchors ('&') are not supported: use parameters");
  if (event->scalar.tag) return refuse(b, "tags ('!') are not supported");
  // The bytes of the file were checked for zeros before, but an escape in quotes can produce a zero.
  if (length && (!text || memchr(text, '\0', length))) return refuse(b, "a text with a zero byte in it");
  return jni_flat_expects_key(&b->w) ? jni_flat_key(&b->w, b->last, text, length)
                                     : jni_flat_scalar(&b->w, b->last, quoted, text, length);
}

static bool on_start(builder *b, jni_node_kind kind, struct fy_token *token, bool anchor, bool tag) {
  see(b, token, false);
  if (anchor) return refuse(b, "anchors ('&') are not supported: use parameters");
  if (tag) return refuse(b, "tags ('!') are not supported");
  if (jni_flat_expects_key(&b->w)) return refuse(b, "a key must be a plain text");
  return jni_flat_open(&b->w, b->last, kind);
}

static bool on_event(builder *b, struct fy_event *event) {
  switch (event->type) {
    case FYET_DOCUMENT_START:
      see(b, event->document_start.document_start, false);
      return ++b->ndocuments == 1 || refuse(b, "a model file has one document, but a second begins here");
    case FYET_SCALAR: return on_scalar(b, event);
    case FYET_ALIAS:
      see(b, event->alias.anchor, true);  // the mark points after the asterisk
      return refuse(b, "aliases ('*') are not supported: use parameters");
    case FYET_MAPPING_START:
      return on_start(b, JNI_MAPPING, event->mapping_start.mapping_start, event->mapping_start.anchor,
                      event->mapping_start.tag);
    case FYET_SEQUENCE_START:
      return on_start(b, JNI_SEQUENCE, event->sequence_start.sequence_start, event->sequence_start.anchor,
                      event->sequence_start.tag);
    case FYET_MAPPING_END:
    case FYET_SEQUENCE_END: jni_flat_close(&b->w); return true;
    default: return true;
  }
}

// ---- the parser -------------------------------------------------------------------------------

static void discard(struct fy_diag *diag, void *user, const char *text, size_t length) {
  (void)diag;
  (void)user;
  (void)text;
  (void)length;
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

static void report_syntax(jni_flat_writer *w, struct fy_diag *diag) {
  void *at = NULL;
  const struct fy_diag_error *error = fy_diag_errors_iterate(diag, &at);
  char sentence[256];
  snprintf(sentence, sizeof sentence, "not valid YAML: %.200s",
           error && error->msg ? error->msg : "the text cannot be read");
  sentence[strcspn(sentence, "\n")] = '\0';
  jni_flat_refuse(w, JNI_FLAT_SYNTAX, error ? (jni_flat_place){error->line, error->column} : (jni_flat_place){1, 1},
                  sentence);
}

static void parse(builder *b, struct fy_parser *parser, struct fy_diag *diag) {
  bool sound = true;
  while (sound) {
    struct fy_event *event = fy_parser_parse(parser);
    if (!event) break;
    sound = on_event(b, event);
    fy_parser_event_free(parser, event);
  }
  if (sound && (fy_diag_got_error(diag) || b->w.depth > 0)) report_syntax(&b->w, diag);
}

static void read_text(builder *b, const char *text, size_t size) {
  if (!jni_flat_check(&b->w, text, size)) return;
  struct fy_diag *diag = new_diag();
  struct fy_parse_cfg config = {
      .search_path = "",
      .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_JSON_NONE | FYPCF_SLOPPY_FLOW_INDENTATION,
      .diag = diag};
  struct fy_parser *parser = diag ? fy_parser_create(&config) : NULL;
  if (parser && fy_parser_set_string(parser, text, size) == 0) parse(b, parser, diag);
  else b->w.failed = true;
  if (parser) fy_parser_destroy(parser);
  if (diag) fy_diag_destroy(diag);
}

bool jn_document_has_yaml(void) { return true; }

unsigned char *jn_document_flatten(const jn_alloc *alloc, const char *text, size_t size, size_t *nbytes) {
  JNI_ASSERT(text && nbytes);
  builder b = {.w = {.alloc = alloc}, .last = {1, 1}};
  text = jni_flat_skip_mark(text, &size);
  if (size > 0) read_text(&b, text, size);
  return jni_flat_finish(&b.w, nbytes);
}

#else

bool jn_document_has_yaml(void) { return false; }

unsigned char *jn_document_flatten(const jn_alloc *alloc, const char *text, size_t size, size_t *nbytes) {
  JNI_ASSERT(text && nbytes);
  text = jni_flat_skip_mark(text, &size);
  return jni_flat_flow(alloc, text, size, nbytes);
}

#endif

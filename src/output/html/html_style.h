// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// html_style.h - style sheet of the report: light or dark as the reader's system, one column on a phone, a white
// background on paper.
#ifndef JNI_OUTPUT_HTML_STYLE_H
#define JNI_OUTPUT_HTML_STYLE_H

static const char *const html_style[] = {
    ":root{color-scheme:light dark;--ground:#f6f7f9;--card:#fff;--ink:#1d2329;--soft:#5d6873;--line:#dfe3e8;",
    "--good:#0a7d4f;--good-bg:#e3f5ec;--bad:#b3261e;--bad-bg:#fdeceb;--warn:#8a5a00;--warn-bg:#fff4dc}\n",
    "@media(prefers-color-scheme:dark){:root{--ground:#14181c;--card:#1d2329;--ink:#e6eaee;--soft:#9aa6b2;--line:#"
    "333c45;",
    "--good:#6fdcab;--good-bg:#12352a;--bad:#ff9c94;--bad-bg:#431b19;--warn:#f2c46d;--warn-bg:#3a2d10}}\n",
    "*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);",
    "font:15px/1.5 system-ui,-apple-system,\"Segoe UI\",Helvetica,Arial,\"Liberation Sans\",sans-serif}\n",
    "main{max-width:1080px;margin:0 auto;padding:28px 20px 40px}",
    "header{display:flex;flex-wrap:wrap;align-items:baseline;gap:6px 14px;margin-bottom:18px}",
    "h1{font-size:26px;line-height:1.2;margin:0;letter-spacing:-.01em;overflow-wrap:anywhere}",
    "h2{font-size:17px;margin:26px 0 10px}p{margin:6px 0}sup{line-height:0;font-size:.72em}\n",
    ".badge{font-size:13px;font-weight:600;padding:2px 10px;border-radius:99px;white-space:nowrap}",
    ".good{color:var(--good);background:var(--good-bg)}.bad{color:var(--bad);background:var(--bad-bg)}",
    ".warn{color:var(--warn);background:var(--warn-bg)}.soft{color:var(--soft)}\n",
    ".cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(165px,1fr));gap:12px}",
    ".card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 14px}",
    ".card b{display:block;font-size:21px;font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap}",
    ".card span{color:var(--soft);font-size:13px}\n",
    ".tables{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,310px),1fr));gap:12px;align-items:"
    "start}",
    "table{width:100%;border-collapse:collapse;background:var(--card);border:1px solid var(--line);border-radius:10px;",
    "border-spacing:0;overflow:hidden;font-size:14px}",
    "th,td{padding:6px 12px;border-top:1px solid var(--line);text-align:left;vertical-align:top}",
    "tr:first-child th,tr:first-child td{border-top:0}th{font-weight:400;color:var(--soft)}",
    "td{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n",
    "ul.messages{list-style:none;margin:0 0 12px;padding:0;display:grid;gap:8px}",
    "ul.messages li{padding:8px 14px;border-radius:10px;overflow-wrap:anywhere}li.note{background:var(--card);",
    "border:1px solid var(--line)}\n",
    "figure{margin:0 0 14px;background:#fff;border:1px solid "
    "var(--line);border-radius:10px;padding:8px;overflow-x:auto}",
    "figure svg{display:block;width:100%;height:auto;min-width:460px}",
    "footer{margin-top:28px;color:var(--soft);font-size:13px}code{font:13px ui-monospace,\"DejaVu Sans "
    "Mono\",monospace}\n",
    "details.source{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:8px "
    "14px;margin:0 0 8px}summary{cursor:pointer;overflow-wrap:anywhere}",
    "pre{overflow-x:auto;margin:8px 0 0;font:13px/1.45 ui-monospace,\"DejaVu Sans Mono\",monospace}\n",
    "@media "
    "print{body{background:#fff;font-size:11pt}main{max-width:none;padding:0}.card,table,figure{break-inside:avoid}}\n",
};

#endif

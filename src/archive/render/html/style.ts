import { VENDORS } from '#core/vendor.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';

const colors = (theme: 'light' | 'dark', indent: string): string =>
  VENDORS.map((vendor) => `${indent}--${vendor}: ${VENDOR_TABLE[vendor].look[theme]};`).join('\n');

/**
 * The style of an exported page: paper and ink as in the app. Its fonts are named but not embedded. Dark on screens
 * that ask for it, never on paper. Long code is wrapped, so that nothing is cut off at an edge.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --bg: oklch(0.985 0.003 110);
  --raised: oklch(1 0 0);
  --sunken: oklch(0.962 0.005 110);
  --line: oklch(0.895 0.007 110);
  --text: oklch(0.25 0.012 150);
  --dim: oklch(0.44 0.012 150);
  --faint: oklch(0.505 0.012 150);
  --accent: oklch(0.46 0.078 190);
  --danger: oklch(0.49 0.165 25);
  --danger-bg: oklch(0.955 0.018 25);
${colors('light', '  ')}
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --bg: oklch(0.205 0.005 160);
    --raised: oklch(0.242 0.006 160);
    --sunken: oklch(0.178 0.005 160);
    --line: oklch(0.315 0.007 160);
    --text: oklch(0.925 0.006 120);
    --dim: oklch(0.765 0.01 140);
    --faint: oklch(0.69 0.01 140);
    --accent: oklch(0.79 0.075 188);
    --danger: oklch(0.74 0.125 25);
    --danger-bg: oklch(0.28 0.035 25);
${colors('dark', '    ')}
  }
}
*, ::before, ::after { box-sizing: border-box; }
html {
  background: var(--bg);
  color: var(--text);
  font: 16px/1.7 'Pretendard Variable', 'Pretendard', system-ui, 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', sans-serif;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
  scroll-behavior: smooth;
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { max-width: 46rem; margin: 0 auto; padding: 3.5rem 1.25rem 5rem; overflow-wrap: anywhere; }
/* Japanese needs its own letterforms; the fonts above have Korean ones. */
:lang(ja) { font-family: 'Hiragino Sans', 'Hiragino Kaku Gothic ProN', 'Yu Gothic UI', 'Meiryo', 'Noto Sans JP', 'Noto Sans CJK JP', system-ui, sans-serif; line-break: strict; }
/* Korean breaks between words; what has no spaces may still break anywhere. */
:lang(ko), .ko { word-break: keep-all; }
h1, h2, h3, h4, h5, h6 { margin: 0; line-height: 1.35; font-weight: 650; text-wrap: balance; }
p, ul, ol, blockquote, figure, pre, dl, dd { margin: 0; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }

.top { padding-bottom: 1.75rem; border-bottom: 1px solid var(--line); }
.top h1 { font-size: 1.75rem; letter-spacing: -0.012em; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; margin-top: 1.1rem; color: var(--dim); font-size: 0.875rem; line-height: 1.55; }
.facts dt { color: var(--faint); }
.fold { margin-top: 1rem; }
.fold > summary { width: fit-content; color: var(--dim); font-size: 0.875rem; cursor: pointer; }
.fold > summary:hover { color: var(--text); }
.system { margin-top: 0.5rem; padding: 0.75rem 1rem; border-radius: 8px; background: var(--sunken); color: var(--dim); font-size: 0.875rem; line-height: 1.6; white-space: pre-wrap; }
.contents ol { max-height: 26rem; margin-top: 0.5rem; padding: 0.6rem 0.75rem; overflow-y: auto; border: 1px solid var(--line); border-radius: 8px; list-style: none; font-size: 0.875rem; line-height: 1.5; }
.contents li + li { margin-top: 0; }
.contents a { display: grid; grid-template-columns: 2.75rem 1fr; padding: 0.2rem 0.25rem; border-radius: 4px; color: var(--dim); text-decoration: none; }
.contents a:hover { background: var(--sunken); color: var(--text); }
.no { color: var(--faint); font-variant-numeric: tabular-nums; text-decoration: none; }

.message { margin-top: 2.25rem; scroll-margin-top: 1rem; }
.message.on { margin-top: 0.9rem; }
.message > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.15rem 0.65rem; margin-bottom: 0.45rem; font-size: 0.875rem; }
.message h2 { color: var(--dim); font-size: inherit; }
.message time { color: var(--faint); font-size: 0.8125rem; }
.message .no { margin-inline-start: auto; font-size: 0.75rem; }
.answer h2::before { content: ''; display: inline-block; width: 0.5em; height: 0.5em; margin-inline-end: 0.5em; border-radius: 50%; background: var(--by, var(--faint)); vertical-align: 0.08em; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.answer h2 { color: var(--by, var(--dim)); }
.question > .body { padding: 0.85rem 1.1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
.baton > .body { padding-inline-start: 1rem; border-inline-start: 2px solid var(--line); color: var(--dim); }
${VENDORS.map((vendor) => `.by-${vendor} { --by: var(--${vendor}); }`).join('\n')}
.body > * + *, .text > * + *, blockquote > * + *, li:not(.task) > * + *, .task > div > * + *, .note > div > * + * { margin-top: 0.75rem; }
.said { color: var(--faint); font-size: 0.8125rem; line-height: 1.55; }
.branch { margin-top: 2.5rem; padding-top: 0.6rem; border-top: 1px dashed var(--line); color: var(--faint); font-size: 0.8125rem; }
.branch + .message { margin-top: 1rem; }
.branches { margin-top: 4rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: 1.25rem; }

.text h3, .text h4, .text h5, .text h6 { margin-top: 1.4rem; }
.text > :first-child { margin-top: 0; }
.text h3 { font-size: 1.2rem; }
.text h4 { font-size: 1.08rem; }
.text h5, .text h6 { color: var(--dim); font-size: 1rem; }
.text p { text-wrap: pretty; }
ul, ol { padding-inline-start: 1.5em; }
li::marker { color: var(--faint); font-variant-numeric: tabular-nums; }
li + li { margin-top: 0.4rem; }
.tight > li + li { margin-top: 0.15rem; }
li:not(.task) > ul, li:not(.task) > ol { margin-top: 0.3rem; }
.task { display: flex; gap: 0.5em; margin-inline-start: -1.5em; list-style: none; }
.task > div { min-width: 0; }
.check { color: var(--faint); }
blockquote { padding-inline-start: 1rem; border-inline-start: 2px solid var(--line); color: var(--dim); }
.alert { border-color: var(--accent); color: inherit; }
.alert.warning, .alert.caution { border-color: var(--danger); }
hr { height: 1px; margin-block: 1.5rem; border: 0; background: var(--line); }
.verbatim { white-space: pre-wrap; font: 0.84em/1.6 'JetBrains Mono', ui-monospace, 'SF Mono', 'Cascadia Mono', Consolas, 'D2Coding', 'DejaVu Sans Mono', monospace; color: var(--dim); font-variant-ligatures: none; }
code, pre { font-family: 'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, 'SF Mono', 'Cascadia Mono', Consolas, 'D2Coding', 'DejaVu Sans Mono', monospace; font-variant-ligatures: none; }
code { padding: 0.1em 0.32em; border-radius: 4px; background: var(--sunken); font-size: 0.86em; }
.code { border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); }
.code figcaption { padding: 0.35rem 0.85rem 0; color: var(--faint); font-size: 0.75rem; }
pre { padding: 0.7rem 0.85rem; overflow-x: auto; font-size: 0.8125rem; line-height: 1.6; tab-size: 4; word-break: normal; overflow-wrap: normal; }
pre code { padding: 0; background: none; font-size: inherit; }
.table { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; width: fit-content; max-width: 100%; }
table { border-collapse: collapse; font-size: 0.875rem; line-height: 1.55; font-variant-numeric: tabular-nums; }
th, td { min-width: 4rem; padding: 0.4rem 0.75rem; text-align: start; vertical-align: top; overflow-wrap: break-word; }
th { background: var(--sunken); color: var(--dim); font-weight: 600; }
tbody td { border-top: 1px solid var(--line); }
.center { text-align: center; }
.right { text-align: end; }
.math { display: block; overflow: auto hidden; padding-block: 0.2rem; text-align: center; }
.katex { font-size: 1.08em; }
math { font-family: 'Latin Modern Math', 'STIX Two Math', 'Cambria Math', math, serif; }
sup { font-size: 0.75em; line-height: 0; }
sup a, .back { text-decoration: none; }
.notes { padding-top: 0.75rem; border-top: 1px solid var(--line); color: var(--dim); font-size: 0.875rem; line-height: 1.6; }
.notes > .note { display: grid; grid-template-columns: minmax(1.25rem, auto) 1fr auto; gap: 0.5rem; }
.note .label { color: var(--faint); }
.image { font-size: 0.875rem; }

.picture img { display: block; max-width: 100%; max-height: 28rem; border: 1px solid var(--line); border-radius: 8px; }
.picture figcaption { margin-top: 0.25rem; color: var(--faint); font-size: 0.75rem; }
.file { display: flex; flex-wrap: wrap; gap: 0 0.6rem; width: fit-content; max-width: 100%; padding: 0.3rem 0.75rem; border: 1px solid var(--line); border-radius: 8px; font-size: 0.875rem; }
.file span { color: var(--faint); }
.aside { font-size: 0.875rem; line-height: 1.65; }
.aside > summary { display: flex; align-items: baseline; gap: 0.5rem; width: fit-content; max-width: 100%; color: var(--dim); cursor: pointer; list-style: none; }
.aside > summary::-webkit-details-marker { display: none; }
.aside > summary::before { content: '›'; flex: none; width: 0.6em; color: var(--faint); }
.aside[open] > summary::before { content: '⌄'; }
.aside > summary:hover { color: var(--text); }
.aside > div { margin: 0.4rem 0 0.2rem 0.25rem; padding-inline-start: 0.95rem; border-inline-start: 2px solid var(--line); }
.aside > div > * + * { margin-top: 0.6rem; }
.thinking > div { color: var(--dim); }
.tool .name { flex: none; max-width: 60%; font-weight: 550; }
.tool .args { min-width: 0; overflow: hidden; color: var(--faint); white-space: nowrap; text-overflow: ellipsis; }
.tool .end { flex: none; color: var(--faint); }
.tool .end.bad { color: var(--danger); }
.aside h3 { color: var(--faint); font-size: 0.75rem; font-weight: 550; }
.aside pre { max-height: 32rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.error { padding: 0.75rem 1rem; border-radius: 8px; background: var(--danger-bg); font-size: 0.875rem; line-height: 1.6; }
.error strong { color: var(--danger); }
.error p + p { margin-top: 0.3rem; }
.error .words { white-space: pre-wrap; }
.error .said { color: var(--dim); }

/* Quiet: names of things in ink, what is fixed in colour. */
.hljs-comment, .hljs-quote { color: var(--faint); font-style: italic; }
.hljs-keyword, .hljs-selector-tag, .hljs-literal, .hljs-doctag, .hljs-section, .hljs-name { color: var(--fireworks); }
.hljs-string, .hljs-regexp, .hljs-addition, .hljs-link { color: var(--openai); }
.hljs-number, .hljs-symbol, .hljs-bullet, .hljs-meta, .hljs-variable.constant_ { color: var(--cerebras); }
.hljs-title, .hljs-built_in, .hljs-selector-id, .hljs-selector-class { color: var(--gemini); }
.hljs-type, .hljs-title.class_, .hljs-attr, .hljs-attribute, .hljs-template-variable, .hljs-selector-attr { color: var(--anthropic); }
.hljs-deletion { color: var(--danger); }
.hljs-emphasis { font-style: italic; }
.hljs-strong { font-weight: 650; }

@media (max-width: 32rem) {
  html { font-size: 15px; }
  body { padding: 1.75rem 1rem 3rem; }
  .facts { grid-template-columns: 1fr; gap: 0; }
  .facts dd { margin-bottom: 0.35rem; }
}

@page { size: auto; margin: 18mm 17mm 20mm; @bottom-center { content: counter(page) ' / ' counter(pages); color: #777; font: 8pt system-ui, sans-serif; } }
@media print {
  :root { color-scheme: light; --bg: #fff; --raised: #fff; }
  html { font-size: 10.5pt; line-height: 1.6; }
  body { max-width: none; padding: 0; }
  a { color: inherit; }
  .text a[target]:not([data-bare])::after { content: ' (' attr(href) ')'; color: var(--faint); font-size: 0.8em; }
  .contents { display: none; }
  h1, h2, h3, h4, h5, h6, .message > header, .code figcaption, summary { break-after: avoid; }
  p, li, blockquote { orphans: 3; widows: 3; }
  .message { margin-top: 1.6rem; }
  .question > .body, .code { box-decoration-break: clone; -webkit-box-decoration-break: clone; }
  .code, .picture, .file, .error, tr, .math { break-inside: avoid; }
  thead { display: table-header-group; }
  pre, .aside pre { max-height: none; overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 8.5pt; }
  .table, .math { overflow: visible; }
  .picture img { max-width: 12cm; max-height: 9cm; }
  /* What was thought is printed whole; a call is one line, and all of it where it was unfolded. */
  .thinking::details-content, .fold::details-content { content-visibility: visible; block-size: auto; display: block; }
  .aside > summary::before { content: none; }
  .fold > summary { list-style: none; }
  .fold > summary::-webkit-details-marker { display: none; }
}
`.trim();

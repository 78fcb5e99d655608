import { constantFrom, oneof, string, tuple } from 'fast-check';
import { codePoint } from '#test/code-point.ts';

/** Texts that broke out of their place in other programs that write HTML or Markdown. */
export const HOSTILE = [
  '<script>x()</script>',
  '"><img src=x onerror=x()>',
  "' autofocus onfocus='x()",
  '</title></style></head><body onload=x()>',
  '</details></article></main><h1>',
  '-->]]><svg/onload=x()>',
  '&lt;script&gt;&#x3c;',
  '\u202egnp.exe',
  '\u0000\u0001',
  '```\n~~~\n````',
  '`````js\nopen',
  '<!-- open',
  '<pre>\nopen',
  '<?php open',
  '# Heading\n\n## 1\\. You',
  '> quote\n- list\n1. item',
  '[a]: javascript:x\n[a]',
  '\r\n\r\nline',
  '*/ } body { display: none',
  '\\',
  '한국어 <b>제목</b>',
] as const;

/** One of them, with text before and after it; never blank. */
export const hostile = tuple(
  constantFrom('', 'a ', '\n'),
  oneof(
    { weight: 3, arbitrary: constantFrom(...HOSTILE) },
    { weight: 1, arbitrary: string({ unit: codePoint, maxLength: 20 }) },
  ),
  constantFrom('z', ' z', '\nz'),
).map((pieces) => pieces.join(''));

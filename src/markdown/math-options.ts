import type { KatexOptions } from 'katex';

/** How formulas are rendered everywhere. */
export const MATH_OPTIONS = {
  // Invalid TeX shows its source, with KaTeX's message as the title.
  throwOnError: false,
  strict: 'ignore',
  // No \href, \includegraphics, \html…: a formula must not affect anything outside itself.
  trust: false,
  // Against formulas made to hang or cover the page.
  maxExpand: 500,
  maxSize: 24,
} as const satisfies KatexOptions;

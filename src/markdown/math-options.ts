import type { KatexOptions } from 'katex';

/** How formulas are set, wherever they are. */
export const MATH_OPTIONS = {
  // Wrong TeX shows its source, with KaTeX's words as its title.
  throwOnError: false,
  strict: 'ignore',
  // No \href, \includegraphics, \html…: a formula must not reach out of itself.
  trust: false,
  // Against formulas made to hang or cover the page.
  maxExpand: 500,
  maxSize: 24,
} as const satisfies KatexOptions;

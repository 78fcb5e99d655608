import type { KatexOptions } from 'katex';
// oxlint-disable-next-line import/no-unassigned-import -- adds \ce and \pu, for chemistry, to KaTeX
import 'katex/contrib/mhchem';
import { expansionsOf } from './cost.ts';

/** How formulas are rendered everywhere. */
export const mathOptions = (tex: string) =>
  ({
    // Invalid TeX shows its source, with KaTeX's message as the title.
    throwOnError: false,
    strict: 'ignore',
    // No \href, \includegraphics, \html…: a formula must not affect anything outside itself.
    trust: false,
    // Against formulas made to hang or cover the page.
    maxExpand: expansionsOf(tex),
    maxSize: 24,
  }) as const satisfies KatexOptions;

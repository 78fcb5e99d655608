import { render } from 'katex';
// oxlint-disable-next-line import/no-unassigned-import -- its style sheet
import 'katex/dist/katex.min.css';

/** Fills `element` with a formula through the DOM; nothing is parsed as HTML and no style attribute is written. */
export function renderMath(tex: string, element: HTMLElement, display: boolean): void {
  render(tex, element, {
    displayMode: display,
    // Wrong TeX shows its source in red, with KaTeX's words as its title.
    throwOnError: false,
    errorColor: 'var(--danger)',
    strict: 'ignore',
    // No \href, \includegraphics, \html…: a formula must not reach out of itself.
    trust: false,
    // Against formulas made to hang or cover the page.
    maxExpand: 500,
    maxSize: 24,
  });
}

import { render } from 'katex';
// oxlint-disable-next-line import/no-unassigned-import -- its style sheet
import 'katex/dist/katex.min.css';
import { mathOptions } from '#markdown/math-options.ts';
import { copyWithFormulas } from './selected-text.ts';

document.addEventListener('copy', copyWithFormulas);

/** Fills `element` with a formula through the DOM. Nothing is parsed as HTML and no style attribute is written. */
export function renderMath(tex: string, element: HTMLElement, display: boolean): void {
  render(tex, element, { ...mathOptions(tex), displayMode: display, errorColor: 'var(--danger)' });
}

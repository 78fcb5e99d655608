/** The outermost element of the formula that a node is in. */
function formulaAt(node: Node): Element | null {
  const inner = (node instanceof Element ? node : node.parentElement)?.closest('.katex') ?? null;
  return inner?.closest('.katex-display') ?? inner;
}

/**
 * What a range holds, with the TeX of each formula, the first and the last one in full. `null` without formulas. KaTeX
 * draws each of them twice, for the eye and for screen readers.
 */
function withTex(range: Range, write: (tex: string, marks: string) => string): DocumentFragment | null {
  const whole = range.cloneRange();
  const [first, last] = [formulaAt(range.startContainer), formulaAt(range.endContainer)];
  if (first) whole.setStartBefore(first);
  if (last) whole.setEndAfter(last);
  const copy = whole.cloneContents();
  const formulas = copy.querySelectorAll('.katex');
  for (const formula of formulas) {
    const display = formula.closest('.katex-display');
    const tex = formula.querySelector('annotation')?.textContent ?? '';
    (display ?? formula).replaceWith(write(tex, display ? '$$' : '$'));
  }
  return formulas.length === 0 ? null : copy;
}

const asMarkdown = (tex: string, marks: string): string => marks + tex + marks;

/** Calls `read` with an element of the page that holds this. */
function whileDrawn<T>(content: Node, read: (box: HTMLElement) => T): T {
  const box = document.createElement('div');
  box.className = 'visually-hidden';
  box.ariaHidden = 'true';
  box.append(content);
  for (const control of box.querySelectorAll('button, svg')) control.remove();
  document.body.append(box);
  const found = read(box);
  box.remove();
  return found;
}

/** The selected text as it is shown, with formulas as Markdown writes them. */
export function selectedText(selection: Selection): string {
  const copy = selection.rangeCount === 0 ? null : withTex(selection.getRangeAt(0), asMarkdown);
  return copy ? whileDrawn(copy, (box) => box.innerText) : selection.toString();
}

/** The text of a range without line breaks between blocks, with the TeX of formulas. */
export const textOfRange = (range: Range): string => withTex(range, (tex) => tex)?.textContent ?? range.toString();

/** Copies what is selected with formulas as Markdown writes them. Leaves a selection without formulas to the browser. */
export function copyWithFormulas(event: ClipboardEvent): void {
  // In Firefox, a field has a selection of its own beside that of the page.
  if (event.target instanceof Element && event.target.closest('input, textarea')) return;
  const selection = document.getSelection();
  const copy = selection?.rangeCount ? withTex(selection.getRangeAt(0), asMarkdown) : null;
  if (!copy || !event.clipboardData) return;
  const [text, html] = whileDrawn(copy, (box) => [box.innerText, box.getHTML()]);
  event.clipboardData.setData('text/plain', text ?? '');
  event.clipboardData.setData('text/html', html ?? '');
  event.preventDefault();
}

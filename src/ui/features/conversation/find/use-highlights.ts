import { useEffect, type RefObject } from 'react';
import { markText } from '#search/mark-text.ts';

const NAME = 'found-words';
/** More would slow the page down without helping anyone. */
const MAX_COUNT = 2_000;

/**
 * Marks words in the rendered messages without changing the elements (CSS Custom Highlights). The list renders rows as
 * they come into view and answers grow, so it is repeated after every change.
 */
export function useHighlights(root: RefObject<HTMLElement | null>, terms: readonly string[]): void {
  const key = terms.join('\n');
  useEffect(() => {
    const element = root.current;
    if (!element || key === '') return undefined;
    const words = key.split('\n');
    let frame = 0;
    const mark = () => {
      frame = 0;
      CSS.highlights.set(NAME, new Highlight(...rangesIn(element, words)));
    };
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(mark);
    });
    observer.observe(element, { subtree: true, childList: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    };
  }, [root, key]);
}

function rangesIn(root: HTMLElement, terms: readonly string[]): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < MAX_COUNT; node = walker.nextNode()) {
    for (const [start, end] of markText(node.textContent ?? '', terms)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}

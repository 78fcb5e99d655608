import { useEffect, type RefObject } from 'react';
import { markText } from '#search/mark-text.ts';

const NAME = 'found-words';
/** More would slow the page down without helping anyone. */
const MAX_COUNT = 2_000;
const INLINE = new Set('a abbr b bdi bdo code del em i ins mark s small span strong sub sup u'.split(' '));

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

/** The first marked word in an element that is drawn; `null` for none. */
export function firstMarkIn(element: Element): DOMRect | null {
  for (const range of CSS.highlights.get(NAME) ?? []) {
    if (!(range instanceof Range) || !element.contains(range.startContainer)) continue;
    const place = range.getBoundingClientRect();
    if (place.height > 0) return place;
  }
  return null;
}

function rangesIn(root: HTMLElement, terms: readonly string[]): Range[] {
  const ranges: Range[] = [];
  for (const nodes of linesOf(root)) {
    if (ranges.length >= MAX_COUNT) break;
    for (const [start, end] of markText(nodes.map(({ data }) => data).join(''), terms)) {
      const range = new Range();
      range.setStart(...placeIn(nodes, start, 1));
      range.setEnd(...placeIn(nodes, end, 0));
      ranges.push(range);
    }
  }
  return ranges;
}

/** Texts that follow each other on a line: a word may be part bold, code or a link. */
function* linesOf(root: HTMLElement): Generator<Text[]> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let [line, block]: [Text[], Element | null] = [[], null];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let around = node.parentElement;
    while (around && INLINE.has(around.localName)) around = around.parentElement;
    if (around !== block && line.length > 0) {
      yield line;
      line = [];
    }
    block = around;
    line.push(node as Text);
  }
  if (line.length > 0) yield line;
}

/** The text and the offset in it. `least`: characters that must follow there. */
function placeIn(nodes: readonly Text[], offset: number, least: 0 | 1): [Text, number] {
  let left = offset;
  const node = nodes.find(({ length }) => {
    if (left + least <= length) return true;
    left -= length;
    return false;
  });
  return [node as Text, left];
}

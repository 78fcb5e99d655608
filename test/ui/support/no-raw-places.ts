import { afterEach, beforeEach } from 'vitest';

/**
 * No text may ever be drawn with a placeholder that lacks its value, `{{name}}`. Watches the entire document while a
 * test runs, so that text shown only for a moment counts too.
 */
const ATTRIBUTES = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'];
const typed = new Set<string>();
const found = new Set<string>();
let observer: MutationObserver | null = null;

/** Text with double braces typed by the test itself, since prompts may contain it. */
export function typedByTest(...texts: readonly string[]): void {
  for (const text of texts) typed.add(text);
}

function check(text: string | null): void {
  if (text?.includes('{{')) found.add(text);
}

function read(records: readonly MutationRecord[]): void {
  for (const { type, target, addedNodes, attributeName } of records) {
    if (type === 'characterData') check(target.nodeValue);
    else if (type === 'attributes') check((target as Element).getAttribute(attributeName ?? ''));
    for (const node of addedNodes) {
      check(node.textContent);
      if (!(node instanceof Element)) continue;
      for (const one of [node, ...node.querySelectorAll('*')])
        for (const name of ATTRIBUTES) check(one.getAttribute(name));
    }
  }
}

if (typeof document !== 'undefined') {
  beforeEach(() => {
    typed.clear();
    found.clear();
    observer = new MutationObserver(read);
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ATTRIBUTES,
    });
  });
  afterEach(() => {
    read(observer?.takeRecords() ?? []);
    observer?.disconnect();
    const raw = [...found].filter((text) =>
      [...typed].reduce((rest, own) => rest.replaceAll(own, ''), text).includes('{{'),
    );
    if (raw.length > 0) throw new Error(`texts that lack a value: ${raw.join(' | ')}`);
  });
}

import type { BrowserContext } from '@playwright/test';

/**
 * Records texts that were requested without a value while the test runs. The returned function also checks what the
 * pages show at the end; `typed` is text with double braces typed by the test itself.
 */
export function watchRawPlaces(context: BrowserContext, typed: readonly string[]): () => Promise<string[]> {
  const found: string[] = [];
  context.on('weberror', (error) => {
    const { message } = error.error();
    if (message.startsWith('no value for {{')) found.push(message);
  });
  return async () => {
    for (const page of context.pages()) {
      const shown = await page.evaluate(shownTexts).catch(() => []);
      const raw = shown.filter((text) => typed.reduce((rest, own) => rest.replaceAll(own, ''), text).includes('{{'));
      found.push(...raw);
    }
    return found;
  };
}

/** All texts for eyes and screen readers that contain double braces. Runs in the page. */
function shownTexts(): string[] {
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Element)) texts.push(node.nodeValue ?? '');
    else if (!node.matches('script, style'))
      for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
        texts.push(node.getAttribute(name) ?? '');
  }
  return texts.filter((text) => text.includes('{{'));
}

import { expect, it } from 'vitest';
import { htmlText, parseHtml } from '#markdown/from-html.ts';

it('reads a page with more elements side by side than a call takes arguments', () => {
  expect(htmlText(parseHtml('<b>a</b>'.repeat(200_000)))).toBe('a'.repeat(200_000));
});

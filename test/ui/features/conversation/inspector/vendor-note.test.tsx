// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { VendorNote } from '#ui/features/conversation/inspector/vendor-note.tsx';
import { render } from '../../../support/render.tsx';

const said = async (language: 'en' | 'ko', name: string, detail?: string): Promise<string> => {
  const { container } = await render(<VendorNote name={name} detail={detail} />, language);
  return container.querySelector('li')?.textContent ?? '';
};

it.each([
  ['en', '8 tool uses, 50000 tokens', '8 results, 50,000 tokens'],
  ['en', '1 tool uses, 900 tokens', '1 result, 900 tokens'],
  ['ko', '8 tool uses, 50000 tokens', '결과 8개, 50,000토큰'],
  ['en', 'of another version', 'of another version'],
] as const)('%s: tells what Anthropic cleared, “%s”', async (language, detail, expected) => {
  expect(await said(language, 'vendor-cleared-tool-uses', detail)).toContain(expected);
});

it('leaves the words of other notes as they are', async () => {
  const detail = 'messages.1.content.0: prefix_binding_mismatch';
  expect(await said('en', 'vendor-dropped-thinking', detail)).toContain(detail);
  expect(await said('en', 'of-tomorrow')).toBe('of-tomorrow');
});

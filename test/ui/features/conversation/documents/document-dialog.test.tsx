// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { DocumentText } from '#documents/base/document.ts';
import { DocumentDialog } from '#ui/features/conversation/documents/document-dialog.tsx';
import { render } from '../../../support/render.tsx';

it.each<[string, Partial<DocumentText>, boolean, string]>([
  ['a text', {}, false, 'Models get this text.'],
  ['a text beside images', { hasImages: true }, false, 'Models get this text, without the images in the file.'],
  ['a text that was read after it was sent', { hasImages: true }, true, 'Read just now, not sent.'],
  ['nothing', { text: '' }, true, 'Models only get the file’s name.'],
])('says what models get of %s', async (_, read, unsent, said) => {
  const document: DocumentText = { form: 'word', text: 'Plan', ...read };
  const reading = { state: 'read', tokens: 1, document } as const;
  await render(<DocumentDialog name="a.docx" reading={reading} taker={null} unsent={unsent} onClose={() => {}} />);
  expect(screen.getByRole('dialog').textContent).toContain(said);
});

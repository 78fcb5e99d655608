import { describe, expect, it } from 'vitest';
import { readingFacts, takesOf, warningOf } from '#ui/features/conversation/documents/document-facts.ts';
import type { Model } from '#core/model.ts';
import type { DocumentText } from '#documents/base/document.ts';
import { documents } from '#texts/en/documents.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';
import type { Reading } from '#ui/features/conversation/documents/use-readings.ts';
import { findModel } from '#vendors/catalog/find-model.ts';

const t = ((key: keyof typeof documents) => documents[key]) as Translate<'documents'>;
const pages = (total: number): Reading => ({
  state: 'read',
  tokens: 1,
  document: { form: 'pdf', text: '[Page 1]', parts: { unit: 'page', total, read: 1 } },
});

describe('what a model takes of a PDF', () => {
  it.each([
    ['anthropic', 'claude-haiku-4-5', 100, 'file'],
    ['anthropic', 'claude-haiku-4-5', 101, 'text'],
    ['anthropic', 'claude-opus-4-8', 600, 'file'],
    ['gemini', 'gemini-3.8-flash', 1001, 'text'],
    ['openai', 'gpt-6-sol', 5000, 'file'],
    ['mistral', 'mistral-large-4', 1, 'pictures'],
    ['mistral', 'magistral-medium-latest', 1, 'text'],
  ] as const)('%s, %s, %d pages: %s', (vendor, id, total, takes) => {
    const protocol = {
      anthropic: 'anthropic',
      gemini: 'gemini',
      openai: 'openai-responses',
      mistral: 'openai-chat',
    } as const;
    expect(takesOf('application/pdf', findModel(vendor, id, protocol[vendor], ''), pages(total))).toBe(takes);
  });

  it.each<[string, DocumentText]>([
    ['without pages', { form: 'pdf', text: '', parts: { unit: 'page', total: 0, read: 0 } }],
    ['without bytes', { form: 'text', text: '', encoding: 'utf-8' }],
  ])('nothing of one %s, which its chip says', (_name, document) => {
    const model = findModel('anthropic', 'claude-opus-4-8', 'anthropic', '');
    const read: Reading = { state: 'read', tokens: 0, document };
    const takes = takesOf('application/pdf', model, read);
    expect(takes).toBe('text');
    expect(readingFacts(read, takes, t)).toEqual(['no text']);
    expect(warningOf(read, takes, t)).toBe('No text was found in the file. Models only get its name.');
  });

  it('a text that is longer than its window, which its chip says before it is sent', () => {
    const model = findModel('anthropic', 'claude-haiku-4-5', 'anthropic', '');
    const read = (tokens: number): Reading => ({ state: 'read', tokens, document: { form: 'text', text: 'a' } });
    expect(readingFacts(read(6_000_000), 'text', t)).toContain('as text');
    expect(warningOf(read(6_000_000), 'text', t, model)).toMatch(/^Too long for/);
    expect(warningOf(read(1_000), 'text', t, model)).toBe('');
    expect(warningOf(read(6_000_000), 'text', t, { ...model, contextWindow: undefined } as unknown as Model)).toBe('');
  });

  it('the text of a file without its images, which its chip says', () => {
    const document: DocumentText = { form: 'powerpoint', text: 'a', hasImages: true };
    expect(readingFacts({ state: 'read', tokens: 1, document }, 'text', t)).toContain('as text, no images');
  });

  it('only the text of what is only called a PDF', () => {
    const model = findModel('anthropic', 'claude-opus-4-8', 'anthropic', '');
    const read: Reading = { state: 'read', tokens: 1, document: { form: 'text', text: 'a' } };
    expect(takesOf('application/pdf', model, read)).toBe('text');
  });
});

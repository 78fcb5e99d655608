import { expect, test } from 'vitest';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { readDocuments } from '#tools/mcp/read-documents.ts';

const { signal } = new AbortController();
const document = (mimeType: string, blob = btoa('%PDF-1.7')): CallToolResult['content'][number] => ({
  type: 'resource',
  resource: { uri: 'https://a.example/report.pdf?x#page=2', mimeType, blob },
});

test('documents become their text; everything else stays', async () => {
  const seen: string[] = [];
  const picture = { type: 'image', data: '', mimeType: 'image/png' } as const;
  const result = {
    content: [
      { type: 'text', text: 'head' } as const,
      document('application/pdf'),
      picture,
      document('application/zip'),
    ],
  };
  const read = await readDocuments(
    result,
    async (bytes, name) => {
      seen.push(`${name} ${await bytes.text()}`);
      return '[Page 1]\nwords';
    },
    signal,
  );
  expect(seen).toEqual(['report.pdf %PDF-1.7']);
  expect(read.content).toEqual([
    result.content[0],
    { type: 'text', text: '[Page 1]\nwords' },
    picture,
    result.content[3],
  ]);
});

test('a document that can’t be read says why, and one that is no base64 is left to others', async () => {
  const fails = () => Promise.reject(new Error('locked: a password'));
  const { content } = await readDocuments(
    { content: [document('application/pdf'), document('application/pdf', '%')] },
    fails,
    signal,
  );
  expect(content[0]).toMatchObject({ type: 'text', text: expect.stringContaining('locked: a password') as string });
  expect(content[1]).toMatchObject({ type: 'resource' });
});

test('a call that is cancelled meanwhile stays cancelled', async () => {
  const stop = new AbortController();
  const reading = readDocuments(
    { content: [document('application/pdf')] },
    () => {
      stop.abort(new DOMException('cancelled', 'AbortError'));
      return Promise.reject(new Error('ended'));
    },
    stop.signal,
  );
  await expect(reading).rejects.toThrow('cancelled');
});

// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { captureFrame } from '#ui/features/conversation/quick/capture-frame.ts';
import { readClipboard } from '#ui/features/conversation/quick/read-clipboard.ts';

const item = (content: Readonly<Record<string, string>>) =>
  ({
    types: Object.keys(content),
    getType: async (type: string) => new Blob([content[type] ?? ''], { type }),
  }) as unknown as ClipboardItem;

const clipboard = (...items: ClipboardItem[]) => ({ read: async () => items });
const refusing = (name: string) => () => Promise.reject(new DOMException('no', name));

it('text counts before the picture of it that office programs add', async () => {
  expect(await readClipboard(clipboard(item({ 'image/png': 'pixels', 'text/plain': 'words' })))).toEqual({
    kind: 'text',
    text: 'words',
  });
});

it('a picture is a file of its kind', async () => {
  const found = await readClipboard(
    clipboard(item({ 'text/html': '<img>', 'text/plain': ' ' }), item({ 'image/png': 'pixels' })),
  );
  if (found.kind !== 'picture') throw new Error(found.kind);
  const { name, type, size } = found.file;
  expect([name, type, size]).toEqual(['clipboard.png', 'image/png', 6]);
});

it('nothing, a refusal and a failure are told apart', async () => {
  expect(await readClipboard(clipboard())).toEqual({ kind: 'nothing' });
  expect(await readClipboard(clipboard(item({ 'text/html': '<p>' })))).toEqual({ kind: 'nothing' });
  expect(await readClipboard({ read: refusing('NotAllowedError') })).toEqual({ kind: 'refused' });
  await expect(readClipboard({ read: refusing('DataError') })).rejects.toThrow('no');
});

it('choosing nothing to share is no failure', async () => {
  expect(await captureFrame({ getDisplayMedia: refusing('NotAllowedError') })).toBeNull();
  await expect(captureFrame({ getDisplayMedia: refusing('NotReadableError') })).rejects.toThrow('no');
});

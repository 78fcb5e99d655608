// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { saveText } from '#ui/kit/files/save-text.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['가,나', 'a.csv', 'efbbbfeab080'],
  ['\ufeff가,나', 'a.csv', 'efbbbfeab080'],
  ['a,b', 'a.csv', '612c62'],
  ['가,나', 'a.json', 'eab0802c'],
])('%j in %s begins with the bytes that Excel needs, if any', async (text, name, bytes) => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const create = vi.fn<(blob: Blob) => string>(() => 'blob:x');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => undefined }));
  saveText(text, name);
  const saved = new Uint8Array((await create.mock.calls[0]?.[0].arrayBuffer()) ?? []);
  expect(Buffer.from(saved).toString('hex').slice(0, bytes.length)).toBe(bytes);
});

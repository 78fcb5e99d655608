import { expect, it } from 'vitest';
import { createExportDestinations, type FileWindow } from '#state/export-destinations.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The browser's own storage, with one folder of files. */
function fakeStorage(files: Map<string, File>) {
  const folder = {
    getFileHandle: async (name: string) => {
      files.set(name, files.get(name) ?? new File([], name, { lastModified: 5 * DAY }));
      return { kind: 'file', name, getFile: async () => files.get(name) };
    },
    removeEntry: async (name: string) => void files.delete(name),
    async *entries() {
      for (const [name, file] of files) yield [name, { kind: 'file', name, getFile: async () => file }];
    },
  };
  const root = { getDirectoryHandle: async () => folder };
  return async () => root as object as FileSystemDirectoryHandle;
}

function setUp(more: Partial<FileWindow> = {}) {
  const files = new Map<string, File>();
  const downloads: [Blob, string][] = [];
  const places = createExportDestinations({
    storage: fakeStorage(files),
    download: (file, name) => void downloads.push([file, name]),
    now: () => 5 * DAY,
    newId: () => 'own-1',
    ...more,
  });
  return { files, downloads, places };
}

it('asks the user where the browser can, and takes no for an answer', async () => {
  const asked: unknown[] = [];
  const handle = { name: 'mine.zip' } as FileSystemFileHandle;
  const { places, files } = setUp({
    showSaveFilePicker: async (options) => (asked.push(options), handle),
  });
  const place = await places.choose('baton.zip');
  expect(place).toMatchObject({ name: 'mine.zip', handle, own: false });
  expect(asked).toEqual([{ suggestedName: 'baton.zip', types: [{ accept: { 'application/zip': ['.zip'] } }] }]);
  expect(files.size).toBe(0);

  const refused = (name: string) => async () => Promise.reject(new DOMException('said so', name));
  expect(await setUp({ showSaveFilePicker: refused('AbortError') }).places.choose('a.md')).toBeNull();
  await expect(setUp({ showSaveFilePicker: refused('SecurityError') }).places.choose('a.md')).rejects.toThrow(
    'said so',
  );
});

it('elsewhere keeps the file until it was handed over and is removed', async () => {
  const { places, files, downloads } = setUp();
  const place = await places.choose('내 대화.html');
  expect(place?.own).toBe(true);
  expect([...files.keys()]).toEqual(['own-1']);
  await place?.handOver();
  expect(downloads).toEqual([[files.get('own-1'), '내 대화.html']]);
  await place?.remove();
  expect(files.size).toBe(0);
});

it('removes what earlier windows left, and nothing that is of today', async () => {
  const { places, files } = setUp();
  files.set('old', new File([], 'old', { lastModified: 4 * DAY - 1 }));
  files.set('young', new File([], 'young', { lastModified: 4 * DAY + 1 }));
  await places.sweep();
  expect([...files.keys()]).toEqual(['young']);
});

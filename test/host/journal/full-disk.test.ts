import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StoredRecord } from '#contract/journal.ts';
import { createJournalFolder } from '#host/journal/journal-folder.ts';
import { writeLine } from '#host/journal/segment.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-journal-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const record = (key: string): StoredRecord => ({
  table: 'folders',
  key,
  digest: '0123456789abcdef',
  schema: 1,
  row: 1,
});

/** The function with which this process writes every file. */
async function fileHandles(): Promise<FileHandle> {
  const file = await open(join(folder, 'probe'), 'w');
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
}

it('a line that was cut off stays a line of its own, also when there was no room to end it', async () => {
  writeFileSync(join(folder, '000001.log'), writeLine(record('whole')).toString() + '0123abcd {"table":"fold');
  const handles = await fileHandles();
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const [append, write] = [vi.spyOn(handles, 'appendFile'), vi.spyOn(handles, 'write')];
  append.mockRejectedValue(full);
  write.mockRejectedValue(full);
  const journal = createJournalFolder(folder);
  await expect(journal.append([record('refused')])).rejects.toBe(full);
  append.mockRestore();
  write.mockRestore();
  await journal.append([record('stored')]);
  const keys: string[] = [];
  for await (const line of journal.records()) keys.push((JSON.parse(line.toString()) as { key: string }).key);
  expect(keys).toEqual(['whole', 'stored']);
  await journal.close();
});

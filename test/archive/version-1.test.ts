import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openArchive } from '#archive/read-archive.ts';
import { recordsOf } from '#archive/records.ts';
import { verifyArchive } from '#archive/verify-archive.ts';
import { MemoryFiles } from './memory-files.ts';

const file = fileURLToPath(new URL('../fixtures/archive-version-1.json', import.meta.url));

/** Written by Baton 0.1.0, when archives had version 1: file name to base64. Never written anew. */
const FROZEN: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));

function frozen(): MemoryFiles {
  const files = new MemoryFiles();
  for (const [name, content] of Object.entries(FROZEN)) files.put(name, Buffer.from(content, 'base64'));
  return files;
}

test('an archive of version 1 is read whole: every line as it stands in it', async () => {
  const files = frozen();
  const archive = await openArchive(files.list());
  expect(archive.manifest.conversations).toHaveLength(3);
  for (const entry of archive.manifest.conversations) {
    const lines = files.text(entry.file).split('\n').filter(Boolean);
    expect([...recordsOf(await archive.session(entry))]).toEqual(lines.map((line): unknown => JSON.parse(line)));
  }
  const report = await verifyArchive(archive);
  expect(report).toMatchObject({ problems: [], conversations: 3, blobs: 2, records: 0 });
});

test('a file that version 1 had is still missed in it', async () => {
  const files = frozen();
  files.contents.delete('tool-lists.ndjson');
  const report = await verifyArchive(await openArchive(files.list()));
  expect(report.problems).toEqual(['tool-lists.ndjson is missing']);
});

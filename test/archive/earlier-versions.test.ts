import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openArchive } from '#archive/read-archive.ts';
import { recordsOf } from '#archive/records.ts';
import { verifyArchive } from '#archive/verify-archive.ts';
import { MemoryFiles } from './memory-files.ts';

/** Written by Baton 0.1.0 while archives had that version: file name to base64. Never regenerated. */
function frozen(version: number): MemoryFiles {
  const file = fileURLToPath(new URL(`../fixtures/archive-version-${version}.json`, import.meta.url));
  const files = new MemoryFiles();
  for (const [name, content] of Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))))
    files.put(name, Buffer.from(content, 'base64'));
  return files;
}

const linesOf = (files: MemoryFiles, name: string): unknown[] =>
  files
    .text(name)
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));

describe.each([
  [1, { blobs: 2, records: 0 }],
  [2, { blobs: 4, records: 6 }],
  [3, { blobs: 3, records: 6 }],
  [4, { blobs: 4, records: 6 }],
  [5, { blobs: 5, records: 7 }],
])('an archive of version %i', (version, counts) => {
  it('is read whole: every line as it stands in it', async () => {
    const files = frozen(version);
    expect(JSON.parse(files.text('manifest.json'))).toMatchObject({ version });
    const archive = await openArchive(files.list());
    expect(archive.manifest.conversations).toHaveLength(3);
    for (const entry of archive.manifest.conversations)
      expect([...recordsOf(await archive.session(entry))]).toEqual(linesOf(files, entry.file));
    expect(await verifyArchive(archive)).toMatchObject({ problems: [], conversations: 3, ...counts });
  });

  it('still misses a file that it had', async () => {
    const files = frozen(version);
    files.contents.delete('tool-lists.ndjson');
    const report = await verifyArchive(await openArchive(files.list()));
    expect(report.problems).toEqual(['tool-lists.ndjson is missing']);
  });
});

import type { HistorySource, WriteOptions } from '#archive/write-archive.ts';
import { openArchive } from '#archive/read-archive.ts';
import { recordsOf, type SessionHistory } from '#archive/records.ts';
import { writeArchive } from '#archive/write-archive.ts';
import { ALL_BLOBS, ASSISTANTS, FOLDERS, PROJECT_FILES, PROMPTS } from './arbitrary-session.ts';
import { MemoryFiles, pieces } from './memory-files.ts';

export const TOOL_LIST = {
  digest: 'list',
  tools: [{ name: 'read', description: 'Reads.', inputSchema: { type: 'object' } }],
};

export function sourceOf(
  histories: readonly SessionHistory[],
  blobs: ReadonlyMap<string, Uint8Array> = ALL_BLOBS,
): HistorySource {
  return {
    async *records(id) {
      const found = histories.find(({ session }) => session.id === id);
      if (found) yield* recordsOf(found);
    },
    blob: async (hash) => {
      const bytes = blobs.get(hash);
      return bytes ? pieces(bytes) : null;
    },
    toolList: async (digest) => (digest === TOOL_LIST.digest ? TOOL_LIST : null),
    async *library() {
      for (const row of FOLDERS.toReversed()) yield { type: 'folder', row };
      for (const row of ASSISTANTS.toReversed()) yield { type: 'assistant', row };
      for (const row of PROMPTS) yield { type: 'prompt', row };
      for (const row of PROJECT_FILES) yield { type: 'project-file', row };
    },
  };
}

export async function written(
  histories: readonly SessionHistory[],
  options: Partial<WriteOptions> & { blobs?: ReadonlyMap<string, Uint8Array> } = {},
): Promise<MemoryFiles> {
  const files = new MemoryFiles();
  const ids = histories.map(({ session }) => session.id);
  const { blobs, ...rest } = options;
  await writeArchive(sourceOf(histories, blobs), ids, files, { writtenBy: 'Baton 0.1.0', writtenAt: 7, ...rest });
  return files;
}

export async function readAll(files: MemoryFiles): Promise<SessionHistory[]> {
  const archive = await openArchive(files.list());
  const all: SessionHistory[] = [];
  for (const entry of archive.manifest.conversations) all.push(await archive.session(entry));
  return all;
}

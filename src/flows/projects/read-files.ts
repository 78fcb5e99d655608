import { estimateTokens } from '#core/window/estimate-tokens.ts';
import { O200K } from '#core/window/token-weights.ts';
import { getBlob } from '#storage/blob-repository.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { listUnreadFiles, putProjectText } from '#storage/project-file-repository.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { ProjectFileRow, ProjectTextRow } from '#storage/rows.ts';

/** Reads a document in a worker. Rejects with an error that has a `code`. */
export type ReadDocument = (source: {
  bytes: Blob;
  name: string;
  language: string;
}) => Promise<{ document: { text: string }; tokens: number }>;

interface ReaderDeps {
  db: BatonDatabase;
  onUnreadableRow: OnUnreadableRow;
  readDocument: ReadDocument;
  /** Of the interface. */
  language: () => string;
}

/** Files that are read at the same time. */
const AT_ONCE = 2;
/** Above this, a text is decoded in a worker. */
const MAX_PLAIN_BYTES = 1024 ** 2;

/** Returns a function that reads the files of a project in which nothing was read yet, and resolves when all are. */
export function createFileReader(deps: ReaderDeps): (folder: string) => Promise<void> {
  const { db } = deps;
  const reading = new Map<string, Promise<void>>();

  async function textOf({ name, blob }: ProjectFileRow): Promise<Pick<ProjectTextRow, 'text' | 'tokens' | 'unread'>> {
    const bytes = await getBlob(db, blob);
    if (!bytes) return { text: '', tokens: 0, unread: 'damaged' };
    try {
      const plain = await readPlain(bytes);
      if (plain !== null) return { text: plain, tokens: Math.ceil(estimateTokens(plain, O200K)) };
      const { document, tokens } = await deps.readDocument({ bytes, name, language: deps.language() });
      return { text: document.text.normalize('NFC'), tokens };
    } catch (error) {
      return { text: '', tokens: 0, unread: codeOf(error) };
    }
  }

  async function readAll(folder: string): Promise<void> {
    const [stored, read] = await Promise.all([
      db.projectFiles.where('folder').equals(folder).count(),
      db.projectTexts.where('folder').equals(folder).count(),
    ]);
    if (stored === read) return;
    const unread = await listUnreadFiles(db, folder, deps.onUnreadableRow);
    const next = async (): Promise<void> => {
      for (let file = unread.shift(); file; file = unread.shift())
        await putProjectText(db, { id: file.id, folder, ...(await textOf(file)) });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  return async (folder) => {
    const before = reading.get(folder);
    const work = (async () => {
      // Files may have been added since that one began.
      await before?.catch(() => undefined);
      await readAll(folder);
    })();
    reading.set(folder, work);
    try {
      await work;
    } finally {
      if (reading.get(folder) === work) reading.delete(folder);
    }
  };
}

/** Text in UTF-8 as it is; `null` for everything that needs a reader. */
async function readPlain(bytes: Blob): Promise<string | null> {
  if (bytes.size > MAX_PLAIN_BYTES) return null;
  const start = new TextDecoder('latin1').decode(await bytes.slice(0, 1024).arrayBuffer());
  if (/%PDF-|^PK|^\{\\rtf|<html|<!doctype html/i.test(start)) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await bytes.arrayBuffer());
    return text.includes('\0') ? null : text.normalize('NFC');
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'failed';
}

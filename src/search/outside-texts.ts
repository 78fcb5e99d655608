import { isObject } from '#core/json.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { outputsOf } from '#storage/output-repository.ts';
import type { BlobRow, StoredMessage } from '#storage/rows.ts';
import type { ReferencedTexts } from './search-document.ts';

/** Attached files are searched up to this many bytes. */
const FILE_LIMIT = 2_000_000;
const TEXT_FILE =
  /^(text\/|application\/(json|xml|x-ndjson|yaml|x-yaml|toml|javascript|typescript|sql))|[+](json|xml)$/u;

/** Whether a message has a text that is stored outside its row, or would be if it weren't missing. */
export const hasOutsideText = ({ parts }: StoredMessage): boolean =>
  parts.some(
    (part) =>
      (part.type === 'tool_result' && part.outcome?.shortened !== undefined) ||
      (part.type === 'file' && part.text === undefined),
  );

/** The texts of a session's messages that are stored outside their rows. */
export async function outsideTexts(
  db: BatonDatabase,
  sessionId: string,
  messages: readonly StoredMessage[],
): Promise<ReferencedTexts> {
  // A row that nobody can read may have anything here.
  const parts = messages.flatMap((message) => (Array.isArray(message.parts) ? message.parts.filter(isObject) : []));
  const outputs = new Map<string, string>();
  if (parts.some((part) => part.type === 'tool_result' && part.outcome?.shortened))
    await outputsOf(db, sessionId).each(({ id, text }) => void outputs.set(id, text));
  const hashes = new Set(
    parts.flatMap((part) =>
      part.type === 'file' && TEXT_FILE.test(part.mime) && part.bytes <= FILE_LIMIT ? [part.blob] : [],
    ),
  );
  const files = new Map<string, string>();
  if (hashes.size > 0)
    for (const row of await db.blobs.bulkGet([...hashes])) if (row) files.set(row.hash, await readText(row));
  return { file: (hash) => files.get(hash) ?? '', output: (id) => outputs.get(id) ?? '' };
}

/** Empty if the bytes are gone: the message is found by everything else. */
async function readText({ bytes }: BlobRow): Promise<string> {
  try {
    return await bytes.text();
  } catch {
    return '';
  }
}

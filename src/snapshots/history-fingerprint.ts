import { canonicalJson } from '#core/canonical-json.ts';
import { createSha256 } from '#core/sha256.ts';
import type { BatonDatabase } from '#storage/database.ts';

/** Rows of small tables are hashed. Large tables are only counted, because their contents only ever grow. */
const WHOLE = ['sessions', 'plans', 'drafts', 'folders', 'prompts', 'assistants', 'projectFiles'] as const;
const COUNTED = ['messages', 'overlays', 'sends', 'usage', 'outputs', 'toolLists', 'blobs'] as const;

/**
 * Detects whether the history has changed since a snapshot, without reading all of it. Every message that is added or
 * completed changes its session's row. `null` for a history without sessions: there is nothing to save.
 */
export async function historyFingerprint(db: BatonDatabase): Promise<string | null> {
  if ((await db.sessions.count()) === 0) return null;
  const hash = createSha256();
  const encoder = new TextEncoder();
  for (const name of WHOLE)
    await db.table<unknown>(name).each((row) => void hash.update(encoder.encode(`${name} ${canonicalJson(row)}\n`)));
  for (const name of COUNTED) hash.update(encoder.encode(`${name} ${await db.table(name).count()}\n`));
  return `1:${hash.hex()}`;
}

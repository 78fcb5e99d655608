import { Dexie } from 'dexie';
import { canonicalJson } from '#core/canonical-json.ts';
import { createSha256 } from '#core/sha256.ts';
import type { BatonDatabase } from '#storage/database.ts';

/** Rows of small tables are hashed. Large tables are only counted, where their contents only ever grow. */
const WHOLE = ['sessions', 'plans', 'drafts', 'folders', 'prompts', 'assistants', 'projectFiles'] as const;
const COUNTED = ['messages', 'sends', 'usage', 'outputs', 'toolLists', 'blobs'] as const;

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
  // An answer that broke off may become complete, and overlays may be replaced, without a change of anything else.
  const complete = db.messages
    .where('[status+sessionId]')
    .between(['complete', Dexie.minKey], ['complete', Dexie.maxKey]);
  hash.update(encoder.encode(`complete ${await complete.count()}\n`));
  hash.update(encoder.encode(`overlays ${canonicalJson(await db.overlays.toCollection().primaryKeys())}\n`));
  return `2:${hash.hex()}`;
}

import { canonicalJson } from '#core/canonical-json.ts';
import { createSha256 } from '#core/sha256.ts';
import type { BatonDatabase } from '#storage/database.ts';

/** Small tables, whose rows are compared; of the large ones it is counted, because what they hold is only ever added to. */
const WHOLE = ['sessions', 'plans', 'drafts', 'folders', 'prompts', 'assistants'] as const;
const COUNTED = ['messages', 'overlays', 'sends', 'usage', 'outputs', 'toolLists', 'blobs'] as const;

/**
 * Tells whether the history is still the one that a snapshot was made of, without reading all of it. Every message that
 * is added or completed changes its conversation's row. null for a history without conversations: there is nothing to keep.
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

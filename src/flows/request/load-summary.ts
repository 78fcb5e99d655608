import { NOT_SENT, SUMMARY } from '#core/normalize/base/overlays.ts';
import type { Overlay } from '#core/request.ts';
import type { SplitList } from '#core/list-start.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { readPath } from '#storage/read-path.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';

const PAGE = 64;

/** By session: where the last search started, for which summaries, and what it found. */
const cache = new WeakMap<BatonDatabase, Map<string, { asked: string; found: StoredMessage | null }>>();

/**
 * Returns the newest summary on the path before `history`, which is only the end of that path. Requests omit what the
 * summary replaces, so it is sent however long the conversation grows. `null` when there is none, or when `history`
 * itself has a newer one. Searches once for each start of the history.
 */
export async function loadSummary(
  db: BatonDatabase,
  sessionId: string,
  history: SplitList<StoredMessage>,
  overlays: readonly Overlay[],
  onUnreadableRow: OnUnreadableRow,
): Promise<StoredMessage | null> {
  const first = history.at(0);
  const silent = new Set(overlays.filter(({ kind }) => kind === NOT_SENT).map(({ target }) => target.message));
  const requested = new Set(
    overlays
      .filter(({ kind, target }) => kind === SUMMARY && !silent.has(target.message))
      .map(({ target }) => target.message),
  );
  if (!first || requested.size === 0 || history.all.some(({ id }) => requested.has(id))) return null;

  const asked = [first.id, ...requested].join(' ');
  const sessions = cache.get(db) ?? new Map<string, { asked: string; found: StoredMessage | null }>();
  cache.set(db, sessions);
  const before = sessions.get(sessionId);
  if (before?.asked === asked) return before.found;

  const rows = (await db.messages.bulkGet([...requested])).flatMap((row) => row ?? []);
  const oldest = Math.min(...rows.map(({ seq }) => seq));
  let found: StoredMessage | null = null;
  let next = first.parentId;
  let reached = first.seq;
  while (next !== null && found === null && reached > oldest) {
    const page = await readPath(db, sessionId, next, PAGE, onUnreadableRow);
    found = page.messages.findLast(({ id }) => requested.has(id)) ?? null;
    reached = page.messages[0]?.seq ?? 0;
    ({ next } = page);
  }
  sessions.set(sessionId, { asked, found });
  return found;
}

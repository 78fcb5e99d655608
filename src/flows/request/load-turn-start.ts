import type { BatonDatabase } from '#storage/database.ts';
import { readPath } from '#storage/read-path.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';

const PAGE = 64;
/** Most user messages read for one turn: the task, and the newest of the later ones. */
const MAX_COUNT = 32;

/** By session: where its history was last cut, and what the user had asked before that in the same turn. */
const cache = new WeakMap<BatonDatabase, Map<string, { cut: string; turnStart: readonly StoredMessage[] }>>();

/**
 * Returns the user's earlier messages in the turn that `history` starts in the middle of, oldest first. In a run of
 * many steps the model gets the newest of them, and always the task. Empty when `history` starts with a new turn. Reads
 * once for each cut, and no further back than the previous cut.
 */
export async function loadTurnStart(
  db: BatonDatabase,
  sessionId: string,
  history: readonly StoredMessage[],
  onUnreadableRow: OnUnreadableRow,
): Promise<readonly StoredMessage[]> {
  const first = history[0];
  if (!first || first.role === 'user' || first.parentId === null) return [];
  const cuts = cache.get(db) ?? new Map<string, { cut: string; turnStart: readonly StoredMessage[] }>();
  cache.set(db, cuts);
  const before = cuts.get(sessionId);
  if (before?.cut === first.id) return before.turnStart;

  const turnStart: StoredMessage[] = [];
  let next: string | null = first.parentId;
  let inLoop = first.role === 'tool';
  while (next !== null) {
    const page = await readPath(db, sessionId, next, PAGE, onUnreadableRow);
    for (const message of page.messages.toReversed()) {
      if (message.id === before?.cut) {
        turnStart.unshift(...before.turnStart);
        return remember();
      }
      if (message.role === 'tool') inLoop = true;
      // An answer without calls ends the previous turn.
      else if (turnStart.length > 0 && message.role === 'assistant' && !asks(message)) return remember();
      else if (message.role === 'user') {
        if (!inLoop) return remember();
        turnStart.unshift(message);
      }
    }
    ({ next } = page);
  }
  return remember();

  function remember(): readonly StoredMessage[] {
    const limited =
      turnStart.length > MAX_COUNT ? [...turnStart.slice(0, 1), ...turnStart.slice(1 - MAX_COUNT)] : turnStart;
    cuts.set(sessionId, { cut: first?.id ?? '', turnStart: limited });
    return limited;
  }
}

function asks({ parts }: StoredMessage): boolean {
  return parts.some(({ type }) => type === 'tool_call');
}

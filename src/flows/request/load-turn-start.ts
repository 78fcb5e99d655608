import type { BatonDatabase } from '#storage/database.ts';
import { readPath } from '#storage/read-path.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';

const PAGE = 64;
/** What a person put into one turn: the task, and of what was said later the newest. */
const MAX_COUNT = 32;

/** By conversation: where its history was cut last, and what had been asked before that. */
const known = new WeakMap<BatonDatabase, Map<string, { cut: string; opening: readonly StoredMessage[] }>>();

/**
 * What the person asked for in the turn that `history` begins in the middle of, oldest first: of a run of many steps
 * the model gets the newest, and never without its task. Empty where a turn begins with `history` itself.
 * Read once for each place of the cut, and no further back than to the cut before.
 */
export async function loadTurnStart(
  db: BatonDatabase,
  sessionId: string,
  history: readonly StoredMessage[],
  report: OnUnreadableRow,
): Promise<readonly StoredMessage[]> {
  const first = history[0];
  if (!first || first.role === 'user' || first.parentId === null) return [];
  const cuts = known.get(db) ?? new Map<string, { cut: string; opening: readonly StoredMessage[] }>();
  known.set(db, cuts);
  const before = cuts.get(sessionId);
  if (before?.cut === first.id) return before.opening;

  const opening: StoredMessage[] = [];
  let next: string | null = first.parentId;
  let inLoop = first.role === 'tool';
  while (next !== null) {
    const page = await readPath(db, sessionId, next, PAGE, report);
    for (const message of page.messages.toReversed()) {
      if (message.id === before?.cut) {
        opening.unshift(...before.opening);
        return remember();
      }
      if (message.role === 'tool') inLoop = true;
      // An answer that asks for nothing ends the turn before.
      else if (opening.length > 0 && message.role === 'assistant' && !asks(message)) return remember();
      else if (message.role === 'user') {
        if (!inLoop) return remember();
        opening.unshift(message);
      }
    }
    ({ next } = page);
  }
  return remember();

  function remember(): readonly StoredMessage[] {
    const kept = opening.length > MAX_COUNT ? [...opening.slice(0, 1), ...opening.slice(1 - MAX_COUNT)] : opening;
    cuts.set(sessionId, { cut: first?.id ?? '', opening: kept });
    return kept;
  }
}

function asks({ parts }: StoredMessage): boolean {
  return parts.some(({ type }) => type === 'tool_call');
}

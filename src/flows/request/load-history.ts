import { type ListStart, SplitList } from '#core/list-start.ts';
import type { HistoryMessage } from '#core/message.ts';
import { estimateMessages } from '#core/window/estimate-request.ts';
import type { TokenWeights } from '#core/window/token-weights.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { outlineMessage } from '#storage/hydrate-parts.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { knownPath } from './known-path.ts';
import { loadTurnStart } from './load-turn-start.ts';
import { readRememberedPath } from '#storage/path-memory.ts';

/** If not everything is read, the start moves in steps of this many messages, so that the window stays in place. */
const STEP = 256;

/** How much of a conversation can matter to a request. The limit that is reached first applies. */
export interface HistoryLimit {
  messages: number;
  /** By the uncalibrated estimate with `weights`. */
  tokens: number;
  weights?: TokenWeights;
}

/** Estimates of messages. Those of earlier builds are stored without their tokens. */
const counted = new WeakMap<HistoryMessage, { weights: TokenWeights; tokens: number }>();

function tokensOf(message: StoredMessage, weights: TokenWeights): number {
  const outline = outlineMessage(message);
  const known = counted.get(outline);
  if (known?.weights === weights) return known.tokens;
  const tokens = estimateMessages([outline], weights);
  counted.set(outline, { weights, tokens });
  return tokens;
}

/**
 * Reads the end of the path that can matter to a request, oldest first. That is all of it, or as far as `reach` and on
 * to a boundary that stays the same while the conversation grows by `STEP` messages. If the boundary is inside a run of
 * many steps, the user's task comes first.
 */
export async function loadHistory(
  db: BatonDatabase,
  sessionId: string,
  leafId: string | null,
  reach: HistoryLimit,
  onUnreadableRow: OnUnreadableRow,
): Promise<SplitList<StoredMessage>> {
  const pages: ListStart<StoredMessage>[] = [];
  let messages = 0;
  let tokens = 0;
  let boundary = 0;
  for await (const page of leafId === null ? [] : readRememberedPath(db, sessionId, leafId, onUnreadableRow)) {
    pages.push(page);
    const isStart = page.at(0)?.parentId === null;
    if (isStart && boundary === 0) {
      // All of it is in reach.
      const more = reach.weights ? knownPath(page).tokens(reach.weights) : 0;
      if (messages + page.length < reach.messages && tokens + more < reach.tokens)
        return new SplitList(
          page,
          pages
            .slice(0, -1)
            .toReversed()
            .flatMap((one) => one.slice()),
        );
    }
    for (const message of boundary > 0 ? [] : page.slice().toReversed()) {
      messages += 1;
      if (reach.weights) tokens += tokensOf(message, reach.weights);
      if (messages < reach.messages && tokens < reach.tokens) continue;
      boundary = Math.floor((message.seq - 1) / STEP) * STEP;
      break;
    }
    if ((page.at(0)?.seq ?? Number.POSITIVE_INFINITY) <= boundary) break;
  }
  const inReach: StoredMessage[] = [];
  for (const page of pages.toReversed())
    for (const message of page.slice()) if (message.seq > boundary) inReach.push(message);
  const turnStart = await loadTurnStart(db, sessionId, inReach, onUnreadableRow);
  return SplitList.of(
    turnStart.length === 0
      ? inReach
      : [...turnStart, ...inReach.slice(inReach.findIndex(({ role }) => role !== 'tool'))],
  );
}

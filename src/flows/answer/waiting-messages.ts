import type { OutgoingMessage } from '../base/outgoing-message.ts';
import { SessionBusyError } from '../base/flow-errors.ts';
import type { BatonDatabase } from '#storage/database.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { SessionRow } from '#storage/rows.ts';
import { getSession } from '#storage/read-sessions.ts';
import { listWaiting, takeWaiting, withdrawWaiting, type WaitingDraft } from '#storage/waiting-repository.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import { conversationState } from './conversation-state.ts';

export interface WaitingDeps {
  db: BatonDatabase;
  onUnreadableRow: OnUnreadableRow;
  /** Writes what was typed in this window, so that a changed message no longer waits. */
  flushDrafts(): Promise<void>;
  /** Resolves when the answer has ended. */
  send(sessionId: string, outgoing: OutgoingMessage): Promise<void>;
  locks: Pick<LockManager, 'request'>;
  isOnline(): boolean;
  /** Whether its connection is there and has a key; `undefined` while that is unknown. */
  canSend(session: SessionRow): boolean | undefined;
  now(): number;
  /** When this page was opened. */
  since: number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  /** The user decides about this one, see `reasonToAsk`. Called once for each. */
  onAsk(draft: WaitingDraft): void;
  onError(error: unknown): void;
  /** It couldn't be sent. It's a draft like any other again. */
  onFailed(draft: WaitingDraft, error: unknown): void;
}

export interface WaitingMessages {
  /** Looks for messages that can go out now. Called at the start, and when there may be a network again. */
  check(): void;
  end(): void;
}

/** The user saw that the message goes out later. After a restart, Baton goes by that for this long, and then asks. */
const MAX_AGE_MS = 10 * 60_000;
/** A network that has just come back may go again. */
const SETTLE_MS = 1500;
/** The browser may not say that the network is back, and another window may have let a message wait. */
const LOOK_MS = 30_000;
/** For when another window writes there, an answer is on its way, or the host hasn't said yet which keys there are. */
const RETRY_MS = 5000;

/**
 * Why a message doesn't go out on its own: it waited since before the page was opened (`since`), or the conversation is
 * no longer as it was (`state`), so that this would be another request.
 */
export function reasonToAsk(
  { waiting }: WaitingDraft,
  state: string,
  { since, now }: { since: number; now: number },
): 'old' | 'changed' | null {
  if (waiting.state !== state) return 'changed';
  return waiting.at < since && now - waiting.at > MAX_AGE_MS ? 'old' : null;
}

/**
 * Sends what the user has sent without a network, once there is one, each conversation for itself. The transaction that
 * stores the message takes the draft, and is the only thing that makes it go out, so neither a second window nor a
 * reload nor a crash can send it twice.
 */
export function createWaitingMessages(deps: WaitingDeps): WaitingMessages {
  const { db, locks } = deps;
  const asked = new Set<string>();
  const report = (error: unknown): void => deps.onError(error);
  let next: unknown = null;
  let ended = false;

  function schedule(ms: number): void {
    deps.clearTimeout(next);
    if (!ended) next = deps.setTimeout(() => void look().catch(report), ms);
  }

  function ask(draft: WaitingDraft): void {
    if (asked.has(draft.waiting.id)) return;
    asked.add(draft.waiting.id);
    deps.onAsk(draft);
  }

  async function sendOne(draft: WaitingDraft): Promise<void> {
    const { sessionId, text, waiting } = draft;
    // Another window had its turn.
    if ((await db.drafts.get(sessionId))?.waiting?.id !== waiting.id) return;
    const session = await getSession(db, sessionId, deps.onUnreadableRow);
    if (!session || session.deletedAt > 0) return;
    const ready = deps.canSend(session);
    if (ready === undefined) {
      schedule(RETRY_MS);
      return;
    }
    const times = { since: deps.since, now: deps.now() };
    if (!ready || reasonToAsk(draft, await conversationState(db, session), times)) {
      ask(draft);
      return;
    }
    const taken = takeWaiting(db, draft);
    const { attachments, asks } = waiting;
    try {
      await deps.send(sessionId, { text, attachments, ...(asks && { asks }), draft: taken });
    } catch (error) {
      if (taken.isGone) return;
      if (error instanceof SessionBusyError || error instanceof NotWriterError) schedule(RETRY_MS);
      else if (await withdrawWaiting(db, sessionId, waiting.id)) deps.onFailed(draft, error);
      else throw error;
    }
  }

  async function look(): Promise<void> {
    schedule(LOOK_MS);
    if (!deps.isOnline()) return;
    await deps.flushDrafts();
    for (const draft of await listWaiting(db, deps.onUnreadableRow))
      // One after the other: a window that may not write in a conversation leaves it to the one that may.
      void locks.request(`baton-waiting ${draft.sessionId}`, () => sendOne(draft)).catch(report);
  }

  return {
    check: () => schedule(SETTLE_MS),
    end() {
      ended = true;
      deps.clearTimeout(next);
    },
  };
}

import { createStore } from 'zustand/vanilla';
import type { HintId } from './hint-ids.ts';

/** A hint that leaves before this is offered again: nobody can have read it. */
const READ_MS = 4_000;

/** The hint on the screen, of this window. There is never more than one. */
export const currentHint = createStore<{ id: HintId | null }>(() => ({ id: null }));

/** What waits for an answer of the user is explained at once, in place of a mark. */
const WAITING: ReadonlySet<HintId> = new Set(['approval', 'switch-panel']);

/** How many subjects of each hint are on the screen. */
const subjects = new Map<HintId, number>();
let since = 0;
let onCurrentRead: () => void = () => undefined;

const isRead = () => performance.now() - since >= READ_MS;

/**
 * Offers a hint, because its subject has come to the screen. One that comes while another is shown waits for its next
 * subject, unless it is about something that waits for the user and the other one isn't. The result takes the offer back; with the last subject, the hint leaves, and `onRead` is called if it was
 * there long enough to be read.
 */
export function offerHint(id: HintId, onRead: () => void): () => void {
  subjects.set(id, (subjects.get(id) ?? 0) + 1);
  const { id: shown } = currentHint.getState();
  if (shown === null || (WAITING.has(id) && !WAITING.has(shown))) {
    if (shown !== null && isRead()) onCurrentRead();
    since = performance.now();
    onCurrentRead = onRead;
    currentHint.setState({ id });
  }
  return () => {
    const left = (subjects.get(id) ?? 1) - 1;
    subjects.set(id, left);
    if (left > 0 || currentHint.getState().id !== id) return;
    currentHint.setState({ id: null });
    if (isRead()) onRead();
  };
}

export const dismissHint = (): void => currentHint.setState({ id: null });

import type { Dehydrate } from '#storage/dehydrate-parts.ts';
import { completeMessage } from '#storage/write-messages.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import { toError } from '#core/thrown.ts';
import { endAnswer } from './end-answer.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { pause } from '../base/pause.ts';
import type { Answer } from './run-answer.ts';
import type { LiveView } from './stream-attempt.ts';

/** The wait before trying again to save an ended answer that storage refused. */
const SAVE_AGAIN_MS = 5_000;

export interface Unsaved {
  answer: Answer;
  dehydrate: Dehydrate;
  show: (now: () => LiveView) => void;
}

/** Stores the final version of a finished answer. */
export async function saveAnswer(
  deps: Pick<FlowDeps, 'db'>,
  fence: Fence,
  answer: Answer,
  dehydrate: Dehydrate,
): Promise<StoredMessage> {
  const { message, ending } = await endAnswer(answer, dehydrate);
  await completeMessage(deps.db, fence, message, ending);
  return message;
}

/**
 * Keeps an answer that storage refused on the screen, and retries until it is stored. Resolves to `null` when another
 * window writes to the session by then: the answer stays as it was last stored.
 */
export async function saveUntilStored(
  deps: Pick<FlowDeps, 'db' | 'clock'>,
  fence: Fence,
  { answer, dehydrate, show }: Unsaved,
  first: unknown,
): Promise<StoredMessage | null> {
  let problem = toError(first);
  for (;;) {
    const now = problem;
    show(() => ({ phase: 'unsaved', parts: answer.shown, problem: now }));
    await pause(deps.clock, SAVE_AGAIN_MS);
    try {
      return await saveAnswer(deps, fence, answer, dehydrate);
    } catch (error) {
      if (error instanceof NotWriterError) return null;
      problem = toError(error);
    }
  }
}

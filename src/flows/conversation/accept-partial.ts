import { getMessage } from '#storage/message-repository.ts';
import { putStreamingMessage } from '#storage/write-messages.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { InsertDeps } from './insert-answer.ts';

/** Accepts an interrupted answer as it is. It never changes after this. */
export async function acceptPartial(
  deps: InsertDeps & { writers: SessionWriters },
  sessionId: string,
  messageId: string,
): Promise<void> {
  const lease = await deps.writers.acquire(sessionId);
  try {
    await acceptMessage(deps, lease.fence, messageId);
  } finally {
    lease.release();
  }
}

/** Does nothing to a message that is not interrupted. */
export async function acceptMessage(deps: InsertDeps, fence: Fence, messageId: string): Promise<void> {
  const message = await getMessage(deps.db, messageId, deps.onUnreadableRow);
  if (message?.status !== 'interrupted' || message.sessionId !== fence.sessionId) return;
  await putStreamingMessage(deps.db, fence, {
    ...message,
    status: 'complete',
    stop: 'aborted',
    completedAt: deps.clock.now(),
  });
}

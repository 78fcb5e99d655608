import { appendMessages } from '#storage/write-messages.ts';
import type { SessionWriters } from '#storage/session-writers.ts';
import { requireMessage, type InsertDeps } from './insert-answer.ts';

/**
 * Stores an answer as the user rewrote it, beside the original, and shows it. It has no origin, thinking or signature,
 * so that no vendor takes it for its own. Pictures stay. Resolves with the id of the version. Rejects for an answer that called tools: their results would be
 * left without their calls.
 */
export async function editAnswer(
  deps: InsertDeps & { writers: SessionWriters },
  sessionId: string,
  messageId: string,
  text: string,
): Promise<string> {
  const lease = await deps.writers.acquire(sessionId);
  try {
    const { role, parts, parentId, status } = await requireMessage(deps, sessionId, messageId);
    if (role !== 'assistant' || status === 'streaming' || parts.some(({ type }) => type === 'tool_call'))
      throw new Error('only an answer without calls can be edited');
    const at = deps.clock.now();
    const [edited] = await appendMessages(deps.db, lease.fence, [
      {
        role: 'assistant',
        parts: [{ type: 'text', text }, ...parts.filter(({ type }) => type === 'image')],
        parentId,
        status: 'complete',
        stop: 'end',
        edited: true,
        createdAt: at,
        completedAt: at,
      },
    ]);
    if (!edited) throw new Error('nothing was added');
    return edited.id;
  } finally {
    lease.release();
  }
}

import type { ChatChunk, ChatDelta } from './chat-chunk.ts';

interface Completion extends Omit<ChatChunk, 'choices'> {
  choices: { message: ChatDelta; finish_reason?: string | null }[];
}

/** Returns a complete completion as the one chunk that would have streamed it; `null` if it isn't one. */
export function chunksOfCompletion(answer: unknown): ChatChunk[] | null {
  if (!isCompletion(answer)) return null;
  const choices = answer.choices.map(({ message, finish_reason }) => ({
    // The calls of a complete message are numbered by their order.
    delta: { ...message, ...(message.tool_calls && { tool_calls: message.tool_calls.map(numbered) }) },
    // An answer that arrived complete has ended, even if the server omitted the finish reason.
    finish_reason: finish_reason ?? 'stop',
  }));
  return [{ ...answer, choices }];
}

const numbered = <T extends object>(call: T, index: number) => ({ ...call, index });

function isCompletion(answer: unknown): answer is Completion {
  if (typeof answer !== 'object' || answer === null || !('choices' in answer)) return false;
  const choices: unknown = answer.choices;
  return (
    Array.isArray(choices) &&
    choices.length > 0 &&
    choices.every((one: unknown) => {
      const message = typeof one === 'object' && one !== null && 'message' in one ? one.message : null;
      return typeof message === 'object' && message !== null;
    })
  );
}

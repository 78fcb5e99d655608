import type {
  Message,
  RawMessageDeltaEvent,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages/messages';

/** The events in which a whole message would have come; null when this is none. */
export function streamOfMessage(answer: unknown): RawMessageStreamEvent[] | null {
  if (typeof answer !== 'object' || answer === null || !('content' in answer) || !Array.isArray(answer.content))
    return null;
  if (!('type' in answer) || answer.type !== 'message') return null;
  const message = answer as unknown as Message;
  const { content } = message;
  // What the last event tells stands beside the content; its type names what servers leave out.
  const end = { ...message, type: 'message_delta', delta: message } as unknown as RawMessageDeltaEvent;
  return [
    { type: 'message_start', message: { ...message, content: [] } },
    ...content.flatMap((content_block, index): RawMessageStreamEvent[] => [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_stop', index },
    ]),
    end,
    { type: 'message_stop' },
  ];
}

import type {
  Message,
  RawMessageDeltaEvent,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages/messages';

/** Returns a complete message as the events that would have streamed it; `null` if it isn't a message. */
export function streamOfMessage(answer: unknown): RawMessageStreamEvent[] | null {
  if (typeof answer !== 'object' || answer === null || !('content' in answer) || !Array.isArray(answer.content))
    return null;
  if (!('type' in answer) || answer.type !== 'message') return null;
  const message = answer as unknown as Message;
  const { content } = message;
  // The fields of the last event are on the message itself. The type requires fields that servers omit.
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

import type {
  ContentBlockParam,
  MessageParam,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages/messages';
import { StreamingBlock } from './streaming-block.ts';

/** The vendor pauses after ten rounds of its own tools; an answer that needs more than this many pauses is stopped. */
const MAX_PAUSES = 5;

/** The content of an answer, block for block as it arrived. */
class ArrivedContent {
  readonly #blocks = new Map<number, StreamingBlock>();

  push(event: RawMessageStreamEvent): void {
    if (event.type === 'content_block_start') this.#blocks.set(event.index, new StreamingBlock(event.content_block));
    else if (event.type === 'content_block_delta') this.#blocks.get(event.index)?.grow(event.delta);
  }

  get message(): MessageParam {
    const content = [...this.#blocks.values()].map((block) => block.finished() as unknown as ContentBlockParam);
    return { role: 'assistant', content };
  }
}

/**
 * Goes on with an answer that the vendor pauses (A13): what arrived is sent back unchanged, at the end of the same
 * request. The events read as one answer of several messages, of which only the last one ends.
 */
export async function* continuePaused(
  first: AsyncIterable<RawMessageStreamEvent>,
  again: (more: MessageParam[]) => Promise<AsyncIterable<RawMessageStreamEvent>>,
): AsyncGenerator<RawMessageStreamEvent, void, void> {
  const sent: MessageParam[] = [];
  let events = first;
  for (let pauses = 0; ; pauses++) {
    const arrived = new ArrivedContent();
    let paused = false;
    for await (const event of events) {
      arrived.push(event);
      if (event.type === 'message_delta' && event.delta.stop_reason === 'pause_turn' && pauses < MAX_PAUSES) {
        paused = true;
        // What was counted counts.
        yield { ...event, delta: { ...event.delta, stop_reason: null } };
      } else if (!(paused && event.type === 'message_stop')) yield event;
    }
    if (!paused) return;
    sent.push(arrived.message);
    events = await again(joined(sent));
  }
}

/** Two messages of one role in a row are one (A4b). */
function joined(messages: readonly MessageParam[]): MessageParam[] {
  const content = messages.flatMap((message) => (typeof message.content === 'string' ? [] : message.content));
  return [{ role: 'assistant', content }];
}

import type { ModelError } from '#core/error.ts';
import { createDraft, draftParts, foldEvent, type StreamDraft } from '#core/fold-stream.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import type { Vendor } from '#core/vendor.ts';

/** Characters of text, thinking and arguments together. No real answer is this long; a model stuck in a loop is. */
export const MAX_CHARS = 10_000_000;
/** Parts of text, thinking and calls. */
export const MAX_PARTS = 1_000;

const isDelta = (event: StreamEvent): event is Extract<StreamEvent, { delta: string }> => 'delta' in event;

/**
 * Ends an answer that doesn't end on its own. Keeps everything up to the limit, to the exact character, and stops the
 * source of the events.
 */
export async function* boundAnswer(
  events: AsyncGenerator<StreamEvent, void, void>,
  vendor: Vendor,
): AsyncGenerator<StreamEvent, void, void> {
  const draft = createDraft();
  let budget = MAX_CHARS;
  for await (const event of events) {
    const bounded =
      isDelta(event) && event.delta.length > budget ? { ...event, delta: event.delta.slice(0, budget) } : event;
    const tooMany = 'index' in event && event.index >= MAX_PARTS;
    if (!tooMany) {
      if (isDelta(bounded)) budget -= bounded.delta.length;
      foldEvent(draft, bounded);
      yield bounded;
      if (bounded === event) continue;
    }
    yield* endsOf(draft);
    yield { type: 'end', stop: 'error', error: answerTooLong(vendor) };
    return;
  }
}

/** Ends all open parts as they are. Truncated arguments stay text and are never run. */
function* endsOf(draft: StreamDraft): Generator<StreamEvent, void, void> {
  const parts = draftParts(draft);
  const slots = [...draft.slots].sort(([one], [other]) => one - other);
  for (const [at, [index, { finished }]] of slots.entries()) {
    const part = parts[at];
    if (part && !finished) yield { type: 'part_end', index, part };
  }
}

export const answerTooLong = (vendor: Vendor): ModelError => ({
  kind: 'cut_off',
  retryable: false,
  message: `Baton ended this answer: it went beyond ${MAX_CHARS} characters or ${MAX_PARTS} parts.`,
  code: 'answer_too_long',
  vendor,
});

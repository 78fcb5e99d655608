import type { ModelError } from '#core/error.ts';
import { createDraft, draftParts, foldEvent, type StreamDraft } from '#core/fold-stream.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import type { Vendor } from '#core/vendor.ts';

/** Characters of text, thinking and arguments together. No answer that anyone reads is as long; a model in a loop is. */
export const MAX_CHARS = 10_000_000;
/** Blocks of text, thinking and calls. */
export const MAX_PARTS = 1_000;

const isDelta = (event: StreamEvent): event is Extract<StreamEvent, { delta: string }> => 'delta' in event;

/**
 * Ends an answer that does not end by itself. What came up to there is kept, cut to the character; whoever makes the
 * events is told to stop.
 */
export async function* boundAnswer(
  events: AsyncGenerator<StreamEvent, void, void>,
  vendor: Vendor,
): AsyncGenerator<StreamEvent, void, void> {
  const draft = createDraft();
  let room = MAX_CHARS;
  for await (const event of events) {
    const kept = isDelta(event) && event.delta.length > room ? { ...event, delta: event.delta.slice(0, room) } : event;
    const tooMany = 'index' in event && event.index >= MAX_PARTS;
    if (!tooMany) {
      if (isDelta(kept)) room -= kept.delta.length;
      foldEvent(draft, kept);
      yield kept;
      if (kept === event) continue;
    }
    yield* endsOf(draft);
    yield { type: 'end', stop: 'error', error: answerTooLong(vendor) };
    return;
  }
}

/** Parts that were still open end as far as they got; arguments that were cut stay as text and are never run. */
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

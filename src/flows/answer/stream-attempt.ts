import { createDraft, draftParts, foldEvent } from '#core/fold-stream.ts';
import type { StreamDraft } from '#core/fold-stream.ts';
import type { Part } from '#core/message.ts';
import type { PicturePreview } from '#core/stream-event.ts';
import type { StreamingAnswer } from '#state/streaming-answers.ts';
import type { Dehydrate } from '#storage/dehydrate-parts.ts';
import { createPacedWrites } from '#storage/paced-writes.ts';
import { putStreamingMessage } from '#storage/write-messages.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { PreparedRequest } from '#vendors/base/base-ai-service.ts';
import { describeBreak } from '../base/describe-break.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { readStream } from '../request/read-stream.ts';
import { createThinkingClock } from '../request/thinking-clock.ts';
import type { ThinkingClock } from '../request/thinking-clock.ts';

/** A connection that is silent for this long is dead. Some vendors think for minutes without sending anything. */
const IDLE_MS = 600_000;

export interface AttemptJob {
  fence: Fence;
  /** Aborts on stop, or when the right to write is lost. */
  stopper: AbortController;
  dehydrate: Dehydrate;
  /** Shows the running attempt. `now` is called when the page paints, however many events came in between. */
  show(now: () => LiveView): void;
}

export type LiveView = Pick<StreamingAnswer, 'phase'> &
  Partial<Pick<StreamingAnswer, 'parts' | 'previews' | 'usage' | 'retry' | 'repaired' | 'problem'>>;

export interface Attempt {
  draft: StreamDraft;
  /** The parts of the answer. Thinking parts have the time they took. */
  shown: readonly Part[];
}

/** Streams one request to its end. Shows and stores the answer as it grows. */
export async function streamAttempt(
  deps: Pick<FlowDeps, 'clock' | 'db' | 'onError' | 'reliability'>,
  job: AttemptJob,
  prepared: PreparedRequest,
  placed: StoredMessage,
): Promise<Attempt> {
  const { signal } = job.stopper;
  const draft = createDraft();
  const thinking = createThinkingClock(() => deps.clock.monotonic());
  let parts = 0;
  const writes = createPacedWrites({
    clock: deps.clock,
    write: async () => {
      await putStreamingMessage(deps.db, job.fence, {
        ...placed,
        parts: await job.dehydrate(thinking.stamp(draftParts(draft))),
      });
    },
    onError: (error) => {
      if (error instanceof NotWriterError) job.stopper.abort();
      else deps.onError(error);
    },
  });
  try {
    await readStream(prepared.stream(signal, { idleMs: IDLE_MS }), signal, deps.clock, (event) => {
      foldEvent(draft, event);
      thinking.see(event);
      if (draft.slots.size === 0) return;
      if (draft.slots.size > parts) {
        parts = draft.slots.size;
        void deps.reliability.emit({ type: 'message.part.updated', sessionId: placed.sessionId, role: 'assistant' });
      }
      if (!signal.aborted) job.show(() => viewOf(draft, thinking));
      writes.grew();
    });
  } catch (error) {
    // Services don't throw. If one does, its output so far is kept.
    draft.stop = 'error';
    draft.error = describeBreak(error);
  }
  await writes.close();
  return { draft, shown: thinking.stamp(draftParts(draft)) };
}

function viewOf(draft: StreamDraft, thinking: ThinkingClock): LiveView {
  const parts = thinking.stamp(draftParts(draft));
  const thinks = parts.at(-1)?.type.endsWith('thinking') ?? false;
  return {
    phase: thinks ? 'thinking' : 'answering',
    parts,
    ...(draft.previews.size > 0 && { previews: placed(draft) }),
    ...(draft.usage ? { usage: draft.usage } : {}),
  };
}

/** By the place of the part, which is not its index where one is missing. */
function placed({ slots, previews }: StreamDraft): ReadonlyMap<number, PicturePreview> {
  const places = [...slots.keys()].sort((a, b) => a - b);
  return new Map([...previews].map(([index, preview]) => [places.indexOf(index), preview]));
}

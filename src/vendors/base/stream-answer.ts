import { abortable } from '#core/abortable.ts';
import type { ModelError } from '#core/error.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import type { Vendor } from '#core/vendor.ts';
import type { VendorFetch } from './base-ai-service.ts';
import { answerTooLong, boundAnswer } from './bound-answer.ts';
import { requestIdOf, toModelError, errorInStreamTail, vendorFailure } from './model-error.ts';
import { nonAnswerError, type StreamType } from './non-answer-error.ts';
import type { Ending, StreamParser } from './stream-parser.ts';
import { usedTools } from './used-tools.ts';
import { tapFetch, type Tap } from './tap-fetch.ts';

export interface AnswerRun<Chunk> {
  vendor: Vendor;
  fetch: VendorFetch;
  signal: AbortSignal;
  parser: StreamParser<Chunk>;
  open(fetch: VendorFetch, signal: AbortSignal): Promise<AsyncIterable<Chunk>>;
  /**
   * Returns a complete answer as the chunks that would have streamed it, for servers that don't stream; `null` if it
   * isn't one.
   */
  chunksOf(answer: unknown): readonly Chunk[] | null;
  streamType: StreamType;
  /** Milliseconds without a byte after which the answer fails. If absent, only the caller limits the wait. */
  idleMs?: number | undefined;
}

/**
 * How long nothing may come after the vendor has said that the answer is complete. Some servers never close. Long enough
 * for usage, and for those that say so with every chunk.
 */
const AFTER_END_MS = 30_000;

/** The last line of a stream that a server of OpenAI's protocols closes in order. */
const DONE = /^data: ?\[DONE\]\s*$/m;

/** The body ended before the vendor said that the answer is complete. */
function incompleteError(tap: Tap, vendor: Vendor): ModelError {
  const headers = tap.headers();
  const body = errorInStreamTail(tap.tail());
  if (body !== undefined) return vendorFailure({ vendor, body, headers });
  const requestId = requestIdOf(headers);
  return {
    kind: 'cut_off',
    retryable: true,
    message: 'The answer broke off before it was complete.',
    code: 'incomplete_stream',
    vendor,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** vLLM and SGLang close in order after an error, too (2026-11). */
const unsaidEnding = <Chunk>(parser: StreamParser<Chunk>, tail: string): Ending | null =>
  DONE.test(tail) && errorInStreamTail(tail) === undefined ? (parser.unsaidEnding?.() ?? null) : null;

/** Runs one request until its single `end` event. Never throws: abort, refusal and broken streams also end with it. */
export const streamAnswer = <Chunk>(run: AnswerRun<Chunk>): AsyncGenerator<StreamEvent, void, void> =>
  boundAnswer(answerEvents(run), run.vendor);

async function* answerEvents<Chunk>(run: AnswerRun<Chunk>): AsyncGenerator<StreamEvent, void, void> {
  const { parser, signal, vendor, idleMs } = run;
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  let idle: ReturnType<typeof setTimeout> | undefined;
  let idled = false;
  const watch = () => {
    clearTimeout(idle);
    const limit = Math.min(idleMs ?? Infinity, parser.ending() ? AFTER_END_MS : Infinity);
    if (limit === Infinity) return;
    idle = setTimeout(() => {
      idled = true;
      controller.abort();
    }, limit);
  };
  const tap = tapFetch(run.fetch, watch);
  let started = false;
  let drained = false;
  let error: ModelError | undefined;
  let iterator: AsyncIterator<Chunk> | undefined;

  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  watch();
  try {
    try {
      controller.signal.throwIfAborted();
      const chunks = await abortable(run.open(tap.fetch, controller.signal), controller.signal);
      iterator = chunks[Symbol.asyncIterator]();
      while (true) {
        const next = await abortable(iterator.next(), controller.signal);
        if (next.done) break;
        read(parser, next.value);
        if (parser.ending()) watch();
        if (!started) {
          started = true;
          yield startEvent(tap, parser);
        }
        yield* parser.parts.take();
      }
      drained = true;
    } catch (thrown) {
      // If the connection breaks after the vendor reported the end, nothing is lost.
      if (!controller.signal.aborted && !parser.ending())
        error = tap.overlong() ? answerTooLong(vendor) : toModelError(thrown, tap, vendor);
    }
    if (!started && !tap.overlong() && !controller.signal.aborted && tap.refusal() === null) {
      const chunks = run.chunksOf(tap.json());
      if (chunks) {
        error = readAll(parser, chunks, tap, vendor);
        yield startEvent(tap, parser);
      } else if (errorInStreamTail(tap.tail()) === undefined)
        error = nonAnswerError(tap, vendor, run.streamType) ?? error;
    }
    parser.close?.();
    parser.parts.endAll();
    yield* parser.parts.take();
    if (signal.aborted) yield { type: 'end', stop: 'aborted' };
    else if (idled && !parser.ending())
      yield { type: 'end', stop: 'error', error: idleError(tap, vendor, idleMs ?? 0) };
    else if (error?.kind === 'aborted') yield { type: 'end', stop: 'aborted' };
    else if (error) yield { type: 'end', stop: 'error', error };
    else {
      const ending = parser.ending() ?? unsaidEnding(parser, tap.tail());
      const notes = [...(ending?.notes ?? []), ...usedTools(parser.parts.all())];
      yield ending
        ? { type: 'end', ...ending, ...(notes.length > 0 && { notes }) }
        : { type: 'end', stop: 'error', error: incompleteError(tap, vendor) };
    }
  } finally {
    clearTimeout(idle);
    signal.removeEventListener('abort', stop);
    if (!drained) {
      controller.abort();
      iterator?.return?.().catch(() => undefined);
    }
  }
}

/** A chunk that the parser can't read is a malformed stream, not a bug to throw at the caller. */
function read<Chunk>(parser: StreamParser<Chunk>, chunk: Chunk): void {
  try {
    parser.push(chunk);
  } catch (cause) {
    throw new SyntaxError('unreadable chunk', { cause });
  }
}

function readAll<Chunk>(
  parser: StreamParser<Chunk>,
  chunks: readonly Chunk[],
  tap: Tap,
  vendor: Vendor,
): ModelError | undefined {
  try {
    for (const chunk of chunks) read(parser, chunk);
    return undefined;
  } catch (thrown) {
    return toModelError(thrown, tap, vendor);
  }
}

function startEvent<Chunk>(tap: Tap, { model, notes }: StreamParser<Chunk>): StreamEvent {
  const requestId = requestIdOf(tap.headers());
  return {
    type: 'start',
    ...(requestId === undefined ? {} : { requestId }),
    ...(model === undefined ? {} : { model }),
    ...(notes?.length ? { notes } : {}),
  };
}

function idleError(tap: Tap, vendor: Vendor, idleMs: number): ModelError {
  const seconds = Math.round(idleMs / 1000);
  return {
    kind: tap.headers() ? 'cut_off' : 'network',
    retryable: true,
    message: `Nothing arrived for ${seconds} seconds.`,
    code: 'idle_timeout',
    vendor,
  };
}

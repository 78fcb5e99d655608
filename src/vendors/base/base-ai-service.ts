import { canonicalDigest } from '#core/canonical-digest.ts';
import type { SplitList } from '#core/list-start.ts';
import type { HistoryMessage } from '#core/message.ts';
import { messagesOf } from '#core/normalize/base/request-messages.ts';
import { targetWithLearned } from '#core/normalize/with-learned-facts.ts';
import type { AdvanceOptions } from '#core/normalize/message-normalizer.ts';
import { compileStrict } from '#core/repairs/compile-strict.ts';
import type { CompileReport, NormalizedMessage, NormalizedRequest, Overlay, Target } from '#core/request.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import type { Vendor } from '#core/vendor.ts';
import type { OllamaThinking } from '#core/ollama-model.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { LIST_FIELD } from '#core/wire/body-linter.ts';
import { bodyFrom } from '#core/wire/conversation.ts';
import { object } from '#core/wire/json.ts';
import { addFields } from '#core/wire/add-fields.ts';
import { omitFields } from '#core/wire/omit-fields.ts';
import { arePlain } from '#core/wire/plain-messages.ts';
import { isCanonicalDigest } from './body-text.ts';
import { finished, type Finished, type Sent, unrendered, unsendable } from './finished.ts';
import { RequestMemories, RequestMemory } from './request-memory.ts';
import { toModelError, VendorError } from './model-error.ts';
import { nonAnswerError, type StreamType } from './non-answer-error.ts';
import type { Rendered } from './rendered.ts';
import { splitBody } from './split-body.ts';
import { stampPrefixDigest } from './stamp-prefix.ts';
import { streamAnswer } from './stream-answer.ts';
import type { StreamParser } from './stream-parser.ts';
import { tapFetch } from './tap-fetch.ts';

/** Injected into the SDKs. Goes through the host, which adds the key. */
export type VendorFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface ServiceDeps {
  fetch: VendorFetch;
}

/** A model as the vendor's own list describes it. */
export interface ListedModel {
  id: string;
  label?: string;
  contextWindow?: number;
  /** Where a request says how much is read: the most that it can say. */
  maxContextWindow?: number;
  maxOutput?: number;
  tools?: boolean;
  images?: boolean;
  thinking?: OllamaThinking;
}

export interface StreamOptions {
  /** Milliseconds without a byte after which the answer ends with a network error. Default: wait forever. */
  idleMs?: number;
}

/** A request exactly as it would have been passed to fetch. */
export interface CapturedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A request that is ready to send. */
export interface PreparedRequest {
  /** The body that is passed to the SDK. */
  readonly body: unknown;
  /** Digest of the body: requests with equal digests are equal. */
  readonly digest: string;
  /** Whether a stored digest is that of this body. Earlier builds stored one of another kind. */
  hasDigest(stored: string): boolean;
  /** Never throws and always ends with one `end` event. */
  stream(signal: AbortSignal, options?: StreamOptions): AsyncGenerator<StreamEvent, void, void>;
}

/**
 * One wire protocol. Thin on purpose: repairs and the context window are handled in `sanitizeMessages`, which every
 * service shares; a service only renders, opens and parses. The signal is a parameter, never a field.
 */
export interface AIService {
  readonly protocol: Protocol;
  /** Returns a request that the vendor's rules accept, or sets `report.problem`. Never throws. */
  sanitizeMessages(
    history: readonly HistoryMessage[] | SplitList<HistoryMessage>,
    overlays: readonly Overlay[],
    target: Target,
  ): { request: NormalizedRequest; report: CompileReport };
  /**
   * Works out a piece of what a request needs, so that the page need not wait for all of it at once. Returns where
   * the next piece begins, or `null` when `sanitizeMessages` and `prepare` have little left to do.
   */
  advance(
    history: readonly HistoryMessage[] | SplitList<HistoryMessage>,
    overlays: readonly Overlay[],
    target: Target,
    options?: AdvanceOptions,
  ): number | null;
  /** Renders once, unless `sanitizeMessages` already has. */
  prepare(request: NormalizedRequest, target: Target): PreparedRequest;
  /** `prepare` and `stream` in one. */
  stream(
    request: NormalizedRequest,
    target: Target,
    signal: AbortSignal,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent, void, void>;
  /** Builds the request but doesn't send it. */
  capture(request: NormalizedRequest, target: Target): Promise<CapturedRequest>;
  /** Rejects with VendorError. */
  listModels(endpoint: string, signal: AbortSignal, vendor?: Vendor): Promise<ListedModel[]>;
}

/** Shared by all protocols. A subclass adds its renderer, its parser and the SDK call. */
export abstract class BaseAIService<Body extends object, Wire, Chunk> implements AIService {
  abstract readonly protocol: Protocol;
  /** The content type of a streamed answer. */
  protected readonly streamType: StreamType = 'event-stream';
  readonly #fetch: VendorFetch;
  readonly #memories = new RequestMemories<Wire>();
  readonly #finished = new WeakMap<NormalizedRequest, { target: Target; finished: Finished<Body> }>();

  constructor(deps: ServiceDeps) {
    this.#fetch = deps.fetch;
  }

  /** Renders a stretch of a conversation. Two stretches that are rendered separately give what both give together. */
  protected abstract renderMessages(messages: readonly NormalizedMessage[], target: Target): Wire[];
  /** `needs`: see `needsOf`. */
  abstract renderBody(
    wire: Wire[],
    request: NormalizedRequest,
    target: Target,
    needs: ReadonlySet<string>,
  ): Rendered<Body>;
  /** What a stretch of a conversation needs in the rest of the body or in the headers. Nothing if all of it is plain. */
  protected needsOf(_messages: readonly NormalizedMessage[], _wire: readonly Wire[]): readonly string[] {
    return [];
  }
  /** Index of the first element that `renderBody` may change. */
  protected firstMarked(wire: SplitList<Wire>, _target: Target): number {
    return wire.length;
  }
  protected abstract createParser(request: NormalizedRequest, target: Target): StreamParser<Chunk>;
  protected abstract open(
    rendered: Rendered<Body>,
    target: Target,
    fetch: VendorFetch,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Chunk>>;
  /**
   * Returns the chunks of the whole answer, where the vendor ends one before it is complete. `again` sends the same
   * request with more at the end of the conversation.
   */
  protected continued(
    chunks: AsyncIterable<Chunk>,
    _again: (more: Wire[]) => Promise<AsyncIterable<Chunk>>,
  ): AsyncIterable<Chunk> {
    return chunks;
  }
  /** Returns a complete answer as the chunks that would have streamed it; `null` if it isn't in this wire form. */
  protected abstract chunksOf(answer: unknown): readonly Chunk[] | null;
  protected abstract list(endpoint: string, fetch: VendorFetch, signal: AbortSignal): Promise<ListedModel[]>;

  sanitizeMessages(
    history: readonly HistoryMessage[] | SplitList<HistoryMessage>,
    overlays: readonly Overlay[],
    target: Target,
  ): { request: NormalizedRequest; report: CompileReport } {
    const memory = this.#memories.of(target);
    const check = (request: NormalizedRequest) => this.#finish(request, target, memory);
    return compileStrict(history, overlays, target, check, memory.normalizer);
  }

  advance(
    history: readonly HistoryMessage[] | SplitList<HistoryMessage>,
    overlays: readonly Overlay[],
    target: Target,
    options?: AdvanceOptions,
  ): number | null {
    // Nothing would be remembered.
    if (target.cacheKey === undefined) return null;
    const memory = this.#memories.of(target);
    const piece = memory.normalizer.advance(history, overlays, target, options);
    if (!piece) return null;
    if (piece.request) this.#finish(piece.request, target, memory).share();
    return piece.to;
  }

  prepare(request: NormalizedRequest, target: Target): PreparedRequest {
    const made = this.#finish(request, target);
    return {
      get body() {
        return made.body;
      },
      get digest() {
        return made.written().digest;
      },
      hasDigest: (stored) =>
        stored === (isCanonicalDigest(stored) ? canonicalDigest(made.body) : made.written().digest),
      stream: (signal, options) => this.#run(made, request, target, signal, options),
    };
  }

  stream(
    request: NormalizedRequest,
    target: Target,
    signal: AbortSignal,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent, void, void> {
    return this.#run(this.#finish(request, target), request, target, signal, options);
  }

  async *#run(
    made: Finished<Body>,
    request: NormalizedRequest,
    given: Target,
    signal: AbortSignal,
    { idleMs }: StreamOptions = {},
  ): AsyncGenerator<StreamEvent, void, void> {
    const {
      sent,
      violations: [violation],
    } = made;
    if (!sent || violation) {
      const message = violation ? `${violation.rule} ${violation.path}: ${violation.message}` : 'nothing to send';
      yield { type: 'end', stop: 'error', error: unsendable(message) };
      return;
    }
    const target = targetWithLearned(given, request.learned);
    const stamp = stampPrefixDigest(request, target);
    const events = streamAnswer({
      vendor: target.vendor,
      fetch: this.#fetch,
      signal,
      idleMs,
      parser: this.createParser(request, target),
      open: (fetch, signal) => this.#open(sent, made.written().text, target, fetch, signal),
      chunksOf: (answer) => this.chunksOf(answer),
      streamType: this.streamType,
    });
    for await (const event of events) yield stamp(event);
  }

  async capture(request: NormalizedRequest, target: Target): Promise<CapturedRequest> {
    let captured: CapturedRequest | undefined;
    const halt = new AbortController();
    const tap = tapFetch(
      async (input, init) => {
        captured = {
          method: init?.method ?? 'GET',
          url: input instanceof Request ? input.url : String(input),
          headers: Object.fromEntries(new Headers(init?.headers)),
          body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
        };
        halt.abort();
        throw new Error('captured');
      },
      () => undefined,
    );
    const { sent, broken, written } = this.#finish(request, target);
    if (!sent) throw broken ?? new Error('the request could not be rendered');
    const learned = targetWithLearned(target, request.learned);
    await this.#open(sent, written().text, learned, tap.fetch, halt.signal).catch((error: unknown) => {
      if (!captured) throw error;
    });
    if (!captured) throw new Error('the request was never handed to fetch');
    return captured;
  }

  /**
   * Sends `text` as the body. The SDK gets one with the end of the conversation only: it would copy all of it, and write
   * it as JSON again.
   */
  async #open(
    { rendered, split }: Sent<Body>,
    text: string,
    target: Target,
    fetch: VendorFetch,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Chunk>> {
    const { field, conversation } = split;
    const openWith = (end: readonly unknown[], whole: string) => {
      const send: VendorFetch = (input, init) => fetch(input, { ...init, body: whole });
      return this.open({ ...rendered, body: { ...rendered.body, [field]: end } }, target, send, signal);
    };
    const { leading, start, end } = conversation;
    const last = [...leading, ...start.slice(-1), ...end].slice(-1);
    const chunks = await openWith(last, text);
    return this.continued(chunks, (more) => {
      const longer = { ...split, conversation: { ...conversation, end: [...end, ...more] } };
      return openWith(more, JSON.stringify(bodyFrom(longer)));
    });
  }

  async listModels(endpoint: string, signal: AbortSignal, vendor: Vendor = 'openai'): Promise<ListedModel[]> {
    const tap = tapFetch(this.#fetch, () => undefined);
    const other = () => (tap.refusal() ? null : nonAnswerError(tap, vendor, 'json'));
    let models: ListedModel[];
    try {
      models = await this.list(endpoint, tap.fetch, signal);
    } catch (error) {
      if (signal.aborted) throw new VendorError({ kind: 'aborted', retryable: false, message: 'Stopped.', vendor });
      throw new VendorError(other() ?? toModelError(error, tap, vendor));
    }
    // The SDKs read a web page as an empty list of models.
    const instead = models.length === 0 ? other() : null;
    if (instead) throw new VendorError(instead);
    return models;
  }

  /** Renders once per request, and lints once, so that the request checked by `sanitizeMessages` is the one that is sent. */
  #finish(request: NormalizedRequest, target: Target, memory = new RequestMemory<Wire>()): Finished<Body> {
    const cached = this.#finished.get(request);
    if (cached?.target === target) return cached.finished;
    const made = this.#render(request, target, memory);
    this.#finished.set(request, { target, finished: made });
    return made;
  }

  #render(request: NormalizedRequest, given: Target, memory: RequestMemory<Wire>): Finished<Body> {
    const target = targetWithLearned(given, request.learned);
    const field = LIST_FIELD[this.protocol];
    try {
      const { wire, needs, isPlain } = memory.render(messagesOf(request), (some) => {
        const own = this.renderMessages(some, target);
        const areAllPlain = arePlain(some);
        return { wire: own, needs: areAllPlain ? [] : this.needsOf(some, own), isPlain: areAllPlain };
      });
      const omit = request.learned?.omit ?? [];
      const from = omit.some((path) => isInList(path, field))
        ? 0
        : Math.min(wire.start.length, this.firstMarked(wire, target));
      const shown = wire.slice(from);
      const full = this.renderBody(shown, request, target, needs);
      const wanted = request.parameters ? addFields(full.body, request.parameters) : full.body;
      const rendered = { ...full, body: omitFields(wanted, omit) };
      const split = splitBody(object(rendered.body), field, wire, from, shown);
      // Without a rule that is switched off, and without fields of the user or of the model's own, nothing can be wrong.
      const isSound = isPlain && rendered.body === full.body && (target.rulesOff ?? []).length === 0;
      return finished({ rendered, split }, target, memory, isSound);
    } catch (cause) {
      return unrendered(cause);
    }
  }
}

/** Whether the path of a field to omit may lead into the conversation. */
function isInList(path: string, field: string): boolean {
  const [first] = path.split('.');
  return first === field || first === '**';
}

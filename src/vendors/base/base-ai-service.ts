import type { ModelError } from '#core/error.ts';
import type { HistoryMessage } from '#core/message.ts';
import { targetWithLearned } from '#core/normalize/with-learned-facts.ts';
import { type CheckedRequest, compileStrict } from '#core/repairs/compile-strict.ts';
import type { CompileReport, NormalizedRequest, Overlay, Target } from '#core/request.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import type { Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { lintRequest } from '#core/wire/lint-request.ts';
import { omitFields } from '#core/wire/omit-fields.ts';
import type { Violation } from '#core/wire/rule.ts';
import { toError } from '#core/thrown.ts';
import { bodyDigest } from './body-digest.ts';
import { toModelError, VendorError } from './model-error.ts';
import { nonAnswerError } from './non-answer-error.ts';
import type { Rendered } from './rendered.ts';
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
  maxOutput?: number;
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
    history: readonly HistoryMessage[],
    overlays: readonly Overlay[],
    target: Target,
  ): { request: NormalizedRequest; report: CompileReport };
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

/** Shared by all four protocols. A subclass adds its renderer, its parser and the SDK call. */
export abstract class BaseAIService<Body extends object, Chunk> implements AIService {
  abstract readonly protocol: Protocol;
  readonly #fetch: VendorFetch;
  readonly #finished = new WeakMap<NormalizedRequest, Finished<Body>>();

  constructor(deps: ServiceDeps) {
    this.#fetch = deps.fetch;
  }

  abstract render(request: NormalizedRequest, target: Target): Rendered<Body>;
  protected abstract createParser(request: NormalizedRequest, target: Target): StreamParser<Chunk>;
  protected abstract open(
    rendered: Rendered<Body>,
    target: Target,
    fetch: VendorFetch,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Chunk>>;
  /** Returns a complete answer as the chunks that would have streamed it; `null` if it isn't in this wire form. */
  protected abstract chunksOf(answer: unknown): readonly Chunk[] | null;
  protected abstract list(endpoint: string, fetch: VendorFetch, signal: AbortSignal): Promise<ListedModel[]>;

  sanitizeMessages(
    history: readonly HistoryMessage[],
    overlays: readonly Overlay[],
    target: Target,
  ): { request: NormalizedRequest; report: CompileReport } {
    return compileStrict(history, overlays, target, (request) => this.#finish(request, target));
  }

  prepare(request: NormalizedRequest, target: Target): PreparedRequest {
    const finished = this.#finish(request, target);
    return {
      body: finished.body,
      digest: bodyDigest(finished.body),
      stream: (signal, options) => this.#run(finished, request, target, signal, options),
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
    { rendered, violations: [violation] }: Finished<Body>,
    request: NormalizedRequest,
    given: Target,
    signal: AbortSignal,
    { idleMs }: StreamOptions = {},
  ): AsyncGenerator<StreamEvent, void, void> {
    if (!rendered || violation) {
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
      open: (fetch, signal) => this.open(rendered, target, fetch, signal),
      chunksOf: (answer) => this.chunksOf(answer),
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
    const { rendered, broken } = this.#finish(request, target);
    if (!rendered) throw broken ?? new Error('the request could not be rendered');
    await this.open(rendered, targetWithLearned(target, request.learned), tap.fetch, halt.signal).catch(
      (error: unknown) => {
        if (!captured) throw error;
      },
    );
    if (!captured) throw new Error('the request was never handed to fetch');
    return captured;
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

  /** Renders and lints once per request, so that the request checked by `sanitizeMessages` is the one that is sent. */
  #finish(request: NormalizedRequest, target: Target): Finished<Body> {
    const known = this.#finished.get(request);
    if (known?.target === target) return known;
    const finished = this.#renderAndLint(request, target);
    this.#finished.set(request, finished);
    return finished;
  }

  #renderAndLint(request: NormalizedRequest, given: Target): Finished<Body> {
    const target = targetWithLearned(given, request.learned);
    try {
      const full = this.render(request, target);
      const rendered = request.learned ? { ...full, body: omitFields(full.body, request.learned.omit) } : full;
      const violations = lintRequest(rendered.body, target);
      return { target: given, rendered, body: rendered.body, violations };
    } catch (cause) {
      const broken = toError(cause);
      const violation: Violation = { rule: 'render', path: '', message: broken.message };
      return { target: given, rendered: null, body: null, violations: [violation], broken };
    }
  }
}

/** A request in its wire form, with the violations that the vendor would refuse. */
interface Finished<Body> extends CheckedRequest {
  target: Target;
  /** `null` if it can't be rendered. */
  rendered: Rendered<Body> | null;
  broken?: Error;
}

/** Names no vendor because no request was sent. */
const unsendable = (message: string): ModelError => ({
  kind: 'invalid_parameter',
  retryable: false,
  message,
  code: 'unsendable_request',
});

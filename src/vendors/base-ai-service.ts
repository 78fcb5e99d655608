import type { ModelError } from '#core/error.ts';
import type { HistoryMessage } from '#core/message.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import type { CompileReport, NormalizedRequest, Overlay, Target } from '#core/request.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import type { Protocol, Vendor } from '#core/vendor.ts';
import { lintRequest } from '#core/wire/lint-request.ts';
import { thrownError, VendorError } from './model-error.ts';
import type { Rendered } from './rendered.ts';
import { prefixStamp } from './stamp-prefix.ts';
import { streamAnswer } from './stream-answer.ts';
import type { StreamParser } from './stream-parser.ts';
import { tapFetch } from './tap-fetch.ts';

/** Injected into the SDKs: goes through the host, which adds the key. */
export type VendorFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface ServiceDeps {
  fetch: VendorFetch;
}

/** A model as the vendor's own list names it. */
export interface ListedModel {
  id: string;
  label?: string;
  contextWindow?: number;
  maxOutput?: number;
}

export interface StreamOptions {
  /** End the answer with a network error when no byte arrives for so long. Default: wait. */
  idleMs?: number;
}

/** A request exactly as it would have been handed to fetch. */
export interface CapturedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/**
 * One wire protocol. Thin on purpose: repair and window live in `sanitizeMessages`, shared by every service;
 * a service only renders, opens and parses. The signal is a parameter, never a field.
 */
export interface AIService {
  readonly protocol: Protocol;
  sanitizeMessages(
    history: readonly HistoryMessage[],
    overlays: readonly Overlay[],
    target: Target,
  ): { request: NormalizedRequest; report: CompileReport };
  /** Never throws and always ends with one `end` event. */
  stream(
    request: NormalizedRequest,
    target: Target,
    signal: AbortSignal,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent, void, void>;
  /** Builds the request and stops before the network. */
  capture(request: NormalizedRequest, target: Target): Promise<CapturedRequest>;
  /** Rejects with VendorError. */
  listModels(endpoint: string, signal: AbortSignal, vendor?: Vendor): Promise<ListedModel[]>;
}

/** What all four protocols share. A subclass adds its renderer, its parser and the SDK call. */
export abstract class BaseAIService<Body, Chunk> implements AIService {
  abstract readonly protocol: Protocol;
  readonly #fetch: VendorFetch;

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
  protected abstract list(endpoint: string, fetch: VendorFetch, signal: AbortSignal): Promise<ListedModel[]>;

  sanitizeMessages(
    history: readonly HistoryMessage[],
    overlays: readonly Overlay[],
    target: Target,
  ): { request: NormalizedRequest; report: CompileReport } {
    return normalizeRequest(history, overlays, target);
  }

  async *stream(
    request: NormalizedRequest,
    target: Target,
    signal: AbortSignal,
    { idleMs }: StreamOptions = {},
  ): AsyncGenerator<StreamEvent, void, void> {
    const rendered = this.#renderChecked(request, target);
    if ('error' in rendered) {
      yield { type: 'end', stop: 'error', error: rendered.error };
      return;
    }
    const stamp = prefixStamp(request, target);
    const events = streamAnswer({
      vendor: target.vendor,
      fetch: this.#fetch,
      signal,
      idleMs,
      parser: this.createParser(request, target),
      open: (fetch, signal) => this.open(rendered, target, fetch, signal),
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
    await this.open(this.render(request, target), target, tap.fetch, halt.signal).catch((error: unknown) => {
      if (!captured) throw error;
    });
    if (!captured) throw new Error('the request was never handed to fetch');
    return captured;
  }

  async listModels(endpoint: string, signal: AbortSignal, vendor: Vendor = 'openai'): Promise<ListedModel[]> {
    const tap = tapFetch(this.#fetch, () => undefined);
    try {
      return await this.list(endpoint, tap.fetch, signal);
    } catch (error) {
      if (signal.aborted) throw new VendorError({ kind: 'aborted', retryable: false, message: 'Stopped.', vendor });
      throw new VendorError(thrownError(error, tap, vendor));
    }
  }

  /** What would only come back as a refusal never reaches the network. */
  #renderChecked(request: NormalizedRequest, target: Target): Rendered<Body> | { error: ModelError } {
    try {
      const rendered = this.render(request, target);
      const [violation] = lintRequest(rendered.body, target);
      return violation ? { error: unsendable(`${violation.rule} ${violation.path}: ${violation.message}`) } : rendered;
    } catch (cause) {
      return { error: unsendable(cause instanceof Error ? cause.message : String(cause)) };
    }
  }
}

/** Names no vendor: none was asked. */
const unsendable = (message: string): ModelError => ({
  kind: 'invalid_parameter',
  retryable: false,
  message,
  code: 'unsendable_request',
});

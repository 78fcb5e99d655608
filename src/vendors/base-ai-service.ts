import type { CompileReport, NormalizedRequest, Overlay, Target } from '#core/request.ts';
import type { HistoryMessage } from '#core/message.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import type { Protocol } from '#core/vendor.ts';

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
  stream(request: NormalizedRequest, target: Target, signal: AbortSignal): AsyncGenerator<StreamEvent, void, void>;
  listModels(endpoint: string, signal: AbortSignal): Promise<ListedModel[]>;
}

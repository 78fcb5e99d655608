import { hasNullBody } from '#core/null-body.ts';
import type { VendorFetch } from './base-ai-service.ts';

/** An answer that wasn't a 2xx, with everything needed to explain it no matter what the SDK does with it. */
export interface Refusal {
  status: number;
  headers: Headers;
  body: string;
}

export interface Tap {
  fetch: VendorFetch;
  /** Headers of the last response, successful or not. */
  headers(): Headers | null;
  /** Of the last response; `null` before the first one. */
  status(): number | null;
  refusal(): Refusal | null;
  /** The last few kilobytes of a streamed body, as text. */
  tail(): string;
  /** The first few kilobytes of it. */
  head(): string;
  /** The entire body if it was a single JSON document; `undefined` if it wasn't, or can't be parsed. */
  json(): unknown;
  /** Reading stopped because a line was too long. */
  overlong(): boolean;
}

/**
 * Headers that the SDKs add themselves: their placeholder key (the host adds the real one) and telemetry about the
 * machine. None of them leaves this module.
 */
const OWN_HEADERS =
  /^(authorization|x-api-key|x-goog-api-key|user-agent|x-goog-api-client|x-server-timeout|anthropic-dangerous-direct-browser-access|openai-(organization|project)|idempotency-key|x-stainless-.*)$/i;

const TAIL_BYTES = 8192;
const HEAD_BYTES = 8192;
/** An answer that isn't streamed may contain images. */
const JSON_BYTES = 64 * 1024 * 1024;
/** One event of a stream. The SDKs buffer its line and copy it with every chunk. It may contain an image, too. */
const LINE_BYTES = 32 * 1024 * 1024;
const LINE_END = 10;

function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}

/**
 * Wraps the injected fetch for one request. The three SDKs report failures in three ways, and two of them lose the
 * headers (retry-after, request id, the host's own problems), so this reads them once for all.
 */
export function tapFetch(fetch: VendorFetch, onBytes: () => void): Tap {
  let headers: Headers | null = null;
  let status: number | null = null;
  let refusal: Refusal | null = null;
  let tail: Uint8Array[] = [];
  let tailBytes = 0;
  const head: Uint8Array[] = [];
  let bytes = 0;
  let keeps = HEAD_BYTES;

  let line = 0;
  const isOverlong = () => line > (keeps === JSON_BYTES ? JSON_BYTES : LINE_BYTES);

  const remember = (chunk: Uint8Array) => {
    if (bytes < keeps) head.push(chunk);
    bytes += chunk.byteLength;
    const ended = chunk.lastIndexOf(LINE_END);
    line = ended < 0 ? line + chunk.byteLength : chunk.byteLength - ended - 1;
    tail.push(chunk);
    tailBytes += chunk.byteLength;
    while (tail.length > 1 && tailBytes - (tail[0]?.byteLength ?? 0) >= TAIL_BYTES)
      tailBytes -= tail.shift()?.byteLength ?? 0;
  };

  return {
    headers: () => headers,
    status: () => status,
    refusal: () => refusal,
    tail: () => textOf(tail),
    overlong: isOverlong,
    head: () => textOf(head).slice(0, HEAD_BYTES),
    json: () => {
      if (keeps !== JSON_BYTES || bytes > keeps) return undefined;
      try {
        return JSON.parse(textOf(head)) as unknown;
      } catch {
        return undefined;
      }
    },
    fetch: async (input, init) => {
      const given = [...new Headers(init?.headers)];
      const sent = new Headers(given.filter(([name]) => !OWN_HEADERS.test(name)));
      const response = await fetch(input, { ...init, headers: sent });
      ({ headers, status } = response);
      onBytes();
      const shape = { status: response.status, statusText: response.statusText, headers: response.headers };
      if (!response.ok) {
        const body = await response.text();
        refusal = { status: response.status, headers: response.headers, body };
        return new Response(hasNullBody(response.status) ? null : body, shape);
      }
      if (!response.body || hasNullBody(response.status)) return response;
      keeps = /\bjson\b/i.test(headers.get('content-type') ?? '') ? JSON_BYTES : HEAD_BYTES;
      const seen = response.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, out) {
            onBytes();
            remember(chunk);
            if (isOverlong()) throw new RangeError('a line without an end');
            out.enqueue(chunk);
          },
        }),
      );
      return new Response(seen, shape);
    },
  };
}

import type { VendorFetch } from './base-ai-service.ts';

/** An answer that was not a 2xx: everything needed to explain it, whatever the SDK makes of it. */
export interface Refusal {
  status: number;
  headers: Headers;
  body: string;
}

export interface Tap {
  fetch: VendorFetch;
  /** Headers of the last response, successful or not. */
  headers(): Headers | null;
  refusal(): Refusal | null;
  /** The last few kilobytes of a body that is being streamed, as text. */
  tail(): string;
}

/**
 * What the SDKs add for themselves: their dummy key (the host puts the real one in) and telemetry about the machine.
 * None of it leaves this module.
 */
const OWN_HEADERS =
  /^(authorization|x-api-key|x-goog-api-key|user-agent|x-goog-api-client|x-server-timeout|anthropic-dangerous-direct-browser-access|openai-(organization|project)|idempotency-key|x-stainless-.*)$/i;

const TAIL_BYTES = 8192;

/**
 * Wraps the injected fetch for one request. The three SDKs report failures in three ways and two of them lose the
 * headers (retry-after, request id, the host's own problems), so they are read here, once, for all.
 */
export function tapFetch(fetch: VendorFetch, onBytes: () => void): Tap {
  let headers: Headers | null = null;
  let refusal: Refusal | null = null;
  let tail: Uint8Array[] = [];
  let tailBytes = 0;

  const remember = (chunk: Uint8Array) => {
    tail.push(chunk);
    tailBytes += chunk.byteLength;
    while (tail.length > 1 && tailBytes - (tail[0]?.byteLength ?? 0) >= TAIL_BYTES)
      tailBytes -= tail.shift()?.byteLength ?? 0;
  };

  return {
    headers: () => headers,
    refusal: () => refusal,
    tail: () => {
      const decoder = new TextDecoder();
      return tail.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
    },
    fetch: async (input, init) => {
      const sent = new Headers(init?.headers);
      for (const name of Object.keys(Object.fromEntries(sent))) if (OWN_HEADERS.test(name)) sent.delete(name);
      const response = await fetch(input, { ...init, headers: sent });
      headers = response.headers;
      onBytes();
      const shape = { status: response.status, statusText: response.statusText, headers: response.headers };
      if (!response.ok) {
        const body = await response.text();
        refusal = { status: response.status, headers: response.headers, body };
        return new Response(body, shape);
      }
      if (!response.body) return response;
      const seen = response.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, out) {
            onBytes();
            remember(chunk);
            out.enqueue(chunk);
          },
        }),
      );
      return new Response(seen, shape);
    },
  };
}

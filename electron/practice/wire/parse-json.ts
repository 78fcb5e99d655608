/** Returns undefined when the text is not JSON. */
export function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    // The caller answers with its vendor's message.
    return undefined;
  }
}

/** Fields that only control how an answer is sent; the answer is the same with and without them. */
export const TRANSPORT: ReadonlySet<string> = new Set(['stream', 'stream_options']);

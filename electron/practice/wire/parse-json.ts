/** undefined for what is not JSON. */
export function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    // The caller answers in its vendor's words.
    return undefined;
  }
}

/** Fields that say how an answer travels: it is the same answer with and without them. */
export const TRANSPORT: ReadonlySet<string> = new Set(['stream', 'stream_options']);

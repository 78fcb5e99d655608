/** undefined for what is not JSON. */
export function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    // The caller answers in its vendor's words.
    return undefined;
  }
}

/**
 * Statuses that have no body by definition. `new Response` refuses a body for them, even an empty stream (Fetch, null
 * body status).
 */
const NULL_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

export function hasNullBody(status: number): boolean {
  return NULL_BODY.has(status);
}

const LEAST = 0.5;
const MOST = 3;
/** How fast a conversation learns from its own requests. */
const NEW_SHARE = 0.5;

/**
 * Corrects the estimates of one conversation by what the vendor reported for its last request. The language mix of a
 * conversation carries most of the error, so the factor belongs to the conversation, not to the model.
 */
export function nextTokenFactor(before: number | undefined, estimated: number, reported: number): number {
  const old = before ?? 1;
  if (!(estimated > 0) || !(reported > 0)) return old;
  // The estimate was made with the old factor in it.
  const seen = old * (reported / estimated);
  const next = before === undefined ? seen : old + (seen - old) * NEW_SHARE;
  return Math.min(MOST, Math.max(LEAST, next));
}

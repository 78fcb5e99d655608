import type { Message } from './message.ts';
import type { Origin } from './vendor.ts';

type Comparable = Pick<Message, 'role' | 'status' | 'origin' | 'error'> & { parts: readonly { type: string }[] };

/**
 * The answers of one question as they stand side by side, oldest first. One that came to nothing is left out where its
 * model was asked again; the newer one then stands in its place.
 */
export function comparedAnswers<T extends Comparable>(siblings: readonly T[]): T[] {
  const shown: T[] = [];
  for (const answer of siblings) {
    if (answer.role !== 'assistant' || isNobodys(answer)) continue;
    const place = shown.findIndex((other) => cameToNothing(other) && sameOrigin(other.origin, answer.origin));
    if (place >= 0) shown[place] = answer;
    else shown.push(answer);
  }
  return shown;
}

/** A place that a crash left before anything was known of whom it was for. */
function isNobodys({ status, origin, parts }: Comparable): boolean {
  return status === 'interrupted' && !origin && parts.length === 0;
}

function cameToNothing({ status, error, parts }: Comparable): boolean {
  return status !== 'streaming' && (error !== undefined || parts.length === 0);
}

function sameOrigin(left: Origin | undefined, right: Origin | undefined): boolean {
  return (
    left !== undefined &&
    left.vendor === right?.vendor &&
    left.model === right.model &&
    left.endpoint === right.endpoint
  );
}

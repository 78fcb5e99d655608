import type { Message, Stop } from './message.ts';
import { answerContentOf } from './answer-content.ts';
import type { Origin } from './vendor.ts';

type Comparable = Pick<Message, 'role' | 'status' | 'origin' | 'error'> & {
  parts: readonly { type: string; text?: string }[];
};

/**
 * What an answer is worth beside others: it is on its way, said all it had to say, was kept from saying all of it, or
 * says nothing that a conversation could go on from.
 */
export type AnswerCompleteness = 'growing' | 'whole' | 'part' | 'nothing';

export function completenessOf(
  answer: Pick<Comparable, 'status' | 'error' | 'parts'> & Pick<Message, 'stop'>,
): AnswerCompleteness {
  if (answer.status === 'streaming') return 'growing';
  if (answerContentOf(answer.parts) !== 'something') return 'nothing';
  const broken = answer.status === 'interrupted' || answer.error !== undefined;
  return broken || (answer.stop !== undefined && CUT.has(answer.stop)) ? 'part' : 'whole';
}

const CUT: ReadonlySet<Stop> = new Set(['aborted', 'length', 'refusal']);

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

function cameToNothing(answer: Comparable): boolean {
  return answer.status !== 'streaming' && (answer.error !== undefined || answerContentOf(answer.parts) !== 'something');
}

function sameOrigin(left: Origin | undefined, right: Origin | undefined): boolean {
  return (
    left !== undefined &&
    left.vendor === right?.vendor &&
    left.model === right.model &&
    left.endpoint === right.endpoint
  );
}

import type { Message, Stop } from './message.ts';
import { answerContentOf } from './answer-content.ts';
import type { Origin } from './vendor.ts';

type Comparable = Pick<Message, 'role' | 'status' | 'origin' | 'error'> & {
  parts: readonly { type: string; text?: string }[];
};

/**
 * How complete an answer is in a comparison: still streaming (`growing`), complete (`whole`), cut short (`part`), or
 * without anything that a conversation could continue from (`nothing`).
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
 * Returns the answers to one question, oldest first. A failed answer is left out when its model was asked again; the
 * newer answer takes its position.
 */
export function comparedAnswers<T extends Comparable>(siblings: readonly T[]): T[] {
  const shown: T[] = [];
  for (const answer of siblings) {
    if (answer.role !== 'assistant' || isUnassigned(answer)) continue;
    const index = shown.findIndex((other) => isFailedOrEmpty(other) && sameOrigin(other.origin, answer.origin));
    if (index >= 0) shown[index] = answer;
    else shown.push(answer);
  }
  return shown;
}

/** A crash left this answer before its model was known. */
function isUnassigned({ status, origin, parts }: Comparable): boolean {
  return status === 'interrupted' && !origin && parts.length === 0;
}

function isFailedOrEmpty(answer: Comparable): boolean {
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

import type { Part, PartCounts } from '../message.ts';
import { hasWellFormedStrings } from '../text.ts';
import { type TokenWeights, VOCABULARIES } from './token-weights.ts';

/**
 * Goes up by two with every change of an estimate. Counts that another version stored are not used. Texts of more than a
 * million characters were counted whole before they were judged by samples; both are close enough to keep.
 */
const VERSION = 1;
/** Takes the place of the version where no string of the parts holds a lone surrogate. */
const WELL_FORMED = VERSION + 1;

/** Counts as they are stored: the version, then for each vocabulary the tokens of each part. */
export function storedCounts(parts: readonly Part[], count: (part: Part, weights: TokenWeights) => number): number[] {
  const counts = [hasWellFormedStrings(parts) ? WELL_FORMED : VERSION];
  for (const weights of VOCABULARIES) for (const part of parts) counts.push(count(part, weights));
  return counts;
}

/** The stored count of the part at `index`; `null` if there is none, or one that says nothing of this part. */
export function knownCount(
  counted: PartCounts | undefined,
  index: number | undefined,
  part: Part,
  weights: TokenWeights,
): number | null {
  if (counted === undefined || index === undefined) return null;
  const { parts, tokens } = counted;
  const isKnown = tokens[0] === WELL_FORMED || tokens[0] === VERSION;
  if (!isKnown || parts[index] !== part || tokens.length !== 1 + VOCABULARIES.length * parts.length) return null;
  const vocabulary = VOCABULARIES.indexOf(weights);
  const count = vocabulary < 0 ? undefined : tokens[1 + vocabulary * parts.length + index];
  return count !== undefined && count >= 0 && count < Number.POSITIVE_INFINITY ? count : null;
}

/** Whether it is stored that none of these parts holds a lone surrogate. */
export function isKnownWellFormed(counted: PartCounts | undefined): boolean {
  return counted?.tokens[0] === WELL_FORMED;
}

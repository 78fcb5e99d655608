import type { LeftoverComment } from '../../call-outcome.ts';
import { splitToolName } from '../../tool-names.ts';
import { spacedName, WRITES } from '../call-verbs.ts';
import type { HookStages, Middleware } from '../hook.ts';
import { findLeftoverComments } from '../leftover-comments.ts';

/** The model gets this many by name and can search for the rest. */
const MAX_NAMED = 5;

const KINDS: Readonly<Record<LeftoverComment['kind'], string>> = {
  unfinished: 'unfinished',
  stand_in: 'stands in for code',
  commented_out: 'commented-out code',
};

/**
 * Points out comments that a change left and that ask for more work (reliability.md X-08): to the user beside the call,
 * to the model below the result, once, when the result arrives. It reads the diff in the result, so only added lines
 * count.
 */
const checkComments: Middleware<'tool.execute.after'> = (value) => {
  if (value.status !== 'ok' || !WRITES.test(spacedName(splitToolName(value.tool).tool))) return value;
  const leftovers = findLeftoverComments(value.text);
  if (leftovers.length === 0) return value;
  return { ...value, text: `${value.text.trimEnd()}\n${noteOn(leftovers)}`, leftovers };
};

function noteOn(leftovers: readonly LeftoverComment[]): string {
  const named = leftovers
    .slice(0, MAX_NAMED)
    .map(({ path, line, kind, text }) => `${path}:${line} ${KINDS[kind]}: ${text}`);
  const more = leftovers.length - named.length;
  const rest = more > 0 ? `\nand ${more} more` : '';
  return `[This change leaves comments that ask for more work. Finish or remove them, unless they are wanted:\n${named.join('\n')}${rest}]`;
}

export const commentChecker: HookStages = { 'tool.execute.after': checkComments };

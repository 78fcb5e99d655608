import type { EndReason } from './run-record.ts';

/** Texts that the loop itself sends to the model in place of a result, and texts that say why a run ended. */

export const PLAN_MODE_RESULT =
  'Not run: this conversation is in plan mode, in which nothing is changed. Say what you would do, with this call as a step of it.';

export const NOT_RUN_RESULT = 'Not run: the answer that asked for this call broke off before it was complete.';

export const NEVER_STARTED_RESULT = 'Not run: everything was stopped before this call was started.';

export function unknownToolText(name: string, offered: readonly string[]): string {
  const hint = similarNames(name, offered);
  if (offered.length === 0) return `There is no tool named ${JSON.stringify(name)}: no tools are offered.`;
  return hint.length === 0
    ? `There is no tool named ${JSON.stringify(name)}. Use only the tools that are offered, by their exact names.`
    : `There is no tool named ${JSON.stringify(name)}. Did you mean ${hint.join(' or ')}?`;
}

/** Names that contain the same words. */
function similarNames(name: string, offered: readonly string[]): string[] {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const own = plain(name);
  if (own === '') return [];
  return offered
    .filter((other) => {
      const candidate = plain(other);
      return candidate.endsWith(own) || (candidate.length > 3 && own.endsWith(candidate));
    })
    .slice(0, 3);
}

export function malformedText(why: string): string {
  return `The call was not run: its arguments are not a JSON object (${why}). Send the call again with valid JSON.`;
}

export const CUT_ARGUMENTS_TEXT =
  'The call was not run: its arguments were cut off at the output limit. Send it again in smaller pieces.';

export function misfitText(why: string): string {
  return `The call was not run: its arguments do not fit the tool's schema. ${why}`;
}

export function misfitArgumentsText(why: string): string {
  return `The call was not run: a script of the user changed its arguments, and they no longer fit the tool's schema. ${why}`;
}

export function deniedText(reason: string | undefined): string {
  const message = reason?.trim() ?? '';
  return message === ''
    ? 'The user did not allow this call. Do not try to do the same in another way; ask how to go on.'
    : `The user did not allow this call: ${message}`;
}

/** What a call printed before it was ended, after the text that says so. */
export function cutOutputText(text: string, printed: string): string {
  return `${text}\n\nOutput until then:\n${printed}`;
}

export function timeoutText(kind: 'idle' | 'total', ms: number, stopped: boolean): string {
  const limit = `${Math.max(1, Math.round(ms / 1_000))} s`;
  const what = kind === 'idle' ? `gave no sign of life for ${limit}` : `took longer than ${limit}`;
  return `The tool ${what} and was stopped.${stopped ? '' : ' It did not confirm that, so it may still be at work.'}`;
}

export function crashText(message: string): string {
  return `The tool gave no result: ${message.trim() === '' ? 'its server ended or could not be reached' : message}`;
}

/** One sentence on why the run ended and one on how to continue. */
export function endText(reason: EndReason): string {
  switch (reason.kind) {
    case 'finished':
      return 'The model has finished.';
    case 'cancelled':
      return 'Stopped. Write a message to go on from here, or resume the run.';
    case 'length':
      return "The answer reached the model's output limit. Resume the run to let it go on.";
    case 'refused':
      return 'The model refused to answer. Change the last message or ask another model.';
    case 'failed':
      return "The model's answer failed. Resume the run to ask again, with this model or another one.";
    case 'steps':
      return `Stopped after ${reason.limit} steps, the limit for one run. Resume the run to allow as many again.`;
    case 'cost':
      return `Stopped at ${dollars(reason.spent)}, past the limit of ${dollars(reason.limit)} for one run. Resume the run to allow as much again, or raise the limit.`;
    case 'repeating':
      return `Stopped: ${reason.tool} was called ${reason.times} times with the same arguments and the same outcome, and nothing new came in between. Tell the model what to do differently, or resume the run.`;
    case 'recovered':
      return 'Stopped after a recovery: the vendor refused the request and got a stricter one. Resume the run to go on.';
    default:
      return 'Closed after an interruption. Write a message to go on from here.';
  }
}

function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}

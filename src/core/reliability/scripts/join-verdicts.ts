import type { ScriptEvent, ScriptNote } from '../../script-table.ts';
import type { ScriptVerdict } from './read-verdict.ts';

/** A message from a script. */
export interface ScriptMessage {
  script: string;
  text: string;
}

/** The merged verdict of all scripts of an event. */
export interface ScriptsAnswer {
  notes: ScriptNote[];
  /** From the first script that refused. Scripts after it did not run. */
  refused?: ScriptMessage;
  ask?: ScriptMessage;
  args?: Readonly<Record<string, unknown>>;
  /** For the model, in the order of the scripts. */
  context: ScriptMessage[];
}

export const NO_SCRIPT_ANSWER: ScriptsAnswer = { notes: [], context: [] };

/** Adds the verdict of one more script. */
export function mergeVerdict(
  answer: ScriptsAnswer,
  event: ScriptEvent,
  script: string,
  { notes, refused, ask, args, context }: ScriptVerdict,
): ScriptsAnswer {
  return {
    ...answer,
    notes: [...answer.notes, ...notes.map((note) => ({ script, event, ...note }))],
    context: context === undefined ? answer.context : [...answer.context, { script, text: context }],
    ...(refused !== undefined && { refused: { script, text: refused } }),
    ...(ask !== undefined && answer.ask === undefined && { ask: { script, text: ask } }),
    ...(args && { args }),
  };
}

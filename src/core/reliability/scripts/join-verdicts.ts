import type { ScriptVerdict } from './read-verdict.ts';
import type { ScriptEvent, ScriptNote } from './script-table.ts';

/** Said of a script. */
export interface ScriptMessage {
  script: string;
  text: string;
}

/** What all scripts of an event want together. */
export interface ScriptsAnswer {
  notes: ScriptNote[];
  /** By the first that refused; the others behind it were not run. */
  refused?: ScriptMessage;
  ask?: ScriptMessage;
  args?: Readonly<Record<string, unknown>>;
  /** For the model, in the order of the scripts. */
  context: ScriptMessage[];
}

export const NO_SCRIPT_ANSWER: ScriptsAnswer = { notes: [], context: [] };

/** One more script has answered. */
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

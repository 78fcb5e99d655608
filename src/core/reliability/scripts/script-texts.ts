import type { ScriptMessage } from './join-verdicts.ts';

/** What a model is told of scripts; every one under its name, so that it is never taken for the person's word. */

export function refusedCallText({ script, text }: ScriptMessage): string {
  return `The call was not run: the user's script ${script} does not allow it. ${text}`;
}

export function changedText(scripts: readonly string[], args: Readonly<Record<string, unknown>>): string {
  return `[${scripts.join(', ')} of the user changed the arguments of this call to ${JSON.stringify(args)}]`;
}

export function addedText({ script, text }: ScriptMessage): string {
  return `[The user's script ${script} adds: ${text}]`;
}

const KEPT = /^The user's script (.+?) says that the work is not done:\n\n([\s\S]*)$/;

/** The message that goes to the model when a script lets it not stop. */
export function keptText({ script, text }: ScriptMessage): string {
  return `The user's script ${script} says that the work is not done:\n\n${text}`;
}

/** Who wrote such a message and what it says; null for any other. */
export function readKeptText(text: string): ScriptMessage | null {
  const [, script, words] = KEPT.exec(text) ?? [];
  return script === undefined || words === undefined ? null : { script, text: words };
}

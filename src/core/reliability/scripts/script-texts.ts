import type { ScriptMessage } from './join-verdicts.ts';

/** Texts about scripts for the model. Each names its script, so that it is never taken for the user's message. */

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

/** The message to the model when a script does not let it stop. */
export function scriptText({ script, text }: ScriptMessage): string {
  return `The user's script ${script} says that the work is not done:\n\n${text}`;
}

/** The script and the text of such a message. `null` for any other message. */
export function readScriptText(text: string): ScriptMessage | null {
  const [, script, rest] = KEPT.exec(text) ?? [];
  return script === undefined || rest === undefined ? null : { script, text: rest };
}

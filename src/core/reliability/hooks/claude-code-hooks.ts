import type { CancelSignal } from '../../cancel.ts';
import type { ScriptNote } from '../../script-table.ts';
import type { HookContext, HookStages, Middleware } from '../hook.ts';
import { NO_SCRIPT_ANSWER, type ScriptsAnswer } from '../scripts/join-verdicts.ts';
import type { ScriptOccasion } from '../scripts/script-input.ts';
import { addedText, changedText, refusedCallText } from '../scripts/script-texts.ts';

export interface ScriptPort {
  /**
   * Has the host run the scripts of an event. Rejects when the host cannot be reached. Returns nothing after an abort.
   */
  run(sessionId: string, occasion: ScriptOccasion, signal: CancelSignal | null): Promise<ScriptsAnswer>;
  /** Reports what scripts did when there is no call to store it with. */
  notify(sessionId: string, notes: readonly ScriptNote[]): void;
}

/** Runs the user's own scripts at the stages that the documents give them. */
export function claudeCodeHooks(port: ScriptPort): HookStages {
  const run = async (occasion: ScriptOccasion, context: HookContext): Promise<ScriptsAnswer> => {
    const { sessionId, configuration, signal, log } = context;
    if ((configuration.hooks[occasion.event] ?? []).length === 0) return NO_SCRIPT_ANSWER;
    const answer = await port.run(sessionId, occasion, signal);
    for (const { script, did } of answer.notes) log('Script', { event: occasion.event, script, did });
    return answer;
  };

  const before: Middleware<'tool.execute.before'> = async (value, context) => {
    const { tool, call, args, advice, scripts = [] } = value;
    if (call === undefined) return value;
    const answer = await run({ event: 'PreToolUse', tool, call, args }, context);
    const { notes, refused, ask, args: changed } = answer;
    if (notes.length === 0) return value;
    const changers = notes.flatMap(({ script, did }) => (did === 'changed' ? [script] : []));
    return {
      ...value,
      scripts: [...scripts, ...notes],
      advice: [...advice, ...(changed ? [changedText(changers, changed)] : []), ...answer.context.map(addedText)],
      ...(changed && { args: changed }),
      ...(refused && { refused: refusedCallText(refused) }),
      ...(ask && { ask: true }),
    };
  };

  const after: Middleware<'tool.execute.after'> = async (value, context) => {
    const { tool, call, args, status, text, scripts = [] } = value;
    // Only successful calls, as in Claude Code.
    if (call === undefined || status !== 'ok') return value;
    const { notes, context: added } = await run({ event: 'PostToolUse', tool, call, args, result: text }, context);
    if (notes.length === 0) return value;
    return { ...value, scripts: [...scripts, ...notes], text: [text, ...added.map(addedText)].join('\n') };
  };

  const event: Middleware<'event'> = async (value, context) => {
    if (value.type === 'prompt.submit') {
      const answer = await run({ event: 'UserPromptSubmit', prompt: value.prompt }, context);
      port.notify(value.sessionId, answer.notes);
      return { ...value, context: answer.context, ...(answer.refused && { refused: answer.refused }) };
    }
    if (value.type === 'answer.stop') {
      const { answer, active } = value;
      const { notes, refused } = await run({ event: 'Stop', answer, active }, context);
      port.notify(value.sessionId, notes);
      return refused ? { ...value, continueWith: refused } : value;
    }
    return value;
  };

  return { event, 'tool.execute.before': before, 'tool.execute.after': after };
}

import type { HookStages, PreventiveHook } from '../hook.ts';

/** A preventive hook is a rule of the engine. It applies whenever it is called. */
export function preventiveRule(rule: PreventiveHook): HookStages {
  return { 'messages.transform': (value) => ({ rules: new Set([...value.rules, rule]) }) };
}

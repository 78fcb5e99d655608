import type { PreventiveHook } from '../../preventive-hook.ts';
import type { HookId } from '../hook-table.ts';
import type { HookStages } from '../hook.ts';

/** A preventive hook is a rule of the engine. It applies whenever it is called. */
export function preventiveRule(rule: PreventiveHook & HookId): HookStages {
  return { 'messages.transform': (value) => ({ rules: new Set([...value.rules, rule]) }) };
}

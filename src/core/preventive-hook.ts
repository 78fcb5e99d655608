/** Hooks that are rules of the engine. Without them the linter repairs or refuses what they would have prevented. */
export const PREVENTIVE_HOOKS = ['thinking-block-validator', 'empty-message-sanitizer'] as const;
export type PreventiveHook = (typeof PREVENTIVE_HOOKS)[number];

/** Whether the user switched off the rule that is this hook. */
export function isOff(
  hook: PreventiveHook | undefined,
  { rulesOff = [] }: { rulesOff?: readonly PreventiveHook[] },
): boolean {
  return hook !== undefined && rulesOff.includes(hook);
}

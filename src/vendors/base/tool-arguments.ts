import { isObject } from '#core/json.ts';

/**
 * Arguments of a call as they arrived. Empty text means no arguments; unreadable text is kept next to an empty object.
 */
export function parseArguments(text: string): { args: unknown; rawArgs?: string } {
  if (text.trim() === '') return { args: {} };
  try {
    return { args: JSON.parse(text) };
  } catch {
    return { args: {}, rawArgs: text };
  }
}

/** Every vendor expects an object here, so anything else is wrapped rather than refused. */
export function argumentsObject(args: unknown): Record<string, unknown> {
  return isObject(args) ? args : { value: args ?? null };
}

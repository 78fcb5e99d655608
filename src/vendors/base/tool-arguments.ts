import { isObject, parseJson } from '#core/json.ts';

/**
 * Arguments of a call as they arrived. Empty text means no arguments; unreadable text is kept next to an empty object.
 * An object may be encoded twice (Granite 4 on vLLM, vllm PR#54964, 2026-09; quarkus-langchain4j PR#2642, 2026-06).
 */
export function parseArguments(text: string): { args: unknown; rawArgs?: string } {
  if (text.trim() === '') return { args: {} };
  try {
    const args: unknown = JSON.parse(text);
    const inner = typeof args === 'string' ? parseJson(args) : undefined;
    return { args: isObject(inner) ? inner : args };
  } catch {
    return { args: {}, rawArgs: text };
  }
}

/** Every vendor expects an object here, so anything else is wrapped rather than refused. */
export function argumentsObject(args: unknown): Record<string, unknown> {
  return isObject(args) ? args : { value: args ?? null };
}

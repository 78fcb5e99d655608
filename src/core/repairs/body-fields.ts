import type { Protocol } from '../vendors/base/protocol.ts';

/** Required fields: omitting one is not a repair. */
const NEEDED: Readonly<Record<Protocol, ReadonlySet<string>>> = {
  anthropic: new Set(['model', 'messages', 'max_tokens', 'stream', 'system', 'tools']),
  'openai-chat': new Set(['model', 'messages', 'stream', 'tools']),
  'openai-responses': new Set(['model', 'input', 'stream', 'instructions', 'tools', 'store']),
  gemini: new Set(['contents', 'systemInstruction', 'tools', 'generationConfig']),
  ollama: new Set(['model', 'messages', 'stream', 'tools', 'truncate']),
};

/** Fields of a message, an item or a tool that are not mere settings. */
const CONTENT = /^(role|content|parts|type|text|name|id|call_id|tool_calls|tool_call_id|function|arguments|output)$/;

/** Every field that asks for thinking. */
const THINKING: Readonly<Record<Protocol, readonly string[]>> = {
  anthropic: ['thinking', 'output_config'],
  'openai-chat': ['reasoning_effort', 'thinking', 'reasoning', 'reasoning_format'],
  'openai-responses': ['reasoning', 'include'],
  gemini: ['generationConfig.thinkingConfig'],
  ollama: ['think'],
};

export function thinkingFields(protocol: Protocol): readonly string[] {
  return THINKING[protocol];
}

/** The thinking level alone, which vendors name by its value. */
const EFFORT: Readonly<Record<Protocol, string>> = {
  anthropic: 'output_config.effort',
  'openai-chat': 'reasoning_effort',
  'openai-responses': 'reasoning.effort',
  gemini: 'generationConfig.thinkingConfig.thinkingLevel',
  ollama: 'think',
};

/**
 * Path of the field that a vendor names, for `omitFields`. `null` when the field cannot be omitted. Indices become `*`:
 * what one element may not have, none may.
 */
export function fieldPath(named: string, protocol: Protocol): string | null {
  // xAI calls it so in Responses, too (pi#8381, 2026-08).
  if (named === 'effort' || named === 'reasoning_effort') return EFFORT[protocol];
  const steps = named
    .replace(protocol === 'gemini' ? /^body\./ : /^(body|generation_config)\./, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? '*' : protocol === 'gemini' ? camelCase(step) : step));
  const path = steps.filter((step, index) => !(steps[index - 1] === '*' && ROLES.has(step)));
  const [first] = path;
  const last = path.at(-1);
  if (first === undefined || last === undefined || last === '*') return null;
  if (path.length === 1) return ANYWHERE.has(first) ? `**.${first}` : NEEDED[protocol].has(first) ? null : first;
  return path.includes('*') && CONTENT.test(last) ? null : path.join('.');
}

/** Cerebras names the role of the message between its index and the field. */
const ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

/** Settings of blocks and tools: the vendor names only the key. */
const ANYWHERE: ReadonlySet<string> = new Set([
  'cache_control',
  'strict',
  'citations',
  'annotations',
  'phase',
  'detail',
]);

export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

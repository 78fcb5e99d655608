import { estimateJson, estimateTokens } from '../base/estimate-tokens.ts';
import { isObject, type Json, objects } from '../base/json.ts';
import type { Plan } from '../script/plan.ts';

export interface InputUsage {
  input_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
}

/** Everything that can be cached, in the order of the prefix: tools, system, messages. */
function pieces(body: Json): { tokens: number; marked: boolean; answered: boolean }[] {
  const content = (value: unknown): (Json | string)[] => (typeof value === 'string' ? [value] : objects(value));
  const list = [
    ...objects(body.tools).map((item) => ({ item, role: 'tools' })),
    ...content(body.system).map((item) => ({ item, role: 'system' })),
    ...objects(body.messages).flatMap((message) =>
      content(message.content).map((item) => ({ item, role: String(message.role) })),
    ),
  ];
  return list.map(({ item, role }) => ({
    tokens: estimateJson(item),
    marked: isObject(item) && isObject(item.cache_control),
    answered: role === 'assistant',
  }));
}

/**
 * Returns the numbers of a warm cache. Everything before the newest answer was sent before, so a marker there is read;
 * from there to the last marker is written. Without markers nothing is cached.
 */
export function inputUsage(body: Json): InputUsage {
  const list = pieces(body);
  const sum = (to: number) => list.slice(0, to + 1).reduce((total, one) => total + one.tokens, 0);
  const lastAnswer = list.findLastIndex((one) => one.answered);
  const lastMark = list.findLastIndex((one) => one.marked);
  const readMark = list.findLastIndex((one, index) => one.marked && index < lastAnswer);
  const read = sum(readMark);
  const written = Math.max(0, sum(lastMark) - read);
  return {
    input_tokens: Math.max(1, sum(list.length - 1) - read - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
  };
}

export const totalInput = (usage: InputUsage): number =>
  usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;

export function outputTokens(plan: Plan): { total: number; thinking: number } {
  const count = (thinking: boolean) =>
    plan.steps
      .filter((step) => (step.kind === 'thinking' || step.kind === 'redacted') === thinking)
      .reduce((sum, step) => sum + estimateTokens(step.kind === 'call' ? step.name + step.json : step.text), 0);
  const thinking = count(true);
  return { total: thinking + count(false) + 3, thinking };
}

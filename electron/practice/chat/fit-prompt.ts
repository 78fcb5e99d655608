import { estimateJson, estimateTokens } from '../base/estimate-tokens.ts';
import { type Json, objects, text } from '../base/json.ts';

const CHARS_PER_TOKEN = 4;

/**
 * Returns the messages that remain when a server silently cuts its prompt (L4). The oldest are removed first; a result
 * may lose its call. System messages and the newest message stay; if that is still too long, the start of the newest is
 * cut too. `loaded` is the context in tokens; null for a server that refuses instead.
 */
export function fitPrompt(body: Json, loaded: number | null): Json {
  if (loaded === null) return body;
  const messages = objects(body.messages);
  const tokenBudget = loaded - estimateJson(body.tools);
  const isKept = (message: Json, index: number) => message.role === 'system' || index === messages.length - 1;
  const remaining = [...messages.entries()];
  let tokens = estimateJson(messages);
  for (const [index, message] of messages.entries()) {
    if (tokens <= tokenBudget) break;
    if (isKept(message, index)) continue;
    remaining.splice(
      remaining.findIndex(([at]) => at === index),
      1,
    );
    tokens -= estimateJson(message);
  }
  const left = remaining.map(([, message]) => message);
  return { ...body, messages: tokens <= tokenBudget ? left : cutNewest(left, tokens - tokenBudget) };
}

function cutNewest(messages: readonly Json[], tooMany: number): Json[] {
  const newest = messages.at(-1);
  const said = text(newest?.content);
  const keep = Math.max(CHARS_PER_TOKEN, Math.floor(said.length * (1 - tooMany / Math.max(1, estimateTokens(said)))));
  return newest && said !== '' ? [...messages.slice(0, -1), { ...newest, content: said.slice(-keep) }] : [...messages];
}

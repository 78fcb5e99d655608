import { type Json, objects, text } from '../base/json.ts';
import { readThinking, type ThinkingReading } from './read-thinking.ts';
import { type AnthropicSubject, turnsOf } from './subject.ts';
import type { Seals } from '../base/seal.ts';
import { accountOf } from '../wire/account.ts';
import { blocksOf } from './blocks.ts';
import type { AnthropicModel } from './models.ts';

export interface SubjectOptions {
  headers: Headers;
  model: AnthropicModel;
  seals: Seals;
  gateway: boolean;
  counting: boolean;
}

export function readSubject(
  body: Json,
  { headers, model, seals, gateway, counting }: SubjectOptions,
): AnthropicSubject {
  const messages = objects(body.messages).map((message, index) => ({
    role: text(message.role),
    index,
    plain: typeof message.content === 'string',
    blocks: blocksOf(message.content),
  }));
  let reading: ThinkingReading | null = null;
  const subject: AnthropicSubject = {
    body,
    model,
    version: headers.get('anthropic-version'),
    betas: new Set(
      (headers.get('anthropic-beta') ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
    account: accountOf(headers),
    seals,
    gateway,
    counting,
    messages,
    turns: turnsOf(messages),
    thinking: () => (reading ??= readThinking(subject)),
  };
  return subject;
}

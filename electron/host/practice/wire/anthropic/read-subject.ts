import { digest } from '../../digest.ts';
import { type Json, objects, text } from '../../json.ts';
import { readThinking, type ThinkingReading } from '../../rules/anthropic/read-thinking.ts';
import { type AnthropicSubject, turnsOf } from '../../rules/anthropic/subject.ts';
import type { Seals } from '../../seal.ts';
import { blocksOf } from './blocks.ts';
import type { AnthropicModel } from './models.ts';

/** The account behind a key. Practice needs none, and then it is always the same one. */
export function accountOf(headers: Headers): string {
  const key =
    headers.get('x-api-key') ??
    headers.get('x-goog-api-key') ??
    headers.get('authorization')?.replace(/^Bearer\s+/i, '') ??
    '';
  return key === '' ? 'practice' : digest(key);
}

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

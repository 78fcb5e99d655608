import { describe, expect, it } from 'vitest';
import type { Target } from '#core/request.ts';
import type { Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { lintBody } from '#test/core/lint-body.ts';
import { simulatedAt } from '#test/fakes/simulated.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { PRACTICE_MODELS } from '#vendors/catalog/practice.ts';
import { COVERAGE } from './support/coverage.ts';
import { CONVERSATION_CASES } from './support/anthropic-conversations.ts';
import { REQUEST_CASES } from './support/anthropic-requests.ts';
import { CHAT_CASES } from './support/chat-cases.ts';
import { CEREBRAS, GROQ, MISTRAL, NAMED, OWN_OLLAMA } from './support/compatible-cases.ts';
import { GEMINI_CASES } from './support/gemini-cases.ts';
import { RESPONSES_CASES } from './support/responses-cases.ts';
import { SEALED_CASES, type SealedCase } from './support/sealed-cases.ts';
import { instantVendors, type Json, post } from './support/vendors.ts';

const vendors = instantVendors();
const MESSAGES = 'https://anthropic.practice.invalid/v1/messages';

/** Every request of these tests that a practice server refuses, with its valid counterpart. */
const CASES: readonly SealedCase[] = [
  ...[...CONVERSATION_CASES, ...REQUEST_CASES].map(({ good, bad, headers = {}, badHeaders = headers, ...rest }) => ({
    ...rest,
    url: MESSAGES,
    headers: badHeaders,
    make: () => Promise.resolve({ good, bad }),
  })),
  ...[
    ...CHAT_CASES,
    ...GROQ,
    ...NAMED,
    ...CEREBRAS,
    ...MISTRAL,
    ...OWN_OLLAMA,
    ...GEMINI_CASES,
    ...RESPONSES_CASES,
  ].map(({ good, bad, ...rest }) => ({ ...rest, make: () => Promise.resolve({ good, bad }) })),
  ...SEALED_CASES,
];

const SERVERS: Readonly<Record<string, [Vendor, Protocol, endpoint: string]>> = {
  anthropic: ['anthropic', 'anthropic', ''],
  gateway: ['anthropic', 'anthropic', ''],
  openai: ['openai', 'openai-responses', '/v1'],
  xai: ['xai', 'openai-responses', '/v1'],
  gemini: ['gemini', 'gemini', ''],
  chat: ['openai', 'openai-chat', '/v1'],
  groq: ['groq', 'openai-chat', '/openai/v1'],
  cerebras: ['cerebras', 'openai-chat', '/v1'],
  fireworks: ['fireworks', 'openai-chat', '/inference/v1'],
  deepseek: ['deepseek', 'openai-chat', ''],
  mistral: ['mistral', 'openai-chat', '/v1'],
  openrouter: ['openrouter', 'openai-chat', '/api/v1'],
  ollama: ['ollama', 'openai-chat', '/v1'],
  local: ['openai', 'openai-chat', '/v1'],
};

/** The target that the linter must assume for this body. */
function targetOf(url: string, body: Json): Target {
  const { hostname, origin, pathname } = new URL(url);
  const [vendor, form, path] = SERVERS[hostname.split('.')[0] ?? ''] ?? ['openai', 'openai-chat', ''];
  const own = vendor === 'ollama' && pathname.startsWith('/api/');
  const protocol = own ? 'ollama' : pathname.endsWith('/chat/completions') ? 'openai-chat' : form;
  const id = typeof body.model === 'string' ? body.model : (/models\/([^:]+)/.exec(pathname)?.[1] ?? '');
  const endpoint = own ? origin : origin + path;
  const model =
    PRACTICE_MODELS.find((one) => one.id === id && one.protocol === protocol) ??
    findModel(vendor, id, protocol, endpoint);
  return { vendor, model, endpoint, ...simulatedAt(vendor, endpoint), account: 'practice' };
}

const counts = (body: Json, url: string): Map<string, number> => {
  const found = new Map<string, number>();
  for (const { rule } of lintBody(body, targetOf(url, body))) found.set(rule, (found.get(rule) ?? 0) + 1);
  return found;
};

/** Whether the linter finds what is wrong with the bad one, and not just something odd in both. */
function isFlagged(good: Json, bad: Json, url: string): boolean {
  const before = counts(good, url);
  return [...counts(bad, url)].some(([rule, count]) => count > (before.get(rule) ?? 0));
}

interface Seen {
  name: string;
  refused: boolean;
  flagged: boolean;
}

const seen = new Map<string, Seen[]>();
for (const { rule, name, url, headers = {}, make, status = 400, message } of CASES) {
  const { good, bad } = await make(vendors);
  const reply = await post(vendors, url, bad, { 'anthropic-version': '2023-06-01', ...headers });
  const text = reply.text.replaceAll(/\\(["\\])/g, '$1');
  const refused = reply.status === status && text.includes(message);
  seen.set(rule, [...(seen.get(rule) ?? []), { name, refused, flagged: isFlagged(good, bad, url) }]);
}

/** Violations of the request's form only; the vendor rules have no number for them. */
const UNNUMBERED = new Set(['beta-names', 'fields', 'input', 'system', 'tool-choice', 'truncation']);

describe('every rule of a vendor that its server can see', () => {
  it('has its place in the table, and nothing else has', () => {
    const covered = new Set(Object.keys(COVERAGE));
    expect([...seen.keys()].filter((rule) => !covered.has(rule) && !UNNUMBERED.has(rule))).toEqual([]);
  });

  it.each(Object.entries(COVERAGE))('%s', (rule, coverage) => {
    const cases = seen.get(rule) ?? [];
    expect(cases.filter(({ refused }) => !refused)).toEqual([]);
    const [practice, linter] = [cases.length > 0, cases.some(({ flagged }) => flagged)];
    expect({ practice, linter }).toEqual({
      practice: coverage === 'both' || 'practiceOnly' in coverage,
      // Rules that only the linter checks are tested next to it.
      linter: coverage === 'both',
    });
  });
});

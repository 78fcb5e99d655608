import { assert, asyncProperty, constantFrom } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDraft, foldEvent } from '#core/fold-stream.ts';
import type { Target, ToolSpec } from '#core/request.ts';
import type { Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { createPracticeVendors } from '#practice/create-practice-vendors.ts';
import { simulatedAt } from '#test/fakes/simulated.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { loadService } from '#vendors/registry.ts';
import { runs } from '#test/runs.ts';
import { anyHistory } from './arbitrary-history.ts';

/**
 * Any foreign history, clean or damaged, is sent to any practice server. The servers share no code with the engine, so
 * this is a second opinion besides the linter. State they made themselves is tested in complete conversations
 * (practice-conversations), since their signatures can't be made up.
 */
const RUNS = runs(600);

const vendors = createPracticeVendors({
  clock: { now: () => 0, setTimeout: (fn, ms) => setTimeout(fn, ms), clearTimeout: () => undefined },
  charsPerSecond: () => Infinity,
  secret: 'a secret of the tests',
});
const deps = {
  fetch: (input: string | URL | Request, init?: RequestInit) => vendors.fetch(new Request(input, init)),
};

interface Server {
  vendor: Vendor;
  protocol: Protocol;
  /** Host name before `.practice.invalid`, and the path of the API. */
  address: string;
  models: readonly string[];
}

const chat = (vendor: Vendor, path: string, ...models: string[]): Server => ({
  vendor,
  protocol: 'openai-chat',
  address: `${vendor} ${path}`,
  models,
});

const CLAUDE = [
  'practice-claude',
  'practice-claude-manual',
  'claude-fable-5-2',
  'claude-fable-5',
  'claude-mythos-5-1',
  'claude-mythos-preview',
  'claude-opus-5-5',
  'claude-opus-5',
  'claude-sonnet-5-5',
  'claude-sonnet-5',
  'claude-haiku-5-5',
  'claude-opus-4-8',
  'claude-opus-4-6',
  'claude-opus-4-5',
  'claude-haiku-4-5',
];

const SERVERS: readonly Server[] = [
  { vendor: 'anthropic', protocol: 'anthropic', address: 'anthropic ', models: CLAUDE },
  { vendor: 'anthropic', protocol: 'anthropic', address: 'gateway ', models: CLAUDE },
  {
    vendor: 'openai',
    protocol: 'openai-responses',
    address: 'openai /v1',
    models: ['practice-gpt', 'gpt-6-sol', 'gpt-5', 'gpt-4.1', 'o3'],
  },
  { vendor: 'xai', protocol: 'openai-responses', address: 'xai /v1', models: ['grok-4.7'] },
  {
    vendor: 'gemini',
    protocol: 'gemini',
    address: 'gemini ',
    models: ['gemini-4-argon', 'gemini-3.8-flash', 'gemini-3.5-flash', 'gemini-2.5-pro', 'gemini-2.5-flash'],
  },
  { ...chat('openai', '', 'practice-chat'), address: 'chat /v1' },
  { ...chat('openai', '', 'gpt-4.1'), address: 'openai /v1' },
  { ...chat('openai', '', 'local-model'), address: 'local /v1' },
  chat('groq', '/openai/v1', 'openai/gpt-oss-120b', 'qwen/qwen3.8-27b', 'llama-3.3-70b-versatile'),
  chat('cerebras', '/v1', 'gpt-oss-120b', 'qwen-3.8-27b'),
  chat('fireworks', '/inference/v1', 'accounts/fireworks/models/kimi-k3', 'accounts/fireworks/models/glm-5p3'),
  chat('deepseek', '', 'deepseek-v4-pro', 'deepseek-flash'),
  chat('mistral', '/v1', 'mistral-large-4', 'mistral-medium-3.5', 'magistral-medium-latest'),
  chat('openrouter', '/api/v1', 'anthropic/claude-sonnet-5.5'),
  chat('ollama', '/v1', 'llama3.1:8b', 'gemma3:4b'),
];

const TARGETS: readonly Target[] = SERVERS.flatMap(({ vendor, protocol, address, models }) => {
  const [host = '', path = ''] = address.split(' ');
  const endpoint = `https://${host}.practice.invalid${path}`;
  return models.map((id): Target => ({
    vendor,
    endpoint,
    ...simulatedAt(vendor, endpoint),
    model: findModel(vendor, id, protocol, endpoint),
  }));
});

const TOOLS: readonly ToolSpec[] = [
  {
    name: 'fs__read_file',
    description: 'Read',
    inputSchema: { type: 'object', properties: { path: { type: 'string', pattern: '^/' } } },
  },
  { name: 'web.search/v2', inputSchema: { anyOf: [{ properties: { q: { type: 'string' } } }, { $ref: '#/x' }] } },
  {
    name: '2fast',
    inputSchema: { type: ['object', 'null'], properties: { list: { type: 'array' }, kind: { const: 'a' }, any: true } },
  },
];

describe('histories of others at the practice servers', () => {
  it('are never refused', async () => {
    const setups = {
      thinking: constantFrom(undefined, 'off', 'low', 'medium', 'high'),
      tools: constantFrom([], TOOLS),
      messages: constantFrom(3, 20, 1_000),
      maxOutputTokens: constantFrom(undefined, 1, 500, 2_000),
    } as const;
    await assert(
      asyncProperty(
        anyHistory,
        constantFrom(...TARGETS),
        setups.thinking,
        setups.tools,
        setups.messages,
        setups.maxOutputTokens,
        async (history, seat, thinking, tools, messages, maxOutputTokens) => {
          const to: Target = {
            ...seat,
            system: 'Be kind.',
            tools,
            window: { messages },
            ...(thinking && { thinking }),
            ...(maxOutputTokens && { maxOutputTokens }),
          };
          const service = await loadService(to.model.protocol, deps);
          const { request } = service.sanitizeMessages(history, [], to);
          const draft = createDraft();
          for await (const event of service.stream(request, to, new AbortController().signal)) foldEvent(draft, event);
          expect([draft.error?.message, to.model.id, draft.error && service.prepare(request, to).body]).toEqual([
            undefined,
            to.model.id,
            undefined,
          ]);
        },
      ),
      { numRuns: RUNS },
    );
    expect(vendors.open()).toBe(0);
  }, 600_000);
});

import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  nat,
  option,
  record,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDraft, draftParts, foldEvent } from '#core/fold-stream.ts';
import type { HistoryMessage, Part, Stop, ToolCallPart } from '#core/message.ts';
import { prefixDigest } from '#core/normalize/base/prefix-digest.ts';
import { withParameters } from '#core/normalize/resolve-parameters.ts';
import type { RequestParameters } from '#core/vendors/base/request-parameters.ts';
import type { Overlay, Target, ToolSpec } from '#core/request.ts';
import type { Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { without } from '#core/without.ts';
import { createPracticeVendors } from '#practice/create-practice-vendors.ts';
import { anyParameters } from './arbitrary-parameters.ts';
import { simulatedAt } from '#test/fakes/simulated.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { loadService } from '#vendors/registry.ts';
import { runs } from '#test/runs.ts';

/**
 * Complete conversations with constant handoffs, through the real services, against the practice servers. Those check
 * on their own what a vendor checks, including signatures, prefixes, item pairs and thought signatures. Nothing may
 * ever be refused.
 */
const RUNS = runs(150);

const vendors = createPracticeVendors({
  clock: { now: () => 0, setTimeout: (fn, ms) => setTimeout(fn, ms), clearTimeout: () => undefined },
  charsPerSecond: () => Infinity,
  secret: 'a secret of the tests',
});
const deps = {
  fetch: (input: string | URL | Request, init?: RequestInit) => vendors.fetch(new Request(input, init)),
};

function seat(vendor: Vendor, model: string, protocol: Protocol, host: string): Target {
  const endpoint = `https://${host}.practice.invalid`;
  const base = findModel(vendor, model, protocol, endpoint);
  return { vendor, endpoint, ...simulatedAt(vendor, endpoint), account: 'practice', model: base, thinking: 'medium' };
}

const chat = (vendor: Vendor, model: string, path: string, host: string = vendor): Target => {
  const target = seat(vendor, model, 'openai-chat', host);
  return { ...target, endpoint: `${target.endpoint}${path}` };
};

const SEATS: readonly Target[] = [
  seat('anthropic', 'practice-claude', 'anthropic', 'anthropic'),
  seat('anthropic', 'practice-claude-manual', 'anthropic', 'anthropic'),
  seat('anthropic', 'claude-opus-4-8', 'anthropic', 'anthropic'),
  seat('anthropic', 'claude-sonnet-5-5', 'anthropic', 'anthropic'),
  { ...seat('anthropic', 'claude-haiku-5-5', 'anthropic', 'anthropic'), thinking: 'off' },
  seat('anthropic', 'claude-sonnet-4-6', 'anthropic', 'anthropic'),
  seat('anthropic', 'claude-fable-5-2', 'anthropic', 'gateway'),
  seat('anthropic', 'claude-opus-4-5', 'anthropic', 'gateway'),
  { ...seat('openai', 'practice-gpt', 'openai-responses', 'openai'), endpoint: 'https://openai.practice.invalid/v1' },
  { ...seat('openai', 'gpt-6-sol', 'openai-responses', 'openai'), endpoint: 'https://openai.practice.invalid/v1' },
  { ...seat('openai', 'gpt-4.1', 'openai-responses', 'openai'), endpoint: 'https://openai.practice.invalid/v1' },
  { ...seat('xai', 'grok-4.7', 'openai-responses', 'xai'), endpoint: 'https://xai.practice.invalid/v1' },
  seat('gemini', 'practice-gemini', 'gemini', 'gemini'),
  seat('gemini', 'gemini-3.8-flash', 'gemini', 'gemini'),
  seat('gemini', 'gemini-2.5-pro', 'gemini', 'gemini'),
  chat('openai', 'practice-chat', '/v1', 'chat'),
  chat('openai', 'local-model', '/v1', 'local'),
  chat('groq', 'openai/gpt-oss-120b', '/openai/v1'),
  chat('groq', 'llama-3.3-70b-versatile', '/openai/v1'),
  chat('cerebras', 'gpt-oss-120b', '/v1'),
  chat('fireworks', 'accounts/fireworks/models/kimi-k3', '/inference/v1'),
  chat('fireworks', 'accounts/fireworks/models/glm-5p3', '/inference/v1'),
  chat('deepseek', 'deepseek-v4-pro', ''),
  { ...chat('deepseek', 'deepseek-flash', ''), thinking: 'off' },
  chat('mistral', 'mistral-large-4', '/v1'),
  chat('mistral', 'magistral-medium-latest', '/v1'),
  chat('openrouter', 'anthropic/claude-sonnet-5.5', '/api/v1'),
  chat('ollama', 'llama3.1:8b', '/v1'),
];

const TOOLS: readonly ToolSpec[] = [
  {
    name: 'fs.read/file',
    description: 'Reads',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
  {
    name: 'look_up',
    inputSchema: { anyOf: [{ properties: { q: { type: 'string' } } }, { properties: { id: { type: 'integer' } } }] },
  },
];

/** What the user and the app do in one turn. */
interface Step {
  seat: number;
  /** Another model takes over in the middle of the tool loop. */
  handOver: number | null;
  think: number;
  redacted: boolean;
  calls: number;
  rounds: number;
  results: 'all' | 'reversed' | 'one missing' | 'none' | 'interrupted';
  fault: string | null;
  system: number;
  tools: number;
  window: number;
  image: boolean;
  picture: boolean;
  parameters: RequestParameters | null;
}

const step: Arbitrary<Step> = record({
  seat: nat(SEATS.length - 1),
  handOver: option(nat(SEATS.length - 1), { freq: 3 }),
  think: nat(2),
  redacted: boolean(),
  calls: nat(3),
  rounds: integer({ min: 1, max: 2 }),
  results: constantFrom('all', 'all', 'all', 'reversed', 'one missing', 'none', 'interrupted'),
  fault: option(
    constantFrom('cut after=30', 'max_tokens after=20', 'cut-args', 'cut after=10 in=thinking', 'empty', 'refusal'),
    {
      freq: 5,
    },
  ),
  system: constantFrom(0, 0, 0, 1),
  tools: constantFrom(2, 2, 2, 1, 0),
  window: constantFrom(1_000, 1_000, 20, 6),
  image: boolean(),
  picture: boolean(),
  // Fields of the user's own are sent as they are: a server may refuse them.
  parameters: option(anyParameters.map((given) => without(given, 'body'))),
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

class Conversation {
  readonly history: HistoryMessage[] = [];
  readonly #overlays: Overlay[] = [];
  #count = 0;

  add(message: HistoryMessage): void {
    this.history.push({ ...message, id: `m${this.#count++}` });
  }

  /** One request and its answer, stored as the app stores it. Returns the calls to run. */
  async ask(target: Target): Promise<ToolCallPart[]> {
    const service = await loadService(target.model.protocol, deps);
    const { request, report } = service.sanitizeMessages(this.history, this.#overlays, target);
    for (const decision of report.decisions ?? [])
      this.#overlays.push({ ...decision, id: `o${this.#overlays.length}`, sessionId: 's', at: 0 });
    const draft = createDraft();
    for await (const event of service.stream(request, target, new AbortController().signal)) foldEvent(draft, event);
    const refused = draft.error !== undefined && (draft.error.status ?? 0) >= 400;
    // A fault that was requested once is requested again whenever its words are part of the newest message.
    const ordered = this.history.some(({ role, parts }) => role === 'user' && JSON.stringify(parts).includes('!fault'));
    if (refused || (draft.error && !ordered)) {
      const { body } = await service.capture(request, target);
      throw new Error(
        `${target.model.id} at ${target.endpoint}: ${JSON.stringify(draft.error)}\n${JSON.stringify(body)}\n${JSON.stringify(this.history)}`,
      );
    }
    const digest = prefixDigest(request);
    const parts = draftParts(draft).map((part): Part =>
      part.type === 'thinking' || part.type === 'redacted_thinking' ? { ...part, prefixDigest: digest } : part,
    );
    const stop: Stop = draft.stop ?? 'error';
    const { vendor, endpoint, account } = target;
    const origin = { vendor, endpoint, model: target.model.id, ...(account !== undefined && { account }) };
    this.add({ role: 'assistant', parts, origin, stop });
    return stop === 'tool' ? parts.filter((part) => part.type === 'tool_call') : [];
  }
}

function textOf(step: Step, tools: readonly ToolSpec[]): string {
  const [first, second] = tools;
  const lines = [`!think ${step.think}`];
  if (step.redacted) lines.push('!redacted');
  if (step.calls > 0 && first)
    for (let round = 0; round < step.rounds; round++) {
      const names = Array.from({ length: step.calls }, (_, index) => (index % 2 === 1 && second ? second : first).name);
      lines.push(`!parallel ${names.map(wireName).join(' ')}`);
    }
  if (step.picture) lines.push('!picture a cat');
  if (step.fault) lines.push(`!fault ${step.fault}`);
  return `Tell me something.\n${lines.join('\n')}`;
}

/** The practice servers know the tools by the names they are sent. */
const wireName = (name: string) => name.replaceAll(/[^a-zA-Z0-9_-]/g, '_');

async function play(steps: readonly Step[]): Promise<void> {
  const conversation = new Conversation();
  for (const step of steps) {
    const tools = TOOLS.slice(0, step.tools);
    const configured = (index: number): Target => {
      const target = SEATS[index] ?? SEATS[0];
      if (!target) throw new Error('no seats');
      const seated = {
        ...target,
        system: `Be kind. ${step.system}`,
        tools,
        window: { messages: step.window },
        maxOutputTokens: 4_000,
        ...(step.picture && { makePictures: true as const }),
      };
      return withParameters(seated, step.parameters ?? undefined);
    };
    const image: Part[] = step.image ? [{ type: 'image', mime: 'image/png', data: PIXEL }] : [];
    conversation.add({ role: 'user', parts: [{ type: 'text', text: textOf(step, tools) }, ...image] });
    let target = configured(step.seat);
    for (let round = 0; round <= step.rounds + 1; round++) {
      const calls = await conversation.ask(target);
      if (calls.length === 0 || step.results === 'none') break;
      const results = calls.map((call, index): Part => ({
        type: 'tool_result',
        callId: call.id,
        name: call.name,
        text: index === 1 ? '' : `result ${round}.${index}`,
        ...(index === 2 && { isError: true }),
        ...(step.image && { images: [{ mime: 'image/png', data: PIXEL }] }),
      }));
      if (step.results === 'reversed') results.reverse();
      if (step.results === 'one missing') results.pop();
      if (results.length > 0) conversation.add({ role: 'tool', parts: results });
      if (step.results === 'interrupted') break;
      if (step.handOver !== null) target = configured(step.handOver);
    }
  }
}

describe('conversations that change hands', () => {
  it('are never refused', async () => {
    await assert(
      asyncProperty(array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        await play(steps);
        expect(vendors.open()).toBe(0);
      }),
      { numRuns: RUNS },
    );
  }, 900_000);
});

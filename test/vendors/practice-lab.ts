import type { ServerTool } from '#core/vendors/base/server-tools.ts';
import { declareTools } from '#core/normalize/declare-tools.ts';
import type { HistoryMessage, Part, ToolCallPart } from '#core/message.ts';
import type { Model } from '#core/model.ts';
import type { CompileReport, Target, ToolSpec } from '#core/request.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import type { Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { createPracticeVendors } from '#practice/create-practice-vendors.ts';
import { simulatedAt } from '#test/fakes/simulated.ts';
import type { AIService, StreamOptions, VendorFetch } from '#vendors/base/base-ai-service.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { PRACTICE_MODELS } from '#vendors/catalog/practice.ts';
import { loadService } from '#vendors/registry.ts';
import { addressOf, type Answer, answerOf } from './support.ts';

const ENDPOINTS: Readonly<Record<string, string>> = {
  'practice-claude': 'https://anthropic.practice.invalid',
  'practice-claude-manual': 'https://anthropic.practice.invalid',
  'practice-gpt': 'https://openai.practice.invalid/v1',
  'practice-chat': 'https://chat.practice.invalid/v1',
  'practice-gemini': 'https://gemini.practice.invalid',
};

export const PRACTICE_IDS = Object.keys(ENDPOINTS);

/** Real models, served by the practice servers that follow their vendors' rules. */
const SEATS: Readonly<Record<string, [Vendor, Protocol, endpoint: string, model: string]>> = {
  'Claude, bound signatures': ['anthropic', 'anthropic', 'https://anthropic.practice.invalid', 'claude-sonnet-5-5'],
  'Claude, adaptive': ['anthropic', 'anthropic', 'https://anthropic.practice.invalid', 'claude-opus-4-8'],
  'Claude, manual': ['anthropic', 'anthropic', 'https://anthropic.practice.invalid', 'claude-haiku-4-5'],
  'Claude behind a gateway': ['anthropic', 'anthropic', 'https://gateway.practice.invalid', 'claude-opus-5'],
  GPT: ['openai', 'openai-responses', 'https://openai.practice.invalid/v1', 'gpt-6-sol'],
  Grok: ['xai', 'openai-responses', 'https://xai.practice.invalid/v1', 'grok-4.7'],
  'Gemini 3': ['gemini', 'gemini', 'https://gemini.practice.invalid', 'gemini-3.8-flash'],
  'Gemini 2.5': ['gemini', 'gemini', 'https://gemini.practice.invalid', 'gemini-2.5-flash'],
  Groq: ['groq', 'openai-chat', 'https://groq.practice.invalid/openai/v1', 'openai/gpt-oss-120b'],
  Cerebras: ['cerebras', 'openai-chat', 'https://cerebras.practice.invalid/v1', 'gpt-oss-120b'],
  Kimi: [
    'fireworks',
    'openai-chat',
    'https://fireworks.practice.invalid/inference/v1',
    'accounts/fireworks/models/kimi-k3',
  ],
  DeepSeek: ['deepseek', 'openai-chat', 'https://deepseek.practice.invalid', 'deepseek-flash'],
  Mistral: ['mistral', 'openai-chat', 'https://mistral.practice.invalid/v1', 'mistral-large-4'],
  OpenRouter: [
    'openrouter',
    'openai-chat',
    'https://openrouter.practice.invalid/api/v1',
    'anthropic/claude-sonnet-5.5',
  ],
  Ollama: ['ollama', 'openai-chat', 'https://ollama.practice.invalid/v1', 'gpt-oss:20b'],
  'Ollama, own API': ['ollama', 'ollama', 'https://ollama.practice.invalid', 'gpt-oss:20b'],
  'Gemini behind a gateway': [
    'openai',
    'openai-chat',
    'https://google.practice.invalid/v1beta/openai',
    'gemini-3.8-flash',
  ],
  'a local server': ['openai', 'openai-chat', 'https://local.practice.invalid/v1', 'local-model'],
};

export const SEAT_NAMES = Object.keys(SEATS);

export function seatTarget(name: string, change: Partial<Target> = {}): Target {
  const seat = SEATS[name];
  if (!seat) throw new Error(`no seat ${name}`);
  const [vendor, protocol, endpoint, id] = seat;
  return {
    vendor,
    model: findModel(vendor, id, protocol, endpoint),
    endpoint,
    ...simulatedAt(vendor, change.endpoint ?? endpoint),
    account: 'practice',
    thinking: 'medium',
    ...change,
  };
}

export const TOOLS: readonly ToolSpec[] = [
  {
    name: 'weather_server__get_weather',
    description: 'The weather of a city',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  { name: 'clock__now', description: 'The time', inputSchema: { type: 'object', properties: {} } },
];

const CLOCK = {
  now: () => performance.now(),
  setTimeout: (fn: () => void, ms: number) => setTimeout(fn, ms),
  clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
};

export const practiceVendors = (charsPerSecond = 0) =>
  createPracticeVendors({ clock: CLOCK, charsPerSecond: () => charsPerSecond, secret: 'a practice secret' });

export function practiceTarget(id: string, change: Partial<Target> = {}): Target {
  const model: Model | undefined = PRACTICE_MODELS.find((one) => one.id === id);
  const endpoint = ENDPOINTS[id];
  if (!model || !endpoint) throw new Error(`no practice model ${id}`);
  const simulated = simulatedAt(model.vendor, change.endpoint ?? endpoint);
  return { vendor: model.vendor, model, endpoint, ...simulated, account: 'practice', thinking: 'medium', ...change };
}

/** The target, which may use the tools that its vendor runs itself. */
export function withOwnTools(target: Target, names: readonly ServerTool[] = ['search', 'fetch', 'code']): Target {
  const serverTools = declareTools(target, names, (target.tools?.length ?? 0) > 0);
  return { ...target, ...(serverTools && { serverTools }) };
}

export interface Sent {
  url: string;
  body: string;
}

/** A conversation with practice vendors through the real services: like a flow, without storage. */
export class Lab {
  readonly history: HistoryMessage[] = [];
  readonly sent: Sent[] = [];
  readonly reports: CompileReport[] = [];
  readonly #deps: { fetch: VendorFetch };

  constructor(fetch: VendorFetch) {
    this.#deps = {
      fetch: (input, init) => {
        this.sent.push({ url: addressOf(input), body: typeof init?.body === 'string' ? init.body : '' });
        return fetch(input, init);
      },
    };
  }

  service(target: Target): Promise<AIService> {
    return loadService(target.model.protocol, this.#deps);
  }

  /** One request over the entire history; the answer is stored as a flow stores it. */
  async request(
    target: Target,
    signal = new AbortController().signal,
    options: StreamOptions = {},
    onEvent: (event: StreamEvent) => void = () => undefined,
  ): Promise<Answer> {
    const service = await this.service(target);
    const { request, report } = service.sanitizeMessages(this.history, [], target);
    this.reports.push(report);
    const events: StreamEvent[] = [];
    for await (const event of service.stream(request, target, signal, options)) {
      events.push(event);
      onEvent(event);
    }
    const answer = answerOf(events);
    const { vendor, endpoint, account, model } = target;
    this.history.push({
      id: `m${this.history.length}`,
      role: 'assistant',
      parts: answer.parts,
      origin: { vendor, model: model.id, endpoint, ...(account === undefined ? {} : { account }) },
      ...(answer.stop === undefined ? {} : { stop: answer.stop }),
    });
    return answer;
  }

  /**
   * Sends the user's text, then runs as many tool rounds as the model wants. Returns all answers, the last one last.
   */
  async say(text: string, target: Target, tool: (call: ToolCallPart) => string = runTool): Promise<Answer[]> {
    this.history.push({ id: `m${this.history.length}`, role: 'user', parts: [{ type: 'text', text }] });
    return this.carryOn(target, tool);
  }

  async carryOn(target: Target, tool: (call: ToolCallPart) => string = runTool): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let round = 0; round < 8; round++) {
      const answer = await this.request(target);
      answers.push(answer);
      if (answer.stop !== 'tool') return answers;
      this.returnResults(answer.parts, tool);
    }
    throw new Error('the tool loop does not end');
  }

  returnResults(parts: readonly Part[], tool: (call: ToolCallPart) => string = runTool): void {
    this.history.push({
      id: `m${this.history.length}`,
      role: 'tool',
      parts: parts
        .filter((part) => part.type === 'tool_call')
        .map((call) => ({ type: 'tool_result', callId: call.id, name: call.name, text: tool(call) })),
    });
  }
}

const runTool = (call: ToolCallPart): string => `${call.name} says ${JSON.stringify(call.args)}`;

/** Everything in these parts that only their own vendor can read. */
export function opaqueStrings(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'redacted_thinking') return [part.data];
    if (part.type === 'thinking') return [part.signature, part.encrypted].filter((one) => one !== undefined);
    return 'signature' in part && part.signature !== undefined ? [part.signature] : [];
  });
}

export const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

/** The outcome of one message; compare with WELL. */
export const outcome = (answers: readonly Answer[]) => ({
  errors: answers.flatMap((answer) => answer.error ?? []),
  stop: answers.at(-1)?.stop,
  silent: textOf(answers.at(-1)?.parts ?? []) === '',
});

export const WELL = { errors: [], stop: 'end', silent: false };

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part, Stop } from '#core/message.ts';
import type { Model } from '#core/model.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';
import type { ModelError } from '#core/error.ts';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import type { Usage } from '#core/usage.ts';
import type { Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import type { AIService, StreamOptions, VendorFetch } from '#vendors/base/base-ai-service.ts';
import { loadService } from '#vendors/registry.ts';

export const fixture = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, 'fixtures', `${name}.sse`));

export const ADAPTIVE: Extract<ThinkingSupport, { kind: 'anthropic' }> = {
  kind: 'anthropic',
  manual: false,
  adaptive: true,
  off: true,
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  binding: 'none',
};

const THINKING: Readonly<Record<Protocol, ThinkingSupport>> = {
  anthropic: ADAPTIVE,
  'openai-responses': { kind: 'effort', off: true, efforts: ['none', 'low', 'medium', 'high', 'xhigh'] },
  'openai-chat': { kind: 'none' },
  gemini: { kind: 'gemini-level', off: false, levels: ['low', 'medium', 'high'] },
  ollama: { kind: 'toggle', off: true, efforts: [] },
};

const ENDPOINTS: Readonly<Record<Protocol, { vendor: Vendor; endpoint: string; model: string }>> = {
  anthropic: { vendor: 'anthropic', endpoint: 'https://api.anthropic.com', model: 'claude-opus-5' },
  'openai-responses': { vendor: 'openai', endpoint: 'https://api.openai.com/v1', model: 'gpt-6-sol' },
  'openai-chat': { vendor: 'openai', endpoint: 'http://127.0.0.1:1234/v1', model: 'some-local-model' },
  gemini: { vendor: 'gemini', endpoint: 'https://generativelanguage.googleapis.com', model: 'gemini-3.8-flash' },
  ollama: { vendor: 'ollama', endpoint: 'http://127.0.0.1:11434', model: 'qwen3:8b' },
};

export function modelOf(protocol: Protocol, change: Partial<Model> = {}): Model {
  const { vendor, model } = ENDPOINTS[protocol];
  return {
    id: model,
    vendor,
    label: model,
    protocol,
    contextWindow: 200_000,
    maxOutput: 32_000,
    tools: true,
    images: true,
    files: true,
    thinking: THINKING[protocol],
    ...change,
  };
}

export function targetOf(protocol: Protocol, change: Partial<Target> & { of?: Partial<Model> } = {}): Target {
  const { of, ...rest } = change;
  const { vendor, endpoint } = ENDPOINTS[protocol];
  return { vendor: rest.vendor ?? vendor, endpoint, model: modelOf(protocol, of), ...rest };
}

export function requestOf(messages: NormalizedMessage[], change: Partial<NormalizedRequest> = {}): NormalizedRequest {
  return {
    messages,
    tools: [],
    toolNames: new Map([['srv__weather', 'srv/weather']]),
    thinking: 'medium',
    dropMismatchedThinking: false,
    maxOutputTokens: 4096,
    ...change,
  };
}

export const HELLO = requestOf([{ role: 'user', parts: [{ type: 'text', text: 'hello' }] }]);

export const addressOf = (input: string | URL | Request): string =>
  input instanceof Request ? input.url : input.toString();

/** A fetch that answers every request with these bytes, split at `cuts`. */
export function answering(
  bytes: Uint8Array | string,
  {
    status = 200,
    headers = {},
    cuts = [],
  }: { status?: number; headers?: Record<string, string>; cuts?: number[] } = {},
): VendorFetch {
  const body = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  return () => {
    const edges = [0, ...cuts, body.length];
    const chunks = edges.slice(1).map((to, index) => body.slice(edges[index], to));
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = chunks.shift();
        if (next) controller.enqueue(next);
        else controller.close();
      },
    });
    const type = { 'content-type': 'text/event-stream', 'request-id': 'req_1' };
    return Promise.resolve(new Response(stream, { status, headers: { ...type, ...headers } }));
  };
}

export const serviceFor = (protocol: Protocol, fetch: VendorFetch): Promise<AIService> =>
  loadService(protocol, { fetch });

export async function eventsOf(
  protocol: Protocol,
  fetch: VendorFetch,
  {
    request = HELLO,
    target = targetOf(protocol),
    signal = new AbortController().signal,
    options = {},
  }: { request?: NormalizedRequest; target?: Target; signal?: AbortSignal; options?: StreamOptions } = {},
): Promise<StreamEvent[]> {
  const service = await serviceFor(protocol, fetch);
  const events: StreamEvent[] = [];
  for await (const event of service.stream(request, target, signal, options)) events.push(event);
  return events;
}

export interface Answer {
  parts: Part[];
  stop: Stop | undefined;
  error: ModelError | undefined;
  usage: Usage | undefined;
}

/** The result of a stream; throws when it breaks the contract of StreamEvent. */
export function answerOf(events: readonly StreamEvent[]): Answer {
  const parts: Part[] = [];
  let usage: Usage | undefined;
  const started = new Map<number, string>();
  const types = new Map<number, Part['type']>();
  for (const event of events) {
    if (event.type === 'part_start') {
      if (event.index !== started.size) throw new Error(`part ${event.index} started out of order`);
      started.set(event.index, 'text' in event.part ? event.part.text : '');
      types.set(event.index, event.part.type);
    }
    if ('delta' in event) started.set(event.index, `${started.get(event.index)}${event.delta}`);
    if (event.type === 'part_end') parts[event.index] = event.part;
    if (event.type === 'usage') usage = event.usage;
  }
  const end = events.at(-1);
  if (end?.type !== 'end' || events.filter((event) => event.type === 'end').length !== 1)
    throw new Error('not exactly one end');
  if (parts.length !== started.size || parts.includes(undefined as never)) throw new Error('a part did not end');
  for (const [index, part] of parts.entries())
    if ('text' in part && part.type === types.get(index) && part.text !== started.get(index))
      throw new Error(`deltas of part ${index} do not add up`);
  return { parts, stop: end.stop, error: end.error, usage };
}

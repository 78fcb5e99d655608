import type { HistoryMessage, Part } from '#core/message.ts';
import type { Target } from '#core/request.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import type { Library } from './library.ts';
import { loadPeer } from './peers/load-peer.ts';

type Fields = Record<string, unknown>;
type Stream = (model: Fields, context: unknown, options: Fields) => { result(): Promise<unknown> };

const APIS: Readonly<Partial<Record<Protocol, string>>> = {
  anthropic: 'anthropic-messages',
  'openai-responses': 'openai-responses',
  'openai-chat': 'openai-completions',
  gemini: 'google-generative-ai',
};
const PROVIDERS: Readonly<Record<string, string>> = { gemini: 'google' };
const providerOf = (vendor: string) => PROVIDERS[vendor] ?? vendor;

const USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { total: 0 } };
const STOPS: Readonly<Record<string, string>> = {
  tool: 'toolUse',
  length: 'length',
  aborted: 'aborted',
  error: 'error',
};

/** What pi-ai itself would have stored of this part (pi-ai 1.5.2, how its streams fill its messages). */
function content(part: Part, protocol: Protocol): Fields[] {
  switch (part.type) {
    case 'text':
      return [
        {
          type: 'text',
          text: part.text,
          ...(part.itemId ? { textSignature: JSON.stringify({ v: 1, id: part.itemId, ...phase(part.phase) }) } : {}),
          ...(part.signature ? { textSignature: part.signature } : {}),
        },
      ];
    case 'thinking':
      return [{ type: 'thinking', thinking: part.text, ...thinkingSignature(part, protocol) }];
    case 'redacted_thinking':
      return [{ type: 'thinking', thinking: '', redacted: true, thinkingSignature: part.data }];
    case 'tool_call':
      return [
        {
          type: 'toolCall',
          id: part.itemId ? `${part.id}|${part.itemId}` : part.id,
          name: part.name,
          arguments: part.rawArgs === undefined ? part.args : {},
          ...(part.signature ? { thoughtSignature: part.signature } : {}),
        },
      ];
    default:
      return [];
  }
}

const phase = (value: string | undefined): Fields => (value === undefined ? {} : { phase: value });

function thinkingSignature(part: Part & { type: 'thinking' }, protocol: Protocol): Fields {
  if (protocol === 'openai-responses')
    return {
      thinkingSignature: JSON.stringify({
        type: 'reasoning',
        id: part.itemId,
        summary: part.text === '' ? [] : part.text.split('\n\n').map((text) => ({ type: 'summary_text', text })),
        encrypted_content: part.encrypted,
      }),
    };
  if (protocol === 'openai-chat') return { thinkingSignature: 'reasoning_content' };
  return part.signature ? { thinkingSignature: part.signature } : {};
}

function message({ role, parts, origin, stop }: HistoryMessage, protocols: ReadonlyMap<string, Protocol>): Fields[] {
  if (role === 'assistant') {
    const protocol = protocols.get(origin?.model ?? '') ?? 'openai-chat';
    return [
      {
        role,
        content: parts.flatMap((part) => content(part, protocol)),
        api: APIS[protocol],
        provider: providerOf(origin?.vendor ?? 'openai'),
        model: origin?.model ?? 'unknown',
        usage: USAGE,
        stopReason: STOPS[stop ?? ''] ?? 'stop',
        timestamp: 0,
      },
    ];
  }
  const results = parts.filter((part) => part.type === 'tool_result');
  const said = parts.filter((part) => part.type === 'text');
  return [
    ...results.map((part) => ({
      role: 'toolResult',
      toolCallId: part.callId ?? '',
      toolName: part.name ?? 'tool',
      content: [{ type: 'text', text: part.text }],
      isError: part.isError ?? false,
      timestamp: 0,
    })),
    ...(said.length > 0 || role === 'user'
      ? [{ role: 'user', content: said.map(({ text }) => ({ type: 'text', text })), timestamp: 0 }]
      : []),
  ];
}

/** pi-ai, called like its own agent calls it. `protocols` maps each model of the history to its protocol. */
export async function loadPi(protocols: ReadonlyMap<string, Protocol>): Promise<Library> {
  const { normalizeContext } = (await loadPeer('@earendil-works/pi-ai/utils/transcript')) as {
    normalizeContext: (context: Fields) => unknown;
  };
  const streams = new Map<string, Stream>();
  for (const api of Object.values(APIS))
    streams.set(api, (await loadPeer(`@earendil-works/pi-ai/api/${api}`))['streamSimple'] as Stream);
  const known = new Map<string, Fields>();
  for (const provider of ['anthropic', 'openai', 'google']) {
    const lists = Object.values(await loadPeer(`@earendil-works/pi-ai/providers/${provider}.models`));
    for (const list of lists)
      for (const [id, model] of Object.entries(list as Record<string, Fields>)) known.set(`${provider}/${id}`, model);
  }
  return {
    name: 'pi-ai 1.5.2',
    prepare: (target) => {
      const model = modelOf(target, known);
      const stream = streams.get(APIS[target.model.protocol] ?? '');
      if (!stream) throw new Error(`no stream for ${target.model.protocol}`);
      const tools = (target.tools ?? []).map(({ name, description = '', inputSchema }) => ({
        name,
        description,
        parameters: inputSchema,
      }));
      return (history) => {
        const messages = history.flatMap((one) => message(one, protocols));
        return async () => {
          const context = normalizeContext({ systemPrompt: target.system, messages, tools });
          await stream(model, context, { apiKey: 'practice', reasoning: 'medium', maxRetries: 0 }).result();
        };
      };
    },
  };
}

/** Its own row if it has one, otherwise a plain reasoning model. */
function modelOf({ vendor, endpoint, model: { id, protocol } }: Target, known: ReadonlyMap<string, Fields>): Fields {
  const provider = providerOf(vendor);
  const row = known.get(`${provider}/${id}`) ?? {
    name: id,
    reasoning: true,
    input: ['text'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 200_000,
    maxTokens: 32_000,
  };
  // Google's client adds the version itself if it's in the base URL.
  const baseUrl = protocol === 'gemini' ? `${endpoint}/v1beta` : endpoint;
  return { ...row, id, provider, api: APIS[protocol], baseUrl };
}

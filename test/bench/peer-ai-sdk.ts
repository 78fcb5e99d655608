import type { HistoryMessage, Part } from '#core/message.ts';
import type { Target } from '#core/request.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import type { Library } from './library.ts';
import { loadPeer } from './peers/load-peer.ts';

type Fields = Record<string, unknown>;
type Provider = ((id: string) => unknown) & { chat: (id: string) => unknown; responses: (id: string) => unknown };
type CreateProvider = (options: Fields) => Provider;

/** How a provider of the SDK stores the opaque state of a part (its `providerMetadata`). */
function metadata(part: Part, protocol: Protocol): Fields {
  const fields: Fields = {};
  if (protocol === 'anthropic' && part.type === 'thinking' && part.signature) fields['signature'] = part.signature;
  if (protocol === 'anthropic' && part.type === 'redacted_thinking') fields['redactedData'] = part.data;
  if (protocol === 'openai-responses' && 'itemId' in part && part.itemId) fields['itemId'] = part.itemId;
  if (protocol === 'openai-responses' && part.type === 'thinking' && part.encrypted)
    fields['reasoningEncryptedContent'] = part.encrypted;
  if (protocol === 'gemini' && 'signature' in part && part.signature) fields['thoughtSignature'] = part.signature;
  const key = {
    anthropic: 'anthropic',
    'openai-responses': 'openai',
    'openai-chat': 'openai',
    gemini: 'google',
    ollama: 'openai',
  }[protocol];
  return Object.keys(fields).length === 0 ? {} : { providerOptions: { [key]: fields } };
}

function content(part: Part, protocol: Protocol): Fields[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: part.text, ...metadata(part, protocol) }];
    case 'thinking':
      return [{ type: 'reasoning', text: part.text, ...metadata(part, protocol) }];
    case 'redacted_thinking':
      return [{ type: 'reasoning', text: '', ...metadata(part, protocol) }];
    case 'tool_call':
      return [
        {
          type: 'tool-call',
          toolCallId: part.id,
          toolName: part.name,
          input: part.rawArgs ?? part.args,
          ...metadata(part, protocol),
        },
      ];
    default:
      return [];
  }
}

function message({ role, parts, origin }: HistoryMessage, protocols: ReadonlyMap<string, Protocol>): Fields[] {
  if (role === 'assistant') {
    const protocol = protocols.get(origin?.model ?? '') ?? 'openai-chat';
    return [{ role, content: parts.flatMap((part) => content(part, protocol)) }];
  }
  const results = parts.filter((part) => part.type === 'tool_result');
  const said = parts.filter((part) => part.type === 'text');
  return [
    ...(results.length === 0
      ? []
      : [
          {
            role: 'tool',
            content: results.map(({ callId = '', name = 'tool', text, isError }) => ({
              type: 'tool-result',
              toolCallId: callId,
              toolName: name,
              output: { type: isError ? 'error-text' : 'text', value: text },
            })),
          },
        ]),
    ...(said.length > 0 || role === 'user'
      ? [{ role: 'user', content: said.map(({ text }) => ({ type: 'text', text })) }]
      : []),
  ];
}

/** Messages as its chat hooks store them: a call and its result are one part, so they can't be separated. */
function uiMessages(history: readonly HistoryMessage[], protocols: ReadonlyMap<string, Protocol>): Fields[] {
  const results = new Map(
    history.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool_result' ? [[part.callId, part]] : []))),
  );
  return history.flatMap(({ role, parts, origin }, index): Fields[] => {
    if (role === 'tool') return [];
    const protocol = protocols.get(origin?.model ?? '') ?? 'openai-chat';
    return [
      {
        id: `m${index}`,
        role,
        parts: parts.flatMap((part) =>
          content(part, protocol).map((one) => {
            const { providerOptions, ...rest } = one;
            const opaque = providerOptions === undefined ? {} : { providerMetadata: providerOptions };
            if (part.type !== 'tool_call')
              return { ...rest, type: rest['type'] === 'reasoning' ? 'reasoning' : 'text', ...opaque };
            const result = results.get(part.id);
            const state = result
              ? result.isError
                ? { state: 'output-error', errorText: result.text }
                : { state: 'output-available', output: result.text }
              : { state: 'input-available' };
            return {
              type: 'dynamic-tool',
              toolName: part.name,
              toolCallId: part.id,
              input: part.rawArgs ?? part.args,
              ...state,
              ...(opaque.providerMetadata === undefined ? {} : { callProviderMetadata: opaque.providerMetadata }),
            };
          }),
        ),
      },
    ];
  });
}

/** The AI SDK, from its own model messages and from the messages of its chat hooks. */
export async function loadAiSdk(protocols: ReadonlyMap<string, Protocol>): Promise<Library[]> {
  const ai = (await loadPeer('ai')) as {
    generateText: (options: Fields) => Promise<unknown>;
    convertToModelMessages: (messages: Fields[], options: Fields) => Promise<unknown>;
    jsonSchema: (schema: unknown) => unknown;
    tool: (tool: Fields) => unknown;
  };
  const create = {
    anthropic: (await loadPeer('@ai-sdk/anthropic'))['createAnthropic'] as CreateProvider,
    openai: (await loadPeer('@ai-sdk/openai'))['createOpenAI'] as CreateProvider,
    google: (await loadPeer('@ai-sdk/google'))['createGoogleGenerativeAI'] as CreateProvider,
  };
  const prepare = (target: Target) => {
    const { id, protocol } = target.model;
    const make = { anthropic: create.anthropic, gemini: create.google }[protocol as string] ?? create.openai;
    const path = { anthropic: '/v1', gemini: '/v1beta' }[protocol as string] ?? '';
    const provider = make({ apiKey: 'practice', baseURL: target.endpoint + path });
    const model =
      protocol === 'openai-chat'
        ? provider.chat(id)
        : protocol === 'openai-responses'
          ? provider.responses(id)
          : provider(id);
    const tools = Object.fromEntries(
      (target.tools ?? []).map(({ name, description, inputSchema }) => [
        name,
        ai.tool({ description, inputSchema: ai.jsonSchema(inputSchema) }),
      ]),
    );
    return (messages: unknown) =>
      ai.generateText({
        model,
        system: target.system,
        messages,
        tools,
        maxRetries: 0,
        maxOutputTokens: 8192,
        providerOptions: providerOptions(target),
      });
  };
  return [
    {
      name: 'AI SDK 7 (ModelMessage)',
      prepare: (target) => {
        const send = prepare(target);
        return (history) => {
          const messages = history.flatMap((one) => message(one, protocols));
          return async () => {
            await send(messages);
          };
        };
      },
    },
    {
      name: 'AI SDK 7 (UIMessage)',
      prepare: (target) => {
        const send = prepare(target);
        return (history) => {
          const messages = uiMessages(history, protocols);
          const options = { ignoreIncompleteToolCalls: true };
          return async () => {
            await send(await ai.convertToModelMessages(messages, options));
          };
        };
      },
    },
  ];
}

/** Thinking as Baton requests it. */
function providerOptions({ model: { protocol, thinking } }: Target): Fields {
  if (thinking.kind === 'anthropic')
    return {
      anthropic: { thinking: thinking.adaptive ? { type: 'adaptive' } : { type: 'enabled', budgetTokens: 4096 } },
    };
  if (protocol === 'openai-responses')
    return { openai: { store: false, reasoningEffort: 'medium', include: ['reasoning.encrypted_content'] } };
  if (protocol === 'gemini') return { google: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'medium' } } };
  return {};
}

import type { HistoryMessage, Part } from '#core/message.ts';
import type { Target } from '#core/request.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import type { Library } from './library.ts';
import { loadPeer } from './peers/load-peer.ts';

type Fields = Record<string, unknown>;
type Message = new (fields: Fields) => unknown;
interface Model {
  bindTools: (tools: Fields[]) => Model;
  invoke: (messages: unknown[]) => Promise<unknown>;
}
type ModelClass = new (options: Fields) => Model;

/** How its Gemini model stores the signatures of calls. */
const SIGNATURES = '__gemini_function_call_thought_signatures__';

/** What a model of LangChain would have stored of an answer, as content and beside it. */
function answerFields({ parts }: HistoryMessage, protocol: Protocol): Fields {
  const calls = parts.filter((part) => part.type === 'tool_call');
  const thinking = parts.find((part) => part.type === 'thinking');
  const signed = calls.filter(({ signature }) => signature !== undefined);
  return {
    content: parts.flatMap((part) => content(part, protocol)),
    tool_calls: calls.map(({ id, name, args }) => ({ type: 'tool_call', id, name, args })),
    ...(protocol === 'openai-responses' && {
      response_metadata: { model_provider: 'openai' },
      additional_kwargs: thinking && {
        reasoning: {
          type: 'reasoning',
          id: thinking.itemId,
          summary: [{ type: 'summary_text', text: thinking.text }],
          encrypted_content: thinking.encrypted,
        },
      },
    }),
    ...(protocol === 'gemini' && {
      additional_kwargs: { [SIGNATURES]: Object.fromEntries(signed.map(({ id, signature }) => [id, signature])) },
    }),
  };
}

function content(part: Part, protocol: Protocol): Fields[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  if (part.type !== 'thinking' || (protocol !== 'anthropic' && protocol !== 'gemini')) return [];
  return [{ type: 'thinking', thinking: part.text, signature: part.signature }];
}

/** LangChain, called like an agent calls its models. */
export async function loadLangChain(): Promise<Library> {
  const messages = (await loadPeer('@langchain/core/messages')) as Record<string, Message>;
  const of = (name: string, fields: Fields) => {
    const Class = messages[name];
    if (!Class) throw new Error(`no ${name}`);
    return new Class(fields);
  };
  const classes: Partial<Record<Protocol, ModelClass>> = {
    anthropic: (await loadPeer('@langchain/anthropic'))['ChatAnthropic'] as ModelClass,
    'openai-responses': (await loadPeer('@langchain/openai'))['ChatOpenAI'] as ModelClass,
    'openai-chat': (await loadPeer('@langchain/openai'))['ChatOpenAI'] as ModelClass,
    gemini: (await loadPeer('@langchain/google-genai'))['ChatGoogleGenerativeAI'] as ModelClass,
  };
  const convert = (message: HistoryMessage, protocol: Protocol): unknown[] => {
    if (message.role === 'assistant') return [of('AIMessage', answerFields(message, protocol))];
    const results = message.parts.filter((part) => part.type === 'tool_result');
    const said = message.parts.filter((part) => part.type === 'text');
    return [
      ...results.map(({ callId = '', name, text }) => of('ToolMessage', { tool_call_id: callId, name, content: text })),
      ...(said.length > 0 ? [of('HumanMessage', { content: said.map(({ text }) => ({ type: 'text', text })) })] : []),
    ];
  };
  return {
    name: 'LangChain 1.4',
    prepare: (target) => {
      const { protocol } = target.model;
      const Model = classes[protocol];
      if (!Model) throw new Error(`no class for ${protocol}`);
      const model = new Model(modelOptions(target));
      const tools = (target.tools ?? []).map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      }));
      const ready = tools.length > 0 ? model.bindTools(tools) : model;
      const system = target.system === undefined ? [] : [of('SystemMessage', { content: target.system })];
      return (history) => {
        const own = history.flatMap((message) => convert(message, protocol));
        return async () => {
          await ready.invoke([...system, ...own]);
        };
      };
    },
  };
}

/** Thinking as Baton requests it. */
function modelOptions({ endpoint, model: { id, protocol, thinking } }: Target): Fields {
  const common = { model: id, apiKey: 'practice', maxRetries: 0 };
  if (protocol === 'anthropic')
    return {
      ...common,
      anthropicApiUrl: endpoint,
      maxTokens: 8_192,
      thinking:
        thinking.kind === 'anthropic' && thinking.adaptive
          ? { type: 'adaptive' }
          : { type: 'enabled', budget_tokens: 4_096 },
    };
  if (protocol === 'gemini') return { ...common, baseUrl: endpoint };
  const configuration = { baseURL: endpoint };
  if (protocol === 'openai-chat') return { ...common, configuration };
  return { ...common, configuration, useResponsesApi: true, zdrEnabled: true, reasoning: { effort: 'medium' } };
}

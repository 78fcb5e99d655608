import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import type { Part, ToolResultPart } from '#core/message.ts';
import { dialectFor } from '#core/normalize/base/dialects.ts';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import type { Dialect } from '#core/vendors/base/dialect.ts';
import { mergeContinuedText } from '../../base/continued-text.ts';
import { dataUrl } from '../../base/file-content.ts';
import type { Rendered } from '../../base/rendered.ts';
import { argumentsObject } from '../../base/tool-arguments.ts';
import { reasoningParams } from './reasoning-params.ts';

/** The SDK sends unknown fields unchanged; its type doesn't include those of the dialects. */
export type ChatBody = ChatCompletionCreateParamsStreaming & Record<string, unknown>;

function contentPart(part: Part): ChatCompletionContentPart[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    case 'image':
      return [{ type: 'image_url', image_url: { url: dataUrl(part) } }];
    case 'file':
      return [{ type: 'file', file: { filename: part.name, file_data: dataUrl(part) } }];
    default:
      return [];
  }
}

/** Many servers accept only a string where a string is possible (Z1). */
function plain(content: readonly ChatCompletionContentPart[]): string | ChatCompletionContentPart[] {
  const texts = content.map((part) => (part.type === 'text' ? part.text : null));
  return texts.every((text) => text !== null) ? texts.join('\n\n') : [...content];
}

/** Text only: the compiler has moved images of results into the user message that follows (O3). */
function toolMessage(part: ToolResultPart, dialect: Dialect): ChatCompletionMessageParam {
  const name = dialect.chat.toolMessageName && part.name !== undefined ? { name: part.name } : {};
  return { role: 'tool', tool_call_id: part.callId ?? '', ...name, content: part.text };
}

function userMessages(message: NormalizedMessage, dialect: Dialect): ChatCompletionMessageParam[] {
  const results = message.parts.filter((part) => part.type === 'tool_result').map((part) => toolMessage(part, dialect));
  const content = message.parts.flatMap(contentPart);
  return content.length === 0 ? results : [...results, { role: 'user', content: plain(content) }];
}

/** Sends the model's own reasoning back in the field this server reads. */
function reasoningEcho({ reasoning, reasoningDetails }: NormalizedMessage, dialect: Dialect): Record<string, unknown> {
  const field = dialect.chat.reasoningField;
  return {
    ...(reasoning !== undefined && field !== null ? { [field]: reasoning } : {}),
    ...(reasoningDetails === undefined ? {} : { reasoning_details: JSON.parse(reasoningDetails) as unknown }),
  };
}

/** Mistral keeps reasoning as chunks of the content (M4). */
function contentChunks(parts: readonly Part[]): unknown[] {
  return parts.flatMap((part): unknown[] => {
    if (part.type === 'text' || part.type === 'refusal')
      return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    if (part.type !== 'thinking') return [];
    const signature = part.signature ? { signature: part.signature } : {};
    return [{ type: 'thinking', thinking: [{ type: 'text', text: part.text }], ...signature, closed: true }];
  });
}

function assistantMessages(message: NormalizedMessage, dialect: Dialect): ChatCompletionMessageParam[] {
  const parts = mergeContinuedText(message.parts);
  const calls = parts.filter((part) => part.type === 'tool_call');
  const texts = parts.flatMap((part) => (part.type === 'text' || part.type === 'refusal' ? [part.text] : []));
  const text = texts.filter((one) => one !== '').join('\n\n');
  if (text === '' && calls.length === 0) return [];
  const inChunks = dialect.chat.thinkingChunks && parts.some((part) => part.type === 'thinking');
  const omitted = text === '' && dialect.chat.callOnlyContent === 'omit';
  const rendered = {
    role: 'assistant',
    ...(inChunks ? { content: contentChunks(parts) } : omitted ? {} : { content: text }),
    ...reasoningEcho(message, dialect),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            id: call.id,
            type: 'function' as const,
            function: { name: call.name, arguments: JSON.stringify(argumentsObject(call.args)) },
          })),
        }),
  };
  // Reasoning fields and thinking chunks are specific to the dialects.
  return [rendered as ChatCompletionAssistantMessageParam];
}

export function renderMessages(messages: readonly NormalizedMessage[], target: Target): ChatCompletionMessageParam[] {
  const dialect = dialectFor(target);
  return messages.flatMap((message) =>
    message.role === 'assistant' ? assistantMessages(message, dialect) : userMessages(message, dialect),
  );
}

export function renderBody(
  messages: ChatCompletionMessageParam[],
  request: NormalizedRequest,
  target: Target,
): Rendered<ChatBody> {
  const { chat, extras } = dialectFor(target);
  const { model } = target;
  const tools = [
    // Those that the vendor runs itself, as the table of vendors has them.
    ...(request.serverTools?.tools ?? []),
    ...request.tools.map((tool) => ({
      type: 'function' as const,
      function: {
        name: tool.name,
        ...(tool.description === undefined ? {} : { description: tool.description }),
        parameters: tool.inputSchema,
      },
    })),
  ];
  return {
    body: {
      model: model.id,
      stream: true,
      ...(chat.streamUsage ? { stream_options: { include_usage: true } } : {}),
      messages: request.system ? [{ role: chat.systemRole, content: request.system }, ...messages] : messages,
      [chat.maxTokensField]: request.maxOutputTokens,
      ...reasoningParams(chat.thinkingParameter, extras, request.thinking, model.thinking),
      ...(extras.cacheKey && target.cacheKey !== undefined ? { prompt_cache_key: target.cacheKey } : {}),
      ...(extras.contextHint && model.contextWindow !== null ? { options: { num_ctx: model.contextWindow } } : {}),
      // The SDK's type doesn't know the tools of other vendors.
      ...(tools.length === 0 ? {} : { tools: tools as ChatCompletionTool[] }),
      ...(request.toolChoice ? { tool_choice: request.toolChoice } : {}),
    },
    headers: {},
  };
}

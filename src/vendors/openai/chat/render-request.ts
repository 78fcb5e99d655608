import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import { isObject, parseJson } from '#core/json.ts';
import type { Part, ToolCallPart, ToolResultPart } from '#core/message.ts';
import { presentIn } from '#core/present-in.ts';
import { dialectFor } from '#core/normalize/base/dialects.ts';
import { BRIDGE_TEXT } from '#core/normalize/base/texts.ts';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import type { Dialect } from '#core/vendors/base/dialect.ts';
import { mergeContinuedText } from '../../base/continued-text.ts';
import { dataUrl } from '../../base/file-content.ts';
import type { Rendered } from '../../base/rendered.ts';
import { argumentsObject } from '../../base/tool-arguments.ts';
import { markCache, markedText } from './cache-markers.ts';
import { reasoningParams } from './reasoning-params.ts';

/** The SDK sends unknown fields unchanged; its type doesn't include those of the dialects. */
export type ChatBody = ChatCompletionCreateParamsStreaming & Record<string, unknown>;

function contentPart(part: Part): ChatCompletionContentPart | null {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text === '' ? null : { type: 'text', text: part.text };
    case 'image':
      return { type: 'image_url', image_url: { url: dataUrl(part) } };
    case 'file':
      return { type: 'file', file: { filename: part.name, file_data: dataUrl(part) } };
    default:
      return null;
  }
}

/** Many servers accept only a string where a string is possible (Z1). */
function plain(content: ChatCompletionContentPart[]): string | ChatCompletionContentPart[] {
  return content.every((part) => part.type === 'text') ? content.map(({ text }) => text).join('\n\n') : content;
}

/** Joins what an answer says. */
function textOf(parts: readonly Part[]): string {
  let text = '';
  for (const part of parts)
    if ((part.type === 'text' || part.type === 'refusal') && part.text !== '')
      text = text === '' ? part.text : `${text}\n\n${part.text}`;
  return text;
}

/** Text only: the compiler has moved images of results into the user message that follows (O3). */
function toolMessage(part: ToolResultPart, dialect: Dialect): ChatCompletionMessageParam {
  const { callId: tool_call_id = '', name, text: content } = part;
  // The SDK's type doesn't include the name.
  const named = { role: 'tool' as const, tool_call_id, name, content };
  return dialect.chat.toolMessageName && name !== undefined ? named : { role: 'tool', tool_call_id, content };
}

function addUserMessages(messages: ChatCompletionMessageParam[], { parts }: NormalizedMessage, dialect: Dialect): void {
  for (const part of parts) if (part.type === 'tool_result') messages.push(toolMessage(part, dialect));
  const content = presentIn(parts.map(contentPart));
  if (content.length > 0) messages.push({ role: 'user', content: plain(content) });
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

/** `null` when there is nothing to say. */
function assistantMessage(message: NormalizedMessage, { chat }: Dialect): ChatCompletionMessageParam | null {
  const { reasoning, reasoningDetails } = message;
  const parts = mergeContinuedText(message.parts);
  const calls = parts.filter((part) => part.type === 'tool_call');
  const text = textOf(parts);
  if (text === '' && calls.length === 0) return null;
  const inChunks = chat.thinkingChunks && parts.some((part) => part.type === 'thinking');
  // Reasoning fields and thinking chunks are specific to the dialects, and the SDK's type has none of them.
  const rendered: Record<string, unknown> & { role: 'assistant' } = { role: 'assistant' };
  if (inChunks) rendered['content'] = contentChunks(parts);
  else if (text !== '' || chat.callOnlyContent !== 'omit') rendered['content'] = text;
  // The model's own reasoning goes back in the field this server reads.
  if (reasoning !== undefined && chat.reasoningField !== null) rendered[chat.reasoningField] = reasoning;
  if (reasoningDetails !== undefined) rendered['reasoning_details'] = JSON.parse(reasoningDetails) as unknown;
  if (calls.length > 0) rendered['tool_calls'] = calls.map(toolCall);
  return rendered;
}

/** The signature of a call is what its server attached to it (G13). The SDK's type doesn't include that. */
function toolCall({ id, name, args, signature }: ToolCallPart): ChatCompletionMessageToolCall {
  const call = { id, type: 'function' as const, function: { name, arguments: JSON.stringify(argumentsObject(args)) } };
  if (signature === undefined) return call;
  const extras = parseJson(signature);
  return isObject(extras) ? Object.assign(call, { extra_content: extras }) : call;
}

export function renderMessages(messages: readonly NormalizedMessage[], target: Target): ChatCompletionMessageParam[] {
  const dialect = dialectFor(target);
  const rendered: ChatCompletionMessageParam[] = [];
  for (const message of messages)
    if (message.role === 'assistant') {
      const answer = assistantMessage(message, dialect);
      if (answer) rendered.push(answer);
    } else addUserMessages(rendered, message, dialect);
  return rendered;
}

function renderSystem({ system }: NormalizedRequest, target: Target): ChatCompletionMessageParam[] {
  if (!system) return [];
  const { chat, extras, reasoningRequired } = dialectFor(target);
  if (chat.systemRole !== 'user')
    return [{ role: chat.systemRole, content: extras.cacheMarkers ? [markedText(system)] : system }];
  const answered: NormalizedMessage[] = [
    { role: 'user', parts: [{ type: 'text', text: system }] },
    { role: 'assistant', parts: [{ type: 'text', text: BRIDGE_TEXT }], ...(reasoningRequired && { reasoning: '' }) },
  ];
  return renderMessages(answered, target);
}

function takesNothing({ inputSchema }: NormalizedRequest['tools'][number]): boolean {
  return isObject(inputSchema['properties']) && Object.keys(inputSchema['properties']).length === 0;
}

export function renderBody(
  messages: ChatCompletionMessageParam[],
  request: NormalizedRequest,
  target: Target,
): Rendered<ChatBody> {
  const { chat, extras } = dialectFor(target);
  const { model } = target;
  const isOmitted = (field: string) => target.learned?.omit.includes(field) ?? false;
  const tools = [
    // Those that the vendor runs itself, as the table of vendors has them.
    ...(request.serverTools?.tools ?? []),
    ...request.tools.map((tool) => ({
      type: 'function' as const,
      function: {
        name: tool.name,
        ...(tool.description === undefined ? {} : { description: tool.description }),
        // Google's older models refuse an object that has no properties (smolagents PR#2229, 2026-04).
        ...(!(chat.openApiTools && takesNothing(tool)) && { parameters: tool.inputSchema }),
      },
    })),
  ];
  return {
    body: {
      model: model.id,
      stream: true,
      ...(chat.streamUsage && !isOmitted('stream') ? { stream_options: { include_usage: true } } : {}),
      messages: [...renderSystem(request, target), ...(extras.cacheMarkers ? markCache(messages) : messages)],
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

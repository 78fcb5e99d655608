import type {
  ResponseCreateParamsStreaming,
  ResponseFunctionToolCall,
  ResponseIncludable,
  ResponseInputContent,
  ResponseInputItem,
  ResponseOutputMessage,
  Tool as WireTool,
} from 'openai/resources/responses/responses';
import type { HistoryMessage, Part, RefusalPart, TextPart, ToolCallPart, ToolResultPart } from '#core/message.ts';
import { presentIn } from '#core/present-in.ts';
import { dialectFor } from '#core/normalize/base/dialects.ts';
import type { NormalizedRequest, Target } from '#core/request.ts';
import { asksForPictures } from '#core/asks-for-pictures.ts';
import { mergeContinuedText } from '../../base/continued-text.ts';
import { dataUrl } from '../../base/file-content.ts';
import type { Rendered } from '../../base/rendered.ts';
import { pickEffort } from '../../base/thinking-effort.ts';
import { argumentsObject } from '../../base/tool-arguments.ts';
import { itemOf } from './reasoning-item.ts';

/** The API refuses smaller values (vendor-rules R10). */
const SMALLEST_OUTPUT = 16;

const inputImage = (image: { mime: string; data: string }) =>
  ({ type: 'input_image', detail: 'auto', image_url: dataUrl(image) }) as const;

function userContent(part: Part): ResponseInputContent | null {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text === '' ? null : { type: 'input_text', text: part.text };
    case 'image':
      return inputImage(part);
    case 'file':
      return { type: 'input_file', filename: part.name, file_data: dataUrl(part) };
    default:
      return null;
  }
}

function toolOutput({ callId: call_id = '', text, images }: ToolResultPart): ResponseInputItem {
  if (!images || images.length === 0) return { type: 'function_call_output', call_id, output: text };
  const said = text === '' ? [] : [{ type: 'input_text' as const, text }];
  return { type: 'function_call_output', call_id, output: [...said, ...images.map(inputImage)] };
}

/**
 * Text parts that share an item id are one message item. Without an id, each is an item of its own without an id (R2,
 * R5).
 */
function outputMessage(
  pieces: readonly (TextPart | RefusalPart)[],
  annotations: ReadonlyMap<Part, readonly unknown[]> | null,
): ResponseInputItem {
  const id = pieces.map((piece) => (piece.type === 'text' ? piece.itemId : undefined)).find((one) => one !== undefined);
  const phase = pieces
    .map((piece) => (piece.type === 'text' ? piece.phase : undefined))
    .find((one) => one !== undefined);
  const content = pieces.map((piece) =>
    piece.type === 'text'
      ? { type: 'output_text', text: piece.text, annotations: annotations?.get(piece) ?? [] }
      : { type: 'refusal', refusal: piece.text },
  );
  const message: Record<string, unknown> = { type: 'message', role: 'assistant', content };
  if (phase !== undefined) message['phase'] = phase;
  if (id !== undefined) {
    message['id'] = id;
    message['status'] = 'completed';
  }
  // Without an id, the API accepts text it never produced in this form; the SDK's type requires one.
  return message as unknown as ResponseOutputMessage;
}

/** The kind under which the parser keeps the annotations of the text before it. */
export const ANNOTATIONS = 'annotations';

function addAnswer(items: ResponseInputItem[], message: HistoryMessage): void {
  let pieces: (TextPart | RefusalPart)[] = [];
  let annotations: Map<Part, readonly unknown[]> | null = null;
  const flush = () => {
    if (pieces.length === 0) return;
    items.push(outputMessage(pieces, annotations));
    pieces = [];
  };
  for (const part of mergeContinuedText(message.parts)) {
    if (part.type === 'text' || part.type === 'refusal') {
      const last = pieces.at(-1);
      const continues =
        last === undefined || part.type === 'refusal' || (last.type === 'text' && last.itemId === part.itemId);
      if (!continues) flush();
      if (part.text !== '') pieces.push(part);
      continue;
    }
    if (part.type === 'vendor_block' && part.kind === ANNOTATIONS) {
      const last = pieces.at(-1);
      annotations ??= new Map();
      if (last) annotations.set(last, (JSON.parse(part.data) as { annotations: unknown[] }).annotations);
      continue;
    }
    flush();
    // An item of a tool that the vendor ran goes back as it came (W7).
    if (part.type === 'vendor_block') items.push(JSON.parse(part.data) as ResponseInputItem);
    else if (part.type === 'thinking') {
      const item = itemOf(part);
      if (item) items.push(item);
    } else if (part.type === 'image' && part.itemId)
      items.push({ type: 'image_generation_call', id: part.itemId, status: 'completed', result: part.data });
    else if (part.type === 'tool_call') items.push(functionCall(part));
  }
  flush();
}

function functionCall({ id: call_id, name, args, itemId }: ToolCallPart): ResponseInputItem {
  const call: ResponseFunctionToolCall = {
    type: 'function_call',
    call_id,
    name,
    arguments: JSON.stringify(argumentsObject(args)),
  };
  if (itemId) call.id = itemId;
  return call;
}

function addInput(items: ResponseInputItem[], { parts }: HistoryMessage): void {
  for (const part of parts) if (part.type === 'tool_result') items.push(toolOutput(part));
  const content = presentIn(parts.map(userContent));
  if (content.length > 0) items.push({ type: 'message', role: 'user', content });
}

function reasoning(request: NormalizedRequest, target: Target): Partial<ResponseCreateParamsStreaming> {
  const support = target.model.thinking;
  // Models that don't reason refuse both fields (R3).
  if (support.kind !== 'effort') return {};
  const effort = pickEffort(request.thinking, support.efforts, support.off);
  const thinks = request.thinking !== 'off' || !support.off;
  const summary = thinks && dialectFor(target).responses.askSummary ? { summary: 'auto' as const } : {};
  const settings = { ...(effort === undefined ? {} : { effort: effort as 'low' }), ...summary };
  return {
    include: ['reasoning.encrypted_content'],
    ...(Object.keys(settings).length === 0 ? {} : { reasoning: settings }),
  };
}

export function renderItems(messages: readonly HistoryMessage[]): ResponseInputItem[] {
  const items: ResponseInputItem[] = [];
  for (const message of messages)
    if (message.role === 'assistant') addAnswer(items, message);
    else addInput(items, message);
  return items;
}

/** Unfinished pictures are shown while one is made. */
function pictureTool(target: Target) {
  const { partialPictures } = dialectFor(target).responses;
  return { type: 'image_generation' as const, ...(partialPictures > 0 && { partial_images: partialPictures }) };
}

function functionTool({ name, description, inputSchema }: NormalizedRequest['tools'][number]) {
  return {
    type: 'function' as const,
    name,
    ...(description === undefined ? {} : { description }),
    parameters: inputSchema,
    // This endpoint defaults to strict, which most MCP schemas can't satisfy (O5).
    strict: false,
  };
}

/** Stateless on purpose: items stored on a server belong to one account and don't exist for any other (R4). */
/** Tools that the vendor runs itself, as the table of vendors has them. */
const declaredTools = ({ serverTools }: NormalizedRequest): WireTool[] =>
  (serverTools?.tools ?? []).map((tool) => tool as unknown as WireTool);

const included = ({ serverTools }: NormalizedRequest): ResponseIncludable[] =>
  (serverTools?.include ?? []).map((one) => one as ResponseIncludable);

export function renderBody(
  input: readonly ResponseInputItem[],
  request: NormalizedRequest,
  target: Target,
): Rendered<ResponseCreateParamsStreaming> {
  const asMessage = dialectFor(target).responses.system === 'system-message';
  const tools = [
    ...request.tools.map(functionTool),
    ...(asksForPictures(target) ? [pictureTool(target)] : []),
    ...declaredTools(request),
  ];
  const asked = reasoning(request, target);
  const include = [...(asked.include ?? []), ...included(request)];
  const system: ResponseInputItem[] =
    request.system && asMessage ? [{ type: 'message', role: 'system', content: request.system }] : [];
  return {
    body: {
      model: target.model.id,
      stream: true,
      store: false,
      ...(target.cacheKey === undefined ? {} : { prompt_cache_key: target.cacheKey }),
      ...(request.system && !asMessage ? { instructions: request.system } : {}),
      input: [...system, ...input],
      ...asked,
      ...(include.length === 0 ? {} : { include }),
      max_output_tokens: Math.max(SMALLEST_OUTPUT, request.maxOutputTokens),
      ...(tools.length === 0 ? {} : { tools }),
      ...(request.toolChoice ? { tool_choice: request.toolChoice } : {}),
    },
    headers: {},
  };
}

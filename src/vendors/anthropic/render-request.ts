import type {
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextCitationParam,
  ToolResultBlockParam,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type {
  BetaContextManagementConfig,
  BetaThinkingConfigParam,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { Part, ThinkingPart, ToolResultPart, VendorBlockPart } from '#core/message.ts';
import { presentIn } from '#core/present-in.ts';
import type { NormalizedMessage, NormalizedRequest, Target } from '#core/request.ts';
import { mergeContinuedText } from '../base/continued-text.ts';
import { mergeTurns, type Turn } from '../base/merge-turns.ts';
import type { Rendered } from '../base/rendered.ts';
import { argumentsObject } from '../base/tool-arguments.ts';
import { CACHE_MARKER, markCache } from './cache-markers.ts';
import { contextEditing } from './context-editing.ts';
import { thinkingSettings } from './thinking-config.ts';

/** Wider than the SDK's stable type: block_binding and context_management are beta fields of the same endpoint. */
export type AnthropicBody = Omit<MessageCreateParamsStreaming, 'thinking'> & {
  thinking?: BetaThinkingConfigParam;
  context_management?: BetaContextManagementConfig;
};

function image(part: { mime: string; data: string }): ImageBlockParam {
  return {
    type: 'image',
    // The normalizer refuses other image types; the SDK's type lists the accepted ones.
    source: { type: 'base64', media_type: part.mime as 'image/png', data: part.data },
  };
}

/** The compiler has already removed images from error results (A17) and put text into empty ones (A5). */
function toolResult(part: ToolResultPart): ToolResultBlockParam {
  const content = part.images && part.images.length > 0 ? withImages(part.text, part.images) : part.text;
  const block: ToolResultBlockParam = { type: 'tool_result', tool_use_id: part.callId ?? '' };
  if (content.length > 0) block.content = content;
  if (part.isError) block.is_error = true;
  return block;
}

function withImages(text: string, images: NonNullable<ToolResultPart['images']>) {
  return [...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]), ...images.map(image)];
}

/**
 * `null` for an unsigned block, which is one whose signature never arrived: it's stored but never sent (A21, A32).
 * Models of other servers have blocks without one (A39).
 */
function thinkingBlock({ text: thinking, signature }: ThinkingPart, signs: boolean): ContentBlockParam | null {
  return signature || !signs ? { type: 'thinking', thinking, signature: signature ?? '' } : null;
}

function block(part: Part, signs: boolean): ContentBlockParam | null {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text === '' ? null : { type: 'text', text: part.text };
    case 'thinking':
      return thinkingBlock(part, signs);
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: part.data };
    case 'tool_call':
      return { type: 'tool_use', id: part.id, name: part.name, input: argumentsObject(part.args) };
    case 'image':
      return image(part);
    case 'file':
      // PDF is the only kind of file the compiler leaves as a file here.
      return {
        type: 'document',
        title: part.name,
        source: { type: 'base64', media_type: 'application/pdf', data: part.data },
      };
    case 'vendor_block':
      // The compiler keeps only Anthropic's own blocks: a block of a server tool is sent back exactly as it arrived
      // (A13).
      return JSON.parse(part.data) as ContentBlockParam;
    default:
      return toolResult(part);
  }
}

const signedBlock = (part: Part): ContentBlockParam | null => block(part, true);
const unsignedBlock = (part: Part): ContentBlockParam | null => block(part, false);

/** The kind under which the parser keeps the citations of the text before it. */
export const CITATIONS = 'citations';

function readCitations(data: string): TextCitationParam[] {
  const { citations } = JSON.parse(data) as { citations?: TextCitationParam[] };
  return citations ?? [];
}

function message(turn: Turn, signs: boolean): MessageParam | null {
  const parts = mergeContinuedText(turn.parts);
  const content = parts.some(isCitations)
    ? citedContent(parts, signs)
    : presentIn(parts.map(signs ? signedBlock : unsignedBlock));
  return content.length === 0 ? null : { role: turn.role, content };
}

const isCitations = (part: Part): part is VendorBlockPart => part.type === 'vendor_block' && part.kind === CITATIONS;

function citedContent(parts: readonly Part[], signs: boolean): ContentBlockParam[] {
  const content: ContentBlockParam[] = [];
  for (const part of parts) {
    const last = content.at(-1);
    // Citations stand inside of the block that they are about.
    if (isCitations(part)) {
      if (last?.type === 'text') content[content.length - 1] = { ...last, citations: readCitations(part.data) };
      continue;
    }
    const one = block(part, signs);
    if (one !== null) content.push(one);
  }
  return content;
}

/** All files of a request can be cited, or none (platform docs, citations, 2026-08). */
function withCitableFiles(message: MessageParam): MessageParam {
  const { content } = message;
  if (message.role !== 'user' || typeof content === 'string') return message;
  const cite = (one: ContentBlockParam): ContentBlockParam =>
    one.type === 'document' ? { ...one, citations: { enabled: true } } : one;
  return { ...message, content: content.map(cite) };
}

/** Vendor blocks that Anthropic reads back only with the beta header under which it created them (A38). */
const BLOCK_BETAS: ReadonlyMap<string, string> = new Map([
  ['compaction', 'compact-2026-01-12'],
  ['mcp_tool_use', 'mcp-client-2025-11-20'],
]);

/** The beta headers without which the blocks of these messages are refused. */
export function blockBetas(messages: readonly NormalizedMessage[]): string[] {
  const betas: string[] = [];
  for (const { parts } of messages)
    for (const part of parts) {
      const beta = part.type === 'vendor_block' ? BLOCK_BETAS.get(part.kind) : undefined;
      if (beta !== undefined) betas.push(beta);
    }
  return betas;
}

export function renderMessages(
  messages: readonly NormalizedMessage[],
  { serverTools, model }: Pick<Target, 'serverTools' | 'model'>,
): MessageParam[] {
  const signs = model.thinking.kind === 'anthropic';
  const rendered = presentIn(mergeTurns(messages).map((turn) => message(turn, signs)));
  return serverTools?.citeFiles ? rendered.map(withCitableFiles) : rendered;
}

const functionTool = ({ name, description, inputSchema }: NormalizedRequest['tools'][number]): ToolUnion => ({
  name,
  ...(description === undefined ? {} : { description }),
  input_schema: { ...inputSchema, type: 'object' },
});

/** Tools that Anthropic runs itself, as the table of vendors has them. */
const declaredTools = ({ serverTools }: NormalizedRequest): ToolUnion[] =>
  (serverTools?.tools ?? []).map((tool) => tool as unknown as ToolUnion);

export function renderBody(
  messages: readonly MessageParam[],
  request: NormalizedRequest,
  target: Target,
  ownBetas: ReadonlySet<string>,
): Rendered<AnthropicBody> {
  const { betas: thinkingBetas, ...thinking } = thinkingSettings(request, target);
  const { betas: editingBetas, ...editing } = contextEditing(target);
  const tools = [...request.tools.map(functionTool), ...declaredTools(request)];
  const betas = [...thinkingBetas, ...editingBetas, ...ownBetas];
  return {
    body: {
      model: target.model.id,
      max_tokens: request.maxOutputTokens,
      stream: true,
      ...thinking,
      ...editing,
      ...(request.system ? { system: [{ type: 'text', text: request.system, cache_control: CACHE_MARKER }] } : {}),
      ...(tools.length === 0 ? {} : { tools }),
      ...(request.toolChoice ? { tool_choice: { type: request.toolChoice } } : {}),
      messages: markCache(messages),
    },
    headers: betas.length === 0 ? {} : { 'anthropic-beta': betas.join(',') },
  };
}

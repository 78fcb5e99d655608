import { isStandardBase64 } from '../../base64.ts';
import { derive } from '../../draft/derive.ts';
import type { AssistantItem, AssistantPart, Draft, RuleContext } from '../../draft/draft.ts';
import { changeParts, isCall, isThinking } from '../../draft/draft.ts';
import type { Part, ThinkingPart } from '../../message.ts';
import { isBlank, isWellFormedJson } from '../../text.ts';
import { without } from '../../without.ts';
import { pairReasoningItems } from './reasoning-items.ts';
import { isIntact } from './well-formed.ts';

/**
 * Opaque reasoning state goes back byte-exact to where it was made and nowhere else. Visible thinking never becomes
 * something the assistant said (vendor-rules 0.1, 0.6, 8.1). Nothing is invented, moved, merged or edited.
 */
export function keepOpaqueState(draft: Draft, context: RuleContext): void {
  const keep = STATES[context.dialect.state];
  for (const item of draft.items) if (item.role === 'assistant') keep(item, context);
}

/** An earlier decision to leave this vendor's state out is permanent (A24, A25): those answers count as foreign. */
export function stripByDecision(draft: Draft, context: RuleContext, through: number): void {
  for (const item of draft.items) {
    if (item.role === 'user' || !item.sameOrigin || item.message > through) continue;
    item.sameOrigin = false;
    context.notes.add('strip-by-decision', { message: item.message });
  }
}

const STATES = {
  anthropic: keepSignedBlocks,
  responses: keepReasoningItems,
  gemini: keepThoughtSignatures,
  'reasoning-text': keepReasoningText,
  'reasoning-details': keepReasoningDetails,
  'thinking-chunks': keepThinkingChunks,
  'call-extras': keepCallExtras,
  none: dropThinking,
};

/** A19-A25, A31, A32: signed or redacted blocks of this origin, in place and in order. */
function keepSignedBlocks(item: AssistantItem, context: RuleContext): void {
  const { thinking } = context.target.model;
  // A model that does not think accepts no block, not even its own vendor's (A20). One of another server that made some
  // does think.
  if (thinking.kind !== 'anthropic')
    return context.dialect.sameOrigin.model ? changeParts(item, context, keepBlockAsMade) : dropThinking(item, context);
  // A5: a signed block without text is refused in manual mode only ("old manual-mode models", 9router#859, 2026-05).
  // The 4.6 generation has both modes and Baton uses the adaptive one, so its blocks stay as they were made (A22, A31).
  // If a server still refuses one, the repair leaves them out (`empty_content`).
  changeParts(item, context, thinking.adaptive ? keepSignedBlock : keepSignedText);
}

function keepSignedText(placed: AssistantPart, item: AssistantItem, context: RuleContext): AssistantPart | null {
  const { part } = placed;
  if (part.type === 'thinking' && isBlank(part.text)) return drop(placed, item, context);
  return keepSignedBlock(placed, item, context);
}

function keepSignedBlock(placed: AssistantPart, item: AssistantItem, context: RuleContext): AssistantPart | null {
  const { part } = placed;
  if (!isThinking(part)) return stripState(placed, context);
  const isWhole = part.type === 'thinking' ? isSigned(part) : part.data !== '' && isIntact(part);
  return item.sameOrigin && isWhole ? placed : drop(placed, item, context);
}

/** A39: other servers want back what their model thought, and some of them don't sign it. */
function keepBlockAsMade(placed: AssistantPart, item: AssistantItem, context: RuleContext): AssistantPart | null {
  const { part } = placed;
  if (!isThinking(part)) return stripState(placed, context);
  const isFull = part.type === 'thinking' ? isSigned(part) || !isBlank(part.text) : part.data !== '';
  return item.sameOrigin && isFull && isIntact(part) ? placed : drop(placed, item, context);
}

function isSigned(part: ThinkingPart): boolean {
  return part.signature !== undefined && part.signature !== '' && isIntact(part);
}

/** R1-R5: complete reasoning items with their followers, ids only where the pair is complete. */
function keepReasoningItems(item: AssistantItem, context: RuleContext): void {
  if (!item.sameOrigin) return dropThinking(item, context);
  pairReasoningItems(item, context);
}

/** G9-G12, G17: signatures stay on their part; thought summaries are not sent. */
function keepThoughtSignatures(item: AssistantItem, context: RuleContext): void {
  if (!item.sameOrigin) return dropThinking(item, context);
  changeParts(item, context, keepThoughtSignature);
}

function keepThoughtSignature(placed: AssistantPart, item: AssistantItem, context: RuleContext): AssistantPart | null {
  const { part } = placed;
  if (isThinking(part)) return drop(placed, item, context);
  if (
    (part.type === 'text' || part.type === 'tool_call') &&
    part.signature !== undefined &&
    !isStandardBase64(part.signature)
  )
    return stripState(placed, context);
  // Without its signature a picture isn't taken back (G18).
  if (part.type === 'image' && !isStandardBase64(part.signature ?? '')) return stripState(placed, context);
  return placed;
}

/** D1, F1, C1: the text of this very model's reasoning, in the reasoning field. */
function keepReasoningText(item: AssistantItem, context: RuleContext): void {
  const texts: string[] = [];
  for (const { part } of item.parts) if (isReasoning(part, item)) texts.push(part.text.toWellFormed());
  changeParts(item, context, takeReasoningText);
  if (texts.length > 0) item.reasoning = texts.join('\n\n');
}

function takeReasoningText(placed: AssistantPart, item: AssistantItem, context: RuleContext): AssistantPart | null {
  const { part } = placed;
  if (!isReasoning(part, item)) return dropIfThinking(placed, item, context);
  if (!part.text.isWellFormed()) context.notes.add('replace-lone-surrogates', placed.at);
  return null;
}

/** A text of the target's own reasoning. */
function isReasoning(part: Part, { sameOrigin }: AssistantItem): part is ThinkingPart {
  return sameOrigin && part.type === 'thinking' && !isBlank(part.text);
}

/** P1: `reasoning_details` complete, in order, once per message. */
function keepReasoningDetails(item: AssistantItem, context: RuleContext): void {
  const details: unknown[] = [];
  changeParts(item, context, (placed) => {
    const { part } = placed;
    if (!isThinking(part)) return stripState(placed, context);
    const own = item.sameOrigin && part.type === 'thinking' ? sendableDetails(part.details, context) : null;
    if (!own) return drop(placed, item, context);
    details.push(...own);
    return null;
  });
  if (details.length > 0) item.reasoningDetails = JSON.stringify(details);
}

/** M4: thinking chunks of this origin stay in the content array. */
function keepThinkingChunks(item: AssistantItem, context: RuleContext): void {
  changeParts(item, context, keepThinkingChunk);
}

function keepThinkingChunk(placed: AssistantPart, item: AssistantItem, context: RuleContext): AssistantPart | null {
  const { part } = placed;
  return isReasoning(part, item) && isIntact(part) ? placed : dropIfThinking(placed, item, context);
}

/** G13: what this server attached to its calls, as JSON text. */
function keepCallExtras(item: AssistantItem, context: RuleContext): void {
  if (!item.sameOrigin) return dropThinking(item, context);
  changeParts(item, context, keepExtras);
}

function keepExtras(placed: AssistantPart, item: AssistantItem, context: RuleContext): AssistantPart | null {
  const { part } = placed;
  return part.type === 'tool_call' && areExtras(part.signature) ? placed : dropIfThinking(placed, item, context);
}

const areExtras = (json = ''): boolean => json.startsWith('{') && isWellFormedJson(json);

function dropThinking(item: AssistantItem, context: RuleContext): void {
  changeParts(item, context, dropIfThinking);
}

function dropIfThinking(placed: AssistantPart, item: AssistantItem, context: RuleContext): AssistantPart | null {
  return isThinking(placed.part) ? drop(placed, item, context) : stripState(placed, context);
}

function drop(placed: AssistantPart, item: AssistantItem, context: RuleContext): null {
  context.notes.add(item.sameOrigin ? 'drop-unusable-thinking' : 'drop-foreign-thinking', placed.at);
  return null;
}

/** The part without signature, item id and phase. A picture keeps what it was made from. */
function stripState(placed: AssistantPart, context: RuleContext): AssistantPart {
  const { part } = placed;
  if (!hasState(part)) return placed;
  context.notes.add('drop-foreign-state', placed.at);
  if (isCall(placed)) {
    const call = placed.part;
    return { ...placed, part: derive(call, 'plain', () => without(call, 'signature', 'itemId')) };
  }
  if (part.type === 'image')
    return { ...placed, part: derive(part, 'foreign', () => without(part, 'signature', 'itemId')) };
  if (part.type !== 'text') return placed;
  return { ...placed, part: derive(part, 'plain', () => without(part, 'signature', 'itemId', 'phase')) };
}

function hasState(part: Part): boolean {
  if (part.type === 'tool_call' || part.type === 'image')
    return part.signature !== undefined || part.itemId !== undefined;
  return (
    part.type === 'text' && (part.signature !== undefined || part.itemId !== undefined || part.phase !== undefined)
  );
}

/**
 * Anthropic also refuses unsigned reasoning text through OpenRouter; the gateway's own client leaves such entries out.
 * An entry without a format belongs to the server that runs the model.
 */
function sendableDetails(json: string | undefined, { target }: RuleContext): unknown[] | null {
  const claude = target.model.id.startsWith('anthropic/');
  if (json === undefined || !isWellFormedJson(json)) return null;
  const details = parseArray(json)?.filter((entry) => !isUnsignedClaudeText(entry, claude)) ?? [];
  return details.length > 0 ? details : null;
}

function isUnsignedClaudeText(entry: unknown, claude: boolean): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { type, format, signature } = entry as { type?: unknown; format?: unknown; signature?: unknown };
  const own = typeof format === 'string' ? format.startsWith('anthropic') : claude;
  return type === 'reasoning.text' && own && (typeof signature !== 'string' || signature === '');
}

function parseArray(json: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) && value.length > 0 ? value : null;
  } catch {
    return null;
  }
}

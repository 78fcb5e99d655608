import type { HistoryMessage, Part } from '../message.ts';
import type { Vendor } from '../vendor.ts';
import { estimateText, WEIGHTS, type TokenWeights } from './estimate-tokens.ts';

/** Frame of a message and of a part on the wire. */
const MESSAGE_TOKENS = 4;
const CALL_TOKENS = 12;
/** An image of about a megapixel; files are counted by size. */
const IMAGE_TOKENS = 1_600;
const FILE_TOKENS_PER_BYTE = 0.05;

const memos = new Map<TokenWeights, WeakMap<Part, number>>();

/** Estimated tokens of one part; counted once per part object and vendor family. */
export function estimatePart(part: Part, vendor: Vendor): number {
  const weights = WEIGHTS[vendor];
  let memo = memos.get(weights);
  if (!memo) memos.set(weights, (memo = new WeakMap()));
  let tokens = memo.get(part);
  if (tokens === undefined) memo.set(part, (tokens = count(part, weights)));
  return tokens;
}

function count(part: Part, weights: TokenWeights): number {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return estimateText(part.text, weights);
    case 'thinking':
      return estimateText(part.text, weights) + ((part.encrypted?.length ?? 0) + (part.signature?.length ?? 0)) / 4;
    case 'redacted_thinking':
      return part.data.length / 4;
    case 'tool_call':
      return CALL_TOKENS + estimateText(part.name, weights) + estimateText(toJson(part.args), weights);
    case 'tool_result':
      return CALL_TOKENS + estimateText(part.text, weights) + (part.images?.length ?? 0) * IMAGE_TOKENS;
    case 'image':
      return IMAGE_TOKENS;
    default:
      return Math.max(IMAGE_TOKENS, part.data.length * FILE_TOKENS_PER_BYTE);
  }
}

export function estimateMessages(messages: readonly HistoryMessage[], vendor: Vendor): number {
  let tokens = 0;
  for (const { parts } of messages) {
    tokens += MESSAGE_TOKENS;
    for (const part of parts) tokens += estimatePart(part, vendor);
  }
  return Math.ceil(tokens);
}

/** System prompt and tool list. */
export function estimateTools(
  system: string | undefined,
  tools: readonly { name: string; description?: string; inputSchema: unknown }[],
  vendor: Vendor,
): number {
  const weights = WEIGHTS[vendor];
  let tokens = system === undefined ? 0 : MESSAGE_TOKENS + estimateText(system, weights);
  for (const { name, description = '', inputSchema } of tools)
    tokens += CALL_TOKENS + estimateText(name + description, weights) + estimateText(toJson(inputSchema), weights);
  return tokens;
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

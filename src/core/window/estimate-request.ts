import type { FilePart, HistoryMessage, Part } from '../message.ts';
import { readImageSize } from '../image-size.ts';
import { PDF } from '../page-pictures.ts';
import { resultText } from '../draft/context-files.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { knownCount, storedCounts } from './part-counts.ts';
import type { TokenWeights } from './token-weights.ts';

/** Overhead of a message and of a part on the wire. */
export const MESSAGE_TOKENS = 4;
const CALL_TOKENS = 12;
/** Vendors scale images down to about a megapixel and count by area (Anthropic: 750 pixels a token). */
const MAX_IMAGE_TOKENS = 1_600;
const MIN_IMAGE_TOKENS = 70;
const PIXELS_PER_TOKEN = 750;
/** Estimates a file in which nothing was read by its size. */
const FILE_TOKENS_PER_DIGIT = 0.05;
/** A vendor that reads a PDF itself counts a picture of each page besides its text. */
export const PAGE_TOKENS = 1_500;
/** Base64 of a page of a scan, as a PDF without text is one. */
const SCAN_PAGE_DIGITS = 130_000;
/**
 * Most pages that are expected of a scan. Sharp pages take ten times as many bytes, and a guess must not keep any from
 * being sent: what is too long, a vendor says.
 */
const MAX_SCAN_PAGES = 50;

const memos = new Map<TokenWeights, WeakMap<Part, number>>();
/** To remember a part of fewer tokens takes longer than to count it again. */
const REMEMBERED = 1_000;

/** Estimated tokens of one part. Large ones are counted once per part object and vocabulary. */
export function estimatePart(part: Part, weights: TokenWeights): number {
  let memo = memos.get(weights);
  if (!memo) memos.set(weights, (memo = new WeakMap()));
  let tokens = memo.get(part);
  if (tokens !== undefined) return tokens;
  tokens = count(part, weights);
  if (tokens >= REMEMBERED) memo.set(part, tokens);
  return tokens;
}

function count(part: Part, weights: TokenWeights): number {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return estimateTokens(part.text, weights);
    case 'thinking':
      return estimateTokens(part.text, weights) + ((part.encrypted?.length ?? 0) + (part.signature?.length ?? 0)) / 4;
    case 'redacted_thinking':
      return part.data.length / 4;
    case 'vendor_block':
      return estimateTokens(part.data, weights);
    case 'tool_call':
      return CALL_TOKENS + estimateTokens(part.name, weights) + estimateTokens(toJson(part.args), weights);
    case 'tool_result':
      return (
        CALL_TOKENS +
        estimateTokens(resultText(part), weights) +
        (part.images ?? []).reduce((tokens, image) => tokens + imageTokens(image.data), 0)
      );
    case 'image':
      return imageTokens(part.data);
    default:
      return part.text === undefined
        ? Math.max(MAX_IMAGE_TOKENS, unreadTokens(part))
        : estimateTokens(part.text, weights) + PAGE_TOKENS * pagesIn(part);
  }
}

function unreadTokens({ mime, data }: FilePart): number {
  if (mime.toLowerCase() !== PDF) return data.length * FILE_TOKENS_PER_DIGIT;
  return Math.ceil(Math.min(MAX_SCAN_PAGES, data.length / SCAN_PAGE_DIGITS) * PAGE_TOKENS);
}

function pagesIn({ mime, text = '' }: FilePart): number {
  return mime.toLowerCase() === PDF ? (text.match(/^\[Page \d+\]$/gm)?.length ?? 0) : 0;
}

function imageTokens(data: string): number {
  const size = readImageSize(data);
  const tokens = size ? (size.width * size.height) / PIXELS_PER_TOKEN : MAX_IMAGE_TOKENS;
  return Math.ceil(Math.min(MAX_IMAGE_TOKENS, Math.max(MIN_IMAGE_TOKENS, tokens)));
}

/** What is stored beside these parts, so that nobody counts them again. They hold no bytes, which may change in size. */
export function countParts(parts: readonly Part[]): number[] {
  return storedCounts(parts, estimatePart);
}

export function estimateMessages(messages: readonly HistoryMessage[], weights: TokenWeights): number {
  return Math.ceil(addMessageTokens(0, messages, weights));
}

/** The sum with the estimates of these messages added, not rounded. */
export function addMessageTokens(sum: number, messages: readonly HistoryMessage[], weights: TokenWeights): number {
  let tokens = sum;
  for (const { parts, counted } of messages) {
    tokens += MESSAGE_TOKENS;
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index];
      if (part) tokens += knownCount(counted, index, part, weights) ?? estimatePart(part, weights);
    }
  }
  return tokens;
}

/** System prompt and tool list. */
export function estimateTools(
  system: string | undefined,
  tools: readonly { name: string; description?: string; inputSchema: unknown }[],
  weights: TokenWeights,
): number {
  let tokens = system === undefined ? 0 : MESSAGE_TOKENS + estimateTokens(system, weights);
  for (const { name, description = '', inputSchema } of tools)
    tokens += CALL_TOKENS + estimateTokens(name + description, weights) + estimateTokens(toJson(inputSchema), weights);
  return tokens;
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

import type { Part } from '../message.ts';
import { estimateTokens } from '../window/estimate-tokens.ts';
import type { TokenWeights } from '../window/token-weights.ts';
import { truncateOutput } from '../window/truncate-output.ts';
import { pathOf, READS, spacedName, WRITES } from './call-verbs.ts';
import type { CompactionFacts } from './compaction-summary.ts';

/** The parts of a message that facts are read from. `own`: written by the user, or the order that a task was given. */
export interface FactSource {
  role: 'user' | 'assistant' | 'tool';
  own: boolean;
  parts: readonly Part[];
}

export function collectFacts(messages: readonly FactSource[]): CompactionFacts {
  const asked: string[] = [];
  const changed = new Set<string>();
  const read = new Set<string>();
  const attached = new Set<string>();
  for (const { role, own, parts } of messages) {
    const text = parts
      .flatMap((part) => (part.type === 'text' && part.mode === undefined ? [part.text] : []))
      .join('\n');
    if (role === 'user' && own && text.trim() !== '') asked.push(text.trim());
    for (const part of parts) {
      if (role === 'user' && part.type === 'file' && part.name !== undefined) attached.add(part.name);
      if (role === 'user' && part.type === 'image') attached.add(part.mime);
      const path = part.type === 'tool_call' ? pathOf(part) : null;
      if (path === null || part.type !== 'tool_call') continue;
      const name = spacedName(part.name);
      if (WRITES.test(name)) changed.add(path);
      else if (READS.test(name)) read.add(path);
    }
  }
  for (const path of changed) read.delete(path);
  return { asked, changed: [...changed], read: [...read], attached: [...attached] };
}

/** Marks text that did not fit. */
const LEFT_OUT = '[…]';
/** Shares of the token budget: the newest request is the task at hand, and the first one is how it all began. */
const LAST = 0.5;
const FIRST = 0.25;

/**
 * Returns facts as text for the model, within about `tokens`. The user's first and last requests are included verbatim
 * unless they exceed their share; those in between from the newest on, as far as they fit.
 */
export function renderFacts(
  { asked, changed, read, attached }: CompactionFacts,
  tokens: number,
  weights: TokenWeights,
): string {
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`## ${title}\n${items.map((item) => `- ${item}`).join('\n')}`];
  const quotes = quote(asked, tokens, weights);
  return [
    ...(quotes.length === 0 ? [] : [`## What the user asked, word for word\n${quotes.join('\n\n')}`]),
    ...list('Files changed', changed),
    ...list('Files read', read),
    ...list('Attachments', attached),
  ].join('\n\n');
}

function quote(asked: readonly string[], tokens: number, weights: TokenWeights): string[] {
  const newest = asked.at(-1);
  if (newest === undefined) return [];
  const last = truncateOutput(newest, { maxTokens: Math.floor(tokens * LAST) }).text;
  const oldest = asked.length > 1 ? asked[0] : undefined;
  const first = oldest === undefined ? [] : [truncateOutput(oldest, { maxTokens: Math.floor(tokens * FIRST) }).text];
  let left = tokens - [last, ...first].reduce((sum, text) => sum + estimateTokens(text, weights), 0);
  const between: string[] = [];
  for (const text of asked.slice(1, -1).toReversed()) {
    left -= estimateTokens(text, weights);
    if (left < 0) break;
    between.unshift(text);
  }
  const gap = between.length < asked.length - first.length - 1 ? [LEFT_OUT] : [];
  return [...first, ...gap, ...between, last];
}

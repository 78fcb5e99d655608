import { digest } from '../base/digest.ts';
import { type Json, text } from '../base/json.ts';
import type { Seals } from '../base/seal.ts';
import type { PrefixMark } from './prefix.ts';

/** The content of a thinking block's signature. */
export interface ThinkingSeal {
  kind: 'thinking' | 'redacted_thinking';
  model: string;
  account: string;
  /** Digest of the text that was shown; null when it was omitted (A31). */
  shown: string | null;
  prefix: PrefixMark;
  /** The previous thinking block that the model saw, by its opaque value; null for the first one. */
  previous: string | null;
  /** How many thinking blocks the model saw before it. */
  seen: number;
  /** The answer it belongs to, and its position among the thinking blocks of that answer. */
  answer: string;
  place: number;
  /** Number of tool calls before it in the same answer. */
  calls: number;
}

export const opaqueOf = (block: Json): string => text(block.type === 'thinking' ? block.signature : block.data);

/** Identifies a thinking block for the next one. */
export const linkOf = (block: Json): string => digest(opaqueOf(block));

export const sealThinking = (seals: Seals, seal: ThinkingSeal): string =>
  seals.seal('anthropic', {
    k: seal.kind,
    m: seal.model,
    a: seal.account,
    t: seal.shown,
    s: seal.prefix.system,
    o: seal.prefix.tools,
    p: seal.prefix.messages,
    l: seal.previous,
    d: seal.seen,
    g: seal.answer,
    n: seal.place,
    c: seal.calls,
  });

/** Returns null when this server has not signed it, or signed it for another kind of block. */
export function openThinking(seals: Seals, block: Json): ThinkingSeal | null {
  const content = seals.open('anthropic', opaqueOf(block));
  if (!content || content.k !== block.type) return null;
  return {
    kind: block.type === 'thinking' ? 'thinking' : 'redacted_thinking',
    model: text(content.m),
    account: text(content.a),
    shown: typeof content.t === 'string' ? content.t : null,
    prefix: { system: text(content.s), tools: text(content.o), messages: text(content.p) },
    previous: typeof content.l === 'string' ? content.l : null,
    seen: Number(content.d),
    answer: text(content.g),
    place: Number(content.n),
    calls: Number(content.c),
  };
}

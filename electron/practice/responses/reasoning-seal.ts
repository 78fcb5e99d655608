import { type Json, text } from '../base/json.ts';
import type { Seals } from '../base/seal.ts';

/** The content of encrypted reasoning (R1, R3). */
export interface ReasoningSeal {
  item: string;
  model: string;
  account: string;
  /** The reasoning itself, which only this server can read. */
  thought: string;
  /** Type of the item that it produced; empty when the answer ended with it. */
  followerType: string;
  followerId: string;
}

export const sealReasoning = (seals: Seals, kind: string, seal: ReasoningSeal): string =>
  seals.seal(`reasoning/${kind}`, {
    i: seal.item,
    m: seal.model,
    a: seal.account,
    x: seal.thought,
    t: seal.followerType,
    f: seal.followerId,
  });

export function openReasoning(seals: Seals, kind: string, item: Json): ReasoningSeal | null {
  const content = seals.open(`reasoning/${kind}`, text(item.encrypted_content));
  if (!content) return null;
  return {
    item: text(content.i),
    model: text(content.m),
    account: text(content.a),
    thought: text(content.x),
    followerType: text(content.t),
    followerId: text(content.f),
  };
}

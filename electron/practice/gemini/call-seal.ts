import { digest } from '../base/digest.ts';
import { type Json, text } from '../base/json.ts';
import type { Seals } from '../base/seal.ts';

/** The content of a thought signature (G9, G10, G12). */
export interface CallSeal {
  model: string;
  account: string;
  /** Name of the call it belongs to; `*` for the end of a text; see `aboutPicture`. */
  about: string;
}

/** The signature of a picture belongs to its bytes. */
export const aboutPicture = (data: string): string => `picture ${digest(data)}`;

export const sealThought = (seals: Seals, seal: CallSeal, answer: string): string =>
  seals.seal('gemini', { m: seal.model, a: seal.account, c: seal.about, g: answer });

export function openThought(seals: Seals, signature: string): CallSeal | null {
  const content: Json | null = seals.open('gemini', signature);
  return content ? { model: text(content.m), account: text(content.a), about: text(content.c) } : null;
}

/** Placeholders that the vendor documents for calls of another model (G11). */
export const DUMMIES: ReadonlySet<string> = new Set([
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
]);

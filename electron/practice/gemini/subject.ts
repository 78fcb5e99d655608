import { isObject, type Json } from '../base/json.ts';
import type { Seals } from '../base/seal.ts';
import type { GeminiModel } from './models.ts';

/** A request to generateContent, prepared for the rules. */
export interface GeminiSubject {
  body: Json;
  model: GeminiModel;
  contents: GeminiContent[];
  seals: Seals;
  account: string;
}

export interface GeminiContent {
  role: string;
  parts: Json[];
}

export const callOf = (part: Json): Json | null => (isObject(part.functionCall) ? part.functionCall : null);
export const responseOf = (part: Json): Json | null => (isObject(part.functionResponse) ? part.functionResponse : null);

export const callsIn = (content: GeminiContent | undefined): Json[] =>
  content ? content.parts.map(callOf).filter((call) => call !== null) : [];
export const responsesIn = (content: GeminiContent | undefined): Json[] =>
  content ? content.parts.map(responseOf).filter((response) => response !== null) : [];

/** Index after the last content with the user's own input: where the open turn starts (G9). */
export function openTurnStart(contents: readonly GeminiContent[]): number {
  return (
    contents.findLastIndex(({ role, parts }) => role !== 'model' && parts.some((part) => responseOf(part) === null)) + 1
  );
}

import type { Model } from '#core/model.ts';
import type { Protocol, Vendor } from '#core/vendor.ts';
import { ANTHROPIC_MODELS } from './anthropic.ts';
import { COMPATIBLE_MODELS } from './compatible.ts';
import { GEMINI_MODELS } from './gemini.ts';
import { OPENAI_MODELS } from './openai.ts';
import { PRACTICE_MODELS } from './practice.ts';

const REAL_MODELS: readonly Model[] = [...ANTHROPIC_MODELS, ...OPENAI_MODELS, ...GEMINI_MODELS, ...COMPATIBLE_MODELS];

/** Every model the catalogue knows, the practice models last. */
export function listCatalogue(): readonly Model[] {
  return [...REAL_MODELS, ...PRACTICE_MODELS];
}

/** What a connection offers before its own list is asked: nothing for a server the user added. */
export function listModelsOf(connection: {
  vendor: Vendor;
  protocol: Protocol;
  practice: boolean;
  custom: boolean;
}): readonly Model[] {
  if (connection.custom) return [];
  const models = connection.practice ? PRACTICE_MODELS : REAL_MODELS;
  return models.filter(({ vendor, protocol }) => vendor === connection.vendor && protocol === connection.protocol);
}

import type { Model } from '#core/model.ts';
import type { Protocol, Vendor } from '#core/vendor.ts';
import { ANTHROPIC_MODELS } from './anthropic.ts';
import { CEREBRAS_MODELS } from './cerebras.ts';
import { DEEPSEEK_MODELS } from './deepseek.ts';
import { FIREWORKS_MODELS } from './fireworks.ts';
import { GEMINI_MODELS } from './gemini.ts';
import { GROQ_MODELS } from './groq.ts';
import { MISTRAL_MODELS } from './mistral.ts';
import { OPENAI_MODELS } from './openai.ts';
import { PRACTICE_MODELS } from './practice.ts';
import { XAI_MODELS } from './xai.ts';

/** OpenRouter and Ollama have no rows: their own lists name the models. */
const REAL_MODELS: readonly Model[] = [
  ...ANTHROPIC_MODELS,
  ...OPENAI_MODELS,
  ...GEMINI_MODELS,
  ...GROQ_MODELS,
  ...CEREBRAS_MODELS,
  ...FIREWORKS_MODELS,
  ...DEEPSEEK_MODELS,
  ...MISTRAL_MODELS,
  ...XAI_MODELS,
];

/** Every model in the catalog, the practice models last. */
export function listCatalog(): readonly Model[] {
  return [...REAL_MODELS, ...PRACTICE_MODELS];
}

/** The models of a connection before its own list is loaded: none for a server the user added. */
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

import { ANTHROPIC } from './anthropic.ts';
import { OPENAI } from './openai.ts';
import { GEMINI } from './gemini.ts';
import { GROQ } from './groq.ts';
import { CEREBRAS } from './cerebras.ts';
import { FIREWORKS } from './fireworks.ts';
import { DEEPSEEK } from './deepseek.ts';
import { MISTRAL } from './mistral.ts';
import { XAI } from './xai.ts';
import { OPENROUTER } from './openrouter.ts';
import { OLLAMA } from './ollama.ts';
import type { VendorDefinition } from './base/definition.ts';

/**
 * Every vendor by its id. Ids are stored and never change. The order is the order of lists on the screen. An
 * OpenAI-compatible server of the user is `openai` with another endpoint.
 */
export const VENDOR_TABLE = {
  anthropic: ANTHROPIC,
  openai: OPENAI,
  gemini: GEMINI,
  groq: GROQ,
  cerebras: CEREBRAS,
  fireworks: FIREWORKS,
  deepseek: DEEPSEEK,
  mistral: MISTRAL,
  xai: XAI,
  openrouter: OPENROUTER,
  ollama: OLLAMA,
} satisfies Record<string, VendorDefinition>;

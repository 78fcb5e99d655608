import {
  COMPATIBLE_PARAMETERS,
  type MakeParameters,
  missing,
  NO_FIELD,
  OPENAI_CHAT_PARAMETERS,
  outputIn,
  PROTOCOL_PARAMETERS,
  range,
  whole,
} from './base/parameters.ts';
import type { Protocol } from './base/protocol.ts';
import type { VENDOR_TABLE } from './table.ts';

/**
 * Parameters that vendors accept, where they differ from their protocol. Apart from the vendors' own files, because it
 * is loaded once a parameter is set.
 */
export const VENDOR_PARAMETERS: Readonly<
  Partial<Record<keyof typeof VENDOR_TABLE, Readonly<Partial<Record<Protocol, MakeParameters>>>>>
> = {
  openai: { 'openai-chat': OPENAI_CHAT_PARAMETERS },
  groq: {
    'openai-chat': (input) => ({
      ...COMPATIBLE_PARAMETERS(input),
      topK: NO_FIELD,
      maxOutput: outputIn('max_completion_tokens', input.model),
      frequencyPenalty: missing('no-effect'),
      presencePenalty: missing('no-effect'),
    }),
  },
  cerebras: {
    'openai-chat': (input) => ({
      ...COMPATIBLE_PARAMETERS(input),
      topK: NO_FIELD,
      temperature: range('temperature', 0, 1.5),
      maxOutput: outputIn('max_completion_tokens', input.model),
      frequencyPenalty: NO_FIELD,
      presencePenalty: NO_FIELD,
    }),
  },
  fireworks: { 'openai-chat': (input) => ({ ...COMPATIBLE_PARAMETERS(input), topK: whole('top_k', 0) }) },
  deepseek: {
    // With thinking, sampling is accepted and ignored; the penalties always are (api-docs.deepseek.com, 2026-09).
    'openai-chat': (input) => {
      const idle = missing('no-effect');
      return {
        ...COMPATIBLE_PARAMETERS(input),
        topK: NO_FIELD,
        ...(input.thinks && { temperature: idle, topP: idle }),
        seed: NO_FIELD,
        frequencyPenalty: idle,
        presencePenalty: idle,
      };
    },
  },
  mistral: {
    'openai-chat': (input) => ({
      ...COMPATIBLE_PARAMETERS(input),
      topK: NO_FIELD,
      temperature: range('temperature', 0, 1.5),
      seed: whole('random_seed', 0),
    }),
  },
  xai: {
    // Reasoning models take them too (docs.x.ai, 2026-11).
    'openai-responses': (input) => ({
      ...PROTOCOL_PARAMETERS['openai-responses'](input),
      temperature: range('temperature', 0, 2),
      topP: range('top_p', 0, 1),
      topK: missing('no-effect'),
      seed: whole('seed'),
      verbosity: NO_FIELD,
    }),
  },
  openrouter: { 'openai-chat': (input) => ({ ...COMPATIBLE_PARAMETERS(input), topK: whole('top_k', 0) }) },
  ollama: {
    // The /v1 API of Ollama reads neither (docs.ollama.com, OpenAI compatibility, 2026-08).
    'openai-chat': (input) => ({
      ...COMPATIBLE_PARAMETERS(input),
      topK: missing('no-effect'),
      contextLength: missing('no-effect'),
    }),
  },
};

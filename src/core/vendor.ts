/** Whose rules apply. An OpenAI-compatible server under its own base URL is `openai` with another endpoint. */
export const VENDORS = [
  'anthropic',
  'openai',
  'gemini',
  'groq',
  'cerebras',
  'fireworks',
  'deepseek',
  'mistral',
  'xai',
  'openrouter',
  'ollama',
] as const;

export type Vendor = (typeof VENDORS)[number];

/** The wire form of an endpoint. */
export const PROTOCOLS = ['anthropic', 'openai-responses', 'openai-chat', 'gemini'] as const;

export type Protocol = (typeof PROTOCOLS)[number];

/**
 * Where a part came from. Opaque state (signatures, encrypted reasoning) is only valid there. `endpoint` is the base
 * URL, `account` the fingerprint of the key (never the key).
 */
export interface Origin {
  vendor: Vendor;
  model: string;
  endpoint?: string;
  account?: string;
}

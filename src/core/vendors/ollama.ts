import type { VendorDefinition } from './base/definition.ts';
import { CHAT, COMPATIBLE } from './base/dialects.ts';

/**
 * Families whose template in Ollama's library doesn't support tools: a request with tools is refused entirely (L1).
 * ollama.com/library, 2026-11. Other names are offered tools, and a refusal becomes a learned fact.
 */
const WITHOUT_TOOLS =
  /^(gemma([23]n?)?|codegemma|llama[23]|codellama|llava|llava-llama3|llava-phi3|bakllava|moondream|phi|phi3|phi4|tinyllama|tinydolphin|vicuna|orca-mini|orca2|starcoder2?|wizardlm2?|wizardcoder|deepseek-coder(-v2)?|deepseek-llm|falcon3?|stablelm2?|solar|yi|zephyr|neural-chat|openchat|starling-lm|dolphin-(llama3|mixtral|phi)|medgemma|minicpm-v)(:|$)/;

export const OLLAMA: VendorDefinition = {
  name: 'Ollama',
  label: 'Ollama',
  protocol: 'openai-chat',
  baseUrl: 'http://127.0.0.1:11434/v1',
  auth: 'none',
  // Its own API sets how much of a request is read, and refuses a longer one instead of cutting it (L4).
  builtIn: { protocol: 'ollama', baseUrl: 'http://127.0.0.1:11434' },
  look: {
    shape: 'M1.8 10.4V5.6A4.2 4.2 0 0 1 10.2 5.6V10.4z',
    light: 'oklch(0.49 0.075 120)',
    dark: 'oklch(0.78 0.08 120)',
  },
  dialects: {
    'openai-chat': () => ({
      ...COMPATIBLE,
      name: 'chat-ollama',
      chat: { ...CHAT, thinkingParameter: 'reasoning_effort' },
      extras: { contextHint: true, cutsSilently: true },
    }),
  },
  guess: { tools: (id) => !WITHOUT_TOOLS.test(id.replace(/^.*\//, '')) },
  embeddings: ['nomic-embed-text', 'bge-m3', 'embeddinggemma'],
  models: [],
};

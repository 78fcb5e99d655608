import type { Vendor } from '#core/vendor.ts';

export interface VendorLook {
  /** The vendor's own name for itself. */
  name: string;
  /** A token of tokens.css. */
  color: `var(--vendor-${Vendor})`;
  /** Path in a 12 x 12 box: a separate bead shape for each vendor, so that color is never the only difference. */
  shape: string;
}

export const VENDOR_LOOK: Record<Vendor, VendorLook> = {
  anthropic: {
    name: 'Anthropic',
    color: 'var(--vendor-anthropic)',
    shape: 'M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0 -9z',
  },
  openai: { name: 'OpenAI', color: 'var(--vendor-openai)', shape: 'M6 1.2L10.2 3.6V8.4L6 10.8L1.8 8.4V3.6z' },
  gemini: { name: 'Gemini', color: 'var(--vendor-gemini)', shape: 'M6 0.9L11.1 6L6 11.1L0.9 6z' },
  groq: { name: 'Groq', color: 'var(--vendor-groq)', shape: 'M2.5 1.6L10.6 6L2.5 10.4z' },
  cerebras: { name: 'Cerebras', color: 'var(--vendor-cerebras)', shape: 'M1.9 1.9H10.1V10.1H1.9z' },
  fireworks: {
    name: 'Fireworks',
    color: 'var(--vendor-fireworks)',
    shape: 'M4.4 1.5H7.6V4.4H10.5V7.6H7.6V10.5H4.4V7.6H1.5V4.4H4.4z',
  },
  deepseek: { name: 'DeepSeek', color: 'var(--vendor-deepseek)', shape: 'M1.3 3.8H10.7A4.7 4.7 0 0 1 1.3 3.8z' },
  mistral: {
    name: 'Mistral',
    color: 'var(--vendor-mistral)',
    shape: 'M1.5 1.7H10.5V4.5H1.5z M1.5 7.5H10.5V10.3H1.5z',
  },
  xai: {
    name: 'xAI',
    color: 'var(--vendor-xai)',
    shape: 'M1.6 3L3 1.6L6 4.6L9 1.6L10.4 3L7.4 6L10.4 9L9 10.4L6 7.4L3 10.4L1.6 9L4.6 6z',
  },
  openrouter: { name: 'OpenRouter', color: 'var(--vendor-openrouter)', shape: 'M1.4 1.8H6L10.8 6L6 10.2H1.4L6 6z' },
  ollama: { name: 'Ollama', color: 'var(--vendor-ollama)', shape: 'M1.8 10.4V5.6A4.2 4.2 0 0 1 10.2 5.6V10.4z' },
};

import type { Vendor } from '#core/vendor.ts';

/** What a server takes beyond the dialect that the whole engine shares. Absent means no: fields are whitelisted (Z1). */
export interface ChatExtras {
  /** `reasoning_format`: parsed puts reasoning into its own field; raw is refused together with tools (Q3). */
  reasoningFormat?: 'parsed';
  /** Native reasoners are asked by prompt mode instead of an effort (docs.mistral.ai, 2026-04). */
  promptMode?: boolean;
  /**
   * Ask for a context as long as the model's window (L4). Ollama itself ignores this on its OpenAI endpoint
   * (docs.ollama.com, 2026-07); gateways in front of it read it, and nobody refuses it.
   */
  contextHint?: boolean;
}

const EXTRAS: Partial<Record<Vendor, ChatExtras>> = {
  groq: { reasoningFormat: 'parsed' },
  mistral: { promptMode: true },
  ollama: { contextHint: true },
};

export const chatExtras = (vendor: Vendor): ChatExtras => EXTRAS[vendor] ?? {};

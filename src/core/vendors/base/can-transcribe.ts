import type { Protocol } from './protocol.ts';

/** Anthropic writes no speech down, Gemini and Ollama only in chats (their API references, 2026-11). */
export const canTranscribe = (protocol: Protocol): boolean =>
  protocol === 'openai-chat' || protocol === 'openai-responses';

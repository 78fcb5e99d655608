import type { Json } from './vendors.ts';

export const user = (content: unknown): Json => ({ role: 'user', content });
export const say = (content: string, more: Json = {}): Json => ({ role: 'assistant', content, ...more });
export const system = (content: string): Json => ({ role: 'system', content });

export const call = (id: string, name = 'look', args: unknown = '{}'): Json => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
export const calls = (ids: string[], more: Json = {}): Json => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => call(id)),
  ...more,
});
export const result = (id: string, content: unknown = 'fine', more: Json = {}): Json => ({
  role: 'tool',
  tool_call_id: id,
  content,
  ...more,
});

export const tool = (name: string, parameters: Json = { type: 'object', properties: {} }, more: Json = {}): Json => ({
  type: 'function',
  function: { name, parameters, ...more },
});
export const TOOLS = [tool('look', { type: 'object', properties: { at: { type: 'string' } } }), tool('listen')];
export const IMAGE: Json = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };

/** Requests for one model at one host. */
export const requestOf =
  (model: string) =>
  (messages: unknown, more: Json = {}): Json => ({ model, messages, ...more });

export const HOSTS = {
  chat: 'https://chat.practice.invalid/v1/chat/completions',
  openai: 'https://openai.practice.invalid/v1/chat/completions',
  groq: 'https://groq.practice.invalid/openai/v1/chat/completions',
  cerebras: 'https://cerebras.practice.invalid/v1/chat/completions',
  deepseek: 'https://deepseek.practice.invalid/chat/completions',
  mistral: 'https://mistral.practice.invalid/v1/chat/completions',
  fireworks: 'https://fireworks.practice.invalid/inference/v1/chat/completions',
  openrouter: 'https://openrouter.practice.invalid/api/v1/chat/completions',
  ollama: 'https://ollama.practice.invalid/v1/chat/completions',
  ownOllama: 'https://ollama.practice.invalid/api/chat',
  local: 'https://local.practice.invalid/v1/chat/completions',
} as const;

import type { PracticeVendors } from '#practice/create-practice-vendors.ts';
import { type Json, post, type Reply } from './vendors.ts';

const URL = 'https://anthropic.practice.invalid/v1/messages';
export const BINDING = { 'anthropic-beta': 'thinking-binding-controls-2026-08-01' };
export const INTERLEAVED = { 'anthropic-beta': 'interleaved-thinking-2025-05-14' };

export const user = (content: unknown): Json => ({ role: 'user', content });
export const assistant = (content: unknown): Json => ({ role: 'assistant', content });
export const result = (id: string, content: unknown = 'fine', more: Json = {}): Json => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});
export const call = (id: string, input: unknown = {}): Json => ({ type: 'tool_use', id, name: 'look', input });
export const textBlock = (text: string): Json => ({ type: 'text', text });

export const TOOLS = [
  { name: 'look', description: 'Looks', input_schema: { type: 'object', properties: { at: { type: 'string' } } } },
  { name: 'listen', input_schema: { type: 'object' } },
];

export const ADAPTIVE = { type: 'adaptive', display: 'summarized' };
export const MANUAL = { type: 'enabled', budget_tokens: 2048 };

export const request = (messages: unknown, more: Json = {}): Json => ({
  model: 'practice-claude',
  max_tokens: 4096,
  messages,
  ...more,
});

export const manual = (messages: unknown, more: Json = {}): Json =>
  request(messages, { model: 'practice-claude-manual', ...more });

export const send = (
  vendors: PracticeVendors,
  body: unknown,
  headers: Record<string, string> = {},
  url = URL,
): Promise<Reply> => post(vendors, url, body, { 'anthropic-version': '2023-06-01', ...headers });

/** The content of a complete answer, as the next request sends it back. */
export async function answer(vendors: PracticeVendors, body: Json, headers?: Record<string, string>): Promise<Json[]> {
  const reply = await send(vendors, body, headers);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.json.content as Json[];
}

export const errorOf = (reply: Reply): { type: string; message: string } =>
  reply.json.error as { type: string; message: string };

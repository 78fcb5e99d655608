import type { PracticeVendors } from '#practice/create-practice-vendors.ts';
import { type Json, post, type Reply } from './vendors.ts';

export const URL = 'https://openai.practice.invalid/v1/responses';
export const XAI = 'https://xai.practice.invalid/v1/responses';

export const user = (content: unknown): Json => ({ type: 'message', role: 'user', content });
export const assistant = (text: string, more: Json = {}): Json => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...more,
});
export const call = (call_id: string, more: Json = {}): Json => ({
  type: 'function_call',
  call_id,
  name: 'look',
  arguments: '{}',
  ...more,
});
export const output = (call_id: string, value: unknown = 'fine'): Json => ({
  type: 'function_call_output',
  call_id,
  output: value,
});
export const tool = (name: string, more: Json = {}): Json => ({
  type: 'function',
  name,
  parameters: { type: 'object', properties: {} },
  strict: false,
  ...more,
});
export const TOOLS = [tool('look'), tool('listen')];

export const request = (input: unknown, more: Json = {}): Json => ({
  model: 'practice-gpt',
  store: false,
  input,
  ...more,
});

export const send = (
  vendors: PracticeVendors,
  body: Json,
  headers: Record<string, string> = {},
  url = URL,
): Promise<Reply> => post(vendors, url, body, headers);

/** The output items of a complete answer, as the next request sends them back. */
export async function answer(
  vendors: PracticeVendors,
  body: Json,
  headers: Record<string, string> = {},
  url = URL,
): Promise<Json[]> {
  const reply = await send(vendors, body, headers, url);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.json.output as Json[];
}

export const errorOf = (reply: Reply): Json => reply.json.error as Json;

import type { PracticeVendors } from '#practice/create-practice-vendors.ts';
import { type Json, post, type Reply } from './vendors.ts';

export const urlOf = (model: string, method = 'generateContent'): string =>
  `https://gemini.practice.invalid/v1beta/models/${model}:${method}`;
export const URL = urlOf('practice-gemini');

export const DUMMY = 'skip_thought_signature_validator';

export const user = (...parts: (string | Json)[]): Json => ({ role: 'user', parts: parts.map(part) });
export const model = (...parts: (string | Json)[]): Json => ({ role: 'model', parts: parts.map(part) });
const part = (value: string | Json): Json => (typeof value === 'string' ? { text: value } : value);

export const call = (name = 'look', more: Json = {}, id?: string): Json => ({
  functionCall: { ...(id === undefined ? {} : { id }), name, args: {} },
  ...more,
});
export const signed = (name = 'look', signature: unknown = DUMMY): Json => call(name, { thoughtSignature: signature });
export const response = (name = 'look', value: unknown = { output: 'fine' }, id?: string): Json => ({
  functionResponse: { ...(id === undefined ? {} : { id }), name, response: value },
});

export const TOOLS = [
  {
    functionDeclarations: [
      { name: 'look', parametersJsonSchema: { type: 'object', properties: {}, additionalProperties: false } },
      { name: 'listen', parameters: { type: 'OBJECT', properties: { at: { type: 'STRING' } } } },
    ],
  },
];

export const request = (contents: unknown, more: Json = {}): Json => ({ contents, ...more });

export const send = (
  vendors: PracticeVendors,
  body: Json,
  url = URL,
  headers: Record<string, string> = {},
): Promise<Reply> => post(vendors, url, body, headers);

/** The content of a complete answer, as the next request sends it back. */
export async function answer(vendors: PracticeVendors, body: Json, url = URL, headers = {}): Promise<Json> {
  const reply = await send(vendors, body, url, headers);
  if (reply.status !== 200) throw new Error(reply.text);
  return (reply.json.candidates as Json[])[0]?.content as Json;
}

export const errorOf = (reply: Reply): Json => reply.json.error as Json;

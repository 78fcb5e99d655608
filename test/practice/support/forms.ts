import type { Json } from './vendors.ts';

/** One endpoint of each protocol, with what a test needs to use it. */
export interface Form {
  name: string;
  url: string;
  streamUrl: string;
  headers: Record<string, string>;
  /** A request whose only user message is this. */
  ask(text: string, tools?: boolean): Json;
  stream: Json;
  /** The answer's text in a complete response. */
  textOf(body: Json): string;
  errorOf(body: Json): Json;
}

const SCHEMA = { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] };
const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const field = (value: unknown, name: string): unknown => (value as Json | undefined)?.[name];

export const FORMS: readonly Form[] = [
  {
    name: 'anthropic',
    url: 'https://anthropic.practice.invalid/v1/messages',
    streamUrl: 'https://anthropic.practice.invalid/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    ask: (text, tools) => ({
      model: 'practice-claude',
      max_tokens: 8192,
      thinking: { type: 'adaptive', display: 'summarized' },
      messages: [{ role: 'user', content: text }],
      ...(tools ? { tools: [{ name: 'look', input_schema: SCHEMA }] } : {}),
    }),
    stream: { stream: true },
    textOf: (body) =>
      list(body.content)
        .map((block) => (block.type === 'text' ? text(block.text) : ''))
        .join(''),
    errorOf: (body) => body.error as Json,
  },
  {
    name: 'responses',
    url: 'https://openai.practice.invalid/v1/responses',
    streamUrl: 'https://openai.practice.invalid/v1/responses',
    headers: {},
    ask: (text, tools) => ({
      model: 'practice-gpt',
      store: false,
      reasoning: { summary: 'auto' },
      input: text,
      ...(tools ? { tools: [{ type: 'function', name: 'look', parameters: SCHEMA, strict: false }] } : {}),
    }),
    stream: { stream: true },
    textOf: (body) =>
      list(body.output)
        .flatMap((item) => list(item.content).map((part) => text(part.text)))
        .join(''),
    errorOf: (body) => body.error as Json,
  },
  {
    name: 'chat',
    url: 'https://chat.practice.invalid/v1/chat/completions',
    streamUrl: 'https://chat.practice.invalid/v1/chat/completions',
    headers: {},
    ask: (text, tools) => ({
      model: 'practice-chat',
      messages: [{ role: 'user', content: text }],
      ...(tools ? { tools: [{ type: 'function', function: { name: 'look', parameters: SCHEMA } }] } : {}),
    }),
    stream: { stream: true, stream_options: { include_usage: true } },
    textOf: (body) => text(field(list(body.choices)[0]?.message, 'content')),
    errorOf: (body) => body.error as Json,
  },
  {
    name: 'gemini',
    url: 'https://gemini.practice.invalid/v1beta/models/practice-gemini:generateContent',
    streamUrl: 'https://gemini.practice.invalid/v1beta/models/practice-gemini:streamGenerateContent?alt=sse',
    headers: {},
    ask: (text, tools) => ({
      contents: [{ role: 'user', parts: [{ text }] }],
      generationConfig: { thinkingConfig: { includeThoughts: true } },
      ...(tools ? { tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: SCHEMA }] }] } : {}),
    }),
    stream: {},
    textOf: (body) =>
      list(field(list(body.candidates)[0]?.content, 'parts'))
        .map((part) => (part.thought ? '' : text(part.text)))
        .join(''),
    errorOf: (body) => body.error as Json,
  },
];

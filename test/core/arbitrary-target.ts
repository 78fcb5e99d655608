import { type Arbitrary, array, constant, constantFrom, integer, option, record } from 'fast-check';
import type { ThinkingLevel } from '#core/model.ts';
import { declareTools } from '#core/normalize/declare-tools.ts';
import { withParameters } from '#core/normalize/resolve-parameters.ts';
import type { Target, ToolSpec } from '#core/request.ts';
import { VENDORS, type Vendor } from '#core/vendor.ts';
import type { ServerTool } from '#core/vendors/base/server-tools.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { listCatalog } from '#vendors/catalog/list-models.ts';
import { anyParameters } from './arbitrary-parameters.ts';
import { OWN_OLLAMA, target } from './targets.ts';

/** Ids that aren't in any catalog: older, newer, or served by other vendors. */
const UNKNOWN: Readonly<Partial<Record<Vendor, readonly string[]>>> = {
  anthropic: [
    'claude-3-5-haiku-latest',
    'claude-3-7-sonnet-20250219',
    'claude-sonnet-4-20250514',
    'claude-opus-7',
    'claude-mythos-preview',
    'claude-mythos-5-1',
    'mystery',
  ],
  openai: ['gpt-7', 'gpt-4-turbo', 'o3-mini', 'mystery'],
  gemini: ['gemini-5-ultra', 'gemini-2.0-flash', 'gemini-1.5-pro', 'gemma-3-27b-it'],
  groq: ['moonshotai/kimi-k3', 'mystery'],
  cerebras: ['llama-4-scout', 'mystery'],
  fireworks: ['accounts/fireworks/models/kimi-k3-fast', 'accounts/fireworks/models/deepseek-r1', 'mystery'],
  deepseek: ['deepseek-chat', 'deepseek-reasoner', 'deepseek-v5'],
  mistral: ['codestral-latest', 'magistral-small-2509', 'mystery'],
  xai: ['grok-5', 'grok-3', 'mystery'],
  openrouter: [
    'anthropic/claude-opus-4.8',
    'openai/gpt-6-sol',
    'google/gemini-3.8-flash',
    'moonshotai/kimi-k3',
    'meta-llama/llama-4',
  ],
  ollama: ['gemma3:4b', 'llama3.1:8b', 'qwen3:8b', 'gpt-oss:20b', 'deepseek-r1:8b'],
};

/** The SDK logs a warning for every request to it; Opus 4.5 has the same rules. */
const RETIRING = 'claude-sonnet-4-5';

interface Seat {
  vendor: Vendor;
  model: string;
  endpoint?: string;
  protocol?: Protocol;
}

/** Every model in the catalog and those above, at their own address and some at others. */
export const SEATS: readonly Seat[] = VENDORS.flatMap((vendor): Seat[] => {
  const known = listCatalog().flatMap((model) => (model.vendor === vendor && model.id !== RETIRING ? [model.id] : []));
  const own = [...known, ...(UNKNOWN[vendor] ?? [])].map((model): Seat => ({ vendor, model }));
  if (vendor === 'ollama') return [...own, ...own.map((seat): Seat => ({ ...seat, ...OWN_OLLAMA }))];
  if (vendor !== 'anthropic' && vendor !== 'openai') return own;
  const elsewhere = ['https://gateway.example/v1', 'http://127.0.0.1:8000/v1'];
  const models =
    vendor === 'openai'
      ? ['kimi-k3', 'deepseek-r1', 'qwen3', 'gpt-6-sol', 'gemini-3.8-flash']
      : ['claude-fable-5-2', 'claude-opus-4-5', 'claude-opus-4-8'];
  return [...own, ...elsewhere.flatMap((endpoint) => models.map((model): Seat => ({ vendor, model, endpoint })))];
});

const NAMES = [
  'fs__read_file',
  'web.search/v2',
  'web_search_v2',
  '2fast',
  'x'.repeat(70),
  '__proto__',
  'constructor',
  '',
  ' ',
  '도구',
  'a b',
  'fs__read_file',
];

const SCHEMAS: readonly unknown[] = [
  { type: 'object', properties: { path: { type: 'string', pattern: '^/' } }, required: ['path', 'gone'] },
  { type: 'object', additionalProperties: false, $schema: 'http://json-schema.org/draft-07/schema#', properties: {} },
  { anyOf: [{ properties: { q: { type: 'string' } } }, { properties: { id: { type: 'integer' } }, required: ['id'] }] },
  { $ref: '#/$defs/node', $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } } },
  { type: ['object', 'null'], properties: { list: { type: 'array' }, kind: { const: 'a' }, any: true, none: false } },
  { type: 'object', properties: JSON.parse('{"__proto__": {"type": "string"}}') as unknown },
  { type: 'string' },
  {},
  true,
  false,
  null,
  undefined,
  [],
  'text',
];

const tool: Arbitrary<ToolSpec> = record({
  name: constantFrom(...NAMES),
  description: constantFrom('Reads', '', ' ', 'half \ud83d', 'd'.repeat(3_000)),
  inputSchema: constantFrom(...SCHEMAS),
});

const crowd: ToolSpec[] = Array.from({ length: 200 }, (_, index) => ({
  name: `tool_${index}`,
  inputSchema: { type: 'object' },
}));

/** Every setting a user can make. */
export const anyTarget: Arbitrary<Target> = record({
  seat: constantFrom(...SEATS),
  thinking: constantFrom<(ThinkingLevel | undefined)[]>(undefined, 'off', 'low', 'medium', 'high'),
  system: constantFrom(undefined, 'Be brief.', '', '  ', 'half \udc00'),
  tools: option(
    array(tool, { maxLength: 5 }).map((tools) => tools),
    { nil: undefined, freq: 3 },
  ).chain((tools) => constantFrom(tools, tools, tools, tools, tools, tools, tools, tools, tools, crowd)),
  maxOutputTokens: constantFrom(undefined, undefined, 1, 500, 1_024, 2_000, 64_000, 1e9),
  account: constantFrom('key', 'key', undefined),
  parameters: option(anyParameters, { nil: undefined }),
  window: option(integer({ min: 1, max: 60 }), { nil: 1_000_000, freq: 2 }),
  own: constantFrom<(readonly ServerTool[])[]>([], [], [], ['search'], ['search', 'fetch', 'code', 'pages']),
  makePictures: constantFrom(undefined, undefined, true),
}).chain(({ seat, window, parameters, own, ...rest }) => {
  const { vendor, model, endpoint, protocol } = seat;
  const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const bare = target(vendor, model, {
    ...defined,
    window: { messages: window },
    ...(endpoint !== undefined && { endpoint }),
    ...(protocol && { protocol }),
  });
  const serverTools = declareTools(bare, own, (rest.tools?.length ?? 0) > 0);
  const made = withParameters({ ...bare, ...(serverTools && { serverTools }) }, parameters);
  const { account: _ours, ...anonymous } = made;
  return constant(rest.account === undefined ? anonymous : made);
});

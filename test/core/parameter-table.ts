import { parametersFor } from '#core/normalize/resolve-parameters.ts';
import type { Target } from '#core/request.ts';
import { VENDORS } from '#core/vendor.ts';
import { PARAMETER_NAMES, type Missing, type ParameterRow } from '#core/vendors/base/parameters.ts';
import { OWN_OLLAMA, target } from './targets.ts';

/** A model that was trained to read this many tokens, as its server says it. */
function ollama(maxContextWindow: number): Target {
  const given = target('ollama', 'qwen3:8b', OWN_OLLAMA);
  return { ...given, model: { ...given.model, maxContextWindow } };
}

/** One target for each way in which parameters are accepted. */
const ROWS: readonly [name: string, Target][] = [
  ['Claude, adaptive', target('anthropic', 'claude-opus-4-8', { thinking: 'high' })],
  ['Claude 4.5, thinking', target('anthropic', 'claude-opus-4-5', { thinking: 'high' })],
  ['Claude 4.6 and 4.5, not thinking', target('anthropic', 'claude-sonnet-4-6', { thinking: 'off' })],
  ['GPT-6, reasoning', target('openai', 'gpt-6-sol', { thinking: 'high' })],
  ['GPT-6, effort none', target('openai', 'gpt-6-sol', { thinking: 'off' })],
  ['GPT-4.1', target('openai', 'gpt-4.1')],
  ['OpenAI Chat, reasoning', target('openai', 'gpt-6-sol', { protocol: 'openai-chat', thinking: 'high' })],
  ['OpenAI Chat, GPT-4.1', target('openai', 'gpt-4.1', { protocol: 'openai-chat' })],
  ['Gemini 3', target('gemini', 'gemini-3.8-flash', { thinking: 'high' })],
  ['Gemini 2.5', target('gemini', 'gemini-2.5-pro', { thinking: 'high' })],
  ['Groq', target('groq', 'openai/gpt-oss-120b', { thinking: 'low' })],
  ['Cerebras', target('cerebras', 'gpt-oss-120b', { thinking: 'high' })],
  ['Fireworks', target('fireworks', 'accounts/fireworks/models/kimi-k3', { thinking: 'high' })],
  ['DeepSeek, thinking', target('deepseek', 'deepseek-v4-pro', { thinking: 'high' })],
  ['DeepSeek, not thinking', target('deepseek', 'deepseek-v4-pro', { thinking: 'off' })],
  ['Mistral', target('mistral', 'mistral-large-4')],
  ['xAI', target('xai', 'grok-4.7', { thinking: 'high' })],
  ['OpenRouter', target('openrouter', 'anthropic/claude-opus-4.8')],
  ['Ollama', ollama(40_960)],
  ['Ollama, OpenAI-compatible', target('ollama', 'llama3.1:8b')],
  ['your own server', target('openai', 'some-local-model', { endpoint: 'http://127.0.0.1:8000/v1' })],
];

const WHY: Readonly<Record<Missing, string>> = {
  'no-field': 'no such field',
  reasoning: 'not while reasoning',
  thinking: 'not while thinking',
  model: 'refused by the model',
  'no-effect': 'no effect',
  'with-temperature': 'not with temperature',
  'own-service': 'own servers only',
  levels: 'takes levels',
  'not-thinking': 'not thinking',
  server: 'set at the server',
};

function cell(row: ParameterRow): string {
  if ('missing' in row) return WHY[row.missing];
  const { field, min, max, count, values } = row;
  if (field === '') return 'as written';
  const limits = values
    ? values.join(', ')
    : [min !== undefined && `from ${min}`, max !== undefined && `to ${max}`, count !== undefined && `at most ${count}`]
        .filter((one) => one !== false)
        .join(' ');
  return limits === '' ? `\`${field}\`` : `\`${field}\` ${limits}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, index) => Math.max(3, name.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** docs/parameters.md, from what the code decides. */
export function parameterTable(): string {
  const vendors = new Set(ROWS.map(([, { vendor }]) => vendor));
  const forgotten = VENDORS.filter((vendor) => !vendors.has(vendor));
  if (forgotten.length > 0) throw new Error(`no row for ${forgotten.join(', ')}`);
  const tables = PARAMETER_NAMES.map((name) => {
    const rows = ROWS.map(([label, given]) => [label, cell(parametersFor(given, given.thinking ?? 'off')[name])]);
    return `## ${name}\n\n${table(['Target', 'What is sent'], rows)}\n`;
  });
  return `# Parameters

What each vendor is sent of the parameters that a user sets, as of 2026-11. A value that a target does not take is
kept and not sent; one outside of the range is sent as the nearest value inside of it. _What was sent_ shows both.
This page is written from the code: \`npx vitest run --config test/vitest.config.ts test/core/parameters.test.ts -u\`.

${tables.join('\n')}`;
}

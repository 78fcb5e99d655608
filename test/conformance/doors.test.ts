import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { anything, assert, asyncProperty, constantFrom, sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VENDORS } from '#core/vendor.ts';
import { anyHistory } from '../core/arbitrary-history.ts';
import adapter from './adapter.ts';
import type { CompileInput, CompileOutput } from './contract.ts';

const MODELS = {
  anthropic: 'claude-opus-4-8',
  openai: 'gpt-6-sol',
  gemini: 'gemini-3.8-flash',
  groq: 'openai/gpt-oss-120b',
  cerebras: 'gpt-oss-120b',
  fireworks: 'accounts/fireworks/models/kimi-k3',
  deepseek: 'deepseek-v4-pro',
  mistral: 'mistral-large-4',
  xai: 'grok-4.7',
  openrouter: 'anthropic/claude-opus-4.8',
  ollama: 'llama3.3',
} as const;

/** Runs door 1 on lines of text. */
function door(input: string): Promise<{ code: number | null; lines: string[] }> {
  const path = fileURLToPath(new URL('compile.ts', import.meta.url));
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, lines: output.split('\n').filter(Boolean) }));
  });
}

describe('door 1', () => {
  it('answers line by line, in order, with what the service hands to fetch', async () => {
    const inputs = sample(anyHistory, 60).map((history, index): CompileInput => {
      const vendor = VENDORS[index % VENDORS.length] ?? 'openai';
      return {
        history,
        target: { vendor, model: MODELS[vendor], system: `line ${index}.`, window: { messages: 1_000 } },
      };
    });
    const { code, lines } = await door(`${inputs.map((input) => JSON.stringify(input)).join('\n')}\n\n`);
    expect(code).toBe(0);
    expect(lines).toHaveLength(inputs.length);
    for (const [index, line] of lines.entries()) {
      const output = JSON.parse(line) as CompileOutput;
      expect(output).toMatchObject({ ok: true, request: { method: 'POST' }, report: { droppedByWindow: [] } });
      expect(line).toContain(`line ${index}.`);
      const input = inputs[index];
      expect(input && JSON.parse(JSON.stringify(await adapter.compile(input)))).toEqual(output);
    }
  }, 60_000);

  it('ends with code 1 on a line that is not JSON, after answering those before it', async () => {
    const good = JSON.stringify({ history: [], target: { vendor: 'groq', model: 'x' } });
    const { code, lines } = await door(`${good}\n{"history": [\n${good}\n`);
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
  }, 60_000);

  it('says what is wrong with an input, and goes on', async () => {
    const wrong = [1, {}, { history: [] }, { history: [], target: { vendor: 'nobody', model: 'x' } }];
    const huge = {
      history: [{ role: 'user', parts: [{ type: 'text', text: 'word '.repeat(300_000) }] }],
      target: { vendor: 'groq', model: 'openai/gpt-oss-20b' },
    };
    const { code, lines } = await door([...wrong, huge].map((input) => JSON.stringify(input)).join('\n'));
    expect(code).toBe(0);
    const kinds = lines.map((line) => {
      const output = JSON.parse(line) as CompileOutput;
      return output.ok ? 'ok' : output.error.kind;
    });
    expect(kinds).toEqual([...wrong.map(() => 'invalid_input'), 'context_overflow']);
  }, 60_000);
});

describe('door 2', () => {
  it('compiles whatever JSON it is given', async () => {
    await assert(
      asyncProperty(anything({ maxDepth: 4 }), constantFrom(...VENDORS), async (history, vendor) => {
        const given = {
          history: [history, { role: 'assistant', parts: history }],
          target: { vendor, model: MODELS[vendor] },
        };
        const output = await adapter.compile(JSON.parse(JSON.stringify(given)) as CompileInput);
        expect(output.ok).toBe(true);
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});

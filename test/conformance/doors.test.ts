import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { anything, array, assert, asyncProperty, constantFrom, oneof, record, sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VENDORS } from '#core/vendor.ts';
import { runs } from '#test/runs.ts';
import { anyHistory } from '../core/arbitrary-history.ts';
import { halfPairs, leftHalf } from '../core/half-pairs.ts';
import adapter from './adapter.ts';
import { compileHistory } from './compile-history.ts';
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

function openDoor() {
  const path = fileURLToPath(new URL('compile.ts', import.meta.url));
  return spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'ignore'] });
}

/** Runs door 1 on lines of text. */
function door(input: string): Promise<{ code: number | null; lines: string[] }> {
  const child = openDoor();
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (data: string) => (output += data));
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

  it('answers a line that is not JSON too, goes on, and ends with code 1', async () => {
    const good = JSON.stringify({ history: [], target: { vendor: 'groq', model: 'x' } });
    const { code, lines } = await door(`${good}\n{"history": [\n${good}`);
    expect(code).toBe(1);
    expect(lines.map((line) => (JSON.parse(line) as CompileOutput).ok)).toEqual([true, false, true]);
  }, 60_000);

  it('takes a line as JSON means it: any white space inside, any line end, nothing at all', async () => {
    const said = 'one\u2028two\u2029three\u0085four';
    const line = JSON.stringify({
      history: [{ role: 'user', parts: [{ type: 'text', text: said }] }],
      target: { vendor: 'openai', model: 'gpt-4.1' },
    });
    const { code, lines } = await door(`${line}\r\n\r\n${line}`);
    expect({ code, count: lines.length }).toEqual({ code: 0, count: 2 });
    for (const answer of lines) expect(answer).toContain(said);
    expect(await door('')).toEqual({ code: 0, lines: [] });
  }, 60_000);

  it('answers one request before it has the next', async () => {
    const child = openDoor();
    const output = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (const words of ['first', 'second']) {
      child.stdin.write(
        `${JSON.stringify({ history: [{ role: 'user', parts: [{ type: 'text', text: words }] }], target: { vendor: 'xai', model: 'grok-5' } })}\n`,
      );
      const { value } = (await output.next()) as { value: Buffer };
      expect(value.toString()).toContain(words);
      expect(value.toString()).toMatch(/}\n$/);
    }
    child.stdin.end();
    expect((await output.next()).done).toBe(true);
  }, 60_000);

  it('says what is wrong with an input, and goes on', async () => {
    const wrong = [
      1,
      {},
      { history: [] },
      { history: {}, target: { vendor: 'groq', model: 'x' } },
      { history: [], target: { vendor: 'nobody', model: 'x' } },
      { history: [], target: { vendor: 'groq', model: 7 } },
      { history: [], target: { vendor: 'groq', model: 'x', endpoint: 'nowhere' } },
    ];
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
  it('refuses in words to send a message that is blank, and sends no placeholder for it', async () => {
    const history = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: ' \n\u200b' }] }];
    for (const vendor of VENDORS) {
      const blank = await compileHistory({ history, target: { vendor, model: MODELS[vendor] } });
      expect(blank).toEqual({
        ok: false,
        error: { kind: 'empty_content', message: 'There is nothing to send: the message is blank.' },
      });
      // An answer that only broke off without content can be continued.
      const aborted = [{ role: 'assistant' as const, parts: [], stop: 'aborted' as const }];
      expect(await compileHistory({ history: aborted, target: { vendor, model: MODELS[vendor] } })).toMatchObject({
        ok: true,
      });
    }
  });

  it('sends half a surrogate pair to no vendor, whichever string of a history holds one', async () => {
    await assert(
      asyncProperty(halfPairs(anyHistory), constantFrom(...VENDORS), async (history, vendor) => {
        const system = 'half \udc00';
        const output = await compileHistory({ history, target: { vendor, model: MODELS[vendor], system } });
        if (!output.ok) throw new Error(output.error.message);
        expect(leftHalf(output.request.body)).toBeNull();
        expect(output.report.notes.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it('compiles whatever JSON it is given as a history', async () => {
    await assert(
      asyncProperty(anything({ maxDepth: 4 }), constantFrom(...VENDORS), async (history, vendor) => {
        const given = {
          history: [
            history,
            { role: 'assistant', parts: history },
            { role: 'tool', parts: [history, { type: 'tool_call', args: history }] },
          ],
          target: { vendor, model: MODELS[vendor] },
        };
        const output = await adapter.compile(JSON.parse(JSON.stringify(given)) as CompileInput);
        expect(output.ok).toBe(true);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it('answers whatever it is given, and never rejects', async () => {
    const wild = anything({ maxDepth: 3, withNullPrototype: true });
    const part = record(
      {
        type: constantFrom(...PART_TYPES),
        text: wild,
        data: wild,
        mime: wild,
        images: wild,
        args: wild,
        id: wild,
        name: wild,
        callId: wild,
        kind: wild,
        rawArgs: wild,
      },
      { requiredKeys: ['type'] },
    );
    const message = record(
      {
        role: oneof(wild, constantFrom('user', 'assistant', 'tool')),
        parts: array(oneof(part, wild), { maxLength: 4 }),
        origin: wild,
        stop: wild,
        id: wild,
      },
      { requiredKeys: [] },
    );
    const target = record(
      {
        vendor: constantFrom(...VENDORS),
        model: oneof(constantFrom(...Object.values(MODELS)), wild),
        endpoint: oneof(constantFrom('https://x.example/v1', 'http://[', ''), wild),
        account: wild,
        system: wild,
        tools: oneof(array(wild), array(record({ name: wild, description: wild, inputSchema: wild }))),
        thinking: wild,
        maxOutputTokens: wild,
        window: oneof(
          wild,
          record({
            messages: oneof(wild, constantFrom(0, -1, 1, 2, Number.NaN, 0.5)),
            tokens: oneof(wild, constantFrom(0, Number.NaN, 100)),
          }),
        ),
      },
      { requiredKeys: ['vendor', 'model'] },
    );
    const input = record({ history: oneof(array(message, { maxLength: 6 }), wild), target: oneof(target, wild) });
    await assert(
      asyncProperty(input, async (given) => {
        const before = structured(given);
        const output = await compileHistory(given);
        expect(output.ok ? output.request.url : output.error.kind).toMatch(
          /^(https?:|invalid_input$|invalid_parameter$|context_overflow$|empty_content$)/,
        );
        expect(structured(given)).toEqual(before);
      }),
      { numRuns: runs(1_500) },
    );
  }, 60_000);

  it('knows the vendor’s own address however it is spelt', async () => {
    const thinking = { type: 'thinking' as const, text: 't', signature: 'c2ln' };
    const origin = {
      vendor: 'anthropic' as const,
      model: 'claude-opus-4-8',
      endpoint: 'https://api.anthropic.com/v1/',
    };
    for (const endpoint of ['https://api.anthropic.com', 'https://API.anthropic.com/v1', undefined]) {
      const output = await adapter.compile({
        history: [
          { role: 'user', parts: [{ type: 'text', text: 'q' }] },
          { role: 'assistant', origin, parts: [thinking, { type: 'text', text: 'a' }] },
          { role: 'user', parts: [{ type: 'text', text: 'n' }] },
        ],
        target: {
          vendor: 'anthropic',
          model: 'claude-opus-4-8',
          thinking: 'low',
          ...(endpoint !== undefined && { endpoint }),
        },
      });
      expect(output).toMatchObject({ ok: true, request: { url: 'https://api.anthropic.com/v1/messages' } });
      expect(JSON.stringify(output)).toContain('c2ln');
    }
  });

  it.each([
    ['anthropic', 'https://gate.example/claude/v1/', 'https://gate.example/claude/v1/messages'],
    ['anthropic', 'https://gate.example/claude', 'https://gate.example/claude/v1/messages'],
    ['openai', 'https://gate.example/v1/chat/completions', 'https://gate.example/v1/chat/completions'],
    ['groq', 'https://gate.example/v1/', 'https://gate.example/v1/chat/completions'],
  ] as const)('reaches a gateway of %s at %s', async (vendor, endpoint, url) => {
    const history = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'q' }] }];
    const output = await adapter.compile({ history, target: { vendor, model: 'm', endpoint } });
    expect(output).toMatchObject({ ok: true, request: { url } });
  });

  it('says with a kind of its own why there is no request', async () => {
    const kinds = async (target: object) => {
      const output = await adapter.compile({
        history: [{ role: 'user', parts: [{ type: 'text', text: 'word '.repeat(3_000) }] }],
        target: { vendor: 'openai', model: 'gpt-4.1', ...target } as CompileInput['target'],
      });
      return output.ok ? 'ok' : output.error.kind;
    };
    expect(await kinds({})).toBe('ok');
    expect(await kinds({ window: { tokens: 100 } })).toBe('context_overflow');
    expect(await kinds({ window: { tokens: 0 } })).toBe('context_overflow');
    expect(await kinds({ window: { tokens: Number.NaN, messages: Number.NaN } })).toBe('ok');
    expect(await kinds({ endpoint: 'file:///etc' })).toBe('invalid_input');
  });
});

const PART_TYPES = [
  'text',
  'thinking',
  'redacted_thinking',
  'tool_call',
  'tool_result',
  'image',
  'file',
  'refusal',
  'vendor_block',
] as const;

/** Formats a value so that every change shows, whatever it contains. */
function structured(value: unknown): string {
  return inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null });
}

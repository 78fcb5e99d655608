import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactRequest } from '#flows/request/redact-request.ts';
import { toCurl } from '#flows/request/to-curl.ts';
import type { Vendor } from '#core/vendor.ts';
import { codePoint } from '#test/code-point.ts';

const sender = (vendor: Vendor, over = {}) => ({
  vendor,
  protocol: vendor === 'anthropic' || vendor === 'gemini' ? vendor : ('openai-chat' as const),
  custom: false,
  needsKey: true,
  ...over,
});
const request = (body: unknown, over = {}) => ({
  method: 'POST',
  url: 'https://api.example.com/v1/messages',
  headers: { 'content-type': 'application/json' },
  body,
  ...over,
});

/** Runs the command in a real shell whose `curl` prints its arguments and its standard input. */
function run(command: string, env: Record<string, string> = {}): { args: string[]; input: string } {
  const fake = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; printf '\\1'; case "$*" in *@-*) cat;; esac; }\n`;
  const output = execFileSync('/bin/sh', ['-s'], {
    input: fake + command,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  });
  const [args = '', input = ''] = output.split('\u0001');
  return { args: args.split('\0').slice(0, -1), input };
}

const sentBody = (command: string): unknown => {
  const { args, input } = run(command);
  const at = args.indexOf('--data-raw');
  return JSON.parse(at < 0 ? input : (args[at + 1] ?? ''));
};

describe('a request as a cURL command', () => {
  it('arrives in a shell as it was', () => {
    const body = { text: `it's "quoted" $HOME \`id\` $(id) \\ ! # ; & |\nnext line\t한국어 🙂 ' '' '` };
    const command = toCurl(request(body, { headers: { 'x-odd': `o'clock $PATH` } }), sender('openai'));
    const { args } = run(command, { OPENAI_API_KEY: 'from-the-environment' });
    expect(sentBody(command)).toEqual(body);
    expect(args).toContain('https://api.example.com/v1/messages');
    expect(args).toContain(`x-odd: o'clock $PATH`);
    expect(args).toContain('Authorization: Bearer from-the-environment');
  });

  it('holds for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 40 }), (text) => {
        const clean = text.toWellFormed();
        expect(sentBody(toCurl(request({ text: clean }), sender('openai')))).toEqual({ text: clean });
      }),
      { numRuns: 25 },
    );
  });

  it('hands a large body over through standard input, because arguments are limited', () => {
    const body = { text: `END_OF_BODY\nEND_OF_BODY 'x' ${'가'.repeat(200_000)}` };
    const command = toCurl(request(body), sender('openai'));
    expect(command).toContain('--data-binary @-');
    expect(sentBody(command)).toEqual(body);
  });

  it.each([
    ['anthropic', 'x-api-key: $ANTHROPIC_API_KEY'],
    ['gemini', 'x-goog-api-key: $GEMINI_API_KEY'],
    ['groq', 'Authorization: Bearer $GROQ_API_KEY'],
    ['xai', 'Authorization: Bearer $XAI_API_KEY'],
  ] as const)('names the key of %s as a variable', (vendor, header) => {
    expect(toCurl(request({}), sender(vendor))).toContain(`-H "${header}"`);
  });

  it('names no vendor’s key for a server of one’s own, and none where none is needed', () => {
    expect(toCurl(request({}), sender('openai', { custom: true }))).toContain('$API_KEY');
    expect(toCurl(request({}), sender('ollama', { needsKey: false }))).not.toContain('KEY');
  });
});

describe('redaction', () => {
  it('hides what looks like a key, in headers and in the address, and leaves the rest as it is', () => {
    const shown = redactRequest(
      request(
        { a: 1 },
        {
          url: 'https://x.example/v1?alt=sse&key=abc',
          headers: {
            Authorization: 'Bearer abc',
            'x-api-key': 'abc',
            'X-Auth-Token': 'abc',
            accept: 'text/event-stream',
          },
        },
      ),
    );
    expect(JSON.stringify(shown)).not.toContain('abc');
    expect(shown.headers['accept']).toBe('text/event-stream');
    expect(shown.url).toContain('alt=sse');
    expect(redactRequest(request({})).url).toBe('https://api.example.com/v1/messages');
    expect(toCurl(shown, sender('openai'))).not.toContain('***"');
  });
});

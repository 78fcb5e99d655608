import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelOf, logLine } from '#core/log/log-line.ts';
import { createRedactor } from '#core/log/redact.ts';

const CANARY = 'CANARY/0123456789+abcdefghijklmnop';
const line = (data: Record<string, unknown>, texts = false, redactor = createRedactor()) =>
  logLine(redactor, { at: '2026-11-21T10:00:00.000Z', level: 'info', event: 'e', from: 'page' }, data, texts);

describe('what may stand in a log', () => {
  it('is no key and no token, wherever it stands', () => {
    const redactor = createRedactor();
    redactor.hide(CANARY);
    const data = {
      why: `it said ${CANARY}`,
      error: new Error(CANARY, { cause: new TypeError(CANARY) }),
      headers: new Map([['authorization', 'Bearer CANARY-1234567']]),
      list: [{ apiKey: 'CANARY-2' }, ['x', { 'x-goog-api-key': 'CANARY-3' }]],
      address: 'http://127.0.0.1:4127/#t=CANARY-4',
      wire: 'https://a.example/?key=CANARY-5&alt=sse',
      vendor: 'wrong key sk-CANARY-67890 given',
      [CANARY]: CANARY,
    };
    for (const texts of [false, true]) {
      const text = JSON.stringify(line(data, texts, redactor));
      expect(text).not.toContain('CANARY');
      expect(text).toContain('alt=sse');
    }
  });

  it.each([
    'sk-proj-abcdefghijklmnop1234',
    'csk-abcdefghijklmnop1234',
    'gsk_abcdefghijklmnop1234',
    'fw_abcdefghijklmnop1234',
    'xai-abcdefghijklmnop1234',
    'AIzaabcdefghijklmnop12345',
  ])('is no key of the form %s, also where Baton does not keep it', (key) => {
    const text = JSON.stringify(line({ why: `Incorrect API key provided: ${key}.`, [key]: key }));
    expect(text).not.toContain(key.slice(4));
    expect(text).toContain('Incorrect API key provided: [redacted].');
  });

  it('leaves words alone that only begin like a key', () => {
    const why = 'gsk_test fw_update xai-grok csk-1 task-list disk-usage-report';
    expect(line({ why }).data).toEqual({ why });
  });

  it('is what somebody wrote only when that was asked for', () => {
    const said = { sessionID: 's', text: 'dear diary', args: { path: '/home/me' }, parts: [1, 2], status: 'ok' };
    expect(line(said)).toMatchObject({
      sessionID: 's',
      data: { text: '[10 characters]', args: '[1 fields]', parts: '[2 items]', status: 'ok' },
    });
    expect(line(said, true).data).toEqual({
      text: 'dear diary',
      args: { path: '/home/me' },
      parts: [1, 2],
      status: 'ok',
    });
  });

  it('is small, and words alone do not make a secret of what stands behind them', () => {
    expect(line({ why: "it can't: no such file" }).data).toEqual({ why: "it can't: no such file" });
    expect(JSON.stringify(line({ why: 'x'.repeat(100_000) })).length).toBeLessThan(5_000);
    expect(line({ lines: Array.from({ length: 90 }, () => 'y'.repeat(3_000)) }).data).toEqual({
      leftOut: expect.stringMatching(/^\d+ characters$/) as string,
    });
  });

  it('can be written for any value, and none of them throws', () => {
    const odd = {
      get broken(): never {
        throw new Error('getter');
      },
    };
    expect(line({ odd })).toMatchObject({ event: 'e' });
    const round: Record<string, unknown> = {};
    round['round'] = round;
    expect(() => JSON.stringify(line(round))).not.toThrow();
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.anything({ withBigInt: true, withMap: true, withDate: true })),
        (data) => {
          const written: unknown = JSON.parse(JSON.stringify(line(data)));
          expect(written).toMatchObject({ level: 'info', event: 'e' });
        },
      ),
    );
  });
});

it('the words of what hooks log tell its level', () => {
  expect(
    [
      '[todo-continuation-enforcer] Countdown started',
      '[todo-continuation-enforcer] Skipped: in recovery',
      '[session-recovery] Recovery failed:',
      '[session-recovery] Switched off for this session',
      'session.idle',
    ].map(levelOf),
  ).toEqual(['info', 'debug', 'warn', 'warn', 'debug']);
});

it('takes keys of every usual shape out of any text', () => {
  const { text } = createRedactor();
  const filler = (length: number) => 'aB3'.repeat(length).slice(0, length);
  const keys = [
    `ghp_${filler(36)}`,
    `github_pat_${filler(40)}`,
    `glpat-${filler(20)}`,
    `AKIA${'A1B2'.repeat(4)}`,
    `xoxb-${filler(24)}`,
    `hf_${filler(34)}`,
    `nvapi-${filler(40)}`,
    `AQ.${filler(40)}`,
    `eyJ${filler(20)}.${filler(20)}.${filler(20)}`,
    `-----BEGIN RSA PRIVATE KEY-----\n${filler(64)}\n-----END RSA PRIVATE KEY-----`,
  ];
  for (const key of keys) expect(text(`it says ${key} here`)).toBe('it says [redacted] here');
  expect(text('postgres://me:CANARY@db/x')).not.toContain('CANARY');
});

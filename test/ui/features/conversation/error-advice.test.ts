import { describe, expect, it } from 'vitest';
import type { ErrorKind, ModelError } from '#core/error.ts';
import { adviceFor, errorDetails } from '#ui/features/conversation/scene/error-advice.ts';
import { errors as en } from '#texts/en/errors.ts';
import { errors as ko } from '#texts/ko/errors.ts';

const KINDS: Record<ErrorKind, true> = {
  aborted: true,
  auth: true,
  billing: true,
  quota: true,
  rate_limit: true,
  overloaded: true,
  server: true,
  network: true,
  context_overflow: true,
  invalid_signature: true,
  prefix_binding: true,
  thinking_modified: true,
  thinking_block_order: true,
  thinking_disabled_violation: true,
  prefill_unsupported: true,
  tool_result_missing: true,
  orphan_tool_result: true,
  tool_pairing: true,
  unavailable_tool: true,
  empty_content: true,
  invalid_tool_schema: true,
  missing_thought_signature: true,
  unsupported_parameter: true,
  invalid_parameter: true,
  refused: true,
  model_not_found: true,
  cut_off: true,
  not_an_answer: true,
  unknown: true,
};
const CODES = [
  'no_model',
  'unknown_connection',
  'key_missing',
  'secrets_locked',
  'secrets_unset',
  'host_unreachable',
  'earlier_window',
  'message_too_long',
];

describe('adviceFor', () => {
  it.each((Object.keys(KINDS) as ErrorKind[]).map((kind) => [kind]))(
    '%s has words in both languages and a way on',
    (kind) => {
      const { advice, actions } = adviceFor({ kind });
      expect(actions.length).toBeGreaterThan(0);
      for (const catalog of [en, ko]) {
        expect(catalog[`error.${advice}.title`]).toMatch(/\S/);
        expect(catalog[`error.${advice}.body`]).toMatch(/\S/);
      }
    },
  );

  // A picture that one vendor can't read stays in the message, and every other message is answered.
  it.each([
    ['messages.0.content.1.image.source.base64: Could not process image', 'unreadable'],
    ['The PDF specified was not valid.', 'unreadable'],
    ['image input is not supported - hint: you may need to provide the mmproj', 'sight'],
    ['temperature: must be at most 1', 'request'],
  ])('says of “%s” whether it is about a picture', (message, advice) => {
    expect(adviceFor({ kind: 'invalid_parameter', message })).toEqual({ advice, actions: ['model'] });
  });

  it('never offers the same request again where it cannot succeed', () => {
    for (const kind of ['auth', 'billing', 'context_overflow', 'invalid_parameter', 'unsupported_parameter'] as const)
      expect(adviceFor({ kind }).actions).not.toContain('retry');
    for (const kind of ['rate_limit', 'overloaded', 'server', 'network'] as const)
      expect(adviceFor({ kind }).actions[0]).toBe('retry');
  });

  it('offers to continue where a part of the answer stands, unless the vendor refused to give it', () => {
    for (const kind of Object.keys(KINDS) as ErrorKind[]) {
      const { actions } = adviceFor({ kind }, { partial: true });
      expect(actions.includes('continue')).toBe(kind !== 'refused');
      expect(new Set(actions).size).toBe(actions.length);
      expect(adviceFor({ kind }).actions).not.toContain('continue');
    }
    expect(adviceFor({ kind: 'cut_off', code: 'pause_turn' }, { partial: true }).actions).toEqual([
      'continue',
      'retry',
    ]);
  });

  it('names what came instead of an answer', () => {
    const advice = (code: string) => adviceFor({ kind: 'not_an_answer', code });
    expect(advice('web_page')).toEqual({ advice: 'page', actions: ['retry', 'settings'] });
    expect(advice('no_content').advice).toBe('silent');
    expect(advice('unexpected_content_type').advice).toBe('form');
    expect(adviceFor({ kind: 'model_not_found', code: 'not_found_error' })).toEqual({
      advice: 'gone',
      actions: ['model', 'lists'],
    });
  });

  it('leads to a connection of one’s own where its address may be the reason', () => {
    const failures = [
      { kind: 'network', code: 'upstream_unreachable' },
      { kind: 'network', code: 'upstream_redirect' },
      { kind: 'not_an_answer', code: 'web_page' },
      { kind: 'not_an_answer' },
      { kind: 'unknown', status: 404 },
    ] as const;
    for (const error of failures) expect(adviceFor(error, { own: true }).actions).toContain('settings');
    expect(failures.map((error) => adviceFor(error, { own: true }).advice)).toEqual([
      'network',
      'page',
      'page',
      'form',
      'form',
    ]);
    expect(adviceFor({ kind: 'unknown', status: 404 }).advice).toBe('unknown');
    expect(adviceFor({ kind: 'model_not_found', status: 404 }, { own: true }).advice).toBe('gone');
  });

  it.each([
    'This model is only supported in v1/responses and not in v1/chat/completions.',
    'The chatCompletion operation does not work with the specified model, gpt-5.1-codex. Please choose different model and try again.',
    'model "gpt-5.3-codex" is not accessible via the /chat/completions endpoint',
    'Unsupported legacy protocol: /v1/chat/completions is not supported. Please use /v1/responses.',
  ])('says which protocol a model needs: %s', (message) => {
    const error = { kind: 'unknown', status: 404, vendor: 'openai', message } as const;
    for (const own of [true, false])
      expect(adviceFor(error, { own })).toEqual({ advice: 'protocol', actions: ['responses', 'settings', 'model'] });
  });

  it('advises no protocol for a model that doesn’t answer over any', () => {
    const message =
      'The chatCompletion operation does not work with the specified model, text-embedding-3-small. Please choose different model and try again.';
    expect(adviceFor({ kind: 'unknown', status: 400, vendor: 'openai', message }).advice).toBe('unknown');
  });

  it('trusts a code of Baton more than the kind', () => {
    for (const code of CODES) expect(adviceFor({ kind: 'unknown', code }).advice).not.toBe('unknown');
    expect(adviceFor({ kind: 'auth', code: 'secrets_locked' }).actions).toEqual(['unlock']);
    expect(adviceFor({ kind: 'auth', code: 'toString' }).advice).toBe('key');
    // A summary of what comes before a message doesn't make that shorter.
    expect(adviceFor({ kind: 'context_overflow', code: 'message_too_long' }).actions).toEqual(['model', 'fork']);
  });
});

describe('errorDetails', () => {
  it('takes no code of Baton for the vendor’s', () => {
    const host: ModelError = {
      kind: 'auth',
      retryable: false,
      message: 'There is no key yet.',
      code: 'key_missing',
      status: 409,
    };
    expect(errorDetails(host, 0)).toContain('problem: key_missing');
    expect(errorDetails(host, 0)).not.toMatch(/^(code|status):/m);
    const page: ModelError = { ...host, kind: 'not_an_answer', code: 'web_page', vendor: 'openai', status: 403 };
    expect(errorDetails(page, 0)).toContain('status: 403\nproblem: web_page');
  });

  it('has what a support desk asks for', () => {
    const details = errorDetails(
      { kind: 'server', retryable: true, message: 'Internal error', vendor: 'openai', status: 500, requestId: 'req_1' },
      Date.UTC(2026, 10, 21),
    );
    expect(details).toBe(
      'Internal error\n\nvendor: openai\nkind: server\nstatus: 500\nrequest id: req_1\ntime: 2026-11-21T00:00:00.000Z',
    );
  });
});

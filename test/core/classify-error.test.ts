import { anything, assert, constantFrom, oneof, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyError } from '#core/errors/classify-error.ts';
import { runs } from '#test/runs.ts';
import { codePoint } from '#test/code-point.ts';
import { ACCOUNT_TEXTS } from './account-error-texts.ts';
import { ERROR_TEXTS } from './error-texts.ts';

const FUZZ = runs(300);

describe('classifyError', () => {
  it.each(ERROR_TEXTS)('knows %s', (message, expected) => {
    const body = { type: 'error', error: { type: 'invalid_request_error', message } };
    expect(classifyError(message)).toMatchObject(expected);
    expect(classifyError(new Error(message))).toMatchObject(expected);
    expect(classifyError(new Error(`400 ${JSON.stringify(body)}`))).toMatchObject(expected);
    expect(classifyError({ status: 400, error: body })).toMatchObject(expected);
    expect(classifyError({ data: { error: { message } } })).toMatchObject(expected);
  });

  it('keeps the meaning of a permanent 400 that a gateway relabels as 429 or 500', () => {
    const message = 'messages.1.content.0: Invalid `signature` in `thinking` block';
    for (const status of [400, 429, 500])
      expect(classifyError({ status, error: { error: { type: 'rate_limit_error', message } } })).toMatchObject({
        kind: 'invalid_signature',
        retryable: false,
      });
  });

  it.each(ACCOUNT_TEXTS)('does not take an empty account for a busy server or a wrong key: %s', (message, expected) => {
    for (const status of [400, 403, 429, 500])
      expect(classifyError({ vendor: 'openai', status, message })).toMatchObject(expected);
  });

  it.each<[text: string, places: object]>([
    [
      "messages.3.content.1: Input tag 'hologram' found using 'type' does not match any of the expected tags: 'text'",
      { kind: 'unsupported_parameter', messageIndex: 3, blockIndex: 1, block: 'hologram' },
    ],
    [
      "Invalid value: 'hologram'. Supported values are: 'message', 'reasoning', and 'function_call'.",
      { kind: 'invalid_parameter', block: 'hologram' },
    ],
    [
      `Invalid JSON payload received. Unknown name "hologram" at 'contents[1].parts[0]': Cannot find field.`,
      { kind: 'unsupported_parameter', messageIndex: 1, blockIndex: 0, block: 'hologram' },
    ],
    [
      'messages[1].content[2].type: unknown variant `hologram`, expected one of `text`, `image_url`',
      { kind: 'unsupported_parameter', messageIndex: 1, blockIndex: 2, block: 'hologram' },
    ],
  ])('reads which block a server does not take: %s', (text, places) => {
    expect(classifyError({ status: 400, message: text })).toMatchObject({ ...places, retryable: false });
  });

  it.each<[text: string, thinking: object | undefined]>([
    [
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort".',
      { form: 'adaptive' },
    ],
    ['"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive".', { form: 'always' }],
    [
      "thinking: Input tag 'enabled' found using 'type' does not match any of the expected tags: 'adaptive', 'disabled'",
      { form: 'adaptive' },
    ],
    [
      "thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'disabled', 'enabled'",
      { form: 'manual' },
    ],
    ['Budget 0 is invalid. This model only works in thinking mode.', { form: 'always' }],
    ['thinking_budget is not supported by this model. Please use thinking_level instead.', { form: 'level' }],
    ['Thinking level is not supported by this model. Use `thinking_budget`.', { form: 'budget' }],
    [
      "Unsupported value: 'reasoning_effort' does not support 'max' with this model. Supported values are: 'low', 'medium', and 'high'.",
      { efforts: ['low', 'medium', 'high'] },
    ],
    ["output_config.effort: Input should be 'low', 'medium' or 'high'", { efforts: ['low', 'medium', 'high'] }],
    ["messages.0.role: Input should be 'user' or 'assistant'", undefined],
    ['adaptive thinking is not supported on this model', undefined],
  ])('reads how a model wants to be asked for thinking: %s', (text, thinking) => {
    expect(classifyError({ status: 400, message: text })?.thinking).toEqual(thinking);
  });

  it.each(['NoSuchToolError', 'AI_NoSuchToolError'])('knows an error by its name alone: %s', (name) => {
    expect(classifyError({ name })).toMatchObject({ kind: 'unavailable_tool', retryable: false });
    expect(classifyError(Object.assign(new Error(), { name }))).toMatchObject({ kind: 'unavailable_tool' });
  });

  it('does not take every invalid_request_error for an overflow (X-21)', () => {
    const error = {
      status: 400,
      error: { type: 'error', error: { type: 'invalid_request_error', message: 'metadata.user_id: not a string' } },
    };
    expect(classifyError(error)).toEqual({ kind: 'unknown', retryable: false });
  });

  it('takes an answer without a body for an overflow where that is how the vendor says it (C3)', () => {
    expect(classifyError('400 status code (no body)')).toMatchObject({ kind: 'context_overflow' });
    expect(classifyError(new Error('413 status code (no body)'))).toMatchObject({ kind: 'context_overflow' });
    expect(classifyError({ vendor: 'mistral', message: '400 status code (no body)', status: 400 })).toMatchObject({
      kind: 'unknown',
    });
  });

  it('reads what OpenRouter wraps (P2)', () => {
    const raw = JSON.stringify({ error: { message: 'prompt is too long: 10 tokens > 5 maximum' } });
    const error = {
      error: { message: 'Provider returned error', code: 400, metadata: { raw, provider_name: 'Anthropic' } },
    };
    expect(classifyError(error)).toMatchObject({ kind: 'context_overflow', current: 10, max: 5 });
  });

  /** How gateways and proxies pass on errors from upstream. */
  const WRAPPERS: Readonly<Record<string, (message: string) => unknown>> = {
    'OpenRouter’s metadata': (message) => ({
      status: 400,
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: JSON.stringify({ error: { message } }), provider_name: 'Upstream' },
      },
    }),
    'a gateway that says 429': (message) => ({ status: 429, error: { type: 'rate_limit_error', error: { message } } }),
    'a gateway that says 500': (message) => ({ status: 500, error: { error: { message } } }),
    'JSON in the message': (message) => new Error(`400 ${JSON.stringify({ error: { message } })}`),
    'JSON in JSON in JSON': (message) => ({
      error: JSON.stringify({ message: JSON.stringify({ error: JSON.stringify({ error: { message } }) }) }),
    }),
    'a JSON string of JSON': (message) => JSON.stringify(JSON.stringify({ type: 'error', error: { message } })),
    'an event without a status': (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
    'an SDK’s cause': (message) => new Error('request failed', { cause: { body: { error: { message } } } }),
    'a list': (message) => [{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }],
    'colours and case': (message) => `\u001b[31mERROR\u001b[0m ${message}`,
  };

  describe.each(Object.entries(WRAPPERS))('inside %s', (_name, wrap) => {
    it('means the same', () => {
      const wrong = ERROR_TEXTS.filter(([message, { kind }]) => classifyError(wrap(message))?.kind !== kind);
      expect(wrong.map(([message]) => message)).toEqual([]);
    });
  });

  it.each([
    [{ status: 401 }, 'auth', false],
    [{ status: 402 }, 'billing', false],
    [{ status: 403 }, 'auth', false],
    [{ status: 408 }, 'network', true],
    [{ status: 409 }, 'server', true],
    [{ status: 413 }, 'context_overflow', false],
    [{ status: 429 }, 'rate_limit', true],
    [{ status: 500 }, 'server', true],
    [{ status: 502 }, 'server', true],
    [{ status: 503 }, 'overloaded', true],
    [{ status: 504 }, 'server', true],
    [{ status: 529 }, 'overloaded', true],
    [{ status: 418 }, 'unknown', false],
    [{ status: 404, error: { code: 'model_not_found', message: 'no' } }, 'model_not_found', false],
    [{ status: 400, error: { code: 'model_decommissioned', message: 'no' } }, 'model_not_found', false],
    // A model that exists but isn't available to the key.
    [{ status: 403, error: { code: 'model_not_found', message: 'no access to model gpt-9' } }, 'auth', false],
    [{ status: 400, error: { message: 'model: Field required' } }, 'unknown', false],
    [{ status: 404, error: { message: 'No endpoints found that support tool use.' } }, 'unsupported_parameter', false],
    // The status of one kind, the words of another.
    [{ status: 400, error: { message: 'API key expired. Please renew the API key.' } }, 'auth', false],
    [{ status: 400, error: { message: 'API Key not found. Please pass a valid API key.' } }, 'auth', false],
    [
      {
        status: 400,
        error: {
          type: 'invalid_request_error',
          message:
            'You have reached your specified API usage limits. You will regain access on 2026-04-01 at 00:00 UTC.',
        },
      },
      'quota',
      false,
    ],
    ...[403, 429].map((status): [unknown, string, boolean] => [
      {
        status,
        error:
          'Your team 16f2 has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit.',
      },
      'billing',
      false,
    ]),
    [{ status: 403, code: 'permission-denied', error: 'Content violates usage guidelines. ' }, 'refused', false],
    [
      { status: 403, error: { message: 'This model requires moderation and your input was flagged' } },
      'refused',
      false,
    ],
    [
      {
        status: 400,
        error: {
          code: 'invalid_prompt',
          message: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
        },
      },
      'refused',
      false,
    ],
    [{ status: 400, error: { type: 'invalid_request_error', message: 'Content Exists Risk' } }, 'refused', false],
    [{ error: { type: 'overloaded_error', message: 'Overloaded' } }, 'overloaded', true],
    [{ error: { type: 'api_error', message: 'Internal' } }, 'server', true],
    [{ error: { code: 'insufficient_quota', message: 'no' }, status: 429 }, 'quota', false],
    [{ error: { code: 503, status: 'UNAVAILABLE', message: 'x' } }, 'overloaded', true],
    [Object.assign(new Error('read'), { code: 'ECONNRESET' }), 'network', true],
    [new TypeError('Failed to fetch'), 'network', true],
    [new DOMException('stopped', 'AbortError'), 'aborted', false],
    [{ vendor: 'cerebras', status: 400 }, 'context_overflow', false],
  ])('goes by status and code: %j', (error, kind, retryable) => {
    expect(classifyError(error)).toMatchObject({ kind, retryable });
  });

  it.each([
    ['tool_use … tool_result', 'tool_result_missing'],
    ['thinking … first block', 'thinking_block_order'],
    ['thinking … must start with', 'thinking_block_order'],
    ['thinking … preceeding', 'thinking_block_order'],
    ['preceeding … thinking', 'thinking_block_order'],
    ['found tool_use where thinking was expected', 'thinking_block_order'],
    ['Expected thinking/redacted_thinking but found tool_use', 'thinking_block_order'],
    ['thinking is disabled … cannot contain', 'thinking_disabled_violation'],
    ['cannot contain … thinking is disabled', 'thinking_disabled_violation'],
    ['messages.7: content is empty', 'empty_content'],
    ['messages[2].content: Expected array but received []', 'empty_content'],
    ['thinking-model-x: not found, expected one of a, b', undefined],
  ])('knows the bare words of the documents: %s (S0-35 to S0-38, S1-25)', (message, kind) => {
    for (const error of [message, new Error(message), { data: { message: message.toUpperCase() } }])
      expect(classifyError(error)?.kind).toBe(kind);
  });

  it('reads the place that an error names, and no number that is none', () => {
    const at = (field: string) => classifyError(`${field}: must have content`)?.messageIndex;
    expect(at('messages.12')).toBe(12);
    expect(at('messages.0.content.3')).toBe(0);
    expect(at('messages')).toBeUndefined();
    expect(at(`messages.${'9'.repeat(400)}`)).toBeUndefined();
    const huge = classifyError(`prompt is too long: ${'9'.repeat(400)} tokens > 5 maximum`);
    expect([huge?.kind, huge?.current]).toEqual(['context_overflow', undefined]);
  });

  it('looks everywhere in what has its words in no known place', () => {
    expect(classifyError({ problem: { why: 'prompt is too long: 9 tokens > 4 maximum' } })).toEqual({
      kind: 'context_overflow',
      retryable: false,
    });
    expect(classifyError({ problem: { why: 'who knows' } })).toBeNull();
  });

  // Codes of a failed response (openai 7.55.0, `ResponseError`): a 200 stream ends with one, and a message of any kind.
  it.each([
    ['invalid_prompt', 'refused'],
    ['bio_policy', 'refused'],
    ['misalignment_policy_violation', 'refused'],
    ['image_content_policy_violation', 'refused'],
    ['invalid_image', 'invalid_parameter'],
    ['image_parse_error', 'invalid_parameter'],
    ['image_too_small', 'invalid_parameter'],
    ['unsupported_image_media_type', 'invalid_parameter'],
    ['empty_image_file', 'invalid_parameter'],
  ])('knows the code %s', (code, kind) => {
    expect(classifyError({ vendor: 'openai', code, message: 'The response failed.' })).toMatchObject({
      kind,
      retryable: false,
    });
  });

  it('says null when nothing is known', () => {
    for (const value of [
      undefined,
      null,
      '',
      'hello',
      7,
      true,
      {},
      [],
      Symbol('x'),
      () => undefined,
      new Error('boom'),
    ])
      expect(classifyError(value)).toBeNull();
  });

  it('survives hostile values', () => {
    const circular: Record<string, unknown> = { message: 'prompt is too long: 9 tokens > 4 maximum' };
    circular.error = circular;
    circular.cause = circular;
    const angry = new Proxy(
      {},
      {
        get() {
          throw new Error('no');
        },
        getPrototypeOf() {
          throw new Error('no');
        },
        ownKeys() {
          throw new Error('no');
        },
      },
    );
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const getter = {
      get message(): string {
        throw new Error('no');
      },
      error: { message: 'Overloaded' },
    };
    const endless: object = new Proxy({}, { get: () => endless });
    expect(classifyError(circular)).toMatchObject({ kind: 'context_overflow', current: 9 });
    expect(classifyError(angry)).toBeNull();
    expect(classifyError(revoked.proxy)).toBeNull();
    expect(classifyError(getter)).toMatchObject({ kind: 'overloaded' });
    expect(classifyError(endless)).toBeNull();
    expect(classifyError({ error: angry, status: 529 })).toMatchObject({ kind: 'overloaded' });
  });

  it('never throws', () => {
    const values = anything({ withNullPrototype: true, withBigInt: true, maxDepth: 5 });
    assert(
      property(values, (value) => {
        const found = classifyError(value);
        expect(found === null || typeof found.kind === 'string').toBe(true);
      }),
      { numRuns: FUZZ },
    );
  });

  it('never throws on errors that hold anything in the places where it looks', () => {
    const values = anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true, maxDepth: 3 });
    const text = oneof(string({ unit: codePoint }), constantFrom(...ERROR_TEXTS.map(([message]) => message)));
    const error = record(
      {
        status: oneof(values, constantFrom(400, 413, 429, 500)),
        message: oneof(values, text),
        error: oneof(values, record({ message: text, type: values, code: values, metadata: record({ raw: text }) })),
        cause: values,
        code: values,
        vendor: values,
      },
      { requiredKeys: [] },
    );
    assert(
      property(error, (value) => {
        const found = classifyError(value);
        const again = classifyError(value);
        expect(again).toEqual(found);
        for (const number of [found?.current, found?.max, found?.messageIndex, found?.toolIndex])
          expect(number === undefined || Number.isFinite(number)).toBe(true);
      }),
      { numRuns: FUZZ },
    );
  });

  it('stays fast on megabytes of text', () => {
    const long = 'messages.1 tool_use thinking '.repeat(40_000);
    const start = performance.now();
    classifyError({ status: 400, message: long, error: { message: long.replaceAll('tool', 'loot') } });
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

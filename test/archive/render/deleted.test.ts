import { describe, expect, it } from 'vitest';
import { DELETED } from '#core/normalize/base/overlays.ts';
import type { Overlay } from '#core/request.ts';
import type { StoredPart } from '#storage/rows.ts';
import { answer, conversation, rendered, results, text, user } from './conversation.ts';

const call = (id: string): StoredPart => ({ type: 'tool_call', id, name: 'read', args: {} });
const result = (callId: string, content: string): StoredPart => ({
  type: 'tool_result',
  callId,
  name: 'read',
  text: content,
});
const deleted = (message: string, part?: number): Overlay => ({
  id: `${message}#${part ?? ''}`,
  sessionId: 's',
  target: { message, ...(part !== undefined && { part }) },
  kind: DELETED,
  reason: 'r',
  at: 1,
});

const told = (...overlays: Overlay[]) =>
  conversation(
    [
      user('one'),
      answer([text('FIRST'), call('c1'), call('c2')], { stop: 'tool' }),
      results(result('c1', 'RESULT A'), result('c2', 'RESULT B')),
      answer('the END'),
      user('and now?'),
      answer('LAST'),
    ],
    { overlays },
  );

describe.each(['text', 'markdown', 'html', 'json'] as const)('what was deleted, as %s', (format) => {
  it('is not written, and what follows is', async () => {
    const written = await rendered(format, told(deleted('m2'), deleted('m6')));
    expect(written).not.toMatch(/FIRST|RESULT|LAST/);
    expect(written).toMatch(/one[^]*the END[^]*and now\?/);
    expect(await rendered(format, told())).toMatch(/FIRST[^]*RESULT A[^]*RESULT B[^]*LAST/);
  });

  it('is one result of several', async () => {
    const written = await rendered(format, told(deleted('m3', 0)));
    expect(written).not.toContain('RESULT A');
    expect(written).toMatch(/FIRST[^]*RESULT B[^]*the END/);
  });
});

it('a conversation that ends with deleted messages is written on its path, and other branches hang on what is left', async () => {
  const history = told(deleted('m1'), deleted('m5'), deleted('m6'));
  const { messages } = JSON.parse(await rendered('json', history));
  expect(
    messages.map((one: { id: string; parent: string | null; shown: boolean }) => [one.id, one.parent, one.shown]),
  ).toEqual([
    ['m2', null, true],
    ['m3', 'm2', true],
    ['m4', 'm3', true],
  ]);
});

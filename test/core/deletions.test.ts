import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryMessage } from '#core/message.ts';
import { DELETED, EXCLUDED, messageRefOf } from '#core/normalize/base/overlays.ts';
import { deletionsOf, goneMessages, withoutGone } from '#core/normalize/base/deletions.ts';
import { EXCLUDED_RESULT } from '#core/normalize/exclusions.ts';
import type { Overlay } from '#core/request.ts';
import { lintBody } from '#test/core/lint-body.ts';
import { anyHistory } from './arbitrary-history.ts';
import { anyTarget } from './arbitrary-target.ts';
import { answer, call, EVERYWHERE, named, result, text, user } from './history-builders.ts';
import { compileBody } from './wire-body.ts';

const overlay = (history: readonly HistoryMessage[], index: number, part?: number, kind = DELETED): Overlay => {
  const message = history[index];
  if (!message) throw new Error(`no message ${index}`);
  return {
    id: `${kind} ${index}#${part ?? ''}`,
    sessionId: 's',
    target: { message: messageRefOf(message, index), ...(part !== undefined && { part }) },
    kind,
    reason: '',
    at: 0,
  };
};

describe.each(EVERYWHERE)('what the user deleted, at %s', (name) => {
  const history = [
    user('Read the file.'),
    answer(name, text('I read.'), call('c1')),
    result('c1', 'SECRET words'),
    answer(name, text('A WRONG end.')),
  ];

  it('is not sent, also where the conversation ends with it', async () => {
    const { body, report } = await compileBody(history, named(name), [overlay(history, 2, 0), overlay(history, 3)]);
    expect(lintBody(body, named(name))).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(/SECRET|WRONG/);
    expect(JSON.stringify(body)).toContain(EXCLUDED_RESULT);
    const rules = report.notes.map(({ rule }) => rule);
    expect(rules).toContain('delete-message');
    expect(rules).toContain('delete-result');
    expect(rules).not.toContain('exclude-message');
  });

  it('is excluded as before once it is restored', async () => {
    const excluded = overlay(history, 1, undefined, EXCLUDED);
    const { body, report } = await compileBody(history, named(name), [excluded]);
    const both = await compileBody(history, named(name), [excluded, overlay(history, 1)]);
    expect(both.body).toEqual(body);
    expect(report.notes.map(({ rule }) => rule)).toContain('exclude-message');
    expect(both.report.notes.map(({ rule }) => rule)).toContain('delete-message');
  });
});

it('whatever is deleted from any history, no target refuses the rest, and restoring gives the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      anyTarget,
      fc.array(fc.tuple(fc.nat(), fc.nat(3)), { minLength: 1, maxLength: 6 }),
      async (history, to, picks) => {
        fc.pre(history.length > 0);
        const before = await compileBody(history, to);
        const overlays = picks.map(([pick, part], at) => {
          const index = pick % history.length;
          const isResult = history[index]?.parts[part]?.type === 'tool_result';
          return { ...overlay(history, index, isResult ? part : undefined), id: `${at}`, at };
        });
        const { body, report } = await compileBody(history, to, overlays);
        // With nothing left there is no request: the user is told so before anything is sent. Tools may leave no room
        // for any message.
        const expected = [undefined, 'empty_content', before.report.problem?.kind];
        expect(expected).toContain(report.problem?.kind);
        expect(report.problem ? [] : lintBody(body, to)).toEqual([]);
        const restored = await compileBody(history, to, []);
        expect(JSON.stringify(restored.body)).toBe(JSON.stringify(before.body));
      },
    ),
    { numRuns: 300 },
  );
});

describe('a tree without what was deleted', () => {
  const node = (id: string, parentId: string | null, role: 'user' | 'assistant' | 'tool', seq: number) => ({
    id,
    parentId,
    role,
    seq,
  });
  const nodes = [
    node('q', null, 'user', 1),
    node('a', 'q', 'assistant', 2),
    node('t', 'a', 'tool', 3),
    node('u', 't', 'tool', 4),
    node('b', 'u', 'assistant', 5),
    node('c', 'q', 'assistant', 6),
  ];
  const deleted = (...messages: string[]) =>
    deletionsOf(messages.map((message) => ({ kind: DELETED, target: { message } })));

  it('loses the results of a deleted answer along, and hangs what follows on what is left', () => {
    expect([...goneMessages(nodes, deleted('a'))]).toEqual(['a', 't', 'u']);
    const { nodes: left, nearest } = withoutGone(nodes, deleted('a'));
    expect(left.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['q', null],
      ['b', 'q'],
      ['c', 'q'],
    ]);
    expect([nearest('u'), nearest('b'), nearest(null)]).toEqual(['q', 'b', null]);
    expect(left[2]).toBe(nodes[5]);
  });

  it('begins with what is left, and may be empty', () => {
    expect(withoutGone(nodes, deleted('q', 'a')).nodes.map(({ parentId }) => parentId)).toEqual([null, null]);
    const none = withoutGone(nodes, deleted('q', 'a', 'b', 'c'));
    expect(none.nodes).toEqual([]);
    expect(none.nearest('b')).toBeNull();
  });
});

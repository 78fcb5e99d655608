import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryMessage } from '#core/message.ts';
import { EXCLUDED, messageRefOf } from '#core/normalize/base/overlays.ts';
import { EXCLUDED_RESULT } from '#core/normalize/exclusions.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import type { Overlay } from '#core/request.ts';
import { lintBody } from '#test/core/lint-body.ts';
import { anyHistory } from './arbitrary-history.ts';
import { anyTarget } from './arbitrary-target.ts';
import { answer, call, EVERYWHERE, named, result, text, user } from './history-builders.ts';
import { compileBody } from './wire-body.ts';

const exclude = (history: readonly HistoryMessage[], index: number, part?: number): Overlay => {
  const message = history[index];
  if (!message) throw new Error(`no message ${index}`);
  return {
    id: `${index}#${part ?? ''}`,
    sessionId: 's',
    target: { message: messageRefOf(message, index), ...(part !== undefined && { part }) },
    kind: EXCLUDED,
    reason: '',
    at: 0,
  };
};

describe.each(EVERYWHERE)('what the user excluded, at %s', (name) => {
  const history = [
    user('Which bird?'),
    answer(name, text('A WRONG answer.')),
    user('Read the file.'),
    answer(name, text('I read.'), call('c1')),
    result('c1', 'SECRET words'),
    answer(name, text('It says words.')),
    user('And now?'),
  ];
  const sent = async (...overlays: Overlay[]) => {
    const { body } = await compileBody(history, named(name), overlays);
    expect(lintBody(body, named(name))).toEqual([]);
    const { report } = normalizeRequest(history, overlays, named(name));
    return { body: JSON.stringify(body), rules: report.notes.map(({ rule }) => rule) };
  };

  it('a message is not sent, and the rest is', async () => {
    const { body, rules } = await sent(exclude(history, 1));
    expect(body).not.toContain('WRONG');
    expect(body).toContain('Which bird?');
    expect(rules).toContain('exclude-message');
  });

  it('a result is replaced by words, so that its call has one', async () => {
    const { body, rules } = await sent(exclude(history, 4, 0));
    expect(body).not.toContain('SECRET');
    expect(body).toContain(EXCLUDED_RESULT);
    expect(rules).toContain('exclude-result');
  });

  it('an answer takes the results of its calls along', async () => {
    const { body } = await sent(exclude(history, 3));
    expect(body).not.toContain('I read.');
    expect(body).not.toContain('SECRET');
    expect(body).not.toContain(EXCLUDED_RESULT);
  });

  it('everything but the question may go', async () => {
    const { body } = await sent(...[0, 1, 2, 3, 4, 5].map((index) => exclude(history, index)));
    expect(body).toContain('And now?');
    expect(body).not.toContain('words');
  });
});

it('whatever is excluded from any history, no target refuses the rest', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      anyTarget,
      fc.array(fc.nat(), { maxLength: 4 }),
      fc.nat(3),
      async (history, to, picks, part) => {
        // The last message is what is asked, and there has to be one.
        const open = history.slice(0, -1);
        fc.pre(open.length > 0);
        const overlays = picks.map((pick, at) => {
          const index = pick % open.length;
          return {
            ...exclude(history, index, at === 0 && history[index]?.parts[part] ? part : undefined),
            id: `${at}`,
          };
        });
        const { body } = await compileBody(history, to, overlays);
        expect(lintBody(body, to)).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

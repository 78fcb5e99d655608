import { describe, expect, it } from 'vitest';
import type { Toast } from '#core/reliability/hook.ts';
import { createSessionRecovery } from '#core/reliability/session-recovery.ts';
import { createTodoContinuation } from '#core/reliability/todo-continuation.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';

function open() {
  const toasts: Toast[] = [];
  const lines: [string, unknown][] = [];
  const recovery = createSessionRecovery({
    toast: (toast) => toasts.push(toast),
    log: (event, data) => lines.push([event, data]),
  });
  const recover = (error: unknown, does: (begin: () => void) => Promise<boolean>) =>
    recovery.handleSessionRecovery({ sessionId: 's', messageId: 'm', error, recover: does });
  return { toasts, lines, recovery, recover };
}

describe('the documented notices', () => {
  it.each([
    ['`tool_use` without `tool_result`', 'Tool Crash Recovery', 'Injecting cancelled tool results...'],
    ['thinking must start with', 'Thinking Block Recovery', 'Fixing message structure...'],
    ['thinking is disabled, cannot contain', 'Thinking Strip Recovery', 'Stripping thinking blocks...'],
  ])('of %s stand for three seconds, word by word', async (cause, title, message) => {
    const { toasts, recover } = open();
    expect(
      await recover(new Error(cause), async (begin) => {
        begin();
        return true;
      }),
    ).toBe(true);
    expect(toasts).toMatchObject([{ title, message, variant: 'warning', duration: 3000 }]);
  });
});

it('a recovery that breaks is told in the documented line, and is over', async () => {
  const { lines, recovery, recover } = open();
  const heard: string[] = [];
  recovery.setOnAbortCallback((id) => heard.push(`abort ${id}`));
  recovery.setOnRecoveryCompleteCallback((id) => heard.push(`complete ${id}`));
  expect(await recover({ kind: 'empty_content' }, () => Promise.reject(new Error('broken')))).toBe(false);
  expect(lines).toEqual([['[session-recovery] Recovery failed:', { sessionID: 's', error: 'broken' }]]);
  expect(heard).toEqual(['abort s', 'complete s']);
});

it('continuation stands still from the one callback to the other', async () => {
  const clock = new FakeClock();
  const sent: string[] = [];
  const todo = createTodoContinuation({
    clock: {
      now: clock.now,
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      setInterval: clock.setTimeout,
      clearInterval: clock.clearTimeout,
    },
    toast: () => undefined,
    inject: async (_, text) => void sent.push(text),
    listTodos: async () => [{ id: '1', content: 'x', status: 'pending' }],
    isBackgroundRunning: () => false,
    log: () => undefined,
  });
  const { recovery, recover } = open();
  recovery.setOnAbortCallback(todo.markRecovering);
  recovery.setOnRecoveryCompleteCallback(todo.markRecoveryComplete);
  await todo.onEvent({ type: 'session.idle', sessionId: 's' });
  const going = Promise.withResolvers<boolean>();
  const done = recover({ kind: 'invalid_signature' }, () => going.promise);
  await todo.onEvent({ type: 'session.idle', sessionId: 's' });
  await clock.advance(60_000);
  expect(sent).toEqual([]);
  going.resolve(true);
  await done;
  await todo.onEvent({ type: 'session.idle', sessionId: 's' });
  await clock.advance(2_000);
  expect(sent).toHaveLength(1);
});

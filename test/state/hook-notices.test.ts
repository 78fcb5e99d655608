import { expect, test } from 'vitest';
import { createHookNotices } from '#state/hook-notices.ts';

const toast = (title: string) => ({ title, message: '', variant: 'info' as const, duration: 1 });

test('notices wait in order until they are shown, and too many push out the oldest', () => {
  const notices = createHookNotices();
  notices.toast(toast('first'), 'a');
  notices.switchedOff('session-recovery', 'b', 'broken');
  const [first, second] = notices.store.getState().waiting;
  expect(first).toMatchObject({ kind: 'toast', toast: { title: 'first' } });
  expect(second).toMatchObject({ kind: 'switched-off', hook: 'session-recovery', why: 'broken' });
  notices.shown(first?.id ?? 0);
  expect(notices.store.getState().waiting).toEqual([second]);
  for (let count = 0; count < 30; count += 1) notices.toast(toast(String(count)), 'b');
  expect(notices.store.getState().waiting).toHaveLength(20);
  expect(notices.store.getState().waiting.at(-1)).toMatchObject({ toast: { title: '29' } });
  notices.toast(toast('kept'), 'a');
  notices.drop('b');
  expect(notices.store.getState().waiting).toMatchObject([{ sessionId: 'a', toast: { title: 'kept' } }]);
});

// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { SessionTarget } from '#storage/rows.ts';
import type { SendingActions } from '#ui/features/conversation/scene/use-chat-actions.ts';
import { useExtraTargets } from '#ui/features/conversation/scene/use-extra-targets.ts';
import { onlyWith } from '#test/fakes/services.tsx';
import { sessionRow } from '#test/fakes/session-row.ts';

const of = (model: string): SessionTarget => ({ connection: 'c', model, thinking: 'off' });
const outgoing = { text: 'Hello?', attachments: [] };

it('a model that the conversation changes to is asked once', async () => {
  const send = vi.fn<SendingActions['send']>();
  const sendToAll = vi.fn<SendingActions['sendToAll']>();
  const actions = onlyWith<SendingActions>({ send, sendToAll });
  const at = (model: string) => ({ session: sessionRow('s', { target: of(model) }) });
  const { result, rerender } = renderHook(({ session }) => useExtraTargets(session, actions), {
    initialProps: at('a'),
  });
  act(() => result.current.setOthers([of('b')]));
  rerender(at('b'));
  expect(result.current.others).toEqual([]);
  await act(() => result.current.send(outgoing));
  expect([send.mock.calls.length, sendToAll.mock.calls.length]).toEqual([1, 0]);

  act(() => result.current.setOthers([of('a'), of('c')]));
  await act(() => result.current.send(outgoing));
  expect(sendToAll).toHaveBeenCalledWith(outgoing, [of('b'), of('a'), of('c')]);
});

// @vitest-environment jsdom
import { act, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { SessionHistoryProvider } from '#ui/data/session-history-context.tsx';
import type { ComposerHandle, ConversationListHandle } from '#ui/features/conversation/scene/handles.ts';
import { useChatActions } from '#ui/features/conversation/scene/use-chat-actions.ts';
import { TextsProvider } from '#ui/kit/i18n/texts-provider.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { settle } from '#test/fakes/fake-clock.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { textsIn } from '../../support/i18n.ts';

/** The actions of a conversation whose writes are stored once storage is `free`. */
async function begun(free: Promise<void>) {
  const world = await ChatWorld.open();
  const page = world.window();
  const data = await createPageData(world, page);
  const flows = { ...page.flows, setDeleted: () => free, setExcluded: () => free, chooseAnswer: () => free };
  const focused = vi.fn<(which: string) => void>();
  const list: ConversationListHandle = {
    scrollToEnd: () => undefined,
    focusMessage: () => focused('message'),
    focusBeside: () => () => focused('beside'),
    inView: () => null,
  };
  const composer = onlyWith<ComposerHandle>({ focus: () => focused('composer') });
  const nothing = () => undefined;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <WithServices services={{ ...data, flows }}>
      <TextsProvider texts={textsIn('en')}>
        <SessionHistoryProvider sessionId="s">
          {children}
          <textarea />
        </SessionHistoryProvider>
      </TextsProvider>
    </WithServices>
  );
  const effects = {
    show: nothing,
    find: nothing,
    showComparison: nothing,
    listRef: { current: list },
    composerRef: { current: composer },
    onFork: nothing,
    onAsk: nothing,
    onWork: nothing,
  };
  const { result } = renderHook(() => useChatActions(effects), { wrapper });
  return { actions: result.current, focused };
}

it.each([
  ['exclude', 'message'],
  ['remove', 'beside'],
  ['choose', 'composer'],
] as const)('%s moves the focus on, unless the user writes by then', async (what, where) => {
  for (const writes of [false, true]) {
    const slow = Promise.withResolvers<void>();
    const { actions, focused } = await begun(slow.promise);
    if (what === 'exclude') actions.exclude({ message: 'm' }, true);
    else if (what === 'remove') actions.remove({ message: 'm' });
    else actions.chooseAnswer('m');
    if (writes) screen.getAllByRole('textbox').at(-1)?.focus();
    await act(async () => {
      slow.resolve();
      await settle();
    });
    expect(focused.mock.calls).toEqual(writes ? [] : [[where]]);
  }
});

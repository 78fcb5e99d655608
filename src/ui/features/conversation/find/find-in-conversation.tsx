import { useRef } from 'react';
import { FIND_SHORTCUTS } from '#ui/features/conversation/scene/chat-shortcuts.ts';
import { useIsTemporary } from '#ui/data/temporary-chats.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useShortcuts } from '#ui/kit/keyboard/use-shortcuts.ts';
import type { FindBarHandle } from './find-bar.tsx';

const NONE: typeof FIND_SHORTCUTS | readonly [] = [];

const FindBar = lazyPart(async () => (await import('./find-bar.tsx')).FindBar);

/** The find bar, while it is open, and its shortcut. */
export function FindInConversation() {
  const { session, finding, comparison, composerRef } = useConversation();
  const { text, goal, find } = finding;
  const bar = useRef<FindBarHandle>(null);
  // A temporary chat is in no search; the browser's own takes the keys.
  useShortcuts(useIsTemporary() ? NONE : FIND_SHORTCUTS, () => {
    if (text === null) find({ text: '' });
    else bar.current?.focus();
  });
  if (text === null) return null;
  return (
    <FindBar
      ref={bar}
      sessionId={session.id}
      text={text}
      from={goal?.message ?? null}
      onText={(next) => find({ text: next })}
      onGoTo={(message) => {
        // A hit is in the conversation, not in the comparison that covers it.
        if (comparison.shown) comparison.show(null);
        find({ goal: { message, quiet: true } });
      }}
      onClose={() => {
        find({ text: null });
        composerRef.current?.focus();
      }}
    />
  );
}

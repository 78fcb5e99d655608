import { useCallback, useRef, type KeyboardEvent } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { LiveAnnouncer } from '#ui/features/conversation/announce/live-announcer.tsx';
import { FindInConversation } from '#ui/features/conversation/find/find-in-conversation.tsx';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import type { ConversationAnchor } from '#ui/features/conversation/scene/use-finding.ts';
import { useDropFiles } from '#ui/kit/controls/use-drop-files.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ChatHeader } from './chat-header.tsx';
import { ConversationBody } from './conversation-body.tsx';
import { ConversationDialogs } from './conversation-dialogs.tsx';
import { ConversationFoot } from './conversation-foot.tsx';
import { ConversationProvider } from './conversation-provider.tsx';
import { HistoryProblem } from './lazy-parts.ts';
import css from './chat-view.module.css';

/** A conversation: header, messages, message box. */
export function Conversation({ session, place }: { session: SessionRow; place: ConversationAnchor | null }) {
  return (
    <ConversationProvider session={session} anchor={place}>
      <ConversationLayout />
    </ConversationProvider>
  );
}

function ConversationLayout() {
  const t = useT('chat');
  const write = useSessionWrites();
  const { session, model, activity, panels, show, comparison, actions, announced, listRef, composerRef } =
    useConversation();
  const { running, readOnly } = activity;
  const root = useRef<HTMLElement>(null);
  const addDropped = useCallback(({ files }: DataTransfer) => composerRef.current?.addFiles([...files]), [composerRef]);
  const { over, handlers } = useDropFiles(addDropped);
  const rename = useCallback((title: string) => void write.renameSession(title), [write]);
  const openInstructions = useCallback(() => show({ instructions: true }), [show]);
  const comparedQuestion = comparison.shown?.questionId;
  const here = useCallback(() => comparedQuestion ?? listRef.current?.inView() ?? null, [comparedQuestion, listRef]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape inside a menu or dialog belongs to it: React propagates the event, the DOM doesn't.
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing || !running) return;
    if (!(event.target instanceof Node) || !root.current?.contains(event.target)) return;
    event.preventDefault();
    actions.stop();
  };
  return (
    <div className={css['split']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and dropped files work anywhere in the conversation */}
      <section
        ref={root}
        className={css['chat']}
        data-chat
        aria-label={t('view.label')}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <ChatHeader session={session} onRename={rename} onSystem={openInstructions} here={here} onGoTo={actions.goTo} />
        <HistoryProblem />
        <FindInConversation />
        <ConversationBody />
        <ConversationFoot />
        <output className="visually-hidden" aria-live="polite">
          {announced}
        </output>
        <LiveAnnouncer model={model.name} />
        {over && !readOnly && <div className={css['drop']}>{t('view.drop')}</div>}
        <ConversationDialogs />
      </section>
      {panels.beside}
    </div>
  );
}

import { useCallback, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { useDropFiles } from '#ui/kit/controls/use-drop-files.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ConversationDialogs } from './conversation-dialogs.tsx';
import { LiveAnnouncer } from './lazy-parts.ts';
import css from './chat-view.module.css';

interface ConversationRegionProps {
  label: string;
  className: string | undefined;
  /** Escape anywhere in the region. Returns whether the key meant something. */
  onEscape: () => boolean;
  /** Hears a key before the part that has the focus. */
  onKey?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** What every view of a conversation has: files dropped anywhere, Escape, dialogs and what is announced. */
export function ConversationRegion({ label, className, onEscape, onKey, children }: ConversationRegionProps) {
  const t = useT('chat');
  const { model, activity, announced, composerRef } = useConversation();
  const root = useRef<HTMLElement>(null);
  const addDropped = useCallback(({ files }: DataTransfer) => composerRef.current?.addFiles([...files]), [composerRef]);
  const { over, handlers } = useDropFiles(addDropped);
  // A key inside a menu or dialog belongs to it: React propagates the event, the DOM doesn't.
  const isOwn = ({ target, nativeEvent }: KeyboardEvent) =>
    !nativeEvent.isComposing && target instanceof Node && root.current?.contains(target) === true;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOwn(event)) return;
    if (onEscape()) event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and dropped files work anywhere in the conversation
    <section
      ref={root}
      className={className}
      data-chat
      aria-label={label}
      onKeyDownCapture={(event) => isOwn(event) && onKey?.(event)}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      {children}
      <output className="visually-hidden" aria-live="polite">
        {announced}
      </output>
      <LiveAnnouncer model={model.name} />
      {over && !activity.readOnly && <div className={css['drop']}>{t('view.drop')}</div>}
      <ConversationDialogs />
    </section>
  );
}

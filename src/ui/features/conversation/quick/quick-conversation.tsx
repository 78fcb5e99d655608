import { AppWindow, SquarePen, X } from 'lucide-react';
import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';
import { useServices } from '#ui/data/services.ts';
import { LiveAnnouncer } from '#ui/features/conversation/announce/live-announcer.tsx';
import { ConversationBody } from '#ui/features/conversation/conversation-body.tsx';
import { ConversationDialogs } from '#ui/features/conversation/conversation-dialogs.tsx';
import { ConversationFoot } from '#ui/features/conversation/conversation-foot.tsx';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useDropFiles } from '#ui/kit/controls/use-drop-files.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { formatKeys, isMac } from '#ui/kit/keyboard/shortcut.ts';
import { focusComposerSoon } from '#ui/shared/navigation/focus-composer.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { AttachBar } from './attach-bar.tsx';
import type { QuickSession } from './use-quick-session.ts';
import css from './quick.module.css';

/** The message box, and below it the answer. */
export function QuickConversation({ quick, canHide }: { quick: QuickSession; canHide: boolean }) {
  const t = useT('quick');
  const { drafts } = useServices();
  const { session, messages, model, activity, panels, comparison, actions, announced, composerRef } = useConversation();
  const root = useRef<HTMLElement>(null);
  const addDropped = useCallback(({ files }: DataTransfer) => composerRef.current?.addFiles([...files]), [composerRef]);
  const { over, handlers } = useDropFiles(addDropped);
  useEffect(() => {
    const focus = () => focusComposerSoon(session.id);
    focus();
    const life = new AbortController();
    addEventListener('focus', focus, { signal: life.signal });
    return () => life.abort();
  }, [session.id]);

  const goOn = async () => {
    // The other window reads it from the database.
    await drafts.flush();
    quick.leave();
    navigate({ name: 'session', id: session.id });
  };
  const hide = () => navigate({ name: 'quick', away: true });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !(event.target instanceof Node) || !root.current?.contains(event.target))
      return;
    const mod = event.ctrlKey || event.metaKey;
    // With words in it, the message box sends them.
    const writing = event.target instanceof HTMLTextAreaElement && event.target.value.trim() !== '';
    if (event.key === 'Enter' && mod && !writing && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      void goOn();
    }
  };
  const onEscape = (event: KeyboardEvent) => {
    // Escape inside a menu or dialog belongs to it: React propagates the event, the DOM doesn't.
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof Node) || !root.current?.contains(event.target)) return;
    if (canHide) {
      event.preventDefault();
      hide();
    } else if (activity.running) {
      event.preventDefault();
      actions.stop();
    }
  };

  const mac = isMac(navigator.platform);
  const keys = formatKeys('$mod+Enter', mac);
  const isEmpty = messages.length === 0;
  return (
    <main className={css['split']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and dropped files work anywhere in the conversation */}
      <section
        ref={root}
        className={css['quick']}
        data-chat
        aria-label={t('title')}
        onKeyDownCapture={onKeyDown}
        onKeyDown={onEscape}
        {...handlers}
      >
        <header className={css['header']}>
          <h1 className={css['title']}>{t('title')}</h1>
          {!isEmpty && <IconButton small label={t('another')} icon={<SquarePen />} onClick={quick.begin} />}
          <Button small variant="quiet" onClick={() => void goOn()} data-tooltip={t('goOn')} data-tooltip-keys={keys}>
            <AppWindow aria-hidden />
            {t('goOn')}
          </Button>
          {canHide && <IconButton small label={t('hide')} icon={<X />} keys="Esc" onClick={hide} />}
        </header>
        <div className={css['foot']}>
          <ConversationFoot />
          {!activity.readOnly && <AttachBar isDesktop={canHide} />}
        </div>
        {isEmpty && !comparison.shown ? (
          <p className={css['hint']}>{canHide ? t('hint', { keys }) : t('hintBrowser', { keys })}</p>
        ) : (
          <ConversationBody />
        )}
        <output className="visually-hidden" aria-live="polite">
          {announced}
        </output>
        <LiveAnnouncer model={model.name} />
        {over && !activity.readOnly && <div className={css['drop']} />}
        <ConversationDialogs />
      </section>
      {panels.beside}
    </main>
  );
}

import { AppWindow, SquarePen, X } from 'lucide-react';
import { useEffect, type KeyboardEvent } from 'react';
import { useServices } from '#ui/data/services.ts';
import { ConversationBody } from '#ui/features/conversation/conversation-body.tsx';
import { ConversationFoot } from '#ui/features/conversation/conversation-foot.tsx';
import { ConversationRegion } from '#ui/features/conversation/conversation-region.tsx';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
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
  const { session, messages, activity, panels, comparison, actions } = useConversation();
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
  const stop = activity.running ? actions.stop : null;

  const onKey = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey;
    if (event.key !== 'Enter' || !mod || event.shiftKey || event.altKey) return;
    // With words in it, the message box sends them.
    if (event.target instanceof HTMLTextAreaElement && event.target.value.trim() !== '') return;
    event.preventDefault();
    event.stopPropagation();
    void goOn();
  };

  const keys = formatKeys('$mod+Enter', isMac(navigator.platform));
  const isEmpty = messages.length === 0;
  return (
    <main className={css['split']}>
      <ConversationRegion className={css['quick']} label={t('title')} onEscape={canHide ? hide : stop} onKey={onKey}>
        <header className={css['header']}>
          <h1 className={css['title']}>{t('title')}</h1>
          {!isEmpty && <IconButton small label={t('another')} icon={<SquarePen />} onClick={quick.begin} />}
          <Button small variant="quiet" onClick={() => void goOn()} data-tooltip={t('goOn')} data-tooltip-keys={keys}>
            <AppWindow aria-hidden />
            {t('goOn')}
          </Button>
          {canHide && <IconButton small label={t('hide')} icon={<X />} keys="Esc" onClick={hide} />}
        </header>
        <ConversationFoot first />
        {!activity.readOnly && <AttachBar isDesktop={canHide} />}
        {isEmpty && !comparison.shown ? (
          <p className={css['hint']}>{canHide ? t('hint', { keys }) : t('hintBrowser', { keys })}</p>
        ) : (
          <ConversationBody />
        )}
      </ConversationRegion>
      {panels.beside}
    </main>
  );
}

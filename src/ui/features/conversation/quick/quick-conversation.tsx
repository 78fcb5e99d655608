import { AppWindow, SquarePen, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { hasRuns } from '#state/agent-runs.ts';
import { useServices } from '#ui/data/services.ts';
import { useHasRuns } from '#ui/features/conversation/agent/use-agent.ts';
import { ConversationBody } from '#ui/features/conversation/conversation-body.tsx';
import { ConversationFoot } from '#ui/features/conversation/conversation-foot.tsx';
import { ConversationRegion } from '#ui/features/conversation/conversation-region.tsx';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { EscapeHidesContext } from '#ui/features/conversation/scene/escape-hides.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { formatKeys, isMac } from '#ui/kit/keyboard/shortcut.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { focusComposerSoon } from '#ui/shared/navigation/focus-composer.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { AttachBar } from './attach-bar.tsx';
import { useStopKey } from '#ui/features/conversation/use-stop-key.ts';
import type { QuickSession } from './use-quick-session.ts';
import css from './quick.module.css';

/** The message box, and below it the answer. */
export function QuickConversation({ quick, canHide }: { quick: QuickSession; canHide: boolean }) {
  const t = useT('quick');
  const { drafts } = useServices();
  const { session, messages, activity, panels, comparison, actions } = useConversation();
  useEffect(() => {
    focusComposerSoon(session.id);
    const life = new AbortController();
    // Whoever was writing elsewhere in the window goes on there.
    const onFocus = () => isFocusLost() && focusComposerSoon(session.id);
    addEventListener('focus', onFocus, { signal: life.signal });
    return () => life.abort();
  }, [session.id]);

  const goOn = async () => {
    // The other window reads it from the database.
    await drafts.flush();
    quick.leave();
    navigate({ name: 'session', id: session.id });
  };
  const begin = () => quick.begin();
  const leave = useLeaving(session.id, actions.stop);
  const hide = () => {
    navigate({ name: 'quick', away: true });
    return true;
  };
  const stop = useStopKey();

  const onKey = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey;
    if (event.key !== 'Enter' || !mod || event.shiftKey || event.altKey) return;
    const { target } = event;
    // A question has this key itself. With words in it, the message box sends them.
    if (target instanceof Element && target.closest('[data-asks]')) return;
    if (target instanceof HTMLTextAreaElement && (target.value.trim() !== '' || !('composer' in target.dataset)))
      return;
    event.preventDefault();
    event.stopPropagation();
    leave(() => void goOn());
  };

  const keys = formatKeys('$mod+Enter', isMac(navigator.platform));
  const isEmpty = messages.length === 0;
  return (
    <EscapeHidesContext value={canHide}>
      <main className={css['split']}>
        <ConversationRegion className={css['quick']} label={t('title')} onEscape={canHide ? hide : stop} onKey={onKey}>
          <header className={css['header']}>
            <h1 className={css['title']}>{t('title')}</h1>
            {!isEmpty && <IconButton small label={t('another')} icon={<SquarePen />} onClick={() => leave(begin)} />}
            <Button
              small
              variant="quiet"
              onClick={() => leave(() => void goOn())}
              data-tooltip={t('goOn')}
              data-tooltip-keys={keys}
            >
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
    </EscapeHidesContext>
  );
}

/**
 * What ends the conversation in this window. While a run of it goes on, only this window can answer its questions, so it
 * waits until the run has ended.
 */
function useLeaving(sessionId: string, stop: () => void): (go: () => void) => void {
  const t = useT('quick');
  const toast = useToast();
  const { runs } = useServices().agent;
  const busy = useHasRuns(sessionId);
  const next = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (busy) return;
    const go = next.current;
    next.current = null;
    go?.();
  }, [busy]);
  return (go) => {
    if (!busy) {
      go();
      return;
    }
    const stopFirst = () => {
      if (!hasRuns(runs.store.getState(), sessionId)) {
        go();
        return;
      }
      next.current = go;
      stop();
    };
    toast({
      id: 'quick-run',
      tone: 'warning',
      title: t('goOnLater'),
      description: t('goOnLaterBody'),
      action: { label: t('goOnStopped'), run: stopFirst },
    });
  };
}

import { useEffect, useEffectEvent } from 'react';
import { createWaitingMessages } from '#flows/answer/waiting-messages.ts';
import type { WaitingDraft } from '#storage/waiting-repository.ts';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { navigate, useRoute } from '#ui/shared/navigation/use-route.ts';
import { PAGE_OPENED } from './page-opened.ts';

/** Sends what was written without a network, in whatever conversation, and says what could not be sent. */
export function SendWaiting() {
  const t = useT('context');
  const frame = useT('frame');
  const toast = useToast();
  const messageOf = useErrorMessage();
  const route = useRoute();
  const { db, drafts, flows, connections, onUnreadableRow, problems } = useServices();
  const tell = useEffectEvent(async ({ sessionId }: WaitingDraft, error?: unknown) => {
    // There, the line above the message box asks.
    const isShown = route.name === 'quick' || (route.name === 'session' && route.id === sessionId);
    if (error === undefined && isShown) return;
    const title = (await db.sessions.get(sessionId))?.title || frame('session.untitled');
    const action = { label: t('waiting.show'), run: () => navigate({ name: 'session', id: sessionId }) };
    toast({
      timeout: 0,
      action,
      about: [sessionId],
      ...(error === undefined
        ? { title: t('waiting.asks', { title }) }
        : { tone: 'danger', title: t('waiting.failed', { title }), description: messageOf(error) }),
    });
  });
  useEffect(() => {
    const onError = (error: unknown) => problems.add(error);
    const waiting = createWaitingMessages({
      db,
      onUnreadableRow,
      flushDrafts: () => drafts.flush(),
      send: (sessionId, outgoing) => flows.send(sessionId, outgoing),
      locks: navigator.locks,
      isOnline: () => navigator.onLine,
      canSend({ target }) {
        const { connections: known } = connections.store.getState();
        return known && (known.find(({ id }) => id === target?.connection)?.configured ?? false);
      },
      now: () => Date.now(),
      since: PAGE_OPENED,
      setTimeout: (fn, ms) => window.setTimeout(fn, ms),
      clearTimeout: (handle) => window.clearTimeout(handle as number),
      onAsk: (draft) => void tell(draft).catch(onError),
      onError,
      onFailed: (draft, error) => void tell(draft, error).catch(onError),
    });
    const check = () => waiting.check();
    check();
    window.addEventListener('online', check);
    return () => {
      window.removeEventListener('online', check);
      waiting.end();
    };
  }, [db, drafts, flows, connections, onUnreadableRow, problems]);
  return null;
}

import { useEffect, useRef, useState } from 'react';
import { useServices } from '#ui/data/services.ts';
import { useTemporaryChat } from '#ui/data/temporary-chats.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useLeaveGuard } from '#ui/kit/use-leave-guard.ts';
import { focusComposerSoon } from '#ui/shared/navigation/focus-composer.ts';
import type { Route } from '#ui/shared/navigation/route.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useKeep } from './use-keep.ts';

/**
 * Ends the temporary chat when the user goes to another conversation or closes the window, after asking if anything in it
 * would be lost. Settings and search don't end it.
 */
export function TemporaryGuard({ route }: { route: Route<string> }) {
  const { temporary } = useServices();
  const isLeaving = route.name === 'session' || route.name === 'home';
  const [asking, setAsking] = useState(false);
  useWindowGuard();
  useEffect(() => {
    if (!isLeaving) return undefined;
    let stale = false;
    const decide = async () => {
      const has = await temporary.hasContent();
      if (stale) return;
      if (has) setAsking(true);
      else temporary.end();
    };
    void decide();
    return () => {
      stale = true;
      setAsking(false);
    };
  }, [isLeaving, temporary]);
  return <LeaveDialog open={asking} onBack={() => navigate({ name: 'temporary' })} />;
}

function LeaveDialog({ open, onBack }: { open: boolean; onBack: () => void }) {
  const t = useT('temporary');
  const { temporary } = useServices();
  const keep = useKeep();
  const back = useRef<HTMLButtonElement>(null);
  const [keeping, setKeeping] = useState(false);
  const store = async () => {
    setKeeping(true);
    if (await keep()) temporary.end();
    else setKeeping(false);
  };
  const discard = () => {
    temporary.end();
    focusComposerSoon();
  };
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && !keeping && onBack()}
      sticky
      title={t('leaveTitle')}
      description={t('leaveBody')}
      initialFocus={back}
      footer={
        <>
          <Button ref={back} disabled={keeping} onClick={onBack}>
            {t('back')}
          </Button>
          <Button variant="danger" disabled={keeping} onClick={discard}>
            {t('discard')}
          </Button>
          <Button variant="primary" busy={keeping} onClick={() => void store()}>
            {t('keep')}
          </Button>
        </>
      }
    />
  );
}

/** The browser, or the desktop app, asks before the window closes. */
function useWindowGuard(): void {
  const db = useTemporaryChat()?.services.db;
  const messages = useLiveQuery(async () => db?.messages.count(), [db]) ?? 0;
  useLeaveGuard(messages > 0);
}

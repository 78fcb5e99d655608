import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { HostProblemError } from '#host-client/host-error.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import css from '#ui/kit/controls/banner.module.css';

const ASK_AGAIN_MS = 4000;

/** The host doesn't answer (recovers automatically). Loaded at once, because nothing can be loaded from it then. */
export function HostBanner() {
  const t = useT('frame');
  const toast = useToast();
  const { hostReachable, reload, error } = useConnections();
  const [trying, setTrying] = useState(false);
  const wasUnreachable = useRef(false);
  // Every start of Baton creates a new token, so a window of an earlier start is unknown to this one, for good.
  const isUnknown = error instanceof HostProblemError && error.code === 'unauthorized';
  useEffect(() => {
    if (!hostReachable) wasUnreachable.current = true;
    else if (wasUnreachable.current) {
      wasUnreachable.current = false;
      toast({ tone: 'success', title: t('host.back'), timeout: 3000 });
    }
  }, [hostReachable, t, toast]);
  useEffect(() => {
    if (hostReachable || isUnknown) return undefined;
    // The event stream only reports that it is broken. A call shows whether the host is unreachable or doesn't know
    // this window.
    const timer = setInterval(() => void reload(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [hostReachable, isUnknown, reload]);
  if (isUnknown) {
    return (
      <div className={css['banner']} data-tone="danger" role="alert">
        <CircleAlert aria-hidden />
        <p className={css['text']}>
          <strong>{t('host.noToken')}</strong> <span>{t('host.noTokenBody')}</span>
        </p>
      </div>
    );
  }
  if (hostReachable) return null;
  const retry = async () => {
    setTrying(true);
    await reload();
    setTrying(false);
  };
  return (
    <div className={css['banner']} data-tone="danger" role="alert">
      <CircleAlert aria-hidden />
      <p className={css['text']}>
        <strong>{t('host.unreachable')}</strong> <span>{t('host.unreachableBody')}</span>
      </p>
      <Button small busy={trying} onClick={() => void retry()}>
        {t('host.retry')}
      </Button>
    </div>
  );
}

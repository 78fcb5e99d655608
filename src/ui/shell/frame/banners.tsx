import { Lock, ShieldQuestion } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useHostInfo } from '#ui/data/use-host-info.ts';
import { useProblems } from '#ui/data/use-problems.ts';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FullBanner } from '#ui/features/history/recovery/full-banner.tsx';
import { useUnlock } from '#ui/shared/secrets/unlock.tsx';
import { SnapshotBanner } from '#ui/features/history/snapshots/snapshot-banner.tsx';
import { SyncBanner } from '#ui/features/history/sync/sync-banner.tsx';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { CrashNews } from '#ui/shell/crashes/crash-news.tsx';
import { UpdateBanner } from '#ui/shell/updates/update-banner.tsx';
import css from '#ui/kit/controls/banner.module.css';

/** Another window of this browser may let this one in meanwhile. */
const LET_IN_MS = 1500;

/**
 * Banners about the full window: locked keys, storage problems, a full disk, a failed snapshot, failing sync, a newer
 * version.
 */
export function Banners() {
  const t = useT('frame');
  const toast = useToast();
  const messageOf = useErrorMessage();
  useProblems((error) =>
    toast({
      id: 'problem',
      tone: 'danger',
      title: t('problem.title'),
      description: messageOf(error),
    }),
  );
  return (
    <>
      <WindowBanner />
      <LockedBanner />
      <FullBanner />
      <SnapshotBanner />
      <SyncBanner />
      <CrashNews />
      <UpdateBanner />
    </>
  );
}

/** The host answers this window but doesn't accept approvals from it. */
function WindowBanner() {
  const t = useT('frame');
  const unlock = useUnlock();
  const { secrets } = useSecretsState();
  const known = useHostInfo()?.known ?? true;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (known) return undefined;
    const timer = setTimeout(() => setShown(true), LET_IN_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [known]);
  const canProve = secrets?.kind === 'passphrase' && secrets.problem === null;
  if (known || !shown) return null;
  return (
    <div className={css['banner']} role="status">
      <ShieldQuestion aria-hidden />
      <p className={css['text']}>
        <strong>{t('window.title')}</strong> <span>{t(canProve ? 'window.prove' : 'window.restart')}</span>
      </p>
      {canProve && (
        <Button small variant="primary" onClick={unlock}>
          {t('window.enter')}
        </Button>
      )}
    </div>
  );
}

function LockedBanner() {
  const t = useT('frame');
  const unlock = useUnlock();
  const { secrets } = useSecretsState();
  const [later, setLater] = useState(false);
  if (!secrets?.locked || secrets.problem !== null || later) return null;
  return (
    <div className={css['banner']} role="status">
      <Lock aria-hidden />
      <p className={css['text']}>
        <strong>{t('locked.title')}</strong> <span>{t('locked.body')}</span>
      </p>
      <div className={css['buttons']}>
        <Button small variant="quiet" onClick={() => setLater(true)}>
          {t('locked.later')}
        </Button>
        <Button small variant="primary" onClick={unlock}>
          {t('locked.unlock')}
        </Button>
      </div>
    </div>
  );
}

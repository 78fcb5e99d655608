import { useEffect, useEffectEvent, useState } from 'react';
import { packageEndpoints, type PackageKind, type PackageState } from '#contract/update-package.ts';
import type { Release } from '#contract/updates.ts';
import { useServices } from '#ui/data/services.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useOpenExternal } from '#ui/shared/links/open-external.tsx';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import css from './updates.module.css';

const LOOK_MS = 1000;

/** Who replaces a package that Baton doesn't replace itself. */
const BY = {
  // No repository has them, so no package manager hears of a newer one. Baton asks for no rights of the administrator.
  deb: 'by.package',
  rpm: 'by.package',
  pacman: 'by.manager',
  flatpak: 'by.manager',
  portable: 'by.folder',
  archive: 'by.folder',
} as const satisfies Partial<Record<PackageKind, string>>;

/**
 * Gets a newer version: downloads it, or says who else does. Until the host has answered, only its page is offered. Without
 * a release, it shows what becomes of one that was downloaded before, if there is any.
 */
export function PackageActions({ release }: { release: Release | null }) {
  const t = useT('updates');
  const language = useLanguage();
  const open = useOpenExternal();
  const messageOf = useProblemMessage();
  const { log, updates } = useServices();
  const host = useHostGroup(packageEndpoints);
  const getting = useSubmission();
  // Of its own: it is never held up by what it ends.
  const ending = useSubmission();
  const [state, setState] = useState<PackageState | null>(null);
  const refresh = useEffectEvent(() => {
    host.state().then(setState, (failure: unknown) => log.log.write('warn', 'update-package-not-read', { failure }));
  });
  const isLoading = state?.step === 'loading';
  useEffect(() => {
    refresh();
    if (!isLoading) return undefined;
    const timer = setInterval(() => refresh(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isLoading]);
  // What is known of updates is read anew whenever the host says that something has changed.
  useEffect(() => updates.store.subscribe(() => refresh()), [updates]);

  const toPage = release && (
    <Button small onClick={() => open(release.page)}>
      {t('open')}
    </Button>
  );
  if (state === null) return toPage;
  const error = ending.error ?? getting.error;
  if (release === null && state.step === 'none' && state.failure === null && error === null) return null;
  const download = ({ version }: Release) =>
    void getting.submit(async () => setState(await host.download({ version })));
  const cancel = () => void ending.submit(async () => setState(await host.cancel()));
  const size = (bytes: number) => formatBytes(bytes, language);
  const by = BY[state.kind as keyof typeof BY];
  return (
    <div className={css['package']}>
      {state.step === 'loading' && (
        <>
          <progress
            max={state.size}
            value={state.received}
            aria-label={t('loading', { version: state.version ?? '' })}
          />
          {/* Not read aloud every second. */}
          <span aria-live="off">{t('loaded', { received: size(state.received), size: size(state.size) })}</span>
          <Button small variant="quiet" busy={ending.busy} onClick={cancel}>
            {t('stop')}
          </Button>
        </>
      )}
      {state.step === 'ready' && (
        <>
          <span role="status">{t('ready', { version: state.version ?? '' })}</span>
          <Button small variant="quiet" busy={ending.busy} onClick={cancel}>
            {t('dontInstall')}
          </Button>
          <Button
            small
            variant="primary"
            busy={getting.busy}
            onClick={() => void getting.submit(async () => host.restart())}
          >
            {t('restart')}
          </Button>
        </>
      )}
      {state.step === 'none' && (
        <>
          {release && state.installs && release.files && release.files.length > 0 ? (
            <>
              <span>{t('before')}</span>
              <Button small variant="primary" busy={getting.busy} onClick={() => download(release)}>
                {t('download')}
              </Button>
            </>
          ) : (
            release && by && <span>{t(by)}</span>
          )}
          {toPage}
        </>
      )}
      {state.failure !== null && (
        <p role="alert" className={css['failure']}>
          {t(`failure.${state.failure}`)}
        </p>
      )}
      {error !== null && (
        <p role="alert" className={css['failure']}>
          {messageOf(error)}
        </p>
      )}
    </div>
  );
}

import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import { type InstallSnapshot, packageEndpoints } from '#contract/update-package.ts';
import { toSnapshotError } from '#snapshots/snapshot-error.ts';
import { useServices } from '#ui/data/services.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { ProgressBox } from '#ui/kit/controls/progress-box.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';

/**
 * Makes the snapshot that Baton waits for before it installs a newer version. Each window tries, one does it, and the
 * others find that nothing has changed since. It goes when the host no longer waits.
 */
export function InstallSnapshotDialog({ version, restart }: { version: string; restart: boolean }) {
  const t = useT('updates');
  const words = useT('snapshots');
  const { snapshots, log } = useServices();
  const host = useHostGroup(packageEndpoints);
  const active = useStore(snapshots.store, (state) => state.active);
  const [skipped, setSkipped] = useState(false);
  const report = (what: InstallSnapshot) =>
    // Another window may have been quicker.
    host.snapshot(what).catch((error: unknown) => log.log.write('warn', 'update-snapshot-not-reported', { error }));
  const make = useEffectEvent(async (signal: AbortSignal) => {
    await report({ step: 'begun' });
    try {
      const { id } = await snapshots.secure(signal);
      await report({ step: 'made', id });
    } catch (error) {
      if (signal.aborted) return;
      const { code } = toSnapshotError(error);
      if (code !== 'nothing') log.log.write('warn', 'update-snapshot-failed', { error });
      await report({ step: code === 'nothing' ? 'nothing' : 'failed' });
    }
  });
  useEffect(() => {
    const ending = new AbortController();
    void make(ending.signal);
    return () => ending.abort();
  }, []);
  const skip = () => {
    setSkipped(true);
    void report({ step: 'skipped' });
  };
  const progress = active?.progress ?? null;
  return (
    <Modal open onOpenChange={() => undefined} sticky title={t('preparing', { version })}>
      <ProgressBox
        title={words('making')}
        phase={words(`phase.${progress?.phase ?? 'starting'}`)}
        numbers={[progress && words('of', { done: progress.done, all: progress.of })]}
        part={progress && progress.of > 0 ? Math.round((100 * progress.done) / progress.of) : null}
        hint={t('preparingBody')}
        stop={{ label: t(restart ? 'notNow' : 'skipInstall'), busy: skipped, run: skip }}
      />
    </Modal>
  );
}

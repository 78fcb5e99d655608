import type { SnapshotsState } from '#state/snapshots.ts';
import { useServices } from '#ui/data/services.ts';
import { ProgressBox } from '#ui/kit/controls/progress-box.tsx';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';

/** The snapshot that this window is making or verifying. */
export function SnapshotProgressView({ active }: { active: NonNullable<SnapshotsState['active']> }) {
  const t = useT('snapshots');
  const language = useLanguage();
  const { snapshots } = useServices();
  const { what, progress, stopping } = active;
  return (
    <ProgressBox
      title={t(what === 'check' ? 'checking' : 'making')}
      phase={t(`phase.${stopping ? 'stopping' : (progress?.phase ?? 'starting')}`)}
      numbers={[
        progress && t('of', { done: progress.done, all: progress.of }),
        progress && progress.bytes > 0 && t('written', { bytes: formatBytes(progress.bytes, language) }),
      ]}
      part={progress && progress.of > 0 ? Math.round((100 * progress.done) / progress.of) : null}
      hint={t('goesOn')}
      stop={{ label: t('stop'), busy: stopping, run: snapshots.stop }}
    />
  );
}

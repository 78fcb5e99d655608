import type { SnapshotsState } from '#state/snapshots.ts';
import { Button } from '#ui/controls/button.tsx';
import { formatBytes } from '#ui/i18n/format.ts';
import { useLanguage, useT } from '#ui/i18n/use-t.ts';
import { useSnapshots } from './snapshots-context.ts';
import css from './snapshots.module.css';

/** What this window makes or verifies, how far it is, and how to stop it. */
export function SnapshotProgressView({ going }: { going: NonNullable<SnapshotsState['going']> }) {
  const t = useT('snapshots');
  const language = useLanguage();
  const { snapshots } = useSnapshots();
  const { what, progress, stopping } = going;
  const title = t(what === 'check' ? 'checking' : 'making');
  const phase = t(`phase.${stopping ? 'stopping' : (progress?.phase ?? 'starting')}`);
  const part = progress && progress.of > 0 ? Math.round((100 * progress.done) / progress.of) : null;
  const words = [
    phase,
    progress && t('of', { done: progress.done, all: progress.of }),
    progress && progress.bytes > 0 && t('written', { bytes: formatBytes(progress.bytes, language) }),
  ];
  const said = words.filter(Boolean).join(' · ');
  return (
    <div className={css['box']}>
      <p className={css['boxTitle']}>{title}</p>
      <div
        className={css['track']}
        role="progressbar"
        aria-label={title}
        aria-valuetext={said}
        {...(part !== null && { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': part })}
      >
        <div
          className={css['fill']}
          data-unknown={part === null || undefined}
          style={part === null ? {} : { width: `${part}%` }}
        />
      </div>
      <p className={css['numbers']}>{said}</p>
      <p className="visually-hidden" role="status">
        {phase}
      </p>
      <div className={css['foot']}>
        <p className={css['quiet']}>{t('goesOn')}</p>
        <Button small busy={stopping} onClick={snapshots.stop}>
          {t('stop')}
        </Button>
      </div>
    </div>
  );
}

import type { TransferProgress } from '#transfer/transfer-messages.ts';
import { Button } from '#ui/controls/button.tsx';
import { formatBytes } from '#ui/i18n/format.ts';
import { useLanguage, useT } from '#ui/i18n/use-t.ts';
import css from './transfer.module.css';

interface ProgressViewProps {
  title: string;
  /** null before the first word of it. */
  progress: TransferProgress | null;
  stopping: boolean;
  hint: string;
  onStop: () => void;
}

/** What goes on, how far it is, and how to stop it. */
export function ProgressView({ title, progress, stopping, hint, onStop }: ProgressViewProps) {
  const t = useT('transfer');
  const language = useLanguage();
  const phase = t(`phase.${stopping ? 'stopping' : (progress?.phase ?? 'starting')}`);
  const part = progress && partOf(progress);
  const how = progress && [
    progress.of === null
      ? progress.conversations > 0 && t('count.conversations', { count: progress.conversations })
      : t('progress.of', { done: progress.conversations, count: progress.of }),
    progress.ofBytes === null
      ? progress.bytes > 0 && formatBytes(progress.bytes, language)
      : t('progress.bytesOf', {
          done: formatBytes(progress.bytes, language),
          all: formatBytes(progress.ofBytes, language),
        }),
  ];
  const words = [phase, ...(how ?? [])].filter(Boolean).join(' · ');
  return (
    <div className={css['box']}>
      <p className={css['boxTitle']}>{title}</p>
      <div
        className={css['track']}
        role="progressbar"
        aria-label={title}
        aria-valuetext={words}
        {...(typeof part === 'number' && { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent(part) })}
      >
        <div
          className={css['fill']}
          data-unknown={typeof part !== 'number' || undefined}
          style={typeof part === 'number' ? { width: `${percent(part)}%` } : {}}
        />
      </div>
      <p className={css['words']}>{words}</p>
      <p className="visually-hidden" role="status">
        {phase}
      </p>
      <div className={css['foot']}>
        <p className={css['quiet']}>{hint}</p>
        <Button small busy={stopping} onClick={onStop}>
          {t('progress.stop')}
        </Button>
      </div>
    </div>
  );
}

const percent = (part: number): number => Math.round(part * 100);

/** Bytes say more than conversations, which differ in size; null while nobody knows how much there is. */
function partOf({ conversations, of, bytes, ofBytes }: TransferProgress): number | null {
  if (ofBytes !== null && ofBytes > 0) return Math.min(1, bytes / ofBytes);
  if (of !== null && of > 0) return Math.min(1, conversations / of);
  return null;
}

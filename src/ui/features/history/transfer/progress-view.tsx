import type { TransferProgress } from '#transfer/transfer-messages.ts';
import { ProgressBox } from '#ui/kit/controls/progress-box.tsx';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';

interface ProgressViewProps {
  title: string;
  /** `null` before the first report. */
  progress: TransferProgress | null;
  stopping: boolean;
  hint: string;
  onStop: () => void;
}

/** The activity, its progress, and a button to stop it. */
export function ProgressView({ title, progress, stopping, hint, onStop }: ProgressViewProps) {
  const t = useT('transfer');
  const language = useLanguage();
  const part = progress && partOf(progress);
  return (
    <ProgressBox
      title={title}
      phase={t(`phase.${stopping ? 'stopping' : (progress?.phase ?? 'starting')}`)}
      numbers={
        progress
          ? [
              progress.of === null
                ? progress.conversations > 0 && t('count.conversations', { count: progress.conversations })
                : t('progress.of', { done: progress.conversations, count: progress.of }),
              progress.ofBytes === null
                ? progress.bytes > 0 && formatBytes(progress.bytes, language)
                : t('progress.bytesOf', {
                    done: formatBytes(progress.bytes, language),
                    all: formatBytes(progress.ofBytes, language),
                  }),
            ]
          : []
      }
      part={part === null ? null : Math.round(part * 100)}
      hint={hint}
      stop={{ label: t('progress.stop'), busy: stopping, run: onStop }}
    />
  );
}

/** Bytes are more accurate than conversations, which differ in size; `null` while the total is unknown. */
function partOf({ conversations, of, bytes, ofBytes }: TransferProgress): number | null {
  if (ofBytes !== null && ofBytes > 0) return Math.min(1, bytes / ofBytes);
  if (of !== null && of > 0) return Math.min(1, conversations / of);
  return null;
}

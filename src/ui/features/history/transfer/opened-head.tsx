import type { Opened } from '#transfer/transfer-messages.ts';
import { formatBytes, formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useCounts } from './use-counts.ts';
import { useProgramName } from './use-program-name.ts';
import css from './transfer.module.css';

/** The opened file: its program, when it was written, what it contains. */
export function OpenedHead({ opened }: { opened: Opened }) {
  const t = useT('transfer');
  const language = useLanguage();
  const counts = useCounts();
  const programName = useProgramName();
  if (opened.kind === 'import') {
    const from = opened.sources.map(({ source }) => programName(source));
    const files = opened.sources.reduce((all, one) => all + one.files, 0);
    return (
      <div>
        <p className={css['boxTitle']}>{from.join(', ')}</p>
        <p className={css['quiet']}>
          {[opened.name, t('count.files', { count: files }), formatBytes(opened.bytes, language)].join(' · ')}
        </p>
      </div>
    );
  }
  const { conversations, messages, blobs } = opened.counts;
  return (
    <div>
      <p className={css['boxTitle']}>{t('opened.archive')}</p>
      <p className={css['quiet']}>
        {[
          opened.name,
          counts({ conversations, messages, attachments: blobs }),
          t('opened.written', { date: formatDateTime(opened.writtenAt, language), program: opened.writtenBy }),
        ].join(' · ')}
      </p>
      {opened.lost > 0 && <p className={css['quiet']}>{t('opened.lost', { count: opened.lost })}</p>}
    </div>
  );
}

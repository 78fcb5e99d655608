import type { ExportState } from '#state/exports.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { FailureNotice } from './failure-notice.tsx';
import { ProgressView } from './progress-view.tsx';
import { useCounts } from './use-counts.ts';
import css from './transfer.module.css';

/** The export's progress or result. */
export function ExportStatus({ state, onDone }: { state: ExportState; onDone: () => void }) {
  const t = useT('transfer');
  const { exports } = useServices().transfers;
  if (state.step === 'going') {
    return (
      <ProgressView
        title={t('export.going', { name: state.name })}
        progress={state.progress}
        stopping={state.stopping}
        hint={t('export.goesOn')}
        onStop={exports.stop}
      />
    );
  }
  if (state.step === 'done') return <Receipt state={state} onDone={onDone} />;
  if (state.step === 'failed')
    return <FailureNotice title={t('export.failed')} failure={state.failure} name={state.name} />;
  return state.step === 'stopped' ? (
    <Notice live title={t('export.stopped')}>
      {state.name}
    </Notice>
  ) : null;
}

interface ReceiptProps {
  state: Extract<ExportState, { step: 'done' }>;
  onDone: () => void;
}

/** What is in the file, what isn't, and that the file was checked. */
function Receipt({ state: { name, report, inBrowser }, onDone }: ReceiptProps) {
  const t = useT('transfer');
  const language = useLanguage();
  const counts = useCounts();
  const { exports } = useServices().transfers;
  const all = counts({ ...report, attachments: report.blobs });
  return (
    <div className={css['stack']}>
      <Notice
        tone="success"
        live
        title={t('export.done')}
        actions={
          <>
            <Button small onClick={onDone}>
              {t('export.finish')}
            </Button>
            {inBrowser && (
              <Button small variant="quiet" onClick={() => void exports.handOver()}>
                {t('export.again')}
              </Button>
            )}
          </>
        }
      >
        <p>{t('export.saved', { name, size: formatBytes(report.bytes, language) })}</p>
        <p>{t(report.format === 'archive' ? 'export.verified' : 'export.readAgain', { counts: all })}</p>
        {(report.blobs > 0 || (report.format === 'html' && name.endsWith('.zip'))) && (
          <p>
            {t(`export.attached.${report.format === 'archive' || report.format === 'html' ? report.format : 'beside'}`)}
          </p>
        )}
        {inBrowser && <p>{t('export.downloaded')}</p>}
      </Notice>
      {report.named > 0 && <Notice>{t('export.named', { count: report.named })}</Notice>}
      {report.lost > 0 && <Notice tone="warning">{t('export.lost', { count: report.lost })}</Notice>}
      {report.unreadable > 0 && <Notice tone="warning">{t('export.unreadable', { count: report.unreadable })}</Notice>}
    </div>
  );
}

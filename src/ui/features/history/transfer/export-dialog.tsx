import { useState } from 'react';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useHostInfo } from '#ui/data/use-host-info.ts';
import { useSession } from '#ui/data/use-session.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ExportOptionsForm, FORMATS, READABLE_OPTIONS } from './export-options.tsx';
import { ExportStatus } from './export-status.tsx';
import { StepPanel } from '#ui/features/history/steps/step-panel.tsx';
import { useExportState } from './transfer-states.ts';
import { useStartExport } from './use-start-export.ts';
import css from './transfer.module.css';

export interface ExportDialogProps {
  sessions: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Exports the given conversations. A started export continues when the dialog is closed. */
export function ExportDialog({ sessions, open, onOpenChange }: ExportDialogProps) {
  const t = useT('transfer');
  const frame = useT('frame');
  const common = useT('common');
  const state = useExportState();
  const { exports } = useServices().transfers;
  const start = useStartExport();
  const isApp = useHostInfo()?.mount === 'electron';
  const [options, setOptions] = useState(READABLE_OPTIONS);
  const first = useSession(sessions[0] ?? null);
  const title = first?.title || frame('session.untitled');
  const exporting = state.step === 'going';
  const asking = !exporting && state.step !== 'done';
  const close = (next: boolean) => {
    // The user has seen the result.
    if (!next) exports.dismiss();
    onOpenChange(next);
  };
  return (
    <Modal
      wide
      open={open}
      onOpenChange={close}
      title={
        sessions.length === 1
          ? t('export.dialogTitle', { title })
          : t('export.dialogTitleSome', { count: sessions.length })
      }
      footer={
        state.step !== 'done' && (
          <>
            <Button onClick={() => close(false)}>{common(exporting ? 'close' : 'cancel')}</Button>
            {asking && (
              <Button
                variant="primary"
                onClick={() => start({ ...options, sessions, trash: false }, first?.title ?? '')}
              >
                {t('export.start')}
              </Button>
            )}
          </>
        )
      }
    >
      <StepPanel step={state.step} label={t('export.title')}>
        <div className={css['stack']}>
          <ExportStatus state={state} onDone={() => close(false)} />
          {asking && <ExportOptionsForm formats={FORMATS} value={options} onChange={setOptions} />}
          {asking && isApp && sessions.length === 1 && <p className={css['hint']}>{t('drag.hint')}</p>}
        </div>
      </StepPanel>
    </Modal>
  );
}

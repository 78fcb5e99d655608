import { useEffect, useState } from 'react';
import { desktopEndpoints } from '#contract/desktop.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { safeName } from '#archive/render/base/file-names.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useHostInfo } from '#ui/data/use-host-info.ts';
import { useSession } from '#ui/data/use-session.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { ProgressBox } from '#ui/kit/controls/progress-box.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { Setting } from '#ui/kit/controls/section.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import type { Amount, PrintChoice } from './read-pages.ts';
import { Sheet } from './sheet.tsx';
import { usePrinting } from './use-printing.ts';
import css from './print-dialog.module.css';

interface PrintDialogProps {
  sessions: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const AMOUNTS: readonly Amount[] = ['out', 'line', 'full'];
const PARTS = ['thinking', 'tools'] as const;

/** Prints the whole conversation, or saves it as a PDF. */
export function PrintDialog({ sessions: [session = ''], open, onOpenChange }: PrintDialogProps) {
  // Each opening begins anew.
  return open && <Open key={session} session={session} onClose={() => onOpenChange(false)} />;
}

function Open({ session, onClose }: { session: string; onClose: () => void }) {
  const t = useT('print');
  const frame = useT('frame');
  const common = useT('common');
  const toast = useToast();
  const messageOf = useErrorMessage();
  const title = useSession(session)?.title || frame('session.untitled');
  const isApp = useHostInfo()?.mount === 'electron';
  const host = useHostGroup(desktopEndpoints);
  const [choice, setChoice] = useState<PrintChoice>({ thinking: 'out', tools: 'line' });
  const [saving, setSaving] = useState(false);
  const { state, shown, onElement, prepare, clear } = usePrinting(session);
  const working = state.step === 'reading' || state.step === 'layout';

  useEffect(() => {
    window.addEventListener('afterprint', onClose);
    return () => window.removeEventListener('afterprint', onClose);
  }, [onClose]);

  async function print(): Promise<void> {
    if (state.step === 'ready' || (await prepare(choice))) window.print();
  }

  async function savePdf(): Promise<void> {
    if (state.step !== 'ready' && !(await prepare(choice))) return;
    setSaving(true);
    try {
      const { saved } = await host.savePdf({ name: safeName(title, 'baton') });
      if (saved === null) return;
      toast({ title: t('saved', { name: saved }), tone: 'success' });
      onClose();
    } catch (error) {
      // The pages took so long that the host no longer counts the press. They are ready now, and one more is enough.
      if (error instanceof HostProblemError && error.code === 'gesture_missing') return;
      toast({ title: t('notSaved'), description: messageOf(error), tone: 'danger' });
    } finally {
      setSaving(false);
    }
  }

  return (
    <>
      <Modal
        open
        onOpenChange={(next) => !next && !saving && onClose()}
        title={t('title', { title })}
        footer={
          !working && (
            <>
              <Button disabled={saving} onClick={onClose}>
                {common('cancel')}
              </Button>
              {isApp && (
                <Button busy={saving} onClick={() => void savePdf()}>
                  {t('pdf')}
                </Button>
              )}
              <Button variant="primary" disabled={saving} onClick={() => void print()}>
                {t('print')}
              </Button>
            </>
          )
        }
      >
        {working ? (
          <ProgressBox
            title={t('preparing')}
            phase={state.step === 'layout' ? t('layout') : t('preparing')}
            numbers={[state.step === 'reading' && state.of > 0 && t('messages', { done: state.done, count: state.of })]}
            part={state.step === 'reading' && state.of > 0 ? Math.round((100 * state.done) / state.of) : null}
            hint=""
            stop={{ label: t('stop'), busy: false, run: clear }}
          />
        ) : (
          <div className={css['stack']}>
            {state.step === 'failed' && (
              <Notice live tone="danger" title={t('failed')}>
                {messageOf(state.error)}
              </Notice>
            )}
            {state.step === 'ready' && !saving && !state.whole && (
              <Notice live tone="warning">
                {t('partly')}
              </Notice>
            )}
            {state.step === 'ready' && !saving && state.whole && isApp && <Notice live>{t('ready')}</Notice>}
            {PARTS.map((part) => (
              <Setting key={part} label={t(part)}>
                <Segmented
                  label={t(part)}
                  value={choice[part]}
                  onChange={(amount) => {
                    clear();
                    setChoice({ ...choice, [part]: amount });
                  }}
                  options={AMOUNTS.map((value) => ({ value, label: t(value) }))}
                />
              </Setting>
            ))}
            {!isApp && <p className={css['hint']}>{t('pdfByPrinter')}</p>}
          </div>
        )}
      </Modal>
      {shown && <Sheet {...shown} onElement={onElement} />}
    </>
  );
}

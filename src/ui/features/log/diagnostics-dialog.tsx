import { useRef, useState, type RefObject } from 'react';
import { saveText } from '#ui/kit/files/save-text.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { ShownLine } from './filter-lines.ts';
import { useDiagnostics } from './use-diagnostics.ts';
import css from './diagnostics-dialog.module.css';

interface DiagnosticsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  lines: readonly ShownLine[];
}

/** Shows what would be shared before it is. */
export function DiagnosticsDialog({ open, onOpenChange, lines }: DiagnosticsDialogProps) {
  const t = useT('log');
  const common = useT('common');
  const [withLog, setWithLog] = useState(true);
  // The text as of opening, so that the user copies exactly what they read.
  const [frozen, setFrozen] = useState<readonly ShownLine[] | null>(null);
  if (open && frozen === null) setFrozen(lines);
  if (!open && frozen !== null) setFrozen(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      wide
      title={t('diagnosticsTitle')}
      description={t('diagnosticsHint')}
      initialFocus={copyButton}
      footer={
        open && (
          <>
            <Button onClick={() => onOpenChange(false)}>{common('close')}</Button>
            <Actions lines={frozen ?? []} withLog={withLog} copyButton={copyButton} />
          </>
        )
      }
    >
      <span className={css['choice']}>
        <Switch checked={withLog} onChange={setWithLog} labelledBy="diagnostics-log" />
        <span id="diagnostics-log">{t('withLog')}</span>
      </span>
      {open && <Preview lines={frozen ?? []} withLog={withLog} />}
    </Modal>
  );
}

interface ContentProps {
  lines: readonly ShownLine[];
  withLog: boolean;
}

function Preview({ lines, withLog }: ContentProps) {
  const t = useT('log');
  const text = useDiagnostics(lines, withLog);
  return (
    // oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to be reachable by keys
    <pre className={css['text']} role="region" aria-label={t('diagnosticsText')} tabIndex={0}>
      {text}
    </pre>
  );
}

function Actions({ lines, withLog, copyButton }: ContentProps & { copyButton: RefObject<HTMLButtonElement | null> }) {
  const t = useT('log');
  const copy = useCopy();
  const text = useDiagnostics(lines, withLog);
  return (
    <>
      <Button onClick={() => saveText(text, 'baton-diagnostics.txt')}>{t('save')}</Button>
      <Button ref={copyButton} variant="primary" onClick={() => void copy(text)}>
        {t('copy')}
      </Button>
    </>
  );
}

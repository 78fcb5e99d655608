import { useRef, useState } from 'react';
import type { ScriptRow } from '#contract/scripts.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { ShownLines } from '#ui/kit/controls/shown-lines.tsx';
import text from '#ui/kit/controls/text.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import css from './scripts.module.css';

interface ScriptDialogProps {
  script: ScriptRow;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Rejects with `approval_stale` when the script has changed since. */
  onAgree: (hash: string) => Promise<void>;
}

/** Shows a script, when it runs and what it can read, in full. The default answer is no. */
export function ScriptDialog({ script, open, onOpenChange, onAgree }: ScriptDialogProps) {
  const t = useT('scripts');
  const problemMessage = useProblemMessage();
  const no = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { hash, name, event, matcher, command, seconds, fromFolder, env } = script;
  const hidden = command.hidden || matcher?.hidden === true;

  const agree = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await onAgree(hash);
      onOpenChange(false);
    } catch (error) {
      setProblem(
        error instanceof HostProblemError && error.code === 'approval_stale' ? t('ask.stale') : problemMessage(error),
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      wide
      sticky
      title={t('ask.title', { script: name.text })}
      description={t('ask.body')}
      initialFocus={no}
      onClosed={() => setProblem(null)}
      footer={
        <>
          <Button ref={no} onClick={() => onOpenChange(false)}>
            {t('ask.no')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void agree()}>
            {t('ask.yes')}
          </Button>
        </>
      }
    >
      <div className={css['asked']}>
        <ShownLines
          lines={[
            { label: t('line.command'), text: command.text, warn: command.hidden },
            { label: t('line.when'), text: t(`event.${event}`) },
            ...(event === 'PreToolUse' || event === 'PostToolUse'
              ? [{ label: t('line.tools'), text: matcher?.text ?? t('line.everyTool'), warn: matcher?.hidden ?? false }]
              : []),
            { label: t('line.limit'), text: t('line.seconds', { count: seconds }) },
            { label: t('line.folder'), text: t('line.inFolder'), warn: fromFolder },
            { label: t('line.env'), text: env.join(' ') },
          ]}
        />
        {fromFolder && <p className={text['warn']}>{t('ask.fromFolder')}</p>}
        {hidden && <p className={text['warn']}>{t('ask.hidden')}</p>}
        <p className={text['quiet']}>{t('ask.bound')}</p>
        {problem !== null && (
          <Notice tone="danger" live>
            {problem}
          </Notice>
        )}
      </div>
    </Modal>
  );
}

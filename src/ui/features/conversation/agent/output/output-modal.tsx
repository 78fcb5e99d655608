import { useEffect, useState } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import { errorMessage } from '#core/thrown.ts';
import type { FullOutput } from './output-context.ts';
import { OutputViewer } from './output-viewer.tsx';
import css from './output.module.css';

interface OutputModalProps {
  output: FullOutput;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClosed: () => void;
}

/** Shows a full output. */
export function OutputModal({ output, open, onOpenChange, onClosed }: OutputModalProps) {
  const t = useT('agent');
  const common = useT('common');
  return (
    <Modal
      full
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      title={t('output.title', { tool: output.tool })}
      footer={<Button onClick={() => onOpenChange(false)}>{common('close')}</Button>}
    >
      <Loaded {...output} />
    </Modal>
  );
}

function Loaded({ tool, load }: FullOutput) {
  const t = useT('agent');
  const [text, setText] = useState<string | null | undefined>(undefined);
  const say = useReasonOrQuote();
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let cancelled = false;
    load().then(
      (found) => !cancelled && setText(found),
      (error: unknown) => !cancelled && setProblem(errorMessage(error)),
    );
    return () => {
      cancelled = true;
    };
  }, [load]);
  const file = `${tool.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.txt`;
  if (typeof text === 'string') return <OutputViewer text={text} file={file} />;
  return (
    <div className={css['viewer']}>
      {problem !== null && <p role="alert">{t('output.problem', { problem: say(problem) })}</p>}
      {problem === null && (
        <output className={css['removed']}>{text === null ? t('output.removed') : t('output.loading')}</output>
      )}
    </div>
  );
}

import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { errorMessage } from '#core/thrown.ts';
import { OutputContext, type FullOutput } from './output-context.ts';
import css from './output.module.css';

const OutputViewer = lazyPart(async () => (await import('./output-viewer.tsx')).OutputViewer);

/** Provides the viewer for full outputs to its children. */
export function OutputDialog({ children }: { children: ReactNode }) {
  const t = useT('agent');
  const common = useT('common');
  const [shown, setShown] = useState<FullOutput | null>(null);
  const [open, setOpen] = useState(false);
  const [show] = useState(() => (output: FullOutput) => {
    setShown(output);
    setOpen(true);
  });
  return (
    <OutputContext value={show}>
      {children}
      <Modal
        full
        open={open}
        onOpenChange={setOpen}
        onClosed={() => setShown(null)}
        title={t('output.title', { tool: shown?.tool ?? '' })}
        footer={<Button onClick={() => setOpen(false)}>{common('close')}</Button>}
      >
        {shown && <Loaded {...shown} />}
      </Modal>
    </OutputContext>
  );
}

function Loaded({ tool, load }: FullOutput) {
  const t = useT('agent');
  const [text, setText] = useState<string | null | undefined>(undefined);
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
      {problem !== null && <p role="alert">{t('output.problem', { problem })}</p>}
      {problem === null && (
        <output className={css['removed']}>{text === null ? t('output.removed') : t('output.loading')}</output>
      )}
    </div>
  );
}

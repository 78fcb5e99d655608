import { TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { useUnsaved } from '#ui/kit/controls/use-unsaved.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { useSummaryActions } from './use-summary-actions.ts';
import { useWrittenSummary } from './use-written-summary.ts';
import css from './switch-panel.module.css';

interface SummaryStepProps {
  /** The names of the previous and the next model. */
  from: string;
  to: string;
  /** Leaves the step, with or without the summary in the conversation. */
  onLeave: (used: boolean) => void;
}

/** Shows a summary while it is written. The user can then edit it, and it is used only when they say so. */
export function SummaryStep({ from, to, onLeave }: SummaryStepProps) {
  const t = useT('report');
  const common = useT('common');
  const { describe } = useChatScene();
  const actions = useSummaryActions();
  const { step, text, edit, again } = useWrittenSummary();
  const [busy, setBusy] = useState(false);
  const edited = step.at === 'written' && text !== step.summary.text;
  const { leave, question } = useUnsaved(edited, () => onLeave(false));
  const field = useRef<HTMLTextAreaElement>(null);
  const retry = useRef<HTMLButtonElement>(null);

  const writing = step.at === 'writing';
  const failed = step.at === 'failed';
  useEffect(() => (failed ? retry.current : field.current)?.focus(), [failed]);
  useEffect(() => {
    if (writing && field.current) field.current.scrollTop = field.current.scrollHeight;
  });

  const use = useCallback(async () => {
    if (step.at !== 'written') return;
    setBusy(true);
    const { origin, leafId } = step.summary;
    if (await actions.use({ text, origin, leafId })) onLeave(true);
    else setBusy(false);
  }, [actions, step, text, onLeave]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || busy) return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  const say = useReasonOrQuote();
  const writer = step.view ? describe(step.view.origin).label : from;
  const state = step.at === 'written' ? t('summary.written', { from: writer }) : t('summary.writing', { from: writer });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape works anywhere in it
    <div className={css['summary']} onKeyDown={onKeyDown}>
      {question}
      {step.view?.instead && <p className={css['cost']}>{t('summary.instead', { from, writer })}</p>}
      {step.at === 'failed' ? (
        <p className={css['problem']} role="alert">
          <TriangleAlert aria-hidden />
          <span>
            <strong>{t('summary.failed')}</strong> {step.message !== '' && say(step.message)}
          </span>
        </p>
      ) : (
        <>
          <output className={css['cost']}>{state}</output>
          <textarea
            ref={field}
            className={css['summaryText']}
            aria-label={t('summary.label')}
            aria-busy={writing}
            readOnly={writing || busy}
            value={text}
            onChange={(event) => edit(event.target.value)}
          />
        </>
      )}
      {step.at === 'written' && step.summary.left > 0 && (
        <p className={css['cost']}>{t('summary.left', { count: step.summary.left })}</p>
      )}
      {step.at === 'written' && step.summary.cut && <p className={css['cost']}>{t('summary.cut')}</p>}
      <div className={css['actions']}>
        {step.at === 'failed' ? (
          <Button ref={retry} small onClick={again}>
            {common('retry')}
          </Button>
        ) : (
          <Button
            small
            variant="primary"
            busy={busy}
            disabled={writing || text.trim() === ''}
            title={t('summary.useTitle', { to })}
            onClick={() => void use()}
          >
            {t('summary.use')}
          </Button>
        )}
        <Button small variant="quiet" disabled={busy} onClick={() => onLeave(false)}>
          {common('cancel')}
        </Button>
      </div>
    </div>
  );
}

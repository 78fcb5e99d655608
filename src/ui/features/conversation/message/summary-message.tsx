import { ChevronRight, Redo2, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { summaryText } from '#core/is-summary.ts';
import type { Origin } from '#core/vendor.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useSummaries } from '#ui/data/use-summaries.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFold } from '#ui/shared/markdown/fold-context.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import { useChatScene, useChatStatus, useUserMarks } from '#ui/features/conversation/scene/chat-context.ts';
import { useSummaryActions } from '#ui/features/conversation/switch/use-summary-actions.ts';
import { ContextFiles } from './context-files.tsx';
import css from './summary-message.module.css';

/**
 * A fold in the conversation: from here on requests carry the summary, and the messages above stay readable. The
 * summary can be undone and used again here.
 */
export function SummaryMessage({ message }: { message: StoredMessage & { origin: Origin } }) {
  const t = useT('report');
  const { sessionId, describe } = useChatScene();
  const { running, readOnly } = useChatStatus();
  const { contextFiles } = useUserMarks();
  const { sent, count } = useSummaries(sessionId)?.get(message.id) ?? { sent: true, count: null };
  const { undo, reuse } = useSummaryActions();
  const [open, setOpen] = useFold('summary', false);
  const bodyId = useId();
  const model = describe(message.origin).label;
  const title = !sent ? t('summary.rowOff') : count === null ? t('summary.row') : t('summary.replaced', { count });
  const Icon = sent ? Undo2 : Redo2;
  return (
    <div className={css['fold']} data-off={!sent || undefined}>
      <div className={css['bar']}>
        <button
          type="button"
          className={css['line']}
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight className={css['chevron']} aria-hidden />
          <span>{title}</span>
        </button>
        <Button
          small
          variant="quiet"
          icon={<Icon aria-hidden />}
          disabled={running || readOnly}
          onClick={() => (sent ? undo(message.id) : reuse(message.id))}
        >
          {t(sent ? 'summary.undo' : 'summary.reuse')}
        </Button>
      </div>
      <div id={bodyId} className={css['body']} hidden={!open}>
        {open && (
          <>
            <p className={css['note']}>{t(sent ? 'summary.originals' : 'summary.originalsOff', { model })}</p>
            <Markdown text={summaryText(message)} />
            <ContextFiles files={contextFiles.get(message.id) ?? []} />
          </>
        )}
      </div>
    </div>
  );
}

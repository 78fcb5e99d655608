import { summaryText, type SummaryMessage as Message } from '#flows/is-summary.ts';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { useSummaries } from '#ui/data/use-summaries.ts';
import { useT } from '#ui/i18n/use-t.ts';
import { Markdown } from '#ui/markdown/markdown.tsx';
import { useChatScene } from '../chat-context.ts';
import { useSummaryActions } from '../switch/use-summary-actions.ts';
import { ContextFiles } from './context-files.tsx';
import css from './message.module.css';

/** What the conversation was handed on with: a line of Baton's, no word of the person. */
export function SummaryMessage({ message }: { message: Message }) {
  const t = useT('report');
  const { sessionId, describe, running, readOnly, along } = useChatScene();
  const sent = useSummaries(sessionId)?.get(message.id) ?? true;
  const { undo, reuse } = useSummaryActions(sessionId);
  const model = describe(message.origin).label;
  return (
    <div className={css['summary']}>
      <Disclosure summary={t(sent ? 'summary.row' : 'summary.rowOff', { model })}>
        <Markdown text={summaryText(message)} />
        <ContextFiles files={along.get(message.id) ?? []} />
        <Button
          small
          variant="quiet"
          disabled={running || readOnly}
          onClick={() => (sent ? undo(message.id) : reuse(message.id))}
        >
          {t(sent ? 'summary.undo' : 'summary.reuse')}
        </Button>
      </Disclosure>
    </div>
  );
}

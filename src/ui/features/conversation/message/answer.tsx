import { Copy, FileSearch, RotateCw } from 'lucide-react';
import { memo } from 'react';
import type { Origin } from '#core/vendor.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { useLiveAnswer } from '#ui/data/use-live-answer.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import type { StepGroup } from '#ui/features/conversation/rows/step-groups.ts';
import { ActionButton } from './action-button.tsx';
import { AnswerParts } from './answer-parts.tsx';
import { EndState, LiveState } from './answer-state.tsx';
import { ErrorCard } from './error-card.tsx';
import { MessageMenuButton } from './message-menu.tsx';
import { MessageTime } from './message-time.tsx';
import { textOf } from '#core/message-text.ts';
import { SiblingSwitcher } from './sibling-switcher.tsx';
import { StepLine } from './step-line.tsx';
import { UsageLine } from './usage-line.tsx';
import { PracticeTag } from '#ui/shared/vendors/practice-tag.tsx';
import { WhileNotEdited } from './while-not-edited.tsx';
import { useAnswerText } from './use-answer-text.ts';
import css from './message.module.css';

const RunReport = lazyPart(async () => (await import('#ui/features/conversation/work/run-report.tsx')).RunReport);

interface AnswerProps {
  message: StoredMessage;
  origin: Origin | null;
  results: readonly StoredMessage[];
  continues: boolean;
  begins: boolean;
  last: boolean;
  /** It ends a long run. */
  report: boolean;
  /** The steps it replaces. */
  group: StepGroup | undefined;
  onFold: (ids: readonly string[], folded: boolean) => void;
}

/** A model's answer. While it is streaming in this window, only this component rerenders. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const { message, origin, results, continues, begins, last, report, group, onFold } = props;
  const t = useT('chat');
  const { sessionId, describe, compared } = useChatScene();
  const run = useLiveAnswer(sessionId, message.id);
  const facts = origin ? describe(origin) : null;
  const parts = run ? run.parts : message.parts;
  const growing = run ? run.phase === 'thinking' || run.phase === 'answering' : message.status === 'streaming';
  const complete = !run && message.status === 'complete';
  const durationMs =
    complete && !message.error && !message.edited && message.completedAt !== undefined
      ? message.completedAt - message.createdAt
      : null;
  return (
    <>
      {!continues && (
        <header className={css['badge']}>
          <h2 className={css['model']}>
            {facts?.label ?? t(message.edited ? 'message.edited' : 'message.unknownModel')}
          </h2>
          {facts && !facts.practice && facts.source !== facts.label && (
            <span className={css['source']}>{facts.source}</span>
          )}
          {facts?.practice && <PracticeTag />}
          <MessageTime at={message.createdAt} />
        </header>
      )}
      {group && <StepLine group={group} onFold={onFold} />}
      {!group?.folded && (
        <WhileNotEdited message={message}>
          <div className={css['parts']}>
            <AnswerParts
              messageId={message.id}
              parts={parts}
              previews={run?.previews}
              results={results}
              live={growing}
              startedAt={run?.startedAt ?? message.createdAt}
            />
            {run && <LiveState run={run} facts={facts} />}
            {!run && message.status === 'streaming' && parts.length === 0 && (
              <p className={css['elsewhere']}>{t('state.elsewhere')}</p>
            )}
            {!run && message.error && <ErrorCard message={message} error={message.error} facts={facts} last={last} />}
            {!run && !message.error && !begins && <EndState message={message} last={last} />}
          </div>
          {report && !run && <RunReport lastId={results.at(-1)?.id ?? message.id} last={last} />}
          <footer className={css['footer']}>
            {!compared && <SiblingSwitcher message={message} />}
            <UsageLine
              usage={complete ? message.usage : undefined}
              model={facts?.model ?? null}
              practice={facts?.practice ?? false}
              durationMs={durationMs}
            />
            {complete && <AnswerActions message={message} />}
          </footer>
        </WhileNotEdited>
      )}
    </>
  );
});

function AnswerActions({ message }: { message: StoredMessage }) {
  const t = useT('chat');
  const reports = useT('report');
  const copy = useCopy();
  const { inspect } = useReports();
  const { sessionId } = useChatScene();
  const answerText = useAnswerText();
  const text = textOf(message);
  return (
    <span className={css['actions']}>
      <ActionButton
        label={reports('inspector.open')}
        icon={<FileSearch aria-hidden />}
        onClick={() => inspect({ kind: 'sent', sessionId, answerId: message.id })}
      />
      <span className={css['again']}>
        <RetryAction messageId={message.id} />
      </span>
      {text !== '' && (
        <ActionButton
          label={t('message.copy')}
          icon={<Copy aria-hidden />}
          onClick={() => void answerText(message).then(copy)}
        />
      )}
      <MessageMenuButton message={message} />
    </span>
  );
}

function RetryAction({ messageId }: { messageId: string }) {
  const t = useT('chat');
  const { actions } = useChatScene();
  const { canRetry } = useChatStatus();
  return (
    <ActionButton
      label={t('message.retry')}
      icon={<RotateCw aria-hidden />}
      disabled={!canRetry}
      onClick={() => actions.retry(messageId)}
    />
  );
}

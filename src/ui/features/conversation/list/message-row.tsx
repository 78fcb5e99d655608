import { memo, useMemo } from 'react';
import { textOf } from '#core/message-text.ts';
import { plainExcerpt } from '#markdown/plain-excerpt.ts';
import { isSummary } from '#core/is-summary.ts';
import { NEXT_ID } from '#flows/request/request-inspection.ts';
import type { Gap } from '#flows/request/request-inspection.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FoldScopeProvider } from '#ui/shared/markdown/fold-context.ts';
import { useChatScene, useMessageMarks } from '#ui/features/conversation/scene/chat-context.ts';
import { Answer } from '#ui/features/conversation/message/answer.tsx';
import { WhileIncluded } from '#ui/features/conversation/message/excluded-message.tsx';
import { HandoffKnot } from '#ui/features/conversation/message/handoff-knot.tsx';
import { useStepLabel } from '#ui/features/conversation/message/step-line.tsx';
import { Stitch } from '#ui/features/conversation/message/stitch.tsx';
import { UserMessage } from '#ui/features/conversation/message/user-message.tsx';
import type { Row } from '#ui/features/conversation/rows/rows.ts';
import { OmittedMark } from './omitted-mark.tsx';
import { MessageBoundary } from './message-boundary.tsx';
import { threadOf } from './thread-of.ts';
import css from './message-row.module.css';

interface RowProps {
  row: Row;
  onFold: (ids: readonly string[], folded: boolean) => void;
  first: boolean;
}

interface MessageRowProps extends RowProps {
  /** Position among the loaded messages. */
  position: number;
  /** -1 while others are not loaded. */
  total: number;
}

/** One message on the thread. A new message changes only the total of the others. */
export const MessageRow = memo(function MessageRow({ row, onFold, first, position, total }: MessageRowProps) {
  return (
    <article
      className={css['message']}
      data-message={row.message.id}
      tabIndex={-1}
      aria-posinset={position}
      aria-setsize={total}
      aria-label={useRowName(row)}
    >
      <RowContent row={row} onFold={onFold} first={first} />
    </article>
  );
});

/** What screen readers call a row: who speaks, and the first words. */
function useRowName({ message, origin, group }: Row): string {
  const t = useT('chat');
  const { describe } = useChatScene();
  const stepLabel = useStepLabel();
  const summary = isSummary(message);
  const label = summary
    ? t('message.summary')
    : message.role === 'user'
      ? t(message.author ? 'message.baton' : 'message.you')
      : ((origin && describe(origin).label) ?? t(message.edited ? 'message.edited' : 'message.unknownModel'));
  const opening = useMemo(
    () => plainExcerpt(textOf(summary ? { parts: message.parts.slice(1, 2) } : message), 80),
    [message, summary],
  );
  const excerpt = group?.folded ? Object.values(stepLabel(group)).join(' · ') : opening;
  return excerpt === '' ? label : t('message.name', { who: label, text: excerpt });
}

/** Line, node and content of a row. */
const RowContent = memo(function RowContent({ row, onFold, first }: RowProps) {
  const t = useT('chat');
  const { describe } = useChatScene();
  const { message, origin } = row;
  const question = message.role === 'user';
  return (
    <>
      {row.gap && <p className={css['loading']}>{t('list.loadingGap')}</p>}
      <GapBefore row={row} />
      {row.handoff && origin && (
        <div className={css['row']} style={threadOf(row.handoff.vendor)}>
          <HandoffKnot from={row.handoff} to={origin} answerId={message.id} />
        </div>
      )}
      <div
        className={css['row']}
        style={threadOf(row.vendor)}
        data-role={message.role}
        data-first={first || undefined}
        data-continues={row.continues || undefined}
        data-last={row.last || undefined}
      >
        <span
          className={css['node']}
          title={origin && !row.continues ? describe(origin).source : undefined}
          aria-hidden
        >
          {question ? (
            <span className={css['ring']} />
          ) : (
            !row.continues && (
              <VendorMark vendor={row.vendor} practice={origin ? describe(origin).practice : false} size="0.8125rem" />
            )
          )}
        </span>
        {!row.group?.folded && <RowStitch row={row} />}
        <div className={css['content']}>
          <FoldScopeProvider value={message.id}>
            <MessageBoundary text={textOf(message)}>
              <WhileIncluded message={message}>
                {question ? (
                  <UserMessage message={message} />
                ) : (
                  <Answer
                    message={message}
                    origin={origin}
                    results={row.results}
                    continues={row.continues}
                    begins={row.begins}
                    last={row.last}
                    report={row.report}
                    group={row.group}
                    onFold={onFold}
                  />
                )}
              </WhileIncluded>
            </MessageBoundary>
          </FoldScopeProvider>
        </div>
      </div>
      {row.last && <GapAfter row={row} />}
    </>
  );
});

/** Marks what the last request changed in a message and in the results of its calls. */
function RowStitch({ row: { message, results } }: Pick<RowProps, 'row'>) {
  const { changes } = useMessageMarks();
  const notes = changes ? [message, ...results].flatMap(({ id }) => changes.notes.get(id) ?? []) : [];
  return changes && notes.length > 0 ? <Stitch send={changes.send} notes={notes} /> : null;
}

function GapBefore({ row }: Pick<RowProps, 'row'>) {
  const { omitted } = useMessageMarks();
  const gap = omitted && gapOf(omitted.gaps, row);
  return gap ? <GapRow gap={gap} vendor={row.vendor} /> : null;
}

function GapAfter({ row }: Pick<RowProps, 'row'>) {
  const gap = useMessageMarks().omitted?.gaps.get(NEXT_ID);
  return gap ? <GapRow gap={gap} vendor={row.vendor} /> : null;
}

function GapRow({ gap, vendor }: { gap: Gap; vendor: Row['vendor'] }) {
  return (
    <div className={css['row']} style={threadOf(vendor)}>
      <OmittedMark gap={gap} />
    </div>
  );
}

/** The gap before a row, or before one of the steps it replaces. */
function gapOf(gaps: ReadonlyMap<string, Gap>, { key, group }: Row): Gap | undefined {
  const ids = group?.folded ? group.ids : [key];
  return ids.map((id) => gaps.get(id)).find((gap) => gap !== undefined);
}

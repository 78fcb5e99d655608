import { memo } from 'react';
import { textOf } from '#core/message-text.ts';
import { plainExcerpt } from '#markdown/plain-excerpt.ts';
import { isSummary } from '#core/is-summary.ts';
import { NEXT_ID } from '#flows/request/request-inspection.ts';
import type { Gap } from '#flows/request/request-inspection.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FoldScopeProvider } from '#ui/shared/markdown/fold-context.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { Answer } from '#ui/features/conversation/message/answer.tsx';
import { HandoffKnot } from '#ui/features/conversation/message/handoff-knot.tsx';
import { useStepLabel } from '#ui/features/conversation/message/step-line.tsx';
import { Stitch } from '#ui/features/conversation/message/stitch.tsx';
import { UserMessage } from '#ui/features/conversation/message/user-message.tsx';
import type { Row } from '#ui/features/conversation/rows/rows.ts';
import { OmittedMark } from './omitted-mark.tsx';
import { MessageBoundary } from './message-boundary.tsx';
import { threadOf } from './thread-of.ts';
import css from './message-row.module.css';

interface MessageRowProps {
  row: Row;
  onFold: (ids: readonly string[], folded: boolean) => void;
  first: boolean;
  /** Position among the loaded messages. */
  position: number;
  /** -1 while older messages are not loaded. */
  total: number;
}

/** One message on the thread: line, node and content. */
export const MessageRow = memo(function MessageRow({ row, onFold, first, position, total }: MessageRowProps) {
  const t = useT('chat');
  const { describe, changes, leftOut } = useChatScene();
  const gap = leftOut && gapOf(leftOut.gaps, row);
  const gapAfter = row.last && leftOut?.gaps.get(NEXT_ID);
  const { message, origin } = row;
  const question = message.role === 'user';
  const facts = origin ? describe(origin) : null;
  const summary = isSummary(message);
  const label = summary
    ? t('message.summary')
    : question
      ? t(message.author ? 'message.baton' : 'message.you')
      : (facts?.label ?? t('message.unknownModel'));
  const stepWords = useStepLabel();
  const folded = row.group?.folded ? row.group : null;
  const excerpt = folded
    ? stepWords(folded)
    : plainExcerpt(textOf(summary ? { parts: message.parts.slice(1, 2) } : message), 80);
  const notes = changes ? [row.message, ...row.results].flatMap(({ id }) => changes.notes.get(id) ?? []) : [];
  return (
    <article
      className={css['message']}
      data-message={message.id}
      tabIndex={-1}
      aria-posinset={position}
      aria-setsize={total}
      aria-label={excerpt === '' ? label : t('message.name', { who: label, text: excerpt })}
    >
      {gap && (
        <div className={css['row']} style={threadOf(row.vendor)}>
          <OmittedMark gap={gap} />
        </div>
      )}
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
        <span className={css['node']} aria-hidden>
          {question ? (
            <span className={css['ring']} />
          ) : (
            !row.continues && <VendorMark vendor={row.vendor} practice={facts?.practice ?? false} size="0.8125rem" />
          )}
        </span>
        {changes && notes.length > 0 && !folded && <Stitch send={changes.send} notes={notes} />}
        <div className={css['content']}>
          <FoldScopeProvider value={message.id}>
            <MessageBoundary text={textOf(message)}>
              {question ? (
                <UserMessage message={message} />
              ) : (
                <Answer
                  message={message}
                  origin={origin}
                  results={row.results}
                  continues={row.continues}
                  last={row.last}
                  group={row.group}
                  onFold={onFold}
                />
              )}
            </MessageBoundary>
          </FoldScopeProvider>
        </div>
      </div>
      {gapAfter && (
        <div className={css['row']} style={threadOf(row.vendor)}>
          <OmittedMark gap={gapAfter} />
        </div>
      )}
    </article>
  );
});

/** The gap before a row, or before one of the steps it replaces. */
function gapOf(gaps: ReadonlyMap<string, Gap>, { key, group }: Row): Gap | undefined {
  const ids = group?.folded ? group.ids : [key];
  return ids.map((id) => gaps.get(id)).find((gap) => gap !== undefined);
}

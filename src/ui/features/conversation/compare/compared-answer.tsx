import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { Check, CircleAlert, CirclePause, CircleSlash, RotateCw, Scissors, Square } from 'lucide-react';
import { useMemo, useRef, type KeyboardEvent } from 'react';
import { completenessOf } from '#core/compared-answers.ts';
import type { Origin } from '#core/vendor.ts';
import { childIds } from '#storage/message-repository.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useLiveAnswer } from '#ui/data/use-live-answer.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FoldScopeProvider } from '#ui/shared/markdown/fold-context.ts';
import {
  ChatSceneContext,
  ChatStatusContext,
  useChatScene,
  useChatStatus,
  type ChatScene,
  type ChatStatus,
} from '#ui/features/conversation/scene/chat-context.ts';
import { MessageBoundary } from '#ui/features/conversation/list/message-boundary.tsx';
import { sameModel } from '#ui/features/conversation/rows/rows.ts';
import { useUnfoldedPlace } from '#ui/features/conversation/list/use-unfolded-place.ts';
import { threadOf } from '#ui/features/conversation/list/thread-of.ts';
import { Answer } from '#ui/features/conversation/message/answer.tsx';
import { HandoffKnot } from '#ui/features/conversation/message/handoff-knot.tsx';
import { MessageMenu } from '#ui/features/conversation/message/message-menu.tsx';
import { RetryButton } from '#ui/features/conversation/message/retry-button.tsx';
import { textOf } from '#core/message-text.ts';
import { useFollowEnd } from './use-follow-end.ts';
import css from './comparison.module.css';

interface ComparedAnswerProps {
  answer: StoredMessage;
  place: { at: number; of: number };
  /** Another answer may be requested now; it joins those in progress. */
  canJoin: boolean;
  /** Continues the conversation with this answer. */
  chosen: boolean;
  holder: Origin | null;
}

const NO_RESULTS: readonly StoredMessage[] = [];
const NO_FOLDS = (): void => undefined;

/** One of several answers. Each can be stopped, retried and chosen separately. */
export function ComparedAnswer({ answer, place, canJoin, chosen, holder }: ComparedAnswerProps) {
  const t = useT('tree');
  const scene = useChatScene();
  const status = useChatStatus();
  const { sessionId, describe, actions } = scene;
  const { readOnly } = status;
  const { db } = useServices();
  const run = useLiveAnswer(sessionId, answer.id);
  const more = useLiveQuery(
    async () => (await childIds(db, sessionId, answer.id)).length > 0,
    [db, sessionId, answer.id],
  );
  const own = useMemo<ChatScene>(
    () => ({
      ...scene,
      compared: true,
      actions: { ...actions, retry: actions.retryCompared, stop: () => actions.stopAnswer(answer.id) },
    }),
    [scene, actions, answer.id],
  );
  const canRetry = canJoin && !run;
  const ownStatus = useMemo<ChatStatus>(() => ({ ...status, canRetry }), [status, canRetry]);
  const { origin = null } = answer;
  const model = origin ? describe(origin).label : '';
  const standing = run ? 'growing' : completenessOf(answer);
  const growing = standing === 'growing';
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const unfolded = useUnfoldedPlace(scroller);
  useFollowEnd({ scroller, content, growing, held: unfolded.held });
  const usable = standing === 'whole' || standing === 'part';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget || !usable || chosen || readOnly) return;
    event.preventDefault();
    actions.chooseAnswer(answer.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go from answer to answer, and each scrolls
    <article
      className={css['column']}
      data-answer={answer.id}
      data-chosen={chosen || undefined}
      style={threadOf(origin?.vendor ?? null)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and arrow keys focus it
      tabIndex={0}
      aria-label={t('answer.position', { ...place, model })}
      aria-busy={growing}
      onKeyDown={onKeyDown}
    >
      <ChatSceneContext value={own}>
        <ChatStatusContext value={ownStatus}>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it sees what is unfolded inside; keys click, too */}
          <div ref={scroller} className={css['text']} onClickCapture={unfolded.onClick}>
            <div ref={content}>
              {holder && origin && !sameModel(holder, origin) && (
                <HandoffKnot from={holder} to={origin} answerId={answer.id} />
              )}
              <FoldScopeProvider value={answer.id}>
                <MessageBoundary text={textOf(answer)}>
                  <MessageMenu>
                    <Answer
                      message={answer}
                      origin={origin}
                      results={NO_RESULTS}
                      continues={false}
                      begins={false}
                      last
                      report={false}
                      group={undefined}
                      onFold={NO_FOLDS}
                    />
                  </MessageMenu>
                </MessageBoundary>
              </FoldScopeProvider>
              {more && <p className={css['more']}>{t('answer.more')}</p>}
            </div>
          </div>
          <footer className={css['foot']}>
            {standing === 'part' && <EndNote answer={answer} />}
            <div className={css['act']}>
              {growing ? (
                <Button
                  small
                  icon={<Square aria-hidden />}
                  disabled={!run || run.phase === 'stopping' || readOnly}
                  aria-label={t('answer.stopOf', { model })}
                  onClick={() => actions.stopAnswer(answer.id)}
                >
                  {t('answer.stop')}
                </Button>
              ) : chosen ? (
                <p className={css['chosen']}>
                  <Check aria-hidden />
                  {t('answer.chosen')}
                </p>
              ) : (
                usable && (
                  <Button
                    small
                    variant={standing === 'whole' ? 'primary' : 'plain'}
                    disabled={readOnly}
                    aria-label={t('answer.chooseOf', { model })}
                    onClick={() => actions.chooseAnswer(answer.id)}
                  >
                    {t('answer.choose')}
                  </Button>
                )
              )}
              {!growing && standing !== 'whole' && (
                <RetryButton
                  message={answer}
                  variant={standing === 'part' ? 'quiet' : 'plain'}
                  icon={<RotateCw aria-hidden />}
                  label={t('answer.again')}
                  aria-label={t('answer.againOf', { model })}
                />
              )}
            </div>
          </footer>
        </ChatStatusContext>
      </ChatSceneContext>
    </article>
  );
}

/** Why an answer is incomplete. Shown here because its end may be far below. */
function EndNote({ answer: { error, status, stop } }: { answer: StoredMessage }) {
  const t = useT('tree');
  const [Icon, why] = error
    ? ([CircleAlert, 'failed'] as const)
    : status === 'interrupted'
      ? ([CirclePause, 'interrupted'] as const)
      : stop === 'length'
        ? ([Scissors, 'length'] as const)
        : stop === 'refusal'
          ? ([CircleSlash, 'refusal'] as const)
          : ([Square, 'stopped'] as const);
  return (
    <p className={css['ended']} data-failed={error !== undefined || undefined}>
      <Icon aria-hidden />
      {t(`ended.${why}`)}
    </p>
  );
}

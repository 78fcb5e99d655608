import { useLiveQuery } from 'dexie-react-hooks';
import { Check, Square } from 'lucide-react';
import { useMemo, type KeyboardEvent } from 'react';
import type { Origin } from '#core/vendor.ts';
import { childIds } from '#storage/message-repository.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { Button } from '#ui/controls/button.tsx';
import { usePageData } from '#ui/data/page-data.ts';
import { useLiveAnswer } from '#ui/data/use-live-answer.ts';
import { useT } from '#ui/i18n/use-t.ts';
import { FoldScopeProvider } from '#ui/markdown/fold-context.ts';
import { ChatSceneContext, useChatScene, type ChatScene } from '../chat-context.ts';
import { MessageBoundary } from '../list/message-boundary.tsx';
import { sameModel } from '../list/rows.ts';
import { threadOf } from '../list/thread-of.ts';
import { Answer } from '../message/answer.tsx';
import { HandoffKnot } from '../message/handoff-knot.tsx';
import { textOf } from '#core/message-text.ts';
import css from './comparison.module.css';

interface ComparedAnswerProps {
  answer: StoredMessage;
  place: { at: number; of: number };
  /** The conversation goes on with it. */
  chosen: boolean;
  holder: Origin | null;
}

const NO_RESULTS: readonly StoredMessage[] = [];
const NO_FOLDS = (): void => undefined;

/** One of several answers: it is stopped, asked again and chosen for itself. */
export function ComparedAnswer({ answer, place, chosen, holder }: ComparedAnswerProps) {
  const t = useT('tree');
  const scene = useChatScene();
  const { sessionId, describe, actions, readOnly } = scene;
  const { db } = usePageData();
  const run = useLiveAnswer(sessionId, answer.id);
  const more = useLiveQuery(
    async () => (await childIds(db, sessionId, answer.id)).length > 0,
    [db, sessionId, answer.id],
  );
  const own = useMemo<ChatScene>(
    () => ({
      ...scene,
      compared: true,
      canRetry: !readOnly && !run,
      actions: { ...actions, retry: actions.retryCompared, stop: () => actions.stopAnswer(answer.id) },
    }),
    [scene, actions, readOnly, run, answer.id],
  );
  const { origin = null, status } = answer;
  const model = origin ? describe(origin).label : '';
  const growing = run !== null || status === 'streaming';
  const usable = status === 'complete' && answer.parts.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget || !usable || chosen || readOnly) return;
    event.preventDefault();
    actions.goOnWith(answer.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go from answer to answer, and each scrolls
    <article
      className={css['column']}
      data-column={place.at}
      data-chosen={chosen || undefined}
      style={threadOf(origin?.vendor ?? null)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and arrows lead to it
      tabIndex={0}
      aria-label={t('answer.position', { ...place, model })}
      aria-busy={growing}
      onKeyDown={onKeyDown}
    >
      <ChatSceneContext value={own}>
        <div className={css['text']}>
          {holder && origin && !sameModel(holder, origin) && (
            <HandoffKnot from={holder} to={origin} answerId={answer.id} />
          )}
          <FoldScopeProvider value={answer.id}>
            <MessageBoundary text={textOf(answer)}>
              <Answer
                message={answer}
                origin={origin}
                results={NO_RESULTS}
                continues={false}
                last
                group={undefined}
                onFold={NO_FOLDS}
              />
            </MessageBoundary>
          </FoldScopeProvider>
          {more && <p className={css['more']}>{t('answer.more')}</p>}
        </div>
      </ChatSceneContext>
      <footer className={css['foot']}>
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
          <Button
            small
            variant={usable ? 'primary' : 'plain'}
            disabled={!usable || readOnly}
            aria-label={t('answer.chooseOf', { model })}
            onClick={() => actions.goOnWith(answer.id)}
          >
            {t('answer.choose')}
          </Button>
        )}
      </footer>
    </article>
  );
}

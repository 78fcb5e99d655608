import { Clock, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, type RefObject } from 'react';
import { conversationState } from '#flows/answer/conversation-state.ts';
import { reasonToAsk } from '#flows/answer/waiting-messages.ts';
import type { DraftRow } from '#storage/rows.ts';
import { readWaiting, withdrawAllWaiting, withdrawWaiting, type WaitingDraft } from '#storage/waiting-repository.ts';
import { useServices } from '#ui/data/services.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { useModelName } from '#ui/data/use-model-name.ts';
import { useSession } from '#ui/data/use-session.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import { PAGE_OPENED } from './page-opened.ts';
import css from './waiting.module.css';

interface WaitingLineProps {
  row: DraftRow;
  /** The message box that the draft is shown in. */
  box: { clear: () => void };
  sending: { sendable: boolean; send: (anyway: true) => Promise<void> };
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Says that the message in the box goes out once there is a network, and lets the user decide otherwise. */
export function WaitingLine({ row, box, sending, field }: WaitingLineProps) {
  const { db, drafts, problems } = useServices();
  const draft = useMemo(() => readWaiting(row), [row]);
  const { sessionId } = row;
  const isUnknown = draft === null;
  useEffect(() => {
    if (isUnknown) withdrawAllWaiting(db, [sessionId]).catch((error: unknown) => problems.add(error));
  }, [db, problems, sessionId, isUnknown]);

  /** What waited was sent, perhaps by another window: the box is empty then. */
  const empty = useEffectEvent(async () => {
    const stored = await db.drafts.get(sessionId);
    if (!stored && !drafts.unsaved(sessionId)) box.clear();
  });
  useEffect(() => () => void empty().catch((error: unknown) => problems.add(error)), [problems]);
  return draft && <Line draft={draft} sending={sending} field={field} />;
}

function Line({ draft, sending, field }: { draft: WaitingDraft } & Pick<WaitingLineProps, 'sending' | 'field'>) {
  const t = useT('context');
  const language = useLanguage();
  const attempt = useAsyncAction();
  const nameOf = useModelName();
  const { connections } = useConnections();
  const { db } = useServices();
  const { sessionId, waiting } = draft;
  const session = useSession(sessionId);
  const reason = useLiveQuery(
    async () =>
      session
        ? reasonToAsk(draft, await conversationState(db, session), { since: PAGE_OPENED, now: Date.now() })
        : undefined,
    [db, session, draft],
  );
  if (reason === undefined) return null;

  const model = nameOf(waiting.target);
  const vendor = connections?.find(({ id }) => id === waiting.target.connection)?.label;
  const to = vendor === undefined || vendor === model ? model : t('waiting.model', { model, vendor });
  const withdraw = (then: () => unknown) =>
    void attempt(withdrawWaiting(db, sessionId, waiting.id).then((done) => done && then()));

  return (
    <div className={css['line']} data-waiting={reason ?? 'sends'}>
      <output className={css['text']}>
        {reason === null ? <Clock aria-hidden /> : <TriangleAlert aria-hidden />}
        <span>
          {reason === 'changed'
            ? t('waiting.changed', { to })
            : reason === 'old'
              ? t('waiting.old', { to, time: formatDateTime(waiting.at, language) })
              : t('waiting.sends', { to })}
        </span>
      </output>
      <span className={css['buttons']}>
        <Button small variant="quiet" onClick={() => withdraw(() => field.current?.focus())}>
          {t('waiting.cancel')}
        </Button>
        <Button small disabled={!sending.sendable} onClick={() => withdraw(() => sending.send(true))}>
          {t('waiting.now')}
        </Button>
      </span>
    </div>
  );
}

import { Undo2 } from 'lucide-react';
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { TICKED_STATES } from '#contract/checkpoints.ts';
import { useServices } from '#ui/data/services.ts';
import { useConversation, type ConversationState } from '#ui/features/conversation/scene/conversation-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { focusComposer } from '#ui/shared/navigation/focus-composer.ts';
import { forgetSteps, leaveSteps, useLeftSteps } from './left-answers.ts';
import { TakeBackDialog } from './take-back-dialog.tsx';
import type { TakeBackRequest } from './take-back-request.ts';
import { useLeftAnswers } from './use-left-answers.ts';
import css from './changes.module.css';

/** Files that are named; the others are counted. */
const NAMED = 3;
/** Of the contract. */
const MOST_STEPS = 10_000;

/**
 * Says that files still have the changes of answers that the user left, and offers to take them back. Nothing is taken
 * back by itself.
 */
export function LeftFiles() {
  const conversation = useConversation();
  const { session, activity, comparison } = conversation;
  useLeftAnswers(conversation);
  const left = useLeftSteps(session.id);
  // Which answer the conversation continues with isn't decided yet.
  if (activity.readOnly || comparison.undecided !== null) return null;
  return [...left].map(
    ([rootId, steps]) =>
      steps.size > 0 && <Offer key={rootId} session={session} rootId={rootId} steps={steps} activity={activity} />,
  );
}

interface Found {
  count: number;
  names: readonly string[];
}

interface OfferProps extends Pick<ConversationState, 'session' | 'activity'> {
  rootId: string;
  steps: ReadonlySet<string>;
}

function Offer({ session, activity, rootId, steps }: OfferProps) {
  const t = useT('changes');
  const id = useId();
  const { fileChanges, log } = useServices();
  const [found, setFound] = useState<Found | null>(null);
  const [asked, setAsked] = useState(false);
  const [taken, setTaken] = useState(0);
  const request = useMemo<TakeBackRequest>(
    () => ({ kind: 'steps', selection: { steps: [...steps].slice(0, MOST_STEPS) } }),
    [steps],
  );
  const { running } = activity;
  const decide = useCallback(() => {
    forgetSteps(session.id, rootId);
    focusComposer();
  }, [session.id, rootId]);
  useEffect(() => {
    let current = true;
    const look = async () => {
      const { files, more } = await (await fileChanges()).preview(rootId, request.selection);
      const open = files.filter(({ state }) => state === 'ready' || TICKED_STATES.has(state));
      if (!current) return;
      const count = open.length + more;
      setFound({ count, names: open.slice(0, NAMED).map(({ shown }) => shown) });
      if (taken > 0 && count === 0) decide();
    };
    // A run that has ended may have changed the same files, and some may have stayed when they were taken back.
    look().catch((error: unknown) => log.log.write('warn', 'left-files', { error, running }));
    return () => {
      current = false;
    };
  }, [fileChanges, log, rootId, request, running, taken, decide]);
  if (!found || found.count === 0) return null;
  const { count, names } = found;
  const rest = count - names.length;
  return (
    <section className={css['offer']} aria-labelledby={id}>
      <p id={id} role="status" className={css['offerText']}>
        {t('offer', { count })}{' '}
        <span className={css['offerNames']}>
          {names.map((name) => visibleText(name).text).join(', ')}
          {rest > 0 && ` ${t('offer.rest', { count: rest })}`}
        </span>
        {running && (
          <span id={`${id}-running`} className={css['offerNames']}>
            {' '}
            {t('running')}
          </span>
        )}
      </p>
      <div className={css['offerButtons']}>
        <Button small variant="quiet" onClick={decide}>
          {t('offer.keep')}
        </Button>
        <Button
          small
          icon={<Undo2 aria-hidden />}
          disabled={running}
          aria-describedby={running ? `${id}-running` : undefined}
          onClick={() => setAsked(true)}
        >
          {t('offer.take', { count })}
        </Button>
      </div>
      {asked && (
        <TakeBackDialog
          rootId={rootId}
          request={request}
          onTaken={() => setTaken((before) => before + 1)}
          onUndone={() => leaveSteps(session.id, rootId, [...steps])}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}

import { use, useEffect, useRef } from 'react';
import { TICKED_STATES } from '#contract/checkpoints.ts';
import { idsFrom } from '#storage/ids-from.ts';
import { useServices } from '#ui/data/services.ts';
import { ConversationContext, type ConversationState } from '#ui/features/conversation/scene/conversation-context.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { besideForChanges } from './open-changes.tsx';

const OFFER_MS = 20_000;

/**
 * After the user went back to an earlier message: says that files still have the changes of the answers from there on, and
 * offers to look at them. Nothing is taken back by itself.
 */
export function RewoundOffer() {
  const conversation = use(ConversationContext);
  const from = conversation?.panels.rewound ?? null;
  return conversation && from !== null && conversation.session.tools && <Offer {...conversation} from={from} />;
}

function Offer({ from, session, show }: Pick<ConversationState, 'session' | 'show'> & { from: string }) {
  const t = useT('changes');
  const toast = useToast();
  const { db, fileChanges, log } = useServices();
  const asked = useRef<string | null>(null);
  const { id, task } = session;
  useEffect(() => {
    if (asked.current === from) return;
    asked.current = from;
    const look = async () => {
      const host = await fileChanges();
      const selection = { steps: await idsFrom(db, id, from) };
      const { files, more } = await host.preview(task?.above[0] ?? id, selection);
      const count = files.filter(({ state }) => state === 'ready' || TICKED_STATES.has(state)).length + more;
      if (count === 0) return;
      const ask = { kind: 'steps' as const, selection };
      toast({
        id: `rewound-${id}`,
        title: t('offer', { count }),
        timeout: OFFER_MS,
        about: [id],
        action: { label: t('offer.review'), run: () => show(besideForChanges(null, { ask })) },
      });
    };
    look().catch((error: unknown) => log.log.write('warn', 'rewound-not-looked-at', { error }));
  }, [from, id, task, db, fileChanges, log, show, t, toast]);
  return null;
}

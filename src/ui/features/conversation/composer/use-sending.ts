import { useEffect, useEffectEvent } from 'react';
import { AnswerUnstoredError } from '#flows/base/flow-errors.ts';
import { useSteer } from '#ui/features/conversation/agent/use-steer.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import type { SendBlocker } from './send-blocker.ts';
import type { MessageDraft } from './use-message-draft.ts';

export interface Sending {
  /** The message can be sent now. */
  ready: boolean;
  /** The send key was pressed too early. */
  hasty: boolean;
  /** What isn't ready yet. */
  waitsFor: 'draft' | 'files' | 'model' | null;
  /** Sends the message, or lets it wait until it can be sent. */
  send: () => Promise<void>;
}

/** Sends the message being written. */
export function useSending(draft: MessageDraft, obstacle: SendBlocker | null): Sending {
  const { session, model, activity, actions, others } = useConversation();
  const steer = useSteer(session.id, actions.send);
  const { hasty, setHasty, attachments, readings, empty } = draft;
  const finding = model.unchosen && obstacle === null;
  // Before the draft was read, sending would delete words that were never shown.
  const waitsFor = !draft.loaded ? 'draft' : attachments.busy || readings.busy ? 'files' : finding ? 'model' : null;
  const free = (!activity.running || activity.queueing) && obstacle === null;
  const ready = !empty && free && waitsFor === null;

  const send = async () => {
    setHasty(waitsFor !== null && free && (!empty || attachments.busy));
    if (!ready) return;
    const sent = draft.take();
    try {
      await (activity.queueing ? steer : others.send)(sent);
    } catch (error) {
      // The error was shown. A message that was not stored goes back into the box.
      if (!(error instanceof AnswerUnstoredError)) draft.giveBack(sent);
    }
  };

  const sendLate = useEffectEvent(() => void send());
  useEffect(() => {
    if (hasty && waitsFor === null) queueMicrotask(() => sendLate());
  }, [hasty, waitsFor]);
  return { ready, hasty, waitsFor, send };
}

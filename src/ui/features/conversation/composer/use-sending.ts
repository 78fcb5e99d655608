import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MentionProblem } from '#flows/mentions/collect-mentions.ts';
import { AnswerUnstoredError } from '#flows/base/flow-errors.ts';
import type { OutgoingAttachment } from '#flows/base/outgoing-message.ts';
import { useServices } from '#ui/data/services.ts';
import { useIsTemporary } from '#ui/data/temporary-chats.ts';
import { needsNetwork } from '#ui/features/conversation/context/needs-network.ts';
import { useSteer } from '#ui/features/conversation/agent/use-steer.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import type { SendBlocker } from './send-blocker.ts';
import { useCollectMentions } from './use-collect-mentions.ts';
import type { MessageDraft } from './use-message-draft.ts';

export interface Sending {
  /** The message can be sent now. */
  ready: boolean;
  /** The send key was pressed too early. */
  hasty: boolean;
  /** It was pressed while the model answers, and nothing was typed since. */
  early: boolean;
  /** What isn't ready yet. */
  waitsFor: 'draft' | 'files' | 'model' | null;
  /** What the message points at and could not be read for it. */
  problems: readonly MentionProblem[];
  /** Nothing but a network is missing. */
  sendable: boolean;
  /**
   * Sends the message, or lets it wait until it can be sent or there is a network. `anyway`: whatever the system says about
   * the network; call it so for a message that no longer waits.
   */
  send: (anyway?: boolean) => Promise<void>;
}

const NOTHING: readonly never[] = [];

/** Sends the message being written. */
export function useSending(draft: MessageDraft, obstacle: SendBlocker | null): Sending {
  const { session, model, activity, actions, others } = useConversation();
  const services = useServices();
  const isTemporary = useIsTemporary();
  const steer = useSteer(session.id, actions.send);
  const { hasty, setHasty, attachments, readings, empty, mentions } = draft;
  const collect = useCollectMentions(session.id);
  const [pressedAt, setPressedAt] = useState<string | null>(null);
  const [collecting, setCollecting] = useState(false);
  const [failed, setFailed] = useState<{ text: string; problems: readonly MentionProblem[] } | null>(null);
  /** `null` once the user has left. */
  const latest = useRef<MessageDraft | null>(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const reading = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      latest.current = null;
      reading.current?.abort();
    },
    [],
  );
  const finding = model.unchosen && obstacle === null;
  // Before the draft was read, sending would delete words that were never shown.
  const waitsFor = !draft.loaded
    ? 'draft'
    : attachments.busy || readings.busy || collecting
      ? 'files'
      : finding
        ? 'model'
        : null;
  const answering = activity.running && !activity.queueing;
  const free = !answering && obstacle === null;
  const sendable = !empty && free && waitsFor === null;
  const waits = Boolean(draft.waiting);

  /** What the message points at, as it is now. `null` if it can't be sent, or the user has changed or left it meanwhile. */
  async function read(): Promise<readonly OutgoingAttachment[] | null> {
    const life = new AbortController();
    reading.current = life;
    setCollecting(true);
    setFailed(null);
    try {
      const { attachments: found, problems } = await collect(draft.text, mentions, life.signal);
      if (!latest.current) return null;
      if (problems.length > 0) setFailed({ text: draft.text, problems });
      const { text, attachments: now, options } = latest.current;
      const same = text === draft.text && now.list === attachments.list && options.stored === draft.options.stored;
      return problems.length === 0 && same ? found : null;
    } catch (error) {
      if (life.signal.aborted) return null;
      throw error;
    } finally {
      setCollecting(false);
    }
  }

  const send = async (anyway = false) => {
    // The line above the box sends what waits, so that a second press of the key doesn't.
    if (waits && !anyway) return;
    setPressedAt(answering && !empty ? draft.text : null);
    setHasty(waitsFor !== null && free && (!empty || attachments.busy));
    if (!sendable) return;
    const pointedAt = mentions.length > 0 ? await read() : NOTHING;
    if (!pointedAt) return;
    // What goes to several models or into a run doesn't wait, and what isn't stored can't.
    const mayWait = !activity.queueing && others.others.length === 0 && !isTemporary;
    if (!anyway && !navigator.onLine && model.connection && needsNetwork(model.connection) && mayWait) {
      const { letWait } = await import('#ui/features/conversation/waiting/let-wait.ts');
      await letWait(services, session.id, draft, pointedAt);
      return;
    }
    const { outgoing, sent } = draft.take();
    try {
      const attachments = [...outgoing.attachments, ...pointedAt];
      await (activity.queueing ? steer : others.send)(pointedAt.length > 0 ? { ...outgoing, attachments } : outgoing);
      sent.end();
    } catch (error) {
      // The error was shown. A message that was not stored goes back into the box.
      if (error instanceof AnswerUnstoredError) sent.end();
      else sent.giveBack();
    }
  };

  const sendLate = useEffectEvent(() => void send());
  useEffect(() => {
    if (hasty && waitsFor === null) queueMicrotask(() => sendLate());
  }, [hasty, waitsFor]);
  const problems = failed?.text === draft.text ? failed.problems : NOTHING;
  const early = answering && pressedAt === draft.text;
  return { ready: sendable && !waits, sendable, hasty, early, waitsFor, problems, send };
}

import { useCallback, useState, type ReactNode } from 'react';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import type { SessionRow, SessionTarget, StoredMessage } from '#storage/rows.ts';
import { useDraft } from '#ui/data/use-draft.ts';
import { useDraftOutgoing } from '#ui/features/conversation/message-options/use-draft-outgoing.ts';
import type { SendingActions } from '#ui/features/conversation/scene/use-chat-actions.ts';
import { ChooseModels, type ModelChoiceKind } from './choose-models.tsx';

export interface WantedChoice {
  kind: ModelChoiceKind;
  /** The answer the choice is about; absent for the next message. */
  message?: StoredMessage;
}

/** The models that the next message goes to besides the conversation's own. */
export interface ExtraTargets {
  others: readonly SessionTarget[];
  setOthers: (others: readonly SessionTarget[]) => void;
  /** Sends to all of them, or to the conversation's own model if there are none. */
  send: (outgoing: OutgoingMessage) => Promise<void>;
}

const NOBODY: readonly SessionTarget[] = [];

export function useExtraTargets({ target }: SessionRow, actions: SendingActions): ExtraTargets {
  const [others, setOthers] = useState(NOBODY);
  const { send: sendToOne, sendToAll } = actions;
  const send = useCallback(
    async (outgoing: OutgoingMessage) => {
      if (others.length === 0 || !target) return sendToOne(outgoing);
      setOthers(NOBODY);
      try {
        await sendToAll(outgoing, [target, ...others]);
      } catch (error) {
        setOthers(others);
        throw error;
      }
    },
    [others, target, sendToOne, sendToAll],
  );
  return { others, setOthers, send };
}

interface ModelChoiceProps {
  session: SessionRow;
  wanted: WantedChoice;
  messages: readonly StoredMessage[];
  actions: SendingActions;
  others: ExtraTargets;
  onClose: () => void;
}

/** Lets the user choose models, then runs the action they were chosen for. */
export function ModelChoice({ session, wanted, messages, actions, others, onClose }: ModelChoiceProps): ReactNode {
  const { kind, message } = wanted;
  const draft = useDraft(session.id).draft;
  const outgoing = useDraftOutgoing(session.id, draft, session.target);
  const onChoose = (targets: readonly SessionTarget[]) => {
    if (kind === 'new') {
      others.setOthers(targets);
      return;
    }
    const [first] = targets;
    if (!message || !first) return;
    if (kind === 'another') actions.retryWith(message.id, first);
    else {
      const question = questionOf(message, messages);
      if (question) actions.compareWith(question.id, targets);
    }
  };
  return (
    <ChooseModels
      kind={kind}
      sessionId={session.id}
      target={session.target}
      others={kind === 'new' ? others.others : NOBODY}
      outgoing={outgoing}
      tools={session.tools?.on ?? false}
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}

/** The question of an answer. After steps with tools it is the question of the whole turn. */
function questionOf(answer: StoredMessage, messages: readonly StoredMessage[]): StoredMessage | null {
  const byId = new Map(messages.map((message) => [message.id, message]));
  let next = byId.get(answer.parentId ?? '');
  while (next && next.role !== 'user') next = byId.get(next.parentId ?? '');
  return next ?? null;
}

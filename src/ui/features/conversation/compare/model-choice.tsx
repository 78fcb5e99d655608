import { usesTools } from '#core/agent/uses-tools.ts';
import type { ReactNode } from 'react';
import type { SessionTarget, StoredMessage } from '#storage/rows.ts';
import { useDraft } from '#ui/data/use-draft.ts';
import { useDraftOutgoing } from '#ui/features/conversation/message-options/use-draft-outgoing.ts';
import { useConversation, useShowPanels } from '#ui/features/conversation/scene/conversation-context.ts';
import type { ModelChoiceRequest } from '#ui/features/conversation/scene/use-panels.ts';
import { ChooseModels } from './choose-models.tsx';

const NOBODY: readonly SessionTarget[] = [];

/** Lets the user choose models, then runs the action they were chosen for. */
export function ModelChoice({ choice }: { choice: ModelChoiceRequest }): ReactNode {
  const { kind, message } = choice;
  const { session, messages, actions, others } = useConversation();
  const show = useShowPanels();
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
      tools={usesTools(session.tools)}
      onChoose={onChoose}
      onClose={() => show({ choice: null })}
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

import { createContext, use, type RefObject } from 'react';
import type { ContextMeasure } from '#flows/request/request-inspection.ts';
import type { SendRow, SessionRow, StoredMessage } from '#storage/rows.ts';
import type { ComposerHandle, ConversationListHandle } from './handles.ts';
import type { SendingActions } from './use-chat-actions.ts';
import type { Comparison } from './use-comparison.ts';
import type { ConversationModel } from './use-conversation-model.ts';
import type { ExtraTargets } from './use-extra-targets.ts';
import type { Finding } from './use-finding.ts';
import type { Panels } from './use-panels.ts';

/** What goes on in the conversation. */
export interface Activity {
  /** Another window writes here, so this one may not change anything. */
  readOnly: boolean;
  takeOver: () => void;
  /** An answer, a run, a summary or a script hasn't ended. */
  running: boolean;
  /** Messages are accepted during a run. They are added after its current step. */
  queueing: boolean;
  /** A request hasn't ended: it is being prepared, answered or stored. */
  busy: boolean;
  /** Called with 1 as soon as work starts, and with -1 when it has ended. */
  onWork: (change: 1 | -1) => void;
}

/**
 * The state around the messages of a conversation. The messages themselves read `ChatScene`, which changes less often.
 */
export interface ConversationState {
  session: SessionRow;
  /** The chosen path, as far as it is loaded. */
  messages: readonly StoredMessage[];
  model: ConversationModel;
  activity: Activity;
  panels: Panels;
  /** Opens and closes panels. */
  show: (change: Partial<Panels>) => void;
  finding: Finding;
  comparison: Comparison;
  others: ExtraTargets;
  actions: SendingActions;
  /** The newest request; `null` when unknown. */
  send: SendRow | null;
  /** What the next request includes and leaves out; `null` until it is known. */
  measure: ContextMeasure | null;
  /** What screen readers announce. */
  announced: string;
  listRef: RefObject<ConversationListHandle | null>;
  composerRef: RefObject<ComposerHandle | null>;
}

export const ConversationContext = createContext<ConversationState | null>(null);

export function useConversation(): ConversationState {
  const conversation = use(ConversationContext);
  if (!conversation) throw new Error('ConversationContext is missing');
  return conversation;
}

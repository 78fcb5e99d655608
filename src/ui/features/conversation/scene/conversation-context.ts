import { createContext, use, type RefObject } from 'react';
import type { ContextMeasure } from '#flows/request/request-inspection.ts';
import type { SendRow, SessionSettings, StoredMessage } from '#storage/rows.ts';
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
}

/**
 * The state around the messages of a conversation. The messages themselves read `ChatScene`, which changes less often. What
 * changes several times while a request is on its way has a context of its own, and so has what never changes.
 */
export interface ConversationState {
  session: SessionSettings;
  /** The chosen path, as far as it is loaded. */
  messages: readonly StoredMessage[];
  model: ConversationModel;
  activity: Activity;
  panels: Panels;
  finding: Finding;
  comparison: Comparison;
  others: ExtraTargets;
  actions: SendingActions;
  /** Whether something that was begun here hasn't ended, before it is drawn. It never changes. */
  isBusy: () => boolean;
  /** What screen readers announce. */
  announced: string;
  listRef: RefObject<ConversationListHandle | null>;
  composerRef: RefObject<ComposerHandle | null>;
}

export const ConversationContext = createContext<ConversationState | null>(null);

/** Opens and closes panels. It never changes; `null` outside of a conversation. */
export const ShowPanelsContext = createContext<((change: Partial<Panels>) => void) | null>(null);

/** A request hasn't ended: it is being prepared, answered or stored. */
export const BusyContext = createContext(false);

/** The newest request; `null` when unknown. */
export const NewestSendContext = createContext<SendRow | null>(null);

/** What the next request includes and leaves out; `null` until it is known. */
export const ContextMeasureContext = createContext<ContextMeasure | null>(null);

export function useConversation(): ConversationState {
  const conversation = use(ConversationContext);
  if (!conversation) throw new Error('ConversationContext is missing');
  return conversation;
}

export function useShowPanels(): (change: Partial<Panels>) => void {
  const show = use(ShowPanelsContext);
  if (!show) throw new Error('ShowPanelsContext is missing');
  return show;
}

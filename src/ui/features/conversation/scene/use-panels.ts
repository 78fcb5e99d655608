import type { StoredMessage } from '#storage/rows.ts';
import { useCallback, type ReactNode } from 'react';
import { useServices } from '#ui/data/services.ts';
import { useMergedState } from '#ui/kit/use-merged-state.ts';
import { editsOf } from './edits.ts';

/** Whether to ask another model instead of this one, ask more models beside it, or ask several from the start. */
export type ModelChoiceKind = 'another' | 'beside' | 'new';

export interface ModelChoiceRequest {
  kind: ModelChoiceKind;
  /** The answer the choice is about; absent for the next message. */
  message?: StoredMessage;
}

/** What is open in the conversation. */
export interface Panels {
  /** The message whose text is being edited. */
  editing: string | null;
  /** The model picker of the message box. */
  picker: boolean;
  /** The summary that replaces the conversation so far. */
  summary: boolean;
  /** The conversation's instructions. */
  instructions: boolean;
  /** The resources and prompts of servers. */
  insert: boolean;
  /** The choice of additional models. */
  choice: ModelChoiceRequest | null;
  /** The message that the user deleted or restored last. */
  deleted: { message: string; is: boolean } | null;
  /** What is shown beside the conversation. */
  beside: ReactNode;
}

const CLOSED: Panels = {
  editing: null,
  picker: false,
  summary: false,
  instructions: false,
  insert: false,
  choice: null,
  deleted: null,
  beside: null,
};

/** All closed, but for an editor that was open when the conversation was left. */
export function usePanels(sessionId: string): [Panels, (change: Partial<Panels>) => void] {
  const { db } = useServices();
  const [panels, set] = useMergedState<Panels>({ ...CLOSED, editing: editsOf(db, sessionId).editing });
  const show = useCallback(
    (change: Partial<Panels>) => {
      if (change.editing !== undefined) editsOf(db, sessionId).editing = change.editing;
      set(change);
    },
    [db, sessionId, set],
  );
  return [panels, show];
}

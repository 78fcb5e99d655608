import { useCallback, useMemo, useState } from 'react';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import type { SessionSettings, SessionTarget } from '#storage/rows.ts';
import type { SendingActions } from './use-chat-actions.ts';

/** The models that the next message goes to besides the conversation's own. */
export interface ExtraTargets {
  others: readonly SessionTarget[];
  setOthers: (others: readonly SessionTarget[]) => void;
  /** Sends to all of them, or to the conversation's own model if there are none. */
  send: (outgoing: OutgoingMessage) => Promise<void>;
}

const NOBODY: readonly SessionTarget[] = [];

export function useExtraTargets({ target }: SessionSettings, actions: SendingActions): ExtraTargets {
  const [chosen, setOthers] = useState(NOBODY);
  // The conversation may have changed to one of them.
  const others = useMemo(
    () => chosen.filter(({ connection, model }) => connection !== target?.connection || model !== target.model),
    [chosen, target],
  );
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

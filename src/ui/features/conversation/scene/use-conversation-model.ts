import { useCallback, useEffect, useMemo } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import type { SessionSettings, SessionTarget, TargetChange } from '#storage/rows.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { useConnections } from '#ui/data/use-connections.ts';
import { useModelName } from '#ui/data/use-model-name.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { useFirstTarget } from '#ui/shared/models/use-first-target.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';

export interface ConversationModel {
  target: SessionTarget | null;
  connection: Connection | null;
  model: Model | null;
  /** Its name on the screen; '' without a target. */
  name: string;
  /** The user hasn't chosen one: the first that can be used is about to be set. */
  unchosen: boolean;
  /** Keeps what isn't named. */
  setTarget: (target: TargetChange) => void;
}

/** The model that the conversation's next message goes to. */
export function useConversationModel(session: SessionSettings): ConversationModel {
  const write = useSessionWrites();
  const attempt = useAsyncAction();
  const { connections } = useConnections();
  const first = useFirstTarget();
  const target = session.target ?? first;
  const unchosen = session.target === null;
  useEffect(() => {
    if (unchosen && first) void write.setTarget(first);
  }, [unchosen, first, write]);
  const nameOf = useModelName();
  const connection = connections?.find((one) => one.id === target?.connection) ?? null;
  const model = useTargetModel(target)?.model ?? null;
  const name = target ? nameOf(target) : '';
  const setTarget = useCallback((next: TargetChange) => void attempt(write.setTarget(next)), [attempt, write]);
  return useMemo(
    () => ({ target, connection, model, name, unchosen, setTarget }),
    [target, connection, model, name, unchosen, setTarget],
  );
}

import { useCallback, useEffect, useMemo } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import type { SessionRow, SessionTarget } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useModelName } from '#ui/data/use-model-name.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { useFirstTarget } from '#ui/shared/models/use-first-target.ts';

export interface ConversationModel {
  target: SessionTarget | null;
  connection: Connection | null;
  model: Model | null;
  /** Its name on the screen; '' without a target. */
  name: string;
  /** The user hasn't chosen one: the first that can be used is about to be set. */
  unchosen: boolean;
  setTarget: (target: SessionTarget) => void;
}

/** The model that the conversation's next message goes to. */
export function useConversationModel(session: SessionRow): ConversationModel {
  const { flows } = useServices();
  const { connections } = useConnections();
  const first = useFirstTarget();
  const target = session.target ?? first;
  const unchosen = session.target === null;
  useEffect(() => {
    if (unchosen && first) void flows.setTarget(session.id, first);
  }, [unchosen, first, flows, session.id]);
  const nameOf = useModelName();
  const connection = connections?.find((one) => one.id === target?.connection) ?? null;
  const model = useTargetModel(target)?.model ?? null;
  const name = target ? nameOf(target) : '';
  const { id } = session;
  const setTarget = useCallback((next: SessionTarget) => void flows.setTarget(id, next), [flows, id]);
  return useMemo(
    () => ({ target, connection, model, name, unchosen, setTarget }),
    [target, connection, model, name, unchosen, setTarget],
  );
}

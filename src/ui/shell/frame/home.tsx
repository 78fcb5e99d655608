import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SessionRow } from '#storage/rows.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useModels } from '#ui/data/use-models.ts';
import { useSession } from '#ui/data/use-session.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useDefaultThinking, useLastSession } from '#ui/data/preferences.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';

const FirstRun = lazyPart(async () => (await import('#ui/shell/first-run/first-run.tsx')).FirstRun);

/** True when there is no conversation and no usable real vendor: the user is new. `null` while unknown. */
export function useIsFirstUse(sessions: readonly SessionRow[] | undefined): boolean | null {
  const { connections, error } = useConnections();
  if (!sessions) return null;
  if (sessions.length > 0) return false;
  // An unreachable host must be reported rather than hidden by an empty window.
  if (!connections) return error ? true : null;
  return !connections.some((one) => one.configured && one.needsKey && !one.practice);
}

/** The connection of the first conversation, and its model if the user has chosen one. */
interface Starting {
  connection: string;
  chosen: string | undefined;
}

interface HomeProps {
  isNew: boolean | null;
  /** The step of the welcome page. */
  add: string | undefined;
  /** Opens a new conversation, whatever was shown last. */
  fresh?: boolean | undefined;
}

/** Shown when the address names nothing: the welcome page, the last conversation, or a new one. */
export function Home({ isNew, add, fresh }: HomeProps) {
  const { actions } = useFrame();
  const models = useModels();
  const [thinking] = useDefaultThinking();
  const [lastId] = useLastSession();
  const { connections, error } = useConnections();
  const last = useSession(lastId === '' ? null : lastId);
  const begun = useRef(false);

  const begin = useEffectEvent(() => {
    if (begun.current) return;
    begun.current = true;
    // Going back must not open one more.
    if (fresh) navigate({ name: 'home' }, { replace: true });
    if (!fresh && last && last.deletedAt === 0) navigate({ name: 'session', id: last.id }, { replace: true });
    else void actions.newChat();
  });
  // Without the host's answer the models are unknown.
  const ready = isNew === false && last !== undefined && (connections !== undefined || error !== null);
  useEffect(() => {
    if (ready) begin();
  }, [ready]);

  // A key that was just stored adds models that didn't exist when the button was rendered.
  const [starting, setStarting] = useState<Starting | null>(null);
  const known =
    starting === null || (connections?.some((one) => one.id === starting.connection && one.configured) ?? false);
  const start = useEffectEvent(({ connection, chosen }: Starting) => {
    const model = chosen ?? models.find((choice) => choice.connection.id === connection)?.model.id;
    // If it lists no models, the user chooses one. No other vendor takes its place.
    void actions.newChat(model === undefined ? null : { connection, model, thinking });
  });
  useEffect(() => {
    if (starting !== null && known) start(starting);
  }, [starting, known]);

  return isNew ? <FirstRun add={add} onStart={({ id }, chosen) => setStarting({ connection: id, chosen })} /> : null;
}

import { useConnections } from '#ui/data/use-connections.ts';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { sendBlockerOf, type SendBlocker } from './send-blocker.ts';

/** Why the conversation can't send now; `null` when it can. */
export function useSendBlocker(): SendBlocker | null {
  const { model, comparison } = useConversation();
  const { connections } = useConnections();
  const { secrets } = useSecretsState();
  const locked = secrets?.locked ?? false;
  return sendBlockerOf({ target: model.target, connections, locked, open: comparison.open });
}

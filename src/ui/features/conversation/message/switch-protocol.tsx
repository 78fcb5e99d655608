import type { Connection } from '#contract/connection.ts';
import { ownConnectionEndpoints } from '#contract/own-connections.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useHostGroup } from '#ui/data/use-host-group.ts';
import { useSession } from '#ui/data/use-session.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';

/** The address of one deployment at Azure speaks Chat only. */
const mayChange = ({ custom, protocol, baseUrl }: Connection): boolean =>
  custom && protocol === 'openai-chat' && !baseUrl.includes('/deployments/');

/**
 * Lets the conversation's connection speak the Responses API from now on, and asks again. Renders nothing for a
 * connection that can't, or that didn't give this answer.
 */
export function SwitchProtocol({ message: { id, origin } }: { message: StoredMessage }) {
  const t = useT('chat');
  const { sessionId, actions } = useChatScene();
  const { canRetry } = useChatStatus();
  const { connections, reload } = useConnections();
  const host = useHostGroup(ownConnectionEndpoints);
  const attempt = useAsyncAction();
  const chosen = useSession(sessionId)?.target?.connection;
  const connection = connections?.find((one) => one.id === chosen && one.baseUrl === origin?.endpoint);
  if (!connection || !mayChange(connection)) return null;
  const change = async () => {
    const { label, baseUrl, auth, apiVersion, models, headers } = connection;
    await host.changeConnection(connection.id, {
      label,
      protocol: 'openai-responses',
      baseUrl,
      ...(auth && { auth }),
      ...(apiVersion !== undefined && { apiVersion }),
      ...(models && { models }),
      ...(headers && { headers }),
    });
    await reload();
    actions.retry(id);
  };
  return (
    <Button small disabled={!canRetry} onClick={() => void attempt(change())}>
      {t('error.useResponses')}
    </Button>
  );
}

import type { QueuedMessage } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { QueuedMessages } from './queued-messages.tsx';
import { useAgentActive } from './use-agent.ts';
import { hasRunBar, useUnfinishedRun } from './use-unfinished-run.ts';

interface KeptMessagesProps {
  sessionId: string;
  version: string;
}

/** What the user wrote into runs that ended without taking it, whichever version of the conversation is shown. */
export function KeptMessages({ sessionId, version }: KeptMessagesProps) {
  const { flows } = useServices().agent;
  const isActive = useAgentActive(sessionId);
  const kept = useLiveQuery(() => flows.readKept(sessionId), [flows, sessionId, isActive]);
  return kept && kept.length > 0 ? <Kept sessionId={sessionId} version={version} queued={kept} /> : null;
}

function Kept({ sessionId, version, queued }: KeptMessagesProps & { queued: readonly QueuedMessage[] }) {
  const t = useT('agent');
  const run = useUnfinishedRun(sessionId, version);
  const title = run && hasRunBar(run) ? t('queue.keptOrContinue') : t('queue.kept');
  return <QueuedMessages sessionId={sessionId} queued={queued} title={title} />;
}

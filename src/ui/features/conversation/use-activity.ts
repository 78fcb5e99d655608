import { useScriptWait } from '#ui/data/use-script-wait.ts';
import { useRunningSessions } from '#ui/data/use-running-sessions.ts';
import { useWriter } from '#ui/data/use-writer.ts';
import { useAgentActive, useAgentRunning } from '#ui/features/conversation/agent/use-agent.ts';
import { useReducingContext } from '#ui/features/conversation/context/use-reducing-context.ts';
import type { Activity } from '#ui/features/conversation/scene/conversation-context.ts';

export function useActivity(sessionId: string): Activity {
  const writer = useWriter(sessionId);
  const queueing = useAgentRunning(sessionId);
  const active = useAgentActive(sessionId);
  const reducing = useReducingContext(sessionId);
  const waiting = useScriptWait(sessionId);
  const answering = useRunningSessions().has(sessionId);
  return {
    readOnly: writer.readOnly,
    takeOver: () => writer.takeOver(),
    running: answering || active || reducing || waiting,
    queueing,
  };
}

import { createContext, use } from 'react';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import type { AgentRuns } from '#state/agent-runs.ts';
import type { ActiveRuns } from '#state/active-runs.ts';
import type { UsageHints } from '#state/usage-hints.ts';
import type { NotificationPort } from '#state/notification-port.ts';
import type { Clock } from '#storage/clock.ts';
import type { Continuations } from '#state/continuations.ts';
import type { ElicitationQueue } from '#tools/elicitation-queue.ts';

export interface Agent {
  flows: AgentFlows;
  /** Runs in this window, live. */
  runs: AgentRuns;
  /** Everything active in this window, including plain answers. */
  going: ActiveRuns;
  notifications: NotificationPort;
  /** Its timers keep running on time in a hidden window. */
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  continuations: Continuations;
  usageHints: UsageHints;
  /** Questions from MCP servers to the user. */
  elicitations: ElicitationQueue;
}

/** Constructed in main.tsx. */
export const AgentContext = createContext<Agent | null>(null);

export function useAgent(): Agent {
  const agent = use(AgentContext);
  if (!agent) throw new Error('AgentContext is missing');
  return agent;
}

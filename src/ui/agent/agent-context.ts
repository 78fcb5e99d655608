import { createContext } from 'react';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import type { AgentRuns } from '#state/agent-runs.ts';
import type { ElicitationQueue } from '#tools/elicitation-queue.ts';

export interface Agent {
  flows: AgentFlows;
  /** Runs of this window, live. */
  runs: AgentRuns;
  /** Questions of servers to the person. */
  elicitations: ElicitationQueue;
}

/** main.tsx constructs it. */
export const AgentContext = createContext<Agent | null>(null);

import type { EndReason } from '#core/agent/run-record.ts';
import type { AgentRun, AgentRunEnd, PendingApproval } from '#state/agent-runs.ts';

/** A run as the page sees it, at its first step. */
export function agentRun(sessionId: string, change: Partial<AgentRun> = {}): AgentRun {
  return {
    sessionId,
    task: null,
    runId: `run of ${sessionId}`,
    phase: 'answering',
    step: 1,
    startedAt: 1,
    messageId: null,
    calls: [],
    approvals: [],
    queued: [],
    cost: 0,
    costKnown: true,
    tokens: { input: 0, output: 0 },
    window: null,
    limits: { steps: 100, cost: null },
    missing: [],
    waitsFor: [],
    ...change,
  };
}

export function approval(key: string): PendingApproval {
  const tool = {
    name: 'files__write',
    server: 'files',
    label: 'Files',
    kind: 'write',
    definition: 'd',
    brings: null,
  } as const;
  return { key, tool, args: {}, because: 'policy', sources: [], offers: ['once'], askedAt: 1, deciding: false };
}

export function runEnd(
  { sessionId, task, runId, startedAt, cost, costKnown, tokens, step }: AgentRun,
  reason: EndReason | null,
): AgentRunEnd {
  return { sessionId, task, runId, reason, steps: step, cost, costKnown, tokens, startedAt, endedAt: 99 };
}

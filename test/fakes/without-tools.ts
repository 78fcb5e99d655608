import type { AgentDeps } from '#flows/agent/agent-deps.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import { createContinuations } from '#state/continuations.ts';

/** For flows whose conversations use no tools: what only a run needs rejects. */
export function withoutTools(): AgentDeps {
  const none = () => Promise.reject(new Error('This test has no tools.'));
  return {
    toolbox: none,
    folders: {
      folders: none,
      attachFolder: none,
      detachFolder: none,
      permissions: { judgeFolder: none, acceptEdits: none, stopEdits: none },
      files: { setMainFolder: none, pickFolder: none, listFiles: none, fileFacts: none, readFile: none },
    },
    contextFiles: { open: none, forget: () => undefined },
    agentRuns: createAgentRuns((draw) => draw()),
    limits: () => ({}),
    models: async () => [],
    continuations: createContinuations(),
  };
}

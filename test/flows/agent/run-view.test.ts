import { describe, expect, it } from 'vitest';
import { createRunView } from '#flows/agent/run-view.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import { agentRun } from '#test/fakes/agent-run.ts';

describe('what is shown of a run', () => {
  it('ends with it, whatever comes late', () => {
    const agentRuns = createAgentRuns((draw) => draw());
    const view = createRunView({ agentRuns, now: () => 1, tool: () => null }, agentRun('chat'));
    view.change({ phase: 'stopping' });
    expect(agentRuns.store.getState().runs.get('chat')?.phase).toBe('stopping');
    view.end({ kind: 'cancelled' });
    expect(agentRuns.store.getState().runs.has('chat')).toBe(false);
    view.change({ queued: [{ id: 'q', parts: [], at: 1 }] });
    expect(agentRuns.store.getState().runs.has('chat')).toBe(false);
  });
});

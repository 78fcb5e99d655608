import { describe, expect, it } from 'vitest';
import { createAgentRuns } from '#state/agent-runs.ts';
import type { AgentRun } from '#state/agent-runs.ts';
import { createActiveRuns, rootSessionOf } from '#state/active-runs.ts';
import { createStreamingAnswers } from '#state/streaming-answers.ts';
import type { StreamingAnswer } from '#state/streaming-answers.ts';
import { agentRun, approval } from '../fakes/agent-run.ts';

function open() {
  const agentRuns = createAgentRuns((fn) => fn());
  const liveRuns = createStreamingAnswers((fn) => fn());
  const going = createActiveRuns(agentRuns, liveRuns);
  const publish = (run: AgentRun) => agentRuns.publish(run.sessionId, () => run);
  const answer = (sessionId: string, change: Partial<StreamingAnswer> = {}) =>
    liveRuns.publish(sessionId, () => ({
      sessionId,
      messageId: `${sessionId}-m`,
      phase: 'answering',
      startedAt: 5,
      parts: [],
      ...change,
    }));
  const list = () => going.store.getState().runs;
  return { agentRuns, liveRuns, going, publish, answer, list };
}

describe('what is going on', () => {
  it('holds runs and plain answers once each, those that wait for the user first, then the oldest', () => {
    const { publish, answer, list } = open();
    answer('plain', { startedAt: 9 });
    publish(agentRun('late', { startedAt: 8, step: 2 }));
    // The answer that a run is streaming is part of the run.
    answer('late', { startedAt: 8 });
    publish(agentRun('early', { startedAt: 1 }));
    publish(agentRun('asking', { startedAt: 10, phase: 'calling', approvals: [approval('a#0')] }));
    expect(list().map(({ sessionId, step, phase }) => [sessionId, step, phase])).toEqual([
      ['asking', 1, 'asking'],
      ['early', 1, 'answering'],
      ['late', 2, 'answering'],
      ['plain', null, 'answering'],
    ]);
    expect(list()[0]?.asks).toEqual(['a#0']);
  });

  it('does not change while only words come in', () => {
    const { answer, going, list, liveRuns } = open();
    answer('s', { phase: 'thinking' });
    let notified = 0;
    going.store.subscribe(() => (notified += 1));
    const [before] = list();
    answer('s', { parts: [{ type: 'text', text: 'more' }] });
    answer('s', { parts: [{ type: 'text', text: 'more and more' }] });
    expect(notified).toBe(0);
    expect(list()[0]).toBe(before);
    answer('other');
    expect(list()[0]).toBe(before);
    liveRuns.end('s', null);
    expect(list().map(({ sessionId }) => sessionId)).toEqual(['other']);
  });

  it('counts a question of a server as waiting for the user, and knows where a task belongs', () => {
    const { publish, list } = open();
    const call = {
      key: 'c#1',
      name: 'x',
      tool: null,
      state: 'running',
      output: '',
      cut: false,
      cancelling: false,
    } as const;
    const task = { above: ['root', 'mid'], title: 'below', background: true };
    publish(agentRun('deep', { phase: 'calling', task, calls: [{ ...call, waitsForUser: true }] }));
    expect(list()).toMatchObject([{ phase: 'asking', asks: ['c#1'], task }]);
    expect(list().map(rootSessionOf)).toEqual(['root']);
    publish(agentRun('deep', { phase: 'calling', task, calls: [{ ...call, waitsForUser: false }] }));
    expect(list()).toMatchObject([{ phase: 'calling', asks: [] }]);
  });
});

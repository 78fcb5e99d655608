import { describe, expect, it } from 'vitest';
import type { EndReason } from '#core/agent/run-record.ts';
import { createRunNotifications } from '#flows/agent/run-notifications.ts';
import type { RunNotification } from '#flows/agent/run-notifications.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import type { AgentRun } from '#state/agent-runs.ts';
import { createActiveRuns } from '#state/active-runs.ts';
import { createStreamingAnswers } from '#state/streaming-answers.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { agentRun, approval, runEnd } from '#test/fakes/agent-run.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';

function open() {
  const agentRuns = createAgentRuns((fn) => fn());
  const liveRuns = createStreamingAnswers((fn) => fn());
  const clock = new FakeClock();
  const news: RunNotification[] = [];
  const errors: unknown[] = [];
  const state = { shouldNotify: true, fails: null as 'now' | 'later' | null };
  const stop = createRunNotifications({
    activeRuns: createActiveRuns(agentRuns, liveRuns),
    agentRuns,
    liveRuns,
    clock,
    shouldNotify: () => state.shouldNotify,
    notify(one) {
      if (state.fails === 'now') throw new Error('no');
      return state.fails === 'later' ? Promise.reject(new Error('no')) : void news.push(one);
    },
    onError: (error) => errors.push(error),
  });
  const publish = (run: AgentRun): AgentRun => {
    agentRuns.publish(run.sessionId, () => run);
    return run;
  };
  const end = (run: AgentRun, reason: EndReason | null) => agentRuns.end(runEnd(run, reason));
  const answer = (sessionId: string, stopped: StoredMessage['stop']) => {
    liveRuns.publish(sessionId, () => ({ sessionId, messageId: 'm', phase: 'answering', startedAt: 1, parts: [] }));
    liveRuns.end(sessionId, {
      id: 'm',
      sessionId,
      parentId: null,
      seq: 1,
      role: 'assistant',
      parts: [],
      status: 'complete',
      createdAt: 1,
      ...(stopped && { stop: stopped }),
    });
  };
  const confirmed = async () => {
    await clock.advance(1_500);
    return news.map(({ kind, sessionId, openId }) => `${kind} ${sessionId} ${openId}`);
  };
  return { agentRuns, liveRuns, clock, news, errors, state, stop, publish, end, answer, confirmed };
}

const TASK = { above: ['root', 'mid'], title: 't', background: false };

describe('news of runs', () => {
  it.each([
    [{ kind: 'finished' }, ['ended s s']],
    [{ kind: 'failed' }, ['failed s s']],
    [{ kind: 'steps', limit: 3 }, ['stopped s s']],
    [{ kind: 'cancelled' }, []],
    [{ kind: 'closed' }, []],
  ] satisfies [EndReason, string[]][])('that end with %j', async (reason, expected) => {
    const { publish, end, confirmed } = open();
    end(publish(agentRun('s')), reason);
    expect(await confirmed()).toEqual(expected);
  });

  it('come once for each question and each end, answers of its steps not counted', async () => {
    const { publish, end, answer, confirmed, news } = open();
    const run = publish(agentRun('s', { phase: 'calling', approvals: [approval('a#0')] }));
    publish({ ...run, cost: 1 });
    expect(await confirmed()).toEqual(['asks s s']);
    publish({ ...run, approvals: [approval('a#0'), approval('a#1')] });
    expect(await confirmed()).toEqual(['asks s s', 'asks s s']);
    publish({ ...run, approvals: [] });
    answer('s', 'tool');
    expect(await confirmed()).toHaveLength(2);
    end(run, { kind: 'finished' });
    expect((await confirmed()).slice(2)).toEqual(['ended s s']);
    expect(news).toHaveLength(3);
  });

  it('wait until it is sure: what goes on at once, or is answered at once, is none', async () => {
    const { publish, end, clock, confirmed } = open();
    const run = publish(agentRun('s', { phase: 'calling', approvals: [approval('a#0')] }));
    await clock.advance(1_000);
    publish({ ...run, approvals: [] });
    end(run, { kind: 'finished' });
    await clock.advance(1_000);
    publish(agentRun('s', { runId: 'next' }));
    expect(await confirmed()).toEqual([]);
  });

  it('are for those who look elsewhere, when it happens and when it is told', async () => {
    const { publish, end, state, clock, confirmed } = open();
    state.shouldNotify = false;
    end(publish(agentRun('a')), { kind: 'finished' });
    state.shouldNotify = true;
    end(publish(agentRun('b')), { kind: 'finished' });
    await clock.advance(500);
    state.shouldNotify = false;
    expect(await confirmed()).toEqual([]);
  });

  it('of tasks are told of the background ones, and lead to where the user began; questions of all', async () => {
    const { publish, end, confirmed } = open();
    end(publish(agentRun('waited', { task: TASK })), { kind: 'finished' });
    end(publish(agentRun('aside', { task: { ...TASK, background: true } })), { kind: 'finished' });
    publish(agentRun('asking', { task: TASK, phase: 'calling', approvals: [approval('q')] }));
    expect((await confirmed()).toSorted()).toEqual(['asks asking root', 'ended aside root']);
  });

  it('of plain answers are told too, except those the user stopped', async () => {
    const { answer, confirmed } = open();
    answer('good', 'end');
    answer('bad', 'error');
    answer('stopped', 'aborted');
    expect(await confirmed()).toEqual(['ended good good', 'failed bad bad']);
  });

  it.each(['now', 'later'] as const)(
    'that cannot be told (%s) are reported, and the next ones are told',
    async (fails) => {
      const { publish, end, errors, state, confirmed } = open();
      state.fails = fails;
      end(publish(agentRun('s')), { kind: 'finished' });
      publish(agentRun('t', { approvals: [approval('k')] }));
      expect(await confirmed()).toEqual([]);
      expect(errors).toHaveLength(2);
      state.fails = null;
      end(publish(agentRun('u')), { kind: 'finished' });
      expect(await confirmed()).toEqual(['ended u u']);
    },
  );

  it('end with whoever told them', async () => {
    const { publish, end, stop, clock, confirmed } = open();
    end(publish(agentRun('s')), { kind: 'finished' });
    stop();
    expect(clock.pending).toBe(0);
    end(publish(agentRun('t')), { kind: 'finished' });
    expect(await confirmed()).toEqual([]);
  });
});

import type { PlannedCall } from '#core/agent/plan-calls.ts';
import type { CallProgress } from '#core/agent/ports.ts';
import { callKey, decisionOf } from '#core/agent/run-record.ts';
import type { EndReason, RunEvent, RunRecord } from '#core/agent/run-record.ts';
import type { ToolFacts } from '#core/agent/tools/tool-facts.ts';
import type { Part } from '#core/message.ts';
import type { AgentRun, AgentRuns, LiveCall } from '#state/agent-runs.ts';

/** Characters of live output kept for the page. The result has all of it. */
const MAX_OUTPUT = 65_536;

export interface RunView {
  see(event: RunEvent): void;
  change(change: Partial<AgentRun>): void;
  changeCall(key: string, change: Partial<LiveCall>): void;
  /** Shows the calls of a resumed run's newest answer. */
  takeUp(calls: readonly PlannedCall[]): void;
  /** Shows that storage refuses, until it no longer does. */
  unsaved(problem: string | null): void;
  end(reason: EndReason | null, problem?: string): void;
}

export interface RunViewDeps {
  agentRuns: AgentRuns;
  now(): number;
  tool(name: string): ToolFacts | null;
}

/** Turns a run's events into what the page shows. */
export function createRunView(deps: RunViewDeps, first: AgentRun): RunView {
  let run = first;
  let phase = run.phase;
  let unsaved = false;
  let stopping = false;
  let ended = false;

  function change(now: Partial<AgentRun>): void {
    phase = now.phase ?? phase;
    stopping ||= now.phase === 'stopping';
    run = { ...run, ...now, phase: unsaved ? 'unsaved' : stopping ? 'stopping' : phase };
    // A late change must not show a run that nothing would end any more.
    if (ended) return;
    deps.agentRuns.publish(run.sessionId, () => run);
  }

  function changeCall(key: string, now: Partial<LiveCall>): void {
    if (!run.calls.some((call) => call.key === key)) return;
    change({ calls: run.calls.map((call) => (call.key === key ? { ...call, ...now } : call)) });
  }

  function callsOf(answerId: string, parts: readonly Part[]): LiveCall[] {
    return parts.flatMap((part, index) =>
      part.type === 'tool_call' ? [newCall(callKey(answerId, index), part.name, deps.tool(part.name))] : [],
    );
  }

  function progress(key: string, { output, waitsForUser, ...said }: CallProgress): void {
    const call = run.calls.find((one) => one.key === key);
    if (!call) return;
    const all = call.output + (output ?? '');
    changeCall(key, {
      ...said,
      output: all.slice(-MAX_OUTPUT),
      cut: call.cut || all.length > MAX_OUTPUT,
      waitsForUser: waitsForUser ?? call.waitsForUser,
    });
  }

  function record(fact: RunRecord): void {
    switch (fact.type) {
      case 'step_started':
        return change({ phase: 'answering', step: fact.step, messageId: fact.answerId, calls: [] });
      case 'answered': {
        const cost = run.cost + (fact.cost ?? 0);
        return change({ phase: 'calling', cost, window: fact.window });
      }
      case 'approval_asked':
        return changeCall(fact.call, { state: 'asking' });
      case 'approval_decided':
        return changeCall(fact.call, { state: 'waiting', decision: decisionOf(fact) });
      case 'call_started':
        return changeCall(fact.call, { state: 'running', startedAt: fact.at });
      case 'call_ended': {
        if (fact.cost !== undefined) change({ cost: run.cost + fact.cost });
        return changeCall(fact.call, {
          state: 'ended',
          outcome: fact.result?.outcome ?? { status: fact.status, ms: fact.ms },
          waitsForUser: false,
          cancelling: false,
        });
      }
      default:
    }
  }

  return {
    see(event) {
      if (event.type === 'progress') return progress(event.call, event.progress);
      if (event.type !== 'record') return;
      record(event.record);
      const { record: fact, message } = event;
      if (fact.type !== 'answered' || !message) return;
      const { input, output } = message.usage ?? { input: 0, output: 0 };
      change({
        calls: callsOf(fact.answerId, message.parts),
        tokens: { input: run.tokens.input + input, output: run.tokens.output + output },
        costKnown: run.costKnown && (fact.cost !== null || !message.usage),
      });
    },
    change,
    changeCall,
    takeUp(calls) {
      change({
        calls: calls.map(({ key, part, todo }) => ({
          ...newCall(key, part.name, deps.tool(part.name)),
          ...(todo.as === 'keep' && {
            state: 'ended' as const,
            ...(todo.result.outcome && { outcome: todo.result.outcome }),
          }),
        })),
      });
    },
    unsaved(problem) {
      unsaved = problem !== null;
      const { problem: _before, ...rest } = run;
      run = rest;
      change(problem === null ? {} : { problem });
    },
    end(reason, problem) {
      ended = true;
      const { sessionId, task, runId, step, cost, costKnown, tokens, startedAt } = run;
      const end = {
        sessionId,
        task,
        runId,
        reason,
        steps: step,
        cost,
        costKnown,
        tokens,
        startedAt,
        endedAt: deps.now(),
      };
      deps.agentRuns.end({ ...end, ...(problem !== undefined && { problem }) });
    },
  };
}

function newCall(key: string, name: string, tool: ToolFacts | null): LiveCall {
  return { key, name, tool, state: 'waiting', output: '', cut: false, waitsForUser: false, cancelling: false };
}

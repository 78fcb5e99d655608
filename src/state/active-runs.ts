import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { AgentRun, AgentRuns, TaskOf } from './agent-runs.ts';
import type { StreamingAnswer, StreamingAnswers } from './streaming-answers.ts';

/** A run with tools or a plain answer that is in progress in this window. */
export interface ActiveRun {
  sessionId: string;
  task: TaskOf | null;
  phase: 'queued' | 'preparing' | 'answering' | 'calling' | 'asking' | 'stopping' | 'unsaved';
  /** `null` for a plain answer. */
  step: number | null;
  startedAt: number;
  /** Keys of the questions to the user that block it: approvals, and calls whose server asks something. */
  asks: readonly string[];
}

export interface ActiveRuns {
  /** Entries that wait for the user first, then oldest first. An unchanged entry keeps its identity. */
  store: StoreApi<{ runs: readonly ActiveRun[] }>;
}

/** Everything in progress, without the growing text. It changes rarely, so a list can subscribe to it. */
export function createActiveRuns(agentRuns: AgentRuns, liveRuns: StreamingAnswers): ActiveRuns {
  const store = createStore<{ runs: readonly ActiveRun[] }>(() => ({ runs: [] }));

  function update(): void {
    const agent = agentRuns.store.getState().runs;
    const plain = new Map<string, ActiveRun>();
    for (const run of liveRuns.store.getState().runs.values()) {
      if (agent.has(run.sessionId)) continue;
      const answer = ofAnswer(run);
      const other = plain.get(run.sessionId);
      plain.set(run.sessionId, other ? mergeAnswers(other, answer) : answer);
    }
    const now = [...[...agent.values()].map(ofAgent), ...plain.values()].sort(
      (a, b) => Number(b.asks.length > 0) - Number(a.asks.length > 0) || a.startedAt - b.startedAt,
    );
    const before = store.getState().runs;
    const existing = new Map(before.map((run) => [run.sessionId, run]));
    const runs = now.map((run) => {
      const old = existing.get(run.sessionId);
      return old && isSame(old, run) ? old : run;
    });
    if (runs.length !== before.length || runs.some((run, index) => run !== before[index])) store.setState({ runs });
  }

  agentRuns.store.subscribe(update);
  liveRuns.store.subscribe(update);
  return { store };
}

function ofAgent({ sessionId, task, phase, step, startedAt, approvals, calls }: AgentRun): ActiveRun {
  const asks = [
    ...approvals.map(({ key }) => key),
    ...calls.flatMap(({ key, waitsForUser }) => (waitsForUser ? [key] : [])),
  ];
  return { sessionId, task, phase: asks.length > 0 && phase === 'calling' ? 'asking' : phase, step, startedAt, asks };
}

function ofAnswer({ sessionId, phase, startedAt }: StreamingAnswer): ActiveRun {
  const known = phase === 'queued' || phase === 'preparing' || phase === 'stopping' || phase === 'unsaved';
  return { sessionId, task: null, phase: known ? phase : 'answering', step: null, startedAt, asks: [] };
}

/** Several answers at once count as one entry, which is `answering` while one of them is being written. */
function mergeAnswers(a: ActiveRun, b: ActiveRun): ActiveRun {
  const active = a.phase === 'answering' || b.phase !== 'answering' ? a : b;
  return { ...active, startedAt: Math.min(a.startedAt, b.startedAt) };
}

function isSame(a: ActiveRun, b: ActiveRun): boolean {
  return (
    a.phase === b.phase &&
    a.step === b.step &&
    a.startedAt === b.startedAt &&
    a.task?.title === b.task?.title &&
    a.asks.join(' ') === b.asks.join(' ')
  );
}

/** The conversation that the user began. It shows the run and asks its questions. */
export function rootSessionOf({ sessionId, task }: Pick<ActiveRun, 'sessionId' | 'task'>): string {
  return task?.above[0] ?? sessionId;
}

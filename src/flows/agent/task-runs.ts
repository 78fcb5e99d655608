import { RUN_LIMITS } from '#core/agent/run-agent.ts';
import type { AgentRuns } from '#state/agent-runs.ts';
import type { SessionRow, SessionTarget } from '#storage/rows.ts';
import { createSession } from '#storage/session-repository.ts';
import { getSession } from '#storage/read-sessions.ts';
import type { SessionScope } from '#tools/page-servers.ts';
import { TaskRefusedError } from '#tools/page/task-refused.ts';
import type { TaskRequest, TaskPort, TaskState } from '#tools/page/task-server.ts';
import type { AnswerQueue } from '../answer/answer-queue.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { pause } from '../base/pause.ts';
import { insertQuestion, requireSession } from '../conversation/insert-answer.ts';
import { resolveTarget } from '../base/resolve-target.ts';
import type { AgentDeps } from './agent-deps.ts';
import type { RunService } from './run-service.ts';
import type { TaskTree } from './run-budgets.ts';
import { findRun } from './stored-run.ts';
import { findTaskModel } from './task-model.ts';
import { taskNote } from './task-note.ts';
import { readTaskState } from './task-state.ts';

/** The user's conversation may begin tasks, and these may begin tasks once more. */
export const MAX_TASK_DEPTH = 2;
/** Tasks at a time below one conversation of the user, across all depths. */
export const MAX_TASKS = 8;

export interface TaskRuns {
  /** Returns the port for the tools of one conversation. */
  port(place: SessionScope): TaskPort;
  /** Stops the runs of a conversation and of every task below it, including background tasks. */
  stop(sessionId: string): void;
  /** Returns the sessions of the active tasks below a conversation. */
  below(sessionId: string): string[];
}

interface Going {
  above: readonly string[];
  ended: Promise<void>;
  /** Number of `task_result` calls that wait for its end. */
  waiting: number;
}

interface Beginning {
  parent: SessionRow;
  above: string[];
  target: SessionTarget;
  /** Gives back the place among the tasks that may run at a time. */
  leave: () => void;
}

export interface TaskRunsDeps extends FlowDeps {
  agentRuns: AgentRuns;
  limits: AgentDeps['limits'];
  models: AgentDeps['models'];
  runs: AnswerQueue;
  runner: RunService;
  nesting: TaskTree;
  /** Controls what continues on its own in a task whose run has ended. */
  continuation: { settled(sessionId: string): Promise<void>; cancel(sessionId: string): void };
}

/** Runs the tasks of this window. Each task is its own conversation, with a run like any other. */
export function createTaskRuns(deps: TaskRunsDeps): TaskRuns {
  const { db, clock, agentRuns, runs, runner, nesting } = deps;
  const active = new Map<string, Going>();
  /** Number of tasks that are active or about to begin, by the user's conversation. */
  const counts = new Map<string, number>();

  function enter(root: string): () => void {
    const count = counts.get(root) ?? 0;
    if (count >= MAX_TASKS) {
      throw new TaskRefusedError(
        'parallel',
        `${MAX_TASKS} tasks are going already, the most at a time. Wait for one of them to end.`,
      );
    }
    counts.set(root, count + 1);
    return () => {
      const left = (counts.get(root) ?? 1) - 1;
      if (left > 0) counts.set(root, left);
      else counts.delete(root);
    };
  }

  function stop(sessionId: string): void {
    runs.stop(sessionId);
    for (const task of below(sessionId)) {
      deps.continuation.cancel(task);
      runs.stop(task);
    }
  }

  function below(sessionId: string): string[] {
    return [...active].flatMap(([id, { above }]) => (above.includes(sessionId) ? [id] : []));
  }

  async function targetOf(parent: SessionRow, model: string | null) {
    if (!parent.target) throw new TaskRefusedError('model', 'No model is chosen for this conversation.');
    const target = findTaskModel(model, parent.target, await deps.models());
    const resolved = await resolveTarget(deps, { id: parent.id, target, system: '' });
    if (!resolved.ok) throw new TaskRefusedError('model', resolved.error.message);
    return target;
  }

  /** Creates a task's conversation and begins its run; `placed` resolves when the prompt is stored. */
  async function begin({ title, prompt, call, background }: TaskRequest, { parent, above, target, leave }: Beginning) {
    const { tools: given = { on: true, mode: 'ask', off: [] }, system } = parent;
    // That it is to continue by itself, the user says of each task.
    const { autoContinue, ...tools } = given;
    const sources = (await findRun(deps, parent.id))?.description.state.taint.recent.map(({ source }) => source) ?? [];
    const session = await createSession(db, {
      title,
      target,
      system,
      at: clock.now(),
      tools: {
        ...tools,
        ...(autoContinue === false && { autoContinue }),
        on: true,
        mode: runner.modeOf(parent.id) ?? tools.mode,
      },
      task: { above, call, background },
    });
    const { id } = session;
    void deps.reliability.emit({ type: 'session.created', sessionId: id, parentId: parent.id });
    nesting.sources.set(id, sources);
    const account = nesting.accounts.open(id, { ...RUN_LIMITS, ...deps.limits() }, parent.id);
    const placed = Promise.withResolvers<void>();
    const run = async (): Promise<void> => {
      try {
        await runs.run(id, async (fence) => {
          const question = { parentId: null, parts: [{ type: 'text' as const, text: prompt }] };
          const beside = { author: 'automation' as const, keepDraft: true as const };
          const message = await insertQuestion(deps, fence, session, { ...question, ...beside });
          placed.resolve();
          return { session: await requireSession(deps, id), message };
        });
        // The task is not over until this settles: it counts, can be stopped, and its end is not reported.
        if (background) await deps.continuation.settled(id);
      } finally {
        active.delete(id);
        nesting.sources.delete(id);
        account.close(!background);
        leave();
      }
    };
    const ended = run();
    active.set(id, { above, ended, waiting: 0 });
    ended.catch(placed.reject);
    // Whoever waits for a task in the foreground waits for its end alone.
    placed.promise.catch(() => undefined);
    return { session, account, ended, placed: placed.promise };
  }

  async function inForeground(
    { session: { id }, account, ended }: Awaited<ReturnType<typeof begin>>,
    signal: AbortSignal,
    onProgress: (step: number) => void,
  ): Promise<TaskState> {
    const end = (): void => stop(id);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    let step = 0;
    const unfollow = agentRuns.store.subscribe((state) => {
      const now = state.runs.get(id)?.step ?? step;
      if (now === step) return;
      step = now;
      onProgress(step);
    });
    try {
      await ended;
    } finally {
      unfollow();
      signal.removeEventListener('abort', end);
    }
    const { reason, ...state } = await readTaskState(deps, await requireSession(deps, id));
    const alone = !signal.aborted && (reason === null || reason.kind === 'cancelled');
    return { ...state, used: account.total(), ...(state.state === 'stopped' && alone && { cancelled: true }) };
  }

  /** Notifies the run that began the task, when it is still active and does not already wait for the task. */
  async function announce(session: SessionRow, parent: string, waitedFor: () => boolean): Promise<void> {
    const { reason } = await readTaskState(deps, await requireSession(deps, session.id));
    if (waitedFor() || reason === null || reason.kind === 'cancelled') return;
    const text = taskNote(session.id, session.title);
    await runner.steer(parent, { parts: [{ type: 'text', text }], author: 'automation' });
  }

  async function inBackground(
    { session, ended, placed }: Awaited<ReturnType<typeof begin>>,
    parent: string,
  ): Promise<TaskState> {
    const entry = active.get(session.id);
    const follow = async (): Promise<void> => {
      try {
        await ended;
        await announce(session, parent, () => (entry?.waiting ?? 0) > 0);
      } catch (error) {
        deps.onError(error);
      }
    };
    void follow();
    await placed;
    return { state: 'running', task: session.id, text: 'Ask for its result with task_result.', sources: [] };
  }

  return {
    stop,
    below,
    port: (place) => ({
      async run(order, signal, onProgress) {
        const parent = await requireSession(deps, place.id);
        const above = [...(parent.task?.above ?? []), parent.id];
        if (above.length > MAX_TASK_DEPTH) {
          throw new TaskRefusedError('depth', `Tasks go ${MAX_TASK_DEPTH} deep and no deeper. Do this work here.`);
        }
        const leave = enter(above[0] ?? parent.id);
        let begun: Awaited<ReturnType<typeof begin>>;
        try {
          const target = await targetOf(parent, order.model);
          signal.throwIfAborted();
          begun = await begin(order, { parent, above, target, leave });
        } catch (error) {
          leave();
          throw error;
        }
        return order.background ? inBackground(begun, parent.id) : inForeground(begun, signal, onProgress);
      },
      async state(task, waitMs, signal) {
        const session = await getSession(db, task, deps.onUnreadableRow);
        if (session?.task?.above.at(-1) !== place.id) return null;
        const entry = active.get(task);
        if (entry && waitMs > 0) {
          entry.waiting += 1;
          const over = new AbortController();
          const ended = entry.ended.catch(() => undefined).finally(() => over.abort());
          await Promise.race([ended, pause(clock, waitMs, AbortSignal.any([signal, over.signal]))]);
          entry.waiting -= 1;
        }
        if (active.has(task)) {
          const step = agentRuns.store.getState().runs.get(task)?.step ?? 0;
          return { state: 'running', task, text: `It is at step ${step}.`, sources: [] };
        }
        const { reason: _reason, ...state } = await readTaskState(deps, await requireSession(deps, task));
        return state;
      },
    }),
  };
}

import { foldRun, NEW_RUN } from '#core/agent/fold-run.ts';
import type { SteeringMessage } from '#core/agent/ports.ts';
import { RUN_LIMITS, runAgent } from '#core/agent/run-agent.ts';
import type { RunInput } from '#core/agent/run-agent.ts';
import type { EndReason, RunMessage } from '#core/agent/run-record.ts';
import { createDehydrate } from '#storage/dehydrate-parts.ts';
import { putStreamingMessage } from '#storage/write-messages.ts';
import { newId } from '#storage/new-id.ts';
import type { QueuedMessage, SessionRow, StoredMessage } from '#storage/rows.ts';
import { NotWriterError } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import { errorMessage } from '#core/thrown.ts';
import type { ExclusiveJob } from '../answer/answer-queue.ts';
import { createAnswerView } from '../answer/answer-view.ts';
import { describeBreak } from '../base/describe-break.ts';
import type { ContextManager } from '../context/context-manager.ts';
import type { Compaction } from '../context/write-compaction.ts';
import { requireSession } from '../conversation/insert-answer.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import type { AgentDeps } from './agent-deps.ts';
import { attachedSources, sourcesOfQuestion } from './attached-sources.ts';
import type { ActiveAgentRun } from './run-service.ts';
import { createApprovalQueue } from './approval-queue.ts';
import type { ApprovalQueue } from './approval-queue.ts';
import { createCallControl } from './call-control.ts';
import { createAnswerPort } from './model-port.ts';
import { createContextFileReader } from './context-file-reader.ts';
import type { TaskTree } from './run-budgets.ts';
import { createRunStore } from './run-store.ts';
import { createRunView } from './run-view.ts';
import type { FoundRun } from './stored-run.ts';
import type { TurnTools, TurnToolsService } from './turn-tools.ts';

/** A new run whose first answer is already stored, or a run to continue. */
export type RunStart = { placed: StoredMessage } | { resume: FoundRun; again: ReadonlySet<string> };

export type ControlRun = (job: ExclusiveJob, session: SessionRow, start: RunStart) => Promise<void>;

/** Takes one run from start to end and shows it meanwhile; `live` holds it while it is active. */
export function controlRun(
  deps: FlowDeps,
  agent: AgentDeps,
  {
    epochs,
    live,
    ending,
    nesting,
    contextManager,
  }: {
    epochs: TurnToolsService;
    live: Map<string, ActiveAgentRun>;
    /** Of sessions whose run takes no message any more: resolves when they are free. */
    ending: Map<string, Promise<void>>;
    nesting: TaskTree;
    contextManager: ContextManager;
  },
): ControlRun {
  const { clock } = deps;
  const { accounts } = nesting;

  return async (job, session, start) => {
    const { lease, stopper, slots } = job;
    const { fence } = lease;
    const { signal } = stopper;
    const placed = 'placed' in start ? start.placed : null;
    const resume = 'resume' in start ? start.resume : null;
    const given = accounts.of(session.id);
    const account = given ?? accounts.open(session.id, { ...RUN_LIMITS, ...agent.limits() });
    const { limits } = account;
    let state = resume?.description.state ?? NEW_RUN;
    account.spend(state.used);
    let epoch: TurnTools | null = null;
    const view = createRunView(
      { agentRuns: agent.agentRuns, now: clock.now, tool: (name) => epoch?.pool.byName.get(name)?.facts ?? null },
      firstView(session, resume, clock.now(), limits),
    );
    const begun = Promise.withResolvers<boolean>();
    const desk: ApprovalQueue = createApprovalQueue({
      now: clock.now,
      allow: async ({ tool, args }, grant, rule) => {
        const pooled = epoch?.pool.byName.get(tool.name);
        return epoch && pooled ? epoch.toolbox.allow(epoch.place, pooled, args, grant, run.id, rule) : null;
      },
      onChange: (approvals) => view.change({ approvals }),
    });
    // A task stops with the conversations above it.
    const above = session.task?.above.flatMap((id) => live.get(id)?.lost ?? []) ?? [];
    const lost = AbortSignal.any([lease.lost, ...above]);
    let cancelCall = (_key: string): boolean => false;
    let mode = session.tools?.mode ?? 'ask';
    let isModeSet = false;
    const modeListeners = new Set<() => void>();
    const run: ActiveAgentRun = {
      id: resume?.row.id ?? newId(),
      fence,
      lost,
      get mode() {
        return mode;
      },
      setMode(next) {
        isModeSet = true;
        if (next === mode) return;
        mode = next;
        for (const listener of modeListeners) listener();
      },
      queued: [...(resume?.row.queued ?? [])],
      taken: new Set(),
      begun: begun.promise,
      over: false,
      decide: (key, decision) => desk.decide(key, decision),
      cancelCall: (key) => {
        if (cancelCall(key)) view.changeCall(key, { cancelling: true });
      },
      showQueue: () => view.change({ queued: [...run.queued] }),
    };
    view.change({ runId: run.id });
    live.set(session.id, run);
    const onStop = (): void => view.change({ phase: 'stopping' });
    signal.addEventListener('abort', onStop);

    let reason: EndReason | null = null;
    let problem: string | undefined;
    try {
      if (placed) createAnswerView(deps, session.id, placed.id)(() => ({ phase: 'preparing' }));
      // `session` was read before a summary was written, and the user may have changed the mode since.
      const { tools } = await requireSession(deps, session.id);
      if (tools && !isModeSet) ({ mode } = tools);
      epoch = await epochs.begin(session, signal, (waitsFor) => view.change({ waitsFor }));
      view.change({ missing: epoch.missing, waitsFor: [] });
      const { place, offer, toolbox } = epoch;
      const offered = epoch.pool;
      const dehydrate = createDehydrate(deps.db);
      const contextFiles = createContextFileReader(deps, agent, { fence, epoch });
      const attached = await contextFiles.begin(placed?.parentId ?? null);
      if (resume) await contextFiles.check();
      const answers = createAnswerPort(deps, { fence, slots, dehydrate, offer, contextManager });
      const calls = createCallControl(toolbox.port(place, offered, run.id), clock);
      cancelCall = (key) => calls.cancel(key);
      let first = placed?.id ?? null;
      let compaction: Compaction | null = null;
      const input: RunInput = {
        run: run.id,
        after: placed?.parentId ?? null,
        signal,
        lost,
        limits,
        beside: () => account.beside(),
        sources: [...(nesting.sources.get(session.id) ?? []), ...(await sourcesOfQuestion(deps, placed)), ...attached],
        ...(resume && 'again' in start && { resume: { from: resume.description, again: start.again } }),
      };
      if (resume) view.takeUp(resume.description.calls);
      const events = runAgent(
        {
          model: answers,
          tools: calls.port,
          approvals: {
            policy: () => toolbox.policy(place, offered, mode),
            onModeChange(listener) {
              modeListeners.add(listener);
              return () => void modeListeners.delete(listener);
            },
            ask: (request, until) => desk.ask(request, until),
          },
          store: createRunStore(deps, {
            fence,
            dehydrate,
            answers,
            tail: placed ? placed.parentId : (resume?.tip?.id ?? null),
            placed: placed?.id ?? null,
            queued: (id) => {
              const { parts = [], author, thinking } = run.queued.find((one) => one.id === id) ?? {};
              return { parts, ...(author && { author }), ...(thinking && { thinking }) };
            },
            compaction: (id) => (compaction?.message.id === id ? compaction : null),
            onRefused: (why) => view.unsaved(why),
            onAnswered: (message) => deps.liveRuns.end(session.id, message),
          }),
          // A message before the first answer would have no place, because that answer is already stored.
          steering: {
            queued: () => (first === null ? run.queued.map(steeringMessage) : []),
            take: (id) => void run.taken.add(id),
          },
          hooks: deps.reliability.aroundCalls(session.id),
          // The first answer is already stored, and the context manager did its work when the question came.
          context: {
            async make() {
              compaction = first === null ? await contextManager.keep({ fence, signal, offer }) : null;
              return compaction && placeholder(compaction.message.id);
            },
          },
          clock,
          newId: () => {
            const id = first ?? newId();
            first = null;
            return id;
          },
          log: (event, data) => deps.reliability.log(event, data),
        },
        input,
      );
      for await (const event of events) {
        view.see(event);
        if (event.type === 'broken_off') problem = reportError(deps, event.error);
        if (event.type !== 'record') continue;
        const { record } = event;
        state = foldRun(state, record);
        account.spend(state.used);
        if (record.type === 'compacted') await contextFiles.check();
        if (record.type === 'run_started' || record.type === 'run_resumed') begun.resolve(true);
        if (record.type === 'run_ended') ({ reason } = record);
        if (record.type === 'steered') {
          run.queued = run.queued.filter(({ id }) => id !== record.messageId);
          run.showQueue();
        }
      }
    } catch (error) {
      if (!signal.aborted) problem = reportError(deps, error);
    } finally {
      run.over = true;
      ending.set(session.id, job.left);
      void job.left.then(() => ending.delete(session.id));
      void epoch?.toolbox.endRun(run.id).catch((error: unknown) => deps.onError(error));
      signal.removeEventListener('abort', onStop);
      begun.resolve(false);
      await endPlaced(deps, fence, placed, problem);
      live.delete(session.id);
      if (!given) account.close(true);
      deps.liveRuns.end(session.id, null);
      view.end(reason, problem);
    }
  };
}

/** Ends the first answer when the run ended before requesting it: nothing more would stream into it. */
async function endPlaced(
  deps: FlowDeps,
  fence: Fence,
  placed: StoredMessage | null,
  problem: string | undefined,
): Promise<void> {
  if (!placed) return;
  try {
    const now = await deps.db.messages.get(placed.id);
    if (now?.status !== 'streaming') return;
    // A summary may have been inserted before it.
    const { parentId, seq } = now;
    const ended = { ...placed, parentId, seq, status: 'complete' as const, completedAt: deps.clock.now() };
    const failure = { stop: 'error' as const, error: describeBreak(problem) };
    await putStreamingMessage(deps.db, fence, { ...ended, ...(problem === undefined ? { stop: 'aborted' } : failure) });
  } catch (error) {
    // Another window is now the writer and has marked the answer as interrupted.
    if (!(error instanceof NotWriterError)) deps.onError(error);
  }
}

/** Its parts go from the queue into storage unchanged; the loop does not need them. */
function steeringMessage({ id, parts }: QueuedMessage): SteeringMessage {
  return { message: placeholder(id), sources: attachedSources(id, parts) };
}

function placeholder(id: string): RunMessage {
  return { id, role: 'user', parts: [] };
}

function firstView(
  { id: sessionId, title, task }: SessionRow,
  resume: FoundRun | null,
  now: number,
  { steps, cost }: { steps: number; cost: number | null },
): Parameters<typeof createRunView>[1] {
  const state = resume?.description.state;
  return {
    sessionId,
    task: task ? { above: task.above, title, background: task.background } : null,
    runId: resume?.row.id ?? '',
    phase: 'preparing',
    step: state?.step ?? 0,
    startedAt: state?.startedAt ?? now,
    messageId: state?.answerId ?? null,
    calls: [],
    approvals: [],
    queued: resume?.row.queued ?? [],
    cost: state?.cost ?? 0,
    costKnown: true,
    tokens: { input: 0, output: 0 },
    window: state?.window ?? null,
    limits: { steps, cost },
    missing: [],
    waitsFor: [],
  };
}

/**
 * Returns the error message. Reports the error, unless another window has become the writer: that is no failure here.
 */
function reportError(deps: FlowDeps, error: unknown): string {
  if (!(error instanceof NotWriterError)) deps.onError(error);
  return errorMessage(error);
}

import type { AgentDeps } from '../agent/agent-deps.ts';
import type { AgentFlows } from '../agent/agent-flows.ts';
import { createPlanContinuation } from '../agent/continue-plan.ts';
import type { PlanContinuation } from '../agent/continue-plan.ts';
import { createRunService } from '../agent/run-service.ts';
import { createAgentFlows } from '../agent/create-agent-flows.ts';
import { createTurnToolsService } from '../agent/turn-tools.ts';
import { createRunBudgets } from '../agent/run-budgets.ts';
import type { TaskTree } from '../agent/run-budgets.ts';
import { createTaskRuns } from '../agent/task-runs.ts';
import type { TaskRuns } from '../agent/task-runs.ts';
import type { TurnToolsService } from '../agent/turn-tools.ts';
import { createAnswerQueue } from '../answer/answer-queue.ts';
import type { ChatFlows } from './chat-flows.ts';
import { createChatFlows } from './create-chat-flows.ts';
import { createContextManager } from '../context/context-manager.ts';
import { createSessionRemoval, type SessionRemoval } from '../conversation/delete-session.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { createLibraryFlows, type LibraryFlows } from '../library/library-flows.ts';
import { createOrganizeFlows, type OrganizeFlows } from '../organize/organize-flows.ts';
import { createTrashCleaner, type TrashCleaner } from '../organize/trash-cleaner.ts';
import { createProjectFlows, type ProjectFlows } from '../projects/project-flows.ts';
import { createTitleWriter } from '../context/write-title.ts';
import { createPromptFilter } from '../scripts/screen-prompts.ts';
import { createStopScripts } from '../scripts/stop-hook-scripts.ts';

export interface Flows {
  chat: ChatFlows;
  agent: AgentFlows;
  organize: OrganizeFlows;
  projects: ProjectFlows;
  library: LibraryFlows;
  trash: TrashCleaner;
  /** For what is removed from outside this profile. */
  releaseSession: SessionRemoval['releaseSession'];
  /** What a conversation that uses tools offered last in this window. */
  offered: TurnToolsService['current'];
  /** For the toolbox: what its conversations may begin. */
  tasks: TaskRuns['port'];
}

/** Conversations and the runs in them; both write through the same right to write. */
export function composeFlows(deps: FlowDeps, agent: AgentDeps): Flows {
  const epochs = createTurnToolsService(deps, agent);
  const nesting: TaskTree = { accounts: createRunBudgets(), sources: new Map() };
  const contextManager = createContextManager(deps, (session, system) => epochs.current(session, system));
  const runner = createRunService(deps, agent, epochs, nesting, contextManager);
  const single = createAnswerQueue(deps, contextManager, runner);
  const tasks = createTaskRuns({
    ...deps,
    ...agent,
    runs: single,
    runner,
    nesting,
    continuation: {
      settled: (id) => continuation.settled(id),
      cancel: (id) => continuation.cancel(id),
    },
  });
  const runs = { ...single, stop: (sessionId: string) => tasks.stop(sessionId) };
  const continuation: PlanContinuation = createPlanContinuation(deps, agent, { runs, tasks });
  const prompts = createPromptFilter(deps);
  const stopScripts = createStopScripts(deps, runs);
  createTitleWriter(deps);
  const removal = createSessionRemoval(deps, {
    runs: { end: (id) => tasks.stop(id) },
    continuation: { end: (id) => continuation.forget(id) },
    'scripts before messages': { end: (id) => prompts.stop(id) },
    'scripts after answers': { end: (id) => stopScripts.end(id) },
    tools: epochs,
    context: contextManager,
    'ends of runs': { forget: (id) => agent.agentRuns.forget(id) },
  });
  const userActed = (sessionId: string): void => {
    continuation.userActed(sessionId);
    stopScripts.end(sessionId);
  };
  const projects = createProjectFlows(deps, async (folder) => deps.sharing?.readFiles(folder));
  return {
    chat: noticing(createChatFlows(deps, { contextManager, runs, agent: runner, prompts, removal }), {
      ...continuation,
      userActed,
    }),
    agent: createAgentFlows(deps, agent, { epochs, runner, runs, tasks, continuation, prompts }),
    organize: createOrganizeFlows(deps, removal, projects),
    projects,
    library: createLibraryFlows(deps.db, deps.clock),
    trash: createTrashCleaner(deps, removal),
    releaseSession: (ids) => removal.releaseSession(ids),
    offered: (session, system) => epochs.current(session, system),
    tasks: (place) => tasks.port(place),
  };
}

/** Whatever the user does in a conversation ends what goes on in it on its own. */
function noticing(chat: ChatFlows, continuation: Pick<PlanContinuation, 'userActed' | 'cancel' | 'forget'>): ChatFlows {
  const noticed = <Result>(sessionId: string, act: () => Result): Result => {
    continuation.userActed(sessionId);
    return act();
  };
  return {
    ...chat,
    send: (id, outgoing) => noticed(id, () => chat.send(id, outgoing)),
    retry: (id, messageId, target) => noticed(id, () => chat.retry(id, messageId, target)),
    compare: (id, outgoing, targets) => noticed(id, () => chat.compare(id, outgoing, targets)),
    compareWith: (id, questionId, targets) => noticed(id, () => chat.compareWith(id, questionId, targets)),
    retryCompared: (id, messageId) => noticed(id, () => chat.retryCompared(id, messageId)),
    chooseAnswer: (id, messageId) => noticed(id, () => chat.chooseAnswer(id, messageId)),
    continueAnswer: (id, messageId) => noticed(id, () => chat.continueAnswer(id, messageId)),
    editAndSend: (id, messageId, outgoing) => noticed(id, () => chat.editAndSend(id, messageId, outgoing)),
    choosePath: (id, messageId) => noticed(id, () => chat.choosePath(id, messageId)),
    stop(id) {
      continuation.cancel(id);
      chat.stop(id);
    },
  };
}

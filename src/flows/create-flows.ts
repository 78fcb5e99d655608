import type { AgentDeps } from './agent/agent-deps.ts';
import type { AgentFlows } from './agent/agent-flows.ts';
import { createPlanContinuation } from './agent/continue-plan.ts';
import type { PlanContinuation } from './agent/continue-plan.ts';
import { createAgentRunner } from './agent/agent-runner.ts';
import { createAgentFlows } from './agent/create-agent-flows.ts';
import { createToolEpochs } from './agent/tool-epochs.ts';
import { createRunAccounts } from './agent/run-accounts.ts';
import type { Nesting } from './agent/run-accounts.ts';
import { createTaskRuns } from './agent/task-runs.ts';
import type { TaskRuns } from './agent/task-runs.ts';
import type { ToolEpochs } from './agent/tool-epochs.ts';
import { createAnswerRuns } from './answer-runs.ts';
import type { ChatFlows } from './chat-flows.ts';
import { createChatFlows } from './create-chat-flows.ts';
import { createRoomKeeper } from './context/room-keeper.ts';
import { createSessionRemoval, type SessionRemoval } from './delete-session.ts';
import type { FlowDeps } from './flow-deps.ts';
import { createOrderFlows, type OrderFlows } from './order/order-flows.ts';
import { createTrashKeeper, type TrashKeeper } from './order/trash-keeper.ts';
import { createPromptScreen } from './scripts/screen-prompts.ts';
import { createStopScripts } from './scripts/stop-scripts.ts';

export interface Flows {
  chat: ChatFlows;
  agent: AgentFlows;
  order: OrderFlows;
  trash: TrashKeeper;
  /** For what is removed from outside this profile. */
  letGo: SessionRemoval['letGo'];
  /** What a conversation that uses tools offered last in this window. */
  offered: ToolEpochs['current'];
  /** For the toolbox: what its conversations may begin. */
  tasks: TaskRuns['port'];
}

/** Conversations and the runs in them; both write through the same right to write. */
export function createFlows(deps: FlowDeps, agent: AgentDeps): Flows {
  const epochs = createToolEpochs(deps, agent);
  const nesting: Nesting = { accounts: createRunAccounts(), sources: new Map() };
  const room = createRoomKeeper(deps, (session) => epochs.current(session));
  const runner = createAgentRunner(deps, agent, epochs, nesting, room);
  const single = createAnswerRuns(deps, room, runner);
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
  const prompts = createPromptScreen(deps);
  const stopScripts = createStopScripts(deps, runs);
  const removal = createSessionRemoval(deps, {
    runs: { end: (id) => tasks.stop(id) },
    continuation: { end: (id) => continuation.forget(id) },
    'scripts before messages': { end: (id) => prompts.stop(id) },
    'scripts after answers': { end: (id) => stopScripts.end(id) },
    tools: epochs,
    room,
    'ends of runs': { forget: (id) => agent.agentRuns.forget(id) },
  });
  const personActed = (sessionId: string): void => {
    continuation.personActed(sessionId);
    stopScripts.end(sessionId);
  };
  return {
    chat: noticing(createChatFlows(deps, room, runs, runner, prompts, removal), { ...continuation, personActed }),
    agent: createAgentFlows(deps, agent, { epochs, runner, runs, tasks, continuation, prompts }),
    order: createOrderFlows(deps, removal),
    trash: createTrashKeeper(deps, removal),
    letGo: (ids) => removal.letGo(ids),
    offered: (session) => epochs.current(session),
    tasks: (place) => tasks.port(place),
  };
}

/** What a person does in a conversation ends what goes on in it by itself. */
function noticing(
  chat: ChatFlows,
  continuation: Pick<PlanContinuation, 'personActed' | 'cancel' | 'forget'>,
): ChatFlows {
  const noticed = <Result>(sessionId: string, act: () => Result): Result => {
    continuation.personActed(sessionId);
    return act();
  };
  return {
    ...chat,
    send: (id, outgoing) => noticed(id, () => chat.send(id, outgoing)),
    retry: (id, messageId, target) => noticed(id, () => chat.retry(id, messageId, target)),
    compare: (id, outgoing, targets) => noticed(id, () => chat.compare(id, outgoing, targets)),
    compareWith: (id, questionId, targets) => noticed(id, () => chat.compareWith(id, questionId, targets)),
    retryCompared: (id, messageId) => noticed(id, () => chat.retryCompared(id, messageId)),
    goOnWith: (id, messageId) => noticed(id, () => chat.goOnWith(id, messageId)),
    continueAnswer: (id, messageId) => noticed(id, () => chat.continueAnswer(id, messageId)),
    editAndSend: (id, messageId, outgoing) => noticed(id, () => chat.editAndSend(id, messageId, outgoing)),
    choosePath: (id, messageId) => noticed(id, () => chat.choosePath(id, messageId)),
    stop(id) {
      continuation.cancel(id);
      chat.stop(id);
    },
  };
}

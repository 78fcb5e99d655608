import {
  createSession,
  renameSession,
  restoreSession,
  setSessionMaxMessages,
  setSessionParameters,
  setSessionPictures,
  setSessionPinned,
  setSessionSystem,
  setSessionTarget,
} from '#storage/session-repository.ts';
import { unarchiveWithParents } from '#storage/session-organization.ts';
import type { RunService } from '../agent/run-service.ts';
import type { AnswerQueue } from '../answer/answer-queue.ts';
import type { ChatFlows } from './chat-flows.ts';
import { choosePath, showMessage } from '../conversation/choose-path.ts';
import type { ContextManager } from '../context/context-manager.ts';
import { compareModels, compareWith, retryCompared } from '../compare/compare-answers.ts';
import { createComparisonRuns } from '../compare/comparison-runs.ts';
import { chooseAnswer } from '../compare/choose-answer.ts';
import { enableReduction, disableReduction } from '../reduction/disable-reduction.ts';
import { continueAnswer } from '../answer/continue-answer.ts';
import type { SessionRemoval } from '../conversation/delete-session.ts';
import { editAndSend } from '../answer/edit-and-send.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { forkAt, forkSession, undoFork } from '../conversation/fork-session.ts';
import { editAnswer } from '../conversation/edit-answer.ts';
import { setDeleted, setExcluded } from '../reduction/exclude.ts';
import { acceptPartial } from '../conversation/accept-partial.ts';
import { narrowWindow, widenWindow } from '../reduction/narrow-window.ts';
import { steeringOf } from '../conversation/insert-answer.ts';
import { retryAnswer } from '../answer/retry-answer.ts';
import type { PromptFilter } from '../scripts/screen-prompts.ts';
import { sendMessage } from '../answer/send-message.ts';
import { summarizeAndRetry } from '../reduction/summarize-and-retry.ts';
import { summarizeExclusively } from '../reduction/summarize-exclusively.ts';
import { reuseSummary, undoSummary, insertSummary } from '../reduction/insert-summary.ts';

/** The parts that the flows of one window share. */
export interface ChatParts {
  contextManager: ContextManager;
  runs: AnswerQueue;
  agent: Pick<RunService, 'steer' | 'closeOpen'>;
  prompts: PromptFilter;
  removal: SessionRemoval;
}

export function createChatFlows(
  deps: FlowDeps,
  { contextManager, runs, agent, prompts, removal }: ChatParts,
): ChatFlows {
  const { db, clock } = deps;
  const { emit } = deps.reliability;
  const comparing = createComparisonRuns(deps, runs, agent);
  /** Nothing waits for the hooks: they are notified in order. */
  const written = (sessionId: string): void => {
    void emit({ type: 'chat.message', sessionId });
    void emit({ type: 'message.updated', sessionId, role: 'user' });
  };
  return {
    async createSession(target, folder) {
      const session = await createSession(db, { target, at: clock.now(), ...(folder !== undefined && { folder }) });
      void emit({ type: 'session.created', sessionId: session.id });
      return session;
    },
    renameSession: (id, title) => renameSession(db, id, title),
    setPinned: (id, pinned) => setSessionPinned(db, id, pinned),
    deleteSession: (id) => removal.trash(id),
    removeSession: (id) => removal.remove(id),
    restoreSession: (id) => restoreSession(db, id),
    setTarget: (id, target) => setSessionTarget(db, id, target),
    setSystem: (id, system) => setSessionSystem(db, id, system),
    setMaxMessages: (id, maxMessages) => setSessionMaxMessages(db, id, maxMessages),
    setParameters: (id, parameters) => setSessionParameters(db, id, parameters),
    setPictures: (id, wanted) => setSessionPictures(db, id, wanted),
    async send(sessionId, message) {
      written(sessionId);
      const { outgoing, stopped } = await prompts.screen(sessionId, message);
      // During a run, a new message is inserted after the current step.
      if (await agent.steer(sessionId, steeringOf(outgoing), outgoing.draft)) await unarchiveWithParents(db, sessionId);
      else await sendMessage(deps, { runs, contextManager }, sessionId, outgoing, stopped);
    },
    stop(sessionId) {
      prompts.stop(sessionId);
      runs.stop(sessionId);
    },
    retry: (sessionId, messageId, target) => retryAnswer(deps, runs, sessionId, messageId, target),
    summarizeAndRetry: (sessionId, messageId) =>
      summarizeAndRetry(deps, { runs, contextManager }, sessionId, messageId),
    async compare(sessionId, outgoing, targets) {
      written(sessionId);
      await compareModels(
        deps,
        { comparing, contextManager },
        sessionId,
        await prompts.screen(sessionId, outgoing),
        targets,
      );
    },
    compareWith: (sessionId, questionId, targets) => compareWith(deps, comparing, sessionId, questionId, targets),
    retryCompared: (sessionId, messageId) => retryCompared(deps, comparing, sessionId, messageId),
    stopAnswer: (sessionId, messageId) => comparing.stop(sessionId, messageId),
    chooseAnswer: (sessionId, messageId) => chooseAnswer(deps, sessionId, messageId),
    continueAnswer: (sessionId, messageId) => continueAnswer(deps, runs, sessionId, messageId),
    acceptPartial: (sessionId, messageId) => acceptPartial(deps, sessionId, messageId),
    editAnswer: (sessionId, messageId, text) => editAnswer(deps, sessionId, messageId, text),
    setExcluded: (sessionId, target, isExcluded) => setExcluded(deps, runs, sessionId, target, isExcluded),
    setDeleted: (sessionId, target, isDeleted) => setDeleted(deps, runs, sessionId, target, isDeleted),
    async editAndSend(sessionId, messageId, outgoing) {
      written(sessionId);
      const screened = await prompts.screen(sessionId, outgoing);
      await unarchiveWithParents(db, sessionId);
      await editAndSend(deps, runs, sessionId, messageId, screened);
    },
    choosePath: (sessionId, messageId) => choosePath(deps, sessionId, messageId),
    showMessage: (sessionId, messageId) => showMessage(deps, sessionId, messageId),
    async fork(sessionId, options) {
      const fork = await forkSession(deps, sessionId, options);
      void emit({ type: 'session.created', sessionId: fork.id });
      return fork;
    },
    async forkAt(sessionId, messageId, options) {
      const fork = await forkAt(deps, sessionId, messageId, options);
      void emit({ type: 'session.created', sessionId: fork.id });
      return fork;
    },
    summarize: (sessionId, signal, show) => summarizeExclusively(deps, contextManager, sessionId, signal, show),
    insertSummary: (sessionId, summary) => insertSummary(deps, runs, sessionId, summary),
    undoSummary: (sessionId, messageId) => undoSummary(deps, runs, sessionId, messageId),
    reuseSummary: (sessionId, messageId) => reuseSummary(deps, runs, sessionId, messageId),
    narrowWindow: (sessionId) => narrowWindow(deps, runs, sessionId),
    widenWindow: (sessionId) => widenWindow(deps, runs, sessionId),
    disableReduction: (sessionId) => disableReduction(deps, runs, sessionId),
    enableReduction: (sessionId) => enableReduction(deps, runs, sessionId),
    async undoFork(forkId, sessionId) {
      removal.end(forkId);
      await undoFork(deps, forkId, sessionId);
    },
  };
}

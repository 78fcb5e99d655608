import type { ApprovalMode } from '#core/agent/approval/decide-approval.ts';
import type { SessionTools } from '#storage/rows.ts';
import { changeSessionTools } from '#storage/session-repository.ts';
import { runsWithQueue } from '#storage/run-repository.ts';
import type { AnswerQueue } from '../answer/answer-queue.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { NothingToResumeError } from '../base/flow-errors.ts';
import { readContents, readPrompt } from '#tools/read-content.ts';
import { requireSession, steeringOf } from '../conversation/insert-answer.ts';
import type { PromptFilter } from '../scripts/screen-prompts.ts';
import type { AgentDeps } from './agent-deps.ts';
import type { AgentFlows } from './agent-flows.ts';
import type { RunService } from './run-service.ts';
import { findRun, storedRun } from './stored-run.ts';
import type { TaskRuns } from './task-runs.ts';
import type { PlanContinuation } from './continue-plan.ts';
import type { TurnToolsService } from './turn-tools.ts';

export interface AgentParts {
  epochs: TurnToolsService;
  runner: RunService;
  runs: AnswerQueue;
  tasks: Pick<TaskRuns, 'below'>;
  continuation: PlanContinuation;
  prompts: PromptFilter;
}

export function createAgentFlows(
  deps: FlowDeps,
  { folders, toolbox }: Pick<AgentDeps, 'folders' | 'toolbox'>,
  { epochs, runner, runs, tasks, continuation, prompts }: AgentParts,
): AgentFlows {
  const { db, onUnreadableRow } = deps;
  const change = (id: string, fields: Partial<SessionTools>) =>
    changeSessionTools(db, id, (before) => ({ ...before, ...fields }));

  /** The mode that the user chose last, by session, until it is set. */
  const chosen = new Map<string, ApprovalMode>();

  /** Folders belong to the conversation that the user began. */
  const rootOf = async (id: string): Promise<string> => (await requireSession(deps, id)).task?.above[0] ?? id;

  return {
    setTools: (sessionId, on) => change(sessionId, { on }),
    setWeb: (sessionId, web) => change(sessionId, { web }),
    async setMode(sessionId, mode) {
      chosen.set(sessionId, mode);
      try {
        const session = await requireSession(deps, sessionId);
        const root = session.task?.above[0] ?? sessionId;
        if (mode === 'edits') {
          await folders.permissions.acceptEdits(root);
          // The user has changed it again while the host was asked.
          if (chosen.get(sessionId) !== mode) {
            if ((await requireSession(deps, root)).tools?.mode !== mode) await folders.permissions.stopEdits(root);
            return;
          }
        }
        // A stricter mode must not wait for a disk. Tasks follow their conversation.
        const all = [sessionId, ...tasks.below(sessionId)];
        for (const id of all) runner.setMode(id, mode);
        await Promise.all(all.map((id) => change(id, { mode })));
        if (session.tools?.mode === 'edits' && mode !== 'edits' && root === sessionId)
          await folders.permissions.stopEdits(root);
      } finally {
        if (chosen.get(sessionId) === mode) chosen.delete(sessionId);
      }
    },
    switchTools: (sessionId, keys, on) =>
      changeSessionTools(db, sessionId, (before) => {
        const rest = before.off.filter((key) => !keys.includes(key));
        return { ...before, off: on ? rest : [...rest, ...keys] };
      }),
    folders: async (sessionId) => folders.folders(await rootOf(sessionId)),
    async setAutoContinue(sessionId, on) {
      // Stopping must not wait for a disk, and must work when the disk is full.
      if (!on) continuation.stop(sessionId);
      await change(sessionId, { autoContinue: on });
      // The end of a task's run looks at it anyway.
      if (on && runner.modeOf(sessionId) === null) continuation.continueNow(sessionId);
    },
    cancelContinuation: (sessionId) => continuation.cancel(sessionId),
    continuePlan: (sessionId) => continuation.continueNow(sessionId),
    async attachFolder(sessionId, path, wide) {
      const attached = await folders.attachFolder(await rootOf(sessionId), { path, wide });
      await change(sessionId, { on: true });
      return attached;
    },
    detachFolder: async (sessionId, path) => folders.detachFolder(await rootOf(sessionId), { path }),
    judgeFolder: async (sessionId, path, own) =>
      folders.permissions.judgeFolder(await rootOf(sessionId), { path, own }),
    async pickFolder(sessionId) {
      const picked = await folders.files.pickFolder(await rootOf(sessionId));
      if (picked.folders) await change(sessionId, { on: true });
      return picked;
    },
    setMainFolder: async (sessionId, folder) => folders.files.setMainFolder(await rootOf(sessionId), { folder }),
    listFiles: async (sessionId, folder, known, signal) =>
      folders.files.listFiles(await rootOf(sessionId), { folder, known }, { signal }),
    fileFacts: async (sessionId, place) => folders.files.fileFacts(await rootOf(sessionId), place),
    readFile: async (sessionId, place, signal) => folders.files.readFile(await rootOf(sessionId), place, { signal }),
    async offerings(sessionId, signal) {
      const { tools } = await requireSession(deps, sessionId);
      return (await toolbox()).offerings({ off: tools?.off ?? [] }, signal);
    },
    async readResource(server, { uri, name }, signal) {
      return readContents(await (await toolbox()).server(server).readResource(uri, signal), name);
    },
    async followResource(server, uri, onUpdated, signal) {
      const client = (await toolbox()).server(server);
      if (signal.aborted) return;
      signal.addEventListener('abort', client.followResource(uri, onUpdated), { once: true });
    },
    async fillPrompt(server, id, values, signal) {
      return readPrompt(await (await toolbox()).server(server).getPrompt(id, { ...values }, signal));
    },
    offer: async (sessionId, signal) => epochs.list(await requireSession(deps, sessionId), signal),

    async steer(sessionId, outgoing) {
      const { outgoing: screened } = await prompts.screen(sessionId, outgoing);
      if (!(await runner.steer(sessionId, steeringOf(screened), screened.draft))) {
        throw new NothingToResumeError(sessionId);
      }
    },
    async unqueue(sessionId, messageId) {
      const kept = await runsWithQueue(db, sessionId, onUnreadableRow);
      const run = kept.find(({ queued }) => queued.some(({ id }) => id === messageId));
      return run ? runner.unqueue(sessionId, run.id, messageId) : null;
    },
    decide: (sessionId, key, decision) => runner.decide(sessionId, key, decision),
    cancelCall: (sessionId, key) => runner.cancelCall(sessionId, key),

    async readRun(sessionId) {
      if (runner.isLive(sessionId)) return null;
      const found = await findRun(deps, sessionId);
      return found && storedRun(found);
    },
    async readKept(sessionId) {
      const kept = await runsWithQueue(db, sessionId, onUnreadableRow);
      return kept.flatMap(({ id, queued }) => (runner.isLive(sessionId, id) ? [] : queued));
    },
    resume(sessionId, again = []) {
      continuation.userActed(sessionId);
      return runs.runExclusive(sessionId, (job) => runner.resume(job, sessionId, new Set(again)), true);
    },
    close: (sessionId) => runs.runExclusive(sessionId, ({ lease }) => runner.closeOpen(lease.fence)),
  };
}

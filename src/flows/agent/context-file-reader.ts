import type { TaintSource } from '#core/agent/tools/taint.ts';
import type { ContextFile } from '#core/context-file.ts';
import { CONTEXT } from '#core/normalize/base/overlays.ts';
import { WORKSPACE_SERVER } from '#core/reliability/touched-path.ts';
import { newId } from '#storage/new-id.ts';
import type { SessionRow } from '#storage/rows.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import { filesInView } from '../context/files-in-view.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { requireMessage, requireSession } from '../conversation/insert-answer.ts';
import type { AgentDeps } from './agent-deps.ts';
import type { TurnTools } from './turn-tools.ts';

/** Tool name in the source of a file that was added without a tool call. */
const READ = 'read';

export interface ContextFileReader {
  /** Called when what the model has in view has changed. */
  check(): Promise<void>;
  /** Stores the files that apply from the start beside the question that the run answers. Returns their sources. */
  begin(questionId: string | null): Promise<TaintSource[]>;
}

/** Context files of the attached folders, as one run sends them to its model. Without the file tools, none are read. */
export function createContextFileReader(
  deps: FlowDeps,
  { contextFiles }: Pick<AgentDeps, 'contextFiles'>,
  { fence, epoch: { pool, offer } }: { fence: Fence; epoch: TurnTools },
): ContextFileReader {
  const { sessionId } = fence;
  const works = pool.tools.some(({ server }) => server === WORKSPACE_SERVER);

  async function lookFrom(session: SessionRow, leafId: string | null): Promise<number | null> {
    const view = works ? await filesInView(deps, session, leafId, offer) : null;
    if (view) contextFiles.open(sessionId, session.task?.above[0] ?? sessionId, view.ids);
    else contextFiles.forget(sessionId);
    return view && view.budget;
  }

  return {
    async check() {
      const session = await requireSession(deps, sessionId);
      await lookFrom(session, session.leafId);
    },
    async begin(questionId) {
      const budget = await lookFrom(await requireSession(deps, sessionId), questionId);
      if (budget === null || questionId === null) return [];
      if ((await requireMessage(deps, sessionId, questionId)).role !== 'user') return [];
      const { files = [] } = await deps.reliability.emit({ type: 'run.started', sessionId, budget });
      if (files.length === 0) return [];
      await keepBeside(
        deps,
        fence,
        questionId,
        files.map(({ own: _own, ...file }) => file),
      );
      const outside = files.filter(({ own }) => own !== true);
      return outside.map(({ path }) => ({
        kind: 'file',
        server: WORKSPACE_SERVER,
        tool: READ,
        call: questionId,
        detail: path,
      }));
    },
  };
}

/** Stores the files beside the message, which stays as the user wrote it. */
function keepBeside(deps: FlowDeps, fence: Fence, message: string, files: readonly ContextFile[]): Promise<void> {
  const { db, clock } = deps;
  const { sessionId } = fence;
  return writeFenced(db, fence, [db.overlays], async () => {
    const reason = 'files of the attached folder';
    const row = { id: newId(), sessionId, target: { message }, kind: CONTEXT, reason, at: clock.now() };
    await db.overlays.add({ ...row, data: { files } });
  });
}

import type { ContextFile } from '#core/context-file.ts';
import { readContextFiles } from '#core/context-file.ts';
import { CONTEXT, readData } from '#core/normalize/base/overlays.ts';
import { readCallKey } from '#core/agent/run-record.ts';
import {
  type FoundPassages,
  passageId,
  passagesResult,
  PROJECT_SEARCH_TOOL,
  readPassagesResult,
  sourceOf,
} from '#core/passage.ts';
import { getMessage } from '#storage/message-repository.ts';
import { newId } from '#storage/new-id.ts';
import { findProject } from '#storage/project-repository.ts';
import { getSession } from '#storage/read-sessions.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import type { Sharing } from '../base/shared-context.ts';
import { readProjectContext } from './project-context.ts';

export interface ProjectSearchDeps extends Pick<FlowDeps, 'db' | 'onUnreadableRow' | 'clock' | 'onError'> {
  passages(folder: string, question: string, most: number): Promise<FoundPassages>;
  /** Reads the files that were not read yet. */
  read(folder: string): Promise<void>;
}

/** Passages of one request or one search: as many as a page or two of a book. */
const MAX_PASSAGES = 6;
const MAX_QUESTION = 2_000;

/** The automatic way: passages that fit a question are stored beside it, and go along with it from then on. */
export function createAddPassages(deps: ProjectSearchDeps): Sharing['addPassages'] {
  const { db, onUnreadableRow } = deps;

  async function add(...[fence, session, questionId, model]: Parameters<Sharing['addPassages']>): Promise<void> {
    const context = questionId === null ? null : await readProjectContext(deps, session, model);
    if (questionId === null || context?.way !== 'passages') return;
    const question = await getMessage(db, questionId, onUnreadableRow);
    if (question?.role !== 'user' || question.author === 'automation') return;
    if ((await passagesBeside(deps, question)).length > 0) return;
    await deps.read(context.project.id);
    const { passages: found } = await deps.passages(context.project.id, questionText(question), MAX_PASSAGES);
    if (found.length === 0) return;
    const files: ContextFile[] = found.map((passage) => ({
      id: passageId(passage),
      kind: 'passage',
      path: sourceOf(passage),
      text: passage.text,
    }));
    const row = { id: newId(), sessionId: session.id, target: { message: question.id }, kind: CONTEXT };
    await writeFenced(db, fence, [db.overlays], async () => {
      await db.overlays.add({ ...row, reason: 'passages of the project', at: deps.clock.now(), data: { files } });
    });
  }

  return async (...given) => {
    try {
      await add(...given);
    } catch (error) {
      // The question is answered without them, and the failure is shown.
      deps.onError(error);
    }
  };
}

/** The tool of one conversation. `call`: the key of the call. Resolves with `null` when it has no project. */
export type SearchProjectFiles = (sessionId: string, query: string, call: string) => Promise<string | null>;

export function createSearchProjectFiles(deps: ProjectSearchDeps): SearchProjectFiles {
  const { db, onUnreadableRow } = deps;
  /** By question: how many numbers its turn has given. */
  const given = new Map<string, number>();

  return async (sessionId, query, call) => {
    const session = await getSession(db, sessionId, onUnreadableRow);
    const [root] = session?.task?.above ?? [];
    const owner = root === undefined ? session : await getSession(db, root, onUnreadableRow);
    const project = await findProject(db, owner?.folder, onUnreadableRow);
    if (!project || owner?.leavesOut?.includes('projectFiles')) return null;
    await deps.read(project.id);
    const found = await deps.passages(project.id, query.slice(0, MAX_QUESTION), MAX_PASSAGES);
    const turn = await readTurn(deps, readCallKey(call).answerId);
    // Calls of one step run side by side, so nothing may be awaited from here on.
    const first = Math.max(turn.numbers, given.get(turn.question) ?? 0) + 1;
    given.clear();
    given.set(turn.question, first - 1 + found.passages.length);
    return passagesResult(found, first);
  };
}

/** The question that an answer belongs to, and how many passages its turn has numbered. */
async function readTurn(deps: ProjectSearchDeps, answerId: string): Promise<{ question: string; numbers: number }> {
  let numbers = 0;
  for (let id: string | null = answerId; id !== null;) {
    const message: StoredMessage | null = await getMessage(deps.db, id, deps.onUnreadableRow);
    if (!message) break;
    if (message.role === 'user')
      return { question: message.id, numbers: Math.max(numbers, (await passagesBeside(deps, message)).length) };
    for (const part of message.parts)
      if (part.type === 'tool_result' && part.name === PROJECT_SEARCH_TOOL)
        for (const { number } of readPassagesResult(part.text)) numbers = Math.max(numbers, number);
    id = message.parentId;
  }
  return { question: answerId, numbers };
}

async function passagesBeside({ db }: Pick<FlowDeps, 'db'>, { id, sessionId }: StoredMessage): Promise<ContextFile[]> {
  const overlays = await db.overlays.where('sessionId').equals(sessionId).toArray();
  return overlays
    .filter(({ kind, target }) => kind === CONTEXT && target.message === id)
    .flatMap(({ data }) => readContextFiles(readData(data, 'files')))
    .filter(({ kind }) => kind === 'passage');
}

function questionText({ parts }: StoredMessage): string {
  return parts
    .flatMap((part) => (part.type === 'text' && part.mode === undefined ? [part.text] : []))
    .join('\n')
    .slice(0, MAX_QUESTION);
}

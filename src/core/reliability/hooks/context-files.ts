import type { FolderFileKind, SentContextFile } from '../../context-file.ts';
import type { HookStages, Hooks, Middleware } from '../hook.ts';
import { contextFileBudget } from '../fit-context-files.ts';
import { touchedPath, type TouchedPath } from '../touched-path.ts';

export interface ContextFileRequest {
  sessionId: string;
  kind: FolderFileKind;
  /** The place that a call was about. `null` at the start of a run. */
  touched: TouchedPath | null;
  /** Tokens. */
  budget: number;
}

export interface ContextFilePort {
  /**
   * Returns the session's context files that apply there and that its model does not have in view. From now on they
   * count as sent.
   */
  take(order: ContextFileRequest): Promise<readonly SentContextFile[]>;
  forget(sessionId: string): void;
}

/**
 * Runs once for each directory: when a run begins, and when a call of the workspace tools is about a place below it.
 */
function injector(kind: FolderFileKind, port: ContextFilePort): HookStages {
  const atStart: Middleware<'event'> = async (event) => {
    const { type, sessionId } = event;
    if (type === 'session.deleted') port.forget(sessionId);
    if (type !== 'run.started') return event;
    const { files: before = [] } = event;
    const files = await port.take({ sessionId, kind, touched: null, budget: contextFileBudget(event.budget, before) });
    return files.length === 0 ? event : { ...event, files: [...before, ...files] };
  };
  const afterCall: Middleware<'tool.execute.after'> = async (value, { sessionId }) => {
    const touched = value.status === 'ok' ? touchedPath(value.tool, value.args) : null;
    if (!touched) return value;
    const { context: before = [] } = value;
    const files = await port.take({ sessionId, kind, touched, budget: contextFileBudget(value.budget, before) });
    return files.length === 0 ? value : { ...value, context: [...before, ...files] };
  };
  return { event: atStart, 'tool.execute.after': afterCall };
}

export function contextFileHooks(port: ContextFilePort) {
  return {
    'directory-agents-injector': injector('agents', port),
    'directory-readme-injector': injector('readme', port),
    'rules-injector': injector('rules', port),
  } satisfies Hooks;
}

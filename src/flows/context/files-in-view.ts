import { readContextFiles } from '#core/context-file.ts';
import { CONTEXT, DELETED, EXCLUDED, HIDDEN, readData, targetKey } from '#core/normalize/base/overlays.ts';
import type { Overlay, Target } from '#core/request.ts';
import type { SessionRow, StoredMessage } from '#storage/rows.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { readRequestFacts } from '../base/calibrate-target.ts';
import { measurePath } from '../request/measure-context.ts';
import { resolveTarget } from '../base/resolve-target.ts';

export interface FilesInView {
  /** Ids of the context files that the next request already includes. */
  ids: ReadonlySet<string>;
  /** Input tokens that are left in the window. */
  budget: number;
}

const UNSENT: ReadonlySet<string> = new Set([HIDDEN, EXCLUDED, DELETED]);

/**
 * Returns which context files a request that ends with `leafId` would include. Files that a summary or the window
 * leaves out are no longer in view. `null` when no model can be asked.
 */
export async function filesInView(
  deps: Pick<FlowDeps, 'db' | 'onUnreadableRow' | 'connections' | 'model' | 'reliability'>,
  session: SessionRow,
  leafId: string | null,
  offer: Pick<Target, 'tools' | 'system'>,
): Promise<FilesInView | null> {
  const resolved = await resolveTarget(deps, session);
  if (!resolved.ok) return null;
  const facts = await readRequestFacts(deps, session.id);
  const { overlays } = facts;
  const size = await measurePath(deps, { sessionId: session.id, leafId, ...facts }, { ...resolved.target, ...offer });
  const { droppedByWindow, replaced } = size.report;
  const unsent = new Set(overlays.filter(({ kind }) => UNSENT.has(kind)).map(({ target }) => targetKey(target)));
  const left = new Set([...droppedByWindow, ...(size.report.silent ?? [])]);
  const ids = size.messages.flatMap((message, index) => {
    const summed = replaced !== null && replaced !== undefined && index <= replaced.through;
    return left.has(index) || summed || unsent.has(message.id) ? [] : contextFilesOf(message, overlays, unsent);
  });
  return {
    ids: new Set(ids),
    budget: size.budget === null ? Number.MAX_SAFE_INTEGER : Math.max(0, size.budget - size.tokens),
  };
}

function contextFilesOf(
  { id, parts }: StoredMessage,
  overlays: readonly Overlay[],
  unsent: ReadonlySet<string>,
): string[] {
  const beside = overlays.filter(({ kind, target }) => kind === CONTEXT && target.message === id);
  const files = [
    ...parts.flatMap((part, at) =>
      part.type === 'tool_result' && !unsent.has(targetKey({ message: id, part: at })) ? (part.context ?? []) : [],
    ),
    ...beside.flatMap(({ data }) => readContextFiles(readData(data, 'files'))),
  ];
  return files.map((file) => file.id);
}

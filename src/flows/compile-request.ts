import type { Target } from '#core/request.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { listOverlays } from '#storage/overlay-repository.ts';
import type { ReportUnreadable } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { AIService } from '#vendors/base-ai-service.ts';
import { compilePath } from './compile-path.ts';
import type { CompiledPath } from './compile-path.ts';

/** The request for the answer `placed`: the path before it, as the overlays show it now, compiled for the target. */
export async function compileRequest(
  deps: { db: BatonDatabase; report: ReportUnreadable },
  service: Pick<AIService, 'sanitizeMessages'>,
  { sessionId, parentId }: Pick<StoredMessage, 'sessionId' | 'parentId'>,
  target: Target,
): Promise<CompiledPath> {
  const overlays = await listOverlays(deps.db, sessionId, deps.report);
  return compilePath(deps, service, { sessionId, leafId: parentId, overlays }, target);
}

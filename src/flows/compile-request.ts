import type { HistoryMessage } from '#core/message.ts';
import type { CompileReport, NormalizedRequest, Target } from '#core/request.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { hydrateMessage, outlineMessage } from '#storage/hydrate-parts.ts';
import { listOverlays } from '#storage/overlay-repository.ts';
import type { ReportUnreadable } from '#storage/read-row.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { AIService } from '#vendors/base-ai-service.ts';
import { loadHistory } from './load-history.ts';

/** Messages read at least; the default window is a third of it. */
const LEAST = 64;

/**
 * The request for the answer `placed`: the path before it, compiled for the target. Bytes of images and files are read
 * only for the messages that the window keeps; which those are depends on their sizes alone.
 */
export async function compileRequest(
  deps: { db: BatonDatabase; report: ReportUnreadable },
  service: Pick<AIService, 'sanitizeMessages'>,
  placed: Pick<StoredMessage, 'sessionId' | 'parentId'>,
  target: Target,
): Promise<{ request: NormalizedRequest; report: CompileReport }> {
  const { db, report } = deps;
  const least = Math.max(LEAST, 3 * (target.window?.messages ?? 0));
  const stored = await loadHistory(db, placed.sessionId, placed.parentId, least, report);
  const overlays = await listOverlays(db, placed.sessionId, report);
  const outline = stored.map((message) => outlineMessage(message));
  if (!stored.some(hasBytes)) return service.sanitizeMessages(outline, overlays, target);
  const left = new Set(service.sanitizeMessages(outline, overlays, target).report.droppedByWindow);
  const history: HistoryMessage[] = [];
  for (const [index, message] of stored.entries()) {
    const outlined = outline[index];
    if (left.has(index) && outlined) history.push(outlined);
    else history.push(await hydrateMessage(db, message));
  }
  return service.sanitizeMessages(history, overlays, target);
}

function hasBytes({ parts }: StoredMessage): boolean {
  return parts.some((part) => 'blob' in part || (part.type === 'tool_result' && part.images !== undefined));
}

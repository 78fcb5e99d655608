import type { ErrorKind, ModelError } from '#core/error.ts';
import { documentSentences } from '#core/log/document-sentences.ts';
import type { Decision, Overlay, Target } from '#core/request.ts';
import { deleteExpiredFacts, isExpiredFact } from '#storage/overlay-repository.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { AIService, PreparedRequest } from '#vendors/base/base-ai-service.ts';
import { calibrateTarget, readRequestFacts } from '../base/calibrate-target.ts';
import { compilePath } from './compile-path.ts';
import type { CompiledPath } from './compile-path.ts';
import type { FlowDeps } from '../base/flow-deps.ts';

/** A request that may be sent, and everything it was made from. */
export interface CompiledRequest extends CompiledPath {
  overlays: readonly Overlay[];
  target: Target;
  prepared: PreparedRequest;
  /** Not stored yet. Later requests must keep to them. */
  decisions: readonly Decision[];
}

/** Compiles the request for an answer: the path before it, as the overlays change it now. */
export async function compileRequest(
  deps: Pick<FlowDeps, 'db' | 'onUnreadableRow' | 'clock' | 'onError' | 'reliability' | 'pictures'>,
  service: AIService,
  { sessionId, parentId }: Pick<StoredMessage, 'sessionId' | 'parentId'>,
  requested: Target,
): Promise<CompiledRequest | ModelError> {
  const { overlays: stored, sends } = await readRequestFacts(deps, sessionId);
  const overlays = await currentOverlays(deps, stored);
  const target = { ...calibrateTarget(sends, requested), cacheKey: sessionId };
  const compiled = await compilePath(deps, service, { sessionId, leafId: parentId, overlays }, target);
  for (const { event, data } of documentSentences({ ...compiled, target }))
    deps.reliability.log(event, { sessionID: sessionId, ...data });
  if (compiled.report.problem) return unsendable(compiled.report.problem);
  return {
    ...compiled,
    overlays,
    target,
    prepared: service.prepare(compiled.request, target),
    decisions: compiled.report.decisions ?? [],
  };
}

async function currentOverlays(
  { db, clock, onError }: Pick<FlowDeps, 'db' | 'clock' | 'onError'>,
  all: Overlay[],
): Promise<Overlay[]> {
  const now = clock.now();
  if (!all.some((overlay) => isExpiredFact(overlay, now))) return all;
  await deleteExpiredFacts(db, now).catch(onError);
  return all.filter((overlay) => !isExpiredFact(overlay, now));
}

/**
 * Names no vendor, because none was asked. The window leaves out what comes before the newest message, so a request that
 * is too long is so because of that one.
 */
function unsendable({ kind, message }: { kind: ErrorKind; message: string }): ModelError {
  const code = kind === 'context_overflow' ? 'message_too_long' : 'unsendable_request';
  return { kind, retryable: false, message, code };
}

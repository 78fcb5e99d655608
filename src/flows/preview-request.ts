import type { Target } from '#core/request.ts';
import { listOverlays } from '#storage/overlay-repository.ts';
import type { SessionRow, SessionTarget, StoredMessage } from '#storage/rows.ts';
import type { Outgoing } from './chat-flows.ts';
import { calibrateTarget } from './calibrate-target.ts';
import { compilePath } from './compile-path.ts';
import type { FlowDeps } from './flow-deps.ts';
import { outgoingParts, requireSession } from './place-answer.ts';
import { readReport } from './read-report.ts';
import { redactRequest } from './redact-request.ts';
import { NEXT_ID, NEXT_MESSAGE } from './request-inspection.ts';
import type { PreviewResult } from './request-inspection.ts';
import { resolveTarget } from './resolve-target.ts';

export interface PreviewDeps extends Pick<
  FlowDeps,
  'db' | 'connections' | 'model' | 'loadService' | 'report' | 'clock'
> {
  /** What a conversation that uses tools offered last; null when nothing is known of that. */
  offered?: (session: SessionRow) => Pick<Target, 'tools' | 'system'> | null;
}

export async function previewRequest(
  deps: PreviewDeps,
  sessionId: string,
  wanted: { target?: SessionTarget; outgoing?: Outgoing } = {},
): Promise<PreviewResult> {
  const session = await requireSession(deps, sessionId);
  const resolved = await resolveTarget(deps, { ...session, target: wanted.target ?? session.target });
  if (!resolved.ok) return resolved;
  const { connection } = resolved;
  const tools = session.tools?.on ? deps.offered?.(session) : null;
  const aim = { ...resolved.target, ...tools };
  const target = { ...(await calibrateTarget(deps, sessionId, aim)), cacheKey: sessionId };
  const service = await deps.loadService(connection);
  const path = {
    sessionId,
    leafId: session.leafId,
    next: nextMessage(sessionId, session.leafId, wanted.outgoing, deps.clock.now()),
    overlays: await listOverlays(deps.db, sessionId, deps.report),
  };
  const compiled = await compilePath(deps, service, path, target);
  const request = await service.capture(compiled.request, target);
  return {
    ok: true,
    connection,
    model: target.model,
    thinking: compiled.request.thinking,
    report: readReport(compiled),
    request: redactRequest(request),
  };
}

function nextMessage(
  sessionId: string,
  parentId: string | null,
  outgoing: Outgoing | undefined,
  at: number,
): StoredMessage {
  const written = outgoing && (outgoing.text.trim() !== '' || outgoing.attachments.length > 0);
  return {
    id: NEXT_ID,
    sessionId,
    parentId,
    seq: Number.MAX_SAFE_INTEGER,
    role: 'user',
    parts: written ? outgoingParts(outgoing) : [{ type: 'text', text: NEXT_MESSAGE }],
    status: 'complete',
    createdAt: at,
    completedAt: at,
  };
}

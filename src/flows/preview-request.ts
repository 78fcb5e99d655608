import type { SessionTarget } from '#storage/rows.ts';
import { calibrateTarget } from './calibrate-target.ts';
import type { Outgoing } from './chat-flows.ts';
import { compilePath } from './compile-path.ts';
import type { FlowDeps } from './flow-deps.ts';
import { nextRequest } from './next-request.ts';
import type { NextDeps } from './next-request.ts';
import { readReport } from './read-report.ts';
import { redactRequest } from './redact-request.ts';
import type { PreviewResult } from './request-inspection.ts';

export interface PreviewDeps extends NextDeps, Pick<FlowDeps, 'loadService'> {}

export async function previewRequest(
  deps: PreviewDeps,
  sessionId: string,
  wanted: { target?: SessionTarget; outgoing?: Outgoing } = {},
): Promise<PreviewResult> {
  const next = await nextRequest(deps, sessionId, wanted);
  if (!next.ok) return next;
  const { connection, path } = next;
  const target = { ...(await calibrateTarget(deps, sessionId, next.target)), cacheKey: sessionId };
  const service = await deps.loadService(connection);
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

import type { SessionTarget } from '#storage/rows.ts';
import { calibrateTarget } from '../base/calibrate-target.ts';
import type { OutgoingMessage } from '../base/outgoing-message.ts';
import { compilePath } from './compile-path.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { nextRequest } from './next-request.ts';
import type { NextDeps } from './next-request.ts';
import { describeCompile } from './describe-compile.ts';
import { redactRequest } from './redact-request.ts';
import type { PreviewResult } from './request-inspection.ts';

export interface PreviewDeps extends NextDeps, Pick<FlowDeps, 'loadService' | 'pictures' | 'onError'> {}

export async function previewRequest(
  deps: PreviewDeps,
  sessionId: string,
  requested: { target?: SessionTarget; outgoing?: OutgoingMessage } = {},
): Promise<PreviewResult> {
  const next = await nextRequest(deps, sessionId, requested);
  if (!next.ok) return next;
  const { connection, path } = next;
  const target = { ...calibrateTarget(path.sends, next.target), cacheKey: sessionId };
  const service = await deps.loadService(connection);
  const compiled = await compilePath(deps, service, path, target);
  const request = await service.capture(compiled.request, target);
  return {
    ok: true,
    connection,
    model: target.model,
    thinking: compiled.request.thinking,
    report: describeCompile(compiled),
    request: redactRequest(request),
  };
}

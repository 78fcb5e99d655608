import { inspectRequest } from './inspect-request.ts';
import { measureContext } from './measure-context.ts';
import { previewRequest } from './preview-request.ts';
import { pictureFor } from './picture-for.ts';
import type { PreviewDeps } from './preview-request.ts';
import type { RequestInspection } from './request-inspection.ts';

export function createRequestInspection(deps: PreviewDeps): RequestInspection {
  return {
    preview: (sessionId, requested) => previewRequest(deps, sessionId, requested),
    measure: (sessionId) => measureContext(deps, sessionId),
    picture: (sessionId, picture, target) => pictureFor(deps, sessionId, picture, target),
    inspect: (sessionId, answerId) => inspectRequest(deps, sessionId, answerId),
  };
}

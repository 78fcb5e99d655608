import type { NormalizedRequest, Target } from '#core/request.ts';
import type { AIService, CapturedRequest } from '#vendors/base/base-ai-service.ts';

/** The request as the SDK passes it to fetch, without sending it: method, address, headers and the body as JSON. */
export function captureRequest(
  service: AIService,
  request: NormalizedRequest,
  target: Target,
): Promise<CapturedRequest> {
  return service.capture(request, target);
}

import type { HistoryMessage } from '#core/message.ts';
import type { CompileReport, NormalizedRequest, Overlay, Target } from '#core/request.ts';
import { loadService } from '#vendors/registry.ts';

const deps = { fetch: () => Promise.reject(new Error('no network in tests')) };

/** The body the real vendor service passes to fetch. */
export async function compileBody(
  history: readonly HistoryMessage[],
  target: Target,
  overlays: readonly Overlay[] = [],
): Promise<{ body: Record<string, unknown>; request: NormalizedRequest; report: CompileReport }> {
  const service = await loadService(target.model.protocol, deps);
  const { request, report } = service.sanitizeMessages(history, overlays, target);
  const { body } = await service.capture(request, target);
  return { body: body as Record<string, unknown>, request, report };
}

/** The same without the SDK, which passes the body on unchanged: for tests that make many requests. */
export async function renderBody(
  history: readonly HistoryMessage[],
  target: Target,
): Promise<{ body: Record<string, unknown>; request: NormalizedRequest; report: CompileReport }> {
  const service = await loadService(target.model.protocol, deps);
  const { request, report } = service.sanitizeMessages(history, [], target);
  return { body: service.prepare(request, target).body as Record<string, unknown>, request, report };
}

import { classifyError } from '#core/classify-error.ts';
import type { ModelError } from '#core/error.ts';
import { asOverlay } from '#core/normalize/repairs/compile-strict.ts';
import { decideRepairs } from '#core/normalize/repairs/decide-repairs.ts';
import type { Failure } from '#core/normalize/repairs/failure.ts';
import type { Decision } from '#core/request.ts';
import type { AIService } from '#vendors/base/base-ai-service.ts';
import type { CompiledRequest } from './compile-request.ts';

/** Rungs tried for one refusal, the first that changes the request wins. */
const MAX_RUNGS = 5;

/**
 * The same history compiled with what this refusal teaches; null where nothing is left to make stricter. A refused
 * request is never sent again as it was: one that comes out with the same body counts for nothing.
 */
export function tightenRequest(
  service: Pick<AIService, 'sanitizeMessages' | 'prepare'>,
  refused: CompiledRequest,
  error: ModelError,
): CompiledRequest | null {
  const { history, target } = refused;
  const failure = failureOf(error);
  const decisions: Decision[] = [];
  for (let rung = 0; rung < MAX_RUNGS; rung += 1) {
    const next = decideRepairs(failure, {
      history,
      overlays: [...refused.overlays, ...decisions.map(asOverlay)],
      target,
      request: refused.request,
      report: refused.report,
      body: refused.prepared.body,
    });
    if (next.length === 0) return null;
    decisions.push(...next);
    const overlays = [...refused.overlays, ...decisions.map(asOverlay)];
    const { request, report } = service.sanitizeMessages(history, overlays, target);
    if (report.problem) return null;
    const prepared = service.prepare(request, target);
    if (prepared.digest === refused.prepared.digest) continue;
    return {
      ...refused,
      overlays,
      request,
      report,
      prepared,
      decisions: [...decisions, ...(report.decisions ?? [])],
    };
  }
  return null;
}

/** The places that the words of a stored error name. Its kind is what the service made of all it knew. */
function failureOf({ vendor, status, code, message, kind }: ModelError): Failure {
  const places = classifyError({ vendor, status, code, message });
  return { ...places, kind, reason: message };
}

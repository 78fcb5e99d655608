import type { ModelError } from '#core/error.ts';
import { classifyError } from '#core/errors/classify-error.ts';
import { asOverlay } from '#core/repairs/compile-strict.ts';
import { decideRepairs } from '#core/repairs/decide-repairs.ts';
import type { Failure } from '#core/repairs/failure.ts';
import type { Decision } from '#core/request.ts';
import type { AIService } from '#vendors/base/base-ai-service.ts';
import type { CompiledRequest } from './compile-request.ts';

/** Rungs tried for one refusal. The first that changes the request wins. */
const MAX_RUNGS = 5;

/**
 * Compiles the same history again with what the refusal says. `null` when nothing is left to make stricter. A refused
 * request is never sent again unchanged: one with the same body doesn't count.
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

/**
 * Reads the places that a stored error's message names. The kind stays as the service classified it, from everything it
 * knew.
 */
function failureOf({ vendor, status, code, message, kind }: ModelError): Failure {
  const places = classifyError({ vendor, status, code, message });
  return { ...places, kind, reason: message };
}

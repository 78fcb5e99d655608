import { readData, SMALLER_WINDOW } from '#core/normalize/overlays.ts';
import type { Overlay } from '#core/request.ts';
import { measureRequest } from '#core/window/measure-request.ts';
import { tokenFactorOf } from '#core/window/token-factor.ts';
import { measuredRequests, withFactor } from './calibrate-target.ts';
import { outlinePath } from './compile-path.ts';
import { nextRequest } from './next-request.ts';
import type { NextDeps } from './next-request.ts';
import { readReport } from './read-report.ts';
import type { ContextMeasure } from './request-inspection.ts';

/** Reads no more of a long conversation than its next request does, and loads no vendor's code. */
export async function measureContext(deps: NextDeps, sessionId: string): Promise<ContextMeasure | null> {
  const next = await nextRequest(deps, sessionId);
  if (!next.ok) return null;
  const { path } = next;
  const { measured, inUse } = await measuredRequests(deps, sessionId, next.target);
  const target = withFactor(next.target, tokenFactorOf(measured, inUse));
  const { messages, outline } = await outlinePath(deps, path, target);
  const { report, ...size } = measureRequest(outline, path.overlays, target, measured[0]);
  const { left, more } = readReport({ report, messages });
  return { ...size, model: target.model, left, more, narrowed: path.overlays.some(isPersonsWindow) };
}

/** A smaller window that the person asked for; one that a refusal taught names no one. */
export function isPersonsWindow({ kind, data }: Pick<Overlay, 'kind' | 'data'>): boolean {
  return kind === SMALLER_WINDOW && readData(data, 'by') === 'person';
}

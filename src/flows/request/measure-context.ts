import { isReduced, KEEP_WHOLE, readData, SMALLER_WINDOW } from '#core/normalize/base/overlays.ts';
import type { HistoryMessage } from '#core/message.ts';
import type { CompileReport, Overlay, Target } from '#core/request.ts';
import { measureRequest } from '#core/normalize/measure-request.ts';
import type { RequestSize } from '#core/normalize/measure-request.ts';
import { tokenFactorOf } from '#core/window/token-factor.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { measuredRequests, withFactor, type RequestFacts } from '../base/calibrate-target.ts';
import { advanceYielding } from './advance-yielding.ts';
import { outlinePath } from './compile-path.ts';
import type { PathToCompile } from './compile-path.ts';
import { nextRequest } from './next-request.ts';
import { outlineNormalizer } from './outline-normalizer.ts';
import type { NextDeps } from './next-request.ts';
import { describeCompile } from './describe-compile.ts';
import type { ContextMeasure, Gap } from './request-inspection.ts';

/** `sends`: what the counts are calibrated with. */
export type PathToMeasure = PathToCompile & Pick<RequestFacts, 'sends'>;

export interface MeasuredPath extends RequestSize {
  messages: readonly StoredMessage[];
  outline: readonly HistoryMessage[];
  /** Calibrated. */
  target: Target;
}

/** Measures how much of the target's window a request of this path would take. */
export async function measurePath(
  deps: Pick<NextDeps, 'db' | 'onUnreadableRow'>,
  path: PathToMeasure,
  requested: Target,
): Promise<MeasuredPath> {
  const { measured, inUse } = measuredRequests(path.sends, requested);
  const target = withFactor(requested, tokenFactorOf(measured, inUse));
  const { messages, outline } = await outlinePath(deps, path, target);
  const normalizer = outlineNormalizer(path.sessionId, target);
  await advanceYielding((from) => normalizer.advance(outline, path.overlays, target, { from })?.to ?? null);
  const size = measureRequest(outline, path.overlays, target, measured[0], normalizer);
  return { ...size, messages: messages.all, outline: outline.all, target };
}

/** Reads no more of a long conversation than its next request does, and loads no vendor's code. */
export async function measureContext(deps: NextDeps, sessionId: string): Promise<ContextMeasure | null> {
  const next = await nextRequest(deps, sessionId);
  if (!next.ok) return null;
  const { path } = next;
  const { report, messages, outline: _outline, target: _target, ...size } = await measurePath(deps, path, next.target);
  const { left, more } = describeCompile({ report, messages });
  const narrowed = path.overlays.some(isUserWindow);
  const why =
    size.untrimmedTokens > (size.budget ?? Number.POSITIVE_INFINITY) ? 'budget' : narrowed ? 'narrowed' : 'limit';
  return {
    ...size,
    model: next.target.model,
    left,
    more,
    gaps: gapsIn(report, messages).map((gap, index) => ({ ...gap, more: more && index === 0, why })),
    maxMessages: next.target.window?.messages ?? null,
    narrowed,
    cuts: cutsIn(path.overlays),
  };
}

function gapsIn(report: CompileReport, messages: readonly StoredMessage[]): Pick<Gap, 'before' | 'count'>[] {
  const left = new Set(report.droppedByWindow);
  const silent = new Set(report.silent);
  const gaps: Pick<Gap, 'before' | 'count'>[] = [];
  let count = 0;
  for (const [index, { id, role }] of messages.entries()) {
    if (role === 'tool' || silent.has(index) || index <= (report.replaced?.through ?? -1)) continue;
    if (left.has(index)) count += 1;
    else if (count > 0) {
      gaps.push({ before: id, count });
      count = 0;
    }
  }
  return gaps;
}

function cutsIn(overlays: readonly Overlay[]): number | null {
  return overlays.some(({ kind }) => kind === KEEP_WHOLE) ? null : overlays.filter(isReduced).length;
}

/** Whether the user asked for this smaller window. One that was learned from a refusal names no one. */
export function isUserWindow({ kind, data }: Pick<Overlay, 'kind' | 'data'>): boolean {
  return kind === SMALLER_WINDOW && readData(data, 'by') === 'person';
}

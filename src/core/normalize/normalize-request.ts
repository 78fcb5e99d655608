import type { HistoryMessage } from '../message.ts';
import type { CompileReport, NormalizedRequest, Overlay, Target } from '../request.ts';
import { MessageNormalizer } from './message-normalizer.ts';

/** One request from nothing (see MessageNormalizer). */
export function normalizeRequest(
  history: readonly HistoryMessage[],
  overlays: readonly Overlay[],
  target: Target,
): { request: NormalizedRequest; report: CompileReport } {
  return new MessageNormalizer().normalize(history, overlays, target);
}

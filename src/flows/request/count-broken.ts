import { draftParts } from '#core/fold-stream.ts';
import type { StreamDraft } from '#core/fold-stream.ts';
import { usageOfBroken } from '#core/window/estimate-usage.ts';
import { weightsFor } from '#core/window/token-weights.ts';
import type { CompiledRequest } from './compile-request.ts';

/** Estimates what an answer consumed when it ended before the vendor's final count. */
export function countBroken(draft: StreamDraft, { report, target }: CompiledRequest): void {
  if (draft.stop !== undefined && draft.stop !== 'aborted' && draft.stop !== 'error') return;
  const usage = usageOfBroken({
    reported: draft.usage,
    parts: draftParts(draft),
    input: report.tokens,
    weights: weightsFor(target.model),
  });
  if (usage) draft.usage = usage;
}

import { SplitList } from '#core/list-start.ts';
import type { HistoryMessage } from '#core/message.ts';
import { applyOverlays } from '#core/normalize/base/apply-overlays.ts';
import { placesIn } from '#core/normalize/base/message-places.ts';
import { messageRefOf, overlaysFor, PRUNED, SHORTENED } from '#core/normalize/base/overlays.ts';
import { prune } from '#core/reliability/prune.ts';
import { shortenOldResults } from '#core/reliability/shorten-old.ts';
import type { Decision, Overlay, Target } from '#core/request.ts';
import { weightsFor } from '#core/window/token-weights.ts';

interface Cut {
  outline: readonly HistoryMessage[];
  overlays: readonly Overlay[];
  target: Target;
}

/** Decides what to prune because later calls replaced it. `configuration` is `experimental.dynamic_context_pruning`. */
export function pruneDecisions({ outline, overlays, target }: Cut, configuration: unknown): Decision[] {
  const shown = applyOverlays(SplitList.of(outline), overlaysFor(overlays, target), placesIn(outline)).all;
  const { history, pruned } = prune(shown, { dynamic_context_pruning: configuration });
  return pruned.flatMap(({ strategy, message, part }): Decision[] => {
    const [from, to] = [shown[message], history[message]?.parts[part]];
    if (!from || !to) return [];
    const data = to.type === 'tool_result' ? { text: to.text } : to.type === 'tool_call' ? { args: to.args } : null;
    if (!data) return [];
    const place = { message: messageRefOf(from, message), part };
    return [{ kind: PRUNED, target: place, reason: 'later calls took its place', data: { strategy, ...data } }];
  });
}

/** Decides which old tool results to truncate until about `tokens` tokens are saved. */
export function shortenDecisions({ outline, overlays, target }: Cut, tokens: number): Decision[] {
  const shown = applyOverlays(SplitList.of(outline), overlaysFor(overlays, target), placesIn(outline)).all;
  return shortenOldResults(shown, tokens, weightsFor(target.model)).flatMap(({ message, part, text }): Decision[] => {
    const from = shown[message];
    if (!from) return [];
    const place = { message: messageRefOf(from, message), part };
    return [{ kind: SHORTENED, target: place, reason: 'the window was filling up', data: { text } }];
  });
}

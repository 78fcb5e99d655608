import type { RuleContext } from '../draft/draft.ts';
import type { Overlay } from '../request.ts';
import type { Places } from './base/message-places.ts';
import { PRUNED, readData, SHORTENED } from './base/overlays.ts';

/** Adds a note for every part that is sent shorter than it is stored. Messages that are not sent get no note. */
export function noteShortened(
  places: Places,
  absent: ReadonlySet<number>,
  overlays: readonly Overlay[],
  context: Pick<RuleContext, 'notes'>,
): void {
  for (const { kind, target, data } of overlays) {
    if (kind !== PRUNED && kind !== SHORTENED) continue;
    const message = places.last(target.message);
    if (message < 0 || absent.has(message) || target.part === undefined) continue;
    const at = { message, part: target.part };
    const strategy = readData(data, 'strategy');
    if (kind === SHORTENED) context.notes.add('shorten-old-result', at);
    else if (strategy === 'deduplication') context.notes.add('prune-repeated', at);
    else if (strategy === 'supersede_writes') context.notes.add('prune-superseded', at);
    else context.notes.add('prune-failed', at);
  }
}

import type { RuleContext } from '../draft/draft.ts';
import type { SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';
import type { Overlay } from '../request.ts';
import { messageRefOf, PRUNED, readData, SHORTENED } from './base/overlays.ts';
import type { ReadStart } from './read-start.ts';

/**
 * Adds a note for every part that is sent shorter than it is stored. Messages that are not sent get no note. `start`: has
 * read the first messages of the history.
 */
export function noteShortened(
  history: SplitList<HistoryMessage>,
  start: Pick<ReadStart, 'length' | 'placeOf'>,
  absent: ReadonlySet<number>,
  overlays: readonly Overlay[],
  context: Pick<RuleContext, 'notes'>,
): void {
  const cuts = overlays.filter(({ kind }) => kind === PRUNED || kind === SHORTENED);
  if (cuts.length === 0) return;
  const { length } = start;
  const later = new Map(history.slice(length).map((message, at) => [messageRefOf(message, length + at), length + at]));
  for (const { kind, target, data } of cuts) {
    const message = later.get(target.message) ?? start.placeOf(target.message);
    if (message === undefined || absent.has(message) || target.part === undefined) continue;
    const at = { message, part: target.part };
    const strategy = readData(data, 'strategy');
    if (kind === SHORTENED) context.notes.add('shorten-old-result', at);
    else if (strategy === 'deduplication') context.notes.add('prune-repeated', at);
    else if (strategy === 'supersede_writes') context.notes.add('prune-superseded', at);
    else context.notes.add('prune-failed', at);
  }
}

import type { RuleContext } from '../draft/draft.ts';
import { derive } from '../draft/derive.ts';
import type { SplitList } from '../list-start.ts';
import type { HistoryMessage, Part } from '../message.ts';
import { callsOf } from '../pair-calls.ts';
import type { Overlay } from '../request.ts';
import type { Places } from './base/message-places.ts';
import { messageRefOf, DELETED, EXCLUDED, PRUNED, SHORTENED, targetKey } from './base/overlays.ts';

/** What the model gets instead of a result that the user left out. A call must have a result. */
export const EXCLUDED_RESULT = 'The user left this result out of the conversation.';

/** A history without what the user excluded or deleted. Indices are those of the original history. */
export interface IncludedHistory {
  /** The history without it, from `from` on. */
  show(from: number): SplitList<HistoryMessage>;
  /** Messages that are not sent at all. */
  absent: ReadonlySet<number>;
  /** Results that are sent as a placeholder. */
  results: ReadonlyMap<number, ReadonlySet<number>>;
  /** Keys of what was deleted and not only excluded (see targetKey). */
  deleted: ReadonlySet<string>;
  /** The overlays that still apply: none that would bring back a part of a excluded result. */
  overlays: readonly Overlay[];
}

const NONE: ReadonlySet<number> = new Set();
const NOTHING_DELETED: ReadonlySet<string> = new Set();

/** Leaves out what the overlays say. An answer that is left out takes the results of its calls along. */
export function applyExclusions(
  history: SplitList<HistoryMessage>,
  overlays: readonly Overlay[],
  places: Places,
): IncludedHistory {
  const exclusions = overlays.filter(({ kind }) => kind === EXCLUDED || kind === DELETED);
  if (exclusions.length === 0)
    return { show: () => history, absent: NONE, results: new Map(), deleted: NOTHING_DELETED, overlays };
  const whole = new Set<number>();
  const parts = new Map<number, Set<number>>();
  for (const { target } of exclusions)
    for (const index of places.all(target.message))
      if (target.part === undefined) whole.add(index);
      else parts.set(index, (parts.get(index) ?? new Set()).add(target.part));

  const isTool = (index: number): boolean => history.at(index)?.role === 'tool';
  const absent = new Set(inOrder(whole).filter((index) => !isTool(index)));
  const orphaned = orphanedResults(history, absent);
  const changed = new Map<number, HistoryMessage>();
  const results = new Map<number, ReadonlySet<number>>();
  for (const index of inOrder(new Set([...whole, ...parts.keys(), ...orphaned.keys()]))) {
    const message = history.at(index);
    if (!message) continue;
    const all = isTool(index) && whole.has(index);
    const own = parts.get(index) ?? NONE;
    const gone = orphaned.get(index) ?? NONE;
    const isExcluded = (part: Part, at: number): boolean => part.type === 'tool_result' && (all || own.has(at));
    const shown = message.parts.map((part, at) => {
      if (gone.has(at)) return NOTHING;
      return isExcluded(part, at) ? withoutContent(part) : part;
    });
    if (absent.has(index) || shown.every((part) => part === NOTHING)) {
      absent.add(index);
      changed.set(index, { ...message, parts: [] });
      continue;
    }
    results.set(
      index,
      new Set(message.parts.flatMap((part, at) => (isExcluded(part, at) && !gone.has(at) ? [at] : []))),
    );
    changed.set(index, { ...message, parts: shown });
  }
  const silenced = new Set(
    [...results].flatMap(([index, own]) => [...own].map((part) => targetKey({ message: refAt(history, index), part }))),
  );
  const applies = ({ kind, target }: Overlay): boolean =>
    (kind !== SHORTENED && kind !== PRUNED) || !silenced.has(targetKey(target));
  const deleted = new Set(exclusions.filter(({ kind }) => kind === DELETED).map(({ target }) => targetKey(target)));
  const show = (from: number): SplitList<HistoryMessage> =>
    history.continuedWith(
      from,
      history.slice(from).map((message, at) => changed.get(from + at) ?? message),
    );
  return { show, absent, results, deleted, overlays: overlays.filter(applies) };
}

const inOrder = (indices: ReadonlySet<number>): number[] => [...indices].sort((a, b) => a - b);

function refAt(history: SplitList<HistoryMessage>, index: number): string {
  const message = history.at(index);
  return message ? messageRefOf(message, index) : '';
}

/** Keeps the place of a part, so that indices still fit. Blank text is never sent. */
const NOTHING: Part = { type: 'text', text: '' };

function withoutContent(part: Part): Part {
  if (part.type !== 'tool_result') return part;
  return derive(part, 'excluded', () => {
    const { images: _images, context: _context, ...rest } = part;
    return { ...rest, text: EXCLUDED_RESULT };
  });
}

/** Where the results of excluded calls are, by message. */
function orphanedResults(
  history: SplitList<HistoryMessage>,
  absent: ReadonlySet<number>,
): ReadonlyMap<number, ReadonlySet<number>> {
  const orphaned = new Map<number, Set<number>>();
  for (const { result } of callsOf(history, absent))
    if (result) orphaned.set(result.message, (orphaned.get(result.message) ?? new Set()).add(result.part));
  return orphaned;
}

/** Adds a note for everything that the user excluded or deleted and that would be sent otherwise. */
export function noteExclusions(
  history: SplitList<HistoryMessage>,
  { absent, results, deleted }: IncludedHistory,
  unsent: ReadonlySet<number>,
  context: Pick<RuleContext, 'notes'>,
): void {
  const isDeleted = (index: number, part?: number): boolean => {
    const message = refAt(history, index);
    return deleted.has(message) || (part !== undefined && deleted.has(targetKey({ message, part })));
  };
  for (const message of absent)
    if (history.at(message)?.role !== 'tool')
      context.notes.add(isDeleted(message) ? 'delete-message' : 'exclude-message', { message });
  for (const [message, parts] of results)
    if (!unsent.has(message))
      for (const part of parts)
        context.notes.add(isDeleted(message, part) ? 'delete-result' : 'exclude-result', { message, part });
}

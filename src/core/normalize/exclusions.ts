import type { RuleContext } from '../draft/draft.ts';
import { derive } from '../draft/derive.ts';
import type { HistoryMessage, Part } from '../message.ts';
import { pairCalls } from '../pair-calls.ts';
import type { Overlay } from '../request.ts';
import { messageRefOf, DELETED, EXCLUDED, PRUNED, SHORTENED, targetKey } from './base/overlays.ts';

/** What the model gets instead of a result that the user left out. A call must have a result. */
export const EXCLUDED_RESULT = 'The user left this result out of the conversation.';

/** A history without what the user excluded or deleted. Indices are those of the original history. */
export interface IncludedHistory {
  history: readonly HistoryMessage[];
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
export function applyExclusions(history: readonly HistoryMessage[], overlays: readonly Overlay[]): IncludedHistory {
  const exclusions = overlays.filter(({ kind }) => kind === EXCLUDED || kind === DELETED);
  if (exclusions.length === 0) return { history, absent: NONE, results: new Map(), deleted: NOTHING_DELETED, overlays };
  const whole = new Set<string>();
  const parts = new Map<string, Set<number>>();
  for (const { target } of exclusions)
    if (target.part === undefined) whole.add(target.message);
    else parts.set(target.message, (parts.get(target.message) ?? new Set()).add(target.part));

  const absent = new Set<number>();
  for (const [index, message] of history.entries())
    if (message.role !== 'tool' && whole.has(messageRefOf(message, index))) absent.add(index);
  const orphaned = orphanedResults(history, absent);
  const results = new Map<number, ReadonlySet<number>>();
  const included = history.map((message, index): HistoryMessage => {
    if (absent.has(index)) return { ...message, parts: [] };
    const name = messageRefOf(message, index);
    const all = message.role === 'tool' && whole.has(name);
    const own = parts.get(name) ?? NONE;
    const gone = orphaned.get(index) ?? NONE;
    if (!all && own.size === 0 && gone.size === 0) return message;
    const isExcluded = (part: Part, at: number): boolean => part.type === 'tool_result' && (all || own.has(at));
    const shown = message.parts.map((part, at) => {
      if (gone.has(at)) return NOTHING;
      return isExcluded(part, at) ? withoutContent(part) : part;
    });
    if (shown.every((part) => part === NOTHING)) {
      absent.add(index);
      return { ...message, parts: [] };
    }
    results.set(
      index,
      new Set(message.parts.flatMap((part, at) => (isExcluded(part, at) && !gone.has(at) ? [at] : []))),
    );
    return { ...message, parts: shown };
  });
  const silenced = new Set(
    [...results].flatMap(([index, own]) => [...own].map((part) => targetKey({ message: refAt(history, index), part }))),
  );
  const applies = ({ kind, target }: Overlay): boolean =>
    (kind !== SHORTENED && kind !== PRUNED) || !silenced.has(targetKey(target));
  const deleted = new Set(exclusions.filter(({ kind }) => kind === DELETED).map(({ target }) => targetKey(target)));
  return { history: included, absent, results, deleted, overlays: overlays.filter(applies) };
}

function refAt(history: readonly HistoryMessage[], index: number): string {
  const message = history[index];
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
  history: readonly HistoryMessage[],
  absent: ReadonlySet<number>,
): ReadonlyMap<number, ReadonlySet<number>> {
  const orphaned = new Map<number, Set<number>>();
  if (![...absent].some((index) => history[index]?.parts.some(({ type }) => type === 'tool_call'))) return orphaned;
  for (const [index, calls] of pairCalls(history).calls) {
    if (!absent.has(index)) continue;
    for (const { result } of calls)
      if (result) orphaned.set(result.message, (orphaned.get(result.message) ?? new Set()).add(result.part));
  }
  return orphaned;
}

/** Adds a note for everything that the user excluded or deleted and that would be sent otherwise. */
export function noteExclusions(
  history: readonly HistoryMessage[],
  { absent, results, deleted }: IncludedHistory,
  unsent: ReadonlySet<number>,
  context: Pick<RuleContext, 'notes'>,
): void {
  const isDeleted = (index: number, part?: number): boolean => {
    const message = refAt(history, index);
    return deleted.has(message) || (part !== undefined && deleted.has(targetKey({ message, part })));
  };
  for (const message of absent)
    if (history[message]?.role !== 'tool')
      context.notes.add(isDeleted(message) ? 'delete-message' : 'exclude-message', { message });
  for (const [message, parts] of results)
    if (!unsent.has(message))
      for (const part of parts)
        context.notes.add(isDeleted(message, part) ? 'delete-result' : 'exclude-result', { message, part });
}

import { withoutResults } from '#core/normalize/base/deletions.ts';
import { isSummary } from '#core/is-summary.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { SessionRecord } from '../../records.ts';
import type { Outline, OutlineNode } from './outline.ts';
import { renderPartsOf, type RenderPart } from './render-parts.ts';
import type { RenderOptions } from './render-options.ts';

/** One message as it is written: an answer together with the results of its calls. */
export interface Entry {
  spot: OutlineNode;
  message: StoredMessage;
  /** Display name of the author. */
  who: string;
  pieces: RenderPart[];
}

/** Yields the messages of the path or of the other branches. One answer and its results are in memory at a time. */
export async function* entriesOf(
  records: AsyncIterable<SessionRecord>,
  outline: Outline,
  part: 'path' | 'others',
  options: RenderOptions,
): AsyncGenerator<Entry> {
  const requested = new Set(outline[part]);
  let pending: { spot: OutlineNode; message: StoredMessage; results: StoredMessage[] } | null = null;
  for await (const record of records) {
    if (record.type !== 'message') continue;
    const spot = outline.byId.get(record.row.id);
    // Messages added after the outline was read are left to the next export.
    if (!spot) continue;
    if (spot.owner !== null) {
      if (pending?.spot === spot.owner) pending.results.push(withoutResults(record.row, outline.deleted));
      continue;
    }
    if (!requested.has(spot)) continue;
    if (pending) yield entryOf(pending, outline, options);
    pending = spot.empty ? null : { spot, message: withoutResults(record.row, outline.deleted), results: [] };
  }
  if (pending) yield entryOf(pending, outline, options);
}

function entryOf(
  { spot, message, results }: { spot: OutlineNode; message: StoredMessage; results: StoredMessage[] },
  outline: Outline,
  options: RenderOptions,
): Entry {
  const beside = {
    results,
    summary: outline.summaries.get(message.id) ?? null,
    contextPaths: outline.contextPaths.get(message.id) ?? [],
  };
  return { spot, message, who: whoOf(message, options), pieces: renderPartsOf(message, beside, options) };
}

function whoOf(message: StoredMessage, { texts, modelName }: RenderOptions): string {
  const { role, origin, author, parentId } = message;
  if (role === 'tool') return texts.tool;
  if (role === 'assistant') return origin ? modelName(origin) : message.edited ? texts.edited : texts.unknownModel;
  if (isSummary(message)) return `${texts.summary} (${modelName(message.origin)})`;
  if (author === 'automation') return parentId === null ? texts.order : texts.automation;
  return texts.you;
}

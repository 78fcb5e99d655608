import type { ResponseReasoningItem } from 'openai/resources/responses/responses';
import type { ThinkingPart } from '#core/message.ts';

/** What can't be rebuilt from `text` alone: summaries in several segments, or the raw reasoning of an open model. */
interface Details {
  summary: string[];
  content?: string[];
}

const BETWEEN_SUMMARIES = '\n\n';

/** Converts a finished reasoning item to a part. The item's text replaces the streamed text (vendor-rules R8). */
export function partOf(item: ResponseReasoningItem, streamed: string): ThinkingPart {
  const summary = (item.summary ?? []).map((one) => one.text);
  const content = item.content?.map((one) => one.text) ?? [];
  const text = [...summary, ...content].join(BETWEEN_SUMMARIES) || streamed;
  const details: Details = { summary, ...(content.length > 0 ? { content } : {}) };
  return {
    type: 'thinking',
    text,
    itemId: item.id,
    ...(item.encrypted_content ? { encrypted: item.encrypted_content } : {}),
    ...(summary.length > 1 || content.length > 0 ? { details: JSON.stringify(details) } : {}),
  };
}

/** Rebuilds the item, byte for byte in everything the vendor signs: id, summary, encrypted content (R3). */
export function itemOf(part: ThinkingPart): ResponseReasoningItem | null {
  if (!part.encrypted) return null;
  const details = readDetails(part.details) ?? { summary: part.text === '' ? [] : [part.text] };
  return {
    type: 'reasoning',
    // The API accepts an item without an id if it has encrypted content; the type requires a string.
    ...(part.itemId ? { id: part.itemId } : ({} as { id: string })),
    summary: details.summary.map((text) => ({ type: 'summary_text', text })),
    ...(details.content ? { content: details.content.map((text) => ({ type: 'reasoning_text', text })) } : {}),
    encrypted_content: part.encrypted,
  };
}

function readDetails(json: string | undefined): Details | null {
  if (json === undefined) return null;
  try {
    const value = JSON.parse(json) as Partial<Details> | null;
    const strings = (list: unknown) => Array.isArray(list) && list.every((one) => typeof one === 'string');
    if (!value || !strings(value.summary) || !(value.content === undefined || strings(value.content))) return null;
    return value as Details;
  } catch {
    return null;
  }
}

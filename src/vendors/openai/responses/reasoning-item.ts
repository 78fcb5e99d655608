import type { ResponseReasoningItem } from 'openai/resources/responses/responses';
import type { ThinkingPart } from '#core/message.ts';

/** What `text` alone cannot rebuild: summaries in several pieces, or the raw reasoning of an open model. */
interface Details {
  summary: string[];
  content?: string[];
}

const BETWEEN_SUMMARIES = '\n\n';

/** A finished reasoning item as a part; whatever was streamed gives way to what the item says (vendor-rules R8). */
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

/** The same item again, byte for byte in everything the vendor signs: id, summary, encrypted content (R3). */
export function itemOf(part: ThinkingPart): ResponseReasoningItem | null {
  if (!part.encrypted) return null;
  const details = readDetails(part.details) ?? { summary: part.text === '' ? [] : [part.text] };
  return {
    type: 'reasoning',
    // An item without id but with encrypted content is accepted; the type insists on a string.
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

import type { StoredMessage } from '#storage/rows.ts';

/** What a person would copy of a message: its words, without thinking, tool traffic and what a mode added. */
export function textOf(message: Pick<StoredMessage, 'parts'>): string {
  return message.parts
    .map((part) => (part.type === 'refusal' || (part.type === 'text' && part.mode === undefined) ? part.text : ''))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** First words of a message, as its name for screen readers. */
export function excerptOf(message: Pick<StoredMessage, 'parts'>, length = 80): string {
  const text = textOf(message).replace(/\s+/g, ' ').trim();
  return text.length <= length ? text : `${text.slice(0, length).trimEnd()}…`;
}

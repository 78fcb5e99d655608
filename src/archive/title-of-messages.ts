import { autoTitle } from '#markdown/auto-title.ts';
import type { StoredMessage } from '#storage/rows.ts';

/** A title for a conversation that has none: from the first message of the user that says something. */
export function titleOfMessages(messages: readonly StoredMessage[]): string {
  for (const { role, parts, author } of messages) {
    if (role !== 'user' || author) continue;
    const text = parts.flatMap((part) => (part.type === 'text' && !part.mode ? [part.text] : [])).join('\n');
    const title = autoTitle(
      text,
      parts.flatMap((part) => (part.type === 'file' ? [part] : [])),
    );
    if (title !== '') return title;
  }
  return '';
}

import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import type { StoredMessage } from '#storage/rows.ts';

/** Attachments of a stored question, as they would be sent again. */
export function attachmentsOf(message: Pick<StoredMessage, 'parts'>): OutgoingMessage['attachments'] {
  const found: OutgoingMessage['attachments'] = [];
  for (const part of message.parts) {
    if (part.type !== 'image' && part.type !== 'file') continue;
    const { type, mime, name = '', blob, bytes, from } = part;
    // The source is kept: it is still outside content.
    found.push({ kind: type, mime, name, blob, bytes, ...(from && { from }) });
  }
  return found;
}

import type { OutgoingAttachment } from '#flows/base/outgoing-message.ts';
import type { StoredMessage } from '#storage/rows.ts';

/** Attachments of a stored question, as they would be sent again. */
export function attachmentsOf(message: Pick<StoredMessage, 'parts'>): OutgoingAttachment[] {
  const found: OutgoingAttachment[] = [];
  for (const part of message.parts) {
    if (part.type !== 'image' && part.type !== 'file') continue;
    const { type, mime, name = '', blob, bytes, from } = part;
    // The source is kept: it is still outside content.
    const text = type === 'file' ? part.text : undefined;
    found.push({ kind: type, mime, name, blob, bytes, ...(from && { from }), ...(text !== undefined && { text }) });
  }
  return found;
}

import { imageName } from '#core/image-name.ts';
import { MODE_TEXTS } from '#core/message-options.ts';
import type { StoredPart } from '#storage/rows.ts';
import { NothingToSendError } from './flow-errors.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

/** The user's message as parts: attachments first, as the vendors advise, then the text and what its modes add. */
export function outgoingParts(outgoing: OutgoingMessage): StoredPart[] {
  const parts: StoredPart[] = outgoing.attachments.map(({ kind, name, text, encoding: _encoding, ...rest }) => {
    if (kind === 'file') return { type: 'file', name, ...rest, ...(text !== undefined && { text }) };
    const called = imageName(name);
    return { type: 'image', ...(called !== null && { name: called }), ...rest };
  });
  if (outgoing.text.trim() !== '') parts.push({ type: 'text', text: outgoing.text });
  if (parts.length === 0) throw new NothingToSendError();
  const { modes = [] } = outgoing.asks ?? {};
  return [...parts, ...modes.map((mode) => ({ type: 'text' as const, text: MODE_TEXTS[mode], mode }))];
}

import type { Origin } from '#core/vendor.ts';
import type { StoredMessage } from '#storage/rows.ts';

export type SummaryMessage = StoredMessage & { origin: Origin };

/** A model wrote it for the person to hand the conversation on with; what continues an answer names no model. */
export function isSummary(message: StoredMessage): message is SummaryMessage {
  return message.role === 'user' && message.author === 'automation' && message.origin !== undefined;
}

/** Its words, without the line by which the next model knows what it reads. */
export function summaryText({ parts }: StoredMessage): string {
  return parts
    .slice(1)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n\n');
}

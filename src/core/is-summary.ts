import type { Message } from './message.ts';
import type { Origin } from './vendor.ts';

/**
 * Whether a model wrote this message on the user's behalf to hand the conversation off. A message that continues an
 * answer names no model.
 */
export function isSummary<M extends Pick<Message, 'role' | 'author' | 'origin'>>(
  message: M,
): message is M & { origin: Origin } {
  return message.role === 'user' && message.author === 'automation' && message.origin !== undefined;
}

/** The summary's text, without the line that explains it to the next model. */
export function summaryText({ parts }: { parts: readonly Words[] }): string {
  return parts
    .slice(1)
    .map((part) => (part.type === 'text' ? (part.text ?? '') : ''))
    .join('\n\n');
}

/** The text fields of a part, stored or not. */
interface Words {
  type: string;
  text?: string;
}

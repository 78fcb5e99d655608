import type { Message } from './message.ts';
import type { Origin } from './vendor.ts';

/** A model wrote it for the person to hand the conversation on with; what continues an answer names no model. */
export function isSummary<M extends Pick<Message, 'role' | 'author' | 'origin'>>(
  message: M,
): message is M & { origin: Origin } {
  return message.role === 'user' && message.author === 'automation' && message.origin !== undefined;
}

/** Its words, without the line by which the next model knows what it reads. */
export function summaryText({ parts }: { parts: readonly Words[] }): string {
  return parts
    .slice(1)
    .map((part) => (part.type === 'text' ? (part.text ?? '') : ''))
    .join('\n\n');
}

/** A part as far as words go; stored or not. */
interface Words {
  type: string;
  text?: string;
}

import type { Message } from '../message.ts';
import type { TreeNode } from '../tree.ts';

/** What an outline needs to know about a message: everything but its text, and the start of that. */
export interface MessageHead extends TreeNode, Pick<Message, 'role' | 'status' | 'createdAt'> {
  stop?: Message['stop'];
  author?: Message['author'];
  edited?: Message['edited'];
  origin?: Message['origin'];
  /** First words, on one line. */
  excerpt: string;
  attached: boolean;
  failed: boolean;
}

type Whole = Omit<Message, 'parts' | 'sessionId'> & {
  parts: readonly { type: string; text?: string; mode?: string }[];
};

export type ReadExcerpt = (markdown: string, longest: number) => string;

/** Enough for a line, and for finding one by its start. */
const MAX_WORDS = 200;

/** `plain` returns the first words of Markdown, at most this many characters. */
export function headOf(message: Whole, plain: ReadExcerpt): MessageHead {
  const { id, parentId, seq, role, status, createdAt, stop, author, edited, origin, error, parts } = message;
  return {
    id,
    parentId,
    seq,
    role,
    status,
    createdAt,
    ...(stop && { stop }),
    ...(author && { author }),
    ...(edited && { edited }),
    ...(origin && { origin }),
    excerpt: firstWords(author && origin ? parts.slice(1) : parts, plain),
    attached: parts.some(({ type }) => type === 'image' || type === 'file'),
    failed: error !== undefined,
  };
}

function firstWords(parts: Whole['parts'], plain: ReadExcerpt): string {
  let excerpt = '';
  for (const { type, text = '', mode } of parts) {
    if ((type !== 'text' && type !== 'refusal') || mode !== undefined) continue;
    excerpt = `${excerpt} ${plain(text, MAX_WORDS)}`.trim();
    if (excerpt.length >= MAX_WORDS) break;
  }
  return excerpt;
}

import type { Message } from '../message.ts';
import type { TreeNode } from '../tree.ts';

/** What an outline needs to know of a message: everything but what was said, of which it has the beginning. */
export interface MessageHead extends TreeNode, Pick<Message, 'role' | 'status' | 'createdAt'> {
  stop?: Message['stop'];
  author?: Message['author'];
  origin?: Message['origin'];
  /** First words, in one line. */
  words: string;
  attached: boolean;
  failed: boolean;
}

type Whole = Omit<Message, 'parts' | 'sessionId'> & {
  parts: readonly { type: string; text?: string; mode?: string }[];
};

export type ReadExcerpt = (markdown: string, longest: number) => string;

/** Enough for a line, and for finding one by what it begins with. */
const MAX_WORDS = 200;

/** `plain` gives the first words of Markdown, at most so many characters of them. */
export function headOf(message: Whole, plain: ReadExcerpt): MessageHead {
  const { id, parentId, seq, role, status, createdAt, stop, author, origin, error, parts } = message;
  return {
    id,
    parentId,
    seq,
    role,
    status,
    createdAt,
    ...(stop && { stop }),
    ...(author && { author }),
    ...(origin && { origin }),
    words: firstWords(author && origin ? parts.slice(1) : parts, plain),
    attached: parts.some(({ type }) => type === 'image' || type === 'file'),
    failed: error !== undefined,
  };
}

function firstWords(parts: Whole['parts'], plain: ReadExcerpt): string {
  let words = '';
  for (const { type, text = '', mode } of parts) {
    if ((type !== 'text' && type !== 'refusal') || mode !== undefined) continue;
    words = `${words} ${plain(text, MAX_WORDS)}`.trim();
    if (words.length >= MAX_WORDS) break;
  }
  return words;
}

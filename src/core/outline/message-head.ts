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

/** Enough for a line, and for finding one by what it begins with. */
const MOST_WORDS = 200;

export function headOf(message: Whole): MessageHead {
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
    words: firstWords(author && origin ? parts.slice(1) : parts),
    attached: parts.some(({ type }) => type === 'image' || type === 'file'),
    failed: error !== undefined,
  };
}

function firstWords(parts: Whole['parts']): string {
  let words = '';
  for (const { type, text = '', mode } of parts) {
    if ((type !== 'text' && type !== 'refusal') || mode !== undefined) continue;
    words = `${words} ${plain(text.slice(0, 4 * MOST_WORDS))}`.replace(/\s+/g, ' ').trim();
    if (words.length >= MOST_WORDS) break;
  }
  return words.slice(0, MOST_WORDS);
}

/** Without the marks of Markdown that stand before and around words. */
function plain(text: string): string {
  return text.replace(/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|```.*$)+/gm, '').replace(/\*\*|`/g, '');
}

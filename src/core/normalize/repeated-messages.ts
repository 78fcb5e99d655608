import type { SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';

/**
 * Finds messages that were stored twice: the same id with the same content anywhere, or an answer with calls or opaque
 * state directly after its own copy. A user who says the same thing twice really said it twice. Reads a history in one
 * piece or in several.
 */
export class RepeatedMessages {
  readonly #firstWithId = new Map<string, HistoryMessage>();
  readonly #before: RepeatedMessages | null;
  #last: HistoryMessage | undefined;

  /** Continues after what `before` has read, and leaves it as it is. */
  constructor(before: RepeatedMessages | null = null) {
    this.#before = before;
    if (before) this.#last = before.#last;
  }

  /** Reads the messages from `from` up to `end` and returns the indices of those that repeat an earlier one. */
  read(history: SplitList<HistoryMessage>, from = 0, end = history.length): ReadonlySet<number> {
    const repeated = new Set<number>();
    for (let index = from; index < end; index++) {
      const message = history.at(index);
      if (!message || message.parts.length === 0) continue;
      const first = message.id === undefined ? undefined : this.#find(message.id);
      const before = first ?? (isUniqueAnswer(message) ? this.#last : undefined);
      if (before && sameContent(before, message)) {
        repeated.add(index);
        continue;
      }
      if (message.id !== undefined && !first) this.#firstWithId.set(message.id, message);
      this.#last = message;
    }
    return repeated;
  }

  #find(id: string): HistoryMessage | undefined {
    return this.#firstWithId.get(id) ?? (this.#before ? this.#before.#find(id) : undefined);
  }
}

/** Whether a message holds something that no model produces twice. */
function isUniqueAnswer({ role, parts }: HistoryMessage): boolean {
  return role === 'assistant' && parts.some(({ type }) => type !== 'text' && type !== 'refusal');
}

function sameContent(a: HistoryMessage, b: HistoryMessage): boolean {
  return (
    a.role === b.role &&
    a.parts.length === b.parts.length &&
    a.parts.every(({ type }, index) => type === b.parts[index]?.type) &&
    json(a.parts) === json(b.parts)
  );
}

/** Text for comparison. A value that cannot be written as JSON equals nothing. */
function json(value: unknown): string | symbol {
  try {
    return JSON.stringify(value);
  } catch {
    return Symbol('not JSON');
  }
}

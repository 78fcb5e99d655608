import { SplitList } from '../../list-start.ts';
import type { HistoryMessage } from '../../message.ts';
import { messageRefOf } from './overlays.ts';

/** Where the messages of a history are, by the names that overlays use. Valid until another history is looked into. */
export interface Places {
  /** Index of the last message of this name before `end`; -1 without one. */
  last(name: string, end?: number): number;
  /** Indices of all messages of this name, in order. */
  all(name: string): readonly number[];
}

/**
 * Looks messages up by name. Remembers what it looked into last, so that a history that goes on after it costs what is new
 * in it. Reads nothing before the first name is asked for.
 */
export class MessagePlaces {
  #history: SplitList<HistoryMessage> = SplitList.of<HistoryMessage>([]);
  readonly #last = new Map<string, number>();
  /** Of names that more than one message has: all but the last. */
  readonly #earlier = new Map<string, number[]>();

  of(history: SplitList<HistoryMessage>): Places {
    let isRead = false;
    const read = () => {
      if (!isRead) this.#read(history);
      isRead = true;
    };
    return {
      last: (name, end = history.length) => {
        read();
        const last = this.#last.get(name) ?? -1;
        const before = Math.min(end, history.length);
        return last < before ? last : (this.#earlier.get(name)?.findLast((index) => index < before) ?? -1);
      },
      all: (name) => {
        read();
        const last = this.#last.get(name);
        if (last === undefined) return [];
        return [...(this.#earlier.get(name) ?? []), last].filter((index) => index < history.length);
      },
    };
  }

  #read(history: SplitList<HistoryMessage>): void {
    const known = this.#history;
    const shared = sharedLength(known, history);
    // The beginning of what is known.
    if (shared === history.length) return;
    for (let index = known.length - 1; index >= shared; index--) this.#forget(nameAt(known, index));
    for (let index = shared; index < history.length; index++) this.#add(nameAt(history, index), index);
    this.#history = history;
  }

  #add(name: string, index: number): void {
    const before = this.#last.get(name);
    this.#last.set(name, index);
    if (before === undefined) return;
    const earlier = this.#earlier.get(name);
    if (earlier) earlier.push(before);
    else this.#earlier.set(name, [before]);
  }

  /** Forgets the last message of this name. */
  #forget(name: string): void {
    const before = this.#earlier.get(name)?.pop();
    if (before === undefined) this.#last.delete(name);
    else this.#last.set(name, before);
  }
}

/** For a history that is looked into once. */
export const placesIn = (history: readonly HistoryMessage[]): Places => new MessagePlaces().of(SplitList.of(history));

function nameAt(history: SplitList<HistoryMessage>, index: number): string {
  const message = history.at(index);
  return message ? messageRefOf(message, index) : '';
}

/** How many messages at their start are the same. */
function sharedLength(one: SplitList<HistoryMessage>, other: SplitList<HistoryMessage>): number {
  const most = Math.min(one.length, other.length);
  let length = one.start.sharedWith(other.start);
  while (length < most && one.at(length) === other.at(length)) length++;
  return length;
}

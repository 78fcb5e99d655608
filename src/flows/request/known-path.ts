import type { HistoryMessage } from '#core/message.ts';
import { ListStart } from '#core/list-start.ts';
import { estimateMessages } from '#core/window/estimate-request.ts';
import type { TokenWeights } from '#core/window/token-weights.ts';
import { hasBytes, outlineMessage } from '#storage/hydrate-parts.ts';
import type { StoredMessage } from '#storage/rows.ts';

/** What is known of a path that is remembered. It grows with the path. */
class KnownPath {
  #messages = ListStart.of<StoredMessage>();
  #outlines = ListStart.of<HistoryMessage>();
  /** Places of messages with bytes. */
  #withBytes = ListStart.of<number>();
  #sum: { weights: TokenWeights; count: number; tokens: number } | null = null;

  /** `messages`: the path now. */
  continue(messages: ListStart<StoredMessage>): this {
    if (!messages.beginsWith(this.#messages)) {
      this.#messages = ListStart.of<StoredMessage>();
      this.#outlines = ListStart.of<HistoryMessage>();
      this.#withBytes = ListStart.of<number>();
      this.#sum = null;
    }
    const from = this.#messages.length;
    const more = messages.slice(from);
    this.#outlines = this.#outlines.with(more.map((message) => outlineMessage(message)));
    this.#withBytes = this.#withBytes.with(more.flatMap((message, at) => (hasBytes(message) ? [from + at] : [])));
    this.#messages = messages;
    return this;
  }

  get outlines(): ListStart<HistoryMessage> {
    return this.#outlines;
  }

  get withBytes(): readonly number[] {
    return this.#withBytes.slice();
  }

  /** Sum of the estimates of all messages. */
  tokens(weights: TokenWeights): number {
    const known = this.#sum?.weights === weights ? this.#sum : { weights, count: 0, tokens: 0 };
    let { tokens } = known;
    for (const outline of this.#outlines.slice(known.count)) tokens += estimateMessages([outline], weights);
    this.#sum = { weights, count: this.#outlines.length, tokens };
    return tokens;
  }
}

/** By the first message of the path, which is the same object as long as the path is remembered. */
const paths = new WeakMap<StoredMessage, KnownPath>();

export function knownPath(messages: ListStart<StoredMessage>): KnownPath {
  const first = messages.at(0);
  const known = (first && paths.get(first)) ?? new KnownPath();
  if (first) paths.set(first, known);
  return known.continue(messages);
}

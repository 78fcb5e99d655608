import { beginsWith } from '#core/begins-with.ts';
import { MessageNormalizer } from '#core/normalize/message-normalizer.ts';
import { RecentMap } from '#core/recent-map.ts';
import type { NormalizedMessage, Target } from '#core/request.ts';
import { BodyLinter } from '#core/wire/body-linter.ts';
import { BodyText } from '#core/wire/body-text.ts';
import { ListDigest } from '#core/wire/list-digest.ts';

/**
 * What is known of one conversation's requests to one target, so that the next one costs what is new in it. Every
 * request is the same with and without it.
 */
export class RequestMemory<Wire> {
  readonly normalizer = new MessageNormalizer();
  readonly linter = new BodyLinter();
  readonly digests = new ListDigest();
  readonly texts = new BodyText();
  #messages: readonly NormalizedMessage[] = [];
  #wire: readonly Wire[] = [];

  /**
   * Renders messages. Returns them all, and how many of the first ones later requests may begin with, which were
   * rendered by themselves.
   */
  render(
    messages: readonly NormalizedMessage[],
    renderSome: (messages: readonly NormalizedMessage[]) => Wire[],
  ): { wire: Wire[]; settled: number } {
    if (!beginsWith(messages, this.#messages) || !isBoundary(messages, this.#messages.length))
      [this.#messages, this.#wire] = [[], []];
    const { settled } = this.normalizer;
    const known = this.#messages.length;
    const grown = settled.length > known && isBoundary(messages, settled.length);
    if (grown && beginsWith(messages, settled)) {
      this.#wire = [...this.#wire, ...renderSome(settled.slice(known))];
      this.#messages = settled;
    }
    const rest = renderSome(messages.slice(this.#messages.length));
    return { wire: [...this.#wire, ...rest], settled: this.#wire.length };
  }
}

/** Whether two sides meet before a message. Messages of one side may become one turn. */
function isBoundary(messages: readonly NormalizedMessage[], index: number): boolean {
  const before = messages[index - 1];
  const after = messages[index];
  return !before || !after || (before.role === 'assistant') !== (after.role === 'assistant');
}

/** Sessions that are remembered at a time. Each holds about as much as its messages. */
const MAX_COUNT = 4;

/** The memories that were used last. A target without a cache key has none that lasts. */
export class RequestMemories<Wire> {
  readonly #recent = new RecentMap<RequestMemory<Wire>>(MAX_COUNT);

  of({ cacheKey, vendor, endpoint, model, serverTools }: Target): RequestMemory<Wire> {
    if (cacheKey === undefined) return new RequestMemory();
    return this.#recent.of(
      JSON.stringify([cacheKey, vendor, endpoint, model.id, serverTools?.citeFiles]),
      () => new RequestMemory(),
    );
  }
}

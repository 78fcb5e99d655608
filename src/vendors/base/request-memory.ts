import { ListStart, SplitList } from '#core/list-start.ts';
import { MessageNormalizer } from '#core/normalize/message-normalizer.ts';
import { RecentMap } from '#core/recent-map.ts';
import type { NormalizedMessage, Target } from '#core/request.ts';
import { BodyLinter } from '#core/wire/body-linter.ts';
import { BodyText } from './body-text.ts';

/** A stretch of a conversation in its wire form. */
export interface RenderedMessages<Wire> {
  wire: Wire[];
  /** What it needs in the rest of the body or in the headers, by names of its protocol, in order. */
  needs: readonly string[];
  /** See `arePlain`. */
  isPlain: boolean;
}

/** A conversation in its wire form. */
export interface RenderedConversation<Wire> {
  /** Starts with what later requests share. */
  wire: SplitList<Wire>;
  needs: ReadonlySet<string>;
  /** Whether the messages of the start are plain. */
  isPlain: boolean;
}

/**
 * What is known of one conversation's requests to one target, so that the next one costs what is new in it. Every
 * request is the same with and without it.
 */
export class RequestMemory<Wire> {
  readonly normalizer = new MessageNormalizer();
  readonly linter = new BodyLinter();
  readonly texts = new BodyText();
  #messages = ListStart.of<NormalizedMessage>();
  #wire = ListStart.of<Wire>();
  #needs = new Set<string>();
  #isPlain = true;

  /** Renders messages. Those that they start with are rendered once and by themselves. */
  render(
    messages: SplitList<NormalizedMessage>,
    renderSome: (messages: readonly NormalizedMessage[]) => RenderedMessages<Wire>,
  ): RenderedConversation<Wire> {
    if (!messages.start.beginsWith(this.#messages) || !isBoundary(messages, this.#messages.length)) {
      this.#messages = ListStart.of<NormalizedMessage>();
      this.#wire = ListStart.of<Wire>();
      this.#needs = new Set();
      this.#isPlain = true;
    }
    const known = this.#messages.length;
    if (messages.start.length > known && isBoundary(messages, messages.start.length)) {
      const more = renderSome(messages.start.slice(known));
      this.#isPlain &&= more.isPlain;
      this.#wire = this.#wire.with(more.wire);
      this.#messages = messages.start;
      for (const need of more.needs) this.#needs.add(need);
    }
    const rest = renderSome(messages.slice(this.#messages.length));
    return {
      wire: new SplitList(this.#wire, rest.wire),
      needs: rest.needs.length === 0 ? this.#needs : new Set([...this.#needs, ...rest.needs]),
      isPlain: this.#isPlain,
    };
  }
}

/** Whether two sides meet before a message. Messages of one side may become one turn. */
function isBoundary(messages: SplitList<NormalizedMessage>, index: number): boolean {
  const before = messages.at(index - 1);
  const after = messages.at(index);
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

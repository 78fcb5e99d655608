import { ForkedSet } from './forked-set.ts';

type StateKind = 'signature' | 'encrypted' | 'redacted' | 'item' | 'block';

/**
 * Opaque values that occurred in a conversation. Each kind has a set of its own: to tell kinds apart by what is added to
 * a value would copy it, and signatures are long.
 */
export class SeenState {
  readonly #kinds: Readonly<Record<StateKind, ForkedSet<string>>>;

  /** Continues after `before`, and leaves it as it is. */
  constructor(before: SeenState | null = null) {
    const fork = (kind: StateKind) => new ForkedSet<string>(before ? before.#kinds[kind] : null);
    this.#kinds = {
      signature: fork('signature'),
      encrypted: fork('encrypted'),
      redacted: fork('redacted'),
      item: fork('item'),
      block: fork('block'),
    };
  }

  has(kind: StateKind, value: string): boolean {
    return this.#kinds[kind].has(value);
  }

  /** Adds a value. Returns whether it had occurred before. */
  occurs(kind: StateKind, value: string): boolean {
    return !this.#kinds[kind].add(value);
  }
}

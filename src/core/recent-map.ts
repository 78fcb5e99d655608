/** Values by key: those that were used last. */
export class RecentMap<V> {
  readonly #values = new Map<string, V>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** The value of a key, created where there is none. The one that was used longest ago makes room for it. */
  of(key: string, create: () => V): V {
    const value = this.#values.get(key) ?? create();
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#max && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}

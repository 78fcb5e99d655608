/** A set that can continue another one without changing it. */
export class ForkedSet<T> {
  readonly #own = new Set<T>();
  readonly #before: ForkedSet<T> | null;

  constructor(before: ForkedSet<T> | null = null) {
    this.#before = before;
  }

  has(value: T): boolean {
    return this.#own.has(value) || (this.#before?.has(value) ?? false);
  }

  /** Returns whether the value is new. */
  add(value: T): boolean {
    if (this.#before?.has(value)) return false;
    const { size } = this.#own;
    return this.#own.add(value).size > size;
  }
}

/**
 * The first elements of a list that only grows at its end. Never changes. A longer start of the same list shares its
 * elements with this one, so neither growing it nor comparing both depends on their length.
 */
export class ListStart<T> {
  readonly #elements: T[];
  readonly length: number;

  private constructor(elements: T[], length: number) {
    this.#elements = elements;
    this.length = length;
  }

  static of<T>(elements: readonly T[] = []): ListStart<T> {
    return new ListStart([...elements], elements.length);
  }

  /** Of a list to which its owner only adds at the end. */
  static within<T>(elements: T[], length = elements.length): ListStart<T> {
    return new ListStart(elements, length);
  }

  at(index: number): T | undefined {
    return index < this.length ? this.#elements[index] : undefined;
  }

  first(length: number): ListStart<T> {
    return length >= this.length ? this : new ListStart(this.#elements, length);
  }

  /** This start and what follows it. Copies only where another list goes on after it already. */
  with(more: readonly T[]): ListStart<T> {
    if (more.length === 0) return this;
    if (this.length === 0) return ListStart.of(more);
    const isNewest = this.#elements.length === this.length;
    const elements = isNewest ? this.#elements : this.#elements.slice(0, this.length);
    for (const element of more) elements.push(element);
    return new ListStart(elements, elements.length);
  }

  /** A negative place counts from the end. */
  slice(from = 0, to = this.length): T[] {
    const first = from < 0 ? Math.max(0, this.length + from) : from;
    return this.#elements.slice(first, Math.min(to, this.length));
  }

  /** Whether both are starts of one list, and this one is not the shorter one. */
  continues(other: ListStart<T>): boolean {
    return this.#elements === other.#elements && other.length <= this.length;
  }

  /** How many elements both have because they are starts of one list. */
  sharedWith(other: ListStart<T>): number {
    return this.#elements === other.#elements ? Math.min(this.length, other.length) : 0;
  }

  beginsWith(other: ListStart<T>): boolean {
    if (other.length > this.length) return false;
    return this.continues(other) || other.isStartOf(this.#elements);
  }

  /** By identity. A loop: lists may be as long as a history. */
  isStartOf(list: readonly T[]): boolean {
    const { length } = this;
    const elements = this.#elements;
    if (length > list.length) return false;
    for (let index = 0; index < length; index++) if (elements[index] !== list[index]) return false;
    return true;
  }
}

/** A list whose first elements are shared with other lists. */
export class SplitList<T> {
  readonly start: ListStart<T>;
  readonly rest: readonly T[];
  #all: readonly T[] | null = null;

  constructor(start: ListStart<T>, rest: readonly T[]) {
    this.start = start;
    this.rest = rest;
  }

  static of<T>(list: readonly T[]): SplitList<T> {
    return list.length === 0 ? EMPTY : new SplitList<T>(ListStart.of<T>(), list);
  }

  /** Lists that come as an array share nothing. */
  static from<T>(list: readonly T[] | SplitList<T>): SplitList<T> {
    return list instanceof SplitList ? list : SplitList.of(list);
  }

  get length(): number {
    return this.start.length + this.rest.length;
  }

  /** As an array, which is only made when it is read. */
  get all(): readonly T[] {
    return (this.#all ??= this.start.length === 0 ? this.rest : this.slice());
  }

  at(index: number): T | undefined {
    return index < this.start.length ? this.start.at(index) : this.rest[index - this.start.length];
  }

  first(length: number): ListStart<T> {
    const known = this.start.length;
    return length <= known ? this.start.first(length) : ListStart.of(this.slice(0, length));
  }

  slice(from = 0, to = this.length): T[] {
    const known = this.start.length;
    const rest = this.rest.slice(Math.max(0, from - known), Math.max(0, to - known));
    return from >= known ? rest : this.start.slice(from, Math.min(known, to)).concat(rest);
  }

  /** The same list up to `from`, and these elements from there on. */
  continuedWith(from: number, elements: readonly T[]): SplitList<T> {
    return new SplitList(this.first(from), elements);
  }

  beginsWith(start: ListStart<T>): boolean {
    if (start.length <= this.start.length) return this.start.beginsWith(start);
    return start.length <= this.length && start.isStartOf(this.all);
  }
}

/** Stays for good: when the last object of a shape is gone, V8 drops what it compiled for the shape (2026-11). */
const EMPTY = new SplitList<never>(ListStart.of<never>(), []);

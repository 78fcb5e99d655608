import { ListStart } from '../list-start.ts';
import type { Note } from '../request.ts';
import type { SourceIndex } from './draft.ts';

const NONE = ListStart.of<Note>();

/** Notes in the order of the steps that made them, so that a history read in pieces has those of the whole one. */
export class StepNotes {
  readonly #steps = new Map<string, ListStart<Note>>();
  #step: string | null = null;
  #added: Note[] = [];

  /** Every piece begins the same steps in the same order. */
  begin(step: string): void {
    this.#settle();
    this.#step = step;
    if (!this.#steps.has(step)) this.#steps.set(step, NONE);
  }

  /** Records one change in the step that was begun last. */
  add(rule: string, at?: SourceIndex, detail?: string): void {
    this.#added.push({ rule, ...at, ...(detail !== undefined && { detail }) });
  }

  of(step: string): ListStart<Note> {
    this.#settle();
    return this.#steps.get(step) ?? NONE;
  }

  #settle(): void {
    if (this.#step === null || this.#added.length === 0) return;
    this.#steps.set(this.#step, (this.#steps.get(this.#step) ?? NONE).with(this.#added));
    this.#added = [];
  }

  /** The notes of each step here, followed by those of the same step in `next`. */
  joined(next: StepNotes): ListStart<Note>[] {
    const lists: ListStart<Note>[] = [];
    for (const step of this.#stepsWith(next))
      for (const list of [this.of(step), next.of(step)]) if (list.length > 0) lists.push(list);
    return lists;
  }

  /** These notes and those of `next` that are about messages before `end`. */
  with(next: StepNotes, end: number): StepNotes {
    this.#settle();
    const all = new StepNotes();
    for (const step of this.#stepsWith(next)) {
      const more = next.of(step);
      const early = more.length === 0 ? [] : more.slice().filter(({ message }) => (message ?? end) < end);
      all.#steps.set(step, this.of(step).with(early));
    }
    return all;
  }

  /** A piece that has begun has all of them. */
  #stepsWith(next: StepNotes): Iterable<string> {
    return (this.#steps.size === 0 ? next : this).#steps.keys();
  }

  /** Whether a step has a note about a message before `end`. */
  has(step: string, end: number): boolean {
    return this.of(step)
      .slice()
      .some(({ message }) => (message ?? end) < end);
  }
}

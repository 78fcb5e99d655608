import { ListStart } from '../list-start.ts';
import type { Note } from '../request.ts';

type Steps = Map<string, ListStart<Note>>;

/** Notes in the order of the steps that made them, so that a history read in pieces has those of the whole one. */
export class StepNotes {
  readonly #steps: Steps = new Map();
  #step: string | null = null;
  #added: Note[] = [];

  /** Every piece begins the same steps in the same order. */
  begin(step: string): void {
    this.#settle();
    this.#step = step;
    if (!this.#steps.has(step)) this.#steps.set(step, ListStart.of<Note>());
  }

  add(note: Note): void {
    this.#added.push(note);
  }

  of(step: string): ListStart<Note> {
    this.#settle();
    return this.#steps.get(step) ?? ListStart.of<Note>();
  }

  #settle(): void {
    const known = this.#step === null ? undefined : this.#steps.get(this.#step);
    if (this.#step === null || !known || this.#added.length === 0) return;
    this.#steps.set(this.#step, known.with(this.#added));
    this.#added = [];
  }

  /** The notes of each step here, followed by those of the same step in `next`. */
  joined(next: StepNotes): ListStart<Note>[] {
    const steps = new Set([...this.#steps.keys(), ...next.#steps.keys()]);
    return [...steps].flatMap((step) => [this.of(step), next.of(step)]).filter(({ length }) => length > 0);
  }

  /** These notes and those of `next` that are about messages before `end`. */
  with(next: StepNotes, end: number): StepNotes {
    this.#settle();
    const all = new StepNotes();
    for (const step of new Set([...this.#steps.keys(), ...next.#steps.keys()])) {
      const more = next.of(step).slice();
      all.#steps.set(step, this.of(step).with(more.filter(({ message }) => (message ?? end) < end)));
    }
    return all;
  }

  /** Whether a step has a note about a message before `end`. */
  has(step: string, end: number): boolean {
    return this.of(step)
      .slice()
      .some(({ message }) => (message ?? end) < end);
  }
}
